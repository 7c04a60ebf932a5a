import type { FailureReason, ResolvedTool } from './call.ts';
import type { TraceContext } from './trace-context.ts';
import type { SendResult } from './upstream-port.ts';

/**
 * Watches what a bridge does, for traces and metrics. The runtime knows nothing of how: `openapi-mcp/otel` is an
 * implementation on OpenTelemetry. No method may throw or wait.
 */
export interface Telemetry {
  /** A request of a client begins. One whose span is never ended is forgotten. */
  begin(request: ObservedRequest): RequestSpan;
  /**
   * Shows values that are counted elsewhere.
   *
   * @returns What ends it.
   */
  observe(source: MetricSource): () => void;
}

/** A request of a client as it came. */
export interface ObservedRequest {
  /** For instance `tools/call`. */
  readonly method: string;
  readonly id: string | number;
  readonly transport: 'stdio' | 'http';
  readonly target?: RequestTarget;
  readonly sessionId?: string;
  /** The MCP revision that the request names. */
  readonly revision?: string;
  /** The trace context in the request's `_meta`, whose span is the parent. */
  readonly sent?: TraceContext;
  /** The trace context of the HTTP request around it. */
  readonly transportTrace?: TraceContext;
}

/** What a request is about, as the client names it. */
export interface RequestTarget {
  readonly kind: 'tool' | 'prompt' | 'resource';
  /** A name, or the URI of a resource. */
  readonly name: string;
}

/** One request of a client while it is worked on. */
export interface RequestSpan {
  /** What is passed on to others: this span as their parent. */
  readonly trace: TraceContext | undefined;
  /** The tool is there and its onion begins; in deferred mode it is the one that was called through another. */
  called(tool: ResolvedTool): void;
  failed(reason: FailureReason): void;
  /** A request to the upstream begins. */
  attempt(attempt: ObservedAttempt): AttemptSpan;
  end(end: RequestEnd): void;
}

/** How a request of a client ended. */
export type RequestEnd = {
  /** The MCP revision that was spoken, where the request did not name it. */
  readonly revision?: string;
} & (
  | { readonly kind: 'result'; readonly isError: boolean }
  /** A JSON-RPC error. */
  | { readonly kind: 'error'; readonly code: number; readonly message: string }
  /** The client does not wait for an answer any more. */
  | { readonly kind: 'cancelled' }
);

/** A request to the upstream. Redirects that are followed are part of it. */
export interface ObservedAttempt {
  readonly method: string;
  /** Distinguishes first attempts from repeated ones; is shown to nobody. */
  readonly url: string;
  /** The URL as it may be shown: without secrets, and without argument values where those are not to be recorded. */
  readonly shownUrl: () => string;
  /** Path of the base URL and path template of the operation. */
  readonly template: string;
}

/** One request to the upstream while it is under way. */
export interface AttemptSpan {
  /** What goes upstream. */
  readonly trace: TraceContext | undefined;
  end(result: SendResult): void;
}

/** Values that somebody counts. */
export interface MetricSource {
  readonly metrics: readonly ObservedMetric[];
}

/** One value, or one for each of several sets of labels. */
export interface ObservedMetric {
  /** For instance `openapi_mcp.tool_calls`. */
  readonly name: string;
  readonly description: string;
  /** A counter only ever rises. */
  readonly kind: 'counter' | 'gauge';
  /** In UCUM, for instance `{call}`. */
  readonly unit: string;
  readonly read: () => readonly MetricPoint[];
}

/** A value with its labels. */
export interface MetricPoint {
  readonly value: number;
  readonly labels: Readonly<Record<string, string>>;
}
