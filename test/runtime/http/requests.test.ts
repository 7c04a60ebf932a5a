import { describe, expect, it } from 'vitest';
import { artifactOf } from '../../support/artifact-builder.ts';
import { modern, oldHeaders, post, rpc, startHttp } from '../../support/http-bridge.ts';

const list = rpc('tools/list');

describe('what a client may accept', () => {
  it.each([
    ['both kinds', 'application/json, text/event-stream', 'application/json'],
    ['JSON alone', 'application/json', 'application/json'],
    ['event streams alone', 'text/event-stream', 'text/event-stream'],
    ['event streams first', 'text/event-stream, */*;q=0.1', 'application/json'],
    ['anything', '*/*', 'application/json'],
    ['nothing in particular', '', 'application/json'],
  ])('serves an old client that accepts %s', async (_what, accept, kind) => {
    const { url } = await startHttp();
    const answer = await post(url, list, { accept });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toContain(kind);
    expect(answer.message.result?.tools).toHaveLength(1);
  });

  const progress = rpc('tools/call', {
    name: 'getThing',
    arguments: { id: '1' },
    _meta: { progressToken: 7 },
  });

  it('streams to an old client that wants progress and reads streams', async () => {
    const { url } = await startHttp();
    const answer = await post(url, progress);
    expect(answer.headers.get('content-type')).toMatch(/^text\/event-stream/);
    expect(answer.text).toContain('"method":"notifications/progress"');
    expect(answer.message.result?.isError).toBeFalsy();
  });

  it('answers an old client that wants progress and reads JSON alone with JSON', async () => {
    const { url } = await startHttp();
    const answer = await post(url, progress, { accept: 'application/json' });
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(answer.message.result?.isError).toBeFalsy();
  });

  it('gives sessions in JSON to clients that read nothing else', async () => {
    const { url } = await startHttp({ http: { sessions: {} } });
    const initialize = rpc('initialize', {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'raw', version: '1' },
    });
    const accept = 'application/json';
    const greeting = await post(url, initialize, { accept });
    const session = greeting.headers.get('mcp-session-id') ?? '';
    const answer = await post(url, list, { accept, 'mcp-session-id': session });
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(answer.message.result?.tools).toHaveLength(1);
  });
});

describe('what is no request of MCP', () => {
  it.each([
    ['GET', 405],
    ['DELETE', 405],
    ['PUT', 405],
    ['HEAD', 405],
  ])('answers %s with %i and the methods that there are', async (method, status) => {
    const { url } = await startHttp();
    const answer = await fetch(url, { method, headers: { accept: 'text/event-stream' } });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('allow')).toBe('POST');
  });

  it.each([
    ['text', 'text/plain', 415],
    ['a form', 'application/x-www-form-urlencoded', 415],
    ['no type', '', 415],
    ['JSON of another kind', 'application/json-seq', 415],
    ['JSON with a charset', 'application/json; charset=utf-8', 200],
    ['JSON in capitals', 'Application/JSON', 200],
  ])('answers a body of %s with %s by %i', async (_what, type, status) => {
    const { url } = await startHttp();
    const headers = new Headers({ ...oldHeaders, 'content-type': type });
    // A string would get a type of its own where there is none.
    const body = new TextEncoder().encode(JSON.stringify(list));
    expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(status);
  });

  it('refuses a compressed body and says what it takes', async () => {
    const { url } = await startHttp();
    const answer = await post(url, list, { 'content-encoding': 'gzip' });
    expect(answer.status).toBe(415);
    expect(answer.headers.get('accept-encoding')).toBe('identity');
  });

  it.each([
    ['no JSON', '{', -32_700],
    ['nothing', '', -32_700],
    ['bytes that are no UTF-8', Buffer.from([0x22, 0xff, 0x22]).toString('latin1'), -32_600],
    ['a number', '1', -32_600],
    ['null', 'null', -32_600],
    ['an empty batch', '[]', -32_600],
    ['an object that is no message', '{"a":1}', -32_600],
    ['a batch that is too long', JSON.stringify(Array.from({ length: 101 }, () => list)), -32_600],
  ])('answers %s with 400', async (_what, body, code) => {
    const { url } = await startHttp();
    const answer = await post(url, body);
    expect(answer.status).toBe(400);
    expect(answer.message.error?.code).toBe(code);
  });

  it('knows the path of the endpoint alone', async () => {
    const { url } = await startHttp();
    expect((await post(`${url}/`, list)).status).toBe(200);
    expect((await post(`${url}?x=1`, list)).status).toBe(200);
    expect((await post(`${url}/more`, list)).status).toBe(404);
    expect((await post(new URL('/', url).href, list)).status).toBe(404);
  });

  it('serves another path when it is told to', async () => {
    const { url } = await startHttp({ http: { path: '/shop' } });
    expect(new URL(url).pathname).toBe('/shop');
    expect((await post(url, list)).status).toBe(200);
    expect((await post(new URL('/mcp', url).href, list)).status).toBe(404);
  });
});

describe('the rules of 2026-07-28', () => {
  const call = modern('tools/call', { name: 'getThing', arguments: { id: '1' } });

  it.each([
    ['no Mcp-Method', { 'mcp-method': '' }, 400, -32_020],
    ['another Mcp-Method', { 'mcp-method': 'tools/list' }, 400, -32_020],
    ['another Mcp-Name', { 'mcp-name': 'deleteThing' }, 400, -32_020],
    ['another version in the header', { 'mcp-protocol-version': '2025-11-25' }, 400, -32_020],
    ['a name in Base64', { 'mcp-name': '=?base64?Z2V0VGhpbmc=?=' }, 200, undefined],
  ])('answers a call with %s by %i', async (_what, headers, status, code) => {
    const { url, upstream } = await startHttp();
    const kept = Object.entries({ ...call.headers, ...headers }).filter(
      ([, value]) => value !== '',
    );
    const answer = await post(url, call.body, Object.fromEntries(kept));
    expect(answer.status).toBe(status);
    expect(answer.message.error?.code).toBe(code);
    expect(upstream.plans).toHaveLength(status === 200 ? 1 : 0);
  });

  it('names the revisions that it knows to who asks for another', async () => {
    const { url } = await startHttp();
    const { body, headers } = modern('tools/list');
    const text = JSON.stringify(body).replaceAll('2026-07-28', '2030-01-01');
    const answer = await post(url, text, { ...headers, 'mcp-protocol-version': '2030-01-01' });
    expect(answer.status).toBe(400);
    expect(answer.message.error).toMatchObject({
      code: -32_022,
      data: { supported: ['2026-07-28'], requested: '2030-01-01' },
    });
  });

  it('answers an unknown method with 404, and a notification with 202', async () => {
    const { url } = await startHttp();
    const unknown = modern('no/such');
    expect((await post(url, unknown.body, unknown.headers)).status).toBe(404);
    const { body, headers } = modern('notifications/cancelled', { requestId: 1 });
    const { id: _id, ...notification } = body;
    expect((await post(url, notification, headers)).status).toBe(202);
  });

  it('ignores what only old clients send', async () => {
    const { url } = await startHttp();
    const answer = await post(url, list, { 'mcp-session-id': 'x', 'last-event-id': '3' });
    expect(answer.status).toBe(200);
  });
});

describe('the choice of revisions', () => {
  it('refuses old clients where only the new revision is served', async () => {
    const { url } = await startHttp({ http: { revisions: 'modern' } });
    const { body, headers } = modern('tools/list');
    expect((await post(url, body, headers)).status).toBe(200);
    const refused = await post(url, list);
    expect([refused.status, refused.message.error?.code]).toEqual([400, -32_022]);
  });

  it('behaves as an old server where only old revisions are served', async () => {
    const { url } = await startHttp({ http: { revisions: 'legacy' } });
    expect((await post(url, list)).status).toBe(200);
    const { body, headers } = modern('server/discover');
    expect((await post(url, body, headers)).status).toBe(400);
  });
});

describe('limits', () => {
  const bigCall = (bytes: number): Record<string, unknown> =>
    rpc('tools/call', { name: 'getThing', arguments: { id: 'x'.repeat(bytes) } });

  it('refuses a body beyond the limit, announced or not, and takes the next request', async () => {
    const { url } = await startHttp({ http: { limits: { maxBodyBytes: 1_000 } } });
    expect((await post(url, bigCall(2_000))).status).toBe(413);
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        controller.enqueue(new TextEncoder().encode(JSON.stringify(bigCall(2_000))));
        controller.close();
      },
    });
    const init = { method: 'POST', headers: oldHeaders, body, duplex: 'half' } as RequestInit;
    expect((await fetch(url, init)).status).toBe(413);
    expect((await post(url, bigCall(100))).status).toBe(200);
  });

  it('bounds all bodies together', async () => {
    const limits = { maxBodyBytes: 1_000, maxBufferedBytes: 200 };
    const { url } = await startHttp({ http: { limits } });
    const answer = await post(url, bigCall(500));
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('1');
    expect((await post(url, bigCall(50))).status).toBe(200);
  });

  it('refuses requests beyond those that it works on at one time', async () => {
    const { url } = await startHttp({ http: { limits: { maxRequests: 0 } } });
    expect((await post(url, list)).status).toBe(503);
  });

  it('refuses headers beyond the limit', async () => {
    const { url } = await startHttp({ http: { limits: { maxHeaderBytes: 2_000 } } });
    expect((await post(url, list, { 'x-long': 'x'.repeat(3_000) })).status).toBe(431);
  });

  it('shows nothing of a fault inside', async () => {
    const { url, problems } = await startHttp({
      bridge: { artifact: artifactOf() },
      http: {
        bridge: {
          listTools: () => {
            throw new Error('password=hunter2');
          },
          callTool: () => undefined,
          scopesOfTool: () => {
            throw new Error('password=hunter2');
          },
        },
      },
    });
    const { body, headers } = modern('tools/call', { name: 'getThing', arguments: {} });
    const answer = await post(url, body, headers);
    expect(answer.status).toBe(500);
    expect(answer.text).not.toContain('hunter2');
    expect(answer.text).not.toContain('at ');
    expect(problems.map(({ message }) => message)).toEqual(['password=hunter2']);
    await post(url, body, { ...headers, 'mcp-method': 'tools/list' });
    expect(problems).toHaveLength(1);
  });
});
