/** An access token and how long it may be used. */
export interface KeptToken {
  readonly token: string;
  /** In milliseconds since 1970. */
  readonly expiresAt: number;
  readonly lifetimeMs: number;
}

/** Servers that do not say how long a token lives are asked again after this time, or when it is refused. */
const assumedLifetimeMs = 3_600_000;

/** A token that was just granted. */
export function keptToken(
  token: string,
  now: number,
  lifetimeMs: number = assumedLifetimeMs,
): KeptToken {
  return { token, expiresAt: now + lifetimeMs, lifetimeMs };
}

/** From when on another one is fetched while this one is still in use (rule K5): its last fifth, at most a minute. */
export function refreshAt({ expiresAt, lifetimeMs }: KeptToken): number {
  return expiresAt - Math.min(60_000, lifetimeMs / 5);
}

/** Until when it is sent: it has to be good still when it arrives. */
export function usableUntil({ expiresAt, lifetimeMs }: KeptToken): number {
  return expiresAt - Math.min(5_000, lifetimeMs / 20);
}
