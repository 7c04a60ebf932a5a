import type { ExportResult } from '@opentelemetry/core';
import { ExportResultCode } from '@opentelemetry/core';
import type { ISerializer } from '@opentelemetry/otlp-transformer';

/** Writes text for people. */
export type WriteText = (text: string) => void;

/** What every exporter of the SDK does. */
export interface AnyExporter<T> {
  export(items: T, done: (result: ExportResult) => void): void;
  forceFlush(): Promise<void>;
  shutdown(): Promise<void>;
}

/**
 * Writes each export as one line of OTLP/JSON. The SDK's own exporters for the console write to standard output, which
 * belongs to the protocol.
 */
export function createStderrExporter<T>(
  serializer: ISerializer<T, unknown>,
  write: WriteText,
): AnyExporter<T> {
  return {
    export: (items, done) => {
      const bytes = serializer.serializeRequest(items);
      if (bytes !== undefined) write(`${Buffer.from(bytes).toString('utf8')}\n`);
      done({ code: ExportResultCode.SUCCESS });
    },
    forceFlush: () => Promise.resolve(),
    shutdown: () => Promise.resolve(),
  };
}
