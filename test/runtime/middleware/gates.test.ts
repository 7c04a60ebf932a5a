import { describe, expect, it } from 'vitest';
import type { ElicitationAnswer, ToolMiddleware } from '../../../src/runtime/call.ts';
import { ElicitationPending } from '../../../src/runtime/elicitation.ts';
import type { RateLimitSettings } from '../../../src/runtime/middleware/rate-limit.ts';
import { createMemoryStore } from '../../../src/runtime/memory-store.ts';
import {
  createConcurrencyLimit,
  createSemaphore,
  parseConcurrency,
} from '../../../src/runtime/middleware/concurrency.ts';
import { createConfirmGate } from '../../../src/runtime/middleware/confirm.ts';
import {
  createRateLimit,
  defaultRateLimit,
  parseRateLimit,
} from '../../../src/runtime/middleware/rate-limit.ts';
import { createReadOnlyGate } from '../../../src/runtime/middleware/read-only.ts';
import { createScopesGate } from '../../../src/runtime/middleware/scopes.ts';
import { toolOf } from '../../support/artifact-builder.ts';
import type { CallParts } from '../../support/call-context.ts';
import { contextOf, done, reasonOf, recordingHandler, textOf } from '../../support/call-context.ts';
import { createManualClock } from '../../support/manual-clock.ts';

const deletePet = toolOf({ name: 'deletePet', hints: { readOnly: false, destructive: true } });

async function pass(
  middleware: ToolMiddleware,
  parts: CallParts = {},
): Promise<{
  readonly reason: string;
  readonly text: string;
  readonly sent: number;
  readonly notes: readonly string[];
}> {
  const { handler, calls } = recordingHandler();
  const context = contextOf(parts);
  const outcome = await middleware(handler)(context);
  return {
    reason: reasonOf(outcome),
    text: textOf(outcome),
    sent: calls.length,
    notes: context.exchange.notes,
  };
}

describe('the read-only gate', () => {
  it('H6 refuses what may change something, whatever was listed', async () => {
    const result = await pass(createReadOnlyGate(), {
      resolved: { kind: 'operation', tool: deletePet },
    });
    expect(result).toMatchObject({ reason: 'refused', sent: 0, notes: ['readOnly: refused'] });
    expect(result.text).toContain('deletePet');
  });

  it('refuses a tool that says nothing about itself', async () => {
    const silent = toolOf({ hints: {} });
    expect(
      await pass(createReadOnlyGate(), { resolved: { kind: 'operation', tool: silent } }),
    ).toMatchObject({ reason: 'refused', sent: 0 });
  });

  it('lets reads pass', async () => {
    expect(await pass(createReadOnlyGate())).toMatchObject({ reason: 'success', sent: 1 });
  });
});

describe('the scopes gate', () => {
  it.each([
    [['read', 'write'], 'success'],
    [['read'], 'refused'],
    [[], 'refused'],
  ])('with %j granted ends in %s', async (granted, reason) => {
    const gate = createScopesGate(['read', 'write'], () => granted);
    expect(await pass(gate)).toMatchObject({ reason, sent: reason === 'success' ? 1 : 0 });
  });

  it('names what is missing and all that is needed', async () => {
    const { text } = await pass(createScopesGate(['read', 'write'], () => ['read']));
    expect(text).toMatch(/does not grant "write".*read write/s);
  });

  it('leaves a server without sign-in to the person who started it', async () => {
    expect(await pass(createScopesGate(['write'], () => undefined))).toMatchObject({
      reason: 'success',
    });
  });
});

function answering(answer: ElicitationAnswer): CallParts {
  return { elicit: () => Promise.resolve(answer) };
}

describe('the confirm gate', () => {
  it.each([
    ['agreement', answering({ action: 'accept', content: { confirm: true } }), 'accepted'],
    ['a form with a no', answering({ action: 'accept', content: { confirm: false } }), 'declined'],
    [
      'text that only looks like a yes',
      answering({ action: 'accept', content: { confirm: 'true' } }),
      'declined',
    ],
    ['an accepted form without content', answering({ action: 'accept' }), 'declined'],
    ['a decline', answering({ action: 'decline' }), 'declined'],
    ['a dismissed question', answering({ action: 'cancel' }), 'dismissed'],
    ['a client that cannot ask', {}, 'cannot ask'],
    ['a question on its way', { elicit: () => Promise.reject(new ElicitationPending()) }, 'asked'],
    [
      'a question that got lost',
      { elicit: () => Promise.reject(new Error('secret-host down')) },
      'question failed',
    ],
  ] as const)('with %s', async (_case, parts, note) => {
    const result = await pass(createConfirmGate(), parts);
    const agreed = note === 'accepted';
    expect(result).toMatchObject({
      reason: agreed ? 'success' : 'refused',
      sent: agreed ? 1 : 0,
      notes: [`confirm: ${note}`],
    });
    expect(result.text).not.toContain('secret-host');
  });

  it('shows the person the tool, its operation, its effect and the arguments, shortened', async () => {
    let asked = '';
    const elicit: CallParts['elicit'] = ({ message }) => {
      asked = message;
      return Promise.resolve({ action: 'decline' });
    };
    await pass(createConfirmGate(), {
      resolved: { kind: 'operation', tool: deletePet },
      arguments: { id: 'x'.repeat(5_000) },
      elicit,
    });
    expect(asked).toMatch(/^Allow deletePet \(GET \/things\/\{id\}\)\? It may destroy/);
    expect(asked.length).toBeLessThan(1_300);
  });
});

describe('the rate limit', () => {
  const settings = { ...defaultRateLimit, burst: 2 };
  const limitBy = (
    given: Partial<RateLimitSettings>,
    store = createMemoryStore(createManualClock()),
  ) => createRateLimit({ settings: { ...settings, ...given }, store, ownStore: store });

  it('lets a burst pass, refuses beyond, and says when to come back', async () => {
    const clock = createManualClock();
    const limit = limitBy({}, createMemoryStore(clock));
    expect(await pass(limit)).toMatchObject({ sent: 1 });
    expect(await pass(limit)).toMatchObject({ sent: 1 });
    const refused = await pass(limit);
    expect(refused).toMatchObject({ reason: 'limited', sent: 0 });
    expect(refused.text).toMatch(/Wait 1 second before/);
    await clock.advance(999);
    expect(await pass(limit)).toMatchObject({ sent: 0 });
    await clock.advance(1);
    expect(await pass(limit)).toMatchObject({ sent: 1 });
  });

  it.each([
    ['tool', 1],
    ['server', 0],
  ] as const)('counts by %s', async (per, sentForAnother) => {
    const limit = limitBy({ perMinute: 1, burst: 1, per });
    await pass(limit);
    expect(await pass(limit, { resolved: { kind: 'operation', tool: deletePet } })).toMatchObject({
      sent: sentForAnother,
    });
  });

  it('counts each caller apart', async () => {
    const limit = limitBy({ perMinute: 1, burst: 1, per: 'caller' });
    expect(await pass(limit, { sessionId: 'a' })).toMatchObject({ sent: 1 });
    expect(await pass(limit, { sessionId: 'b' })).toMatchObject({ sent: 1 });
    expect(await pass(limit, { sessionId: 'a' })).toMatchObject({ sent: 0 });
  });

  describe('while the store of the replicas is away', () => {
    const gone = {
      ...createMemoryStore(createManualClock()),
      takeToken: () => Promise.reject(new Error('redis')),
    };
    const limitOf = (withoutStore: RateLimitSettings['withoutStore']) =>
      createRateLimit({
        settings: { ...settings, burst: 1, withoutStore },
        store: gone,
        ownStore: createMemoryStore(createManualClock()),
      });

    it('keeps the limit alone, noted', async () => {
      const limit = limitOf('own');
      const notes = ['rateLimit: store unavailable, limited by this process alone'];
      expect(await pass(limit)).toMatchObject({ sent: 1, notes });
      expect(await pass(limit)).toMatchObject({ sent: 0, notes: [...notes, 'rateLimit: refused'] });
    });

    it('refuses every call where that is wanted', async () => {
      expect(await pass(limitOf('refuse'))).toMatchObject({
        sent: 0,
        reason: 'limited',
        notes: ['rateLimit: store unavailable, refused'],
      });
    });
  });

  it('remembers a bounded number of callers', async () => {
    const store = createMemoryStore(createManualClock());
    const bucket = { capacity: 1, refillPerSecond: 0.001 };
    await store.takeToken('first', bucket);
    for (let index = 0; index < 10_000; index += 1) await store.takeToken(`key${index}`, bucket);
    expect(await store.takeToken('first', bucket)).toEqual({ ok: true });
    expect(await store.takeToken('key9999', bucket)).toMatchObject({ ok: false });
  });

  it.each([
    [undefined, defaultRateLimit],
    [{ perMinute: 5 }, { ...defaultRateLimit, perMinute: 5, burst: 5 }],
    [{ perMinute: 0.5 }, { ...defaultRateLimit, perMinute: 0.5, burst: 1 }],
    [
      { perMinute: 100, per: 'caller' },
      { ...defaultRateLimit, perMinute: 100, per: 'caller' },
    ],
    [{ withoutStore: 'refuse' }, { ...defaultRateLimit, withoutStore: 'refuse' }],
    [{ perMinute: 10 }, { ...defaultRateLimit, perMinute: 10, burst: 10 }],
  ])('reads %j', (value, expected) => {
    expect(parseRateLimit(value, 'a tool')).toEqual(expected);
  });

  it.each([
    ['often'],
    [{ perMinute: 0 }],
    [{ perMinute: '5' }],
    [{ burst: 0 }],
    [{ per: 'user' }],
    [{ perHour: 5 }],
    [[5]],
  ])('refuses %j', (value) => {
    expect(() => parseRateLimit(value, 'a tool')).toThrow(
      expect.objectContaining({ code: 'configuration-invalid' }),
    );
  });
});

describe('the concurrency limit', () => {
  it('lets so many run, the others wait in order, and one more is refused', async () => {
    const order: string[] = [];
    const gates: (() => void)[] = [];
    const limit = createConcurrencyLimit({ max: 1, queue: 1 });
    const handler = limit((context) => {
      order.push(`enter ${context.sessionId}`);
      return new Promise((resolve) => {
        gates.push(() => {
          resolve(done);
        });
      });
    });
    const first = handler(contextOf({ sessionId: 'a' }));
    const second = handler(contextOf({ sessionId: 'b' }));
    const third = await handler(contextOf({ sessionId: 'c' }));
    expect(reasonOf(third)).toBe('limited');
    expect(order).toEqual(['enter a']);
    gates.shift()?.();
    await first;
    await Promise.resolve();
    expect(order).toEqual(['enter a', 'enter b']);
    gates.shift()?.();
    expect(reasonOf(await second)).toBe('success');
  });

  it('gives the place back when the handler throws', async () => {
    const limit = createConcurrencyLimit({ max: 1, queue: 0 });
    const failing = limit(() => Promise.reject(new Error('no')));
    await expect(failing(contextOf())).rejects.toThrow('no');
    await expect(failing(contextOf())).rejects.toThrow('no');
  });

  it('leaves the queue when the call is cancelled', async () => {
    const semaphore = createSemaphore({ max: 1, queue: 1 });
    const release = await semaphore.acquire(new AbortController().signal);
    const waiting = new AbortController();
    const cancelled = semaphore.acquire(waiting.signal);
    waiting.abort();
    expect(await cancelled).toBeUndefined();
    const next = semaphore.acquire(new AbortController().signal);
    release?.();
    release?.();
    const second = await next;
    expect(second).toBeTypeOf('function');
    expect(await semaphore.acquire(AbortSignal.abort())).toBeUndefined();
  });

  it('reads settings and refuses what is none', () => {
    expect(parseConcurrency({ max: 2 }, 'a tool')).toEqual({ max: 2, queue: 64 });
    for (const value of [{ max: 0 }, { max: 1.5 }, { queue: -1 }, { limit: 3 }, 4]) {
      expect(() => parseConcurrency(value, 'a tool')).toThrow(
        expect.objectContaining({ code: 'configuration-invalid' }),
      );
    }
  });
});
