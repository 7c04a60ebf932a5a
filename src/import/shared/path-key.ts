import type { PathPart } from '../../model/api.ts';

/** A key of `paths`, understood as far as it says what is sent. */
export type PathKey =
  | UsablePathKey
  /** `reason` completes "the path cannot be sent because". */
  | { readonly kind: 'unusable'; readonly reason: string };

/** A key that can be sent. */
export interface UsablePathKey {
  readonly kind: 'usable';
  /** Without query and fragment; literal text holds only characters that a URL path may have. */
  readonly template: readonly PathPart[];
  /** Names whose values may hold several segments: `{+name}` and `{name=pattern/*}`. */
  readonly multiSegment: ReadonlySet<string>;
  /** What the key itself writes after `?`. */
  readonly query: readonly QueryPart[];
  /** What the key writes after `#`; never sent, authors use it to tell operations apart. */
  readonly fragment?: string;
}

/** One pair of a query that a path key writes. */
export type QueryPart =
  /** `?beta=true`: always sent so. */
  | { readonly kind: 'fixed'; readonly name: string; readonly value: string }
  /** `?id={id}` and `{?id}`: the value of a parameter. */
  | { readonly kind: 'parameter'; readonly name: string; readonly parameter: string };

/**
 * Cuts a path key into pieces (rule P25), with what authors write beyond the specification: a query, a
 * fragment, and the expressions of RFC 6570 and of gRPC gateways. `declared` are the names of the path
 * parameters; a name that is declared as it is written is taken as it is written.
 */
export function parsePathKey(key: string, declared: ReadonlySet<string>): PathKey {
  const { path, query, fragment } = splitKey(key);
  const parts = splitExpressions(path);
  if (parts === undefined) return unusable('its braces do not match');
  const template: PathPart[] = [];
  const multiSegment = new Set<string>();
  const pairs: QueryPart[] = [];
  for (const part of parts) {
    if (part.kind === 'literal') {
      template.push({ kind: 'literal', text: encodeLiteral(part.text) });
      continue;
    }
    const expression = readExpression(part.name, declared);
    if (expression.kind === 'query') {
      for (const name of expression.names) pairs.push({ kind: 'parameter', name, parameter: name });
    } else {
      if (expression.multiSegment) multiSegment.add(expression.name);
      template.push({ kind: 'expression', name: expression.name });
    }
  }
  for (const text of query === undefined ? [] : query.split('&')) {
    const pair = text === '' ? undefined : readPair(text);
    if (pair === null)
      return unusable(`its query part ${JSON.stringify(text)} mixes text and parameters`);
    if (pair !== undefined) pairs.push(pair);
  }
  const usable = { kind: 'usable', template, multiSegment, query: pairs } as const;
  return fragment === undefined ? usable : { ...usable, fragment };
}

function unusable(reason: string): PathKey {
  return { kind: 'unusable', reason };
}

interface SplitKey {
  readonly path: string;
  readonly query?: string;
  readonly fragment?: string;
}

/** Finds the first `?` and `#` outside braces. */
function splitKey(key: string): SplitKey {
  const outside = key.replaceAll(/\{[^{}]*\}/g, (expression) => '_'.repeat(expression.length));
  const hash = outside.indexOf('#');
  const end = hash === -1 ? key.length : hash;
  const mark = outside.slice(0, end).indexOf('?');
  return {
    path: key.slice(0, mark === -1 ? end : mark),
    ...(mark === -1 ? {} : { query: key.slice(mark + 1, end) }),
    ...(hash === -1 ? {} : { fragment: key.slice(hash + 1) }),
  };
}

/** Cuts a text at its `{expressions}`; `undefined` where a brace has no partner. */
function splitExpressions(text: string): readonly PathPart[] | undefined {
  const parts = text
    .split(/(\{[^{}]*\})/)
    .filter((piece) => piece !== '')
    .map((piece): PathPart =>
      piece.startsWith('{') && piece.endsWith('}')
        ? { kind: 'expression', name: piece.slice(1, -1) }
        : { kind: 'literal', text: piece },
    );
  const torn = parts.some((part) => part.kind === 'literal' && /[{}]/.test(part.text));
  return torn ? undefined : parts;
}

type Expression =
  | { readonly kind: 'path'; readonly name: string; readonly multiSegment: boolean }
  | { readonly kind: 'query'; readonly names: readonly string[] };

function readExpression(written: string, declared: ReadonlySet<string>): Expression {
  if (declared.has(written)) return { kind: 'path', name: written, multiSegment: false };
  const names = /^[?&](.+)$/.exec(written)?.[1];
  if (names !== undefined) {
    const list = names.split(',').map((name) => name.trim().replace(/(?:\*|:\d+)$/, ''));
    return { kind: 'query', names: list.filter((name) => name !== '') };
  }
  // {+path} and {path*} of RFC 6570, {name=shelves/*} of gRPC gateways, {id:[0-9]+} of JAX-RS.
  const match = /^(\+?)([^=:*]+?)(\*|\s*=.*|\s*:.*)?$/s.exec(written.trim());
  const [, plus = '', name = written, suffix = ''] = match ?? [];
  return { kind: 'path', name, multiSegment: plus === '+' || /^\s*=.*(?:\/|\*\*)/s.test(suffix) };
}

/** One `name=value`; `null` where the value is neither a text nor one whole expression. */
function readPair(text: string): QueryPart | null {
  const equals = text.indexOf('=');
  const name = decodeFormText(equals === -1 ? text : text.slice(0, equals));
  const value = equals === -1 ? '' : text.slice(equals + 1);
  const parameter = /^\{([^{}]+)\}$/.exec(value)?.[1];
  if (/[{}]/.test(name)) return null;
  if (parameter !== undefined) return { kind: 'parameter', name, parameter };
  return /[{}]/.test(value) ? null : { kind: 'fixed', name, value: decodeFormText(value) };
}

function decodeFormText(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

/** Percent-encodes what a URL path must not hold (RFC 3986 §3.3); existing triples stay. */
function encodeLiteral(text: string): string {
  return text
    .replaceAll(/\p{Surrogate}/gu, '\ufffd')
    .replaceAll(/[^A-Za-z0-9\-._~!$&'()*+,;=:@/%]+/g, (run) => encodeURIComponent(run))
    .replaceAll(/%(?![0-9A-Fa-f]{2})/g, '%25');
}
