/** No sample is longer; a pattern that asks for more gets none. */
const maxLength = 4_096;

/**
 * A short text that an ECMAScript pattern describes: literal characters, classes, groups, alternatives and
 * quantifiers. Anchors are dropped.
 *
 * @param least Least length of the text; open quantifiers are repeated to reach it.
 * @returns `undefined` where the pattern uses more than that (look-around, back references), or where
 * the text that was made does not match.
 */
export function samplePattern(pattern: string, least = 0): string | undefined {
  let expression: RegExp;
  try {
    expression = new RegExp(pattern, 'u');
  } catch {
    return undefined;
  }
  for (const repeat of [0, 1, least, least * 2]) {
    const text = new Generator(pattern, repeat).run();
    if (text !== undefined && text.length >= least && expression.test(text)) return text;
  }
  return undefined;
}

/** A recursive-descent reader that writes the first alternative of everything that it reads. */
class Generator {
  #at = 0;
  readonly #pattern: string;
  readonly #repeat: number;

  constructor(pattern: string, repeat: number) {
    this.#pattern = pattern;
    this.#repeat = repeat;
  }

  run(): string | undefined {
    const text = this.#alternatives();
    return text === undefined || this.#at < this.#pattern.length || text.length > maxLength
      ? undefined
      : text;
  }

  #alternatives(): string | undefined {
    const first = this.#sequence();
    while (this.#peek() === '|') {
      this.#at += 1;
      if (this.#sequence() === undefined) return undefined;
    }
    return first;
  }

  #sequence(): string | undefined {
    let text = '';
    for (
      let next = this.#peek();
      next !== undefined && next !== '|' && next !== ')';
      next = this.#peek()
    ) {
      const atom = this.#atom();
      if (atom === undefined) return undefined;
      text += this.#quantified(atom);
      if (text.length > maxLength) return undefined;
    }
    return text;
  }

  #quantified(atom: string): string {
    const match = /^(?:[*+?]|\{(\d+)(,(\d*))?\})\??/.exec(this.#pattern.slice(this.#at));
    if (match === null) return atom;
    this.#at += match[0].length;
    const [operator = ''] = match[0];
    let least = operator === '+' ? 1 : Number(match[1] ?? 0);
    const open = operator === '+' || operator === '*' || match[3] === '';
    const most = open ? maxLength : Number(match[3] ?? match[1] ?? 1);
    if (open || most > least) least = Math.min(most, Math.max(least, this.#repeat));
    return atom.repeat(Math.min(least, maxLength));
  }

  #atom(): string | undefined {
    const character = this.#peek() ?? '';
    this.#at += 1;
    if (character === '^' || character === '$') return '';
    if (character === '.') return 'a';
    if (character === '[') return this.#class();
    if (character === '(') return this.#group();
    return character === '\\' ? this.#escape() : character;
  }

  #group(): string | undefined {
    const opening = /^\?(?::|<[A-Za-z_]\w*>)/.exec(this.#pattern.slice(this.#at));
    if (opening !== null) this.#at += opening[0].length;
    else if (this.#peek() === '?') return undefined;
    const text = this.#alternatives();
    if (this.#peek() !== ')') return undefined;
    this.#at += 1;
    return text;
  }

  /** Tries printable characters against the class itself. */
  #class(): string | undefined {
    const start = this.#at - 1;
    let end = this.#at;
    while (end < this.#pattern.length && this.#pattern[end] !== ']') {
      end += this.#pattern[end] === '\\' ? 2 : 1;
    }
    this.#at = end + 1;
    return pick(this.#pattern.slice(start, end + 1));
  }

  #escape(): string | undefined {
    const match = /^(?:[pP]\{[^}]*\}|u\{[0-9a-fA-F]+\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|.)/su.exec(
      this.#pattern.slice(this.#at),
    );
    if (match === null || /^[1-9k]/.test(match[0])) return undefined;
    this.#at += match[0].length;
    if (match[0] === 'b' || match[0] === 'B') return '';
    return pick(`\\${match[0]}`);
  }

  #peek(): string | undefined {
    return this.#pattern[this.#at];
  }
}

const preferred = 'aA0bB1';

/** The first printable character, letters and digits before others, that an expression for one character matches. */
function pick(expression: string): string | undefined {
  let test: RegExp;
  try {
    test = new RegExp(`^(?:${expression})$`, 'u');
  } catch {
    return undefined;
  }
  for (const character of preferred) if (test.test(character)) return character;
  for (let code = 32; code < 0x2_00; code += 1) {
    const character = String.fromCodePoint(code);
    if (test.test(character)) return character;
  }
  return undefined;
}
