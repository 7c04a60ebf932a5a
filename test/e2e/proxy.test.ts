import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { CryptoKey } from 'jose';
import { SignJWT, exportJWK, generateKeyPair } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildServer } from '../support/built-program.ts';
import { testAuthority, testServerCertificate, testServerKey } from '../support/certificates.ts';
import { post, rpc } from '../support/http-bridge.ts';
import type { HttpProcess } from '../support/http-process.ts';
import { startHttpProcess } from '../support/http-process.ts';
import type {
  RawConnection,
  RecordedRequest,
  ScriptedAnswer,
} from '../support/recording-upstream.ts';
import { startRecordingUpstream } from '../support/recording-upstream.ts';

// A machine whose only way out is a proxy, and whose servers are signed by an authority of its own: neither the name
// api.test nor its certificate means anything to anybody who does not take both from the configuration.
const site = 'https://api.test';
const folder = mkdtempSync(path.join(tmpdir(), 'openapi-mcp-proxy-'));
const server = path.join(folder, 'mcp/server.mjs');
const authority = path.join(folder, 'authority.pem');
const document = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  servers: [{ url: site }],
  security: [{ machine: [] }],
  components: {
    securitySchemes: {
      machine: {
        type: 'oauth2',
        flows: { clientCredentials: { tokenUrl: `${site}/oauth/token`, scopes: {} } },
      },
    },
  },
  paths: {
    '/thing': { get: { operationId: 'getThing', responses: { 200: { description: '' } } } },
  },
};

let secure: Awaited<ReturnType<typeof startRecordingUpstream>>;
let proxy: Awaited<ReturnType<typeof startRecordingUpstream>>;
let key: CryptoKey;
let jwk: object;

beforeAll(async () => {
  const pair = await generateKeyPair('ES256');
  key = pair.privateKey;
  jwk = { ...(await exportJWK(pair.publicKey)), kid: 'k', alg: 'ES256' };
  secure = await startRecordingUpstream({
    tls: { cert: testServerCertificate, key: testServerKey },
    otherwise: ({ target }) => ({ ...answers[target] }),
  });
  proxy = await startRecordingUpstream({ otherwise: tunnel });
  writeFileSync(authority, testAuthority);
  const file = path.join(folder, 'shop.json');
  writeFileSync(file, JSON.stringify(document));
  await buildServer(file, path.dirname(server), '--direct');
});
afterAll(async () => {
  await Promise.all([secure.close(), proxy.close()]);
  rmSync(folder, { recursive: true, force: true });
});

const answers: Record<string, ScriptedAnswer> = {
  '/.well-known/oauth-authorization-server': {
    json: { issuer: site, jwks_uri: `${site}/keys` },
  },
  '/introspect': { json: { active: true, sub: 'opal', aud: 'http://localhost/mcp' } },
  '/oauth/token': { json: { access_token: 'upstream-token', token_type: 'bearer' } },
  '/thing': { json: { id: 1 } },
};
beforeEach(() => {
  answers['/keys'] = { json: { keys: [jwk] } };
});

function tunnel({ requestLine }: RecordedRequest, { socket }: RawConnection): void {
  if (requestLine !== 'CONNECT api.test:443 HTTP/1.1') {
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    return;
  }
  socket.removeAllListeners('data');
  socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
  const onward = net.connect(secure.port, '127.0.0.1');
  onward.on('error', () => socket.destroy());
  socket.on('close', () => onward.destroy());
  socket.pipe(onward).pipe(socket);
}

const signIn = {
  OPENAPI_MCP_HTTP_PUBLIC_URL: 'http://localhost/mcp',
  OPENAPI_MCP_AUTH_ISSUERS: site,
  OPENAPI_MCP_AUTH_INTROSPECTION_URL: `${site}/introspect`,
  OPENAPI_MCP_AUTH_INTROSPECTION_CLIENT_ID: 'bridge',
  OPENAPI_MCP_AUTH_INTROSPECTION_CLIENT_SECRET: 'bridge-secret',
  SHOP_MACHINE_CLIENT_ID: 'machine',
  SHOP_MACHINE_CLIENT_SECRET: 'machine-secret',
};

function start(env: Record<string, string>): Promise<HttpProcess> {
  return startHttpProcess([server, '--http', '0'], { env: { ...signIn, ...env } });
}

function signedToken(): Promise<string> {
  return new SignJWT({ aud: 'http://localhost/mcp', sub: 'alice' })
    .setProtectedHeader({ alg: 'ES256', kid: 'k' })
    .setIssuer(site)
    .setExpirationTime('1m')
    .sign(key);
}

const call = rpc('tools/call', { name: 'getThing', arguments: {} });
const asBearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });

describe('a server behind a proxy, with an authority of its own', () => {
  it('asks for keys, introspects, gets tokens and calls through the tunnel alone', async () => {
    const { url, output } = await start({
      HTTPS_PROXY: proxy.origin,
      OPENAPI_MCP_TLS_CA: authority,
    });
    const signed = await post(url, call, asBearer(await signedToken()));
    expect(signed.message.result?.isError, `${signed.text}\n${output.stderr}`).toBeFalsy();
    const opaque = await post(url, call, asBearer('opaque-token-of-somebody'));
    expect(opaque.message.result?.isError, `${opaque.text}\n${output.stderr}`).toBeFalsy();
    expect(new Set(secure.requests.map(({ method, target }) => `${method} ${target}`))).toEqual(
      new Set([
        'GET /.well-known/oauth-authorization-server',
        'GET /keys',
        'POST /introspect',
        'POST /oauth/token',
        'GET /thing',
      ]),
    );
    expect(new Set(proxy.requests.map(({ requestLine }) => requestLine))).toEqual(
      new Set(['CONNECT api.test:443 HTTP/1.1']),
    );
    const asked = secure.requests.find(({ target }) => target === '/introspect');
    expect(asked?.header('content-type')).toBe('application/x-www-form-urlencoded');
    expect(asked?.body.toString()).toBe(
      'token=opaque-token-of-somebody&token_type_hint=access_token',
    );
    const credentials = Buffer.from('bridge:bridge-secret').toString('base64');
    expect(asked?.header('authorization')).toBe(`Basic ${credentials}`);
  });

  it.each([
    ['its authority is not trusted', () => ({ HTTPS_PROXY: proxy.origin })],
    [
      'the name is an exception, which no resolver knows',
      () => ({
        HTTPS_PROXY: proxy.origin,
        NO_PROXY: 'api.test',
        OPENAPI_MCP_TLS_CA: authority,
      }),
    ],
  ])('cannot say whether a token holds where %s', async (_why, env) => {
    const { url } = await start(env());
    const answer = await post(url, call, asBearer(await signedToken()));
    expect(answer.status).toBe(503);
    expect(answer.text).not.toContain('api.test');
  });

  it.each([
    ['leads elsewhere', { status: 302, headers: { location: `${site}/keys2` } }],
    ['has no end', { body: `{"keys":[${' '.repeat(1_100_000)}]}` }],
    ['is no object', { json: [] }],
  ] as const)('takes no key set that %s', async (_what, answer) => {
    answers['/keys'] = answer;
    answers['/keys2'] = { json: { keys: [jwk] } };
    const { url } = await start({ HTTPS_PROXY: proxy.origin, OPENAPI_MCP_TLS_CA: authority });
    expect((await post(url, call, asBearer(await signedToken()))).status).toBe(503);
  });
});
