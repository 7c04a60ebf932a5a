/**
 * The parts of a regular expression that decide how a backtracking matcher can wander: sets of characters,
 * order, choice and repetition. Assertions and back-references match no text of their own here.
 */
export type PatternPart =
  /** One character out of a set; `source` is its own regular expression. */
  | { readonly kind: 'set'; readonly source: string }
  | { readonly kind: 'sequence'; readonly parts: readonly PatternPart[] }
  | { readonly kind: 'choice'; readonly parts: readonly PatternPart[] }
  | {
      readonly kind: 'repeat';
      readonly part: PatternPart;
      readonly min: number;
      readonly max: number;
    };

/** A pattern in parts; what stands in a lookaround is matched apart from the rest. */
export interface ParsedPattern {
  readonly main: PatternPart;
  readonly lookarounds: readonly PatternPart[];
}

const deepestGroup = 100;

const characterEscape =
  /\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[a-zA-Z]|.)/suy;
const backReference = /\\(?:k<[^>]*>|[1-9]\d*)/uy;
const wordBoundary = /\\[bB]/uy;
const characterClass = /\[(?:[^\]\\]|\\.)*\]/suy;
const groupStart = /\((?:\?(?:[:=!]|<[=!]|<[^>]*>))?/uy;
const quantifier = /(?:[*+?]|\{(\d+)(,(\d*))?\})\??/uy;

/**
 * Cuts a pattern that compiles with the `u` flag into its parts.
 *
 * @throws RangeError where groups nest too deep to be judged.
 */
export function parsePattern(pattern: string): ParsedPattern {
  const parser = new PatternParser(pattern);
  return { main: parser.readChoice(0), lookarounds: parser.lookarounds };
}

class PatternParser {
  readonly lookarounds: PatternPart[] = [];
  readonly #pattern: string;
  #offset = 0;

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  readChoice(depth: number): PatternPart {
    if (depth > deepestGroup) throw new RangeError('The groups of the pattern nest too deep.');
    const parts = [this.#readSequence(depth)];
    while (this.#pattern[this.#offset] === '|') {
      this.#offset += 1;
      parts.push(this.#readSequence(depth));
    }
    const [only] = parts;
    return parts.length === 1 && only !== undefined ? only : { kind: 'choice', parts };
  }

  #readSequence(depth: number): PatternPart {
    const parts: PatternPart[] = [];
    while (this.#offset < this.#pattern.length) {
      const next = this.#pattern[this.#offset];
      if (next === '|' || next === ')') break;
      parts.push(this.#readRepetition(this.#readAtom(depth)));
    }
    return { kind: 'sequence', parts };
  }

  #readAtom(depth: number): PatternPart {
    const nothing: PatternPart = { kind: 'sequence', parts: [] };
    if (this.#take(wordBoundary) ?? this.#take(backReference)) return nothing;
    const group = this.#take(groupStart);
    if (group !== undefined) {
      const inside = this.readChoice(depth + 1);
      this.#offset += 1;
      if (!/[=!]$/.test(group)) return inside;
      this.lookarounds.push(inside);
      return nothing;
    }
    const source =
      this.#take(characterClass) ?? this.#take(characterEscape) ?? this.#takeCharacter();
    return source === '^' || source === '$' ? nothing : { kind: 'set', source };
  }

  #readRepetition(part: PatternPart): PatternPart {
    quantifier.lastIndex = this.#offset;
    const match = quantifier.exec(this.#pattern);
    if (match === null) return part;
    this.#offset += match[0].length;
    const [text, min, range, max] = match;
    if (min !== undefined) {
      const least = Number(min);
      if (range === undefined) return { kind: 'repeat', part, min: least, max: least };
      const most = max === undefined || max === '' ? Infinity : Number(max);
      return { kind: 'repeat', part, min: least, max: most };
    }
    return {
      kind: 'repeat',
      part,
      min: text.startsWith('+') ? 1 : 0,
      max: text.startsWith('?') ? 1 : Infinity,
    };
  }

  #take(token: RegExp): string | undefined {
    token.lastIndex = this.#offset;
    const match = token.exec(this.#pattern);
    if (match === null) return undefined;
    this.#offset += match[0].length;
    return match[0];
  }

  #takeCharacter(): string {
    const character = String.fromCodePoint(this.#pattern.codePointAt(this.#offset) ?? 0);
    this.#offset += character.length;
    return character;
  }
}
