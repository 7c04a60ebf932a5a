/**
 * The public face of `openapi-mcp/otel`: telemetry of a bridge on OpenTelemetry, for programs that run an SDK of their
 * own.
 */
export { createAuditLogSink } from './audit-log-sink.ts';
export type { AuditLogSinkOptions } from './audit-log-sink.ts';
export { createTelemetry } from './telemetry.ts';
export type { TelemetryOptions } from './telemetry.ts';
