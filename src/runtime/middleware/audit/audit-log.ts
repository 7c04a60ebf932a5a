import { randomUUID } from 'node:crypto';
import type { Clock } from '../../clock.ts';
import { hashLine, noLine } from './audit-chain.ts';
import type { AuditEntry } from './audit-record.ts';
import { auditFormat } from './audit-record.ts';
import type { AuditSink } from './audit-sink.ts';

/** Numbers, dates and chains the records of one run. */
export interface AuditLog {
  /** Writes one record; see {@link AuditSink.write} for what the promise means. */
  append(entry: AuditEntry, urgency?: 'now' | 'soon'): Promise<void>;
}

/** Where the chain of one run stands. Logs that share it write one chain, whichever of them writes next. */
export interface AuditChain {
  readonly run: string;
  /** Number of the last record; 0 before the first. */
  seq: number;
  /** Link of the next record: the hash of the line before it. */
  prev: string;
}

/**
 * Begins the chain of a run after what the sink holds.
 *
 * @param run Names the run; a random UUID by default.
 */
export function beginAuditChain(
  { lastLine }: Pick<AuditSink, 'lastLine'>,
  run: string = randomUUID(),
): AuditChain {
  return { run, seq: 0, prev: lastLine === undefined ? noLine : hashLine(lastLine) };
}

/** What a log stands on. */
export interface AuditLogOptions {
  readonly sink: AuditSink;
  readonly clock: Clock;
  /** Takes known secrets out of a line; JSON text stays JSON text (rule R11). */
  readonly redact: (line: string) => string;
  /** Continues the chain of another log over the same sink; a new run by default. */
  readonly chain?: AuditChain;
}

/** A log over a sink, continuing the chain of what the sink holds. */
export function createAuditLog({
  sink,
  clock,
  redact,
  chain = beginAuditChain(sink),
}: AuditLogOptions): AuditLog {
  const timeOf = rememberLastTime();
  const head = `{"format":${auditFormat},"run":${JSON.stringify(chain.run)},"seq":`;

  function write(entry: AuditEntry, urgency: 'now' | 'soon'): Promise<void> {
    chain.seq += 1;
    // Written in pieces: building the whole record first would cost as much as all the rest of it.
    const members = JSON.stringify(entry).slice(1, -1);
    const line = redact(
      `${head}${chain.seq},"time":"${timeOf(clock.now())}",${members},"prev":"${chain.prev}"}`,
    );
    chain.prev = hashLine(line);
    return sink.write(line, urgency);
  }

  return {
    append: (entry, urgency = 'now') => {
      const previousFile = sink.turnOver?.(clock.now());
      if (previousFile === undefined) return write(entry, urgency);
      // Both stand in one batch: they are written together, or both are not.
      void write({ type: 'continue', previousFile }, urgency).catch(() => undefined);
      return write(entry, urgency);
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
