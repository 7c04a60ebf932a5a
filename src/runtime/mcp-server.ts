import type {
  CacheHint,
  CallToolRequestParams,
  CallToolResult,
  InputRequiredResult,
  InputRequiredSpec,
  McpRequestContext,
  McpServerFactory,
  RequestStateCodec,
  ServerContext,
  StandardSchemaV1,
  Tool as SdkTool,
} from '@modelcontextprotocol/server';
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  McpServer,
  PROTOCOL_VERSION_META_KEY,
  ProtocolError,
  ProtocolErrorCode,
  UnsupportedProtocolVersionError,
  createRequestStateCodec,
  inputRequired,
  inputResponse,
} from '@modelcontextprotocol/server';
import type { ServerIdentity } from '../model/artifact.ts';
import type { JsonObject } from '../model/json.ts';
import { didYouMean } from '../model/nearest-names.ts';
import { nameCall, randomStateKey } from './asked-call.ts';
import type {
  BridgePort,
  CallInput,
  Elicitation,
  ElicitationAnswer,
  ToolOutcome,
  WireTool,
} from './call.ts';
import { settleCall, toCallResult } from './call-result.ts';
import { announcedClient, canAskPerson } from './client-facts.ts';
import { ElicitationPending } from './elicitation.ts';
import { createProgress } from './progress.ts';

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
}

/** The one adapter between a bridge and the MCP SDK: a factory that serves every protocol revision. */
export function createMcpServerFactory<S>(options: McpServerOptions<S>): McpServerFactory {
  const state = createRequestStateCodec<AskedState>({
    key: options.stateKey ?? randomStateKey(),
    bind: (ctx) => ctx.http?.authInfo?.clientId ?? '',
  });
  return (context) => new BridgeServer(options, state, context);
}

/** What a client carries back to us with an answer; it can read it, but not change it. */
interface AskedState {
  /** Hash of the call that asked, so that an answer cannot be moved to another call. */
  readonly call: string;
  /** Answers to earlier questions of the same call. */
  readonly answers: readonly ElicitationAnswer[];
}

const questionKey = 'question';

/**
 * An McpServer whose two handlers speak to the bridge. It registers no tools: the SDK would convert and compile
 * each of them, for HTTP at every request.
 */
class BridgeServer<S> extends McpServer {
  readonly #options: McpServerOptions<S>;
  readonly #state: RequestStateCodec<AskedState>;
  readonly #context: McpRequestContext;
  readonly #session: S;

  constructor(
    options: McpServerOptions<S>,
    state: RequestStateCodec<AskedState>,
    context: McpRequestContext,
  ) {
    const cacheHint = options.cacheHint ?? { ttlMs: 300_000, cacheScope: 'private' };
    super(implementationOf(options.identity), {
      capabilities: { tools: { listChanged: false } },
      ...(options.identity.instructions === undefined
        ? {}
        : { instructions: options.identity.instructions }),
      cacheHints: { 'tools/list': cacheHint, 'server/discover': cacheHint },
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
    this.server.setRequestHandler('tools/list', { params: listParams }, (_params, ctx) => {
      this.#checkRevision(ctx);
      return { tools: this.#tools(this.#sessionIn(ctx)) };
    });
    this.server.setRequestHandler('tools/call', { params: checkedCallParams }, (params, ctx) => {
      this.#checkRevision(ctx);
      return this.#call(params, ctx);
    });
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
    const progress = createProgress(ctx.mcpReq._meta?.progressToken, (update) => {
      const params = { ...update };
      // A client that is gone ends the call by its disconnect.
      ctx.mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
    });
    const questions = this.#canAsk(ctx) ? new Questions(params.name, given, ctx) : undefined;
    const session = this.#sessionIn(ctx);
    const input: CallInput<S> = {
      arguments: given,
      meta: (ctx.mcpReq._meta ?? {}) as JsonObject, // came out of JSON.parse
      signal: ctx.mcpReq.signal,
      session,
      ...(ctx.sessionId === undefined ? {} : { sessionId: ctx.sessionId }),
      ...this.#client(ctx),
      progress: progress.report,
      ...(questions === undefined ? {} : { elicit: questions.ask }),
    };
    const running = this.#options.bridge.callTool(params.name, input);
    if (running === undefined) throw this.#unknownTool(params.name, session);
    const outcome = await settleCall(running);
    progress.end();
    return questions?.pending === undefined
      ? toResult(outcome)
      : this.#askPerson(questions.pending, ctx);
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
    const help = didYouMean(name, names);
    return new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `Unknown tool: ${name.slice(0, 200)}${help === '' ? '' : `. ${help}`}`,
    );
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

/** One of the reserved `_meta` keys that the SDK has lifted out of the request. */
function envelopeValue(ctx: ServerContext, key: string): unknown {
  // The SDK types the keys it knows; what an old client puts there is unchecked.
  const envelope = ctx.mcpReq.envelope as Readonly<Record<string, unknown>> | undefined;
  return envelope?.[key];
}

type ElicitedForm = Parameters<typeof inputRequired.elicit>[0]['requestedSchema'];

/**
 * The questions of one call. With the answers that came along, they are answered in the order in which they
 * are asked; the first one without an answer ends the call, and the client brings the answer with the next.
 */
class Questions {
  pending: { readonly question: Elicitation; readonly state: AskedState } | undefined;
  readonly #name: string;
  readonly #given: JsonObject;
  readonly #ctx: ServerContext;
  #asked = 0;

  constructor(name: string, given: JsonObject, ctx: ServerContext) {
    this.#name = name;
    this.#given = given;
    this.#ctx = ctx;
  }

  readonly ask = async (question: Elicitation): Promise<ElicitationAnswer> => {
    const call = nameCall(this.#name, this.#given);
    const answers = this.#answersTo(call);
    const answer = answers[this.#asked];
    this.#asked += 1;
    if (answer !== undefined) return answer;
    this.pending ??= { question, state: { call, answers } };
    throw new ElicitationPending();
  };

  #answersTo(call: string): readonly ElicitationAnswer[] {
    const ctx = this.#ctx;
    const state = ctx.mcpReq.requestState<AskedState | undefined>();
    if (state?.call !== call) return [];
    const response = inputResponse(ctx.mcpReq.inputResponses, questionKey);
    if (response.kind !== 'elicit') return state.answers;
    const content = response.content as JsonObject | undefined; // came out of JSON.parse
    const answer = { action: response.action, ...(content === undefined ? {} : { content }) };
    return [...state.answers, answer];
  }
}

function toResult(outcome: ToolOutcome): CallToolResult {
  // The SDK's type describes the same, made writable.
  return toCallResult(outcome) as unknown as CallToolResult;
}

/** The server as it identifies itself. */
export function implementationOf(
  identity: ServerIdentity,
): ConstructorParameters<typeof McpServer>[0] {
  return {
    name: identity.name,
    version: identity.version,
    ...(identity.title === undefined ? {} : { title: identity.title }),
    ...(identity.websiteUrl === undefined ? {} : { websiteUrl: identity.websiteUrl }),
    ...(identity.icons === undefined
      ? {}
      : {
          icons: identity.icons.map(({ sizes, ...icon }) => ({
            ...icon,
            ...(sizes === undefined ? {} : { sizes: [...sizes] }),
          })),
        }),
  };
}

/** The list has one page: a cursor is one that we never gave out. The empty one asks for the first page. */
const listParams: StandardSchemaV1<unknown, unknown> = {
  '~standard': {
    version: 1,
    vendor: 'openapi-mcp',
    validate: (value) => {
      const cursor = (value as { readonly cursor?: unknown }).cursor;
      return cursor === undefined || cursor === ''
        ? { value }
        : { issues: [{ message: 'there is no such cursor; the list has one page' }] };
    },
  },
};

/** The SDK has checked the whole request before the handler is entered; checking twice would cost a fifth of a call. */
const checkedCallParams: StandardSchemaV1<CallToolRequestParams, CallToolRequestParams> = {
  '~standard': {
    version: 1,
    vendor: 'openapi-mcp',
    validate: (value) => ({ value: value as CallToolRequestParams }),
  },
};
