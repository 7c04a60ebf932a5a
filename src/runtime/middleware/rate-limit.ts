import { BridgeError } from '../../model/errors.ts';
import type { JsonValue } from '../../model/json.ts';
import { isJsonObject } from '../../model/json.ts';
import type { ToolCallContext, ToolMiddleware } from '../call.ts';
import { failure } from '../call.ts';
import type { SharedStore } from '../shared-store.ts';

/** How often a tool may be called. */
export interface RateLimitSettings {
  /** Calls in every minute, on average. */
  readonly perMinute: number;
  /** Calls that may come at once. */
  readonly burst: number;
  /** Who shares the limit: callers of one tool, each caller of one tool, or every call of the server. */
  readonly per: 'tool' | 'caller' | 'server';
  /**
   * While the store that replicas share is away: each replica keeps the limit alone (`own`), so that together they
   * may let through as many times the rate as there are replicas, or nobody may call (`refuse`).
   */
  readonly withoutStore: 'own' | 'refuse';
}

/** What holds where a limit is named without numbers. */
export const defaultRateLimit: RateLimitSettings = {
  perMinute: 60,
  burst: 10,
  per: 'tool',
  withoutStore: 'own',
};

/** Who a caller is, for limits of each caller; the default is the session id. */
export type CallerKey<S> = (context: ToolCallContext<S>) => string;

/** What the limiter needs beside its settings. */
export interface RateLimitOptions<S> {
  readonly settings: RateLimitSettings;
  readonly store: SharedStore;
  /** Holds the limit while the store is away. */
  readonly ownStore: SharedStore;
  readonly callerKey?: CallerKey<S>;
}

/** Refuses calls beyond a rate, and says when to come back. What a store that fails does to the call is a setting. */
export function createRateLimit<S = undefined>({
  settings,
  store,
  ownStore,
  callerKey,
}: RateLimitOptions<S>): ToolMiddleware<S> {
  const bucket = { capacity: settings.burst, refillPerSecond: settings.perMinute / 60 };
  return (next) => async (context) => {
    let taken;
    try {
      taken = await store.takeToken(keyOf(context), bucket);
    } catch {
      if (settings.withoutStore === 'refuse') {
        context.exchange.notes.push('rateLimit: store unavailable, refused');
        return failure(
          'limited',
          'The store that counts calls cannot be reached, and without it no call of this tool is allowed. ' +
            'Nothing was sent. Trying again in a minute may help.',
        );
      }
      context.exchange.notes.push('rateLimit: store unavailable, limited by this process alone');
      taken = await ownStore.takeToken(keyOf(context), bucket);
    }
    if (taken.ok) return next(context);
    const seconds = Math.max(1, Math.ceil(taken.retryAfterMs / 1_000));
    context.exchange.notes.push('rateLimit: refused');
    return failure(
      'limited',
      `Too many calls: at most ${settings.perMinute} a minute are allowed here. Nothing was sent. ` +
        `Wait ${seconds} second${seconds === 1 ? '' : 's'} before calling ${context.request.name} again.`,
    );
  };

  function keyOf(context: ToolCallContext<S>): string {
    switch (settings.per) {
      case 'server':
        return 'rate:server';
      case 'tool':
        return `rate:tool:${context.request.name}`;
      case 'caller':
        return `rate:caller:${callerKey?.(context) ?? context.sessionId ?? ''}:${context.request.name}`;
    }
  }
}

/**
 * Reads the settings that a tool gives its `rateLimit`.
 *
 * @throws BridgeError `configuration-invalid` for anything that is no such settings.
 */
export function parseRateLimit(value: JsonValue | undefined, where: string): RateLimitSettings {
  if (value === undefined) return defaultRateLimit;
  const given = isJsonObject(value) ? value : {};
  const perMinute = given['perMinute'] ?? defaultRateLimit.perMinute;
  const burst = given['burst'] ?? Math.max(1, Math.min(defaultRateLimit.burst, Number(perMinute)));
  const per = given['per'] ?? defaultRateLimit.per;
  const withoutStore = given['withoutStore'] ?? defaultRateLimit.withoutStore;
  const unknown = Object.keys(given).filter((key) => !Object.hasOwn(defaultRateLimit, key));
  if (
    !isJsonObject(value) ||
    unknown.length > 0 ||
    typeof perMinute !== 'number' ||
    !(perMinute > 0) ||
    typeof burst !== 'number' ||
    !(burst >= 1) ||
    (per !== 'tool' && per !== 'caller' && per !== 'server') ||
    (withoutStore !== 'own' && withoutStore !== 'refuse')
  ) {
    throw new BridgeError(
      'configuration-invalid',
      `The rateLimit of ${where} is not usable: ${JSON.stringify(value)}.`,
      {
        fix: 'Write for instance { perMinute: 60, burst: 10, per: tool }; per is tool, caller or server; withoutStore is own or refuse.',
      },
    );
  }
  return { perMinute, burst, per, withoutStore };
}
