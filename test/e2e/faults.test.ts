import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { buildServer } from '../support/built-program.ts';
import { RawClient } from '../support/raw-client.ts';
import {
  startRecordingUpstream,
  type Answer,
  type RawConnection,
  type RecordingUpstream,
} from '../support/recording-upstream.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'openapi-mcp-faults-'));
const serverPath = path.join(folder, 'jars-mcp/server.mjs');
const maxBytes = 65_536;

const answers = { 200: { description: 'A jar', content: { 'application/json': {} } } };
const jars = {
  openapi: '3.1.0',
  info: { title: 'Jars', version: '1' },
  servers: [{ url: 'http://jars.invalid' }],
  security: [{ key: [] }],
  components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
  paths: {
    '/jar': {
      get: { operationId: 'getJar', responses: answers },
      post: { operationId: 'addJar', responses: answers },
    },
  },
};

beforeAll(async () => {
  const document = path.join(folder, 'jars.json');
  writeFileSync(document, JSON.stringify(jars));
  await buildServer(document, path.dirname(serverPath), '--direct');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Result {
  readonly isError?: boolean;
  readonly content: readonly { readonly text?: string }[];
}

interface Bench {
  readonly upstream: RecordingUpstream;
  readonly client: RawClient;
  /** Calls a tool and gives its result with all its text. */
  readonly call: (
    name: 'getJar' | 'addJar',
    id?: string,
  ) => Promise<{ readonly failed: boolean; readonly text: string }>;
}

/** A generated server as a process, in front of an upstream whose bytes the test writes. */
async function start(): Promise<Bench> {
  const upstream = await startRecordingUpstream({ otherwise: { json: { jar: 'whole' } } });
  onTestFinished(() => upstream.close());
  const client = new RawClient([serverPath], {
    env: {
      JARS_BASE_URL: upstream.origin,
      JARS_KEY_API_KEY: 's3cret-key',
      OPENAPI_MCP_MAX_RESPONSE_BYTES: String(maxBytes),
      OPENAPI_MCP_RETRY_BASE_DELAY_MS: '1',
      OPENAPI_MCP_RETRY_MAX_DELAY_MS: '50',
      OPENAPI_MCP_TOTAL_TIMEOUT_MS: '10000',
      OPENAPI_MCP_BODY_TIMEOUT_MS: '300',
    },
  });
  await client.initialize();
  const call: Bench['call'] = async (name, id) => {
    const answer = await client.request('tools/call', { name, arguments: {} }, id);
    // Every call ends in a result, never in a protocol error.
    const result = answer.result as unknown as Result;
    const text = result.content.map((block) => block.text ?? '').join('\n');
    return { failed: result.isError === true, text };
  };
  return { upstream, client, call };
}

const head = (lines: readonly string[]): string =>
  ['HTTP/1.1 200 OK', 'Content-Type: application/json', ...lines, '', ''].join('\r\n');

const reset: Answer = (_request, connection) => {
  connection.reset();
};

/** Writes without end, as fast as it is read, until the other end has enough. */
function writeEndlessly({ socket }: RawConnection): void {
  socket.write(head(['Transfer-Encoding: chunked']));
  const chunk = `2000\r\n${'x'.repeat(0x20_00)}\r\n`;
  const more = (): void => {
    while (socket.writable && socket.write(chunk));
    if (socket.writable) socket.once('drain', more);
  };
  more();
}

describe('a fault of the upstream ends in a result that a model can act on', () => {
  it.each<[string, readonly Answer[], 'getJar' | 'addJar', RegExp, number]>([
    [
      'reset before the headers, of a write',
      [reset],
      'addJar',
      /connection.*may have taken effect[\s\S]*check/i,
      1,
    ],
    ['reset before the headers, of a read', [reset, reset, reset], 'getJar', /connection/i, 3],
    [
      'reset in the middle of the body',
      Array.from({ length: 3 }, (): Answer => (_request, connection) => {
        connection.write(`${head(['Content-Length: 100'])}{"jar":`);
        setImmediate(connection.reset);
      }),
      'getJar',
      /broke while the answer was arriving, after 7 bytes[\s\S]*can be repeated/,
      3,
    ],
    [
      'a body shorter than announced',
      Array.from({ length: 3 }, (): Answer => (_request, connection) => {
        connection.end(`${head(['Content-Length: 100'])}{"jar":`);
      }),
      'getJar',
      /broke while the answer was arriving, after 7 bytes[\s\S]*can be repeated/,
      3,
    ],
    [
      'a body that stops coming',
      Array.from({ length: 3 }, (): Answer => (_request, connection) => {
        connection.write(`${head(['Content-Length: 100'])}{"jar":`);
      }),
      'getJar',
      /300 ms|0\.3 s/,
      3,
    ],
    [
      'a body that is not what its coding says',
      [{ headers: { 'Content-Encoding': 'gzip' }, body: '{"jar":1}' }],
      'addJar',
      /compressed, and damaged/,
      1,
    ],
    [
      'a redirect that leads to itself',
      Array.from({ length: 6 }, () => ({ status: 302, headers: { Location: '/jar' } })),
      'getJar',
      /redirect/i,
      6,
    ],
    [
      'what is no HTTP at all',
      [(_, connection) => connection.end('SSH-2.0-jar\r\n')],
      'addJar',
      /HTTP/,
      1,
    ],
  ])('%s', async (_name, script, tool, expected, requests) => {
    const { upstream, call } = await start();
    upstream.script(...script);
    const { failed, text } = await call(tool);
    expect(failed).toBe(true);
    expect(text).toMatch(expected);
    expect(text).not.toContain('s3cret-key');
    expect(upstream.requests).toHaveLength(requests);
    expect(await call('getJar')).toEqual({ failed: false, text: '{"jar":"whole"}' });
  });

  it('an endless body is read up to the limit, told as cut, and given up', async () => {
    const { upstream, call } = await start();
    upstream.script((_request, connection) => writeEndlessly(connection));
    const { text } = await call('getJar');
    expect(Buffer.byteLength(text)).toBeLessThan(2 * maxBytes);
    expect(text).toMatch(/65,?536|64 kB|65\.5 kB|limit/);
    await upstream.closed(1);
    expect(await call('getJar')).toMatchObject({ failed: false });
  });

  it('429 with a date far away is told with the wait, and not repeated', async () => {
    const { upstream, call } = await start();
    const date = new Date(Date.now() + 3_600_000).toUTCString();
    upstream.script({ status: 429, headers: { 'Retry-After': date }, json: { why: 'too many' } });
    const { failed, text } = await call('getJar');
    expect(failed).toBe(true);
    expect(text).toMatch(/429[\s\S]*too many/);
    expect(text).toMatch(
      /(?:1 hour|60 minutes|59 minutes|3,?600 s|3,?59\d s|3,?59\d seconds|3,?600 seconds)/,
    );
    expect(upstream.requests).toHaveLength(1);
    expect(await call('getJar')).toMatchObject({ failed: false });
  });

  it('503 and then 200 is a success; a write that got 503 is not repeated', async () => {
    const { upstream, call } = await start();
    upstream.script({ status: 503 });
    expect(await call('getJar')).toEqual({ failed: false, text: '{"jar":"whole"}' });
    expect(upstream.requests).toHaveLength(2);
    upstream.script({ status: 503 });
    const { failed, text } = await call('addJar');
    expect(failed).toBe(true);
    expect(text).toContain('503');
    expect(upstream.requests).toHaveLength(3);
  });

  it('a redirect to another origin is not followed, and no credential goes there', async () => {
    const { upstream, call } = await start();
    const elsewhere = await startRecordingUpstream();
    onTestFinished(() => elsewhere.close());
    upstream.script({ status: 302, headers: { Location: `${elsewhere.origin}/jar` } });
    const { failed, text } = await call('getJar');
    expect(failed).toBe(true);
    expect(text).toContain(elsewhere.origin);
    expect(elsewhere.requests).toEqual([]);
    expect(await call('getJar')).toMatchObject({ failed: false });
  });

  it('an answer that comes after the call was cancelled is nobody’s', async () => {
    const { upstream, client, call } = await start();
    let late: RawConnection | undefined;
    upstream.script((_request, connection) => {
      late = connection;
    });
    void call('getJar', 'cancelled');
    await upstream.received(1);
    client.write({
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId: 'cancelled' },
    });
    await upstream.closed(1);
    late?.write(`${head(['Content-Length: 14'])}{"jar":"late"}`);
    expect(await call('getJar')).toEqual({ failed: false, text: '{"jar":"whole"}' });
    expect(client.lines.join('\n')).not.toContain('late');
  });
});
