import { hash } from 'node:crypto';

/** The link of a record that nothing stands before. */
export const noLine: string = '0'.repeat(64);

/** The link of the chain: SHA-256 of a line as lower-case hexadecimal text. */
export function hashLine(line: string): string {
  return hash('sha256', line);
}

/** A line that breaks the chain. */
export interface ChainFault {
  /** Counted from 1. */
  readonly line: number;
  readonly message: string;
}

/** Checks the lines of an audit one after the other, so that a file of any size can be read as it comes. */
export interface ChainCheck {
  /** Takes the next line, without its line break, and says what is wrong with it. */
  add(line: string): ChainFault | undefined;
  /** The hash of the last line; 64 zeros before the first. Kept elsewhere, it shows later whether lines were cut off. */
  readonly last: string;
  /** Whether a line with this hash was among them. */
  has(hash: string): boolean;
  /** Files that came before the first record and were not among the lines, by the names that they were given. */
  readonly missingFiles: readonly string[];
}

/** The last record of a run that was seen. */
interface RunEnd {
  readonly seq: number;
  readonly hash: string;
}

/**
 * A check over lines in the order in which they were written; files that follow each other are checked as one.
 * Each record follows the one before it of the same run. Runs may interleave, and begin at any line that stood before
 * them. A run may also begin with a record that continues an older file. What was cut off at the end shows only by the hash of
 * a line that is kept elsewhere: {@link ChainCheck.has}.
 */
export function createChainCheck(): ChainCheck {
  const runs = new Map<string, RunEnd>();
  const hashes = new Set([noLine]);
  const missingFiles: string[] = [];
  let count = 0;
  let last = noLine;
  return {
    missingFiles,
    get last() {
      return last;
    },
    has: (hash) => hash !== noLine && hashes.has(hash),
    add: (line) => {
      count += 1;
      const message = faultOf(line);
      return message === undefined ? undefined : { line: count, message };
    },
  };

  function faultOf(line: string): string | undefined {
    const hash = hashLine(line);
    last = hash;
    // A server that was killed may leave a torn line behind; the next run chains onto it.
    const knows = (link: string): boolean => hashes.has(link);
    const link = readLink(line);
    if (link === undefined) {
      hashes.add(hash);
      return line.startsWith(recordStart)
        ? 'is torn: it ends, or breaks off, in the middle of a record'
        : 'is not an audit record';
    }
    const fault = linkFault(link, runs.get(link.run), knows);
    runs.set(link.run, { seq: link.seq, hash });
    hashes.add(hash);
    return fault;
  }

  function linkFault(
    { seq, prev, continues }: Link,
    before: RunEnd | undefined,
    knows: (link: string) => boolean,
  ): string | undefined {
    if (before === undefined && continues !== undefined) {
      missingFiles.push(continues);
      return undefined;
    }
    const expected = (before?.seq ?? 0) + 1;
    if (seq < expected) return `has number ${seq} of its run, where ${expected} follows`;
    if (seq > expected) return missing(expected, seq - 1);
    if (before === undefined ? knows(prev) : prev === before.hash) return undefined;
    return before === undefined
      ? 'does not follow any line before it: one of them was changed or removed'
      : `does not follow the line before it: record ${before.seq} of its run, or this one, was changed`;
  }
}

function missing(first: number, last: number): string {
  return first === last
    ? `does not follow the line before it: record ${first} of its run is missing`
    : `does not follow the line before it: records ${first} to ${last} of its run are missing`;
}

/** {@link createChainCheck} over lines that are all there. */
export function verifyAuditChain(lines: readonly string[]): readonly ChainFault[] {
  const check = createChainCheck();
  return lines.flatMap((line) => check.add(line) ?? []);
}

/** Every record begins so, whatever its format. */
const recordStart = '{"format":';

/** What chains a record. */
interface Link {
  readonly run: string;
  readonly seq: number;
  readonly prev: string;
  /** The file that a run wrote to before, in a record that continues it. */
  readonly continues?: string;
}

function readLink(line: string): Link | undefined {
  let record: unknown;
  try {
    record = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (typeof record !== 'object' || record === null) return undefined;
  // Any object; each member is looked at before it is used.
  const { run, seq, prev, type, previousFile } = record as Readonly<Record<string, unknown>>;
  if (typeof run !== 'string' || typeof seq !== 'number' || typeof prev !== 'string') {
    return undefined;
  }
  return {
    run,
    seq,
    prev,
    ...(type === 'continue' && typeof previousFile === 'string' ? { continues: previousFile } : {}),
  };
}
