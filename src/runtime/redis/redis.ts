import { createHash } from 'node:crypto';
import { Redis } from 'ioredis';
import { BridgeError } from '../../model/errors.ts';
import type { SharedStore, TakenToken, TokenBucket } from '../shared-store.ts';
import { takeTokenScript } from './take-token-script.ts';

/** Which store replicas share, and how long they wait for it. */
export interface RedisStoreOptions {
  /** `redis://[[USER]:PASSWORD@]HOST[:PORT][/DATABASE]` of a Redis or Valkey; `rediss://` for TLS. */
  readonly url: string;
  /** Begins every key: servers that share a store must not share their keys. */
  readonly prefix: string;
  /** How long one command, and the first connection, may take, in milliseconds; 1,000 by default. */
  readonly timeoutMs?: number;
  /** Told once when the store is lost, and once when it is back. */
  readonly onChange?: (change: StoreChange) => void;
}

/** What became of the connection. */
export type StoreChange =
  | { readonly kind: 'lost'; readonly reason: string }
  | { readonly kind: 'back' };

/** Longest pause between two attempts to connect again. */
const maxReconnectMs = 5_000;

/**
 * What replicas share, in Redis or Valkey. Waits for the first connection, but not longer than for a command: a
 * store that is away is sought again in the background. Until it is back its methods reject at once, and callers
 * go on alone as their own contracts say. No method waits longer than the timeout.
 *
 * @throws BridgeError `configuration-invalid` for a URL of another kind.
 */
export async function connectRedisStore(options: RedisStoreOptions): Promise<SharedStore> {
  const { url, prefix, timeoutMs = 1_000 } = options;
  checkUrl(url);
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: timeoutMs,
    commandTimeout: timeoutMs,
    // A call is not kept waiting for a store that is away.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(attempt * 100, maxReconnectMs),
  });
  watch(redis, options);
  // Told by `watch`; the connection is sought again.
  await redis.connect().catch(() => undefined);
  const keyOf = (key: string): string =>
    prefix + createHash('sha256').update(key, 'utf8').digest('base64url');
  return {
    isShared: true,
    takeToken: async (key, bucket) => readTaken(await take(redis, keyOf(key), bucket)),
    read: async (key) => (await redis.get(keyOf(key))) ?? undefined,
    keep: async (key, value, lifetimeMs) => {
      const lifetime = Math.floor(lifetimeMs);
      if (lifetime >= 1) await redis.set(keyOf(key), value, 'PX', lifetime);
    },
    close: () => {
      redis.removeAllListeners();
      // Nobody is told of a loss that is meant.
      redis.on('error', () => undefined);
      redis.disconnect();
      return Promise.resolve();
    },
  };
}

function checkUrl(url: string): void {
  const scheme = /^(rediss?):\/\/./i.exec(url);
  if (scheme !== null && URL.canParse(url)) return;
  // The URL may hold a password.
  throw new BridgeError('configuration-invalid', 'The URL of the shared store is not usable.', {
    fix: 'Write redis://HOST:PORT, or rediss://USER:PASSWORD@HOST:PORT/DATABASE, special characters of the password percent-encoded.',
  });
}

/** The script counts by the clock of the store, so that the clocks of replicas need not agree. */
function take(redis: Redis, key: string, bucket: TokenBucket): Promise<unknown> {
  const { capacity, refillPerSecond } = bucket;
  return redis.eval(takeTokenScript, 1, key, String(capacity), String(refillPerSecond / 1_000));
}

/** Whatever writes to the store besides us may answer anything. */
function readTaken(answer: unknown): TakenToken {
  const [taken, waitMs]: readonly unknown[] = Array.isArray(answer) ? answer : [];
  if (taken === 1) return { ok: true };
  if (taken === 0 && typeof waitMs === 'number') return { ok: false, retryAfterMs: waitMs };
  throw new Error('The shared store answered with something else than a token.');
}

function watch(redis: Redis, { onChange }: RedisStoreOptions): void {
  let isLost = false;
  const lose = (reason: string): void => {
    if (!isLost) onChange?.({ kind: 'lost', reason });
    isLost = true;
  };
  redis.on('error', (error: Error) => lose(error.message));
  redis.on('close', () => lose('the connection was closed'));
  redis.on('ready', () => {
    if (isLost) onChange?.({ kind: 'back' });
    isLost = false;
  });
}
