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

interface PendingLine {
  readonly text: string;
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Opens a JSON Lines file for appending, readable by its owner only. Lines of one turn of the event loop are
 * written together. A torn last line is ended first, so that every record stands on a line of its own.
 *
 * @throws Error of `node:fs` where the file cannot be opened for writing.
 */
export function openFileSink(path: string, options: FileSinkOptions): AuditSink {
  const file = openSync(path, constants.O_RDWR | constants.O_APPEND | constants.O_CREAT, 0o600);
  const { line, torn } = readLastLine(file);
  if (torn) writeSync(file, '\n');
  let pending: PendingLine[] = [];
  let scheduled = false;
  let writing: Promise<void> = Promise.resolve();
  let closed = false;

  function flush(): void {
    scheduled = false;
    const batch = pending;
    pending = [];
    writing = writing.then(async () => {
      try {
        writeAll(file, batch.map(({ text }) => text).join(''));
        if (options.sync === 'always') await flushToDisk(file);
        for (const { resolve } of batch) resolve();
      } catch (thrown) {
        for (const { reject } of batch) reject(thrown);
      }
    });
  }

  return {
    ...(line === undefined ? {} : { lastLine: line }),
    write: (text) =>
      new Promise((resolve, reject) => {
        if (closed) {
          reject(new Error('The audit file is closed.'));
          return;
        }
        pending.push({ text: `${text}\n`, resolve, reject });
        if (scheduled) return;
        scheduled = true;
        process.nextTick(flush);
      }),
    close: async () => {
      if (closed) return;
      closed = true;
      flush();
      await writing;
      closeSync(file);
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
