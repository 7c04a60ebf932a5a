import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import type { JsonValue } from '../../model/json.ts';
import { isArray, isJsonObject } from '../../model/json.ts';

/** A line as a message, or the error that answers it (JSON-RPC 2.0 §5.1). */
export type ParsedMessage =
  | { readonly ok: true; readonly message: JSONRPCMessage }
  | { readonly ok: false; readonly answer: string };

/** Codes of JSON-RPC 2.0 §5.1. */
export const rpcCodes = {
  parseError: -32_700,
  invalidRequest: -32_600,
  invalidParams: -32_602,
  internal: -32_603,
} as const;

/** Reads one message; the protocol layer checks what is in it. */
export function parseMessage(text: string): ParsedMessage {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refused(null, rpcCodes.parseError, 'The line is not JSON.');
  }
  if (isArray(value)) {
    return refused(
      null,
      rpcCodes.invalidRequest,
      'Batches are not supported: send one message a line.',
    );
  }
  if (!isJsonObject(value) || value['jsonrpc'] !== '2.0') {
    return refused(null, rpcCodes.invalidRequest, 'The line is not a JSON-RPC 2.0 message.');
  }
  const { id, method } = value;
  const isMessage =
    typeof method === 'string'
      ? id === undefined || isRequestId(id)
      : isRequestId(id) && (value['result'] !== undefined || value['error'] !== undefined);
  if (!isMessage) {
    return refused(
      isRequestId(id) ? id : null,
      rpcCodes.invalidRequest,
      'The message is malformed.',
    );
  }
  const fault = typeof method === 'string' ? paramsFault(value['params']) : undefined;
  if (fault !== undefined && isRequestId(id)) return refused(id, rpcCodes.invalidParams, fault);
  // The shape has been checked as far as the transport needs it.
  return { ok: true, message: value as unknown as JSONRPCMessage };
}

/** Parameters that the SDK would take for no request at all, and so leave without an answer. */
function paramsFault(params: JsonValue | undefined): string | undefined {
  if (params === undefined) return undefined;
  if (!isJsonObject(params)) return 'The params are no object.';
  const { _meta: meta } = params;
  if (meta === undefined) return undefined;
  if (!isJsonObject(meta)) return 'The _meta is no object.';
  const { progressToken } = meta;
  return progressToken === undefined || isRequestId(progressToken)
    ? undefined
    : 'The progressToken is neither text nor a whole number.';
}

/** The text of an error response. */
export function errorMessage(id: string | number | null, code: number, message: string): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } });
}

/**
 * The id of a request of which only the beginning and the end are known: members before or after `params`.
 */
export function findRequestId(head: string, tail: string): string | number | undefined {
  const id = String.raw`"id"\s*:\s*(-?\d{1,16}|"[^"\\]{0,200}")`;
  const version = String.raw`"jsonrpc"\s*:\s*"2\.0"`;
  const method = String.raw`"method"\s*:\s*"[^"\\]{0,200}"`;
  const first = new RegExp(
    String.raw`^\s*\{\s*(?:(?:${version}|${method})\s*,\s*){0,2}${id}\s*[,}]`,
  );
  const last = new RegExp(
    String.raw`\}\s*(?:,\s*(?:${version}|${method})\s*){0,2},\s*${id}\s*(?:,\s*(?:${version}|${method})\s*){0,2}\}\s*$`,
  );
  const found = first.exec(head)?.[1] ?? last.exec(tail)?.[1];
  return found === undefined ? undefined : (JSON.parse(found) as string | number); // by the pattern
}

function refused(id: string | number | null, code: number, message: string): ParsedMessage {
  return { ok: false, answer: errorMessage(id, code, message) };
}

/** An id or a progress token: JSON-RPC 2.0 §4, as MCP narrows it to text and whole numbers. */
export function isRequestId(id: unknown): id is string | number {
  return typeof id === 'string' || Number.isSafeInteger(id);
}
