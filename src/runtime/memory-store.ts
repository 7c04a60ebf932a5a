import type { Clock } from './clock.ts';
import type { SharedStore, TakenToken, TokenBucket } from './shared-store.ts';

/** Buckets that are remembered at most; keys may come from callers, so their number is bounded. */
const maxBuckets = 10_000;

/** Keeps what replicas would share in the memory of this process. */
export function createMemoryStore(clock: Clock): SharedStore {
  const buckets = new Map<string, { tokens: number; at: number }>();
  return {
    takeToken: (key, bucket) => Promise.resolve(take(key, bucket)),
    close: () => Promise.resolve(),
  };

  function take(key: string, { capacity, refillPerSecond }: TokenBucket): TakenToken {
    const at = clock.elapsed();
    const before = buckets.get(key);
    const refilled =
      before === undefined
        ? capacity
        : Math.min(capacity, before.tokens + ((at - before.at) / 1_000) * refillPerSecond);
    const ok = refilled >= 1;
    // Set again at the end of the map, so that the first key is always the one least lately used.
    buckets.delete(key);
    buckets.set(key, { tokens: ok ? refilled - 1 : refilled, at });
    if (buckets.size > maxBuckets) forgetOldest();
    return ok
      ? { ok }
      : { ok, retryAfterMs: Math.ceil(((1 - refilled) / refillPerSecond) * 1_000) };
  }

  function forgetOldest(): void {
    const oldest = buckets.keys().next();
    if (oldest.done !== true) buckets.delete(oldest.value);
  }
}
