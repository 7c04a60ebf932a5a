import type { JsonObject } from '../model/json.ts';
import { isJsonObject } from '../model/json.ts';
import type { ToolOutcome } from './call.ts';
import type { ObservedRequest, RequestSpan, RequestTarget } from './telemetry-port.ts';
import { readTraceContext } from './trace-context.ts';

/** A JSON-RPC request as far as telemetry looks into it. */
export interface RawRequest {
  readonly id: string | number;
  readonly method: string;
  readonly params?: unknown;
}

/** What the transport knows of a request beside its message. */
export interface RequestPlace {
  readonly transport: 'stdio' | 'http';
  readonly sessionId?: string | undefined;
  /** Of the HTTP request around the message. */
  readonly headers?: Pick<Headers, 'get'> | undefined;
}

/** Of the envelope that every request of 2026-07-28 carries. */
const revisionKey = 'io.modelcontextprotocol/protocolVersion';
const targets: Readonly<
  Record<string, { readonly kind: RequestTarget['kind']; readonly parameter: string }>
> = {
  'tools/call': { kind: 'tool', parameter: 'name' },
  'prompts/get': { kind: 'prompt', parameter: 'name' },
  'resources/read': { kind: 'resource', parameter: 'uri' },
};

/** What telemetry is told of a request that begins. */
export function observedRequest(
  { id, method, params }: RawRequest,
  { transport, sessionId, headers }: RequestPlace,
): ObservedRequest {
  const given: JsonObject = isJsonObject(params) ? params : {};
  const meta: JsonObject = isJsonObject(given['_meta']) ? given['_meta'] : {};
  const target = targetOf(method, given);
  const revision = meta[revisionKey] ?? headers?.get('mcp-protocol-version');
  const sent = readTraceContext((name) => meta[name]);
  const transportTrace = headers && readTraceContext((name) => headers.get(name));
  return {
    method,
    id,
    transport,
    ...(target === undefined ? {} : { target }),
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(typeof revision === 'string' ? { revision } : {}),
    ...(sent === undefined ? {} : { sent }),
    ...(transportTrace === undefined ? {} : { transportTrace }),
  };
}

function targetOf(method: string, given: JsonObject): RequestTarget | undefined {
  const known = Object.hasOwn(targets, method) ? targets[method] : undefined;
  const name = known && given[known.parameter];
  return known === undefined || typeof name !== 'string' ? undefined : { kind: known.kind, name };
}

/** The same call, whose failure its span hears of. */
export async function watchOutcome(
  span: RequestSpan,
  running: Promise<ToolOutcome>,
): Promise<ToolOutcome> {
  const outcome = await running;
  if (outcome.kind === 'failure') span.failed(outcome.reason);
  return outcome;
}
