import type { Exchange } from './call.ts';
import { headerValues } from './header-pairs.ts';
import type { RequestPlan } from './request/plan.ts';
import { retryAfterMs } from './retry-after.ts';
import type { SendResult } from './upstream-port.ts';

/** What one attempt came to. */
export interface RecordedAttempt {
  readonly plan: RequestPlan;
  readonly result: SendResult;
  readonly elapsedMs: number;
  /** The time of day in milliseconds since 1970. */
  readonly now: number;
}

/** Adds an attempt to the exchange of a call: for the audit, and for the layers that may try again (rules R19, K9). */
export function recordAttempt(
  exchange: Exchange,
  { plan, result, elapsedMs, now }: RecordedAttempt,
): void {
  exchange.attempts += 1;
  exchange.upstreamMs += elapsedMs;
  if (plan.body.kind === 'bytes') exchange.requestBytes += plan.body.bytes.length;
  if (!result.ok) {
    const { kind, sent } = result.failure;
    delete exchange.status;
    exchange.lastAttempt = { failure: kind, sent, challenges: [] };
    return;
  }
  const { status, headers, body } = result.response;
  const wait = retryAfterMs(headers, now);
  exchange.status = status;
  exchange.responseBytes += body.length;
  exchange.lastAttempt = {
    status,
    sent: true,
    ...(wait === undefined ? {} : { retryAfterMs: wait }),
    challenges: status === 401 ? headerValues(headers, 'www-authenticate') : [],
  };
}
