import type {
  Histogram,
  Meter,
  MeterProvider,
  TextMapPropagator,
  Tracer,
  TracerProvider,
} from '@opentelemetry/api';
import {
  CompositePropagator,
  W3CBaggagePropagator,
  W3CTraceContextPropagator,
} from '@opentelemetry/core';
import type { MetricSource, Telemetry } from '../runtime/index.ts';
import { observeMetrics } from './observe-metrics.ts';
import { OtelRequestSpan } from './request-span.ts';

/** What telemetry goes to; each part may be the global one of `@opentelemetry/api`. */
export interface TelemetryOptions {
  /** Gets spans; no spans without it. */
  readonly tracerProvider?: TracerProvider;
  /** Gets metrics; no metrics without it. */
  readonly meterProvider?: MeterProvider;
  /** How trace context is read and passed on; W3C Trace Context and W3C Baggage by default. */
  readonly propagator?: Pick<TextMapPropagator, 'inject' | 'extract'>;
  /** Of this program, for the instrumentation scope. */
  readonly version?: string;
}

/** What spans and metrics are made with. */
export interface Instruments {
  readonly tracer: Tracer | undefined;
  readonly operationDuration: Histogram | undefined;
  readonly requestDuration: Histogram | undefined;
  readonly propagator: Pick<TextMapPropagator, 'inject' | 'extract'>;
}

/** The instrumentation scope of everything that is recorded. */
export const scopeName = 'openapi-mcp';

/** Buckets as the conventions want them, in seconds. */
const buckets = {
  mcp: [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300],
  http: [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10],
};

/**
 * Telemetry of a bridge on OpenTelemetry, for `createBridge({ telemetry })`. Every request of a client is a span of kind
 * SERVER, every request to the API one of kind CLIENT below it; their durations are histograms. Registers nothing
 * globally, starts and stops nothing: that is up to whoever made the providers.
 */
export function createTelemetry(options: TelemetryOptions): Telemetry {
  const { tracerProvider, meterProvider, version } = options;
  const meter = meterProvider?.getMeter(scopeName, version);
  const instruments: Instruments = {
    tracer: tracerProvider?.getTracer(scopeName, version),
    operationDuration: meter && durationOf(meter, 'mcp.server.operation.duration', buckets.mcp),
    requestDuration: meter && durationOf(meter, 'http.client.request.duration', buckets.http),
    propagator: options.propagator ?? w3cPropagator(),
  };
  return {
    begin: (request) => new OtelRequestSpan(instruments, request),
    observe: (source: MetricSource) =>
      meter === undefined ? () => undefined : observeMetrics(meter, source),
  };
}

function durationOf(meter: Meter, name: string, bounds: readonly number[]): Histogram {
  return meter.createHistogram(name, {
    unit: 's',
    description: descriptions[name] ?? '',
    advice: { explicitBucketBoundaries: [...bounds] },
  });
}

const descriptions: Readonly<Record<string, string>> = {
  'mcp.server.operation.duration': 'How long requests of MCP clients take.',
  'http.client.request.duration': 'How long requests to the API take.',
};

function w3cPropagator(): TextMapPropagator {
  return new CompositePropagator({
    propagators: [new W3CTraceContextPropagator(), new W3CBaggagePropagator()],
  });
}
