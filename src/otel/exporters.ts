import { OTLPLogExporter as JsonLogExporter } from '@opentelemetry/exporter-logs-otlp-http';
import { OTLPLogExporter as ProtobufLogExporter } from '@opentelemetry/exporter-logs-otlp-proto';
import { OTLPMetricExporter as JsonMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPMetricExporter as ProtobufMetricExporter } from '@opentelemetry/exporter-metrics-otlp-proto';
import { OTLPTraceExporter as JsonTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import {
  JsonLogsSerializer,
  JsonMetricsSerializer,
  JsonTraceSerializer,
} from '@opentelemetry/otlp-transformer';
import type { LogRecordExporter } from '@opentelemetry/sdk-logs';
import type { PushMetricExporter } from '@opentelemetry/sdk-metrics';
import type { SpanExporter } from '@opentelemetry/sdk-trace-base';
import type { ExporterKind } from './signals.ts';
import type { WriteText } from './stderr-exporter.ts';
import { createStderrExporter } from './stderr-exporter.ts';

/** An exporter of spans; OTLP ones read their endpoint, headers and the like from the variables of the process. */
export function spanExporterOf(kind: ExporterKind, write: WriteText): SpanExporter {
  switch (kind) {
    case 'http/protobuf':
      return new ProtobufTraceExporter();
    case 'http/json':
      return new JsonTraceExporter();
    case 'stderr':
      return createStderrExporter(JsonTraceSerializer, write);
  }
}

/** {@link spanExporterOf} for metrics. */
export function metricExporterOf(kind: ExporterKind, write: WriteText): PushMetricExporter {
  switch (kind) {
    case 'http/protobuf':
      return new ProtobufMetricExporter();
    case 'http/json':
      return new JsonMetricExporter();
    case 'stderr':
      return createStderrExporter(JsonMetricsSerializer, write);
  }
}

/** {@link spanExporterOf} for log records. */
export function logExporterOf(kind: ExporterKind, write: WriteText): LogRecordExporter {
  switch (kind) {
    case 'http/protobuf':
      return new ProtobufLogExporter();
    case 'http/json':
      return new JsonLogExporter();
    case 'stderr':
      return createStderrExporter(JsonLogsSerializer, write);
  }
}
