import { closeSync, constants, fdatasync, openSync, writeSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type { AuditSink } from './audit-sink.ts';
import { readFirstTime, readLastLine } from './file-ends.ts';
import type { Rotation } from './rotation.ts';
import { createRotation } from './rotation.ts';

/** When a line counts as written. */
export interface FileSinkOptions {
  /**
   * `never`: once the operating system has it, which survives the death of the process. `always`: once the
   * disk has it, which survives the loss of power; lines that arrive meanwhile share one flush.
   */
  readonly sync: 'never' | 'always';
  /** A further record goes to a new file once the file has so many bytes; never by default. */
  readonly maxBytes?: number;
  /** A further record goes to a new file once the first one is so old; never by default. */
  readonly maxAgeMs?: number;
}

const flushToDisk = promisify(fdatasync);

/**
 * Opens a JSON Lines file for appending, readable by its owner only. Lines that come together are written together. A
 * torn last line is ended first, so that every record stands on a line of its own. A file that is full or old enough gets
 * the time into its name, `audit.20261201T101500123Z.jsonl`, and a new one takes its place; nothing is ever deleted.
 * Several processes may write to one file.
 *
 * @throws Error of `node:fs` where the file cannot be opened for writing.
 */
export function openFileSink(filePath: string, options: FileSinkOptions): AuditSink {
  const file = openForAppending(filePath);
  const { line, torn, size } = readLastLine(file);
  if (torn) writeSync(file, '\n');
  const rotation = createRotation(path.resolve(filePath), {
    ...options,
    file,
    size: torn ? size + 1 : size,
    firstTime: options.maxAgeMs === undefined ? undefined : readFirstTime(file),
    open: openForAppending,
  });
  return new FileSink(file, { sync: options.sync, rotation }, line);
}

function openForAppending(filePath: string): number {
  return openSync(filePath, constants.O_RDWR | constants.O_APPEND | constants.O_CREAT, 0o600);
}

/** Lines that are written with one call of the system, and what tells their writers. */
interface Batch {
  text: string;
  readonly done: Promise<void>;
  readonly settle: (outcome: Promise<void>) => void;
}

interface SinkParts {
  readonly sync: 'never' | 'always';
  readonly rotation: Rotation | undefined;
}

class FileSink implements AuditSink {
  readonly lastLine?: string;
  #file: number;
  readonly #sync: 'never' | 'always';
  readonly #rotation: Rotation | undefined;
  #batch: Batch | undefined;
  #urgent = false;
  #flushesThisTurn = false;
  /** The flush to disk that runs, if any: those that are asked for meanwhile become one. */
  #flushing: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(file: number, { sync, rotation }: SinkParts, lastLine: string | undefined) {
    this.#file = file;
    this.#sync = sync;
    this.#rotation = rotation;
    if (lastLine !== undefined) this.lastLine = lastLine;
  }

  turnOver(now: number): string | undefined {
    const rotation = this.#rotation;
    if (rotation === undefined || this.#closed) return undefined;
    const pending = this.#batch === undefined ? 0 : Buffer.byteLength(this.#batch.text);
    if (!rotation.isDue(now, pending)) return undefined;
    this.#flush();
    const turned = rotation.turnOver(now);
    if (turned === undefined) return undefined;
    const old = this.#file;
    this.#file = turned.file;
    // What is being flushed to disk still needs the old file.
    void this.#flushing.finally(() => {
      closeSync(old);
    });
    return turned.previousFile;
  }

  write(line: string, urgency: 'now' | 'soon'): Promise<void> {
    if (this.#closed) return Promise.reject(new Error('The audit file is closed.'));
    if (this.#batch === undefined) {
      this.#batch = newBatch();
      if (urgency === 'soon') this.#flushThisTurn();
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

  /** One timer at a time: what comes before it fires goes out with it, if nothing urgent has taken it along. */
  #flushThisTurn(): void {
    if (this.#flushesThisTurn) return;
    this.#flushesThisTurn = true;
    setImmediate(() => {
      this.#flushesThisTurn = false;
      this.#flush();
    });
  }

  readonly #flush = (): void => {
    const batch = this.#batch;
    this.#batch = undefined;
    this.#urgent = false;
    if (batch === undefined) return;
    try {
      const bytes = writeAll(this.#file, batch.text);
      this.#rotation?.wrote(bytes);
      batch.settle(this.#sync === 'always' ? this.#flushToDisk() : written);
    } catch (thrown) {
      batch.settle(Promise.reject(thrown instanceof Error ? thrown : new Error(String(thrown))));
    }
  };

  #flushToDisk(): Promise<void> {
    const file = this.#file;
    const flushed = this.#flushing.then(() => flushToDisk(file));
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

/** Writes a whole text, of which `writeSync` may take less at once; its bytes. */
function writeAll(file: number, text: string): number {
  const whole = Buffer.from(text, 'utf8');
  let bytes = whole;
  while (bytes.length > 0) bytes = bytes.subarray(writeSync(file, bytes));
  return whole.length;
}
