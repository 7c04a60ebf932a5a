import type { JsonObject } from '../../../model/json.ts';
import type { FailureReason } from '../../call.ts';

/** The number of the records' layout; a reader refuses one that it does not know. */
export const auditFormat = 1;

/** What every record has. */
interface AuditRecordBase {
  readonly format: typeof auditFormat;
  /** The running server that wrote it; several may write to one file. */
  readonly run: string;
  /** Counts the records of a run from 1. */
  readonly seq: number;
  /** RFC 3339, in UTC, with milliseconds. */
  readonly time: string;
  /**
   * SHA-256 of the line before it in the same run, without its line break, as lower-case hexadecimal text. The
   * first record of a run has that of the last line that stood in the sink, or 64 zeros. A line that was
   * changed, removed or put in breaks the chain.
   */
  readonly prev: string;
}

/** Opens a run: which server, from which documents. */
export interface StartRecord extends AuditRecordBase {
  readonly type: 'start';
  readonly server: { readonly name: string; readonly version: string };
  /** SHA-256 of the documents' bytes by namespace. */
  readonly documents: Readonly<Record<string, string>>;
  /** How arguments are recorded in this run. */
  readonly arguments: string;
}

/** Opens a further file of a run, where the one before was full or old enough. */
export interface ContinueRecord extends AuditRecordBase {
  readonly type: 'continue';
  /** Name, without its folder, of the file that holds the record before this one. */
  readonly previousFile: string;
}

/** What is recorded of the call itself, before anything leaves. */
export interface IntentRecord extends AuditRecordBase {
  readonly type: 'intent';
  /** Unique; the outcome has the same, and the result's `_meta` can carry it. */
  readonly id: string;
  readonly tool: string;
  /** Absent for hand-written tools. */
  readonly operation?: {
    readonly id?: string;
    readonly method: string;
    readonly path: string;
    readonly document: string;
  };
  readonly readOnly: boolean;
  readonly client?: { readonly name: string; readonly version: string };
  readonly session?: string;
  readonly principal?: string;
  /** W3C trace context of the call: that of the client, or of the server's own span in the same trace. */
  readonly traceparent?: string;
  /** The arguments by the policy of the run; absent with `none`. */
  readonly arguments?: JsonObject | readonly string[];
}

/** How the call ended. */
export interface OutcomeRecord extends AuditRecordBase {
  readonly type: 'outcome';
  readonly id: string;
  readonly tool: string;
  readonly outcome: 'success' | 'failure';
  readonly reason?: FailureReason;
  /** HTTP status of the last attempt. */
  readonly status?: number;
  readonly attempts: number;
  readonly durationMs: number;
  readonly upstreamMs: number;
  readonly requestBytes: number;
  readonly responseBytes: number;
  /** Decisions of gates and remarks, in order; no values. */
  readonly notes: readonly string[];
  /** As in the intent. */
  readonly traceparent?: string;
}

/** One line of the audit. */
export type AuditRecord = StartRecord | ContinueRecord | IntentRecord | OutcomeRecord;

/** A record as it is handed to the chain, which numbers and dates it. */
export type AuditEntry =
  | Omit<StartRecord, keyof AuditRecordBase>
  | Omit<ContinueRecord, keyof AuditRecordBase>
  | Omit<IntentRecord, keyof AuditRecordBase>
  | Omit<OutcomeRecord, keyof AuditRecordBase>;
