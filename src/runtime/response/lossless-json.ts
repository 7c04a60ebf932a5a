import type { JsonValue } from '../../model/json.ts';
import { isArray } from '../../model/json.ts';

/** Deeper values would not survive being written again, by us or by a client. */
export const maxAnswerDepth = 500;

/** A parsed JSON text, or why there is no value. */
export type ParsedJson =
  | { readonly ok: true; readonly value: JsonValue }
  | { readonly ok: false; readonly fault: 'syntax' | 'depth' };

/**
 * Parses a JSON text without losing numbers: an integer beyond ±(2^53 − 1) and a number beyond the range of a double
 * become strings with the digits of the text (RFC 8259 §6). The usual text costs one `JSON.parse` and one walk.
 */
export function parseLossless(text: string): ParsedJson {
  let value: JsonValue;
  try {
    // JSON.parse yields JSON values only, and keys such as __proto__ as own properties.
    value = JSON.parse(text) as JsonValue;
  } catch {
    return { ok: false, fault: 'syntax' };
  }
  const finding = inspect(value, 0);
  if ((finding & tooDeep) !== 0) return { ok: false, fault: 'depth' };
  if ((finding & unsafeNumber) === 0) return { ok: true, value };
  // The text is valid JSON, so quoting whole number tokens leaves it valid.
  return { ok: true, value: JSON.parse(quoteUnsafeNumbers(text)) as JsonValue };
}

/** What {@link inspect} may find, as bits. */
const unsafeNumber = 1;
const tooDeep = 2;

/** Looks for numbers that may have lost digits and for depth; a walk over the value is cheaper than a search in the text. */
function inspect(value: JsonValue, depth: number): number {
  if (typeof value === 'number') {
    return value > Number.MAX_SAFE_INTEGER || value < Number.MIN_SAFE_INTEGER ? unsafeNumber : 0;
  }
  if (typeof value !== 'object' || value === null) return 0;
  if (depth === maxAnswerDepth) return tooDeep;
  let found = 0;
  if (isArray(value)) {
    for (const item of value) found |= inspect(item, depth + 1);
  } else {
    // A parsed object has own properties only, and this is the fastest way through them.
    for (const key in value) found |= inspect(value[key] ?? null, depth + 1);
  }
  return found;
}

const numberToken = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Puts quotes around every number token of a valid JSON text that a double cannot hold as it is. */
function quoteUnsafeNumbers(text: string): string {
  let result = '';
  let at = 0;
  while (at < text.length) {
    const open = text.indexOf('"', at);
    const end = open === -1 ? text.length : open;
    result += text
      .slice(at, end)
      .replace(numberToken, (token) => (isUnsafe(token) ? `"${token}"` : token));
    if (open === -1) break;
    at = endOfString(text, open);
    result += text.slice(open, at);
  }
  return result;
}

function isUnsafe(token: string): boolean {
  const number = Number(token);
  if (!Number.isFinite(number)) return true;
  return !Number.isSafeInteger(number) && /^-?\d+$/.test(token);
}

/** The index after the closing quote of the string that opens here, in valid JSON. */
function endOfString(text: string, open: number): number {
  let close = open;
  for (;;) {
    close = text.indexOf('"', close + 1);
    if (close === -1) return text.length;
    let backslashes = 0;
    while (text.charAt(close - 1 - backslashes) === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return close + 1;
  }
}
