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
  /** Certificate authorities that replace those of Node, in PEM; for `rediss://` alone. */
  readonly ca?: string;
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
  const { url, prefix, ca, timeoutMs = 1_000 } = options;
  const isSecure = checkUrl(url);
  const redis = new Redis(url, {
    ...(isSecure && ca !== undefined ? { tls: { ca } } : {}),
    lazyConnect: true,
    connectTimeout: timeoutMs,
    commandTimeout: timeoutMs,
    // A call is not kept waiting for a store that is away.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(attempt * 100, maxReconnectMs),
  });
  const lose = watch(redis, options);
  // Told by `watch`; the connection is sought again.
  await redis.connect().catch(() => undefined);
  const keyOf = (key: string): string =>
    prefix + createHash('sha256').update(key, 'utf8').digest('base64url');
  /** A connection on which nothing comes any more is made anew; no later call waits for it. */
  async function answered<T>(command: Promise<T>): Promise<T> {
    try {
      return await command;
    } catch (error) {
      if (isTimeout(error) && redis.status === 'ready') {
        lose(`no answer within ${timeoutMs} ms`);
        redis.disconnect(true);
      }
      throw error;
    }
  }
  return {
    isShared: true,
    takeToken: async (key, bucket) => readTaken(await answered(take(redis, keyOf(key), bucket))),
    read: async (key) => (await answered(redis.get(keyOf(key)))) ?? undefined,
    keep: async (key, value, lifetimeMs) => {
      const lifetime = Math.floor(lifetimeMs);
      if (lifetime >= 1) await answered(redis.set(keyOf(key), value, 'PX', lifetime));
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

/** Whether the URL asks for TLS. */
function checkUrl(url: string): boolean {
  const [, scheme] = /^(rediss?):\/\/./i.exec(url) ?? [];
  if (scheme !== undefined && isUsable(url)) return scheme.toLowerCase() === 'rediss';
  // The URL may hold a password.
  throw new BridgeError('configuration-invalid', 'The URL of the shared store is not usable.', {
    fix: 'Write redis://HOST:PORT, or rediss://USER:PASSWORD@HOST:PORT/DATABASE, special characters of the password percent-encoded.',
  });
}

/** Whether its parts can be read: user and password are percent-encoded, the database is a number. */
function isUsable(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { username, password, pathname } = new URL(url);
  try {
    decodeURIComponent(username + password);
  } catch {
    return false;
  }
  return /^(?:\/\d{0,9})?$/.test(pathname);
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
  if (taken === 0 && typeof waitMs === 'number' && waitMs >= 0)
    return { ok: false, retryAfterMs: waitMs };
  throw new Error('The shared store answered with something else than a token.');
}

/** As the client words it; it gives such errors no other mark. */
function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === 'Command timed out';
}

/** @returns What tells that the store is lost, for those who notice it elsewhere. */
function watch(redis: Redis, { onChange }: RedisStoreOptions): (reason: string) => void {
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
  return lose;
}
