import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';
import type { Readable } from 'node:stream';
import { LineReader } from './line-reader.ts';
import type { ReadLine } from './line-reader.ts';
import type { OrdinaryCalls, WriteMessage } from './ordinary-calls.ts';
import { errorMessage, findRequestId, isRequestId, parseMessage, rpcCodes } from './rpc-message.ts';
import type { ProtocolOutput } from './stdout-guard.ts';

/** What a line transport stands on. */
export interface LineTransportOptions {
  readonly input: Readable;
  readonly output: ProtocolOutput;
  /** One message; a longer one is answered with an error and passes by without being held. */
  readonly maxLineBytes: number;
  /** How long calls in flight may take after the input has ended. */
  readonly drainMs: number;
  /** Answers ordinary calls past the SDK; without it every request goes there. */
  readonly shortcut?: (write: WriteMessage) => Shortcut;
}

/** What the transport needs of `OrdinaryCalls`. */
export type Shortcut = Pick<OrdinaryCalls<never>, 'take' | 'cancel' | 'answered' | 'close'>;

/**
 * Messages as lines, both ways. Unlike the SDK's own transport it lets calls in flight end after the input has
 * ended, survives messages beyond the limit, answers what is no message, and never leaves a request without an
 * answer because its result cannot be written.
 */
export class LineTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #options: LineTransportOptions;
  readonly #reader: LineReader;
  readonly #shortcut: Shortcut | undefined;
  /** Requests that came in and have no answer yet. */
  readonly #open = new Set<string | number>();
  #outgoing: { readonly text: string; readonly done: (error?: Error | null) => void }[] = [];
  #closed = false;
  #ended = false;
  #drainTimer: NodeJS.Timeout | undefined;

  constructor(options: LineTransportOptions) {
    this.#options = options;
    this.#reader = new LineReader(options.maxLineBytes);
    this.#shortcut = options.shortcut?.((message, answers) => {
      this.#post(serialize(message), answers);
    });
  }

  start(): Promise<void> {
    const { input, output } = this.#options;
    input.on('data', this.#onData);
    input.on('error', this.#onInputError);
    input.on('end', this.#onEnd);
    input.on('close', this.#onEnd);
    // Stays for good: a late EPIPE after closing must not end the process with an uncaught error.
    output.on('error', this.#onOutputError);
    return Promise.resolve();
  }

  send(message: JSONRPCMessage): Promise<void> {
    if (this.#closed) return Promise.resolve();
    this.#shortcut?.answered(message);
    const answers = 'method' in message ? undefined : message.id;
    return this.#write(serialize(message), answers);
  }

  close(): Promise<void> {
    if (this.#closed) return Promise.resolve();
    this.#flush();
    this.#closed = true;
    clearTimeout(this.#drainTimer);
    this.#shortcut?.close();
    const { input } = this.#options;
    input.off('data', this.#onData);
    input.off('end', this.#onEnd);
    input.off('close', this.#onEnd);
    input.pause();
    this.onclose?.();
    return Promise.resolve();
  }

  readonly #onData = (chunk: Buffer): void => {
    for (const line of this.#reader.read(chunk)) this.#receive(line);
  };

  readonly #onEnd = (): void => {
    if (this.#ended || this.#closed) return;
    this.#ended = true;
    for (const line of this.#reader.end()) this.#receive(line);
    this.#drainTimer = setTimeout(() => void this.close(), this.#options.drainMs);
    this.#closeWhenDrained();
  };

  readonly #onInputError = (error: Error): void => {
    this.onerror?.(error);
    this.#onEnd();
  };

  readonly #onOutputError = (error: Error): void => {
    if (this.#closed) return;
    this.onerror?.(error);
    void this.close();
  };

  #receive(line: ReadLine): void {
    if (this.#closed) return;
    if (line.kind === 'oversized') {
      this.#refuseOversized(line);
      return;
    }
    if (line.text.trim() === '') return;
    const parsed = parseMessage(line.text);
    if (!parsed.ok) {
      this.#post(parsed.answer);
      return;
    }
    const { message } = parsed;
    if (!('method' in message) || !this.#take(message)) this.onmessage?.(message);
  }

  /**
   * Counts what is open, and lets the shortcut take what it can. A subscription stays open for good, and a cancelled
   * request gets no answer: neither is waited for at the end of the input.
   */
  #take(message: Extract<JSONRPCMessage, { readonly method: string }>): boolean {
    if ('id' in message) {
      if (message.method !== 'subscriptions/listen') this.#open.add(message.id);
      return this.#shortcut?.take(message) ?? false;
    }
    const cancelled = message.params?.['requestId'];
    if (message.method !== 'notifications/cancelled' || !isRequestId(cancelled)) return false;
    this.#open.delete(cancelled);
    return this.#shortcut?.cancel(cancelled) ?? false;
  }

  #refuseOversized({ bytes, head, tail }: Extract<ReadLine, { readonly kind: 'oversized' }>): void {
    const problem = `The message has ${bytes} bytes, more than the ${this.#options.maxLineBytes} that are allowed.`;
    const id = findRequestId(head, tail);
    if (id === undefined) this.onerror?.(new Error(problem));
    else this.#post(errorMessage(id, rpcCodes.invalidRequest, problem));
  }

  /** Writes what nobody waits for; an output that is gone shows itself by its error event. */
  #post(text: string, answers?: string | number): void {
    this.#write(text, answers).catch(() => undefined);
  }

  /** Messages that come together are written together; an answer for which nothing else waits goes out at once. */
  #write(text: string, answers?: string | number): Promise<void> {
    if (answers !== undefined) this.#open.delete(answers);
    return new Promise((resolve, reject) => {
      if (this.#outgoing.length === 0) this.#flushSoon();
      this.#outgoing.push({
        text,
        done: (error) => {
          if (error instanceof Error) reject(error);
          else resolve();
        },
      });
    });
  }

  #flushSoon(): void {
    const flush = (): void => {
      this.#flush();
    };
    if (this.#open.size === 0) process.nextTick(flush);
    else setImmediate(flush);
  }

  #flush(): void {
    const batch = this.#outgoing;
    if (batch.length === 0 || this.#closed) return;
    this.#outgoing = [];
    this.#options.output.write(`${batch.map(({ text }) => text).join('\n')}\n`, (error) => {
      for (const { done } of batch) done(error);
      if (this.#ended) this.#closeWhenDrained();
    });
  }

  #closeWhenDrained(): void {
    if (this.#open.size === 0) void this.close();
  }
}

/** A result that JSON cannot carry must not leave its request without an answer. */
function serialize(message: object): string {
  try {
    return JSON.stringify(message);
  } catch {
    const id = 'id' in message && isRequestId(message.id) ? message.id : null;
    return errorMessage(id, rpcCodes.internal, 'The result could not be written as JSON.');
  }
}
