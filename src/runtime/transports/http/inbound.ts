import type { ReadBody } from './body.ts';
import type { Exchange } from './exchanges.ts';

/** A request as it came, whichever server took it. */
export interface Inbound {
  readonly method: string;
  /** Without the query; empty for a target that is no path. */
  readonly path: string;
  readonly headers: Headers;
  readonly exchange: Exchange;
  /** Reads the body, once and within limits. */
  readonly readBody: () => Promise<ReadBody>;
}

/** Answers one request; never rejects. */
export type HandleRequest = (inbound: Inbound) => Promise<Response>;
