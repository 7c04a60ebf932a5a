import type { JsonObject } from '../model/json.ts';
import type { Tool, ToolMetadata } from '../model/tool.ts';
import type { PromptPort } from './prompts.ts';
import type { HeaderPair } from './request/plan.ts';
import type { ResourcePort } from './resources/resource-port.ts';
import type { RequestSpan, Telemetry } from './telemetry-port.ts';
import type { TraceContext } from './trace-context.ts';

/** A tool as the onion sees it: a generated one with its operation, or a hand-written one without. */
export type ResolvedTool =
  | { readonly kind: 'operation'; readonly tool: Tool }
  | { readonly kind: 'handwritten'; readonly tool: ToolMetadata };

/** What a client asked for. */
export interface ToolCallRequest {
  /** Name of the resolved tool; in deferred mode the tool that was called through the meta tool. */
  readonly name: string;
  readonly arguments: JsonObject;
  /** The request's `_meta`: progress token, trace context and what else the client sent. */
  readonly meta: JsonObject;
  /** Name and version that the client announced, where known. */
  readonly client?: { readonly name: string; readonly version: string };
}

/**
 * One call on its way through the onion. Middleware hands a changed copy to `next`; `credentials` and
 * `exchange` are the two places that inner layers fill for outer ones.
 */
export interface ToolCallContext<S = undefined> {
  readonly request: ToolCallRequest;
  /** Absent on stdio and on stateless HTTP. */
  readonly sessionId?: string;
  readonly resolved: ResolvedTool;
  /** What the transport knows about the caller: principal, tenant and so on. */
  readonly session: S;
  /** Aborted when the client cancels, disconnects, or the server stops. */
  readonly signal: AbortSignal;
  /** Aborts {@link signal} from inside, where the transport lends a way to; without it a layer needs a signal of its own. */
  readonly abort?: (reason: unknown) => void;
  /** What `auth` adds to the upstream request. */
  readonly credentials: readonly AppliedCredential[];
  /**
   * Headers that middleware adds to the upstream request. They replace configured ones and arguments of the same name;
   * credentials replace them. Values are not redacted: a secret belongs to {@link credentials}.
   */
  readonly headers?: readonly HeaderPair[];
  /** How `cache` asks whether a kept answer still holds; absent without it. */
  readonly conditional?: ConditionalRequest;
  /** What the runtime notes about the upstream exchange; outer layers read it after `next`. */
  readonly exchange: Exchange;
  /** What is passed on upstream, so that traces of client, bridge and API belong together. */
  readonly trace?: TraceContext;
  /** The span of the client's request; absent without telemetry. */
  readonly span?: RequestSpan;
  /** Tells the client how far the call is; does nothing where no progress token was given. */
  readonly progress: (update: ProgressUpdate) => void;
  /** Asks the person through the client; absent where the client or transport cannot. */
  readonly elicit?: (question: Elicitation) => Promise<ElicitationAnswer>;
}

/** What `cache` adds to a request, and how it hears of the answer. */
export interface ConditionalRequest {
  /** `If-None-Match` or `If-Modified-Since` (RFC 9110 §13.1). */
  readonly headers: readonly HeaderPair[];
  /** Told of every answer, those of further pages and attempts too. */
  readonly onAnswer: (head: AnswerHead) => void;
}

/** The beginning of an upstream's answer. */
export interface AnswerHead {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: readonly HeaderPair[];
}

/** A rising count, as MCP progress wants it. */
export interface ProgressUpdate {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

/** A question with a flat form. */
export interface Elicitation {
  readonly message: string;
  readonly requestedSchema: JsonObject;
}

/** What the person answered. */
export interface ElicitationAnswer {
  readonly action: 'accept' | 'decline' | 'cancel';
  readonly content?: JsonObject;
}

/** A credential ready to be put into a request; bound to one origin (rule K7). */
export interface AppliedCredential {
  readonly scheme: string;
  readonly in: 'header' | 'query' | 'cookie';
  readonly name: string;
  /** The complete value, for instance `Bearer …`. Never logged. */
  readonly value: string;
  /** The only origin that it may be sent to. */
  readonly origin: string;
}

/** Facts about the upstream exchange; mutable, filled by the runtime as the call proceeds. */
export interface Exchange {
  attempts: number;
  status?: number;
  requestBytes: number;
  responseBytes: number;
  /** From the first byte sent to the last byte received, over all attempts. */
  upstreamMs: number;
  /** Decisions of gates and remarks for the audit, in order. */
  readonly notes: string[];
  /** What the last attempt showed, for the layers that may try again: `retry` (R19) and `auth` (K9). */
  lastAttempt?: AttemptFacts;
}

/** What one attempt showed; `status` or `failure` is set, never both. */
export interface AttemptFacts {
  readonly status?: number;
  readonly failure?: 'network' | 'timeout' | 'cancelled';
  /** Whether the request may have reached the upstream. */
  readonly sent: boolean;
  /** `Retry-After` as a wait, whichever of its two forms came (RFC 9110 §10.2.3). */
  readonly retryAfterMs?: number;
  /** Values of `WWW-Authenticate` (RFC 9110 §11.6.1), for a credential that can be refreshed. */
  readonly challenges: readonly string[];
}

/** An {@link Exchange} in which nothing has happened. */
export function newExchange(): Exchange {
  return { attempts: 0, requestBytes: 0, responseBytes: 0, upstreamMs: 0, notes: [] };
}

/** One block of a result, in MCP's five kinds. */
export type ContentBlock =
  | { readonly type: 'text'; readonly text: string; readonly annotations?: JsonObject }
  | {
      readonly type: 'image' | 'audio';
      /** Base64. */
      readonly data: string;
      readonly mimeType: string;
    }
  | {
      readonly type: 'resource';
      readonly resource:
        | { readonly uri: string; readonly mimeType?: string; readonly text: string }
        | { readonly uri: string; readonly mimeType?: string; readonly blob: string };
    }
  | {
      readonly type: 'resource_link';
      readonly uri: string;
      readonly name: string;
      readonly mimeType?: string;
      readonly description?: string;
      readonly size?: number;
    };

/** Why a call failed; a closed list, so that audit and metrics can count. */
export type FailureReason =
  /** The arguments cannot become a request, or do not fit the schema. */
  | 'arguments'
  /** No security alternative has its credentials. */
  | 'credentials'
  /** A gate refused: read-only, scopes, confirmation. */
  | 'refused'
  /** A rate or concurrency limit. */
  | 'limited'
  /** The upstream answered with an error status. */
  | 'status'
  /** No answer: connection, TLS, DNS, protocol. */
  | 'network'
  | 'timeout'
  /** An answer that cannot be passed on, for instance HTML where JSON was promised. */
  | 'answer'
  | 'cancelled'
  /** The audit record could not be written. */
  | 'audit'
  /** A fault of this program or of a user's middleware. */
  | 'internal';

/** How a call ended. Always returned, never thrown. `content` is never empty. */
export type ToolOutcome =
  | {
      readonly kind: 'success';
      readonly content: readonly [ContentBlock, ...ContentBlock[]];
      /** An object for every protocol revision: a non-object answer is wrapped as `{ result }`. */
      readonly structuredContent?: JsonObject;
      readonly meta?: JsonObject;
    }
  | {
      readonly kind: 'failure';
      readonly reason: FailureReason;
      /** Tells the model what happened and what to change. No structured content (rule R9). */
      readonly content: readonly [ContentBlock, ...ContentBlock[]];
      readonly meta?: JsonObject;
    };

/** A failure with one text block. */
export function failure(reason: FailureReason, text: string, meta?: JsonObject): ToolOutcome {
  return {
    kind: 'failure',
    reason,
    content: [{ type: 'text', text }],
    ...(meta === undefined ? {} : { meta }),
  };
}

/** Handles one call to its end. */
export type ToolHandler<S = undefined> = (context: ToolCallContext<S>) => Promise<ToolOutcome>;

/** Wraps a handler. It may change the context, answer by itself, call `next` again, or change the outcome. */
export type ToolMiddleware<S = undefined> = (next: ToolHandler<S>) => ToolHandler<S>;

/** Folds middleware around a handler; the first listed is the outermost. */
export function composeMiddleware<S>(list: readonly ToolMiddleware<S>[]): ToolMiddleware<S> {
  return (handler) => list.reduceRight((inner, middleware) => middleware(inner), handler);
}

/** What a transport adapter needs of a bridge; the MCP SDK stands on the other side of this port. */
export interface BridgePort<S = undefined> {
  /** Wire-ready tools, the same array at every call for callers with the same rights. */
  listTools(session: S): readonly WireTool[];
  /** `undefined` where no such tool is listed; never throws. */
  callTool(name: string, input: CallInput<S>): Promise<ToolOutcome> | undefined;
  /** Absent where the server has nothing to read. */
  readonly resources?: ResourcePort<S>;
  /** Absent where the server has no prompts. */
  readonly prompts?: PromptPort;
  /** Is told by transports of every request; absent where nobody watches. */
  readonly telemetry?: Telemetry;
}

/** What a transport hands in with a call. */
export interface CallInput<S = undefined> {
  readonly arguments: JsonObject;
  readonly meta: JsonObject;
  readonly signal: AbortSignal;
  /** Aborts {@link signal}, for time limits. */
  readonly abort?: (reason: unknown) => void;
  readonly session: S;
  readonly sessionId?: string;
  readonly client?: { readonly name: string; readonly version: string };
  /** The trace context around the message, where `_meta` has none. */
  readonly trace?: TraceContext;
  readonly span?: RequestSpan;
  readonly progress?: (update: ProgressUpdate) => void;
  readonly elicit?: (question: Elicitation) => Promise<ElicitationAnswer>;
}

/** A tool as `tools/list` sends it. */
export interface WireTool {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema?: JsonObject;
  readonly annotations: JsonObject;
  readonly icons?: readonly JsonObject[];
  readonly execution?: JsonObject;
  readonly _meta?: JsonObject;
}
