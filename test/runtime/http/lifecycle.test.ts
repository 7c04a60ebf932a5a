import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { failure } from '../../../src/runtime/call.ts';
import type { ToolOutcome } from '../../../src/runtime/call.ts';
import type { HttpBridge } from '../../../src/runtime/transports/http/options.ts';
import { serveHttp } from '../../../src/runtime/transports/http/server.ts';
import { done } from '../../support/call-context.ts';
import type { ServedHttp } from '../../support/http-bridge.ts';
import {
  modern,
  oldHeaders,
  post,
  principalBridge,
  rpc,
  sendRaw,
  slowArtifact,
  slowUpstream,
  startHttp,
} from '../../support/http-bridge.ts';
import { createFakeUpstream } from '../../support/fake-upstream.ts';

const list = rpc('tools/list');
const slowCall = { name: 'waitForThing', arguments: { id: '1' } };

/** A server with a tool whose upstream never answers. */
function startSlow(http: Parameters<typeof startHttp>[0] = {}): Promise<ServedHttp> {
  return startHttp({ bridge: { artifact: slowArtifact }, upstream: slowUpstream(), ...http });
}

/** A bridge whose one tool ends when the test says so. */
function bridgeUnderControl(): {
  readonly bridge: HttpBridge;
  readonly called: Promise<void>;
  readonly finish: (outcome: ToolOutcome) => void;
} {
  let see: () => void = () => undefined;
  const called = new Promise<void>((resolve) => {
    see = resolve;
  });
  let finish: (outcome: ToolOutcome) => void = () => undefined;
  const ended = new Promise<ToolOutcome>((resolve) => {
    finish = resolve;
  });
  const inner = principalBridge(createFakeUpstream());
  const callTool: HttpBridge['callTool'] = () => {
    see();
    return ended;
  };
  return { bridge: { ...inner, callTool }, called, finish: (outcome) => finish(outcome) };
}

const newCall = modern('tools/call', slowCall);
const progress = { _meta: { progressToken: 1 } };

describe('a client that goes away', () => {
  it.each([
    ['JSON, before 2026-07-28', rpc('tools/call', slowCall), {}],
    ['an event stream, before 2026-07-28', rpc('tools/call', { ...slowCall, ...progress }), {}],
    ['JSON, 2026-07-28', newCall.body, newCall.headers],
    [
      'an event stream, 2026-07-28',
      modern('tools/call', { ...slowCall, ...progress }).body,
      newCall.headers,
    ],
  ])('has its upstream request aborted while it waits for %s', async (_what, body, headers) => {
    const { url, upstream } = await startSlow();
    const controller = new AbortController();
    const answer = fetch(url, {
      method: 'POST',
      headers: { ...oldHeaders, ...headers },
      body: JSON.stringify(body),
      signal: controller.signal,
    }).then((response) => response.text());
    const signal = await upstream.firstSignal;
    expect(signal.aborted).toBe(false);
    controller.abort();
    await expect(answer).rejects.toThrow();
    await expect.poll(() => signal.aborted).toBe(true);
  });

  it('has it aborted after signs of life, too', async () => {
    const { url, upstream } = await startSlow({ http: { limits: { keepAliveMs: 10 } } });
    const controller = new AbortController();
    const answer = await fetch(url, {
      method: 'POST',
      headers: { ...oldHeaders, ...newCall.headers },
      body: JSON.stringify(newCall.body),
      signal: controller.signal,
    });
    expect(answer.headers.get('content-type')).toBe('text/event-stream');
    const signal = await upstream.firstSignal;
    controller.abort();
    await expect.poll(() => signal.aborted).toBe(true);
  });
});

describe('a call that takes long', () => {
  it.each([
    ['before 2026-07-28', { body: rpc('tools/call', { name: 'getThing' }), headers: {} }],
    ['2026-07-28', modern('tools/call', { name: 'getThing' })],
  ])('shows signs of life in an event stream, then its result, %s', async (_what, request) => {
    const { bridge, called, finish } = bridgeUnderControl();
    const { url } = await startHttp({ http: { bridge, limits: { keepAliveMs: 10 } } });
    const pending = fetch(url, {
      method: 'POST',
      headers: { ...oldHeaders, ...request.headers },
      body: JSON.stringify(request.body),
    });
    await called;
    const answer = await pending;
    expect(answer.headers.get('content-type')).toBe('text/event-stream');
    expect(answer.headers.get('x-accel-buffering')).toBe('no');
    finish(done);
    const text = await answer.text();
    expect(text).toMatch(/^: still working\n\n/);
    expect(text).toMatch(/event: message\ndata: \{.*"text":"done".*\}\n\n$/);
  });

  it('shows them as white space to a client that reads JSON alone', async () => {
    const { bridge, called, finish } = bridgeUnderControl();
    const { url } = await startHttp({ http: { bridge, limits: { keepAliveMs: 10 } } });
    const pending = fetch(url, {
      method: 'POST',
      headers: { ...oldHeaders, accept: 'application/json' },
      body: JSON.stringify(rpc('tools/call', { name: 'getThing' })),
    });
    await called;
    const answer = await pending;
    expect(answer.headers.get('content-type')).toBe('application/json');
    finish(done);
    const text = await answer.text();
    expect(text).toMatch(/^\n+\{/);
    expect(JSON.parse(text)).toMatchObject({ id: 1, result: { content: [{ text: 'done' }] } });
  });
});

describe('a server that is told to stop', () => {
  it('lets calls in progress end, and is not ready meanwhile', async () => {
    const { bridge, called, finish } = bridgeUnderControl();
    const { url, server } = await startHttp({ http: { bridge, limits: { drainMs: 5_000 } } });
    expect((await fetch(new URL('/readyz', url))).status).toBe(200);
    const call = post(url, rpc('tools/call', { name: 'getThing' }));
    await called;
    const stopped = server.stop();
    // New connections are refused; the listener is gone.
    await expect(post(url, list)).rejects.toThrow();
    finish(done);
    expect((await call).message.result?.content).toEqual([{ type: 'text', text: 'done' }]);
    await stopped;
  });

  const request = (method: string): string => {
    const body = JSON.stringify(rpc(method, { name: 'getThing' }));
    return [
      'POST /mcp HTTP/1.1',
      'Host: localhost',
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      '',
      body,
    ].join('\r\n');
  };

  it('tells clients in progress to come back on another connection', async () => {
    const { bridge, called, finish } = bridgeUnderControl();
    const { port, server } = await startHttp({ http: { bridge, limits: { drainMs: 5_000 } } });
    const answers = sendRaw(port, request('tools/call') + request('tools/list'));
    await called;
    const stopped = server.stop();
    finish(failure('status', 'ended'));
    const text = await answers;
    expect(text.match(/^HTTP\/1\.1 \d+/gm)).toEqual(['HTTP/1.1 200']);
    expect(text).toMatch(/^connection: close/im);
    await stopped;
  });

  it('refuses a request that was on its way', async () => {
    const { port, url, server } = await startHttp();
    const socket = connect(port, '127.0.0.1');
    let text = '';
    socket.setEncoding('latin1').on('data', (data: string) => (text += data));
    const closed = new Promise((resolve) => socket.on('close', resolve));
    const whole = request('tools/list');
    socket.write(whole.slice(0, 40));
    // By the time that this is answered the other half has been read, too.
    await post(url, list);
    const stopped = server.stop();
    socket.write(whole.slice(40));
    await closed;
    expect(text.match(/^HTTP\/1\.1 \d+/gm)).toEqual(['HTTP/1.1 503']);
    expect(text).toContain('The server is stopping.');
    await stopped;
  });

  it('delivers a large answer whole before it closes', async () => {
    const { bridge, called, finish } = bridgeUnderControl();
    const { url, server } = await startHttp({ http: { bridge, limits: { drainMs: 5_000 } } });
    const call = post(url, rpc('tools/call', { name: 'getThing' }));
    await called;
    const stopped = server.stop();
    finish({ kind: 'success', content: [{ type: 'text', text: 'x'.repeat(5_000_000) }] });
    expect((await call).message.result?.content?.[0]?.text).toHaveLength(5_000_000);
    await stopped;
  });

  it('aborts what does not end within the bound', async () => {
    const { url, upstream, server } = await startSlow({ http: { limits: { drainMs: 20 } } });
    const call = post(url, rpc('tools/call', slowCall));
    const signal = await upstream.firstSignal;
    const rejected = expect(call).rejects.toThrow();
    await server.stop();
    expect(signal.aborted).toBe(true);
    await rejected;
  });

  it('ends subscriptions and streams that would never end', async () => {
    const { url, server } = await startHttp({ http: { limits: { drainMs: 5_000 } } });
    const listen = modern('subscriptions/listen', { notifications: {} });
    const answer = await fetch(url, {
      method: 'POST',
      headers: { ...oldHeaders, ...listen.headers },
      body: JSON.stringify(listen.body),
    });
    expect(answer.headers.get('content-type')).toMatch(/^text\/event-stream/);
    const text = answer.text();
    await server.stop();
    await text.catch(() => undefined);
  });

  it('may be told twice', async () => {
    const { server } = await startHttp();
    await Promise.all([server.stop(), server.stop()]);
  });
});

describe('where a server listens', () => {
  const bridge = principalBridge(createFakeUpstream());
  const identity = { name: 'shop', version: '1' };

  it.each(['0.0.0.0', '::', '192.0.2.1', 'shop.example'])(
    'refuses %s while nobody has to sign in',
    async (host) => {
      await expect(
        serveHttp({ bridge, identity, listen: { host, port: 0 } }),
      ).rejects.toMatchObject({
        code: 'configuration-invalid',
        fix: expect.stringContaining('--insecure-public') as string,
      });
    },
  );

  it('takes a network where it is told that this is meant', async () => {
    const { port } = await startHttp({
      http: { listen: { host: '0.0.0.0', port: 0 }, insecurePublic: true },
    });
    expect((await post(`http://127.0.0.1:${port}/mcp`, list)).status).toBe(200);
  });

  it('says which port is taken', async () => {
    const { port } = await startHttp();
    await expect(
      serveHttp({ bridge, identity, listen: { host: '127.0.0.1', port } }),
    ).rejects.toMatchObject({
      code: 'port-unavailable',
      message: expect.stringContaining(String(port)) as string,
    });
  });

  it('serves IPv6 where the machine has it', async () => {
    const { url } = await startHttp({ http: { listen: { host: '::1', port: 0 } } }).catch(() => ({
      url: '',
    }));
    if (url !== '') expect((await post(url, list)).status).toBe(200);
  });
});

describe('what operators look at', () => {
  it('tells probes yes or no under every name, and takes GET and HEAD alone', async () => {
    const { url } = await startHttp();
    for (const path of ['/healthz', '/readyz']) {
      const probe = new URL(path, url);
      expect(await (await fetch(probe)).text()).toBe('ok\n');
      expect((await fetch(probe, { method: 'HEAD' })).status).toBe(200);
      expect((await fetch(probe, { method: 'POST' })).status).toBe(405);
    }
  });

  it.each([
    [{ isReady: true, note: 'without the cellar' }, 200, 'ok: without the cellar\n'],
    [{ isReady: false, note: 'without the cellar' }, 503, 'without the cellar\n'],
  ])('tells probes of what it stands on: %j', async (readiness, status, text) => {
    const { url } = await startHttp({ http: { readiness: () => readiness } });
    const answer = await fetch(new URL('/readyz', url));
    expect([answer.status, await answer.text()]).toEqual([status, text]);
    expect((await fetch(new URL('/healthz', url))).status).toBe(200);
  });

  it('serves metrics on a port of their own', async () => {
    const upstream = createFakeUpstream((plan) =>
      plan.url.endsWith('/404') ? { status: 404, body: {} } : { body: { id: 1 } },
    );
    const { url, server } = await startHttp({
      upstream,
      http: { metricsListen: { host: '127.0.0.1', port: 0 } },
    });
    const call = (id: string): Promise<unknown> =>
      post(url, rpc('tools/call', { name: 'getThing', arguments: { id } }));
    await call('1');
    await call('2');
    await call('404');
    await post(url, '{');
    expect((await fetch(new URL('/metrics', url))).status).toBe(404);
    const answer = await fetch(server.metricsUrl ?? '');
    expect(answer.headers.get('content-type')).toContain('version=0.0.4');
    const lines = (await answer.text()).split('\n');
    expect(lines).toEqual(
      expect.arrayContaining([
        'openapi_mcp_tool_calls_total{tool="getThing",outcome="success"} 2',
        'openapi_mcp_tool_calls_total{tool="getThing",outcome="status"} 1',
        'openapi_mcp_http_requests_total{status="200"} 3',
        'openapi_mcp_http_requests_total{status="400"} 1',
        'openapi_mcp_tool_call_duration_seconds_count{result="success"} 2',
        'openapi_mcp_tool_call_duration_seconds_bucket{result="failure",le="+Inf"} 1',
        'openapi_mcp_requests_in_progress 0',
        'openapi_mcp_sessions 0',
      ]),
    );
    const samples = lines.filter((line) => line !== '' && !line.startsWith('#'));
    for (const line of samples) {
      expect(line).toMatch(/^[a-z_]+(\{[a-z]+="[^"\n]*"(,[a-z]+="[^"\n]*")*\})? [0-9.e+-]+$/);
    }
  });
});
