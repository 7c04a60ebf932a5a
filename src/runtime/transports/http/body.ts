import type { IncomingMessage } from 'node:http';
import type { HttpLimits } from './limits.ts';
import { isTextTooDeep, isValueTooDeep } from './json-depth.ts';

/** A request body as JSON, or why there is none. */
export type ReadBody =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problem: BodyProblem };

/** What can be wrong with a body; `broken` means that its sender is gone. */
export type BodyProblem = 'too-large' | 'too-slow' | 'busy' | 'broken' | 'not-json' | 'too-deep';

/** The limits that hold for bodies. */
export type BodyLimits = Pick<
  HttpLimits,
  'maxBodyBytes' | 'maxBufferedBytes' | 'maxJsonDepth' | 'bodyTimeoutMs'
>;

/** Reads request bodies within limits, of which one is shared by all requests. */
export class BodyReader {
  readonly #limits: BodyLimits;
  #bufferedBytes = 0;

  constructor(limits: BodyLimits) {
    this.#limits = limits;
  }

  /** Reads the body of a request of Node's; the rest of one that is refused is left unread. */
  async readNode(request: IncomingMessage): Promise<ReadBody> {
    if (Number(request.headers['content-length'] ?? 0) > this.#limits.maxBodyBytes) {
      return { ok: false, problem: 'too-large' };
    }
    return this.#collect((take, end) => {
      const onEnd = (): void => end();
      const onClose = (): void => end('broken');
      request.on('data', take).once('end', onEnd).once('error', onClose).once('close', onClose);
      return () => {
        request.off('data', take).off('end', onEnd).off('error', onClose).off('close', onClose);
        request.pause();
      };
    });
  }

  /** Reads the body of a web request. */
  async readWeb({ body, headers }: Request): Promise<ReadBody> {
    if (Number(headers.get('content-length') ?? 0) > this.#limits.maxBodyBytes) {
      return { ok: false, problem: 'too-large' };
    }
    if (body === null) return { ok: false, problem: 'not-json' };
    const reader: ReadableStreamDefaultReader<Uint8Array> = body.getReader();
    return this.#collect((take, end) => {
      const pump = async (): Promise<void> => {
        for (;;) {
          const { done, value } = await reader.read();
          if (done) return;
          take(value);
        }
      };
      pump().then(
        () => end(),
        () => end('broken'),
      );
      return () => {
        reader.cancel().catch(() => undefined);
      };
    });
  }

  /** Takes a body that a framework has parsed. */
  readParsed(value: unknown): ReadBody {
    return isValueTooDeep(value, this.#limits.maxJsonDepth)
      ? { ok: false, problem: 'too-deep' }
      : { ok: true, value };
  }

  /**
   * Gathers pieces until the end, a limit or the deadline.
   *
   * @param listen Begins to deliver; returns what stops it.
   */
  async #collect(
    listen: (take: (piece: Uint8Array) => void, end: (problem?: BodyProblem) => void) => () => void,
  ): Promise<ReadBody> {
    const { maxBodyBytes, maxBufferedBytes, bodyTimeoutMs } = this.#limits;
    const pieces: Uint8Array[] = [];
    let bytes = 0;
    let stop: (() => void) | undefined;
    let timer: NodeJS.Timeout | undefined;
    try {
      const problem = await new Promise<BodyProblem | undefined>((resolve) => {
        timer = setTimeout(() => resolve('too-slow'), bodyTimeoutMs);
        stop = listen((piece) => {
          bytes += piece.length;
          this.#bufferedBytes += piece.length;
          pieces.push(piece);
          if (bytes > maxBodyBytes) resolve('too-large');
          else if (this.#bufferedBytes > maxBufferedBytes) resolve('busy');
        }, resolve);
      });
      return problem === undefined ? this.#parse(pieces) : { ok: false, problem };
    } finally {
      clearTimeout(timer);
      stop?.();
      this.#bufferedBytes -= bytes;
    }
  }

  #parse(pieces: readonly Uint8Array[]): ReadBody {
    const [only] = pieces;
    const bytes = pieces.length === 1 && only !== undefined ? only : Buffer.concat(pieces);
    try {
      const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
      if (isTextTooDeep(text, this.#limits.maxJsonDepth)) return { ok: false, problem: 'too-deep' };
      return { ok: true, value: JSON.parse(text) };
    } catch {
      return { ok: false, problem: 'not-json' };
    }
  }
}
