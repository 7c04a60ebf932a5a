import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';
import type { Readable } from 'node:stream';
import { LineReader } from './line-reader.ts';
import type { ReadLine } from './line-reader.ts';
import { errorMessage, findRequestId, parseMessage, rpcCodes } from './rpc-message.ts';
import type { ProtocolOutput } from './stdout-guard.ts';

/** What a line transport stands on. */
export interface LineTransportOptions {
  readonly input: Readable;
  readonly output: ProtocolOutput;
  /** One message; a longer one is answered with an error and passes by without being held. */
  readonly maxLineBytes: number;
  /** How long calls in flight may take after the input has ended. */
  readonly drainMs: number;
}

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
  /** Requests that came in and have no answer yet. */
  readonly #open = new Set<string | number>();
  #outgoing: { readonly text: string; readonly done: (error?: Error | null) => void }[] = [];
  #closed = false;
  #ended = false;
  #drainTimer: NodeJS.Timeout | undefined;

  constructor(options: LineTransportOptions) {
    this.#options = options;
    this.#reader = new LineReader(options.maxLineBytes);
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
    const written = this.#write(serialize(message));
    if ('id' in message && !('method' in message) && message.id !== undefined) {
      this.#open.delete(message.id);
      if (this.#ended) return written.finally(() => this.#closeWhenDrained());
    }
    return written;
  }

  close(): Promise<void> {
    if (this.#closed) return Promise.resolve();
    this.#flush();
    this.#closed = true;
    clearTimeout(this.#drainTimer);
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
    if ('method' in message) this.#count(message);
    this.onmessage?.(message);
  }

  /** A subscription stays open for good, and a cancelled request gets no answer: neither is waited for. */
  #count(message: Extract<JSONRPCMessage, { readonly method: string }>): void {
    if ('id' in message) {
      if (message.method !== 'subscriptions/listen') this.#open.add(message.id);
    } else if (message.method === 'notifications/cancelled') {
      const cancelled = message.params?.['requestId'];
      if (typeof cancelled === 'string' || typeof cancelled === 'number') {
        this.#open.delete(cancelled);
      }
    }
  }

  #refuseOversized({ bytes, head, tail }: Extract<ReadLine, { readonly kind: 'oversized' }>): void {
    const problem = `The message has ${bytes} bytes, more than the ${this.#options.maxLineBytes} that are allowed.`;
    const id = findRequestId(head, tail);
    if (id === undefined) this.onerror?.(new Error(problem));
    else this.#post(errorMessage(id, rpcCodes.invalidRequest, problem));
  }

  /** Writes what nobody waits for; an output that is gone shows itself by its error event. */
  #post(text: string): void {
    this.#write(text).catch(() => undefined);
  }

  /** Messages of one turn of the event loop are written together. */
  #write(text: string): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#outgoing.length === 0) setImmediate(() => this.#flush());
      this.#outgoing.push({
        text,
        done: (error) => {
          if (error instanceof Error) reject(error);
          else resolve();
        },
      });
    });
  }

  #flush(): void {
    const batch = this.#outgoing;
    if (batch.length === 0 || this.#closed) return;
    this.#outgoing = [];
    this.#options.output.write(`${batch.map(({ text }) => text).join('\n')}\n`, (error) => {
      for (const { done } of batch) done(error);
    });
  }

  #closeWhenDrained(): void {
    if (this.#open.size === 0) void this.close();
  }
}

/** A result that JSON cannot carry must not leave its request without an answer. */
function serialize(message: JSONRPCMessage): string {
  try {
    return JSON.stringify(message);
  } catch {
    const id = 'id' in message ? (message.id ?? null) : null;
    return errorMessage(id, rpcCodes.internal, 'The result could not be written as JSON.');
  }
}
