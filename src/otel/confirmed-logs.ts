import { ExportResultCode } from '@opentelemetry/core';
import type {
  LogRecordExporter,
  LogRecordProcessor,
  ReadableLogRecord,
} from '@opentelemetry/sdk-logs';

/** Records of one export, as a collector takes them well. */
const maxBatch = 512;

/**
 * Exports log records as soon as somebody waits for them, and tells whether the collector took them: the batching
 * processor of the SDK tells nobody. Records that come while an export is under way share the next one.
 */
export class ConfirmedLogs implements LogRecordProcessor {
  readonly #exporter: LogRecordExporter;
  #records: ReadableLogRecord[] = [];
  #next: Promise<void> | undefined;
  #running: Promise<void> = Promise.resolve();

  constructor(exporter: LogRecordExporter) {
    this.#exporter = exporter;
  }

  onEmit(record: ReadableLogRecord): void {
    this.#records.push(record);
  }

  /** Resolves once everything emitted so far is exported; rejects where the export that holds it failed. */
  forceFlush(): Promise<void> {
    if (this.#records.length === 0) return this.#running;
    this.#next ??= this.#afterRunning();
    return this.#next;
  }

  async shutdown(): Promise<void> {
    await this.forceFlush().catch(() => undefined);
    await this.#exporter.shutdown();
  }

  async #afterRunning(): Promise<void> {
    await this.#running.catch(() => undefined);
    const records = this.#records;
    this.#records = [];
    this.#next = undefined;
    this.#running = this.#exportAll(records);
    await this.#running;
  }

  async #exportAll(records: readonly ReadableLogRecord[]): Promise<void> {
    for (let start = 0; start < records.length; start += maxBatch) {
      await this.#exportBatch(records.slice(start, start + maxBatch));
    }
  }

  #exportBatch(records: ReadableLogRecord[]): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#exporter.export(records, ({ code, error }) => {
        if (code === ExportResultCode.SUCCESS) resolve();
        else reject(error ?? new Error('The export failed.'));
      });
    });
  }
}
