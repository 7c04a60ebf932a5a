import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { testServerCertificate, testServerKey } from '../support/certificates.ts';
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

/** Longer than a label of a host name may be, so that nobody has to ask the network for it. */
const nowhere = `http://${'j'.repeat(64)}.invalid`;

/** The API, with one operation on a server whose certificate nobody trusts and one on a host that is none. */
function describeJars(untrusted: string): unknown {
  return {
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
      '/sealed': {
        servers: [{ url: untrusted }],
        get: { operationId: 'getSealedJar', responses: answers },
      },
      '/lost': {
        servers: [{ url: nowhere }],
        get: { operationId: 'getLostJar', responses: answers },
      },
    },
  };
}

let untrusted: RecordingUpstream;

beforeAll(async () => {
  untrusted = await startRecordingUpstream({
    tls: { cert: testServerCertificate, key: testServerKey },
  });
  const document = path.join(folder, 'jars.json');
  writeFileSync(document, JSON.stringify(describeJars(untrusted.origin)));
  await buildServer(document, path.dirname(serverPath), '--direct');
});
afterAll(async () => {
  await untrusted.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Result {
  readonly isError?: boolean;
  readonly content: readonly { readonly text?: string }[];
}

type ToolName = 'getJar' | 'addJar' | 'getSealedJar' | 'getLostJar';

interface Bench {
  readonly upstream: RecordingUpstream;
  readonly client: RawClient;
  /** Calls a tool and gives its result with all its text. */
  readonly call: (
    name: ToolName,
    id?: string,
  ) => Promise<{ readonly failed: boolean; readonly text: string }>;
}

/** A generated server as a process, in front of an upstream whose bytes the test writes. */
async function start(env: Readonly<Record<string, string>> = {}): Promise<Bench> {
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
      ...env,
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

/** Announces a gigabyte, and writes it as fast as it is read. */
function writeGigabyte({ socket }: RawConnection, mediaType: string): void {
  const lines = [`Content-Type: ${mediaType}`, `Content-Length: ${2 ** 30}`, '', ''];
  socket.write(['HTTP/1.1 200 OK', ...lines].join('\r\n'));
  const piece = 'data: {"jar":1}\n\n'.repeat(4_096);
  const more = (): void => {
    while (socket.writable && socket.write(piece));
    if (socket.writable) socket.once('drain', more);
  };
  more();
}

/** The most memory that the server's process has held; 0 where the system does not tell. */
function peakBytes({ child }: RawClient): number {
  const status = `/proc/${child.pid}/status`;
  if (process.platform !== 'linux') return 0;
  return 1_024 * Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(status, 'utf8'))?.[1]);
}

describe('a fault of the upstream ends in a result that a model can act on', () => {
  it.each<[string, readonly Answer[], ToolName, RegExp, number]>([
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
      'reset after the headers',
      Array.from({ length: 3 }, (): Answer => (_request, connection) => {
        connection.write(head(['Content-Length: 100']));
        setImmediate(connection.reset);
      }),
      'getJar',
      /broke while the answer was arriving[\s\S]*can be repeated/,
      3,
    ],
    [
      'headers of 64 kB',
      [{ headers: { 'X-Jar': 'x'.repeat(65_536) }, json: {} }],
      'addJar',
      /headers[\s\S]*(?:large|long|limit)/i,
      1,
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

  it('a body longer than announced ends where it was announced to, and the rest is nobody’s', async () => {
    const { upstream, call } = await start();
    upstream.script((_request, connection) => {
      connection.write(`${head(['Content-Length: 11'])}{"jar":"a"}{"jar":"more"}`);
    });
    expect(await call('getJar')).toEqual({ failed: false, text: '{"jar":"a"}' });
    await upstream.closed(1);
    expect(await call('getJar')).toEqual({ failed: false, text: '{"jar":"whole"}' });
  });

  it('bytes that are no UTF-8 are shown as what they are not, and said to be', async () => {
    const { upstream, call } = await start();
    const body = Buffer.concat([Buffer.from('{"jar":"'), Buffer.of(0xff), Buffer.from('"}')]);
    upstream.script({ headers: { 'Content-Type': 'application/json' }, body });
    const { failed, text } = await call('getJar');
    expect(failed).toBe(false);
    expect(text).toContain('{"jar":"\uFFFD"}');
    expect(text).toMatch(/UTF-8/);
    expect(await call('getJar')).toEqual({ failed: false, text: '{"jar":"whole"}' });
  });

  it('a refused connection is told, and the next call finds the API where it is back', async () => {
    const { upstream, call } = await start();
    await upstream.close();
    const { failed, text } = await call('addJar');
    expect(failed).toBe(true);
    expect(text).toMatch(/refused/);
    const back = await startRecordingUpstream({ port: upstream.port });
    onTestFinished(() => back.close());
    expect(await call('getJar')).toEqual({ failed: false, text: '{}' });
  });

  it.each<[string, ToolName, RegExp]>([
    ['a certificate that nobody trusts', 'getSealedJar', /certificate/],
    ['a host name that does not exist', 'getLostJar', /does not exist|cannot be found|resolve/i],
  ])('%s', async (_name, tool, expected) => {
    const { upstream, call } = await start();
    const { failed, text } = await call(tool);
    expect(failed).toBe(true);
    expect(text).toMatch(expected);
    expect(text).not.toContain('s3cret-key');
    expect(untrusted.requests).toEqual([]);
    expect(upstream.requests).toEqual([]);
    expect(await call('getJar')).toEqual({ failed: false, text: '{"jar":"whole"}' });
  });

  it('a body that drips ends at the limit of the whole call', async () => {
    const { upstream, call } = await start({ OPENAPI_MCP_TOTAL_TIMEOUT_MS: '1000' });
    upstream.script((_request, { socket }) => {
      socket.write(head(['Transfer-Encoding: chunked']));
      const drip = setInterval(() => socket.write('1\r\n \r\n'), 20);
      socket.once('close', () => clearInterval(drip));
    });
    const { failed, text } = await call('getJar');
    expect(failed).toBe(true);
    expect(text).toMatch(
      /no complete answer in the time that a call may take[\s\S]*can be repeated/,
    );
    await upstream.closed(1);
    expect(await call('getJar')).toEqual({ failed: false, text: '{"jar":"whole"}' });
  });

  it.each(['application/octet-stream', 'application/jsonl', 'text/event-stream', 'text/plain'])(
    'a gigabyte of %s is given up early, in flat memory',
    async (mediaType) => {
      const { upstream, client, call } = await start();
      await call('getJar');
      const before = peakBytes(client);
      const written: RawConnection[] = [];
      upstream.script((_request, connection) => {
        written.push(connection);
        writeGigabyte(connection, mediaType);
      });
      const { text } = await call('getJar');
      expect(Buffer.byteLength(text)).toBeLessThan(2 * maxBytes);
      await upstream.closed(1);
      // What the two sockets hold, and no more, was taken.
      expect(written[0]?.socket.bytesWritten).toBeLessThan(32 * 2 ** 20);
      expect(peakBytes(client) - before).toBeLessThan(48 * 2 ** 20);
      expect(await call('getJar')).toEqual({ failed: false, text: '{"jar":"whole"}' });
    },
  );
});
