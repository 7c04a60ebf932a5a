import { headerValue } from './header-pairs.ts';
import type { HeaderPair } from './request/plan.ts';

/**
 * The wait that `Retry-After` asks for, in milliseconds, from both of its forms (RFC 9110 §10.2.3); `undefined` where
 * there is none that can be read. A date counts from the answer's own `Date`, so that clocks that differ do no harm.
 */
export function retryAfterMs(headers: readonly HeaderPair[], now: number): number | undefined {
  const value = headerValue(headers, 'retry-after')?.trim();
  if (value === undefined || value === '') return undefined;
  if (/^\d{1,10}(?:\.\d{1,6})?$/.test(value)) return Math.ceil(Number(value) * 1_000);
  const at = parseDate(value);
  if (at === undefined) return undefined;
  const sentAt = parseDate(headerValue(headers, 'date') ?? '') ?? now;
  return Math.max(0, at - sentAt);
}

/** Every form of HTTP-date begins with the name of a day; `Date.parse` alone would also take `-5` for a year. */
function parseDate(text: string): number | undefined {
  if (!/^(?:mon|tue|wed|thu|fri|sat|sun)/i.test(text)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : at;
}
