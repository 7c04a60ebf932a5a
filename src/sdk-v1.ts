import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import type {
  CallToolResult,
  ElicitRequestFormParams,
  ReadResourceResult,
  ServerNotification,
  ServerRequest,
} from '@modelcontextprotocol/sdk/types.js';
import {
  CallToolRequestSchema,
  ElicitResultSchema,
  ErrorCode,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import type { JsonObject } from './model/json.ts';
import { didYouMean } from './model/nearest-names.ts';
import { settleCall, toCallResult } from './runtime/call-result.ts';
import { announcedClient, canAskPerson } from './runtime/client-facts.ts';
import type {
  Bridge,
  Elicitation,
  ElicitationAnswer,
  ListChanges,
  RequestSpan,
} from './runtime/index.ts';
import { observedRequest } from './runtime/observe-request.ts';
import { createProgress } from './runtime/progress.ts';
import type { ProgressReporter } from './runtime/progress.ts';
import type { ReadInput, ResourcePort } from './runtime/resources/resource-port.ts';
import type { PromptPort } from './runtime/prompts.ts';
import { readTraceContext } from './runtime/trace-context.ts';

/** What a request brings beside its parameters: the session, the validated token, the signal. */
export type RequestExtra = RequestHandlerExtra<ServerRequest, ServerNotification>;

/** How a bridge is attached. */
export interface AttachOptions<S> {
  /** What the bridge's middleware gets as the session of a request; `extra.authInfo` says who sent it. */
  readonly sessionOf: (extra: RequestExtra) => S;
  /** Tells when the lists change, so that the client is told; for a bridge that is replaced while it is served. */
  readonly changes?: ListChanges;
}

/**
 * Serves a bridge from a server of the first SDK generation, `@modelcontextprotocol/sdk` 1.x, for hosts that want such a
 * `Server` (`mcpServer.server` of an `McpServer`): its tools, resources and prompts, with progress, cancellation and
 * questions to the person. Registers the capabilities and handlers for them, so the server must not be connected yet nor
 * serve any of them by itself.
 *
 * @throws Error of the SDK for a server that is connected.
 */
export function attachBridge<S>(
  server: Server,
  bridge: Bridge<S>,
  { sessionOf, changes }: AttachOptions<S>,
): void {
  const listChanged = changes !== undefined;
  const { resources, prompts } = bridge;
  server.registerCapabilities({
    tools: { listChanged },
    ...(resources === undefined ? {} : { resources: { listChanged } }),
    ...(prompts === undefined ? {} : { prompts: { listChanged } }),
  });
  const attached: Attached<S> = { server, bridge, sessionOf };
  serveTools(attached);
  if (resources !== undefined) serveResources(attached, resources);
  if (prompts !== undefined) servePrompts(server, prompts);
  if (changes !== undefined) announceChanges(server, bridge, changes);
}

interface Attached<S> {
  readonly server: Server;
  readonly bridge: Bridge<S>;
  readonly sessionOf: (extra: RequestExtra) => S;
}

function serveTools<S>(attached: Attached<S>): void {
  const { server, bridge, sessionOf } = attached;
  server.setRequestHandler(ListToolsRequestSchema, (_request, extra) => ({
    tools: copyOf(bridge.listTools(sessionOf(extra))) as [],
  }));
  server.setRequestHandler(CallToolRequestSchema, (request, extra) =>
    watched(attached, request, extra, async (span) => {
      const { params } = request;
      const { input, progress } = begin(attached, extra, span);
      const running = bridge.callTool(params.name, {
        ...input,
        arguments: (params.arguments ?? {}) as JsonObject, // came as JSON from the client
      });
      if (running === undefined) {
        const names = bridge.listTools(input.session).map(({ name }) => name);
        throw unknown('tool', params.name, names);
      }
      const outcome = await settleCall(running);
      progress.end();
      return copyOf(toCallResult(outcome)) as CallToolResult;
    }),
  );
}

function serveResources<S>(attached: Attached<S>, resources: ResourcePort<S>): void {
  const { server, sessionOf } = attached;
  server.setRequestHandler(ListResourcesRequestSchema, (_request, extra) => ({
    resources: copyOf(resources.list(sessionOf(extra))) as [],
  }));
  server.setRequestHandler(ListResourceTemplatesRequestSchema, (_request, extra) => ({
    resourceTemplates: copyOf(resources.listTemplates(sessionOf(extra))) as [],
  }));
  server.setRequestHandler(ReadResourceRequestSchema, (request, extra) =>
    watched(attached, request, extra, async (span) => {
      const { uri } = request.params;
      const { input, progress } = begin(attached, extra, span);
      const running = resources.read(uri, input);
      if (running === undefined) {
        throw new McpError(resourceNotFound, `Resource not found: ${uri.slice(0, 200)}`);
      }
      const outcome = await running;
      progress.end();
      if (outcome.kind === 'failure') {
        const code = outcome.notFound ? resourceNotFound : ErrorCode.InternalError;
        throw new McpError(code, outcome.text, { reason: outcome.reason });
      }
      const { contents, meta } = outcome;
      return copyOf({
        contents,
        ...(meta === undefined ? {} : { _meta: meta }),
      }) as ReadResourceResult;
    }),
  );
}

/** MCP 2025-11-25, resources, "Error Handling"; the SDK has no name for it. */
const resourceNotFound = -32_002;

function servePrompts(server: Server, prompts: PromptPort): void {
  server.setRequestHandler(ListPromptsRequestSchema, () => ({
    prompts: copyOf(prompts.list()) as [],
  }));
  server.setRequestHandler(GetPromptRequestSchema, ({ params: { name, arguments: given } }) => {
    const filled = prompts.get(name, given ?? {});
    if (filled === undefined) {
      throw unknown(
        'prompt',
        name,
        prompts.list().map((prompt) => prompt.name),
      );
    }
    if (!filled.ok) throw new McpError(ErrorCode.InvalidParams, filled.message);
    const { description, messages } = filled;
    return {
      ...(description === undefined ? {} : { description }),
      messages: copyOf(messages) as [],
    };
  });
}

/** What a call and a read have in common. */
function begin<S>(
  { server, sessionOf }: Attached<S>,
  extra: RequestExtra,
  span: RequestSpan | undefined,
): { readonly input: ReadInput<S>; readonly progress: ProgressReporter } {
  const progress = createProgress(extra._meta?.progressToken, (update) => {
    const params = { ...update };
    // A client that has gone away needs no progress.
    extra.sendNotification({ method: 'notifications/progress', params }).catch(() => undefined);
  });
  const headers = headersOf(extra);
  const trace = headers && readTraceContext((name) => headers.get(name));
  const input: ReadInput<S> = {
    meta: (extra._meta ?? {}) as JsonObject, // came as JSON from the client
    signal: extra.signal,
    session: sessionOf(extra),
    ...(extra.sessionId === undefined ? {} : { sessionId: extra.sessionId }),
    ...announcedClient(server.getClientVersion()),
    ...(trace === undefined ? {} : { trace }),
    ...(span === undefined ? {} : { span }),
    progress: progress.report,
    ...(canAskPerson(server.getClientCapabilities())
      ? { elicit: (question: Elicitation) => askPerson(question, extra) }
      : {}),
  };
  return { input, progress };
}

/** Answers a request, and tells telemetry of it. */
async function watched<S, T extends object>(
  { bridge }: Attached<S>,
  request: { readonly method: string; readonly params: unknown },
  extra: RequestExtra,
  answer: (span: RequestSpan | undefined) => Promise<T>,
): Promise<T> {
  const { requestId: id, sessionId } = extra;
  const headers = headersOf(extra);
  const transport = headers === undefined ? 'stdio' : 'http';
  const span = bridge.telemetry?.begin(
    observedRequest({ id, ...request }, { transport, sessionId, headers }),
  );
  try {
    const result = await answer(span);
    span?.end({ kind: 'result', isError: 'isError' in result && result.isError === true });
    return result;
  } catch (thrown) {
    const code = thrown instanceof McpError ? thrown.code : ErrorCode.InternalError;
    span?.end({ kind: 'error', code, message: thrown instanceof Error ? thrown.message : '' });
    throw thrown;
  }
}

/** Headers of the HTTP request around a message; those that came several times are of no use here. */
function headersOf({ requestInfo }: RequestExtra): Pick<Headers, 'get'> | undefined {
  if (requestInfo === undefined) return undefined;
  return {
    get: (name) => {
      const value = requestInfo.headers[name];
      return typeof value === 'string' ? value : null;
    },
  };
}

/** The longest wait that a timer takes: people answer when they answer, and the client can cancel. */
const untilCancelledMs = 2_147_483_647;

async function askPerson(
  { message, requestedSchema }: Elicitation,
  { sendRequest, signal }: RequestExtra,
): Promise<ElicitationAnswer> {
  const params: ElicitRequestFormParams = {
    message,
    // A flat form, by the port's contract.
    requestedSchema: copyOf(requestedSchema) as ElicitRequestFormParams['requestedSchema'],
  };
  const { action, content } = await sendRequest(
    { method: 'elicitation/create', params },
    ElicitResultSchema,
    { signal, timeout: untilCancelledMs },
  );
  return { action, ...(content === undefined ? {} : { content }) };
}

function announceChanges<S>(server: Server, bridge: Bridge<S>, changes: ListChanges): void {
  const end = changes.subscribe(() => {
    const told = [
      server.sendToolListChanged(),
      ...(bridge.resources === undefined ? [] : [server.sendResourceListChanged()]),
      ...(bridge.prompts === undefined ? [] : [server.sendPromptListChanged()]),
    ];
    // A client that is gone, or has not said yet who it is, is not told.
    for (const each of told) each.catch(() => undefined);
  });
  const before = server.onclose;
  server.onclose = () => {
    end();
    before?.();
  };
}

function unknown(kind: 'tool' | 'prompt', name: string, names: readonly string[]): McpError {
  const help = didYouMean(name, names);
  const text = `Unknown ${kind}: ${name.slice(0, 200)}${help === '' ? '' : `. ${help}`}`;
  return new McpError(ErrorCode.InvalidParams, text);
}

/**
 * A copy of data that has MCP's shape by the bridge's own types, to be cast to the SDK's: those are mutable, and who gets
 * a value may change it.
 */
function copyOf(value: unknown): unknown {
  return structuredClone(value);
}
