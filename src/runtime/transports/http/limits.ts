/** Bounds of an HTTP server; each names its unit. */
export interface HttpLimits {
  /** One request body. */
  readonly maxBodyBytes: number;
  /** All request bodies that are held at one time. */
  readonly maxBufferedBytes: number;
  /** How deep the JSON of a request may be nested. */
  readonly maxJsonDepth: number;
  /** Start line and headers of one request; `serveHttp` only. */
  readonly maxHeaderBytes: number;
  /** Open connections; beyond them the longest idle one is closed; `serveHttp` only. */
  readonly maxConnections: number;
  /** Requests that are worked on at one time; beyond them 503. */
  readonly maxRequests: number;
  /** Until the headers of a request have come; `serveHttp` only. */
  readonly headersTimeoutMs: number;
  /** Until the whole body of a request has come. */
  readonly bodyTimeoutMs: number;
  /** How long a connection may stay open between two requests; `serveHttp` only. */
  readonly idleTimeoutMs: number;
  /** A client that takes nothing of its answer for so long is let go; `serveHttp` only. */
  readonly stallTimeoutMs: number;
  /** After so long without a byte, an answer that is not ready shows a sign of life, and again each time. */
  readonly keepAliveMs: number;
  /** How long requests may take to end after the server was told to stop. */
  readonly drainMs: number;
}

/** The limits of a server about which nothing was said. */
export const defaultHttpLimits: HttpLimits = {
  maxBodyBytes: 8_388_608,
  maxBufferedBytes: 268_435_456,
  maxJsonDepth: 128,
  maxHeaderBytes: 16_384,
  maxConnections: 4_096,
  maxRequests: 1_024,
  headersTimeoutMs: 10_000,
  bodyTimeoutMs: 30_000,
  idleTimeoutMs: 65_000,
  stallTimeoutMs: 60_000,
  keepAliveMs: 15_000,
  drainMs: 10_000,
};

/** Sessions of clients before 2026-07-28. */
export interface SessionLimits {
  /** Sessions at one time; beyond them the longest idle one ends. */
  readonly maxSessions: number;
  /** A session that is not used for so long ends. */
  readonly idleMs: number;
}

/** The limits of sessions about which nothing was said. */
export const defaultSessionLimits: SessionLimits = { maxSessions: 1_000, idleMs: 1_800_000 };
