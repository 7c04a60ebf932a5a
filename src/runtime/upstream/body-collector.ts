import { Buffer } from 'node:buffer';

/** Gathers the pieces of a body up to a limit in bytes. */
export class BodyCollector {
  readonly #limit: number;
  readonly #chunks: Uint8Array[] = [];
  #length = 0;
  #overflowed = false;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Bytes kept. */
  get length(): number {
    return this.#length;
  }

  /** Whether more came than the limit allows; what was beyond it is gone. */
  get overflowed(): boolean {
    return this.#overflowed;
  }

  /** Keeps a piece, or as much of it as fits, and returns what was kept. */
  add(chunk: Uint8Array): Uint8Array {
    const room = this.#limit - this.#length;
    const kept = chunk.length > room ? chunk.subarray(0, room) : chunk;
    this.#overflowed ||= chunk.length > room;
    if (kept.length > 0) {
      this.#chunks.push(kept);
      this.#length += kept.length;
    }
    return kept;
  }

  /** What was kept; a body of one piece is not copied. */
  bytes(): Uint8Array {
    const [first, ...others] = this.#chunks;
    if (first === undefined) return new Uint8Array(0);
    return others.length === 0 ? first : Buffer.concat(this.#chunks, this.#length);
  }
}
