import type { JSONRPCMessage, McpRequestContext } from '@modelcontextprotocol/server';
import { SERVER_INFO_META_KEY } from '@modelcontextprotocol/server';
import type { JsonObject } from '../../model/json.ts';
import { isJsonObject } from '../../model/json.ts';
import type { Bridge } from '../bridge-options.ts';
import type { CallInput, ToolOutcome } from '../call.ts';
import type { CallResult } from '../call-result.ts';
import { settleCall, toCallResult } from '../call-result.ts';
import type { ProgressReporter } from '../progress.ts';
import { observedRequest } from '../observe-request.ts';
import { createProgress } from '../progress.ts';
import type { RequestSpan } from '../telemetry-port.ts';
import type { AcceptedClient, RpcRequest } from './accepted-client.ts';
import { acceptedClient, envelopeText, withoutEnvelope } from './accepted-client.ts';
import { isRequestId } from './rpc-message.ts';

/** What answering calls needs. */
export interface OrdinaryCallsOptions<S> {
  readonly bridge: Bridge<S>;
  /** The server as it identifies itself in results of 2026-07-28. */
  readonly serverInfo: JsonObject;
  readonly sessionOf: (context: McpRequestContext) => S;
}

/** Writes one message; `answers` is the request that it answers. */
export type WriteMessage = (message: JsonObject, answers?: string | number) => void;

/** A call as the bridge takes it. */
interface ReadCall<S> {
  readonly name: string;
  readonly input: CallInput<S>;
  readonly progress: ProgressReporter;
  readonly span: RequestSpan | undefined;
}

/**
 * Answers ordinary calls on a connection without the SDK, whose schema checks cost more than the rest of a call. A call
 * is ordinary when it has a name, arguments and `_meta` alone, names a tool that is there, asks nobody anything, and
 * comes from a client whose revision and envelope the SDK has accepted before on this connection. Everything else is
 * left to the SDK, and so is whatever is malformed. Both give the same answer to the same call.
 */
export class OrdinaryCalls<S> {
  readonly #options: OrdinaryCallsOptions<S>;
  readonly #write: WriteMessage;
  readonly #running = new Map<string | number, AbortController>();
  /** Requests on their way through the SDK, from whose answers something can be learned. */
  readonly #watched = new Map<string | number, RpcRequest>();
  #accepted: (AcceptedClient & { readonly session: S; readonly revision?: string }) | undefined;

  constructor(options: OrdinaryCallsOptions<S>, write: WriteMessage) {
    this.#options = options;
    this.#write = write;
  }

  /** Takes a request and answers it later, or leaves it to the SDK. */
  take(request: RpcRequest): boolean {
    const { id } = request;
    const call = request.method === 'tools/call' ? this.#read(request) : undefined;
    const running = call && this.#options.bridge.callTool(call.name, call.input);
    if (call === undefined || running === undefined) {
      this.#running.delete(id);
      this.#watched.set(id, request);
      return false;
    }
    void this.#answer(id, running, call);
    return true;
  }

  /** Ends a call that was taken; `false` for any other. */
  cancel(id: string | number): boolean {
    this.#watched.delete(id);
    const controller = this.#running.get(id);
    if (controller === undefined) return false;
    this.#running.delete(id);
    controller.abort();
    return true;
  }

  /** Sees what the SDK answers. */
  answered(message: JSONRPCMessage): void {
    if ('method' in message || message.id === undefined) return;
    const request = this.#watched.get(message.id);
    if (request === undefined) return;
    this.#watched.delete(message.id);
    const accepted = 'result' in message ? acceptedClient(request) : undefined;
    if (accepted === undefined) return;
    const revision = 'result' in message ? message.result['protocolVersion'] : undefined;
    this.#accepted = {
      ...accepted,
      session: this.#options.sessionOf({ era: accepted.era }),
      ...(typeof revision === 'string' ? { revision } : {}),
    };
  }

  /** Ends every call; nothing is answered any more. */
  close(): void {
    for (const controller of this.#running.values()) controller.abort();
    this.#running.clear();
  }

  /** The call, or `undefined` where it is not ordinary. */
  #read(request: RpcRequest): ReadCall<S> | undefined {
    const { id, params } = request;
    const accepted = this.#accepted;
    if (accepted === undefined || this.#running.has(id) || !isJsonObject(params)) return undefined;
    const { name, arguments: given = {}, _meta: meta = {}, ...others } = params;
    if (typeof name !== 'string' || !isJsonObject(given) || !isJsonObject(meta)) return undefined;
    if (Object.keys(others).length > 0 || envelopeText(meta) !== accepted.envelope)
      return undefined;
    const { progressToken } = meta;
    if (progressToken !== undefined && !isRequestId(progressToken)) return undefined;
    if (accepted.canAsk && this.#options.bridge.mayAsk(name)) return undefined;
    const controller = new AbortController();
    this.#running.set(id, controller);
    const progress = createProgress(progressToken, (update) => {
      this.#write({ jsonrpc: '2.0', method: 'notifications/progress', params: { ...update } });
    });
    const span = this.#options.bridge.telemetry?.begin(
      observedRequest(request, { transport: 'stdio' }),
    );
    const input: CallInput<S> = {
      arguments: given,
      meta: accepted.envelope === '' ? meta : withoutEnvelope(meta),
      signal: controller.signal,
      abort: (reason) => {
        controller.abort(reason);
      },
      session: accepted.session,
      ...(accepted.client === undefined ? {} : { client: accepted.client }),
      ...(span === undefined ? {} : { span }),
      progress: progress.report,
    };
    return { name, input, progress, span };
  }

  async #answer(
    id: string | number,
    running: Promise<ToolOutcome>,
    { progress, span }: ReadCall<S>,
  ): Promise<void> {
    const outcome = await settleCall(running);
    progress.end();
    // A call that was cancelled gets no answer.
    const isAwaited = this.#running.delete(id);
    const revision = this.#accepted?.revision;
    span?.end({
      ...(isAwaited
        ? { kind: 'result', isError: outcome.kind === 'failure' }
        : { kind: 'cancelled' }),
      ...(revision === undefined ? {} : { revision }),
    });
    if (!isAwaited) return;
    this.#write({ jsonrpc: '2.0', id, result: this.#resultOf(outcome) }, id);
  }

  /** The result, with what the revision of 2026 adds to each. */
  #resultOf(outcome: ToolOutcome): JsonObject {
    const result: CallResult = toCallResult(outcome);
    const plain = result as unknown as JsonObject; // JSON by its type
    if (this.#accepted?.era !== 'modern') return plain;
    const meta = { ...result._meta, [SERVER_INFO_META_KEY]: this.#options.serverInfo };
    return { ...plain, resultType: 'complete', _meta: meta };
  }
}
