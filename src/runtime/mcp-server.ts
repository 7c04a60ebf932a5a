import type {
  CacheHint,
  CallToolRequestParams,
  CallToolResult,
  GetPromptRequestParams,
  GetPromptResult,
  InputRequiredResult,
  InputRequiredSpec,
  McpRequestContext,
  McpServerFactory,
  ReadResourceResult,
  RequestStateCodec,
  ServerContext,
  Tool as SdkTool,
  Transport,
} from '@modelcontextprotocol/server';
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  McpServer,
  PROTOCOL_VERSION_META_KEY,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  UnsupportedProtocolVersionError,
  createRequestStateCodec,
  inputRequired,
} from '@modelcontextprotocol/server';
import type { ServerIdentity } from '../model/artifact.ts';
import type { JsonObject } from '../model/json.ts';
import { randomStateKey } from './asked-call.ts';
import type { BridgePort, CallInput, Elicitation, ToolOutcome, WireTool } from './call.ts';
import { settleCall, toCallResult } from './call-result.ts';
import { announcedClient, canAskPerson } from './client-facts.ts';
import type { ListChanges } from './list-changes.ts';
import { cacheHintsOf, capabilitiesOf, implementationOf } from './mcp-announcement.ts';
import type { AskedState } from './mcp-questions.ts';
import { Questions, questionKey } from './mcp-questions.ts';
import type { ProgressReporter } from './progress.ts';
import {
  checkedCallParams,
  checkedPromptParams,
  checkedReadParams,
  listParams,
} from './mcp-params.ts';
import type { WatchedRequests } from './mcp-telemetry.ts';
import { traceOfRequest, watchRequests } from './mcp-telemetry.ts';
import { createProgress } from './progress.ts';
import { unknownName } from './mcp-errors.ts';
import type { ReadInput } from './resources/resource-port.ts';

/** What a server needs to speak MCP for a bridge. */
export interface McpServerOptions<S> {
  readonly bridge: BridgePort<S>;
  readonly identity: ServerIdentity;
  /** What the transport knows about the caller. */
  readonly sessionOf: (context: McpRequestContext) => S;
  /** How long clients may keep the list; five minutes and private by default. */
  readonly cacheHint?: CacheHint;
  /**
   * Signs what a client carries between a question to the person and its answer: at least 32 bytes, the same for
   * all replicas. Random by default, which serves one process.
   */
  readonly stateKey?: Uint8Array;
  /**
   * Tells when the lists change. With it clients are told that they do, and every capability is announced, whatever
   * there is now.
   */
  readonly changes?: ListChanges;
}

/** The one adapter between a bridge and the MCP SDK: a factory that serves every protocol revision. */
export function createMcpServerFactory<S>(options: McpServerOptions<S>): McpServerFactory {
  const state = createRequestStateCodec<AskedState>({
    key: options.stateKey ?? randomStateKey(),
    bind: (ctx) => ctx.http?.authInfo?.clientId ?? '',
  });
  return (context) => new BridgeServer(options, state, context);
}

/**
 * An McpServer whose handlers speak to the bridge. It registers no tools: the SDK would convert and compile
 * each of them, for HTTP at every request.
 */
class BridgeServer<S> extends McpServer {
  readonly #options: McpServerOptions<S>;
  readonly #state: RequestStateCodec<AskedState>;
  readonly #context: McpRequestContext;
  readonly #session: S;
  readonly #watched: WatchedRequests | undefined;

  constructor(
    options: McpServerOptions<S>,
    state: RequestStateCodec<AskedState>,
    context: McpRequestContext,
  ) {
    super(implementationOf(options.identity), {
      capabilities: capabilitiesOf(options),
      ...(options.identity.instructions === undefined
        ? {}
        : { instructions: options.identity.instructions }),
      cacheHints: cacheHintsOf(options),
      requestState: { verify: (value, ctx) => state.verify(value, ctx) },
      // The SDK would build an ajv for every instance, only to check answers that `confirm` checks itself.
      jsonSchemaValidator: {
        getValidator: () => (input) => ({
          valid: true,
          // The SDK asks for the type that the caller expects; nobody reads this value.
          data: input as never,
          errorMessage: undefined,
        }),
      },
    });
    this.#options = options;
    this.#state = state;
    this.#context = context;
    this.#session = options.sessionOf(context);
    this.#watched = watchRequests(options.bridge.telemetry, context, () =>
      this.server.getNegotiatedProtocolVersion(),
    );
    this.server.setRequestHandler('tools/list', { params: listParams }, (_params, ctx) => {
      this.#checkRevision(ctx);
      return { tools: this.#tools(this.#sessionIn(ctx)) };
    });
    this.server.setRequestHandler('tools/call', { params: checkedCallParams }, (params, ctx) => {
      this.#checkRevision(ctx);
      return this.#call(params, ctx);
    });
    const { resources, prompts } = this.server.getCapabilities();
    if (resources !== undefined) this.#serveResources();
    if (prompts !== undefined) this.#servePrompts();
    if (options.changes !== undefined) this.#announceChanges(options.changes);
  }

  override connect(transport: Transport): Promise<void> {
    this.#watched?.watch(transport);
    return super.connect(transport);
  }

  #serveResources(): void {
    this.server.setRequestHandler('resources/list', { params: listParams }, (_params, ctx) => {
      this.#checkRevision(ctx);
      const list = this.#options.bridge.resources?.list(this.#sessionIn(ctx)) ?? [];
      return { resources: list };
    });
    this.server.setRequestHandler(
      'resources/templates/list',
      { params: listParams },
      (_params, ctx) => {
        this.#checkRevision(ctx);
        const list = this.#options.bridge.resources?.listTemplates(this.#sessionIn(ctx)) ?? [];
        return { resourceTemplates: list };
      },
    );
    this.server.setRequestHandler(
      'resources/read',
      { params: checkedReadParams },
      (params, ctx) => {
        this.#checkRevision(ctx);
        return this.#read(params, ctx);
      },
    );
  }

  #servePrompts(): void {
    this.server.setRequestHandler('prompts/list', { params: listParams }, (_params, ctx) => {
      this.#checkRevision(ctx);
      const list = this.#options.bridge.prompts?.list() ?? [];
      return { prompts: list };
    });
    this.server.setRequestHandler('prompts/get', { params: checkedPromptParams }, (params, ctx) => {
      this.#checkRevision(ctx);
      return this.#prompt(params);
    });
  }

  /** Over HTTP the endpoint tells clients of 2026-07-28 by itself: their servers live for one request. */
  #announceChanges(changes: ListChanges): void {
    const { era, requestInfo } = this.#context;
    if (era === 'modern' && requestInfo !== undefined) return;
    const end = changes.subscribe(() => {
      for (const told of [
        this.server.sendToolListChanged(),
        this.server.sendResourceListChanged(),
        this.server.sendPromptListChanged(),
      ]) {
        // A client that is gone, or has not said yet who it is, is not told.
        told.catch(() => undefined);
      }
    });
    this.server.onclose = end;
  }

  /** The HTTP entry reads this to check `Mcp-Param-*` headers. */
  override toolInputSchemaJson(name: string): Record<string, unknown> | undefined {
    return this.#find(name)?.inputSchema;
  }

  /** An HTTP session outlives the tokens of its client: each request says anew who sends it. */
  #sessionIn(ctx: ServerContext): S {
    const authInfo = ctx.http?.authInfo;
    return authInfo === undefined || authInfo === this.#context.authInfo
      ? this.#session
      : this.#options.sessionOf({ ...this.#context, authInfo });
  }

  #find(name: string): WireTool | undefined {
    return this.#options.bridge.listTools(this.#session).find((tool) => tool.name === name);
  }

  #tools(session: S): SdkTool[] {
    // Wire tools are what the SDK's type describes, made read-only; the SDK copies before it changes anything.
    return this.#options.bridge.listTools(session) as readonly unknown[] as SdkTool[];
  }

  /** On stdio the SDK pins the revision once; each request names its own all the same. */
  #checkRevision(ctx: ServerContext): void {
    const requested = envelopeValue(ctx, PROTOCOL_VERSION_META_KEY);
    const served = this.server.getNegotiatedProtocolVersion();
    if (typeof requested !== 'string' || served === undefined || requested === served) return;
    throw new UnsupportedProtocolVersionError({ supported: [served], requested });
  }

  async #call(
    params: CallToolRequestParams,
    ctx: ServerContext,
  ): Promise<CallToolResult | InputRequiredResult> {
    const given = (params.arguments ?? {}) as JsonObject; // came out of JSON.parse
    const { input, progress, questions } = this.#begin(params.name, given, ctx);
    const running = this.#options.bridge.callTool(params.name, { ...input, arguments: given });
    if (running === undefined) throw this.#unknownTool(params.name, input.session);
    const outcome = await settleCall(running);
    progress.end();
    return questions?.pending === undefined
      ? toResult(outcome)
      : this.#askPerson(questions.pending, ctx);
  }

  async #read(
    { uri }: { readonly uri: string },
    ctx: ServerContext,
  ): Promise<ReadResourceResult | InputRequiredResult> {
    const { input, progress, questions } = this.#begin('resources/read', { uri }, ctx);
    const running = this.#options.bridge.resources?.read(uri, input);
    if (running === undefined) throw new ResourceNotFoundError(uri);
    const outcome = await running;
    progress.end();
    if (questions?.pending !== undefined) return this.#askPerson(questions.pending, ctx);
    if (outcome.kind === 'failure') {
      if (outcome.notFound) throw new ResourceNotFoundError(uri, outcome.text);
      throw new ProtocolError(ProtocolErrorCode.InternalError, outcome.text, {
        reason: outcome.reason,
      });
    }
    return {
      contents: outcome.contents.map((each) => ({ ...each })),
      ...(outcome.meta === undefined ? {} : { _meta: outcome.meta }),
    };
  }

  #prompt({ name, arguments: given = {} }: GetPromptRequestParams): GetPromptResult {
    const { prompts } = this.#options.bridge;
    const filled = prompts?.get(name, given);
    if (filled === undefined) {
      const names = prompts?.list().map((prompt) => prompt.name) ?? [];
      throw unknownName('prompt', name, names);
    }
    if (!filled.ok) throw new ProtocolError(ProtocolErrorCode.InvalidParams, filled.message);
    return {
      ...(filled.description === undefined ? {} : { description: filled.description }),
      messages: filled.messages.map((message) => ({ ...message })),
    };
  }

  /** What a call and a read have in common. */
  #begin(name: string, given: JsonObject, ctx: ServerContext): Begun<S> {
    const progress = createProgress(ctx.mcpReq._meta?.progressToken, (update) => {
      const params = { ...update };
      // A client that is gone ends the call by its disconnect.
      ctx.mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
    });
    const questions = this.#canAsk(ctx) ? new Questions(name, given, ctx) : undefined;
    const input: ReadInput<S> = {
      meta: (ctx.mcpReq._meta ?? {}) as JsonObject, // came out of JSON.parse
      signal: ctx.mcpReq.signal,
      session: this.#sessionIn(ctx),
      ...(ctx.sessionId === undefined ? {} : { sessionId: ctx.sessionId }),
      ...this.#client(ctx),
      ...traceOfRequest(ctx, this.#watched),
      progress: progress.report,
      ...(questions === undefined ? {} : { elicit: questions.ask }),
    };
    return { input, progress, questions };
  }

  async #askPerson(
    { question, state }: { readonly question: Elicitation; readonly state: AskedState },
    ctx: ServerContext,
  ): Promise<InputRequiredResult> {
    const requestedSchema = question.requestedSchema as ElicitedForm; // a flat form, by the port's contract
    return inputRequired({
      inputRequests: {
        [questionKey]: inputRequired.elicit({ message: question.message, requestedSchema }),
      },
      requestState: await this.#state.mint(state, ctx),
    } satisfies InputRequiredSpec);
  }

  #unknownTool(name: string, session: S): ProtocolError {
    const names = this.#options.bridge.listTools(session).map((tool) => tool.name);
    return unknownName('tool', name, names);
  }

  #canAsk(ctx: ServerContext): boolean {
    return canAskPerson(
      envelopeValue(ctx, CLIENT_CAPABILITIES_META_KEY) ?? this.server.getClientCapabilities(),
    );
  }

  #client(ctx: ServerContext): Pick<CallInput<S>, 'client'> {
    return announcedClient(
      envelopeValue(ctx, CLIENT_INFO_META_KEY) ?? this.server.getClientVersion(),
    );
  }
}

/** A call or a read that has begun. */
interface Begun<S> {
  readonly input: ReadInput<S>;
  readonly progress: ProgressReporter;
  readonly questions: Questions | undefined;
}

/** One of the reserved `_meta` keys that the SDK has lifted out of the request. */
function envelopeValue(ctx: ServerContext, key: string): unknown {
  // The SDK types the keys it knows; what an old client puts there is unchecked.
  const envelope = ctx.mcpReq.envelope as Readonly<Record<string, unknown>> | undefined;
  return envelope?.[key];
}

type ElicitedForm = Parameters<typeof inputRequired.elicit>[0]['requestedSchema'];

function toResult(outcome: ToolOutcome): CallToolResult {
  // The SDK's type describes the same, made writable.
  return toCallResult(outcome) as unknown as CallToolResult;
}
