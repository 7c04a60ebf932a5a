import { badValue, type Check, refine, text } from './check.ts';
import { staged } from '../../model/diagnostic.ts';

/** One piece of a URI template. */
export type TemplatePart =
  | { readonly kind: 'literal'; readonly text: string }
  /** `{name}`, or `{+name}` for a value with slashes. */
  | { readonly kind: 'variable'; readonly name: string; readonly slashes: boolean }
  /** `{?name,other}`, at the end. */
  | { readonly kind: 'query'; readonly names: readonly string[] };

const variableName = /^[A-Za-z_][A-Za-z0-9_.]*$/;

/**
 * Reads the part of RFC 6570 that can be matched without guessing: `{name}`, `{+name}`, and `{?name,other}` at the
 * end, with literal text between expressions. `undefined` for anything else.
 */
export function parseUriTemplate(template: string): readonly TemplatePart[] | undefined {
  const parts: TemplatePart[] = [];
  const pieces = template.split(/(\{[^{}]*\})/).filter((piece) => piece !== '');
  for (const [index, piece] of pieces.entries()) {
    const part = piece.startsWith('{') ? expressionOf(piece) : literalOf(piece);
    const before = parts.at(-1);
    const isLast = index === pieces.length - 1;
    if (part === undefined || (part.kind === 'query' && !isLast)) return undefined;
    if (part.kind === 'variable' && before?.kind === 'variable') return undefined;
    parts.push(part);
  }
  const names = variablesOf(parts);
  return new Set(names).size === names.length ? parts : undefined;
}

/** Every variable of a template, in order. */
export function variablesOf(parts: readonly TemplatePart[]): readonly string[] {
  return parts.flatMap((part) => {
    if (part.kind === 'literal') return [];
    return part.kind === 'variable' ? [part.name] : part.names;
  });
}

function literalOf(text: string): TemplatePart | undefined {
  return /[{}\s]/.test(text) ? undefined : { kind: 'literal', text };
}

function expressionOf(piece: string): TemplatePart | undefined {
  const inner = piece.slice(1, -1);
  if (inner.startsWith('?')) {
    const names = inner.slice(1).split(',');
    return names.every((name) => variableName.test(name)) ? { kind: 'query', names } : undefined;
  }
  const slashes = inner.startsWith('+');
  const name = slashes ? inner.slice(1) : inner;
  return variableName.test(name) ? { kind: 'variable', name, slashes } : undefined;
}

/** A URI or template that begins with a scheme. */
export const uriTemplate: Check<string> = refine(text, (value, place) =>
  /^[A-Za-z][A-Za-z0-9+.-]*:[^\s]/.test(value) && parseUriTemplate(value) !== undefined
    ? staged(value)
    : badValue(
        place,
        `is ${JSON.stringify(value.slice(0, 80))}, which is no URI template that can be read back`,
        'Begin with a scheme, and use {name}, {+name}, or {?name} at the end, with text between two expressions.',
      ),
);

/** An absolute URI without expressions. */
export const plainUri: Check<string> = refine(text, (value, place) =>
  /^[A-Za-z][A-Za-z0-9+.-]*:/.test(value) && !/[\s{}]/.test(value) && URL.canParse(value)
    ? staged(value)
    : badValue(
        place,
        `is ${JSON.stringify(value.slice(0, 80))}, which is no absolute URI`,
        'Begin with a scheme: resource://shop/guide.',
      ),
);
