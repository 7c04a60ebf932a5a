import type { McpServerFactory } from '@modelcontextprotocol/server';
import { serveStdio as serveConnection } from '@modelcontextprotocol/server/stdio';
import type { Readable } from 'node:stream';
import { LineTransport } from './line-transport.ts';
import type { ProtocolOutput } from './stdout-guard.ts';

/** How a server is served over standard input and output. */
export interface StdioOptions {
  readonly factory: McpServerFactory;
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
export function serveStdio({
  factory,
  input,
  output,
  maxLineBytes = 67_108_864,
  drainMs = 10_000,
  onProblem,
}: StdioOptions): StdioConnection {
  const transport = new LineTransport({ input, output, maxLineBytes, drainMs });
  const connection = serveConnection(factory, {
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
