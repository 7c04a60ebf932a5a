import type {
  BatchLogRecordProcessorOptions,
  LogRecordProcessor,
  ReadWriteLogRecord,
} from '@opentelemetry/sdk-logs';
import { BatchLogRecordProcessor } from '@opentelemetry/sdk-logs';

/** Exports log records in batches as the SDK does, and tells of records that a full queue does not take. */
export class BatchedLogs implements LogRecordProcessor {
  readonly #batches: BatchLogRecordProcessor;
  readonly #maxWaiting: number;
  readonly #onDrop: () => void;
  #waiting = 0;

  constructor(
    options: BatchLogRecordProcessorOptions & { readonly maxQueueSize: number },
    onDrop: () => void,
  ) {
    const { exporter } = options;
    const send = exporter.export.bind(exporter);
    exporter.export = (records, done) => {
      this.#waiting -= records.length;
      send(records, done);
    };
    this.#batches = new BatchLogRecordProcessor(options);
    this.#maxWaiting = options.maxQueueSize;
    this.#onDrop = onDrop;
  }

  onEmit(record: ReadWriteLogRecord): void {
    if (this.#waiting >= this.#maxWaiting) {
      this.#onDrop();
      return;
    }
    this.#waiting += 1;
    this.#batches.onEmit(record);
  }

  forceFlush(): Promise<void> {
    return this.#batches.forceFlush();
  }

  shutdown(): Promise<void> {
    return this.#batches.shutdown();
  }
}
