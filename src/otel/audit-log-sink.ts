import { ROOT_CONTEXT, trace } from '@opentelemetry/api';
import type { AnyValue, LogRecord, LoggerProvider } from '@opentelemetry/api-logs';
import { SeverityNumber } from '@opentelemetry/api-logs';
import { parseTraceParent } from '@opentelemetry/core';
import type { AuditRecord, AuditSink } from '../runtime/index.ts';
import { scopeName } from './telemetry.ts';

/** Where audit records go as log records. */
export interface AuditLogSinkOptions {
  readonly loggerProvider: LoggerProvider;
  /** Of this program, for the instrumentation scope. */
  readonly version?: string;
  /**
   * Resolves once everything that was emitted so far has been taken by whoever keeps it, and rejects where it was not. With
   * it a record counts as written only then, which `audit.required` needs; without it, once it is emitted.
   */
  readonly confirm?: () => Promise<void>;
}

/**
 * An audit sink that emits a log record for each record of the audit. The body is the line as a file would hold it, so
 * that the chain of a run can be checked in what was kept; its members are attributes.
 */
export function createAuditLogSink({
  loggerProvider,
  version,
  confirm,
}: AuditLogSinkOptions): AuditSink {
  const logger = loggerProvider.getLogger(scopeName, version);
  return {
    write: async (line) => {
      logger.emit(logRecordOf(line));
      await confirm?.();
    },
    // Whoever made the provider flushes it, within a bound.
    close: () => Promise.resolve(),
  };
}

/** Members that the conventions have a name for. */
const conventional: Readonly<Record<string, string>> = {
  principal: 'user.id',
  reason: 'error.type',
  session: 'mcp.session.id',
  status: 'http.response.status_code',
  tool: 'gen_ai.tool.name',
};

/** Members that are fields of the log record itself, or say nothing beside it. */
const fields: ReadonlySet<string> = new Set(['format', 'time', 'type', 'traceparent']);

function logRecordOf(line: string): LogRecord {
  const record = JSON.parse(line) as AuditRecord; // nobody else writes to this sink
  const traceparent = 'traceparent' in record ? record.traceparent : undefined;
  const spanContext = traceparent === undefined ? null : parseTraceParent(traceparent);
  return {
    eventName: `openapi_mcp.audit.${record.type}`,
    timestamp: new Date(record.time),
    body: line,
    attributes: Object.fromEntries(
      Object.entries(record).flatMap(([name, value]) =>
        fields.has(name) ? [] : [[attributeName(name), value as AnyValue]],
      ),
    ),
    context: spanContext === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, spanContext),
    ...severityOf(record),
  };
}

function attributeName(member: string): string {
  const snake = member.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return Object.hasOwn(conventional, member)
    ? (conventional[member] ?? snake)
    : `openapi_mcp.audit.${snake}`;
}

/** A refusal or a failing API is worth a look, a fault of the server itself is an error. */
function severityOf(record: AuditRecord): Pick<LogRecord, 'severityNumber' | 'severityText'> {
  if (record.type !== 'outcome' || record.outcome === 'success') {
    return { severityNumber: SeverityNumber.INFO, severityText: 'INFO' };
  }
  return record.reason === 'internal' || record.reason === 'audit'
    ? { severityNumber: SeverityNumber.ERROR, severityText: 'ERROR' }
    : { severityNumber: SeverityNumber.WARN, severityText: 'WARN' };
}
