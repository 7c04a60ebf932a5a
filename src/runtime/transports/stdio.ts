import { serveStdio as serveConnection } from '@modelcontextprotocol/server/stdio';
import type { Readable } from 'node:stream';
import type { JsonObject } from '../../model/json.ts';
import type { Bridge } from '../bridge-options.ts';
import type { McpServerOptions } from '../mcp-server.ts';
import { implementationOf } from '../mcp-announcement.ts';
import { createMcpServerFactory } from '../mcp-server.ts';
import { LineTransport } from './line-transport.ts';
import { OrdinaryCalls } from './ordinary-calls.ts';
import type { ProtocolOutput } from './stdout-guard.ts';

/** How a bridge is served over standard input and output. */
export interface StdioOptions<S> extends Omit<McpServerOptions<S>, 'bridge'> {
  readonly bridge: Bridge<S>;
  readonly input: Readable;
  /** From `claimStdout`, so that nothing else can write between the messages. */
  readonly output: ProtocolOutput;
  /** Longest message in bytes; 64 MiB by default, which holds the largest request body as Base64. */
  readonly maxLineBytes?: number;
  /** How long calls in flight may take after the input has ended; 10 seconds by default. */
  readonly drainMs?: number;
  /** Told about what the other side cannot be told: a broken pipe, a message that is none. */
  readonly onProblem?: (problem: Error) => void;
}

/** A connection that is being served. */
export interface StdioConnection {
  /** Resolves when the connection has ended: by its input, by a broken output, or by {@link close}. */
  readonly closed: Promise<void>;
  /** Ends the connection; calls in flight are aborted. */
  close(): Promise<void>;
}

/**
 * Serves one client over a pair of streams, in every protocol revision. Does not end the process: whoever
 * started it does, after `closed`.
 */
export function serveStdio<S>(options: StdioOptions<S>): StdioConnection {
  const { input, output, maxLineBytes = 67_108_864, drainMs = 10_000, onProblem } = options;
  const calls = {
    bridge: options.bridge,
    serverInfo: implementationOf(options.identity) as unknown as JsonObject, // JSON by its type
    sessionOf: options.sessionOf,
  };
  const transport = new LineTransport({
    input,
    output,
    maxLineBytes,
    drainMs,
    shortcut: (write) => new OrdinaryCalls(calls, write),
  });
  const connection = serveConnection(createMcpServerFactory(options), {
    transport,
    ...(onProblem === undefined ? {} : { onerror: onProblem }),
  });
  const inner = transport.onclose;
  const closed = new Promise<void>((resolve) => {
    transport.onclose = () => {
      inner?.();
      resolve();
    };
  });
  return { closed, close: () => connection.close() };
}
