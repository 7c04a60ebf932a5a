import type {
  JSONRPCMessage,
  McpRequestContext,
  MessageExtraInfo,
  ServerContext,
  Transport,
} from '@modelcontextprotocol/server';
import type { CallInput } from './call.ts';
import type { RequestPlace } from './observe-request.ts';
import { observedRequest } from './observe-request.ts';
import type { RequestEnd, RequestSpan, Telemetry } from './telemetry-port.ts';
import { readTraceContext } from './trace-context.ts';

/** What is known of a connection beside its messages. */
interface WatchedConnection {
  readonly telemetry: Telemetry;
  readonly transport: RequestPlace['transport'];
  /** Of the request that the connection began with, over HTTP. */
  readonly headers: Headers | undefined;
  readonly revision: () => string | undefined;
}

/**
 * Watches the requests that one server of the SDK answers; `undefined` where nobody wants to know.
 *
 * @param revision The revision that was agreed on, once one was.
 */
export function watchRequests(
  telemetry: Telemetry | undefined,
  { requestInfo }: McpRequestContext,
  revision: () => string | undefined,
): WatchedRequests | undefined {
  return (
    telemetry &&
    new WatchedRequests({
      telemetry,
      transport: requestInfo === undefined ? 'stdio' : 'http',
      headers: requestInfo?.headers,
      revision,
    })
  );
}

/** What a call inherits of the request that asks for it. */
export function traceOfRequest(
  ctx: ServerContext,
  watched: WatchedRequests | undefined,
): Pick<CallInput, 'trace' | 'span'> {
  const span = watched?.spanOf(ctx.mcpReq.id);
  const headers = ctx.http?.req?.headers;
  const trace = headers && readTraceContext((name) => headers.get(name));
  return {
    ...(trace === undefined ? {} : { trace }),
    ...(span === undefined ? {} : { span }),
  };
}

/** Sees every request of a client and its answer, whichever handler of the SDK gives it. */
export class WatchedRequests {
  readonly #connection: WatchedConnection;
  readonly #spans = new Map<string | number, RequestSpan>();

  constructor(connection: WatchedConnection) {
    this.#connection = connection;
  }

  /** To be called before a server is connected to the transport: it keeps what it finds there. */
  watch(transport: Transport): void {
    const { onmessage, onclose } = transport;
    const send = transport.send.bind(transport);
    transport.onmessage = (message, extra) => {
      this.#received(message, extra, transport.sessionId);
      onmessage?.(message, extra);
    };
    transport.send = (message, options) => {
      this.#answered(message);
      return send(message, options);
    };
    transport.onclose = () => {
      for (const id of this.#spans.keys()) this.#end(id, { kind: 'cancelled' });
      onclose?.();
    };
  }

  /** The span of a request that has no answer yet. */
  spanOf(id: string | number): RequestSpan | undefined {
    return this.#spans.get(id);
  }

  #received(
    message: JSONRPCMessage,
    extra: MessageExtraInfo | undefined,
    sessionId: string | undefined,
  ): void {
    if (!('method' in message)) return;
    if (!('id' in message)) {
      const cancelled = message.params?.['requestId'];
      if (message.method !== 'notifications/cancelled') return;
      if (typeof cancelled === 'string' || typeof cancelled === 'number') {
        this.#end(cancelled, { kind: 'cancelled' });
      }
      return;
    }
    const { telemetry, transport, headers } = this.#connection;
    this.#end(message.id, { kind: 'cancelled' });
    const place = { transport, sessionId, headers: extra?.request?.headers ?? headers };
    this.#spans.set(message.id, telemetry.begin(observedRequest(message, place)));
  }

  #answered(message: JSONRPCMessage): void {
    if ('method' in message || message.id === undefined) return;
    const end: RequestEnd =
      'error' in message
        ? { kind: 'error', code: message.error.code, message: message.error.message }
        : { kind: 'result', isError: message.result['isError'] === true };
    this.#end(message.id, end);
  }

  #end(id: string | number, end: RequestEnd): void {
    const span = this.#spans.get(id);
    if (span === undefined) return;
    this.#spans.delete(id);
    const revision = this.#connection.revision();
    span.end({ ...end, ...(revision === undefined ? {} : { revision }) });
  }
}
