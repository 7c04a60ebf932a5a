import { fstatSync, readSync } from 'node:fs';

/** Longest last line that is looked for when a file is continued, in bytes. */
const maxLastLineBytes = 16 * 1_048_576;

/** How a file ends. */
export interface FileEnd {
  /** Without its line break; absent in an empty file. */
  readonly line?: string;
  /** The last line has no line break. */
  readonly torn: boolean;
  /** Of the file, in bytes. */
  readonly size: number;
}

/** The last line of a file, and whether its line break is missing. */
export function readLastLine(file: number): FileEnd {
  const { size } = fstatSync(file);
  const length = Math.min(size, maxLastLineBytes);
  let tail = Buffer.alloc(0);
  while (tail.length < length) {
    tail = Buffer.alloc(Math.min(length, Math.max(65_536, tail.length * 2)));
    readSync(file, tail, 0, tail.length, size - tail.length);
    const start = tail.lastIndexOf(0x0a, -2);
    if (start !== -1) return { ...lineOf(tail.subarray(start + 1)), size };
  }
  return tail.length === 0 ? { torn: false, size } : { ...lineOf(tail), size };
}

function lineOf(bytes: Buffer): { readonly line: string; readonly torn: boolean } {
  const torn = bytes.at(-1) !== 0x0a;
  return { line: bytes.toString('utf8', 0, torn ? bytes.length : bytes.length - 1), torn };
}

/** When the first record of a file was written, in milliseconds since the epoch; `undefined` where it does not say. */
export function readFirstTime(file: number): number | undefined {
  const head = Buffer.alloc(512);
  const length = readSync(file, head, 0, head.length, 0);
  // Every record begins with its format, run, number and time.
  const time = /"time":"([^"]{1,40})"/.exec(head.toString('latin1', 0, length))?.[1];
  const milliseconds = time === undefined ? Number.NaN : Date.parse(time);
  return Number.isNaN(milliseconds) ? undefined : milliseconds;
}
