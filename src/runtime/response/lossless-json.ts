import type { JsonValue } from '../../model/json.ts';

/** Deeper values would not survive being written again, by us or by a client. */
export const maxAnswerDepth = 500;

/** A parsed JSON text, or why there is no value. */
export type ParsedJson =
  | { readonly ok: true; readonly value: JsonValue }
  | { readonly ok: false; readonly fault: 'syntax' | 'depth' };

/**
 * Parses a JSON text without losing numbers: an integer beyond ±(2^53 − 1) and a number beyond the range of a double
 * become strings with the digits of the text (RFC 8259 §6). The usual text costs one `JSON.parse` and one search.
 */
export function parseLossless(text: string): ParsedJson {
  let value: JsonValue;
  try {
    // JSON.parse yields JSON values only, and keys such as __proto__ as own properties.
    value = JSON.parse(text) as JsonValue;
  } catch {
    return { ok: false, fault: 'syntax' };
  }
  if (isDeeperThan(text, maxAnswerDepth)) return { ok: false, fault: 'depth' };
  if (!mayHoldUnsafeNumber.test(text)) return { ok: true, value };
  const quoted = quoteUnsafeNumbers(text);
  // The text is valid JSON, so quoting whole number tokens leaves it valid.
  return { ok: true, value: quoted === text ? value : (JSON.parse(quoted) as JsonValue) };
}

/** Sixteen digits in a row, or an exponent of three digits. It may also be inside a string: then nothing is quoted. */
const mayHoldUnsafeNumber = /\d{16}|\d[eE]\+?\d{3}/;

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

function isDeeperThan(text: string, limit: number): boolean {
  // Every level takes two characters.
  if (text.length <= limit * 2) return false;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x22) at = endOfString(text, at) - 1;
    else if (code === 0x5b || code === 0x7b) {
      depth += 1;
      if (depth > limit) return true;
    } else if (code === 0x5d || code === 0x7d) depth -= 1;
  }
  return false;
}
