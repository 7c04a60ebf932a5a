import { Client as ModernClient } from '@modelcontextprotocol/client';
import { StdioClientTransport as ModernTransport } from '@modelcontextprotocol/client/stdio';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { onTestFinished } from 'vitest';
import { bareEnvironment } from './built-program.ts';
import type { HttpClient } from './http-clients.ts';
import type { CallResult } from './in-process-client.ts';

/** The program that a client starts, and variables for it. */
export interface StdioProgram {
  readonly arguments_: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** Starts a program and connects a client to it until the test ends. */
export type ConnectStdio = (program: StdioProgram) => Promise<HttpClient>;

const parametersOf = ({ arguments_, env }: StdioProgram) => ({
  command: process.execPath,
  args: [...arguments_],
  env: bareEnvironment(env),
  stderr: 'ignore' as const,
});

const connectOld: ConnectStdio = async (program) => {
  const client = new OldClient({ name: 'old', version: '1' });
  let version: string | undefined;
  const transport = Object.assign(new OldTransport(parametersOf(program)), {
    setProtocolVersion: (negotiated: string) => (version = negotiated),
  });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return {
    version: () => version,
    listTools: async () => (await client.listTools()) as never,
    callTool: (name, given = {}, options = {}) =>
      client.callTool({ name, arguments: given }, undefined, options) as Promise<CallResult>,
    close: () => client.close(),
  };
};

function connectModern(mode: 'default' | 'auto' | 'pinned'): ConnectStdio {
  return async (program) => {
    const negotiation = {
      default: {},
      auto: { versionNegotiation: { mode: 'auto' as const } },
      pinned: { versionNegotiation: { mode: { pin: '2026-07-28' } } },
    }[mode];
    const client = new ModernClient({ name: 'modern', version: '1' }, negotiation);
    await client.connect(new ModernTransport(parametersOf(program)));
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

/** Every kind of client, in the order of `httpClients`. */
export const stdioClients: readonly ConnectStdio[] = [
  connectOld,
  connectModern('default'),
  connectModern('auto'),
  connectModern('pinned'),
];
