import { headerValue, headerValues } from '../../header-pairs.ts';
import type { HeaderPair } from '../../request/plan.ts';

/** What an answer's headers say about keeping it, for a private cache (RFC 9111). */
export interface Keeping {
  /** How long it may be given again without asking. */
  readonly freshMs: number;
  /** What a later request can ask with, whether the answer is still the same (RFC 9110 §13.1). */
  readonly etag?: string;
  readonly lastModified?: string;
}

/** How far an upstream's word counts. */
export interface KeepingLimits {
  /** How long an answer is fresh that says nothing about it. */
  readonly defaultMs: number;
  readonly maxMs: number;
}

/** Answers of these statuses may be kept: the ordinary success, and that of a transforming proxy. */
const keptStatuses: ReadonlySet<number> = new Set([200, 203]);

/**
 * How an answer may be kept; `undefined` where it must not be (RFC 9111 §3), or where keeping it would be of no use.
 *
 * @param now Milliseconds since the epoch.
 */
export function keepingOf(
  { status, headers }: { readonly status: number; readonly headers: readonly HeaderPair[] },
  now: number,
  limits: KeepingLimits,
): Keeping | undefined {
  const directives = parseCacheControl(headerValues(headers, 'cache-control').join(','));
  const varies = headerValues(headers, 'vary').join(',');
  if (!keptStatuses.has(status) || directives.has('no-store') || varies.includes('*')) {
    return undefined;
  }
  const keeping = { freshMs: freshnessOf(headers, now, limits), ...validatorsOf(headers) };
  const isUseful =
    keeping.freshMs > 0 || keeping.etag !== undefined || keeping.lastModified !== undefined;
  return isUseful ? keeping : undefined;
}

/** How long an answer is fresh: by `no-cache`, `max-age`, `Expires`, or else by default; less its age on the way. */
export function freshnessOf(
  headers: readonly HeaderPair[],
  now: number,
  { defaultMs, maxMs }: KeepingLimits,
): number {
  const directives = parseCacheControl(headerValues(headers, 'cache-control').join(','));
  if (directives.has('no-cache')) return 0;
  const lifetime = lifetimeOf(headers, directives, now) ?? defaultMs;
  const age = secondsOf(headerValue(headers, 'age')) ?? 0;
  return Math.max(0, Math.min(lifetime - age * 1_000, maxMs));
}

/** Whether the headers say anything about how long the answer is fresh. */
export function saysFreshness(headers: readonly HeaderPair[]): boolean {
  return headers.some(([name]) => name === 'cache-control' || name === 'expires');
}

/** `ETag` and `Last-Modified`. */
export function validatorsOf(
  headers: readonly HeaderPair[],
): Pick<Keeping, 'etag' | 'lastModified'> {
  const etag = headerValue(headers, 'etag');
  const lastModified = headerValue(headers, 'last-modified');
  return {
    ...(etag === undefined ? {} : { etag }),
    ...(lastModified === undefined ? {} : { lastModified }),
  };
}

function lifetimeOf(
  headers: readonly HeaderPair[],
  directives: ReadonlyMap<string, string>,
  now: number,
): number | undefined {
  const maxAge = directives.get('max-age');
  // What cannot be read counts as stale (RFC 9111 §4.2.1).
  if (maxAge !== undefined) return (secondsOf(maxAge) ?? 0) * 1_000;
  const expires = headerValue(headers, 'expires');
  if (expires === undefined) return undefined;
  const date = Date.parse(headerValue(headers, 'date') ?? '');
  const lifetime = Date.parse(expires) - (Number.isNaN(date) ? now : date);
  return Number.isNaN(lifetime) ? 0 : lifetime;
}

function secondsOf(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,12}$/.test(text) ? Number(text) : undefined;
}

/** Directives by their names in lower case; of one that comes twice the first counts. */
function parseCacheControl(text: string): ReadonlyMap<string, string> {
  const directives = new Map<string, string>();
  // A quoted value may hold commas: `private="set-cookie, x"`.
  for (const [, name = '', quoted, plain = ''] of text.matchAll(
    /([\w-]+)(?:=(?:"([^"]*)"|([^\s,;"]*)))?/g,
  )) {
    const key = name.toLowerCase();
    if (!directives.has(key)) directives.set(key, quoted ?? plain);
  }
  return directives;
}
