import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createGuard } from '../../../src/runtime/transports/http/guard.ts';
import { isTextTooDeep, isValueTooDeep } from '../../../src/runtime/transports/http/json-depth.ts';
import { createFakeUpstream } from '../../support/fake-upstream.ts';
import { post, rpc, sendRaw, startHttp } from '../../support/http-bridge.ts';

const list = JSON.stringify(rpc('tools/list'));
const call = (given: string): string =>
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"getThing","arguments":${given}}}`;

/** A POST as it stands on the wire. */
function wire(headers: readonly string[], body = list): string {
  return ['POST /mcp HTTP/1.1', ...headers, '', body].join('\r\n');
}

const plain = [
  'Content-Type: application/json',
  'Accept: application/json',
  `Content-Length: ${list.length}`,
  'Connection: close',
];

const statusOf = (text: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1]);

describe('names and pages that were not invited', () => {
  it.each([
    ['localhost', 200],
    ['localhost:80', 200],
    ['LOCALHOST', 200],
    ['localhost.', 200],
    ['127.0.0.1:9', 200],
    ['[::1]:1', 200],
    ['evil.example', 403],
    ['127.0.0.1.evil.example', 403],
    ['localhost.evil.example', 403],
    ['10.0.0.1', 403],
    ['localhost@evil.example', 400],
    ['localhost/evil', 400],
    ['localhost evil.example', 400],
    ['', 400],
    ['localhost:80:80', 400],
  ])('answers the Host "%s" with %i', async (host, status) => {
    const { port } = await startHttp();
    expect(statusOf(await sendRaw(port, wire([`Host: ${host}`, ...plain])))).toBe(status);
  });

  it.each([
    ['http://localhost:3000', 200],
    ['https://127.0.0.1', 200],
    ['http://[::1]:8080', 200],
    ['null', 403],
    ['', 403],
    ['http://evil.example', 403],
    ['http://localhost.evil.example', 403],
    ['http://localhost@evil.example', 403],
    ['http://localhost, http://evil.example', 403],
    ['file://', 403],
    ['chrome-extension://abcdef', 403],
    ['http://10.0.0.1', 403],
  ])('answers the Origin "%s" with %i', async (origin, status) => {
    const { port, upstream } = await startHttp();
    const body = call('{"id":"1"}');
    const headers = plain.map((line) =>
      line.startsWith('Content-Length') ? `Content-Length: ${body.length}` : line,
    );
    const text = await sendRaw(
      port,
      wire([`Host: localhost:${port}`, `Origin: ${origin}`, ...headers], body),
    );
    expect(statusOf(text)).toBe(status);
    expect(upstream.plans).toHaveLength(status === 200 ? 1 : 0);
  });

  it('refuses a page of this machine where the server is asked by a public name', async () => {
    const { port } = await startHttp({ http: { allowedHosts: ['mcp.example'] } });
    const ask = (origin: string): Promise<string> =>
      sendRaw(port, wire(['Host: mcp.example', `Origin: ${origin}`, ...plain]));
    expect(statusOf(await ask('http://localhost:3000'))).toBe(403);
    expect(statusOf(await ask('http://mcp.example'))).toBe(403);
    expect(statusOf(await sendRaw(port, wire(['Host: mcp.example', ...plain])))).toBe(200);
  });

  it('takes addresses as names only where it listens on a network', () => {
    const headers = new Headers({ host: '10.1.2.3:80' });
    const hosts = { hosts: [], origins: [] };
    expect(createGuard({ ...hosts, anyAddress: true }).check(headers)).toBeUndefined();
    expect(createGuard({ ...hosts, anyAddress: false }).check(headers)?.status).toBe(403);
    const named = new Headers({ host: 'evil.example' });
    expect(createGuard({ ...hosts, anyAddress: true }).check(named)?.status).toBe(403);
  });

  it('lets no page read an answer, and only a listed one ask for permission', async () => {
    const { url } = await startHttp({ http: { corsOrigins: ['https://app.example/'] } });
    const preflight = (origin: string): Promise<Response> =>
      fetch(url, {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'content-type, mcp-param-tenant, x-evil',
        },
      });
    const allowed = await preflight('https://app.example');
    expect(allowed.status).toBe(204);
    expect(allowed.headers.get('access-control-allow-origin')).toBe('https://app.example');
    const names = (allowed.headers.get('access-control-allow-headers') ?? '').split(', ');
    expect(names).toEqual(expect.arrayContaining(['content-type', 'mcp-param-tenant']));
    expect(names).not.toContain('x-evil');
    expect((await preflight('https://evil.example')).status).toBe(403);
    const own = await preflight('http://localhost:3000');
    expect(own.headers.get('access-control-allow-origin')).toBeNull();
    const answer = await post(url, list, { origin: 'https://app.example' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('access-control-expose-headers')).toContain('mcp-session-id');
    expect(answer.headers.get('vary')).toBe('origin');
    const local = await post(url, list, { origin: 'http://localhost:3000' });
    expect(local.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('marks every answer as nothing to keep or to guess at', async () => {
    const { url } = await startHttp();
    for (const path of ['/mcp', '/healthz', '/nothing']) {
      const answer = await fetch(new URL(path, url));
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
  });
});

describe('requests that two programs would read differently', () => {
  const smuggled = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n';
  const host = 'Host: localhost';
  const json = 'Content-Type: application/json';

  it.each([
    ['a length and chunks', [json, 'Content-Length: 4', 'Transfer-Encoding: chunked']],
    ['two lengths', [json, 'Content-Length: 4', 'Content-Length: 60']],
    ['a list of lengths', [json, 'Content-Length: 4, 60']],
    ['a negative length', [json, 'Content-Length: -1']],
    ['a length with a sign', [json, 'Content-Length: +4']],
    ['chunks that are not last', [json, 'Transfer-Encoding: chunked, identity']],
    ['chunks of another kind', [json, 'Transfer-Encoding: xchunked']],
    ['a blank before the colon', [json, 'Transfer-Encoding : chunked']],
    ['a folded line', [json, 'X-A: b', ' Transfer-Encoding: chunked']],
    ['two hosts', [json, 'Host: evil.example', 'Content-Length: 4']],
    ['a NUL', [json, 'X-A: b\0c', 'Content-Length: 4']],
    ['a bare carriage return', [json, 'X-A: b\rTransfer-Encoding: chunked']],
  ])('refuses %s and closes the connection', async (_what, headers) => {
    const { port } = await startHttp();
    const text = await sendRaw(port, wire([host, ...headers], `0\r\n\r\n${smuggled}`), {
      end: true,
    });
    expect(statusOf(text)).toBe(400);
    expect(text).not.toContain('\nok\n');
  });

  it.each([
    ['a size that is no number', 'zz\r\n'],
    ['a size beyond all bounds', 'fffffffffffffffff\r\n'],
    ['a size with a sign', '-1\r\n'],
  ])('refuses a chunk with %s', async (_what, chunk) => {
    const { port } = await startHttp();
    const headers = [host, json, 'Transfer-Encoding: chunked'];
    const text = await sendRaw(port, wire(headers, `${chunk}x\r\n0\r\n\r\n`), { end: true });
    expect(statusOf(text)).toBe(400);
  });

  it.each([
    ['HTTP/1.1 without a host', 'GET /healthz HTTP/1.1\r\n\r\n', 400],
    [
      'a target with a host',
      'GET http://evil.example/mcp HTTP/1.1\r\nHost: localhost\r\n\r\n',
      404,
    ],
    ['a method that nobody knows', 'HACK /mcp HTTP/1.1\r\nHost: localhost\r\n\r\n', 400],
    ['no HTTP at all', '\x16\x03\x01\x02\0\x01', 400],
  ])('answers %s without giving anything away', async (_what, bytes, status) => {
    const { port } = await startHttp();
    const text = await sendRaw(port, bytes, { end: true });
    expect(statusOf(text)).toBe(status);
    expect(text).not.toMatch(/node|Error|^\s+at /im);
  });
});

describe('JSON that means harm', () => {
  const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;

  it.each([
    ['arrays', call(`{"id":${nested(100_000)}}`)],
    ['objects', call(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`)],
    ['the message itself', nested(100_000)],
  ])('refuses deeply nested %s', async (_what, body) => {
    const { url, problems } = await startHttp();
    const answer = await post(url, body);
    expect(answer.status).toBe(400);
    expect(answer.message.error?.message).toMatch(/nested/);
    expect(problems).toEqual([]);
  });

  it.each([
    ['[[1]]', 2],
    ['{"a":[{"b":1}],"c":2}', 3],
    ['"[[["', 0],
    [String.raw`{"a\"[[[":"\\"}`, 1],
    ['[[],[[]]]', 3],
  ])('counts the depth of %s as %i, in texts and in values', (text, depth) => {
    expect(isTextTooDeep(text, depth)).toBe(false);
    expect(isTextTooDeep(text, depth - 1)).toBe(depth > 0);
    expect(isValueTooDeep(JSON.parse(text), depth)).toBe(false);
  });

  it('finds values that are too deep without going down itself', () => {
    expect(isValueTooDeep(JSON.parse(nested(100_000)), 128)).toBe(true);
    expect(isValueTooDeep([[[1]]], 2)).toBe(true);
  });

  it.each(['__proto__', 'constructor', 'prototype', 'toString'])(
    'gives the key %s no meaning',
    async (key) => {
      const { url, upstream } = await startHttp();
      const answer = await post(url, call(`{"id":"1","${key}":{"polluted":true}}`));
      expect(answer.message.result?.isError).toBe(true);
      expect(answer.text).toContain(key);
      expect(upstream.plans).toEqual([]);
      const message = await post(url, `{"${key}":{"polluted":1},${list.slice(1)}`);
      expect(message.status).toBeLessThan(500);
      expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
      expect((await post(url, list)).status).toBe(200);
    },
  );

  it.each([
    ['a name that is no text', '{"name":{"a":1},"arguments":{}}'],
    ['arguments that are no object', '{"name":"getThing","arguments":[1]}'],
    ['parameters that are no object', '[1]'],
  ])('answers %s as an error of the protocol', async (_what, params) => {
    const { url, upstream } = await startHttp();
    const answer = await post(
      url,
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`,
    );
    expect(answer.message.error?.code).toBeLessThan(0);
    expect(upstream.plans).toEqual([]);
  });
});

describe('clients that take their time', () => {
  it('ends a request whose headers do not come', async () => {
    const { port } = await startHttp({ http: { limits: { headersTimeoutMs: 100 } } });
    expect(statusOf(await sendRaw(port, 'POST /mcp HTTP/1.1\r\nHost: loc'))).toBe(408);
  });

  it('ends a request whose body does not come', async () => {
    const { port } = await startHttp({ http: { limits: { bodyTimeoutMs: 50 } } });
    const headers = [
      'Host: localhost',
      ...plain.map((line) => (line.startsWith('Content-Length') ? 'Content-Length: 5000' : line)),
    ];
    const text = await sendRaw(port, wire(headers, '{'));
    expect(statusOf(text)).toBe(408);
    expect(text).toMatch(/connection: close/i);
  });

  it('closes a connection that is not used again', async () => {
    const { port } = await startHttp({ http: { limits: { idleTimeoutMs: 50 } } });
    const headers = ['Host: localhost', ...plain.slice(0, -1)];
    expect(statusOf(await sendRaw(port, wire(headers)))).toBe(200);
  });

  it('lets go of a client that does not take its answer', async () => {
    const large = createFakeUpstream(() => ({ body: 'x'.repeat(900_000) }));
    const { port, server, url } = await startHttp({
      upstream: large,
      http: {
        limits: { stallTimeoutMs: 100, keepAliveMs: 20 },
        metricsListen: { host: '127.0.0.1', port: 0 },
      },
    });
    const calls = Array.from({ length: 40 }, (_, id) =>
      JSON.stringify(rpc('tools/call', { name: 'getThing', arguments: { id: '1' } }, id)),
    );
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    onTestFinished(() => void socket.destroy());
    socket.pause();
    for (const body of calls) {
      const headers = ['Host: localhost', ...plain.slice(0, 2), `Content-Length: ${body.length}`];
      socket.write(wire(headers, body));
    }
    const inProgress = async (): Promise<string | undefined> => {
      const text = await (await fetch(server.metricsUrl ?? '')).text();
      return /^openapi_mcp_requests_in_progress (\d+)$/m.exec(text)?.[1];
    };
    await expect.poll(inProgress).not.toBe('0');
    await expect.poll(inProgress).toBe('0');
    expect((await post(url, list)).status).toBe(200);
  });

  it('goes on serving with 1,000 idle connections, and keeps no more than it may', async () => {
    const { port, url } = await startHttp({ http: { limits: { maxConnections: 200 } } });
    const sockets: Socket[] = [];
    onTestFinished(() => sockets.forEach((socket) => socket.destroy()));
    let closed = 0;
    await Promise.all(
      Array.from(
        { length: 1_000 },
        () =>
          new Promise<void>((resolve) => {
            const socket = connect(port, '127.0.0.1', () => resolve());
            socket.on('error', () => undefined).on('close', () => (closed += 1));
            socket.resume();
            sockets.push(socket);
          }),
      ),
    );
    expect((await post(url, list)).status).toBe(200);
    await expect.poll(() => closed).toBeGreaterThanOrEqual(800);
    expect((await post(url, list)).status).toBe(200);
  });
});
