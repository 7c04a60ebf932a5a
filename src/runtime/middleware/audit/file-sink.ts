import { closeSync, constants, fdatasync, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import { promisify } from 'node:util';
import type { AuditSink } from './audit-sink.ts';

/** When a line counts as written. */
export interface FileSinkOptions {
  /**
   * `never`: once the operating system has it, which survives the death of the process. `always`: once the
   * disk has it, which survives the loss of power; lines that arrive meanwhile share one flush.
   */
  readonly sync: 'never' | 'always';
}

/** Longest last line that is looked for when a file is continued, in bytes. */
const maxLastLineBytes = 16 * 1_048_576;

const flushToDisk = promisify(fdatasync);

/**
 * Opens a JSON Lines file for appending, readable by its owner only. Lines that come together are written together. A
 * torn last line is ended first, so that every record stands on a line of its own.
 *
 * @throws Error of `node:fs` where the file cannot be opened for writing.
 */
export function openFileSink(path: string, options: FileSinkOptions): AuditSink {
  const file = openSync(path, constants.O_RDWR | constants.O_APPEND | constants.O_CREAT, 0o600);
  const { line, torn } = readLastLine(file);
  if (torn) writeSync(file, '\n');
  return new FileSink(file, options, line);
}

/** Lines that are written with one call of the system, and what tells their writers. */
interface Batch {
  text: string;
  readonly done: Promise<void>;
  readonly settle: (outcome: Promise<void>) => void;
}

class FileSink implements AuditSink {
  readonly lastLine?: string;
  readonly #file: number;
  readonly #options: FileSinkOptions;
  #batch: Batch | undefined;
  #urgent = false;
  /** The flush to disk that runs, if any: those that are asked for meanwhile become one. */
  #flushing: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(file: number, options: FileSinkOptions, lastLine: string | undefined) {
    this.#file = file;
    this.#options = options;
    if (lastLine !== undefined) this.lastLine = lastLine;
  }

  write(line: string, urgency: 'now' | 'soon'): Promise<void> {
    if (this.#closed) return Promise.reject(new Error('The audit file is closed.'));
    if (this.#batch === undefined) {
      this.#batch = newBatch();
      if (urgency === 'soon') setImmediate(this.#flush);
    }
    if (urgency === 'now' && !this.#urgent) {
      this.#urgent = true;
      process.nextTick(this.#flush);
    }
    this.#batch.text += `${line}\n`;
    return this.#batch.done;
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#flush();
    await this.#flushing;
    closeSync(this.#file);
  }

  readonly #flush = (): void => {
    const batch = this.#batch;
    this.#batch = undefined;
    this.#urgent = false;
    if (batch === undefined) return;
    try {
      writeAll(this.#file, batch.text);
      batch.settle(this.#options.sync === 'always' ? this.#flushToDisk() : written);
    } catch (thrown) {
      batch.settle(Promise.reject(thrown instanceof Error ? thrown : new Error(String(thrown))));
    }
  };

  #flushToDisk(): Promise<void> {
    const flushed = this.#flushing.then(() => flushToDisk(this.#file));
    this.#flushing = flushed.catch(() => undefined);
    return flushed;
  }
}

const written = Promise.resolve();

function newBatch(): Batch {
  const settles: Batch['settle'][] = [];
  const done = new Promise<void>((resolve) => {
    settles.push(resolve);
  });
  return {
    text: '',
    done,
    settle: (outcome) => {
      for (const settle of settles) settle(outcome);
    },
  };
}

/** `writeSync` may write less than it was given. */
function writeAll(file: number, text: string): void {
  let bytes = Buffer.from(text, 'utf8');
  while (bytes.length > 0) bytes = bytes.subarray(writeSync(file, bytes));
}

/** The last line of a file, and whether its line break is missing. */
function readLastLine(file: number): { readonly line?: string; readonly torn: boolean } {
  const { size } = fstatSync(file);
  const length = Math.min(size, maxLastLineBytes);
  let tail = Buffer.alloc(0);
  while (tail.length < length) {
    tail = Buffer.alloc(Math.min(length, Math.max(65_536, tail.length * 2)));
    readSync(file, tail, 0, tail.length, size - tail.length);
    const start = tail.lastIndexOf(0x0a, -2);
    if (start !== -1) return lineOf(tail.subarray(start + 1));
  }
  return tail.length === 0 ? { torn: false } : lineOf(tail);
}

function lineOf(bytes: Buffer): { readonly line: string; readonly torn: boolean } {
  const torn = bytes.at(-1) !== 0x0a;
  return { line: bytes.toString('utf8', 0, torn ? bytes.length : bytes.length - 1), torn };
}
