import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { onTestFinished } from 'vitest';
import type { Answer, AnyClient, CallResult } from './in-process-client.ts';

/** What a client brings beside the URL; without `answer` it cannot ask the person. */
export interface HttpClientSetup {
  readonly answer?: (message: string) => Answer;
  /** Headers of every request. */
  readonly headers?: Record<string, string>;
  /** Replaces the network. */
  readonly fetch?: (input: string | URL, init?: RequestInit) => Promise<Response>;
}

/** A client that is connected, over HTTP or to a process that it started. */
export type HttpClient = Pick<AnyClient, 'listTools' | 'callTool'> & {
  readonly version: () => string | undefined;
  /** Ends the connection before the test does. */
  readonly close: () => Promise<void>;
};

/** Connects a client until the test ends. */
export type ConnectHttp = (url: string, setup?: HttpClientSetup) => Promise<HttpClient>;

/** The client of the SDK before 2026-07-28. */
export const connectOld: ConnectHttp = async (url, { answer, headers = {}, fetch } = {}) => {
  const capabilities = answer === undefined ? {} : { elicitation: {} };
  const client = new OldClient({ name: 'old', version: '1' }, { capabilities });
  if (answer !== undefined) {
    client.setRequestHandler(ElicitRequestSchema, (request) => ({
      ...answer(request.params.message),
    }));
  }
  const transport = new OldTransport(new URL(url), {
    requestInit: { headers },
    ...(fetch === undefined ? {} : { fetch }),
  });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return {
    version: () => transport.protocolVersion,
    listTools: async () => (await client.listTools()) as never,
    callTool: (name, given = {}, options = {}) =>
      client.callTool({ name, arguments: given }, undefined, options) as Promise<CallResult>,
    close: () => client.close(),
  };
};

/** The client of today's SDK, by how it comes to its revision. */
export function connectModern(mode: 'default' | 'auto' | 'pinned'): ConnectHttp {
  return async (url, { answer, headers = {}, fetch } = {}) => {
    const negotiation = {
      default: {},
      auto: { versionNegotiation: { mode: 'auto' as const } },
      pinned: { versionNegotiation: { mode: { pin: '2026-07-28' } } },
    }[mode];
    const capabilities = answer === undefined ? {} : { elicitation: { form: {} } };
    const client = new ModernClient(
      { name: 'modern', version: '1' },
      { ...negotiation, capabilities },
    );
    if (answer !== undefined) {
      client.setRequestHandler('elicitation/create', (request) => ({
        ...answer(request.params.message),
      }));
    }
    const transport = new ModernTransport(new URL(url), {
      requestInit: { headers },
      ...(fetch === undefined ? {} : { fetch }),
    });
    await client.connect(transport);
    onTestFinished(() => client.close());
    return {
      version: () => client.getNegotiatedProtocolVersion(),
      listTools: async () => (await client.listTools()) as never,
      callTool: (name, given = {}, options = {}) =>
        client.callTool({ name, arguments: given }, options) as Promise<CallResult>,
      close: () => client.close(),
    };
  };
}

/** Every kind of client, with the revision that it comes to. */
export const httpClients: readonly (readonly [
  name: string,
  connect: ConnectHttp,
  version: string,
])[] = [
  ['v1 client', connectOld, '2025-11-25'],
  ['v2 client, default', connectModern('default'), '2025-11-25'],
  ['v2 client, auto', connectModern('auto'), '2026-07-28'],
  ['v2 client, pinned to 2026-07-28', connectModern('pinned'), '2026-07-28'],
];
