/**
 * Compiles a glob: `*` is any text within one segment, `**` any text across `/`; everything else stands for
 * itself. Matching takes time proportional to pattern × text at most, whatever they are.
 */
export function compileGlob(pattern: string): (text: string) => boolean {
  const tokens = tokensOf(pattern);
  return (text) => matches(tokens, text);
}

/** Whether a text would be more than literal as a glob. */
export function isGlob(text: string): boolean {
  return text.includes('*');
}

/** One character, `*` or `**`. */
type Token = { readonly literal: string } | { readonly wild: 'segment' | 'any' };

function tokensOf(pattern: string): readonly Token[] {
  return pattern
    .split(/(\*+)/)
    .flatMap((piece): readonly Token[] =>
      piece.startsWith('*')
        ? [{ wild: piece.length === 1 ? 'segment' : 'any' }]
        : piece.split('').map((literal) => ({ literal })),
    );
}

/** Follows all places in the pattern at once that the text so far can have led to. */
function matches(tokens: readonly Token[], text: string): boolean {
  let places = withSkips(tokens, [0]);
  for (const character of text.split('')) {
    const next = new Set<number>();
    for (const place of places) {
      const token = tokens[place];
      if (token === undefined) continue;
      if ('literal' in token) {
        if (token.literal === character) next.add(place + 1);
      } else if (token.wild === 'any' || character !== '/') {
        next.add(place);
      }
    }
    if (next.size === 0) return false;
    places = withSkips(tokens, next);
  }
  return places.has(tokens.length);
}

/** A wildcard may also stand for nothing. */
function withSkips(tokens: readonly Token[], from: Iterable<number>): ReadonlySet<number> {
  const places = new Set<number>();
  for (const start of from) {
    let place = start;
    places.add(place);
    for (let token = tokens[place]; token !== undefined && 'wild' in token; token = tokens[place]) {
      place += 1;
      places.add(place);
    }
  }
  return places;
}
