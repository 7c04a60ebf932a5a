import type { ExportResult } from '@opentelemetry/core';
import { ExportResultCode } from '@opentelemetry/core';
import type { ReadableLogRecord } from '@opentelemetry/sdk-logs';
import { LoggerProvider } from '@opentelemetry/sdk-logs';
import { describe, expect, it } from 'vitest';
import { createAuditLogSink } from '../../src/otel/audit-log-sink.ts';
import { BatchedLogs } from '../../src/otel/batched-logs.ts';
import { ConfirmedLogs } from '../../src/otel/confirmed-logs.ts';
import { createStderrExporter } from '../../src/otel/stderr-exporter.ts';

/** An exporter whose answers the test gives. */
function heldExporter() {
  const batches: { readonly bodies: unknown[]; readonly done: (ok: boolean) => void }[] = [];
  return {
    batches,
    export: (records: ReadableLogRecord[], done: (result: ExportResult) => void) => {
      batches.push({
        bodies: records.map(({ body }) => body),
        done: (ok) => {
          done(
            ok
              ? { code: ExportResultCode.SUCCESS }
              : { code: ExportResultCode.FAILED, error: new Error('refused') },
          );
        },
      });
    },
    forceFlush: () => Promise.resolve(),
    shutdown: () => Promise.resolve(),
  };
}

function sinkOn(exporter: ReturnType<typeof heldExporter>) {
  const processor = new ConfirmedLogs(exporter);
  const loggerProvider = new LoggerProvider({ processors: [processor] });
  const sink = createAuditLogSink({ loggerProvider, confirm: () => processor.forceFlush() });
  return { sink, loggerProvider };
}

const line = (seq: number): string =>
  JSON.stringify({ format: 1, run: 'r', seq, time: '2026-12-01T00:00:00.000Z', type: 'start' });
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('confirmed log records', () => {
  it('count as written once their own export has succeeded, and share exports', async () => {
    const exporter = heldExporter();
    const { sink } = sinkOn(exporter);
    const settled: string[] = [];
    const write = (seq: number): void => {
      sink.write(line(seq), 'now').then(
        () => settled.push(`${seq} written`),
        () => settled.push(`${seq} lost`),
      );
    };
    write(1);
    await turn();
    write(2);
    write(3);
    await turn();
    expect(exporter.batches.map(({ bodies }) => bodies.length)).toEqual([1]);
    exporter.batches[0]?.done(false);
    await turn();
    expect(settled).toEqual(['1 lost']);
    expect(exporter.batches[1]?.bodies).toEqual([line(2), line(3)]);
    exporter.batches[1]?.done(true);
    await turn();
    expect(settled).toEqual(['1 lost', '2 written', '3 written']);
  });

  it('are cut into exports that a collector takes', async () => {
    const exporter = heldExporter();
    const { sink } = sinkOn(exporter);
    const all = Promise.all(
      Array.from({ length: 1_000 }, (_, seq) => sink.write(line(seq), 'now')),
    );
    await turn();
    exporter.batches[0]?.done(true);
    await turn();
    exporter.batches[1]?.done(true);
    await all;
    expect(exporter.batches.map(({ bodies }) => bodies.length)).toEqual([512, 488]);
  });

  it('that wait are exported at the end', async () => {
    const exporter = heldExporter();
    const { sink, loggerProvider } = sinkOn(exporter);
    const written = sink.write(line(1), 'soon');
    const ended = loggerProvider.shutdown();
    await turn();
    exporter.batches[0]?.done(true);
    await Promise.all([written, ended]);
    expect(exporter.batches).toHaveLength(1);
  });
});

describe('batched log records', () => {
  it('beyond the queue are dropped with a word, until there is room again', async () => {
    const exporter = heldExporter();
    let dropped = 0;
    const settings = { maxQueueSize: 2, maxExportBatchSize: 2, scheduledDelayMillis: 60_000 };
    const processor = new BatchedLogs({ exporter, ...settings }, () => (dropped += 1));
    const logger = new LoggerProvider({ processors: [processor] }).getLogger('test');
    const emit = (...bodies: readonly number[]): void => {
      for (const body of bodies) logger.emit({ body });
    };
    emit(1, 2);
    await turn();
    // The first two are on their way, the next two wait, and there is no room for more.
    emit(3, 4, 5, 6);
    expect(dropped).toBe(2);
    exporter.batches[0]?.done(true);
    await turn();
    expect(exporter.batches.map(({ bodies }) => bodies)).toEqual([
      [1, 2],
      [3, 4],
    ]);
    emit(7);
    expect(dropped).toBe(2);
    const ended = processor.shutdown();
    exporter.batches[1]?.done(true);
    await turn();
    exporter.batches[2]?.done(true);
    await ended;
    expect(exporter.batches.map(({ bodies }) => bodies).flat()).toEqual([1, 2, 3, 4, 7]);
  });
});

describe('the exporter to standard error', () => {
  it('writes one line for each export, and nothing for what cannot be written', () => {
    const written: string[] = [];
    const results: ExportResult[] = [];
    const exporter = createStderrExporter<string>(
      {
        serializeRequest: (text) => (text === '' ? undefined : Buffer.from(text)),
        deserializeResponse: () => undefined,
      },
      (text) => void written.push(text),
    );
    for (const text of ['{"a":1}', '']) exporter.export(text, (result) => results.push(result));
    expect(written).toEqual(['{"a":1}\n']);
    expect(results.map(({ code }) => code)).toEqual([
      ExportResultCode.SUCCESS,
      ExportResultCode.SUCCESS,
    ]);
  });
});
