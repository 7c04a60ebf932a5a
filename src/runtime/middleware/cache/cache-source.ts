import type { BridgeArtifact } from '../../../model/artifact.ts';
import { everyTool } from '../../../model/artifact.ts';
import type { Clock } from '../../clock.ts';
import type { SharedStore } from '../../shared-store.ts';
import type { CallerKey } from '../rate-limit.ts';
import type { CacheSource } from './cache.ts';
import { createMemoryCache } from './memory-cache.ts';

/** What kept answers take of the memory of a process at most. */
const maxMemoryBytes = 67_108_864;

/** What a bridge has for its caches. */
export interface CacheParts<S> {
  readonly artifact: BridgeArtifact;
  readonly store: SharedStore;
  readonly clock: Clock;
  readonly callerKey?: CallerKey<S>;
}

/** What the caches of a bridge share: the store of the replicas, or memory; `undefined` where no tool asks for one. */
export function createCacheSource<S>({
  artifact,
  store,
  clock,
  callerKey,
}: CacheParts<S>): CacheSource<S> | undefined {
  const { server, documents, middleware } = artifact;
  const isWanted =
    middleware.includes('cache') ||
    everyTool(artifact).some(
      ({ settings }) =>
        settings.middleware.includes('cache') || Object.hasOwn(settings.configure, 'cache'),
    );
  if (!isWanted) return undefined;
  return {
    store: store.isShared === true ? store : createMemoryCache(clock, maxMemoryBytes),
    clock,
    // Another version of a document may turn the same answer into another result.
    scope: JSON.stringify([
      server.name,
      Object.entries(documents).map(([name, { sourceHash }]) => [name, sourceHash]),
    ]),
    ...(callerKey === undefined ? {} : { callerKey }),
  };
}
