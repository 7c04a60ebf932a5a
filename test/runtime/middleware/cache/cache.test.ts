import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../src/model/json.ts';
import type { Tool } from '../../../../src/model/tool.ts';
import { createBridge } from '../../../../src/runtime/bridge.ts';
import type { ToolOutcome } from '../../../../src/runtime/call.ts';
import { createMemoryCache } from '../../../../src/runtime/middleware/cache/memory-cache.ts';
import type { RequestPlan } from '../../../../src/runtime/request/plan.ts';
import type { SharedStore } from '../../../../src/runtime/shared-store.ts';
import { artifactOf, toolOf, type ToolParts } from '../../../support/artifact-builder.ts';
import { done, textOf } from '../../../support/call-context.ts';
import { createFakeUpstream, type FakeAnswer } from '../../../support/fake-upstream.ts';
import { createManualClock } from '../../../support/manual-clock.ts';

const cached: ToolParts = { settings: { configure: { cache: {} } } };
const changing = toolOf({
  name: 'setThing',
  hints: { readOnly: false },
  operation: { method: 'POST' },
  request: { method: 'POST' },
});

/** A bridge, the requests that left it, and what its audit noted last. */
function bridgeWith(
  answer: (plan: RequestPlan, index: number) => FakeAnswer,
  options: { readonly tools?: readonly Tool[]; readonly store?: SharedStore } = {},
) {
  const clock = createManualClock();
  const upstream = createFakeUpstream(answer);
  const audit: string[] = [];
  const bridge = createBridge<string>({
    artifact: artifactOf({ tools: options.tools ?? [toolOf(cached), changing] }),
    upstream,
    clock,
    principalOf: (session) => session,
    audit: {
      write: (line) => {
        audit.push(line);
        return Promise.resolve();
      },
      close: () => Promise.resolve(),
    },
    ...(options.store === undefined ? {} : { store: options.store }),
  });
  const call = async (
    name = 'getThing',
    given: JsonObject = { id: '1' },
    session = 'ada',
  ): Promise<ToolOutcome> => {
    const running = bridge.callTool(name, {
      arguments: given,
      meta: {},
      signal: new AbortController().signal,
      session,
    });
    if (running === undefined) throw new Error(`no tool ${name}`);
    return running;
  };
  return { call, plans: upstream.plans, clock, lastNote: () => audit.at(-1) ?? '' };
}

const fresh = { 'cache-control': 'max-age=60' };
const header = (plan: RequestPlan | undefined, name: string): string | undefined =>
  plan?.headers.find(([key]) => key.toLowerCase() === name)?.[1];

describe('the cache', () => {
  it('gives a fresh answer again, and says so in the audit', async () => {
    const { call, plans, clock, lastNote } = bridgeWith((_plan, n) => ({
      headers: fresh,
      body: { n },
    }));
    const first = await call();
    await clock.advance(59_999);
    const second = await call();
    expect(plans).toHaveLength(1);
    expect(second.content).toEqual(first.content);
    expect(lastNote()).toContain('cache: fresh, nothing was sent');
    expect(second.meta).not.toEqual(first.meta);
    await clock.advance(1);
    expect(textOf(await call())).toContain('1');
    expect(plans).toHaveLength(2);
  });

  it.each<[string, Parameters<ReturnType<typeof bridgeWith>['call']>]>([
    ['other arguments', ['getThing', { id: '2' }, 'ada']],
    ['another caller', ['getThing', { id: '1' }, 'bob']],
  ])('gives nothing to %s', async (_what, other) => {
    const { call, plans } = bridgeWith(() => ({ headers: fresh, body: {} }));
    await call();
    await call(...other);
    expect(plans).toHaveLength(2);
  });

  it('takes the same arguments in another order for the same', async () => {
    const { call, plans } = bridgeWith(() => ({ headers: fresh, body: {} }));
    await call('getThing', { id: '1', limit: 3 });
    await call('getThing', { limit: 3, id: '1' });
    expect(plans).toHaveLength(1);
  });

  it.each([
    ['etag', 'if-none-match', 'W/"v1"'],
    ['last-modified', 'if-modified-since', 'Tue, 01 Dec 2026 09:00:00 GMT'],
  ])('asks with %s whether a stale answer still holds', async (validator, condition, value) => {
    const { call, plans, lastNote } = bridgeWith((plan) =>
      header(plan, condition) === value
        ? { status: 304 }
        : { headers: { [validator]: value, 'cache-control': 'no-cache' }, body: { big: 1 } },
    );
    const first = await call();
    const second = await call();
    expect(header(plans[0], condition)).toBeUndefined();
    expect(plans).toHaveLength(2);
    expect(second.content).toEqual(first.content);
    expect(lastNote()).toContain('cache: still the same');
  });

  it('takes a changed answer for the old one', async () => {
    const { call } = bridgeWith((_plan, n) => ({ headers: { etag: `"${n}"` }, body: { n } }));
    await call();
    expect(await call()).toMatchObject({ structuredContent: { n: 1 } });
    expect(await call()).toMatchObject({ structuredContent: { n: 2 } });
  });

  it('counts the freshness that a 304 brings', async () => {
    const { call, plans } = bridgeWith((plan) =>
      header(plan, 'if-none-match') === undefined
        ? { headers: { etag: '"a"' }, body: {} }
        : { status: 304, headers: fresh },
    );
    await call();
    await call();
    await call();
    expect(plans).toHaveLength(2);
  });

  it('forgets what a caller knew once that caller may have changed something', async () => {
    const { call, plans } = bridgeWith((plan) => ({
      status: plan.method === 'POST' ? 500 : 200,
      headers: fresh,
      body: {},
    }));
    await call();
    await call('getThing', { id: '1' }, 'bob');
    await call('setThing');
    await call();
    await call('getThing', { id: '1' }, 'bob');
    expect(plans.map(({ method }) => method)).toEqual(['GET', 'GET', 'POST', 'GET']);
  });

  it.each<[string, FakeAnswer]>([
    ['errors', { status: 404, headers: fresh, body: {} }],
    ['what must not be stored', { headers: { 'cache-control': 'no-store' }, body: {} }],
    ['what is too large', { headers: fresh, body: 'x'.repeat(300_000) }],
  ])('does not keep %s', async (_what, answer) => {
    const { call, plans } = bridgeWith(() => answer);
    await call();
    await call();
    expect(plans).toHaveLength(2);
  });

  it('stands aside for tools that did not ask for it', async () => {
    const { call, plans } = bridgeWith(() => ({ headers: fresh, body: {} }), { tools: [toolOf()] });
    await call();
    await call();
    expect(plans).toHaveLength(2);
  });

  it('stands on a store that replicas share, and serves without one that fails', async () => {
    const values = new Map<string, string>();
    const store: SharedStore = {
      isShared: true,
      takeToken: () => Promise.resolve({ ok: true }),
      read: (key) => Promise.resolve(values.get(key)),
      keep: (key, value) => {
        values.set(key, value);
        return Promise.resolve();
      },
      close: () => Promise.resolve(),
    };
    const answer = (): FakeAnswer => ({ headers: fresh, body: { token: 1 } });
    const [one, two] = [bridgeWith(answer, { store }), bridgeWith(answer, { store })];
    await one.call();
    await two.call();
    expect(two.plans).toHaveLength(0);
    expect([...values.keys()].join()).not.toContain('ada');

    const broken = {
      ...store,
      read: () => Promise.reject(new Error('down')),
      keep: () => Promise.reject(new Error('down')),
    };
    const three = bridgeWith(answer, { store: broken });
    expect((await three.call()).kind).toBe('success');
    for (const key of values.keys()) values.set(key, '{"outcome":{"kind":"success"}}');
    const four = bridgeWith(answer, { store });
    expect((await four.call()).kind).toBe('success');
    expect(four.plans).toHaveLength(1);
  });

  it.each<[string, () => unknown]>([
    [
      'numbers that are none',
      () =>
        bridgeWith(() => ({}), {
          tools: [toolOf({ settings: { configure: { cache: { maxSeconds: -1 } } } })],
        }),
    ],
    [
      'a hand-written tool',
      () =>
        createBridge({
          artifact: artifactOf(),
          tools: [
            {
              name: 'own',
              description: 'Own.',
              middleware: ['cache'],
              handler: () => Promise.resolve(done),
            },
          ],
        }),
    ],
  ])('refuses %s at start', (_what, start) => {
    expect(start).toThrow(expect.objectContaining({ code: 'configuration-invalid' }));
  });
});

describe('the memory of the cache', () => {
  it('lets go of what was used least lately once its bytes are used up', async () => {
    const cache = createMemoryCache(createManualClock(), 10_000);
    const value = 'x'.repeat(1_000);
    for (const key of ['a', 'b', 'c', 'd']) await cache.keep(key, value, 1_000);
    await cache.read('a');
    await cache.keep('e', value, 1_000);
    const left = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((key) => cache.read(key)));
    expect(left.map((found) => found !== undefined)).toEqual([true, false, true, true, true]);
    await cache.keep('huge', 'x'.repeat(10_000), 1_000);
    expect(await cache.read('huge')).toBeUndefined();
  });
});
