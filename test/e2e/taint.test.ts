import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { buildServer, runCli, temporaryFolder } from '../support/built-program.ts';
import type { Canary, WatchedText } from '../support/canaries.ts';
import { findCanaries } from '../support/canaries.ts';
import type { RawMessage } from '../support/raw-client.ts';
import { RawClient } from '../support/raw-client.ts';

/** One secret for each way to configure or get one; the characters are those that encodings change. */
const secretNames = [
  'headerKey',
  'queryKey',
  'cookieKey',
  'bearer',
  'password',
  'clientSecret',
  'issued',
  'issuedAgain',
  'access',
  'refresh',
  'renewed',
  'fileKey',
  'commandKey',
  'header',
] as const;
type SecretName = (typeof secretNames)[number];

/** What tokens may hold (RFC 6750 §2.1) and what anything may hold that a header can carry. */
const secrets = Object.fromEntries(
  secretNames.map((name, index) => [
    name,
    ['bearer', 'issued', 'issuedAgain', 'access', 'renewed'].includes(name)
      ? `cnry-${name}-${index}~Qz9.x/y+z_w==`
      : `cnry ${name}/${index}"+%<&>Qz9`,
  ]),
) as Record<SecretName, string>; // one for each name

// Cookies and blanks do not go together (RFC 6265 §4.1.1).
secrets.cookieKey = 'cnry-cookie/+%25&<Qz9';

const canaries: readonly Canary[] = secretNames.map((name) => ({ name, value: secrets[name] }));

/** Schemes, each with an operation of its own. */
const schemes = (id: string): Readonly<Record<string, unknown>> => ({
  headerkey: { type: 'apiKey', in: 'header', name: 'X-Key' },
  querykey: { type: 'apiKey', in: 'query', name: 'my key' },
  cookiekey: { type: 'apiKey', in: 'cookie', name: 'sid' },
  bearer: { type: 'http', scheme: 'bearer' },
  basic: { type: 'http', scheme: 'basic' },
  client: {
    type: 'oauth2',
    flows: { clientCredentials: { tokenUrl: `${id}/token`, scopes: {} } },
  },
  badclient: {
    type: 'oauth2',
    flows: { clientCredentials: { tokenUrl: `${id}/echo`, scopes: {} } },
  },
  login: {
    type: 'oauth2',
    flows: {
      authorizationCode: {
        authorizationUrl: `${id}/auth`,
        tokenUrl: `${id}/token`,
        scopes: {},
      },
    },
  },
  filekey: { type: 'apiKey', in: 'header', name: 'X-File' },
  commandkey: { type: 'apiKey', in: 'header', name: 'X-Command' },
});

/** What the API does with a request; every one says back what it was sent wherever it can. */
const modes = [
  'echo',
  'text',
  'html',
  'refuse',
  'forbid',
  'fail',
  'redirect',
  'broken',
  'bytes',
  'file',
  'picture',
  'parts',
  'events',
  'accept',
  'headers',
  'reset',
  'hang',
] as const;

function documentOf(api: string, id: string): string {
  const all = schemes(id);
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Jars', version: '1.0.0' },
    servers: [{ url: api }],
    components: { securitySchemes: all },
    paths: Object.fromEntries(
      Object.keys(all).map((scheme) => [
        `/${scheme}/{mode}`,
        {
          post: {
            operationId: scheme,
            security: [{ [scheme]: [] }],
            parameters: [
              { name: 'mode', in: 'path', required: true, schema: { type: 'string' } },
              { name: 'note', in: 'query', schema: { type: 'string' } },
            ],
            responses: {
              200: {
                description: 'Done.',
                headers: { 'X-Echo': { schema: { type: 'string' } } },
                content: { 'application/json': { schema: { type: 'object' } } },
              },
            },
          },
        },
      ]),
    ),
  });
}

async function serve(
  handle: (request: IncomingMessage, response: ServerResponse, body: string) => void,
): Promise<string> {
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => handle(request, response, body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // A server that listens on TCP has an address with a port.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Everything that was sent, in the ways in which servers say it back. */
function echoOf({ headers, url, rawHeaders }: IncomingMessage, body = ''): string {
  const basic = headers.authorization?.replace(/^Basic /, '') ?? '';
  return [
    JSON.stringify(headers),
    url,
    decodeURIComponent(url ?? ''),
    rawHeaders.join('\n'),
    Buffer.from(basic, 'base64').toString('latin1'),
    Buffer.from(JSON.stringify(headers)).toString('base64'),
    encodeURIComponent(rawHeaders.join(',')),
    body,
  ].join('\n');
}

function answerApi(request: IncomingMessage, response: ServerResponse): void {
  const mode = /^\/\w+\/(\w+)/.exec(request.url ?? '')?.[1] ?? '';
  const echo = echoOf(request);
  const oneLine = encodeURIComponent(echo).slice(0, 8_000);
  const json = { 'content-type': 'application/json' };
  switch (mode) {
    case 'echo':
      response.writeHead(200, json).end(JSON.stringify({ echo, headers: request.headers }));
      return;
    case 'text':
      response.writeHead(200, { 'content-type': 'text/plain' }).end(echo);
      return;
    case 'html':
      response.writeHead(200, { 'content-type': 'text/html' }).end(`<pre>${echo}</pre>`);
      return;
    case 'refuse':
      response.writeHead(401, {
        'www-authenticate': `Bearer error="invalid_token", error_description="${oneLine.slice(0, 300)}"`,
        ...json,
      });
      response.end(JSON.stringify({ title: 'No', detail: echo }));
      return;
    case 'forbid':
      response.writeHead(403, { 'content-type': 'application/problem+json' });
      response.end(JSON.stringify({ title: echo, detail: echo, instance: request.url }));
      return;
    case 'fail':
      response.writeHead(500, { 'content-type': 'text/html' }).end(`<h1>Oops</h1>${echo}`);
      return;
    case 'redirect':
      response
        .writeHead(302, { location: `https://elsewhere.example/${oneLine}?${oneLine}` })
        .end();
      return;
    case 'broken':
      response.writeHead(200, json).end(`{"echo": ${JSON.stringify(echo)}, `);
      return;
    case 'bytes':
      response.writeHead(200, { 'content-type': 'application/octet-stream' });
      response.end(Buffer.concat([Buffer.from([0, 255, 0]), Buffer.from(echo)]));
      return;
    case 'file':
      response.writeHead(200, {
        'content-type': 'application/pdf',
        'content-disposition': `attachment; filename="${oneLine.slice(0, 2_000)}"`,
        'content-location': `/files/${oneLine.slice(0, 2_000)}`,
      });
      response.end(echo);
      return;
    case 'picture':
      response.writeHead(200, { 'content-type': 'image/png' });
      response.end(Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from(echo)]));
      return;
    case 'parts':
      response.writeHead(200, { 'content-type': 'multipart/mixed; boundary=cut' });
      response.end(
        ['text/plain', 'application/json', 'image/png', 'application/zip']
          .map((type) => `--cut\r\ncontent-type: ${type}\r\n\r\n${echo}\r\n`)
          .join('') + '--cut--\r\n',
      );
      return;
    case 'events':
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(`data: ${JSON.stringify({ echo })}\n\nid: ${oneLine}\ndata: ${oneLine}\n\n`);
      return;
    case 'accept':
      response.writeHead(202, { ...json, location: `/jobs/${oneLine}` }).end(JSON.stringify(echo));
      return;
    case 'headers':
      response.writeHead(200, {
        ...json,
        'x-echo': oneLine,
        'set-cookie': `sid=${oneLine}`,
        location: `/${oneLine}`,
      });
      response.end('{}');
      return;
    case 'reset':
      response.writeHead(200, { ...json, 'content-length': '100000' });
      response.write(echo, () => request.socket.destroy());
      return;
    default:
      return;
  }
}

function answerId(asked: string[]) {
  return (request: IncomingMessage, response: ServerResponse, body: string): void => {
    asked.push(body);
    const json = { 'content-type': 'application/json' };
    if (request.url === '/echo') {
      const description = `${echoOf(request, body)}\n${decodeURIComponent(body)}`;
      response.writeHead(400, json);
      response.end(JSON.stringify({ error: 'invalid_client', error_description: description }));
      return;
    }
    const grant = new URLSearchParams(body).get('grant_type');
    const token =
      grant === 'refresh_token'
        ? secrets.renewed
        : asked.filter((each) => each.includes('client_credentials')).length > 1
          ? secrets.issuedAgain
          : secrets.issued;
    response.writeHead(200, json);
    response.end(JSON.stringify({ access_token: token, token_type: 'bearer', expires_in: 600 }));
  };
}

/** Variables as a person would set them: some in the environment, some in `.env`, one in a file, one by a command. */
function configure(folder: string, secretsFolder: string): Readonly<Record<string, string>> {
  mkdirSync(secretsFolder, { recursive: true });
  const keyFile = path.join(secretsFolder, 'key');
  const commandFile = path.join(secretsFolder, 'key for command');
  writeFileSync(keyFile, `${secrets.fileKey}\n`);
  writeFileSync(commandFile, secrets.commandKey);
  writeFileSync(
    path.join(folder, '.env'),
    `JARS_BEARER_TOKEN='${secrets.bearer}'\nJARS_BASIC_USERNAME=al\n`,
  );
  writeFileSync(
    path.join(folder, 'middleware.mjs'),
    `export const leaky = (next) => async (context) => {
  if (context.request.arguments.mode === 'echo' && context.request.arguments.note === 'throw') {
    throw new Error('thrown with ' + context.credentials.map(({ value }) => value).join(' '));
  }
  const outcome = await next(context);
  if (context.request.arguments.note !== 'add') return outcome;
  return { ...outcome, content: context.credentials.map(({ value }) => ({ type: 'text', text: value })) };
};
`,
  );
  return {
    JARS_HEADERKEY_API_KEY: secrets.headerKey,
    JARS_QUERYKEY_API_KEY: secrets.queryKey,
    JARS_COOKIEKEY_API_KEY: secrets.cookieKey,
    JARS_BASIC_PASSWORD: secrets.password,
    JARS_CLIENT_CLIENT_ID: 'cid',
    JARS_CLIENT_CLIENT_SECRET: secrets.clientSecret,
    JARS_BADCLIENT_CLIENT_ID: 'cid',
    JARS_BADCLIENT_CLIENT_SECRET: secrets.clientSecret,
    JARS_FILEKEY_API_KEY_FILE: keyFile,
    JARS_COMMANDKEY_API_KEY_COMMAND: JSON.stringify([
      process.execPath,
      '-e',
      'process.stdout.write(require("fs").readFileSync(process.argv[1]))',
      commandFile,
    ]),
    HEADER_SECRET: secrets.header,
    OPENAPI_MCP_TOTAL_TIMEOUT_MS: '1500',
    OPENAPI_MCP_RETRY_BASE_DELAY_MS: '1',
    OPENAPI_MCP_AUDIT_ARGUMENTS: 'full',
  };
}

function storeLogin(folder: string, api: string, id: string): void {
  const login = {
    document: 'jars',
    scheme: 'login',
    tokenUrl: `${id}/token`,
    origins: [api],
    clientId: 'native',
    scopes: [],
    accessToken: secrets.access,
    refreshToken: secrets.refresh,
    obtainedAt: Date.now(),
    expiresAt: Date.now() + 600_000,
  };
  const text = JSON.stringify({ 'openapi-mcp-logins': 1, logins: [login] });
  writeFileSync(path.join(folder, '.logins.json'), text, { mode: 0o600 });
}

/** Every file of the folder but those that hold secrets by their purpose. */
function filesIn(folder: string): readonly WatchedText[] {
  return readdirSync(folder)
    .filter((name) => !['.env', '.logins.json'].includes(name) && !name.startsWith('server'))
    .map((name) => ({ place: name, text: readFileSync(path.join(folder, name), 'utf8') }));
}

const overlay = `openapi-mcp: 1
server:
  runtime:
    headers: { X-Extra: "\${HEADER_SECRET}" }
tools:
${Object.keys(schemes(''))
  .map((scheme) => `  ${scheme}: { middleware: [leaky] }`)
  .join('\n')}
`;

describe('no secret shows', () => {
  it('of any scheme, on any path that a call can take', { timeout: 60_000 }, async () => {
    const folder = temporaryFolder();
    const asked: string[] = [];
    const id = await serve(answerId(asked));
    const api = await serve((request, response) => answerApi(request, response));
    const spec = path.join(folder, 'jars.json');
    writeFileSync(spec, documentOf(api, id));
    writeFileSync(path.join(folder, 'overlay.yaml'), overlay);
    const built = path.join(folder, 'built');
    mkdirSync(built);
    const environment = configure(built, path.join(folder, 'secrets'));
    await buildServer(spec, built, '--direct', '--overlay', path.join(folder, 'overlay.yaml'));
    storeLogin(built, api, id);

    const client = new RawClient([path.join(built, 'server.mjs')], { env: environment });
    await client.initialize();
    const tools = Object.keys(schemes(id));
    const call = (name: string, given: Readonly<Record<string, string>>): Promise<RawMessage> =>
      client.request('tools/call', { name, arguments: given });
    const answers = await Promise.all(
      tools.flatMap((name) => [
        ...modes.map((mode) => call(name, { mode })),
        call(name, { mode: 'echo', note: 'throw' }),
        call(name, { mode: 'echo', note: 'add' }),
        // What the model has from elsewhere is recorded in full, and is a secret all the same.
        call(name, { mode: 'echo', note: secrets.headerKey }),
        call(name, { mode: 'echo', nonsense: secrets.bearer }),
      ]),
    );
    client.child.stdin.end();
    await client.exited;

    const shown = await runCli(['call', built, 'querykey', '--arg', 'mode=echo', '--dry-run'], {
      env: environment,
    });
    const called = await runCli(['call', built, 'basic', '--arg', 'mode=fail'], {
      env: environment,
    });
    const texts: readonly WatchedText[] = [
      ...answers.map((message, index) => ({
        place: `answer ${index} of ${tools[Math.floor(index / (modes.length + 4))]}`,
        text: JSON.stringify(message),
      })),
      { place: 'stdout', text: client.lines.join('\n') },
      { place: 'stderr', text: client.stderr },
      { place: 'call --dry-run', text: shown.stdout + shown.stderr },
      { place: 'call', text: called.stdout + called.stderr },
      ...filesIn(built),
    ];
    expect(findCanaries(canaries, texts).slice(0, 20)).toEqual([]);

    // The calls got as far as they were meant to.
    expect(existsSync(path.join(built, 'audit.jsonl'))).toBe(true);
    expect(asked.some((body) => body.includes('refresh_token'))).toBe(true);
    expect(client.stderr).toContain('thrown with');
    const succeeded = answers.filter(({ result }) => result?.['isError'] !== true);
    expect(succeeded.length).toBeGreaterThan(tools.length * 4);
    const all = JSON.stringify(answers);
    for (const part of ['[redacted]', '401', '500', 'invalid_client', 'elsewhere.example']) {
      expect(all).toContain(part);
    }
  });
});
