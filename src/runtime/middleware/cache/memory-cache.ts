import type { Clock } from '../../clock.ts';
import type { SharedStore } from '../../shared-store.ts';

/** Where kept answers are: in the memory of this process, or in the store that replicas share. */
export type CacheStore = Pick<SharedStore, 'read' | 'keep'>;

/** What one entry costs beside its text: the map's own share. */
const entryOverhead = 200;

/** Keeps texts in memory, those used last, as many as fit into so many bytes (UTF-16, as they stand in memory). */
export function createMemoryCache(clock: Pick<Clock, 'elapsed'>, maxBytes: number): CacheStore {
  const entries = new Map<string, { readonly value: string; readonly until: number }>();
  let bytes = 0;

  function remove(key: string): void {
    const entry = entries.get(key);
    if (entry === undefined) return;
    entries.delete(key);
    bytes -= sizeOf(key, entry.value);
  }

  return {
    read: (key) => {
      const entry = entries.get(key);
      if (entry === undefined) return Promise.resolve(undefined);
      if (entry.until <= clock.elapsed()) {
        remove(key);
        return Promise.resolve(undefined);
      }
      entries.delete(key);
      entries.set(key, entry);
      return Promise.resolve(entry.value);
    },
    keep: (key, value, lifetimeMs) => {
      remove(key);
      entries.set(key, { value, until: clock.elapsed() + lifetimeMs });
      bytes += sizeOf(key, value);
      for (const oldest of entries.keys()) {
        if (bytes <= maxBytes) break;
        remove(oldest);
      }
      return Promise.resolve();
    },
  };
}

function sizeOf(key: string, value: string): number {
  return (key.length + value.length) * 2 + entryOverhead;
}
