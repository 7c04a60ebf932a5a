import type { Clock } from './clock.ts';
import type { SharedStore, TakenToken, TokenBucket } from './shared-store.ts';

/** Buckets, and values, that are remembered at most; keys may come from callers, so their number is bounded. */
const maxEntries = 10_000;

/** Keeps what replicas would share in the memory of this process. */
export function createMemoryStore(clock: Clock): SharedStore {
  const buckets = new Map<string, { readonly tokens: number; readonly at: number }>();
  const values = new Map<string, { readonly value: string; readonly until: number }>();
  return {
    takeToken: (key, bucket) => Promise.resolve(take(key, bucket)),
    read: (key) => {
      const kept = values.get(key);
      return Promise.resolve(
        kept === undefined || kept.until <= clock.elapsed() ? undefined : kept.value,
      );
    },
    keep: (key, value, lifetimeMs) => {
      putLast(values, key, { value, until: clock.elapsed() + lifetimeMs });
      return Promise.resolve();
    },
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
    putLast(buckets, key, { tokens: ok ? refilled - 1 : refilled, at });
    return ok
      ? { ok }
      : { ok, retryAfterMs: Math.ceil(((1 - refilled) / refillPerSecond) * 1_000) };
  }
}

/** Sets an entry at the end of the map, so that the first one is always the one least lately used. */
function putLast<V>(map: Map<string, V>, key: string, value: V): void {
  map.delete(key);
  map.set(key, value);
  const oldest = map.keys().next();
  if (map.size > maxEntries && oldest.done !== true) map.delete(oldest.value);
}
