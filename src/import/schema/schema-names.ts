import type { SourceLocation } from '../../model/source.ts';
import { parsePointer } from '../../model/source.ts';

/** Tokens of a pointer that say nothing about what a schema is. */
const structuralTokens: ReadonlySet<string> = new Set([
  '$defs',
  'additionalProperties',
  'allOf',
  'anyOf',
  'components',
  'content',
  'definitions',
  'items',
  'oneOf',
  'paths',
  'properties',
  'requestBody',
  'responses',
  'schema',
  'schemas',
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
  const words = tokens.filter((token) => !structuralTokens.has(token) && !isMediaType(token));
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

function isMediaType(token: string): boolean {
  return /^[\w.+*-]+\/[\w.+*-]+/.test(token);
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
