import type { ExportResult } from '@opentelemetry/core';
import { ExportResultCode } from '@opentelemetry/core';

/** Tells the person of trouble with telemetry, of each kind once: a collector that is away must not fill the log. */
export class FailureReports {
  readonly #say: (sentence: string) => void;
  readonly #sentences = new Set<string>();
  readonly #signals = new Set<string>();

  constructor(say: (sentence: string) => void) {
    this.#say = say;
  }

  /** What is wrong with a variable; the SDK goes on with its default. */
  warn(sentence: string): void {
    if (this.#sentences.has(sentence)) return;
    this.#sentences.add(sentence);
    this.#say(sentence);
  }

  /** Of what no exporter has reported: the SDK passes on what those have, too. */
  otherFailed(error: unknown): void {
    if (this.#signals.size === 0) this.exportFailed('Telemetry', error);
  }

  exportFailed(signal: string, error: unknown): void {
    if (this.#signals.has(signal)) return;
    this.#signals.add(signal);
    this.#say(
      `${signal} cannot be exported: ${reasonOf(error)}. The server goes on, and says this once.`,
    );
  }
}

/** Never the answer of the collector, which may say back what it was sent. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'the collector did not take them';
  // What Node tries at several addresses fails with a code and without a message.
  const code = 'code' in error ? String(error.code) : '';
  const message = error.message.split('\n', 1)[0] ?? '';
  return [message.slice(0, 200), message.includes(code) ? '' : code].filter(Boolean).join(' ');
}

/** The same exporter, whose failures are told. */
export function reporting<
  E extends { export(items: never, done: (result: ExportResult) => void): void },
>(exporter: E, signal: string, reports: FailureReports): E {
  const send = exporter.export.bind(exporter);
  exporter.export = (items, done) => {
    send(items, (result) => {
      if (result.code !== ExportResultCode.SUCCESS) reports.exportFailed(signal, result.error);
      done(result);
    });
  };
  return exporter;
}
