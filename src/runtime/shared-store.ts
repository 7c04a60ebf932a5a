/** How fast a bucket empties and fills again. */
export interface TokenBucket {
  /** Calls that may be made at once from a full bucket. */
  readonly capacity: number;
  /** Calls that come back in every second. */
  readonly refillPerSecond: number;
}

/** Whether a token was there, and how long until one is. */
export type TakenToken =
  | { readonly ok: true }
  | { readonly ok: false; readonly retryAfterMs: number };

/**
 * What replicas of a server must share. One implementation is in memory, for a single process; others stand
 * on a database that all replicas reach.
 */
export interface SharedStore {
  /** Whether replicas reach the same values, and the store bounds its memory by itself; absent for memory. */
  readonly isShared?: boolean;
  /** Takes one token out of the bucket of this key, or says when to come back. */
  takeToken(key: string, bucket: TokenBucket): Promise<TakenToken>;
  /** The value that was kept under this key; `undefined` where there is none, or its time is over. */
  read(key: string): Promise<string | undefined>;
  /** Keeps a value for so long, in place of the one before. Values that are secrets come encrypted. */
  keep(key: string, value: string, lifetimeMs: number): Promise<void>;
  close(): Promise<void>;
}
