import { headerValue } from '../header-pairs.ts';
import type { HeaderPair, RequestPlan } from '../request/plan.ts';
import type { SendRequest, UpstreamResponse } from '../upstream-port.ts';

/** How far redirects are followed (rule R20). */
export interface RedirectPolicy {
  /** At most this many for one request; 0 follows none. */
  readonly maxRedirects: number;
  /** Other origins that GET and HEAD may be led to, without credentials. */
  readonly allowedOrigins: ReadonlySet<string>;
}

/** What to do about one answer. */
export type RedirectDecision =
  /** It is no redirect. */
  | { readonly kind: 'answer' }
  | { readonly kind: 'follow'; readonly plan: RequestPlan; readonly remark: string }
  /** It is a redirect, and stays the answer; the remark says why. */
  | { readonly kind: 'refuse'; readonly remark: string };

const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Decides about a redirect. GET and HEAD are followed on the same origin, and to allowed origins with nothing but
 * `Accept` and `Accept-Language`, since every other header may be a credential (rule K7). After another method only
 * 303 is followed on the same origin, with GET and without a body (RFC 9110 §15.4.4): the other codes would repeat
 * the request elsewhere, or turn it into another one.
 */
export function decideRedirect(
  plan: RequestPlan,
  response: UpstreamResponse,
  policy: RedirectPolicy,
  followed: number,
): RedirectDecision {
  const { status } = response;
  const location = headerValue(response.headers, 'location');
  if (!redirectStatuses.has(status) || location === undefined) return { kind: 'answer' };
  const target = parseLocation(location, plan.url);
  if (target === undefined) {
    return refuse(status, 'its Location is not an http or https URL that can be followed');
  }
  // A query may hold a signature or a key: only the path is told.
  const place = `${target.origin === plan.origin ? '' : target.origin}${target.pathname}`;
  const safe = plan.method === 'GET' || plan.method === 'HEAD';
  if (!safe && status !== 303) {
    return refuse(status, `to ${place}: a ${plan.method} is not repeated at another address`);
  }
  if (followed >= policy.maxRedirects) {
    return refuse(status, `to ${place}: ${followed} redirects were followed already`);
  }
  if (target.origin === plan.origin) {
    return follow(status, place, redirectedPlan(plan, target, sameOriginHeaders(plan, safe)));
  }
  const downgrade = plan.origin.startsWith('https:') && target.protocol !== 'https:';
  if (!safe || downgrade || !policy.allowedOrigins.has(target.origin)) {
    return refuse(
      status,
      `to ${place}: another origin than ${plan.origin}, where credentials must not go. If the API has moved, its base URL has to be changed`,
    );
  }
  const headers = plan.headers.filter(([name]) => travelsAnywhere(name));
  return follow(status, `${place} without credentials`, redirectedPlan(plan, target, headers));
}

/** Follows redirects; what happened stands in the answer's remarks. */
export function followRedirects(send: SendRequest, policy: RedirectPolicy): SendRequest {
  return async (plan, limits, signal, onChunk) => {
    const remarks: string[] = [];
    let current = plan;
    for (let followed = 0; ; followed += 1) {
      const result = await send(current, limits, signal, onChunk);
      if (!result.ok) return result;
      const decision = decideRedirect(current, result.response, policy, followed);
      if (decision.kind === 'follow') {
        remarks.push(decision.remark);
        current = decision.plan;
        continue;
      }
      if (decision.kind === 'refuse') remarks.push(decision.remark);
      if (remarks.length === 0) return result;
      return { ok: true, response: { ...result.response, remarks } };
    }
  };
}

function follow(status: number, place: string, plan: RequestPlan): RedirectDecision {
  return { kind: 'follow', plan, remark: `Redirected (${status}) to ${place}.` };
}

function refuse(status: number, why: string): RedirectDecision {
  return { kind: 'refuse', remark: `The redirect (${status}) was not followed ${why}.` };
}

function parseLocation(location: string, base: string): URL | undefined {
  if (!URL.canParse(location, base)) return undefined;
  const url = new URL(location, base);
  const plain = url.protocol === 'http:' || url.protocol === 'https:';
  return plain && url.username === '' && url.password === '' ? url : undefined;
}

function redirectedPlan(
  plan: RequestPlan,
  target: URL,
  headers: readonly HeaderPair[],
): RequestPlan {
  const path = `${target.pathname}${target.search}`;
  return {
    method: plan.method === 'HEAD' ? 'HEAD' : 'GET',
    url: `${target.origin}${path}`,
    origin: target.origin,
    target: path,
    headers,
    body: { kind: 'none' },
  };
}

/** After a change to GET, what spoke of the body or made the request conditional is out of place. */
function sameOriginHeaders(plan: RequestPlan, sameMethod: boolean): readonly HeaderPair[] {
  if (sameMethod) return plan.headers;
  return plan.headers.filter(([name]) => !/^(?:content-|if-|idempotency-key$|expect$)/i.test(name));
}

function travelsAnywhere(name: string): boolean {
  const lower = name.toLowerCase();
  return lower === 'accept' || lower === 'accept-language';
}
