import { hash, randomUUID } from 'node:crypto';
import type { Clock } from '../../clock.ts';
import type { AuditEntry } from './audit-record.ts';
import { auditFormat } from './audit-record.ts';
import type { AuditSink } from './audit-sink.ts';

/** Numbers, dates and chains the records of one run. */
export interface AuditLog {
  /** Writes one record; see {@link AuditSink.write} for what the promise means. */
  append(entry: AuditEntry, urgency?: 'now' | 'soon'): Promise<void>;
}

const noLine = '0'.repeat(64);

/** What a log stands on. */
export interface AuditLogOptions {
  readonly sink: AuditSink;
  readonly clock: Clock;
  /** Takes known secrets out of a line; JSON text stays JSON text (rule R11). */
  readonly redact: (line: string) => string;
  /** Names the run; a random UUID by default. */
  readonly run?: string;
}

/** A log over a sink, continuing the chain of what the sink holds. */
export function createAuditLog({
  sink,
  clock,
  redact,
  run = randomUUID(),
}: AuditLogOptions): AuditLog {
  const timeOf = rememberLastTime();
  const head = `{"format":${auditFormat},"run":${JSON.stringify(run)},"seq":`;
  let seq = 0;
  let prev = sink.lastLine === undefined ? noLine : hashLine(sink.lastLine);
  return {
    append: (entry, urgency = 'now') => {
      seq += 1;
      // Written in pieces: building the whole record first would cost as much as all the rest of it.
      const members = JSON.stringify(entry).slice(1, -1);
      const line = redact(
        `${head}${seq},"time":"${timeOf(clock.now())}",${members},"prev":"${prev}"}`,
      );
      prev = hashLine(line);
      return sink.write(line, urgency);
    },
  };
}

/** Writes times; many records fall into one millisecond, and writing a date costs as much as hashing a line. */
function rememberLastTime(): (now: number) => string {
  let last = Number.NaN;
  let text = '';
  return (now) => {
    if (now !== last) {
      last = now;
      text = new Date(now).toISOString();
    }
    return text;
  };
}

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

/**
 * Checks that the lines of an audit file are whole: each follows the line before it of the same run. Runs may
 * interleave, and begin at any line that stood before them. What was cut off at the end cannot be seen.
 */
export function verifyAuditChain(lines: readonly string[]): readonly ChainFault[] {
  const faults: ChainFault[] = [];
  const runs = new Map<string, { readonly seq: number; readonly hash: string }>();
  const hashes = new Set([noLine]);
  for (const [index, line] of lines.entries()) {
    const hash = hashLine(line);
    const link = readLink(line);
    if (link === undefined) {
      // A server that was killed may leave a torn line behind; the next run chains onto it.
      hashes.add(hash);
      faults.push({ line: index + 1, message: 'is not an audit record' });
      continue;
    }
    const before = runs.get(link.run);
    const follows = before === undefined ? hashes.has(link.prev) : link.prev === before.hash;
    if (link.seq !== (before?.seq ?? 0) + 1) {
      faults.push({ line: index + 1, message: `has number ${link.seq} after ${before?.seq ?? 0}` });
    } else if (!follows) {
      faults.push({ line: index + 1, message: 'does not follow the line before it' });
    }
    runs.set(link.run, { seq: link.seq, hash });
    hashes.add(hash);
  }
  return faults;
}

function readLink(
  line: string,
): { readonly run: string; readonly seq: number; readonly prev: string } | undefined {
  let record: unknown;
  try {
    record = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (typeof record !== 'object' || record === null) return undefined;
  const { run, seq, prev } = record as Partial<Record<'run' | 'seq' | 'prev', unknown>>;
  return typeof run === 'string' && typeof seq === 'number' && typeof prev === 'string'
    ? { run, seq, prev }
    : undefined;
}
