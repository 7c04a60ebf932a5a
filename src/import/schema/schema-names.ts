import type { SourceLocation } from '../../model/source.ts';
import { parsePointer } from '../../model/source.ts';

/** Keys below which the next token is a name that the author chose. */
const nameMaps: ReadonlySet<string> = new Set([
  '$defs',
  'definitions',
  'headers',
  'parameters',
  'paths',
  'patternProperties',
  'properties',
  'responses',
  'schemas',
]);

/** Other keys that say nothing about what a schema is. */
const structuralTokens: ReadonlySet<string> = new Set([
  'additionalProperties',
  'allOf',
  'anyOf',
  'components',
  'items',
  'oneOf',
  'requestBody',
  'schema',
]);

const longestName = 100;

/**
 * What a schema is called: the name of its component, the stem of its file, or the last words of its
 * place that mean something (rule J4).
 */
export function schemaNameAt(location: SourceLocation): string {
  const tokens = parsePointer(location.pointer);
  const component = componentName(tokens);
  if (component !== undefined) return component;
  const words = meaningfulTokens(tokens);
  return words.length > 0 ? words.slice(-4).join('_') : fileStem(location.document);
}

/**
 * A name reduced to the characters that every client takes in `#/$defs/<key>` (rule J4). Never `__proto__`,
 * which would be no ordinary key.
 */
export function schemaKeyOf(name: string): string {
  if (/^[A-Za-z0-9.-][A-Za-z0-9_.-]*$/.test(name) && name.length <= longestName) return name;
  const reduced = name
    .replaceAll(/[^A-Za-z0-9_.-]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, longestName);
  return reduced === '' ? 'Schema' : reduced;
}

function componentName(tokens: readonly string[]): string | undefined {
  const [first, second, third] = tokens;
  if (tokens.length === 3 && first === 'components' && second === 'schemas') return third;
  if (tokens.length === 2 && (first === 'definitions' || first === '$defs')) return second;
  return tokens.length === 1 ? first : undefined;
}

function meaningfulTokens(tokens: readonly string[]): readonly string[] {
  const words: string[] = [];
  let before = '';
  for (const token of tokens) {
    if (nameMaps.has(before)) {
      words.push(token);
      before = '';
      continue;
    }
    const isMediaType = before === 'content';
    const isStructural = nameMaps.has(token) || token === 'content' || structuralTokens.has(token);
    if (!isMediaType && !isStructural) words.push(token);
    before = isMediaType ? '' : token;
  }
  return words;
}

function fileStem(document: string): string {
  const file = document.split(/[?#]/, 1)[0]?.split('/').at(-1) ?? '';
  return safeDecode(file).replace(/\.[^.]*$/, '');
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
