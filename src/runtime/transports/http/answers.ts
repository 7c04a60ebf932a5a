import type { JsonObject } from '../../../model/json.ts';
import { rpcCodes } from '../rpc-message.ts';

/** What an error answer may carry beside its message. */
export interface ErrorAnswerOptions {
  /** Id of the request that is answered; `null` where none is known (JSON-RPC 2.0 §5). */
  readonly id?: string | number | null;
  /** A JSON-RPC code; `invalidRequest` by default. */
  readonly code?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An HTTP error with a JSON-RPC error as its body, which MCP clients show. Never holds internals. */
export function rpcError(
  status: number,
  message: string,
  { id = null, code = rpcCodes.invalidRequest, headers = {} }: ErrorAnswerOptions = {},
): Response {
  return Response.json({ jsonrpc: '2.0', id, error: { code, message } }, { status, headers });
}

/** A JSON document. */
export function jsonAnswer(
  status: number,
  value: JsonObject,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return Response.json(value, { status, headers });
}

/** An answer to somebody who is gone; nobody reads it. */
export function goneAnswer(): Response {
  return new Response(null, { status: 499 });
}

/** Whether the body of an answer comes in pieces over time and must be passed on as it comes. */
export function isStreamed(response: Response): boolean {
  return (
    streamed.has(response) ||
    (response.headers.get('content-type') ?? '').startsWith('text/event-stream')
  );
}

/** Marks an answer that is streamed although it is no event stream. */
export function markStreamed(response: Response): Response {
  streamed.add(response);
  return response;
}

const streamed = new WeakSet<Response>();
