import { isJsonObject } from '../../model/json.ts';
import type { JsonObject } from '../../model/json.ts';
import type { RequestPlan } from '../request/plan.ts';
import type { UpstreamResponse } from '../upstream-port.ts';
import type { EndpointOptions } from './options.ts';
import { TokenFailure } from './token-failure.ts';

/** What oauth4webapi asks its `fetch` for. */
export interface EndpointRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: URLSearchParams | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A `fetch` for oauth4webapi. */
export type EndpointFetch = (url: string, request: EndpointRequest) => Promise<Response>;

const maxAnswerBytes = 1_048_576;
/** An authorization server that takes longer than this is down. */
const maxWaitMs = 15_000;

const neverAborted = new AbortController().signal;

/** A `fetch` that sends through the upstream, with its proxies, certificates and limits. */
export function createEndpointFetch({ upstream, limits }: EndpointOptions): EndpointFetch {
  const bounded = {
    connectTimeoutMs: Math.min(limits.connectTimeoutMs, maxWaitMs),
    headersTimeoutMs: Math.min(limits.headersTimeoutMs, maxWaitMs),
    bodyTimeoutMs: Math.min(limits.bodyTimeoutMs, maxWaitMs),
    maxResponseBytes: maxAnswerBytes,
  };
  return async (url, request) => {
    const result = await upstream.send(
      planOf(url, request),
      bounded,
      request.signal ?? neverAborted,
    );
    if (!result.ok) throw new TokenFailure('unavailable', result.failure.message);
    return toResponse(result.response);
  };
}

function planOf(url: string, { method, headers, body }: EndpointRequest): RequestPlan {
  const { origin, pathname, search } = new URL(url);
  const target = `${pathname}${search}`;
  // The upstream says by itself which program asks.
  const { 'content-type': contentType, 'user-agent': _library, ...others } = headers;
  return {
    method,
    url: `${origin}${target}`,
    origin,
    target,
    headers: Object.entries(others),
    body:
      body === undefined
        ? { kind: 'none' }
        : {
            kind: 'bytes',
            contentType: contentType ?? 'application/x-www-form-urlencoded',
            bytes: Buffer.from(body.toString(), 'utf8'),
          },
  };
}

/**
 * The answer as oauth4webapi can judge it: an error in the body is found whatever the headers say of it, and ID
 * tokens, which are not used here, are not checked either.
 */
function toResponse({ status, body, truncated, url }: UpstreamResponse): Response {
  if (truncated) {
    throw new TokenFailure('unavailable', `${new URL(url).origin} gave an endless answer.`);
  }
  const text = Buffer.from(body).toString('utf8');
  const value = parseObject(text);
  if (value === undefined) {
    const isEmpty = text === '' || status === 204 || status === 304;
    return new Response(isEmpty ? null : text, { status });
  }
  const { id_token: _unused, ...rest } = value;
  // Some servers, GitHub's among them, send errors with 200.
  const isError = status === 200 && typeof value['error'] === 'string' && value['error'] !== '';
  return Response.json(rest, { status: isError ? 400 : status });
}

function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
