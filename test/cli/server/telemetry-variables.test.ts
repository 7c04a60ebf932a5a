import { describe, expect, it } from 'vitest';
import {
  headerSecrets,
  otelVariables,
  passedTraceHeaders,
  wantedTelemetry,
} from '../../../cli/server/telemetry-variables.ts';

type Variables = Readonly<Record<string, string>>;

const wanted = (variables: Variables, auditIsLogs = false) =>
  wantedTelemetry((name) => variables[name], auditIsLogs);
const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector' };
const nothing = { traces: [], metrics: [], logs: [] };

describe('wanted telemetry', () => {
  it.each<[string, Variables, object]>([
    ['nothing without a variable', {}, {}],
    ['nothing by settings alone', { OTEL_SERVICE_NAME: 'x', OTEL_TRACES_SAMPLER: 'always_on' }, {}],
    [
      'traces and metrics by an endpoint',
      endpoint,
      { traces: ['http/protobuf'], metrics: ['http/protobuf'] },
    ],
    [
      'the one signal that has an endpoint',
      { OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: 'http://collector' },
      { metrics: ['http/protobuf'] },
    ],
    [
      'the one signal that has an exporter',
      { OTEL_TRACES_EXPORTER: 'otlp' },
      { traces: ['http/protobuf'] },
    ],
    [
      'all but a signal with the exporter none',
      { ...endpoint, OTEL_METRICS_EXPORTER: 'none' },
      { traces: ['http/protobuf'] },
    ],
    [
      'several exporters, each once',
      { OTEL_TRACES_EXPORTER: 'otlp, console,otlp' },
      { traces: ['http/protobuf', 'stderr'] },
    ],
    [
      'the protocol of all, and of one',
      {
        ...endpoint,
        OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
        OTEL_EXPORTER_OTLP_METRICS_PROTOCOL: 'http/protobuf',
      },
      { traces: ['http/json'], metrics: ['http/protobuf'] },
    ],
    ['nothing of a disabled SDK', { ...endpoint, OTEL_SDK_DISABLED: 'TRUE' }, {}],
  ])('is %s', (_what, variables, signals) => {
    expect(wanted(variables)).toEqual({ signals: { ...nothing, ...signals }, warnings: [] });
  });

  it('is log records where the audit goes there, and only there', () => {
    expect(wanted({}, true).signals).toEqual({ ...nothing, logs: ['http/protobuf'] });
    expect(wanted({ OTEL_LOGS_EXPORTER: 'otlp' }).signals).toEqual(nothing);
    expect(wanted({ OTEL_LOGS_EXPORTER: 'none' }, true).signals).toEqual(nothing);
  });

  it.each<[Variables, RegExp]>([
    [{ OTEL_TRACES_EXPORTER: 'jaeger' }, /^OTEL_TRACES_EXPORTER: "jaeger" is left out/],
    [
      { OTEL_METRICS_EXPORTER: 'otlp', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
      /"grpc" of OTLP is not spoken, so metrics .* OTEL_EXPORTER_OTLP_METRICS_PROTOCOL/,
    ],
  ])('says what of %o cannot be had', (variables, sentence) => {
    const { signals, warnings } = wanted(variables);
    expect(signals).toEqual(nothing);
    expect(warnings).toEqual([expect.stringMatching(sentence)]);
  });
});

describe('the trace context of clients', () => {
  it.each([
    [undefined, undefined],
    ['tracecontext,baggage', ['traceparent', 'tracestate', 'baggage']],
    ['tracecontext', ['traceparent', 'tracestate']],
    ['baggage, b3', ['baggage']],
    ['none', []],
  ])('is passed on by OTEL_PROPAGATORS %s', (value, headers) => {
    expect(passedTraceHeaders(() => value)).toEqual(headers);
  });
});

describe('the variables for the SDK', () => {
  it('are those of OpenTelemetry, headers from files too', () => {
    const values: Variables = {
      OTEL_SERVICE_NAME: 'shop',
      OTEL_EXPORTER_OTLP_HEADERS: 'key=from%20file',
      PATH: '/bin',
    };
    const names = ['OTEL_SERVICE_NAME', 'OTEL_EXPORTER_OTLP_HEADERS_FILE', 'PATH', 'OTEL_UNSET'];
    expect(otelVariables({ names, read: (name) => values[name] })).toEqual({
      OTEL_SERVICE_NAME: 'shop',
      OTEL_EXPORTER_OTLP_HEADERS: 'key=from%20file',
    });
  });

  it('give away which headers are secret, as written and as sent', () => {
    expect(
      headerSecrets({
        OTEL_EXPORTER_OTLP_HEADERS: 'key=a%20b, other = c=d',
        OTEL_EXPORTER_OTLP_LOGS_HEADERS: 'x=%zz',
        OTEL_SERVICE_NAME: 'a=b',
      }),
    ).toEqual(['a%20b', 'a b', 'c=d', 'c=d', '%zz', '%zz']);
  });
});
