import type { RequestPlan } from '../../src/runtime/request/plan.ts';
import type { SendResult, Upstream } from '../../src/runtime/upstream-port.ts';

/** An answer as a test writes it. */
export interface FakeAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text as it is; anything else as JSON. */
  readonly body?: unknown;
}

/** An upstream in memory that remembers what it was sent. */
export interface FakeUpstream extends Upstream {
  readonly plans: readonly RequestPlan[];
  /** The signal of the first request, as soon as it is made. */
  readonly firstSignal: Promise<AbortSignal>;
  readonly isClosed: () => boolean;
}

/** Answers each request by a function of the plan; `hang` waits until the call is aborted. */
export function createFakeUpstream(
  answer: (plan: RequestPlan, index: number) => FakeAnswer | 'hang' = () => ({ body: { id: 1 } }),
): FakeUpstream {
  const plans: RequestPlan[] = [];
  let seeSignal: (signal: AbortSignal) => void = () => undefined;
  const firstSignal = new Promise<AbortSignal>((resolve) => {
    seeSignal = resolve;
  });
  let closed = false;
  return {
    plans,
    firstSignal,
    isClosed: () => closed,
    close: () => {
      closed = true;
      return Promise.resolve();
    },
    send: (plan, _limits, signal, onChunk) => {
      plans.push(plan);
      seeSignal(signal);
      const given = answer(plan, plans.length - 1);
      if (given === 'hang') return untilAborted(signal);
      const { status = 200, headers = {}, body = '' } = given;
      const isText = typeof body === 'string';
      const bytes = Buffer.from(isText ? body : JSON.stringify(body), 'utf8');
      const response = {
        status,
        headers: Object.entries({
          'content-type': isText ? 'text/plain' : 'application/json',
          ...headers,
        }),
        body: bytes,
        truncated: false,
        url: plan.url,
      };
      onChunk?.(bytes, response);
      return Promise.resolve({ ok: true, response });
    },
  };
}

function untilAborted(signal: AbortSignal): Promise<SendResult> {
  return new Promise((resolve) => {
    const end = (): void => {
      resolve({
        ok: false,
        failure: { kind: 'cancelled', message: 'The call was cancelled.', sent: true },
      });
    };
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
}
