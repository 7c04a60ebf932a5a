import type { Attributes, Context, Link, Span } from '@opentelemetry/api';
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, context, trace } from '@opentelemetry/api';
import type {
  AttemptSpan,
  FailureReason,
  ObservedAttempt,
  ObservedRequest,
  RequestEnd,
  RequestSpan,
  ResolvedTool,
  TraceContext,
} from '../runtime/index.ts';
import { OtelAttemptSpan } from './attempt-span.ts';
import { boundedMcpMethod, names } from './attributes.ts';
import { extractContext, injectContext } from './carry-context.ts';
import type { Instruments } from './telemetry.ts';

/** A request of a client, by the semantic conventions for MCP servers. */
export class OtelRequestSpan implements RequestSpan {
  readonly trace: TraceContext | undefined;
  readonly #instruments: Instruments;
  readonly #request: ObservedRequest;
  readonly #begun = performance.now();
  readonly #context: Context;
  readonly #span: Span | undefined;
  /** Attributes that metrics have too: their values are few. */
  readonly #shared: Attributes;
  /** How often each URL was asked for. */
  readonly #attempts = new Map<string, number>();

  constructor(instruments: Instruments, request: ObservedRequest) {
    this.#instruments = instruments;
    this.#request = request;
    this.#shared = sharedAttributes(request);
    const { parent, links } = parentOf(request, instruments);
    this.#span = instruments.tracer?.startSpan(
      boundedMcpMethod(request.method),
      { kind: SpanKind.SERVER, links, attributes: { ...this.#shared, ...ownAttributes(request) } },
      parent,
    );
    this.#context = this.#span === undefined ? parent : trace.setSpan(parent, this.#span);
    this.trace = injectContext(instruments.propagator, this.#context);
  }

  called({ kind, tool }: ResolvedTool): void {
    const asked = this.#request.target;
    const attributes: Attributes =
      asked?.kind === 'tool'
        ? {
            [names.toolName]: asked.name,
            ...(asked.name === tool.name ? {} : { [names.toolCalledThrough]: tool.name }),
          }
        : { [names.toolCalledThrough]: tool.name };
    Object.assign(this.#shared, attributes);
    this.#span?.setAttributes(attributes);
    if (kind === 'operation') {
      this.#span?.setAttribute(names.operation, `${tool.operation.method} ${tool.operation.path}`);
    }
  }

  failed(reason: FailureReason): void {
    this.#span?.setAttribute(names.failureReason, reason);
  }

  attempt(attempt: ObservedAttempt): AttemptSpan {
    const key = `${attempt.method} ${attempt.url}`;
    const before = this.#attempts.get(key) ?? 0;
    this.#attempts.set(key, before + 1);
    return new OtelAttemptSpan(this.#instruments, attempt, {
      parent: this.#context,
      resends: before,
    });
  }

  end(end: RequestEnd): void {
    const attributes = { ...this.#shared, ...this.#attributesAtEnd(end) };
    this.#instruments.operationDuration?.record(
      (performance.now() - this.#begun) / 1_000,
      attributes,
      this.#context,
    );
    const span = this.#span;
    if (span === undefined) return;
    const target = attributes[names.toolName] ?? attributes[names.promptName];
    if (typeof target === 'string') {
      span.updateName(`${boundedMcpMethod(this.#request.method)} ${target}`);
    }
    span.setAttributes({ ...attributes, [names.rpcMethod]: this.#request.method });
    const revision = this.#request.revision ?? end.revision;
    if (revision !== undefined) span.setAttribute(names.revision, revision);
    if (attributes[names.errorType] !== undefined) {
      span.setStatus({
        code: SpanStatusCode.ERROR,
        ...(end.kind === 'error' ? { message: end.message } : {}),
      });
    }
    span.end();
  }

  #attributesAtEnd(end: RequestEnd): Attributes {
    const { target, revision = end.revision } = this.#request;
    switch (end.kind) {
      case 'cancelled':
        return { [names.errorType]: 'cancelled' };
      case 'error':
        return { [names.errorType]: String(end.code), [names.rpcStatus]: String(end.code) };
      case 'result':
        // Only what was answered is known to be a revision, and a prompt that there is.
        return {
          ...(revision === undefined ? {} : { [names.revision]: revision }),
          ...(target?.kind === 'prompt' ? { [names.promptName]: target.name } : {}),
          ...(end.isError ? { [names.errorType]: 'tool_error' } : {}),
        };
    }
  }
}

function sharedAttributes({ method, transport }: ObservedRequest): Attributes {
  return {
    [names.rpcMethod]: boundedMcpMethod(method),
    [names.transport]: transport === 'http' ? 'tcp' : 'pipe',
    ...(transport === 'http' ? { [names.protocolName]: 'http' } : {}),
    ...(method === 'tools/call' ? { [names.genAiOperation]: 'execute_tool' } : {}),
  };
}

const targetNames = {
  tool: names.toolName,
  prompt: names.promptName,
  resource: names.resourceUri,
} as const;

function ownAttributes({ method, id, target, sessionId, revision }: ObservedRequest): Attributes {
  return {
    [names.rpcMethod]: method,
    [names.requestId]: String(id),
    ...(target === undefined ? {} : { [targetNames[target.kind]]: target.name }),
    ...(sessionId === undefined ? {} : { [names.sessionId]: sessionId }),
    ...(revision === undefined ? {} : { [names.revision]: revision }),
  };
}

/**
 * The message's own trace context is the parent, and what it travelled in is linked; without one, what it travelled in is
 * the parent. A span that is active in this process stands for the HTTP request that it serves.
 */
function parentOf(
  { sent, transportTrace }: ObservedRequest,
  { propagator }: Instruments,
): { readonly parent: Context; readonly links: Link[] } {
  const active = context.active();
  const around =
    trace.getSpanContext(active) === undefined
      ? extractContext(propagator, ROOT_CONTEXT, transportTrace)
      : active;
  const parent = extractContext(propagator, ROOT_CONTEXT, sent);
  const linked = trace.getSpanContext(around);
  if (trace.getSpanContext(parent) === undefined) return { parent: around, links: [] };
  return { parent, links: linked === undefined ? [] : [{ context: linked }] };
}
