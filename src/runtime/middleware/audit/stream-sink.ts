import type { Writable } from 'node:stream';
import type { AuditSink } from './audit-sink.ts';

/** Writes audit lines to a stream, usually standard error. A line counts as written once the stream took it. */
export function createStreamSink(stream: Pick<Writable, 'write'>): AuditSink {
  return {
    write: (line) =>
      new Promise((resolve, reject) => {
        stream.write(`${line}\n`, (error) => {
          if (error instanceof Error) reject(error);
          else resolve();
        });
      }),
    close: () => Promise.resolve(),
  };
}
