import type { Transform } from 'node:stream';
import zlib from 'node:zlib';
import { BodyCollector } from './body-collector.ts';

/** What this client asks for and can decode (rule R15). */
export const acceptedEncodings = 'gzip, deflate, br';

/** More codings than a server would ever apply one over the other. */
const maxCodings = 3;

/** Compressed bodies up to this size are decoded at once, which costs less than a stream. */
const decodeAtOnceBytes = 32_768;

/** A content coding that can be undone here. */
export type Coding = 'gzip' | 'deflate' | 'br';

/**
 * The codings of a body in the order in which they are undone; empty where it is plain, `undefined` where one of them
 * is not known here.
 */
export function codingsOf(contentEncoding: string | undefined): readonly Coding[] | undefined {
  if (contentEncoding === undefined) return [];
  const codings: Coding[] = [];
  for (const token of contentEncoding.toLowerCase().split(',')) {
    const name = token.trim();
    if (name === '' || name === 'identity') continue;
    const coding = name === 'x-gzip' ? 'gzip' : name;
    if (coding !== 'gzip' && coding !== 'deflate' && coding !== 'br') return undefined;
    codings.unshift(coding);
  }
  return codings.length > maxCodings ? undefined : codings;
}

/** What came out of a compressed body. */
export type Decoded =
  | { readonly ok: true; readonly bytes: Uint8Array; readonly overflowed: boolean }
  | { readonly ok: false };

/** How a body that was read to its end, or to a limit, is decoded. */
export interface DecodeOptions {
  /** Largest result in bytes; decoding stops there, however much is left (a decompression bomb). */
  readonly limit: number;
  /** Whether the compressed bytes end too early on purpose, so that their end cannot be checked. */
  readonly partial: boolean;
}

/** Decodes a body that is there as a whole. Damaged bytes are not `ok`. */
export async function decodeWhole(
  bytes: Uint8Array,
  codings: readonly Coding[],
  { limit, partial }: DecodeOptions,
): Promise<Decoded> {
  const [coding, ...others] = codings;
  if (bytes.length === 0 || coding === undefined) return { ok: true, bytes, overflowed: false };
  if (others.length === 0 && !partial && bytes.length <= decodeAtOnceBytes) {
    const decoded = decodeAtOnce(bytes, coding, limit);
    if (decoded !== undefined) return decoded;
  }
  return new Promise((resolve) => {
    const collector = new BodyCollector(limit);
    const decoder = new StreamDecoder(codings, partial, {
      chunk: (chunk) => {
        collector.add(chunk);
        if (!collector.overflowed) return;
        decoder.stop();
        resolve({ ok: true, bytes: collector.bytes(), overflowed: true });
      },
      end: () => {
        resolve({ ok: true, bytes: collector.bytes(), overflowed: false });
      },
      damaged: () => {
        resolve({ ok: false });
      },
    });
    decoder.write(bytes);
    decoder.end();
  });
}

/** `undefined` where the result is larger than the limit. */
function decodeAtOnce(bytes: Uint8Array, coding: Coding, limit: number): Decoded | undefined {
  const options = { maxOutputLength: Math.max(limit, 1) };
  try {
    switch (coding) {
      case 'gzip':
        return { ok: true, bytes: zlib.gunzipSync(bytes, options), overflowed: false };
      case 'br':
        return { ok: true, bytes: zlib.brotliDecompressSync(bytes, options), overflowed: false };
      case 'deflate': {
        const inflate = hasZlibHeader(bytes) ? zlib.inflateSync : zlib.inflateRawSync;
        return { ok: true, bytes: inflate(bytes, options), overflowed: false };
      }
    }
  } catch (error) {
    const tooLarge = error instanceof RangeError;
    return tooLarge ? undefined : { ok: false };
  }
}

/** What a {@link StreamDecoder} reports; nothing follows `end`, `damaged` or a stop. */
export interface DecoderEvents {
  readonly chunk: (chunk: Uint8Array) => void;
  readonly end: () => void;
  readonly damaged: () => void;
  /** More can be written again after {@link StreamDecoder.write} said no. */
  readonly drain?: () => void;
}

/** Decodes a body while it arrives. */
export class StreamDecoder {
  readonly #codings: readonly Coding[];
  readonly #partial: boolean;
  readonly #events: DecoderEvents;
  #stages: readonly Transform[] | undefined;
  #over = false;

  constructor(codings: readonly Coding[], partial: boolean, events: DecoderEvents) {
    this.#codings = codings;
    this.#partial = partial;
    this.#events = events;
  }

  /** Whether more may be written before `drain`. */
  write(chunk: Uint8Array): boolean {
    if (this.#over || chunk.length === 0) return true;
    this.#stages ??= this.#open(chunk);
    return this.#stages[0]?.write(chunk) ?? true;
  }

  /** No more will be written. */
  end(): void {
    if (this.#over) return;
    if (this.#stages === undefined) this.#events.end();
    else this.#stages[0]?.end();
  }

  /** Ends without a further event. */
  stop(): void {
    this.#over = true;
    for (const stage of this.#stages ?? []) stage.destroy();
  }

  #open(firstChunk: Uint8Array): readonly Transform[] {
    const stages = this.#codings.map((coding, index) =>
      openDecoder(coding, index === 0 ? firstChunk : undefined, this.#partial),
    );
    stages.forEach((stage, index) => {
      stage.on('error', () => {
        if (this.#over) return;
        this.stop();
        this.#events.damaged();
      });
      const next = stages[index + 1];
      if (next !== undefined) stage.pipe(next);
    });
    stages[0]?.on('drain', () => this.#events.drain?.());
    stages.at(-1)?.on('data', (chunk: Uint8Array) => {
      if (!this.#over) this.#events.chunk(chunk);
    });
    stages.at(-1)?.on('end', () => {
      if (this.#over) return;
      this.#over = true;
      this.#events.end();
    });
    return stages;
  }
}

function openDecoder(
  coding: Coding,
  firstChunk: Uint8Array | undefined,
  partial: boolean,
): Transform {
  const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH } = zlib.constants;
  const options = partial ? { finishFlush: Z_SYNC_FLUSH } : {};
  switch (coding) {
    case 'gzip':
      return zlib.createGunzip(options);
    case 'br':
      return zlib.createBrotliDecompress(partial ? { finishFlush: BROTLI_OPERATION_FLUSH } : {});
    case 'deflate':
      return firstChunk === undefined || hasZlibHeader(firstChunk)
        ? zlib.createInflate(options)
        : zlib.createInflateRaw(options);
  }
}

/** Some servers send raw deflate under this name; RFC 9110 §8.4.1.2 means the zlib format, RFC 1950 §2.2. */
function hasZlibHeader(bytes: Uint8Array): boolean {
  const first = bytes[0] ?? 0;
  const second = bytes[1];
  return (first & 0x0f) === 8 && (second === undefined || (first * 256 + second) % 31 === 0);
}
