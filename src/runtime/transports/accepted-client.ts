import type { JSONRPCMessage, McpRequestContext } from '@modelcontextprotocol/server';
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  LOG_LEVEL_META_KEY,
  PROTOCOL_VERSION_META_KEY,
} from '@modelcontextprotocol/server';
import type { JsonObject } from '../../model/json.ts';
import { isJsonObject, objectFromEntries } from '../../model/json.ts';
import { announcedClient, canAskPerson } from '../client-facts.ts';

/** A request as it stands on the wire. */
export type RpcRequest = Extract<
  JSONRPCMessage,
  { readonly method: string; readonly id: string | number }
>;

/** What the SDK has accepted of a client, so that requests like it need no second check. */
export interface AcceptedClient {
  readonly era: McpRequestContext['era'];
  /** The envelope of the accepted request as text; empty in the old revisions, which have none. */
  readonly envelope: string;
  readonly canAsk: boolean;
  readonly client?: { readonly name: string; readonly version: string };
}

/** The reserved `_meta` keys of 2026-07-28, which a request of that revision repeats every time. */
const envelopeKeys = [
  PROTOCOL_VERSION_META_KEY,
  CLIENT_INFO_META_KEY,
  CLIENT_CAPABILITIES_META_KEY,
  LOG_LEVEL_META_KEY,
];

/** The envelope in a request's `_meta` as text, to compare; empty where there is none. */
export function envelopeText(meta: JsonObject): string {
  return envelopeKeys.some((key) => Object.hasOwn(meta, key))
    ? JSON.stringify(envelopeKeys.map((key) => meta[key] ?? null))
    : '';
}

/** `_meta` as handlers see it, without the envelope. */
export function withoutEnvelope(meta: JsonObject): JsonObject {
  return objectFromEntries(Object.entries(meta).filter(([key]) => !envelopeKeys.includes(key)));
}

/**
 * What is known of a client once the SDK has answered this request with a result; `undefined` for requests that say
 * nothing about it.
 */
export function acceptedClient({ method, params }: RpcRequest): AcceptedClient | undefined {
  if (!isJsonObject(params)) return undefined;
  if (method === 'initialize') {
    return {
      era: 'legacy',
      envelope: '',
      canAsk: canAskPerson(params['capabilities']),
      ...announcedClient(params['clientInfo']),
    };
  }
  const { _meta: meta } = params;
  if ((method !== 'tools/list' && method !== 'tools/call') || !isJsonObject(meta)) return undefined;
  const envelope = envelopeText(meta);
  if (envelope === '') return undefined;
  return {
    era: 'modern',
    envelope,
    canAsk: canAskPerson(meta[CLIENT_CAPABILITIES_META_KEY]),
    ...announcedClient(meta[CLIENT_INFO_META_KEY]),
  };
}
