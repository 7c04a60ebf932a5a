import { Buffer } from 'node:buffer';
import type { ExchangeLimits, Upstream, UpstreamResponse } from './upstream-port.ts';
import type { RequestPlan } from './request/plan.ts';

/** A request to a server of the operator's, with nothing in it that a caller could choose. */
export interface UpstreamFetchRequest {
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** An answer that leads elsewhere is none; `fetch` itself has to be told. */
  readonly redirect?: 'error';
  /** Ends the request; without it the limits alone do. */
  readonly signal?: AbortSignal;
}

/** The part of `fetch` that asking such a server needs; `fetch` itself fits, too. */
export type UpstreamFetch = (url: string, request: UpstreamFetchRequest) => Promise<Response>;

const limits: ExchangeLimits = {
  connectTimeoutMs: 5_000,
  headersTimeoutMs: 5_000,
  bodyTimeoutMs: 5_000,
  maxResponseBytes: 1_048_576,
};
const neverAborted = new AbortController().signal;

/**
 * A `fetch` that sends through an upstream, with its proxies and certificates: 5 seconds for every step and 1 MiB for
 * the answer. Make the upstream with `maxRedirects: 0`. Rejects with an Error whose message names no address of the
 * internal network.
 */
export function createUpstreamFetch(upstream: Upstream): UpstreamFetch {
  return async (url, request) => {
    const signal = request.signal ?? neverAborted;
    const result = await upstream.send(planOf(url, request), limits, signal);
    if (!result.ok) throw new Error(result.failure.message);
    return toResponse(result.response);
  };
}

function planOf(
  url: string,
  { method = 'GET', headers = {}, body }: UpstreamFetchRequest,
): RequestPlan {
  const { origin, pathname, search } = new URL(url);
  const { 'content-type': contentType = 'text/plain', ...others } = headers;
  const target = `${pathname}${search}`;
  return {
    method,
    url: `${origin}${target}`,
    origin,
    target,
    headers: Object.entries(others),
    body:
      body === undefined
        ? { kind: 'none' }
        : { kind: 'bytes', contentType, bytes: Buffer.from(body, 'utf8') },
  };
}

function toResponse({ status, headers, body, truncated, url }: UpstreamResponse): Response {
  if (truncated) throw new Error(`${new URL(url).origin} gave an endless answer.`);
  // Its encoding is undone, and its length is that of what was sent.
  const kept = headers.filter(([name]) => name === 'content-type' || name === 'retry-after');
  const isEmpty = body.length === 0 || status === 204 || status === 205 || status === 304;
  return new Response(isEmpty ? null : Buffer.from(body), {
    status,
    headers: kept.map(([name, value]) => [name, value]),
  });
}
