import { Buffer } from 'node:buffer';

/** One line of input, or one that was too long to be kept. */
export type ReadLine =
  | { readonly kind: 'line'; readonly text: string }
  /** The beginning and the end of a line beyond the limit, to find out which request it was. */
  | {
      readonly kind: 'oversized';
      readonly bytes: number;
      readonly head: string;
      readonly tail: string;
    };

/** How much of a line beyond the limit is kept on each side, in bytes. */
const keptBytes = 1_024;
const newline = 0x0a;

/** Cuts a stream of bytes into lines and holds at most one line of the limit's size in memory. */
export class LineReader {
  readonly #maxLineBytes: number;
  #pieces: Buffer[] = [];
  #bytes = 0;
  /** Set while the rest of a line beyond the limit goes by. */
  #head: Buffer | undefined;
  #tail: Buffer = Buffer.alloc(0);

  constructor(maxLineBytes: number) {
    this.#maxLineBytes = maxLineBytes;
  }

  /** Takes the next bytes and gives every line that they complete. */
  *read(chunk: Buffer): Generator<ReadLine> {
    let start = 0;
    for (;;) {
      const end = chunk.indexOf(newline, start);
      if (end === -1) break;
      this.#take(chunk.subarray(start, end));
      yield this.#line();
      start = end + 1;
    }
    if (start < chunk.length) this.#take(chunk.subarray(start));
  }

  /** What stands after the last line break, if anything. */
  *end(): Generator<ReadLine> {
    if (this.#bytes > 0) yield this.#line();
  }

  #take(piece: Buffer): void {
    this.#bytes += piece.length;
    if (this.#head !== undefined) {
      this.#tail = Buffer.concat([this.#tail, piece]).subarray(-keptBytes);
      return;
    }
    this.#pieces.push(piece);
    if (this.#bytes <= this.#maxLineBytes) return;
    const whole = Buffer.concat(this.#pieces);
    this.#pieces = [];
    this.#head = Buffer.from(whole.subarray(0, keptBytes));
    this.#tail = Buffer.from(whole.subarray(-keptBytes));
  }

  #line(): ReadLine {
    const line: ReadLine =
      this.#head === undefined
        ? { kind: 'line', text: joined(this.#pieces).toString('utf8') }
        : {
            kind: 'oversized',
            bytes: this.#bytes,
            head: this.#head.toString('utf8'),
            tail: this.#tail.toString('utf8'),
          };
    this.#pieces = [];
    this.#bytes = 0;
    this.#head = undefined;
    this.#tail = Buffer.alloc(0);
    return line;
  }
}

function joined(pieces: readonly Buffer[]): Buffer {
  const [only] = pieces;
  return pieces.length === 1 && only !== undefined ? only : Buffer.concat(pieces);
}
