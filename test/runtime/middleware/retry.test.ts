import { afterEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/model/json.ts';
import type { RetrySettings } from '../../../src/model/settings.ts';
import type {
  AttemptFacts,
  ToolCallContext,
  ToolHandler,
  ToolOutcome,
} from '../../../src/runtime/call.ts';
import { composeMiddleware, failure } from '../../../src/runtime/call.ts';
import type { Clock } from '../../../src/runtime/clock.ts';
import { systemClock } from '../../../src/runtime/clock.ts';
import { createRetry, parseRetry } from '../../../src/runtime/middleware/retry.ts';
import { createTimeout, parseTimeout } from '../../../src/runtime/middleware/timeout.ts';
import { recordAttempt } from '../../../src/runtime/record-attempt.ts';
import { createRedactor } from '../../../src/runtime/redact.ts';
import type { RequestPlan } from '../../../src/runtime/request/plan.ts';
import { mapFailure } from '../../../src/runtime/response/failure-outcome.ts';
import { mapResponse } from '../../../src/runtime/response/map-response.ts';
import { createUpstream } from '../../../src/runtime/upstream.ts';
import type { Upstream } from '../../../src/runtime/upstream-port.ts';
import { toolOf } from '../../support/artifact-builder.ts';
import { contextOf, done, reasonOf, textOf } from '../../support/call-context.ts';
import type { RecordingUpstream } from '../../support/recording-upstream.ts';
import { startRecordingUpstream } from '../../support/recording-upstream.ts';
import { contextWith, parameter, toolWith } from '../response/fixtures.ts';

const settings: RetrySettings = { maxRetries: 2, baseDelayMs: 100, maxDelayMs: 1_000 };

/** A clock whose sleeps end at once and are remembered. */
function quickClock(): Clock & { readonly slept: readonly number[] } {
  const slept: number[] = [];
  return {
    now: () => Date.UTC(2026, 0, 1),
    elapsed: () => 0,
    sleep: (milliseconds) => {
      slept.push(milliseconds);
      return Promise.resolve();
    },
    slept,
  };
}

/** A handler that fails with these facts in turn, then succeeds. */
function failing(...facts: readonly AttemptFacts[]): { handler: ToolHandler; calls: () => number } {
  let calls = 0;
  return {
    calls: () => calls,
    handler: ({ exchange }) => {
      const fact = facts[calls];
      calls += 1;
      if (fact === undefined) return Promise.resolve(done);
      exchange.lastAttempt = fact;
      return Promise.resolve(failure('status', `attempt ${calls} failed`));
    },
  };
}

const status = (code: number, more: Partial<AttemptFacts> = {}): AttemptFacts => ({
  status: code,
  sent: true,
  challenges: [],
  ...more,
});
const broken = (kind: 'network' | 'timeout' | 'cancelled', sent: boolean): AttemptFacts => ({
  failure: kind,
  sent,
  challenges: [],
});

function callOf(method: string, values: JsonObject = {}): ToolCallContext {
  const tool = toolWith({ method, parameters: [parameter('header', 'Idempotency-Key')] });
  return contextOf({ resolved: { kind: 'operation', tool }, arguments: values });
}

describe('R19 H5 which failures are tried again', () => {
  it.each([
    ['GET', status(408), true],
    ['GET', status(425), true],
    ['GET', status(429), true],
    ['GET', status(500), true],
    ['GET', status(502), true],
    ['GET', status(503), true],
    ['GET', status(504), true],
    ['GET', status(400), false],
    ['GET', status(401), false],
    ['GET', status(404), false],
    ['GET', status(409), false],
    ['GET', status(501), false],
    ['GET', broken('network', true), true],
    ['GET', broken('timeout', true), true],
    ['GET', broken('cancelled', true), false],
    ['GET', broken('cancelled', false), false],
    ['PUT', status(503), true],
    ['DELETE', status(503), true],
    ['HEAD', status(503), true],
    ['POST', status(503), false],
    ['POST', status(429), false],
    ['POST', broken('network', true), false],
    ['POST', broken('timeout', true), false],
    ['POST', broken('network', false), true],
    ['PATCH', broken('timeout', false), true],
    ['PATCH', status(503), false],
    ['get', status(503), false],
  ])('%s after %j: %s', async (method, facts, again) => {
    const { handler, calls } = failing(facts);
    const clock = quickClock();
    const outcome = await createRetry({ settings, clock })(handler)(callOf(method));
    expect(calls()).toBe(again ? 2 : 1);
    expect(outcome.kind).toBe(again ? 'success' : 'failure');
  });

  it('H4 a POST with an idempotency key is, without one it is not', async () => {
    for (const [values, calls] of [
      [{ 'Idempotency-Key': 'k1' }, 2],
      [{}, 1],
    ] as const) {
      const attempts = failing(status(503));
      await createRetry({ settings, clock: quickClock() })(attempts.handler)(
        callOf('POST', values),
      );
      expect(attempts.calls()).toBe(calls);
    }
  });

  it('a failure before any attempt is not, not even after one', async () => {
    let calls = 0;
    const handler: ToolHandler = ({ exchange }) => {
      calls += 1;
      if (calls === 1) exchange.lastAttempt = status(503);
      return Promise.resolve(failure('arguments', 'wrong'));
    };
    const outcome = await createRetry({ settings, clock: quickClock() })(handler)(callOf('GET'));
    expect([calls, reasonOf(outcome)]).toEqual([2, 'arguments']);
  });

  it('a hand-written tool is not, unless nothing was sent', async () => {
    const { name, description, summary, tags, hints, inputSchema } = toolOf();
    const tool = { name, description, summary, tags, hints, inputSchema };
    const attempts = failing(status(503));
    const context = contextOf({ resolved: { kind: 'handwritten', tool } });
    await createRetry({ settings, clock: quickClock() })(attempts.handler)(context);
    expect(attempts.calls()).toBe(1);
  });

  it('nothing is with retries switched off', async () => {
    const attempts = failing(status(503));
    const off = { ...settings, maxRetries: 0 };
    const outcome = await createRetry({ settings: off, clock: quickClock() })(attempts.handler)(
      callOf('GET'),
    );
    expect(attempts.calls()).toBe(1);
    expect(outcome.content).toEqual([{ type: 'text', text: 'attempt 1 failed' }]);
  });
});

describe('R19 how', () => {
  async function run(
    facts: readonly AttemptFacts[],
    change: Partial<RetrySettings> = {},
    random = 0.5,
  ): Promise<{ outcome: ToolOutcome; slept: readonly number[]; notes: readonly string[] }> {
    const clock = quickClock();
    const context = callOf('GET');
    const { handler } = failing(...facts);
    const retry = createRetry({
      settings: { ...settings, ...change },
      clock,
      random: () => random,
    });
    const outcome = await retry(handler)(context);
    return { outcome, slept: clock.slept, notes: context.exchange.notes };
  }

  it.each([
    [0, [50, 100, 200, 400, 500]],
    [0.5, [75, 150, 300, 600, 750]],
    [0.999, [100, 200, 400, 800, 1_000]],
  ])(
    'waits twice as long every time, with jitter %d, up to the longest wait',
    async (random, waits) => {
      const facts = Array.from({ length: 5 }, () => status(503));
      const { slept, outcome } = await run(facts, { maxRetries: 5 }, random);
      expect(slept).toEqual(waits);
      expect(outcome.kind).toBe('success');
    },
  );

  it('waits as long as the upstream asks, but not longer than it may', async () => {
    expect((await run([status(429, { retryAfterMs: 900 })])).slept).toEqual([900]);
    expect((await run([status(429, { retryAfterMs: 10 })])).slept).toEqual([75]);
    const late = await run([status(429, { retryAfterMs: 1_001 })]);
    expect(late.slept).toEqual([]);
    expect(late.outcome.kind).toBe('failure');
    expect(late.notes).toEqual([expect.stringContaining('longer wait')]);
  });

  it('keeps the last answer, says how often it was tried, and notes each retry', async () => {
    const { outcome, notes } = await run([status(503), status(500), status(502), status(503)]);
    expect(outcome).toEqual({
      kind: 'failure',
      reason: 'status',
      content: [
        { type: 'text', text: 'attempt 3 failed' },
        { type: 'text', text: 'Tried 3 times with the same result.' },
      ],
    });
    expect(notes).toEqual(['retry: 503, again after 75 ms', 'retry: 500, again after 150 ms']);
  });

  it('stops waiting when the call is cancelled, with the last answer', async () => {
    const controller = new AbortController();
    const { handler, calls } = failing(status(503));
    const context = { ...callOf('GET'), signal: controller.signal };
    const patient = { maxRetries: 2, baseDelayMs: 60_000, maxDelayMs: 60_000 };
    const retry = createRetry({ settings: patient, clock: systemClock });
    const calling = retry(handler)(context);
    controller.abort();
    expect(textOf(await calling)).toBe('attempt 1 failed');
    expect(calls()).toBe(1);
  });
});

describe('settings of a tool', () => {
  it('lie over those of the server', () => {
    expect(parseRetry(undefined, 'x', settings)).toBe(settings);
    expect(parseRetry({ maxRetries: 5 }, 'x', settings)).toEqual({ ...settings, maxRetries: 5 });
    expect(parseTimeout(undefined, 'x')).toEqual({});
    expect(parseTimeout(500, 'x')).toEqual({ totalTimeoutMs: 500 });
    expect(parseTimeout({ totalTimeoutMs: 500 }, 'x')).toEqual({ totalTimeoutMs: 500 });
  });

  it.each([[{ maxRetries: -1 }], [{ maxRetries: 1.5 }], [{ retries: 1 }], ['often'], [[1]]])(
    'refuse the retry %j',
    (value) => {
      expect(() => parseRetry(value, 'getThing')).toThrowError(/retry settings of getThing/);
    },
  );

  it.each([[0], [-1], ['1s'], [{}], [{ totalTimeoutMs: 1, x: 2 }], [3e9]])(
    'refuse the timeout %j',
    (value) => {
      expect(() => parseTimeout(value, 'getThing')).toThrowError(/timeout of getThing/);
    },
  );
});

describe('R18 the limit on a whole call', () => {
  it('lets a call be that ends in time, and leaves nothing behind', async () => {
    const controller = new AbortController();
    const context = contextOf({ signal: controller.signal });
    let inner: AbortSignal | undefined;
    const outcome = await createTimeout({ totalTimeoutMs: 60_000 })((given) => {
      inner = given.signal;
      return Promise.resolve(done);
    })(context);
    controller.abort();
    expect(outcome).toBe(done);
    expect(inner?.aborted).toBe(false);
  });

  it('gives the inner layers the last word where they have one', async () => {
    const partial: ToolOutcome = { kind: 'success', content: [{ type: 'text', text: 'part' }] };
    const handler: ToolHandler = ({ signal }) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          expect(signal.reason).toMatchObject({ name: 'TimeoutError' });
          resolve(partial);
        });
      });
    expect(await createTimeout({ totalTimeoutMs: 5 })(handler)(contextOf())).toBe(partial);
  });

  it('answers for a layer that does not listen', async () => {
    const context = contextOf();
    const outcome = await createTimeout({ totalTimeoutMs: 5 })(() => new Promise(() => undefined))(
      context,
    );
    expect(outcome).toMatchObject({ kind: 'failure', reason: 'timeout' });
    expect(textOf(outcome)).toContain('did not end within 5 ms');
    expect(context.exchange.notes.length).toBe(1);
  });

  it('passes a cancellation on with its reason, also one that came before', async () => {
    const early = contextOf({ signal: AbortSignal.abort('gone') });
    const handler: ToolHandler = ({ signal }) =>
      Promise.resolve(failure('cancelled', String(signal.reason)));
    expect(textOf(await createTimeout({})(handler)(early))).toBe('gone');
    const controller = new AbortController();
    const waiting: ToolHandler = ({ signal }) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          resolve(failure('cancelled', String(signal.reason)));
        });
        controller.abort('later');
      });
    expect(textOf(await createTimeout({})(waiting)(contextOf({ signal: controller.signal })))).toBe(
      'later',
    );
  });

  it('lets an exception through', async () => {
    const handler: ToolHandler = () => Promise.reject(new Error('boom'));
    await expect(createTimeout({})(handler)(contextOf())).rejects.toThrow('boom');
  });
});

describe('over real connections', () => {
  const open: { close(): Promise<void> }[] = [];

  afterEach(async () => {
    await Promise.all(open.splice(0).map((each) => each.close()));
  });

  /** Timeout and retry around a handler that sends one request, as the bridge has them. */
  async function start(
    clock: Clock,
    totalTimeoutMs = 10_000,
  ): Promise<{
    server: RecordingUpstream;
    upstream: Upstream;
    call: (method: string, values?: JsonObject) => Promise<ToolOutcome>;
    context: () => ToolCallContext | undefined;
  }> {
    const server = await startRecordingUpstream();
    const upstream = createUpstream();
    open.push(server, upstream);
    const limits = {
      connectTimeoutMs: 5_000,
      headersTimeoutMs: 5_000,
      bodyTimeoutMs: 5_000,
      maxResponseBytes: 10_000,
    };
    let last: ToolCallContext | undefined;
    const call = (method: string, values: JsonObject = {}): Promise<ToolOutcome> => {
      const tool = toolWith({ method });
      const handler: ToolHandler = async (context) => {
        const plan: RequestPlan = {
          method,
          url: `${server.origin}/things`,
          origin: server.origin,
          target: '/things',
          headers: [],
          body:
            method === 'PUT'
              ? { kind: 'bytes', contentType: 'text/plain', bytes: Buffer.from('abc') }
              : { kind: 'none' },
        };
        const result = await upstream.send(plan, limits, context.signal);
        recordAttempt(context.exchange, { plan, result, elapsedMs: 2, now: clock.now() });
        return result.ok
          ? mapResponse(tool, result.response, contextWith({ exchange: context.exchange }))
          : mapFailure(tool, result.failure, createRedactor());
      };
      last = contextOf({ resolved: { kind: 'operation', tool }, arguments: values });
      const layers = composeMiddleware([
        createTimeout({ totalTimeoutMs }),
        createRetry({ settings, clock, random: () => 0 }),
      ]);
      return layers(handler)(last);
    };
    return { server, upstream, call, context: () => last };
  }

  it('503 then 200 is a success, and the exchange counts both', async () => {
    const clock = quickClock();
    const { server, call, context } = await start(clock);
    server.script({ status: 503, body: 'busy' }, { json: { a: 1 } });
    const outcome = await call('PUT');
    expect(outcome).toMatchObject({ kind: 'success', structuredContent: { a: 1 } });
    expect(server.requests.map(({ body }) => body.toString())).toEqual(['abc', 'abc']);
    expect(context()?.exchange).toMatchObject({
      attempts: 2,
      status: 200,
      requestBytes: 6,
      responseBytes: 4 + 7,
      upstreamMs: 4,
      lastAttempt: { status: 200, sent: true, challenges: [] },
    });
  });

  it('429 with a date waits until then', async () => {
    const clock = quickClock();
    const { server, call } = await start(clock);
    const date = 'Thu, 01 Jan 2026 00:00:00 GMT';
    server.script(
      {
        status: 429,
        headers: { Date: date, 'Retry-After': 'Thu, 01 Jan 2026 00:00:01 GMT' },
      },
      { json: {} },
    );
    expect((await call('GET')).kind).toBe('success');
    expect(clock.slept).toEqual([1_000]);
  });

  it('429 with a date far away is told with its body', async () => {
    const { server, call } = await start(quickClock());
    server.script({
      status: 429,
      headers: { 'Retry-After': 'Thu, 01 Jan 2026 01:00:00 GMT', 'Content-Type': 'text/plain' },
      body: 'slow down',
    });
    const text = textOf(await call('GET'));
    expect(text).toContain('slow down');
    expect(text).toContain('Wait 3600 seconds');
    expect(server.requests.length).toBe(1);
  });

  it('a reset is tried again for GET and not for POST', async () => {
    const { server, call } = await start(quickClock());
    server.script((_, { reset }) => {
      reset();
    });
    expect((await call('GET')).kind).toBe('success');
    server.script((_, { reset }) => {
      reset();
    });
    const outcome = await call('POST');
    expect(reasonOf(outcome)).toBe('network');
    expect(textOf(outcome)).toContain('may have taken effect');
    expect(server.requests.length).toBe(3);
  });

  it('keeps the final 503 with its body', async () => {
    const { server, call } = await start(quickClock());
    server.script(
      { status: 503, body: 'one' },
      { status: 503, body: 'two' },
      { status: 503, headers: { 'Content-Type': 'text/plain' }, body: 'three' },
    );
    const outcome = await call('GET');
    expect(textOf(outcome)).toContain('three');
    expect(outcome.content.at(-1)).toEqual({
      type: 'text',
      text: 'Tried 3 times with the same result.',
    });
  });

  it('K9 a refused token shows its challenge to outer layers', async () => {
    const { server, call, context } = await start(quickClock());
    server.script({ status: 401, headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' } });
    expect(reasonOf(await call('GET'))).toBe('status');
    expect(context()?.exchange.lastAttempt).toEqual({
      status: 401,
      sent: true,
      challenges: ['Bearer error="invalid_token"'],
    });
  });

  it('R18 a slow drip ends with the whole call, and the socket goes', async () => {
    const { server, call } = await start(quickClock(), 250);
    server.script((_, { socket }) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n');
      const timer = setInterval(() => socket.write('x'), 5);
      socket.on('close', () => {
        clearInterval(timer);
      });
    });
    const outcome = await call('POST');
    expect(reasonOf(outcome)).toBe('timeout');
    expect(textOf(outcome)).toContain('no complete answer in the time that a call may take');
    await server.closed(1);
  });

  it('R17 a stream that drips ends with what has come', async () => {
    const { server, call } = await start(quickClock(), 250);
    server.script((_, { socket }) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/jsonl\r\n\r\n{"a":1}\n{"a":');
    });
    const outcome = await call('GET');
    expect(outcome).toMatchObject({ kind: 'success', structuredContent: { result: [{ a: 1 }] } });
    await server.closed(1);
  });
});
