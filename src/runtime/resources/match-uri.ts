/** Finds the values of a template's variables in a URI; `undefined` where the template does not match. */
export type UriMatcher = (uri: string) => ReadonlyMap<string, string> | undefined;

/** Longer URIs match nothing. */
const longestUri = 16_384;

type Piece =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'variable'; readonly name: string; readonly slashes: boolean };

/**
 * Compiles a template of the form that artifacts hold: literal text, `{name}`, `{+name}`, and `{?name,other}` at the end
 * (RFC 6570). Matching takes linear time: a value reaches to the first occurrence of the text that follows it, the last
 * one to the end. Values are percent-decoded; a `{name}` without a character, or with a slash, does not match.
 */
export function compileUriTemplate(template: string): UriMatcher {
  const [, path = template, query] = /^(.*?)(?:\{\?([^{}]*)\})?$/s.exec(template) ?? [];
  const pieces = piecesOf(path);
  const names = query === undefined ? [] : query.split(',');
  return (uri) => {
    if (uri.length > longestUri) return undefined;
    const mark = names.length === 0 ? -1 : uri.indexOf('?');
    const values = matchPath(pieces, mark === -1 ? uri : uri.slice(0, mark));
    if (values === undefined || names.length === 0) return values;
    return mark === -1 ? undefined : withQuery(values, names, uri.slice(mark + 1));
  };
}

function piecesOf(path: string): readonly Piece[] {
  return path
    .split(/(\{[^{}]*\})/)
    .filter((piece) => piece !== '')
    .map((piece) => {
      if (!piece.startsWith('{')) return { kind: 'literal', text: piece };
      const slashes = piece.startsWith('{+');
      return { kind: 'variable', name: piece.slice(slashes ? 2 : 1, -1), slashes };
    });
}

function matchPath(
  pieces: readonly Piece[],
  path: string,
): ReadonlyMap<string, string> | undefined {
  const values = new Map<string, string>();
  let at = 0;
  for (const [index, piece] of pieces.entries()) {
    if (piece.kind === 'literal') {
      if (!path.startsWith(piece.text, at)) return undefined;
      at += piece.text.length;
      continue;
    }
    const end = endOfValue(path, at, pieces.slice(index + 1));
    const value = end === -1 ? undefined : decode(path.slice(at, end));
    if (value === undefined || value === '') return undefined;
    if (!piece.slashes && path.slice(at, end).includes('/')) return undefined;
    values.set(piece.name, value);
    at = end;
  }
  return at === path.length ? values : undefined;
}

/** Where the value that begins at `at` ends, by what follows it in the template. */
function endOfValue(path: string, at: number, rest: readonly Piece[]): number {
  const [next, ...more] = rest;
  if (next?.kind !== 'literal') return path.length;
  if (more.length > 0) return path.indexOf(next.text, at + 1);
  const end = path.length - next.text.length;
  return end > at && path.endsWith(next.text) ? end : -1;
}

function withQuery(
  values: ReadonlyMap<string, string>,
  names: readonly string[],
  query: string,
): ReadonlyMap<string, string> | undefined {
  const found = new Map(values);
  for (const pair of query.split('&')) {
    const equals = pair.indexOf('=');
    const name = equals === -1 ? pair : pair.slice(0, equals);
    const value = decode(equals === -1 ? '' : pair.slice(equals + 1));
    if (!names.includes(name) || found.has(name) || value === undefined) return undefined;
    found.set(name, value);
  }
  return found.size === values.size + names.length ? found : undefined;
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
