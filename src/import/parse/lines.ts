import type { SourcePosition } from '../../model/source.ts';

/** The line breaks of one text: LF, CRLF and CR, as in YAML; U+2028 is none. */
export class LineTable {
  readonly #text: string;
  /** Offset of the first character of each line. */
  readonly #starts: readonly number[];

  constructor(text: string) {
    this.#text = text;
    this.#starts = text.includes('\r') ? startsOfAnyLines(text) : startsOfLines(text);
  }

  /** The line and column of an offset. */
  position(offset: number): SourcePosition {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (this.#starts[low] ?? 0) + 1 };
  }

  /** One line without its break, counted from 1. */
  line(number: number): string | undefined {
    const start = this.#starts[number - 1];
    if (start === undefined) return undefined;
    return this.#text.slice(start, this.#starts[number]).replace(/[\r\n]+$/, '');
  }
}

function startsOfLines(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

function startsOfAnyLines(text: string): readonly number[] {
  return [0, ...Array.from(text.matchAll(/\r\n?|\n/g), ({ 0: end, index }) => index + end.length)];
}

/** The line and column of one offset, for a text that is asked only once. */
export function lineAndColumn(text: string, offset: number): SourcePosition {
  return new LineTable(text.slice(0, offset)).position(offset);
}
