import { describe, expect, it } from 'vitest';
import { createMcpServerFactory } from '../../../src/runtime/mcp-server.ts';
import type { SessionRequest } from '../../../src/runtime/transports/http/sessions.ts';
import { Sessions } from '../../../src/runtime/transports/http/sessions.ts';
import { artifactOf, toolOf } from '../../support/artifact-builder.ts';
import { createFakeUpstream } from '../../support/fake-upstream.ts';
import {
  oldHeaders,
  post,
  principalBridge,
  rpc,
  slowArtifact,
  slowUpstream,
  startHttp,
} from '../../support/http-bridge.ts';
import { connectModern, connectOld } from '../../support/http-clients.ts';
import type { ManualClock } from '../../support/manual-clock.ts';
import { createManualClock } from '../../support/manual-clock.ts';

const initialize = rpc('initialize', {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'raw', version: '1' },
});
const list = rpc('tools/list');

async function begin(url: string): Promise<Record<string, string>> {
  const { headers } = await post(url, initialize);
  return { 'mcp-session-id': headers.get('mcp-session-id') ?? '' };
}

describe('a server with sessions', () => {
  it('asks for a session, and knows none but its own', async () => {
    const { url } = await startHttp({ http: { sessions: {} } });
    expect((await post(url, list)).status).toBe(400);
    const unknown = await post(url, list, { 'mcp-session-id': 'made-up' });
    expect([unknown.status, unknown.message.error?.code]).toEqual([404, -32_001]);
    const session = await begin(url);
    expect(session['mcp-session-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect((await post(url, list, session)).status).toBe(200);
  });

  it('ends a session when the client does', async () => {
    const { url } = await startHttp({ http: { sessions: {} } });
    const session = await begin(url);
    const ended = await fetch(url, { method: 'DELETE', headers: session });
    expect(ended.status).toBe(200);
    expect((await post(url, list, session)).status).toBe(404);
    expect((await fetch(url, { method: 'DELETE', headers: session })).status).toBe(404);
  });

  it('gives one stream to each session, and none to nobody', async () => {
    const { url } = await startHttp({ http: { sessions: {} } });
    const session = await begin(url);
    const get = (headers: Record<string, string>): Promise<Response> =>
      fetch(url, { headers: { accept: 'text/event-stream', ...headers } });
    const stream = await get(session);
    expect(stream.headers.get('content-type')).toMatch(/^text\/event-stream/);
    expect((await get(session)).status).toBe(409);
    expect((await get({})).status).toBe(400);
    await stream.body?.cancel();
    await expect.poll(async () => (await get(session)).status).toBe(200);
  });

  it('cancels what a client cancels, and what a client can no longer get', async () => {
    const upstream = slowUpstream();
    const bridge = { artifact: slowArtifact };
    const { url } = await startHttp({ bridge, upstream, http: { sessions: {} } });
    const session = await begin(url);
    const call = rpc('tools/call', { name: 'waitForThing', arguments: { id: '1' } }, 'c1');
    const controller = new AbortController();
    const pending = fetch(url, {
      method: 'POST',
      headers: { ...oldHeaders, ...session },
      body: JSON.stringify(call),
      signal: controller.signal,
    });
    const signal = await upstream.firstSignal;
    const notification = {
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId: 'c1' },
    };
    expect((await post(url, notification, session)).status).toBe(202);
    await expect.poll(() => signal.aborted).toBe(true);
    controller.abort();
    await pending.then((answer) => answer.text()).catch(() => undefined);
  });

  it.each([
    ['an event stream', oldHeaders['accept'] ?? ''],
    ['JSON', 'application/json'],
  ])('cancels the call of a client that is gone while it waits for %s', async (_what, accept) => {
    const upstream = slowUpstream();
    const bridge = { artifact: slowArtifact };
    const { url } = await startHttp({ bridge, upstream, http: { sessions: {} } });
    const greeting = await post(url, initialize, { accept });
    const session = { 'mcp-session-id': greeting.headers.get('mcp-session-id') ?? '' };
    const controller = new AbortController();
    const pending = fetch(url, {
      method: 'POST',
      headers: { ...oldHeaders, ...session, accept },
      body: JSON.stringify(rpc('tools/call', { name: 'waitForThing', arguments: { id: '1' } })),
      signal: controller.signal,
    });
    const signal = await upstream.firstSignal;
    controller.abort();
    await pending.then((answer) => answer.text()).catch(() => undefined);
    await expect.poll(() => signal.aborted).toBe(true);
    expect((await post(url, list, { ...session, accept })).status).toBe(200);
  });

  const confirmed = artifactOf({ tools: [toolOf({ settings: { confirm: true } })] });

  it('asks the person through the client, which needs a session before 2026-07-28', async () => {
    const stateful = await startHttp({ bridge: { artifact: confirmed }, http: { sessions: {} } });
    const answer = (): { action: 'accept'; content: { confirm: boolean } } => ({
      action: 'accept',
      content: { confirm: true },
    });
    const old = await connectOld(stateful.url, { answer });
    const result = await old.callTool('getThing', { id: '1' });
    expect(result.isError, JSON.stringify(result)).toBeFalsy();
    expect(stateful.upstream.plans).toHaveLength(1);
    const stateless = await startHttp({ bridge: { artifact: confirmed } });
    const alone = await connectOld(stateless.url, { answer });
    expect((await alone.callTool('getThing', { id: '1' })).isError).toBe(true);
    expect(stateless.upstream.plans).toEqual([]);
    const current = await connectModern('pinned')(stateless.url, { answer });
    expect((await current.callTool('getThing', { id: '1' })).isError).toBeFalsy();
    expect(stateless.upstream.plans).toHaveLength(1);
  });
});

describe('the sessions themselves', () => {
  function sessionsOf(maxSessions: number): {
    readonly sessions: Sessions;
    readonly clock: ManualClock;
    readonly send: (body: unknown, id?: string, owner?: string) => Promise<Response>;
  } {
    const clock = createManualClock();
    const sessions = new Sessions({
      factory: createMcpServerFactory({
        bridge: principalBridge(createFakeUpstream()),
        identity: { name: 'shop', version: '1' },
        sessionOf: () => undefined,
      }),
      limits: { maxSessions, idleMs: 60_000 },
      keepAliveMs: 15_000,
      clock,
    });
    const send = (body: unknown, id?: string, owner = ''): Promise<Response> => {
      const headers = { ...oldHeaders, ...(id === undefined ? {} : { 'mcp-session-id': id }) };
      const request = new Request('http://mcp.invalid/', { method: 'POST', headers });
      return sessions.handle({ request, body, owner, readsEvents: false } satisfies SessionRequest);
    };
    return { sessions, clock, send };
  }

  /** Begins one and reads the answer, which makes it idle. */
  async function beginIdle(
    send: (body: unknown, id?: string, owner?: string) => Promise<Response>,
    owner?: string,
  ): Promise<string> {
    const answer = await send(initialize, undefined, owner);
    await answer.text();
    return answer.headers.get('mcp-session-id') ?? '';
  }

  it('end after they have not been used for a while', async () => {
    const { sessions, clock, send } = sessionsOf(10);
    const first = await beginIdle(send);
    await clock.advance(40_000);
    const second = await beginIdle(send);
    await clock.advance(30_000);
    sessions.endIdle();
    expect(sessions.size).toBe(1);
    expect((await send(list, first)).status).toBe(404);
    expect((await send(list, second)).status).toBe(200);
    sessions.close();
    expect(sessions.size).toBe(0);
  });

  it('make room by ending the one that has not been used the longest', async () => {
    const { sessions, send } = sessionsOf(2);
    const first = await beginIdle(send);
    const second = await beginIdle(send);
    await (await send(list, first)).text();
    const third = await beginIdle(send);
    expect((await send(list, second)).status).toBe(404);
    expect((await send(list, first)).status).toBe(200);
    expect((await send(list, third)).status).toBe(200);
    sessions.close();
  });

  it('refuse a new one where every one is in use', async () => {
    const { sessions, send } = sessionsOf(1);
    // An answer that nobody has read yet.
    await send(initialize);
    const refused = await send(initialize);
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).not.toBeNull();
    sessions.close();
  });

  it('belong to who began them', async () => {
    const { sessions, send } = sessionsOf(10);
    const id = await beginIdle(send, 'alice');
    expect((await send(list, id, 'mallory')).status).toBe(404);
    expect((await send(list, id, 'alice')).status).toBe(200);
    sessions.close();
  });
});
