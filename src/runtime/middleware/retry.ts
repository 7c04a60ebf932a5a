import { BridgeError } from '../../model/errors.ts';
import type { JsonValue } from '../../model/json.ts';
import { isJsonObject, ownValue } from '../../model/json.ts';
import type { RetrySettings } from '../../model/settings.ts';
import { defaultRuntimeSettings } from '../../model/settings.ts';
import type {
  AttemptFacts,
  Exchange,
  ToolCallContext,
  ToolMiddleware,
  ToolOutcome,
} from '../call.ts';
import type { Clock } from '../clock.ts';
import { systemClock } from '../clock.ts';
import { isIdempotentMethod } from '../idempotent-method.ts';

/** What the retrying layer needs. */
export interface RetryOptions {
  readonly settings?: RetrySettings;
  readonly clock?: Clock;
  /** A number in [0, 1) for the jitter. */
  readonly random?: () => number;
}

/** Answers that another attempt may change (rule R19). */
const retryStatuses: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);

/**
 * Calls the inner layers again after a failure that may pass (rules R19, H5). It stands around the handler, so that
 * each attempt builds its request anew from the same arguments: the bytes are the same, credentials may be fresher, and
 * a person's middleware inside sees every attempt.
 *
 * Only what may be repeated is: any method while nothing was sent; idempotent methods, and requests with an idempotency
 * key, also after 408, 425, 429, 500, 502, 503, 504, broken connections and timeouts of one attempt. `Retry-After`
 * counts in both forms; a wait beyond the longest one is left to the model, whom the last outcome tells. That outcome is
 * always the upstream's own last word.
 */
export function createRetry<S = undefined>({
  settings = defaultRuntimeSettings.retry,
  clock = systemClock,
  random = Math.random,
}: RetryOptions = {}): ToolMiddleware<S> {
  return (next) => async (context) => {
    for (let retries = 0; ; retries += 1) {
      forgetAttempt(context.exchange);
      const outcome = await next(context);
      const { lastAttempt, notes } = context.exchange;
      if (outcome.kind === 'success' || lastAttempt === undefined) return outcome;
      if (context.signal.aborted || !mayHelp(lastAttempt, context)) return outcome;
      if (retries === settings.maxRetries) return retries === 0 ? outcome : told(outcome, retries);
      const wait = waitBefore(retries, lastAttempt, { settings, random });
      if (wait === undefined) {
        notes.push('retry: the upstream asks for a longer wait than is allowed');
        return outcome;
      }
      notes.push(`retry: ${lastAttempt.status ?? lastAttempt.failure}, again after ${wait} ms`);
      await clock.sleep(wait, context.signal);
      if (context.signal.aborted) return outcome;
    }
  };
}

/** An outcome that no attempt led to, for instance of arguments that cannot be sent, must not be taken for one. */
function forgetAttempt(exchange: Exchange): void {
  delete exchange.lastAttempt;
}

function mayHelp<S>(attempt: AttemptFacts, context: ToolCallContext<S>): boolean {
  if (attempt.failure === 'cancelled') return false;
  if (attempt.status !== undefined && !retryStatuses.has(attempt.status)) return false;
  return !attempt.sent || isRepeatable(context);
}

function isRepeatable<S>({ resolved, request }: ToolCallContext<S>): boolean {
  if (resolved.kind !== 'operation') return false;
  const { method, parameters } = resolved.tool.request;
  if (isIdempotentMethod(method)) return true;
  return parameters.some(
    ({ in: place, name, source }) =>
      place === 'header' &&
      /^(?:x-)?idempotency-key$/i.test(name) &&
      (source.kind === 'fixed' || ownValue(request.arguments, source.argument) !== undefined),
  );
}

/** Milliseconds to wait, or `undefined` where the upstream wants more patience than the settings have. */
function waitBefore(
  retries: number,
  { retryAfterMs = 0 }: AttemptFacts,
  { settings, random }: { readonly settings: RetrySettings; readonly random: () => number },
): number | undefined {
  if (retryAfterMs > settings.maxDelayMs) return undefined;
  const full = Math.min(settings.maxDelayMs, settings.baseDelayMs * 2 ** retries);
  // Between half and the whole, so that callers who failed together do not come back together.
  const backoff = Math.round(full / 2 + (random() * full) / 2);
  return Math.max(backoff, retryAfterMs);
}

/** Repetition was tried already: the model need not begin with it. */
function told(outcome: ToolOutcome, retries: number): ToolOutcome {
  const text = `Tried ${retries + 1} times with the same result.`;
  return { ...outcome, content: [...outcome.content, { type: 'text', text }] };
}

/**
 * Reads the settings that a tool gives its `retry`, over those of the server.
 *
 * @throws BridgeError `configuration-invalid` for anything that is no such settings.
 */
export function parseRetry(
  value: JsonValue | undefined,
  where: string,
  server: RetrySettings = defaultRuntimeSettings.retry,
): RetrySettings {
  if (value === undefined) return server;
  const given: Readonly<Record<string, JsonValue>> = isJsonObject(value) ? value : {};
  const known = Object.keys(given).every((key) => Object.hasOwn(server, key));
  const counts = Object.values(given).every(
    (count) => typeof count === 'number' && Number.isInteger(count) && count >= 0,
  );
  if (!isJsonObject(value) || !known || !counts) {
    throw new BridgeError(
      'configuration-invalid',
      `The retry settings of ${where} are not usable: ${JSON.stringify(value)}.`,
      { fix: 'Write for instance { maxRetries: 2, baseDelayMs: 250, maxDelayMs: 10000 }.' },
    );
  }
  return { ...server, ...given };
}
