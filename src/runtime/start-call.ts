import type {
  CallInput,
  Exchange,
  ResolvedTool,
  ToolCallContext,
  ToolHandler,
  ToolOutcome,
} from './call.ts';
import { newExchange } from './call.ts';
import { deepFreeze } from './freeze.ts';
import { watchOutcome } from './observe-request.ts';
import type { TraceContext } from './trace-context.ts';
import { readTraceContext } from './trace-context.ts';

/** A tool with its whole onion. */
export interface CallableTool<S> {
  readonly resolved: ResolvedTool;
  readonly handler: ToolHandler<S>;
}

/** A call that has begun, with what the runtime notes about it. */
export interface StartedCall {
  readonly running: Promise<ToolOutcome>;
  readonly exchange: Exchange;
}

/** Begins a call, and tells the span of its request what is called. */
export function startCall<S>(
  { resolved, handler }: CallableTool<S>,
  input: CallInput<S>,
): StartedCall {
  const context = contextOf(resolved, input);
  const { exchange, span } = context;
  if (span === undefined) return { running: handler(context), exchange };
  span.called(resolved);
  return { running: watchOutcome(span, handler(context)), exchange };
}

/** A call as the onion gets it: frozen, so that no layer changes what another one sees. */
function contextOf<S>(resolved: ResolvedTool, input: CallInput<S>): ToolCallContext<S> {
  const trace = traceOf(input);
  return Object.freeze<ToolCallContext<S>>({
    request: Object.freeze({
      name: resolved.tool.name,
      arguments: deepFreeze(input.arguments),
      meta: deepFreeze(input.meta),
      ...(input.client === undefined ? {} : { client: input.client }),
    }),
    ...(input.sessionId === undefined ? {} : { sessionId: input.sessionId }),
    resolved,
    session: input.session,
    signal: input.signal,
    ...(input.abort === undefined ? {} : { abort: input.abort }),
    credentials: [],
    exchange: newExchange(),
    ...(trace === undefined ? {} : { trace }),
    ...(input.span === undefined ? {} : { span: input.span }),
    progress: input.progress ?? (() => undefined),
    ...(input.elicit === undefined ? {} : { elicit: input.elicit }),
  });
}

/** Our own span passes itself on; else what the client sent is passed on as it is. */
function traceOf<S>({ span, meta, trace }: CallInput<S>): TraceContext | undefined {
  return span === undefined ? (readTraceContext((name) => meta[name]) ?? trace) : span.trace;
}
