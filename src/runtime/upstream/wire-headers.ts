import type { Dispatcher } from 'undici';
import type { HeaderPair, RequestPlan } from '../request/plan.ts';
import { acceptedEncodings } from './decompress.ts';

/**
 * The headers of a request as undici takes them, names and values in turn: those of the plan, its Content-Type, and
 * what this client sets by itself where the plan does not.
 */
export function wireHeaders(plan: RequestPlan, userAgent: string): string[] {
  const wire: string[] = [];
  let agentGiven = false;
  let encodingGiven = false;
  for (const [name, value] of plan.headers) {
    wire.push(name, value);
    if (name.length === 10) agentGiven ||= name.toLowerCase() === 'user-agent';
    if (name.length === 15) encodingGiven ||= name.toLowerCase() === 'accept-encoding';
  }
  if (plan.body.kind === 'bytes') wire.push('Content-Type', plan.body.contentType);
  if (!encodingGiven) wire.push('Accept-Encoding', acceptedEncodings);
  if (!agentGiven) wire.push('User-Agent', userAgent);
  return wire;
}

/** The same as an object, which undici's proxies want; several headers of one name become a list. */
export function groupHeaders(wire: readonly string[]): Record<string, string | string[]> {
  const grouped = new Map<string, string | string[]>();
  for (let index = 0; index + 1 < wire.length; index += 2) {
    const name = wire[index] ?? '';
    const value = wire[index + 1] ?? '';
    const before = grouped.get(name);
    grouped.set(name, before === undefined ? value : [before, value].flat());
  }
  return Object.fromEntries(grouped);
}

/** The headers of an answer: names in lower case, in the order received. */
export function receivedHeaders(
  raw: Dispatcher.DispatchController['rawHeaders'],
  parsed: Readonly<Record<string, string | string[] | undefined>>,
): readonly HeaderPair[] {
  if (!Array.isArray(raw)) {
    return Object.entries(parsed).flatMap(([name, value]) =>
      [value ?? []].flat().map((single): HeaderPair => [name, single]),
    );
  }
  const pairs: HeaderPair[] = [];
  for (let index = 0; index + 1 < raw.length; index += 2) {
    pairs.push([headerText(raw[index]).toLowerCase(), headerText(raw[index + 1])]);
  }
  return pairs;
}

/** Header bytes are opaque (RFC 9110 §5.5): UTF-8 where they are UTF-8, else Latin-1. */
function headerText(value: Buffer | string | undefined): string {
  if (value === undefined || typeof value === 'string') return value ?? '';
  const text = value.toString('latin1');
  if (!/[\u0080-\u00ff]/.test(text)) return text;
  const decoded = value.toString('utf8');
  return decoded.includes('\ufffd') ? text : decoded;
}
