import type { AuditRecord } from '../../src/index.ts';

type Intent = Extract<AuditRecord, { readonly type: 'intent' }>;
type Outcome = Extract<AuditRecord, { readonly type: 'outcome' }>;

/** One call: what was meant, and what came of it where that is on record. */
export interface RecordedCall {
  readonly intent: Intent;
  readonly outcome?: Outcome;
}

/** Which calls to show; what is absent lets every call pass. */
export interface CallFilter {
  /** Name of a tool; `*` stands for any characters. */
  readonly tool?: string;
  /** `success`, `failure`, a reason of a failure, an HTTP status, or `none` for calls without an outcome. */
  readonly outcome?: string;
  /** Made at this time or later, in milliseconds since the epoch. */
  readonly since?: number;
  readonly principal?: string;
}

/** The calls that pass the filter, in the order in which they were made, and how many lines were no records. */
export async function collectCalls(
  records: AsyncIterable<AuditRecord | undefined>,
  filter: CallFilter,
): Promise<{ readonly calls: readonly RecordedCall[]; readonly unreadable: number }> {
  const calls = new Map<string, RecordedCall>();
  let unreadable = 0;
  for await (const record of records) {
    if (record === undefined) unreadable += 1;
    else if (record.type === 'intent') {
      if (isMeant(record, filter)) calls.set(record.id, { intent: record });
    } else if (record.type === 'outcome') {
      const call = calls.get(record.id);
      if (call === undefined) continue;
      const ended = { intent: call.intent, outcome: record };
      if (endedAs(ended, filter.outcome)) calls.set(record.id, ended);
      else calls.delete(record.id);
    }
  }
  return { calls: [...calls.values()].filter((call) => endedAs(call, filter.outcome)), unreadable };
}

function isMeant(intent: Intent, { tool, since, principal }: CallFilter): boolean {
  return (
    (tool === undefined || matches(intent.tool, tool)) &&
    (since === undefined || Date.parse(intent.time) >= since) &&
    (principal === undefined || intent.principal === principal)
  );
}

/** Without regular expressions, whose time a pattern of many stars could explode. */
function matches(name: string, pattern: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return name === pattern;
  if (!name.startsWith(first)) return false;
  let at = first.length;
  for (const piece of rest) {
    const found = name.indexOf(piece, at);
    if (found === -1) return false;
    at = found + piece.length;
  }
  return name.length - last.length >= at && name.endsWith(last);
}

function endedAs({ outcome }: RecordedCall, wanted: string | undefined): boolean {
  if (wanted === undefined) return true;
  if (outcome === undefined) return wanted === 'none';
  return [outcome.outcome, outcome.reason, String(outcome.status)].includes(wanted);
}
