import { onTestFinished } from 'vitest';
import type { RecordingOptions, RecordingUpstream } from './recording-upstream.ts';
import { startRecordingUpstream } from './recording-upstream.ts';

/** A value as OTLP/JSON writes it (opentelemetry/proto/common/v1/common.proto, `AnyValue`). */
interface WireValue {
  readonly stringValue?: string;
  readonly intValue?: number | string;
  readonly doubleValue?: number;
  readonly boolValue?: boolean;
  readonly arrayValue?: { readonly values?: readonly WireValue[] };
  readonly kvlistValue?: { readonly values?: readonly WireAttribute[] };
}
interface WireAttribute {
  readonly key: string;
  readonly value: WireValue;
}

/** Attributes by name, as plain values. */
export type Attributes = Readonly<Record<string, unknown>>;

/** A span that a collector got. */
export interface CollectedSpan {
  readonly name: string;
  /** 2 is SERVER, 3 is CLIENT. */
  readonly kind: number;
  readonly traceId: string;
  readonly spanId: string;
  readonly parent: string | undefined;
  readonly attributes: Attributes;
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
  /** 0 unset, 2 error. */
  readonly status: { readonly code?: number; readonly message?: string };
}

/** One point of a metric that a collector got. */
export interface CollectedPoint {
  readonly metric: string;
  readonly unit: string;
  readonly attributes: Attributes;
  /** Of a histogram. */
  readonly count?: number;
  readonly bounds?: readonly number[];
  /** Of a sum. */
  readonly value?: number;
}

/** A log record that a collector got. */
export interface CollectedLog {
  readonly event: string;
  readonly severity: string;
  readonly body: string;
  readonly traceId: string | undefined;
  readonly spanId: string | undefined;
  readonly attributes: Attributes;
}

/** A collector of OTLP/HTTP that reads JSON, by the definitions of OTLP and not with the SDK. */
export interface OtlpCollector {
  readonly server: RecordingUpstream;
  readonly url: string;
  /** For a server that sends JSON here. */
  readonly variables: Readonly<Record<string, string>>;
  /** Everything that came, as it stood on the wire. */
  readonly text: () => string;
  readonly spans: () => readonly CollectedSpan[];
  /** The last state of every series. */
  readonly points: () => readonly CollectedPoint[];
  readonly logs: () => readonly CollectedLog[];
  readonly resource: () => Attributes;
}

/** Starts one until the test ends. */
export async function startOtlpCollector(options: RecordingOptions = {}): Promise<OtlpCollector> {
  const server = await startRecordingUpstream(options);
  onTestFinished(() => server.close());
  const bodies = (path: string): readonly WireExport[] =>
    server.requests
      .filter(({ target }) => target === path)
      // What the tests look into is what OTLP defines.
      .map(({ body }) => JSON.parse(body.toString('utf8')) as WireExport);
  return {
    server,
    url: server.origin,
    variables: {
      OTEL_EXPORTER_OTLP_ENDPOINT: server.origin,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    },
    text: () => server.requests.map(({ body }) => body.toString('utf8')).join('\n'),
    spans: () =>
      bodies('/v1/traces')
        .flatMap(({ resourceSpans = [] }) => resourceSpans)
        .flatMap(({ scopeSpans }) => scopeSpans)
        .flatMap(({ spans }) => spans.map(spanOf)),
    points: () =>
      (bodies('/v1/metrics').at(-1)?.resourceMetrics ?? [])
        .flatMap(({ scopeMetrics }) => scopeMetrics)
        .flatMap(({ metrics }) => metrics.flatMap(pointsOf)),
    logs: () =>
      bodies('/v1/logs')
        .flatMap(({ resourceLogs = [] }) => resourceLogs)
        .flatMap(({ scopeLogs }) => scopeLogs)
        .flatMap(({ logRecords }) => logRecords.map(logOf)),
    resource: () =>
      attributesOf(bodies('/v1/traces')[0]?.resourceSpans?.[0]?.resource.attributes ?? []),
  };
}

interface WireExport {
  readonly resourceSpans?: readonly {
    readonly resource: { readonly attributes: readonly WireAttribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly WireSpan[] }[];
  }[];
  readonly resourceMetrics?: readonly {
    readonly scopeMetrics: readonly { readonly metrics: readonly WireMetric[] }[];
  }[];
  readonly resourceLogs?: readonly {
    readonly scopeLogs: readonly { readonly logRecords: readonly WireLog[] }[];
  }[];
}

interface WireSpan extends Omit<CollectedSpan, 'attributes' | 'parent' | 'links'> {
  readonly parentSpanId?: string;
  readonly attributes: readonly WireAttribute[];
  readonly links?: CollectedSpan['links'];
}

interface WirePoint {
  readonly attributes: readonly WireAttribute[];
  readonly count?: number | string;
  readonly explicitBounds?: readonly number[];
  readonly asInt?: number | string;
  readonly asDouble?: number;
}

interface WireMetric {
  readonly name: string;
  readonly unit: string;
  readonly histogram?: { readonly dataPoints: readonly WirePoint[] };
  readonly sum?: { readonly dataPoints: readonly WirePoint[] };
}

interface WireLog {
  readonly eventName?: string;
  readonly severityText: string;
  readonly body: WireValue;
  readonly traceId?: string;
  readonly spanId?: string;
  readonly attributes: readonly WireAttribute[];
}

function spanOf({ parentSpanId, attributes, links = [], ...span }: WireSpan): CollectedSpan {
  return { ...span, parent: parentSpanId, links, attributes: attributesOf(attributes) };
}

function pointsOf({ name, unit, histogram, sum }: WireMetric): readonly CollectedPoint[] {
  const points = histogram?.dataPoints ?? sum?.dataPoints ?? [];
  return points.map(({ attributes, count, explicitBounds, asInt, asDouble }) => ({
    metric: name,
    unit,
    attributes: attributesOf(attributes),
    ...(count === undefined ? {} : { count: Number(count) }),
    ...(explicitBounds === undefined ? {} : { bounds: explicitBounds }),
    ...(sum === undefined ? {} : { value: Number(asInt ?? asDouble) }),
  }));
}

function logOf({
  eventName,
  severityText,
  body,
  traceId,
  spanId,
  attributes,
}: WireLog): CollectedLog {
  return {
    event: eventName ?? '',
    severity: severityText,
    body: body.stringValue ?? '',
    traceId,
    spanId,
    attributes: attributesOf(attributes),
  };
}

function attributesOf(list: readonly WireAttribute[]): Attributes {
  return Object.fromEntries(list.map(({ key, value }) => [key, plain(value)]));
}

function plain(value: WireValue): unknown {
  if (value.intValue !== undefined) return Number(value.intValue);
  if (value.arrayValue !== undefined) return (value.arrayValue.values ?? []).map(plain);
  if (value.kvlistValue !== undefined) return attributesOf(value.kvlistValue.values ?? []);
  return value.stringValue ?? value.doubleValue ?? value.boolValue;
}
