import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync, brotliCompressSync, deflateSync, deflateRawSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import type { RequestPlan } from '../../../src/runtime/request/plan.ts';
import type { UpstreamOptions } from '../../../src/runtime/upstream.ts';
import { createUpstream } from '../../../src/runtime/upstream.ts';
import type {
  ExchangeLimits,
  SendResult,
  Upstream,
  UpstreamFailure,
  UpstreamResponse,
} from '../../../src/runtime/upstream-port.ts';
import {
  testAuthority,
  testClientCertificate,
  testClientKey,
  testServerCertificate,
  testServerKey,
} from '../../support/certificates.ts';
import type {
  Answer,
  RecordingOptions,
  RecordingUpstream,
} from '../../support/recording-upstream.ts';
import { startRecordingUpstream } from '../../support/recording-upstream.ts';

const limits: ExchangeLimits = {
  connectTimeoutMs: 5_000,
  headersTimeoutMs: 5_000,
  bodyTimeoutMs: 5_000,
  maxResponseBytes: 1_048_576,
};

const open: { close(): Promise<void> }[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
});

async function serve(options?: RecordingOptions): Promise<RecordingUpstream> {
  const server = await startRecordingUpstream(options);
  open.push(server);
  return server;
}

function client(options?: UpstreamOptions): Upstream {
  const upstream = createUpstream(options);
  open.push(upstream);
  return upstream;
}

function planFor(origin: string, change: Partial<RequestPlan> = {}): RequestPlan {
  const target = change.target ?? '/things';
  return {
    method: 'GET',
    url: `${origin}${target}`,
    origin,
    target,
    headers: [['Accept', 'application/json']],
    body: { kind: 'none' },
    ...change,
  };
}

const hangUp: Answer = (_, { end }) => {
  end();
};

const never = new AbortController().signal;

function answerOf(result: SendResult): UpstreamResponse {
  if (!result.ok) throw new Error(`no answer: ${result.failure.message}`);
  return result.response;
}

function failureOf(result: SendResult): UpstreamFailure {
  if (result.ok) throw new Error(`an answer: ${result.response.status}`);
  return result.failure;
}

function textOf(response: UpstreamResponse): string {
  return Buffer.from(response.body).toString('utf8');
}

/** Sends one GET to a server with one scripted answer. */
async function exchange(answer: Answer, given: Partial<ExchangeLimits> = {}): Promise<SendResult> {
  const server = await serve();
  server.script(answer);
  return client().send(planFor(server.origin), { ...limits, ...given }, never);
}

describe('what is sent', () => {
  it.each([
    '/a/%2e%2e/b',
    '/a/%2E/b',
    '/a//b/',
    '/a/..b/...',
    '/a/./b/../c',
    "/a/;b=1,2/!$&'()*+:@",
    '/x?q=%7e~%20+&&=&a[b]=c|d^`{}"<>',
    '/x?',
    '/%E2%9D%A4%ef%b8%8f?%00',
    '/x?a=1?b=2/../c',
  ])('writes the target %s byte for byte', async (target) => {
    const server = await serve();
    answerOf(await client().send(planFor(server.origin, { target }), limits, never));
    expect(server.requests[0]?.requestLine).toBe(`GET ${target} HTTP/1.1`);
  });

  it('sends the headers of the plan as they are spelled, in order, repeated ones too', async () => {
    const server = await serve();
    const headers = [
      ['X-Trace', 'b'],
      ['accept', 'text/csv'],
      ['X-Trace', 'a'],
      ['X-Latin', 'caf\u00e9'],
    ] as const;
    answerOf(await client().send(planFor(server.origin, { headers }), limits, never));
    expect(server.requests[0]?.rawHeaders).toEqual([
      ['host', `127.0.0.1:${server.port}`],
      ['connection', 'keep-alive'],
      ...headers,
      ['Accept-Encoding', 'gzip, deflate, br'],
      ['User-Agent', 'openapi-mcp'],
    ]);
  });

  it('names itself with its version, and lets a plan name another agent and coding', async () => {
    const server = await serve();
    const upstream = client({ version: '1.2.3' });
    answerOf(await upstream.send(planFor(server.origin), limits, never));
    const headers = [
      ['user-agent', 'mine'],
      ['accept-encoding', 'identity'],
    ] as const;
    answerOf(await upstream.send(planFor(server.origin, { headers }), limits, never));
    expect(server.requests.map((request) => request.header('user-agent'))).toEqual([
      'openapi-mcp/1.2.3',
      'mine',
    ]);
    expect(server.requests[1]?.header('accept-encoding')).toBe('identity');
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'QUERY', 'COPY', 'GET'])(
    'sends the bytes of the body with %s',
    async (method) => {
      const server = await serve();
      const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
      // A view into a larger buffer must not drag the rest of it along.
      const view = new Uint8Array([...bytes, 1, 2, 3].reverse()).reverse().subarray(0, 256);
      const body = { kind: 'bytes', contentType: 'application/x-any; v=1', bytes: view } as const;
      answerOf(await client().send(planFor(server.origin, { method, body }), limits, never));
      const [request] = server.requests;
      expect(request?.method).toBe(method);
      expect(request?.header('content-type')).toBe('application/x-any; v=1');
      expect(request?.header('content-length')).toBe('256');
      expect(request?.body.equals(bytes)).toBe(true);
    },
  );

  it('sends an empty body with its Content-Type', async () => {
    const server = await serve();
    const body = {
      kind: 'bytes',
      contentType: 'text/plain',
      bytes: new Uint8Array(new ArrayBuffer(8), 4, 0),
    } as const;
    answerOf(await client().send(planFor(server.origin, { method: 'POST', body }), limits, never));
    expect(server.requests[0]?.header('content-type')).toBe('text/plain');
    expect(server.requests[0]?.header('content-length')).toBe('0');
    expect(server.requests[0]?.body.length).toBe(0);
  });

  it('refuses CONNECT', async () => {
    const server = await serve();
    const result = await client().send(
      planFor(server.origin, { method: 'CONNECT' }),
      limits,
      never,
    );
    expect(failureOf(result)).toMatchObject({ kind: 'network', sent: false });
    expect(server.requests).toEqual([]);
  });

  it('uses connections again, and no more of them at once than are allowed', async () => {
    const server = await serve();
    const upstream = client({ maxConnections: 3 });
    for (let call = 0; call < 10; call += 1) {
      answerOf(await upstream.send(planFor(server.origin), limits, never));
    }
    expect(server.connections).toBeLessThan(3);
    const calls = Array.from({ length: 10 }, () =>
      upstream.send(planFor(server.origin), limits, never),
    );
    for (const result of await Promise.all(calls)) answerOf(result);
    expect(server.connections).toBe(3);
  });
});

describe('what comes back', () => {
  it('gives status, headers in lower case and order, the bytes and the declared length', async () => {
    const response = answerOf(
      await exchange((_, connection) => {
        connection.write(
          Buffer.concat([
            Buffer.from('HTTP/1.1 201 Made\r\nX-B: 1\r\nx-a: 2\r\nX-B: 3\r\nX-Name: '),
            Buffer.from('\u2764', 'utf8'),
            Buffer.from('\r\nX-Latin: \xe9\r\nContent-Length: 3\r\n\r\nabc', 'latin1'),
          ]),
        );
      }),
    );
    expect(response).toMatchObject({ status: 201, truncated: false, declaredBytes: 3 });
    expect(response.headers).toEqual([
      ['x-b', '1'],
      ['x-a', '2'],
      ['x-b', '3'],
      ['x-name', '\u2764'],
      ['x-latin', '\u00e9'],
      ['content-length', '3'],
    ]);
    expect(textOf(response)).toBe('abc');
  });

  it('R3 does not show 1xx answers', async () => {
    const response = answerOf(
      await exchange((_, connection) => {
        connection.write('HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n');
        connection.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
      }),
    );
    expect(response.status).toBe(200);
    expect(response.headers).toEqual([['content-length', '2']]);
  });

  it('reads a body that ends with the connection', async () => {
    const response = answerOf(
      await exchange((_, connection) => {
        connection.end('HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nall of it');
      }),
    );
    expect(textOf(response)).toBe('all of it');
  });

  it('reads no body after HEAD, 204 and 304, whatever their headers announce', async () => {
    const server = await serve();
    const upstream = client();
    const headers = { 'Content-Length': '5', 'Content-Encoding': 'gzip' };
    server.script({ headers, body: 'xxxxx' }, { status: 204 }, { status: 304, headers });
    const head = await upstream.send(planFor(server.origin, { method: 'HEAD' }), limits, never);
    expect(answerOf(head).body.length).toBe(0);
    for (const status of [204, 304]) {
      const response = answerOf(await upstream.send(planFor(server.origin), limits, never));
      expect([response.status, response.body.length]).toEqual([status, 0]);
    }
  });

  it('joins a body of many pieces', async () => {
    const pieces = Array.from({ length: 300 }, (_, index) => `piece ${index}\n`);
    expect(textOf(answerOf(await exchange({ body: pieces })))).toBe(pieces.join(''));
  });

  it('refuses headers beyond the limit, and takes those below it', async () => {
    const small = answerOf(await exchange({ headers: { 'X-Big': 'x'.repeat(60_000) } }));
    expect(small.status).toBe(200);
    const failure = failureOf(await exchange({ headers: { 'X-Big': 'x'.repeat(70_000) } }));
    expect(failure).toMatchObject({ kind: 'network', sent: true });
    expect(failure.message).toContain('headers');
  });
});

describe('R15 compression', () => {
  const text = JSON.stringify({ list: Array.from({ length: 400 }, (_, id) => ({ id })) });
  const large = 'abc'.repeat(200_000);
  it.each([
    ['gzip', 'gzip', gzipSync(text), text],
    ['x-gzip', 'x-gzip', gzipSync(text), text],
    ['deflate', 'deflate', deflateSync(text), text],
    ['raw deflate', 'deflate', deflateRawSync(text), text],
    ['br', 'br', brotliCompressSync(text), text],
    ['two codings', 'gzip, br', brotliCompressSync(gzipSync(text)), text],
    ['identity', 'identity', Buffer.from(text), text],
    ['a large body', 'gzip', gzipSync(large, { level: 0 }), large],
  ])('undoes %s', async (_name, coding, body, plain) => {
    const answer = { headers: { 'Content-Encoding': coding }, body };
    const response = answerOf(await exchange(answer));
    expect(textOf(response)).toBe(plain);
    expect(response.truncated).toBe(false);
    expect(response.declaredBytes).toBe(coding === 'identity' ? body.length : undefined);
  });

  it('stops a bomb at the limit of the decompressed size', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000), { level: 9 });
    const answer = { headers: { 'Content-Encoding': 'gzip' }, body: bomb };
    const response = answerOf(await exchange(answer, { maxResponseBytes: 100_000 }));
    expect([response.truncated, response.body.length]).toEqual([true, 100_000]);
  });

  it('stops a small bomb and a bomb in a bomb', async () => {
    const small = gzipSync(Buffer.alloc(1_000_000));
    for (const [coding, body] of [
      ['gzip', small],
      ['gzip, gzip', gzipSync(small)],
    ] as const) {
      const answer = { headers: { 'Content-Encoding': coding }, body };
      const response = answerOf(await exchange(answer, { maxResponseBytes: 10_000 }));
      expect([response.truncated, response.body.length]).toEqual([true, 10_000]);
    }
  });

  it('keeps the beginning of a compressed body that goes on beyond the limit', async () => {
    const noise = Buffer.from(Array.from({ length: 60_000 }, (_, index) => (index * 7919) % 251));
    const answer = {
      headers: { 'Content-Encoding': 'gzip' },
      body: gzipSync(noise, { level: 0 }),
    };
    const response = answerOf(await exchange(answer, { maxResponseBytes: 20_000 }));
    expect(response.truncated).toBe(true);
    expect(response.body.length).toBeGreaterThan(19_000);
    expect(noise.subarray(0, response.body.length).equals(response.body)).toBe(true);
  });

  it.each([
    ['bytes that are no gzip', 'gzip', Buffer.from('{"plain":true}')],
    ['a gzip body that ends early', 'gzip', gzipSync(text).subarray(0, 60)],
    ['a gzip body with a wrong checksum', 'gzip', corrupted(gzipSync(text))],
    [
      'a large gzip body that ends early',
      'gzip',
      gzipSync(large, { level: 0 }).subarray(0, 90_000),
    ],
    ['bytes that are no brotli', 'br', Buffer.from('not brotli at all')],
  ])('reports %s', async (_name, coding, body) => {
    const failure = failureOf(
      await exchange({ headers: { 'Content-Encoding': coding }, body, status: 201 }),
    );
    expect(failure).toMatchObject({ kind: 'network', sent: true });
    expect(failure.message).toMatch(/201.*damaged/);
  });

  it('reports a coding that nobody asked for', async () => {
    const answer = { headers: { 'Content-Encoding': 'zstd' }, body: 'x' };
    expect(failureOf(await exchange(answer)).message).toContain('cannot be decoded');
  });
});

function corrupted(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  copy.writeUInt32LE(12_345, copy.length - 8);
  return copy;
}

describe('limits', () => {
  it('R16 stops reading at the limit and gives the connection up', async () => {
    const server = await serve();
    let written = 0;
    server.script((_, { socket }) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n');
      const pump = (): void => {
        while (!socket.destroyed && socket.write('x'.repeat(10_000))) written += 10_000;
      };
      socket.on('drain', pump);
      pump();
    });
    const small = { ...limits, maxResponseBytes: 25_000 };
    const response = answerOf(await client().send(planFor(server.origin), small, never));
    expect([response.truncated, response.body.length]).toEqual([true, 25_000]);
    await server.closed(1);
    expect(written).toBeLessThan(50_000_000);
  });

  it('does not call a body truncated that is exactly as long as the limit', async () => {
    const response = answerOf(await exchange({ body: 'x'.repeat(10) }, { maxResponseBytes: 10 }));
    expect([response.truncated, response.body.length]).toEqual([false, 10]);
    const longer = answerOf(await exchange({ body: 'x'.repeat(11) }, { maxResponseBytes: 10 }));
    expect(longer).toMatchObject({ truncated: true, declaredBytes: 11 });
  });

  it('R18 waits for headers only so long', async () => {
    const failure = failureOf(await exchange(() => undefined, { headersTimeoutMs: 30 }));
    expect(failure).toMatchObject({ kind: 'timeout', sent: true });
    expect(failure.message).toContain('did not begin to answer within 30 ms');
  });

  it('R18 waits between two pieces of the body only so long', async () => {
    const failure = failureOf(
      await exchange(
        (_, { write }) => {
          write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc');
        },
        { bodyTimeoutMs: 30 },
      ),
    );
    expect(failure).toMatchObject({ kind: 'timeout', sent: true });
    expect(failure.message).toContain('nothing more came for 30 ms after 3 bytes');
  });

  it('R18 waits for a connection only so long', async () => {
    const upstream = client({ lookup: () => undefined });
    const plan = planFor('http://api.test');
    const result = await upstream.send(plan, { ...limits, connectTimeoutMs: 30 }, never);
    expect(failureOf(result)).toEqual({
      kind: 'timeout',
      message: 'No connection to http://api.test within 30 ms.',
      sent: false,
    });
  });

  it('R17 ends a stream at a time limit with what has come', async () => {
    const response = answerOf(
      await exchange(
        (_, { write }) => {
          write('HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: 1\n\n');
        },
        { bodyTimeoutMs: 30 },
      ),
    );
    expect([textOf(response), response.truncated]).toEqual(['data: 1\n\n', true]);
  });
});

describe('cancelling', () => {
  it('reaches the socket', async () => {
    const server = await serve();
    server.script(() => undefined);
    const controller = new AbortController();
    const sending = client().send(planFor(server.origin), limits, controller.signal);
    await server.received(1);
    controller.abort();
    expect(failureOf(await sending)).toEqual({
      kind: 'cancelled',
      message: 'The call was cancelled.',
      sent: true,
    });
    await server.closed(1);
  });

  it('reaches the socket in the middle of a body, and what comes later is nobody’s', async () => {
    const server = await serve();
    const upstream = client();
    const controller = new AbortController();
    server.script((_, { write }) => {
      write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc');
    });
    const chunk = (): 'continue' => {
      controller.abort();
      return 'continue';
    };
    const result = await upstream.send(planFor(server.origin), limits, controller.signal, chunk);
    expect(failureOf(result)).toMatchObject({ kind: 'cancelled', sent: true });
    await server.closed(1);
    expect(answerOf(await upstream.send(planFor(server.origin), limits, never)).status).toBe(200);
  });

  it('sends nothing where the signal is aborted before', async () => {
    const server = await serve();
    const result = await client().send(planFor(server.origin), limits, AbortSignal.abort());
    expect(failureOf(result)).toMatchObject({ kind: 'cancelled', sent: false });
    expect(server.connections).toBe(0);
  });

  it('is a timeout where a time limit of the whole call aborts', async () => {
    const server = await serve();
    server.script(() => undefined);
    const controller = new AbortController();
    const sending = client().send(planFor(server.origin), limits, controller.signal);
    await server.received(1);
    controller.abort(new DOMException('late', 'TimeoutError'));
    expect(failureOf(await sending)).toMatchObject({ kind: 'timeout', sent: true });
  });

  it('leaves no listener behind on the signal of the session', async () => {
    const server = await serve();
    const upstream = client();
    const { signal } = new AbortController();
    let listeners = 0;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...given: Parameters<typeof add>) => {
      listeners += 1;
      add(...given);
    };
    signal.removeEventListener = (...given: Parameters<typeof remove>) => {
      listeners -= 1;
      remove(...given);
    };
    answerOf(await upstream.send(planFor(server.origin), limits, signal));
    expect(listeners).toBe(0);
  });

  it('fails calls in flight when it is closed', async () => {
    const server = await serve();
    server.script(() => undefined);
    const upstream = client();
    const sending = upstream.send(planFor(server.origin), limits, never);
    await server.received(1);
    await upstream.close();
    expect(failureOf(await sending)).toMatchObject({ kind: 'cancelled', sent: true });
    const later = await upstream.send(planFor(server.origin), limits, never);
    expect(failureOf(later)).toMatchObject({ kind: 'cancelled', sent: false });
  });
});

describe('watching the body', () => {
  it('sees each piece with the head, decoded, and may stop', async () => {
    const server = await serve();
    server.script((_, { write }) => {
      write('HTTP/1.1 206 Some\r\nX-A: b\r\n\r\none');
    });
    const seen: string[] = [];
    const response = answerOf(
      await client().send(planFor(server.origin), limits, never, (chunk, head) => {
        seen.push(`${head.status} ${Buffer.from(chunk).toString()}`);
        return 'stop';
      }),
    );
    expect(seen).toEqual(['206 one']);
    expect([textOf(response), response.truncated]).toEqual(['one', true]);
    await server.closed(1);
  });

  it('decodes a compressed stream while it arrives', async () => {
    const plain = 'data: hello\n\n'.repeat(20_000);
    const seen: Buffer[] = [];
    const server = await serve();
    server.script({
      headers: { 'Content-Type': 'text/event-stream', 'Content-Encoding': 'gzip' },
      body: splitBytes(gzipSync(plain, { level: 0 }), 7_000),
    });
    const response = answerOf(
      await client().send(planFor(server.origin), limits, never, (chunk) => {
        seen.push(Buffer.from(chunk));
        return 'continue';
      }),
    );
    expect(Buffer.concat(seen).toString()).toBe(plain);
    expect(textOf(response)).toBe(plain);
    expect(seen.length).toBeGreaterThan(2);
  });

  it('sees another compressed body in one piece', async () => {
    const server = await serve();
    const body = splitBytes(gzipSync('abc'.repeat(1_000)), 10);
    server.script({ headers: { 'Content-Encoding': 'gzip' }, body });
    const seen: number[] = [];
    answerOf(
      await client().send(planFor(server.origin), limits, never, (chunk) => {
        seen.push(chunk.length);
        return 'continue';
      }),
    );
    expect(seen).toEqual([3_000]);
  });

  it.each(['text/event-stream', 'text/plain'])(
    'reports damage in a compressed body of %s that it watches',
    async (type) => {
      const server = await serve();
      const headers = { 'Content-Type': type, 'Content-Encoding': 'br' };
      server.script({ headers, body: 'no brotli' });
      const result = await client().send(planFor(server.origin), limits, never, () => 'continue');
      expect(failureOf(result).message).toContain('damaged');
    },
  );
});

function splitBytes(bytes: Buffer, size: number): Buffer[] {
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size) pieces.push(bytes.subarray(at, at + size));
  return pieces;
}

describe('connections that fail', () => {
  it('says that a connection was refused', async () => {
    const server = await serve();
    const { origin } = server;
    await server.close();
    open.splice(0);
    const failure = failureOf(await client().send(planFor(origin), limits, never));
    expect(failure).toMatchObject({ kind: 'network', sent: false });
    expect(failure.message).toMatch(/^No connection to http:\/\/127\.0\.0\.1:\d+: .*refused/);
  });

  it.each([
    ['before the headers', '', /closed the connection before it answered/],
    ['in the headers', 'HTTP/1.1 200 OK\r\nX-', /closed the connection before it answered/],
    ['in the body', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc', /broke .*after 3 bytes/],
    [
      'in a chunked body',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n',
      /broke .*after 3 bytes/,
    ],
  ])('reports a connection that breaks %s', async (_name, bytes, message) => {
    for (const ending of ['end', 'reset'] as const) {
      const failure = failureOf(
        await exchange((_, connection) => {
          connection.socket.write(bytes, () => {
            connection[ending]();
          });
        }),
      );
      expect(failure).toMatchObject({ kind: 'network', sent: true });
      // A reset may overtake what was written before it.
      if (ending === 'end') expect(failure.message).toMatch(message);
    }
  });

  it('reports an answer that is not HTTP', async () => {
    const failure = failureOf(
      await exchange((_, { end }) => {
        end('SSH-2.0-OpenSSH_9.6\r\n');
      }),
    );
    expect(failure).toMatchObject({ kind: 'network', sent: true });
    expect(failure.message).toContain('not HTTP/1.1');
  });

  it('keeps the first of two answers, and the connection is not used again', async () => {
    const server = await serve();
    const upstream = client();
    server.script((_, { write }) => {
      write('HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabcHTTP/1.1 200 OK\r\n\r\nevil');
    });
    const first = answerOf(await upstream.send(planFor(server.origin), limits, never));
    expect(textOf(first)).toBe('abc');
    const second = answerOf(await upstream.send(planFor(server.origin), limits, never));
    expect(textOf(second)).toBe('{}');
    expect(server.connections).toBe(2);
  });

  it('says that a host name does not exist, without asking the network', async () => {
    const upstream = client({
      lookup: (hostname, _options, callback) => {
        const error = Object.assign(new Error(`getaddrinfo ENOTFOUND ${hostname} via 10.0.0.53`), {
          code: 'ENOTFOUND',
        });
        callback(error, '', 4);
      },
    });
    const failure = failureOf(await upstream.send(planFor('https://nope.test'), limits, never));
    expect(failure).toEqual({
      kind: 'network',
      message:
        'No connection to https://nope.test: the host name does not exist. The base URL may be wrong.',
      sent: false,
    });
  });

  it('names the origin of a plan and no address behind it', async () => {
    const gone = await startRecordingUpstream();
    await gone.close();
    const upstream = client({
      lookup: (_hostname, options, callback) => {
        if (options.all === true) callback(null, [{ address: '127.0.0.1', family: 4 }]);
        else callback(null, '127.0.0.1', 4);
      },
    });
    const plan = planFor(`http://internal.test:${gone.port}`);
    const failure = failureOf(await upstream.send(plan, limits, never));
    expect(failure.message).toContain('http://internal.test');
    expect(failure.message).not.toContain('127.0.0.1');
  });

  it.each([
    ['a path with a space', { target: '/a b' }],
    ['a header with a line break', { headers: [['X-A', 'b\r\nX-Evil: 1']] as const }],
  ])('sends nothing for %s', async (_name, change) => {
    const server = await serve();
    const result = await client().send(planFor(server.origin, change), limits, never);
    expect(failureOf(result)).toMatchObject({ kind: 'network', sent: false });
    expect(failureOf(result).message).toContain('cannot be written as HTTP');
    expect(server.requests).toEqual([]);
  });
});

describe('connections that were closed while idle', () => {
  it('are not used', async () => {
    const server = await serve();
    const upstream = client({ maxConnections: 1 });
    answerOf(await upstream.send(planFor(server.origin), limits, never));
    server.closeConnections();
    await server.closed(1);
    const body = { kind: 'bytes', contentType: 'text/plain', bytes: Buffer.from('x') } as const;
    const plan = planFor(server.origin, { method: 'POST', body });
    expect(answerOf(await upstream.send(plan, limits, never)).status).toBe(200);
    expect(server.requests.map((request) => request.connection)).toEqual([1, 2]);
  });

  it.each(['GET', 'PUT', 'DELETE'])(
    'cost %s nothing even when the close crosses the request',
    async (method) => {
      const server = await serve();
      const upstream = client({ maxConnections: 1 });
      answerOf(await upstream.send(planFor(server.origin), limits, never));
      server.script((_, { end }) => {
        end();
      });
      const result = await upstream.send(planFor(server.origin, { method }), limits, never);
      expect(answerOf(result).status).toBe(200);
      expect(server.requests.map((request) => request.connection)).toEqual([1, 1, 2]);
    },
  );

  it('are not a reason to repeat a POST, which may have been processed', async () => {
    const server = await serve();
    const upstream = client({ maxConnections: 1 });
    answerOf(await upstream.send(planFor(server.origin), limits, never));
    server.script((_, { reset }) => {
      reset();
    });
    const result = await upstream.send(planFor(server.origin, { method: 'POST' }), limits, never);
    expect(failureOf(result)).toMatchObject({ kind: 'network', sent: true });
    expect(server.requests.length).toBe(2);
  });

  it('are told from a new connection that breaks, which is one attempt', async () => {
    const server = await serve();
    server.script((_, { end }) => {
      end();
    });
    const result = await client({ maxConnections: 1 }).send(planFor(server.origin), limits, never);
    expect(failureOf(result)).toMatchObject({ kind: 'network', sent: true });
    expect(server.requests.length).toBe(1);
  });

  it('are given up after one repetition', async () => {
    const server = await serve();
    const upstream = client({ maxConnections: 1 });
    answerOf(await upstream.send(planFor(server.origin), limits, never));
    server.script(hangUp, hangUp, hangUp);
    expect((await upstream.send(planFor(server.origin), limits, never)).ok).toBe(false);
    expect(server.requests.length).toBe(3);
  });
});

describe('TLS', () => {
  const tls = { cert: testServerCertificate, key: testServerKey };

  it('trusts a configured authority', async () => {
    const server = await serve({ tls });
    const upstream = client({ tls: { ca: testAuthority } });
    expect(answerOf(await upstream.send(planFor(server.origin), limits, never)).status).toBe(200);
  });

  it('says what is wrong with a certificate', async () => {
    const server = await serve({ tls });
    const failure = failureOf(await client().send(planFor(server.origin), limits, never));
    expect(failure).toMatchObject({ kind: 'network', sent: false });
    expect(failure.message).toMatch(/^No secure connection to .*authority that is not trusted/);
  });

  it('says that a certificate is for another host', async () => {
    const server = await serve({ tls });
    const upstream = client({
      tls: { ca: testAuthority },
      lookup: (_hostname, options, callback) => {
        if (options.all === true) callback(null, [{ address: '127.0.0.1', family: 4 }]);
        else callback(null, '127.0.0.1', 4);
      },
    });
    const plan = planFor(`https://other.test:${server.port}`);
    const failure = failureOf(await upstream.send(plan, limits, never));
    expect(failure.message).toContain('is for another host name');
  });

  it('says that an http server was spoken to with TLS', async () => {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    // A TCP server that listens has an address with a port.
    const { port } = server.address() as AddressInfo;
    const origin = `https://127.0.0.1:${port}`;
    const failure = failureOf(await client().send(planFor(origin), limits, never));
    server.close();
    expect(failure).toMatchObject({ kind: 'network', sent: false });
    expect(failure.message).toContain('No secure connection');
  });

  it('shows a client certificate where one is configured for the origin', async () => {
    const server = await serve({
      tls: { ...tls, ca: testAuthority, requestCert: true, rejectUnauthorized: true },
    });
    const bare = client({ tls: { ca: testAuthority } });
    expect((await bare.send(planFor(server.origin), limits, never)).ok).toBe(false);
    const upstream = client({
      tlsByOrigin: {
        [server.origin]: {
          ca: [testAuthority],
          cert: testClientCertificate,
          key: Buffer.from(testClientKey),
        },
      },
    });
    expect(answerOf(await upstream.send(planFor(server.origin), limits, never)).status).toBe(200);
  });
});
