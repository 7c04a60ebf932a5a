import type { AuditRecord, ChainCheck, ChainFault } from '../../src/index.ts';
import { createChainCheck, stringifyDocument } from '../../src/index.ts';
import { collectCalls } from '../audit/calls.ts';
import type { CallFilter } from '../audit/calls.ts';
import { readAuditLines } from '../audit/read-records.ts';
import type { ExitCode } from '../exit-codes.ts';
import { exitCodes, UsageError } from '../exit-codes.ts';
import { callAsJson, callLines } from '../report/audit.ts';
import { count, oneLine } from '../report/text.ts';
import type { Terminal } from '../terminal.ts';

/** A command line of `audit verify`. */
export interface AuditVerifyRequest {
  /** Files that follow each other, the oldest first. */
  readonly files: readonly string[];
  readonly flags: AuditVerifyFlags;
  readonly terminal: Terminal;
}

/** Flags of `audit verify`. */
export interface AuditVerifyFlags {
  readonly json?: boolean;
  /** The hash that an earlier check printed: nothing up to its line may be cut off. */
  readonly anchor?: string;
}

/** A fault with its place. */
interface PlacedFault extends ChainFault {
  readonly file: string;
}

/**
 * Checks that no record of audit files is missing, changed or torn; ends with 1 where one is. Files that follow each
 * other are checked as one chain. A chain that was cut off at its end is whole: the hash of its last line, kept where
 * nobody who writes the file can reach it, shows the cut at the next check.
 *
 * @throws UsageError for an anchor that is no hash.
 */
export async function runAuditVerify({
  files,
  flags,
  terminal,
}: AuditVerifyRequest): Promise<ExitCode> {
  const anchor = flags.anchor === undefined ? undefined : parseAnchor(flags.anchor);
  const check = createChainCheck();
  const faults: PlacedFault[] = [];
  const open = new Set<string>();
  let lines = 0;
  for await (const { file, number, text } of readAuditLines(files, terminal.folder)) {
    lines += 1;
    const fault = check.add(text);
    if (fault !== undefined) faults.push({ file, line: number, message: fault.message });
    followCall(text, open);
  }
  const isCut = anchor !== undefined && !check.has(anchor);
  if (flags.json === true) {
    terminal.write(
      stringifyDocument({
        records: lines,
        last: check.last,
        ...(anchor === undefined ? {} : { anchored: !isCut }),
        faults: faults.map(({ file, line, message }) => ({ file, line, message })),
        callsWithoutOutcome: open.size,
        earlierFiles: [...new Set(check.missingFiles)],
      }),
    );
  } else {
    terminal.write(
      verdict({ faults, lines, open: open.size, check, ...(isCut ? { cutAfter: anchor } : {}) }),
    );
  }
  return faults.length === 0 && !isCut ? exitCodes.done : exitCodes.failed;
}

function parseAnchor(text: string): string {
  const hash = text.toLowerCase();
  if (/^[0-9a-f]{64}$/.test(hash)) return hash;
  throw new UsageError(
    '--anchor takes the hash that `audit verify` prints: 64 hexadecimal digits.',
  );
}

/** Keeps the ids of calls that have begun and not ended. */
function followCall(text: string, open: Set<string>): void {
  const record = parseRecord(text);
  if (record?.type === 'intent') open.add(record.id);
  if (record?.type === 'outcome') open.delete(record.id);
}

function verdict({
  faults,
  lines,
  open,
  check,
  cutAfter,
}: {
  readonly faults: readonly PlacedFault[];
  readonly lines: number;
  readonly open: number;
  readonly check: ChainCheck;
  /** A hash that no line has. */
  readonly cutAfter?: string;
}): string {
  const said = faults.map(({ file, line, message }) => `${oneLine(file)}:${line} ${message}`);
  for (const file of new Set(check.missingFiles)) {
    said.push(`The records continue ${oneLine(file)}, which was not given.`);
  }
  if (open > 0) {
    said.push(
      `${count(open, 'call has', 'calls have')} no outcome: still running, or the server was killed.`,
    );
  }
  if (cutAfter !== undefined) {
    said.push(`No line here has the hash ${cutAfter}: records up to it were cut off or changed.`);
  }
  const wrong = faults.length + (cutAfter === undefined ? 0 : 1);
  said.push(
    wrong === 0
      ? `${count(lines, 'record')}, whole; the last has the hash ${check.last}`
      : `${count(wrong, 'fault')} in ${count(lines, 'line')}`,
  );
  return `${said.join('\n')}\n`;
}

/** Flags of `audit show`. */
export interface AuditShowFlags {
  readonly tool?: string;
  readonly outcome?: string;
  readonly since?: string;
  readonly principal?: string;
  readonly json?: boolean;
}

/** A command line of `audit show`. */
export interface AuditShowRequest {
  readonly files: readonly string[];
  readonly flags: AuditShowFlags;
  readonly terminal: Terminal;
}

/** Shows the calls of audit files, each with its outcome, in the order in which they were made. */
export async function runAuditShow({
  files,
  flags,
  terminal,
}: AuditShowRequest): Promise<ExitCode> {
  const filter = filterOf(flags);
  const records = recordsOf(files, terminal);
  const { calls, unreadable } = await collectCalls(records, filter);
  if (flags.json === true) {
    for (const call of calls) terminal.write(`${JSON.stringify(callAsJson(call))}\n`);
  } else {
    terminal.write(callLines(calls, terminal.writePaint));
  }
  if (unreadable > 0) {
    terminal.tell(
      `${count(unreadable, 'line is', 'lines are')} no audit record; \`openapi-mcp audit verify\` says which.\n`,
    );
  }
  return exitCodes.done;
}

async function* recordsOf(
  files: readonly string[],
  terminal: Terminal,
): AsyncGenerator<AuditRecord | undefined> {
  for await (const { text } of readAuditLines(files, terminal.folder)) yield parseRecord(text);
}

const recordTypes: ReadonlySet<unknown> = new Set(['start', 'continue', 'intent', 'outcome']);

function parseRecord(text: string): AuditRecord | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return undefined;
    const { format, type, time } = value as Readonly<Record<string, unknown>>; // any object
    if (format !== 1 || !recordTypes.has(type) || typeof time !== 'string') return undefined;
    return value as AuditRecord; // a record of the one format there is
  } catch {
    return undefined;
  }
}

function filterOf({ tool, outcome, since, principal }: AuditShowFlags): CallFilter {
  return {
    ...(tool === undefined ? {} : { tool }),
    ...(outcome === undefined ? {} : { outcome }),
    ...(since === undefined ? {} : { since: momentOf(since, Date.now()) }),
    ...(principal === undefined ? {} : { principal }),
  };
}

const unitMs = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/**
 * A moment as people write it: `2026-12-01`, an RFC 3339 time, or `90m` for so long ago; milliseconds since the epoch.
 *
 * @throws UsageError for anything else.
 */
export function momentOf(text: string, now: number): number {
  const ago = /^(\d{1,9})([smhd])$/.exec(text);
  if (ago !== null) {
    const unit = ago[2] as keyof typeof unitMs; // one of the letters of the pattern
    return now - Number(ago[1]) * unitMs[unit];
  }
  const moment = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(moment)) {
    throw new UsageError(
      `--since ${text} is no time. Write 2026-12-01, 2026-12-01T10:15:00Z, or 90m, 12h, 7d for so long ago.`,
    );
  }
  return moment;
}
