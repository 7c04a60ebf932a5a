import { randomUUID } from 'node:crypto';
import type { TextMapPropagator } from '@opentelemetry/api';
import { DiagLogLevel, diag } from '@opentelemetry/api';
import {
  CompositePropagator,
  W3CBaggagePropagator,
  W3CTraceContextPropagator,
  setGlobalErrorHandler,
} from '@opentelemetry/core';
import type { Resource } from '@opentelemetry/resources';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { LoggerProvider } from '@opentelemetry/sdk-logs';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import type { AuditSink, Telemetry } from '../runtime/index.ts';
import { createAuditLogSink } from './audit-log-sink.ts';
import { BatchedLogs } from './batched-logs.ts';
import { ConfirmedLogs } from './confirmed-logs.ts';
import { logExporterOf, metricExporterOf, spanExporterOf } from './exporters.ts';
import { withProcessVariables } from './process-variables.ts';
import { FailureReports, reporting } from './report-failures.ts';
import type { Signals } from './signals.ts';
import type { WriteText } from './stderr-exporter.ts';
import { createTelemetry } from './telemetry.ts';

/** What telemetry of a process is started with. */
export interface StartTelemetryOptions {
  readonly signals: Signals;
  /** The standard `OTEL_*` variables. */
  readonly variables: Readonly<Record<string, string>>;
  /** The server, where `OTEL_SERVICE_NAME` and `OTEL_RESOURCE_ATTRIBUTES` do not say otherwise. */
  readonly service: { readonly name: string; readonly version: string };
  /** Of this program. */
  readonly version: string;
  /** Whether an audit record counts as written only when the collector has it. */
  readonly confirmLogs: boolean;
  /** Tells the person, of each trouble once. */
  readonly say: (sentence: string) => void;
  /** Where the exporter `console` writes. */
  readonly write: WriteText;
}

/** Telemetry that runs. */
export interface StartedTelemetry {
  readonly telemetry: Telemetry;
  /** Sends the audit as log records; absent where logs are not wanted. */
  readonly auditSink?: AuditSink;
  /** Exports what is left, for two seconds at most, and ends. */
  close(): Promise<void>;
}

/** A collector that is away must not keep a server from ending; clients wait about as long before they kill it. */
const closeMs = 2_000;

/** What has to be ended. */
interface Provider {
  shutdown(): Promise<void>;
}

/**
 * Starts the parts of the SDK that are wanted, by the variables of the OpenTelemetry specification. For a process of its
 * own: it takes over where the SDK reports its troubles.
 */
export function startTelemetry(options: StartTelemetryOptions): StartedTelemetry {
  const { variables, say } = options;
  const reports = new FailureReports(say);
  setGlobalErrorHandler((error) => reports.otherFailed(error));
  const warn = (...words: unknown[]): void =>
    reports.warn(words.filter((word) => typeof word === 'string').join(' '));
  const logger = { error: warn, warn, info: quiet, debug: quiet, verbose: quiet };
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
  try {
    return withProcessVariables(variables, () => start(options, reports));
  } finally {
    // What goes wrong from here on is told by the exporters.
    diag.disable();
  }
}

/** For what only those who debug the SDK want to know. */
function quiet(): void {}

function start(options: StartTelemetryOptions, reports: FailureReports): StartedTelemetry {
  const { signals, variables, version } = options;
  const parts: Parts = { ...options, reports, resource: resourceOf(options) };
  const tracerProvider = signals.traces.length === 0 ? undefined : tracerProviderOf(parts);
  const meterProvider = signals.metrics.length === 0 ? undefined : meterProviderOf(parts);
  const logs = signals.logs.length === 0 ? undefined : logsOf(parts);
  const providers = [tracerProvider, meterProvider, logs?.provider].filter(
    (provider) => provider !== undefined,
  );
  return {
    telemetry: createTelemetry({
      version,
      propagator: propagatorOf(variables['OTEL_PROPAGATORS'], reports),
      ...(tracerProvider === undefined ? {} : { tracerProvider }),
      ...(meterProvider === undefined ? {} : { meterProvider }),
    }),
    ...(logs === undefined ? {} : { auditSink: logs.sink }),
    close: () => closeAll(providers),
  };
}

interface Parts extends StartTelemetryOptions {
  readonly reports: FailureReports;
  readonly resource: Resource;
}

function resourceOf({ service }: StartTelemetryOptions): Resource {
  return defaultResource()
    .merge(
      resourceFromAttributes({
        'service.name': service.name,
        'service.version': service.version,
        // Tells replicas apart.
        'service.instance.id': randomUUID(),
      }),
    )
    .merge(detectResources({ detectors: [envDetector] }));
}

function tracerProviderOf({ signals, resource, reports, write }: Parts): BasicTracerProvider {
  return new BasicTracerProvider({
    resource,
    spanProcessors: signals.traces.map((kind) => {
      const exporter = reporting(spanExporterOf(kind, write), 'Traces', reports);
      return kind === 'stderr'
        ? new SimpleSpanProcessor(exporter)
        : new BatchSpanProcessor(exporter);
    }),
  });
}

function meterProviderOf({ signals, resource, reports, variables, write }: Parts): MeterProvider {
  const exportIntervalMillis = millisecondsOf(variables['OTEL_METRIC_EXPORT_INTERVAL'], 60_000);
  const timeout = millisecondsOf(variables['OTEL_METRIC_EXPORT_TIMEOUT'], 30_000);
  return new MeterProvider({
    resource,
    readers: signals.metrics.map(
      (kind) =>
        new PeriodicExportingMetricReader({
          exporter: reporting(metricExporterOf(kind, write), 'Metrics', reports),
          exportIntervalMillis,
          exportTimeoutMillis: Math.min(timeout, exportIntervalMillis),
        }),
    ),
  });
}

function logsOf({ signals, resource, reports, variables, write, version, confirmLogs }: Parts): {
  readonly provider: Provider;
  readonly sink: AuditSink;
} {
  const exporters = signals.logs.map((kind) =>
    reporting(logExporterOf(kind, write), 'Audit records', reports),
  );
  const confirmed = confirmLogs ? exporters.map((exporter) => new ConfirmedLogs(exporter)) : [];
  const provider = new LoggerProvider({
    resource,
    processors: confirmLogs
      ? confirmed
      : exporters.map(
          (exporter) =>
            new BatchedLogs({ exporter, ...batchSettings(variables) }, () =>
              reports.warn('Audit records are dropped: the collector does not keep up.'),
            ),
        ),
  });
  const confirm = async (): Promise<void> => {
    await Promise.all(confirmed.map((processor) => processor.forceFlush()));
  };
  return {
    provider,
    sink: createAuditLogSink({
      loggerProvider: provider,
      version,
      ...(confirmLogs ? { confirm } : {}),
    }),
  };
}

/** The SDK reads these of spans by itself, of log records it does not. */
function batchSettings(
  variables: Readonly<Record<string, string>>,
): Omit<ConstructorParameters<typeof BatchedLogs>[0], 'exporter'> {
  return {
    scheduledDelayMillis: millisecondsOf(variables['OTEL_BLRP_SCHEDULE_DELAY'], 1_000),
    exportTimeoutMillis: millisecondsOf(variables['OTEL_BLRP_EXPORT_TIMEOUT'], 30_000),
    maxQueueSize: millisecondsOf(variables['OTEL_BLRP_MAX_QUEUE_SIZE'], 2_048),
    maxExportBatchSize: millisecondsOf(variables['OTEL_BLRP_MAX_EXPORT_BATCH_SIZE'], 512),
  };
}

function propagatorOf(names: string | undefined, reports: FailureReports): TextMapPropagator {
  const known: Readonly<Record<string, () => TextMapPropagator | undefined>> = {
    tracecontext: () => new W3CTraceContextPropagator(),
    baggage: () => new W3CBaggagePropagator(),
    none: () => undefined,
  };
  const wanted = (names ?? 'tracecontext,baggage').split(',').map((name) => name.trim());
  return new CompositePropagator({
    propagators: [...new Set(wanted)].flatMap((name) => {
      if (!Object.hasOwn(known, name)) {
        reports.warn(
          `OTEL_PROPAGATORS: "${name}" is left out; there are tracecontext and baggage.`,
        );
      }
      return (Object.hasOwn(known, name) ? known[name]?.() : undefined) ?? [];
    }),
  });
}

function millisecondsOf(text: string | undefined, otherwise: number): number {
  const value = Number(text);
  return text !== undefined && Number.isFinite(value) && value > 0 ? value : otherwise;
}

async function closeAll(providers: readonly Provider[]): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const bound = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, closeMs);
  });
  await Promise.race([Promise.allSettled(providers.map((each) => each.shutdown())), bound]);
  clearTimeout(timer);
}
