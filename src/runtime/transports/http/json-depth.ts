import { isArray, isJsonObject } from '../../../model/json.ts';

const quote = 0x22;
const backslash = 0x5c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/**
 * Whether the arrays and objects of a JSON text are nested deeper than allowed. Reads it once from front to
 * back, before anything that works by recursion sees the value.
 */
export function isTextTooDeep(text: string, maxDepth: number): boolean {
  if (text.length <= maxDepth) return false;
  let depth = 0;
  let isInString = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (isInString) {
      if (code === backslash) index += 1;
      else if (code === quote) isInString = false;
    } else if (code === quote) {
      isInString = true;
    } else if (code === openBracket || code === openBrace) {
      depth += 1;
      if (depth > maxDepth) return true;
    } else if (code === closeBracket || code === closeBrace) {
      depth -= 1;
    }
  }
  return false;
}

/** The same for a value that somebody else has parsed. */
export function isValueTooDeep(value: unknown, maxDepth: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; depth <= maxDepth; depth += 1) {
    level = level.flatMap((item) => {
      if (isArray(item)) return item;
      return isJsonObject(item) ? Object.values(item) : [];
    });
    if (level.length === 0) return false;
  }
  return true;
}
