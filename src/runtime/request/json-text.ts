import type { ArgumentValue } from '../arguments/argument-value.ts';
import {
  ExactNumber,
  isArgumentArray,
  isArgumentObject,
  maxArgumentDepth,
} from '../arguments/argument-value.ts';
import { hasLoneSurrogate } from './encode.ts';

/**
 * Writes a value as compact JSON, keys in the order given, exact numbers as number tokens (rule J15).
 *
 * @throws URIError for a lone surrogate; RangeError for nesting beyond {@link maxArgumentDepth}.
 */
export function jsonText(value: ArgumentValue): string {
  const text = holdsExactNumber(value, 0) ? writeExactly(value) : JSON.stringify(value);
  // JSON.stringify escapes lone surrogates, so a text without this escape has none.
  if (text.includes(String.raw`\ud`) && holdsLoneSurrogate(value)) {
    throw new URIError('lone surrogate');
  }
  return text;
}

/** {@link jsonText} in which everything beyond ASCII is escaped, for places that carry no more. */
export function asciiJsonText(value: ArgumentValue): string {
  return jsonText(value).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** The depth is checked here for every value, so that later recursion over it is bounded. */
function holdsExactNumber(value: ArgumentValue, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (value instanceof ExactNumber) return true;
  if (depth > maxArgumentDepth) throw new RangeError('nested too deeply');
  if (isArgumentArray(value)) {
    let found = false;
    for (const item of value) found = holdsExactNumber(item, depth + 1) || found;
    return found;
  }
  let found = false;
  for (const key of Object.keys(value)) {
    const member = value[key];
    if (member !== undefined) found = holdsExactNumber(member, depth + 1) || found;
  }
  return found;
}

function writeExactly(value: ArgumentValue): string {
  if (value instanceof ExactNumber) return value.text;
  if (isArgumentArray(value)) return `[${value.map(writeExactly).join(',')}]`;
  if (!isArgumentObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([key, member]) => `${JSON.stringify(key)}:${writeExactly(member)}`,
  );
  return `{${members.join(',')}}`;
}

function holdsLoneSurrogate(value: ArgumentValue): boolean {
  if (typeof value === 'string') return hasLoneSurrogate(value);
  if (isArgumentArray(value)) return value.some(holdsLoneSurrogate);
  return (
    isArgumentObject(value) &&
    Object.entries(value).some(
      ([key, member]) => hasLoneSurrogate(key) || holdsLoneSurrogate(member),
    )
  );
}
