import type { RequestPlan } from './request/plan.ts';
import { isIdempotentMethod } from './idempotent-method.ts';
import type { SendRequest, SendResult, Upstream } from './upstream-port.ts';
import type { AttemptOptions } from './upstream/attempt.ts';
import { attempt } from './upstream/attempt.ts';
import type { Route } from './upstream/dispatchers.ts';
import { createDispatchers } from './upstream/dispatchers.ts';
import type { UpstreamOptions } from './upstream/options.ts';
import { followRedirects } from './upstream/redirects.ts';
import { wireHeaders } from './upstream/wire-headers.ts';

export type { UpstreamOptions } from './upstream/options.ts';

const defaultMaxRedirects = 5;

/**
 * The client that sends requests upstream: one pool of connections for each origin, explicit limits, redirects by rule
 * R20. It reads no environment variable and never throws; what goes wrong is a failure with a text for the model.
 */
export function createUpstream(options: UpstreamOptions = {}): Upstream {
  const dispatchers = createDispatchers(options);
  const userAgent =
    options.version === undefined ? 'openapi-mcp' : `openapi-mcp/${options.version}`;

  const sendOnce: SendRequest = async (plan, limits, signal, onChunk) => {
    const refusal = refusePlan(plan);
    if (refusal !== undefined) return refusal;
    const connectMs = limits.connectTimeoutMs;
    const request = { plan, headers: wireHeaders(plan, userAgent), limits, signal, onChunk };
    let route: Route;
    try {
      route = dispatchers.routeTo(plan.origin, connectMs);
    } catch {
      return unsent('The proxy or TLS settings of this server cannot be used.');
    }
    const first = await attempt({ ...request, route });
    // A connection that the upstream closed while it was idle is no fault of the call (RFC 9112 §9.3.1).
    const again =
      dispatchers.isOfUsedConnection(first.error) &&
      isIdempotentMethod(plan.method) &&
      !signal.aborted;
    if (!again) return first.result;
    return attemptOnFreshConnection(request, dispatchers.freshRouteTo(plan.origin, connectMs));
  };

  return {
    send: followRedirects(sendOnce, {
      maxRedirects: options.maxRedirects ?? defaultMaxRedirects,
      allowedOrigins: new Set(options.redirectOrigins),
    }),
    close: () => dispatchers.close(),
  };
}

async function attemptOnFreshConnection(
  request: Omit<AttemptOptions, 'route'>,
  route: Route,
): Promise<SendResult> {
  try {
    const second = await attempt({ ...request, route });
    return second.result;
  } finally {
    void route.dispatcher.destroy();
  }
}

/** CONNECT would open a tunnel through the upstream; no operation of an API is one. */
function refusePlan(plan: RequestPlan): SendResult | undefined {
  return plan.method.toUpperCase() === 'CONNECT'
    ? unsent('The method CONNECT cannot be sent.')
    : undefined;
}

function unsent(message: string): SendResult {
  return { ok: false, failure: { kind: 'network', message, sent: false } };
}
