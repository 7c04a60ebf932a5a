/** How a signal leaves the process. `stderr`: as lines of OTLP/JSON, which is what the exporter `console` means here. */
export type ExporterKind = 'http/protobuf' | 'http/json' | 'stderr';

/** Which signals are wanted, and how each leaves; nowhere where the list is empty. */
export interface Signals {
  readonly traces: readonly ExporterKind[];
  readonly metrics: readonly ExporterKind[];
  readonly logs: readonly ExporterKind[];
}
