import type { Context, ContextManager } from '@opentelemetry/api';
import { ROOT_CONTEXT, context, propagation, trace } from '@opentelemetry/api';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import type { ReadableSpan } from '@opentelemetry/sdk-trace-base';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createTelemetry } from '../../src/otel/index.ts';
import type {
  ObservedRequest,
  RequestSpan,
  SendResult,
  Telemetry,
} from '../../src/runtime/index.ts';
import { createBridge } from '../../src/runtime/create-bridge.ts';
import { artifactOf, toolOf } from '../support/artifact-builder.ts';
import { createFakeUpstream } from '../support/fake-upstream.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const sent = { traceparent: `00-${traceId}-00f067aa0ba902b7-01` };
const request: ObservedRequest = { method: 'tools/call', id: 1, transport: 'http' };
const answered: SendResult = {
  ok: true,
  response: { status: 200, headers: [], body: new Uint8Array(), truncated: false, url: '' },
};

function traced(): {
  readonly telemetry: Telemetry;
  readonly spans: () => readonly ReadableSpan[];
} {
  const exporter = new InMemorySpanExporter();
  const tracerProvider = new BasicTracerProvider({
    spanProcessors: [new SimpleSpanProcessor(exporter)],
  });
  return {
    telemetry: createTelemetry({ tracerProvider }),
    spans: () => exporter.getFinishedSpans(),
  };
}

function attempt(span: RequestSpan, url: string, method = 'GET'): void {
  span
    .attempt({ method, url, template: '/v1/things', shownUrl: () => `shown ${url}` })
    .end(answered);
}

describe('telemetry on providers of the program', () => {
  it('follows a call through a bridge, and registers nothing', async () => {
    const { telemetry, spans } = traced();
    const upstream = createFakeUpstream();
    const bridge = createBridge({ artifact: artifactOf(), upstream, telemetry });
    const span = bridge.telemetry?.begin({
      ...request,
      sent,
      target: { kind: 'tool', name: 'getThing' },
    });
    const outcome = await bridge.callTool('getThing', {
      arguments: { id: '7' },
      meta: { ...sent },
      signal: new AbortController().signal,
      session: undefined,
      ...(span === undefined ? {} : { span }),
    });
    span?.end({ kind: 'result', isError: outcome?.kind === 'failure' });
    expect(
      spans().map(({ name, parentSpanContext }) => [name, parentSpanContext?.spanId.length]),
    ).toEqual([
      ['GET /v1/things/{id}', 16],
      ['tools/call getThing', 16],
    ]);
    expect(spans()[0]?.parentSpanContext?.spanId).toBe(spans()[1]?.spanContext().spanId);
    expect(new Map(upstream.plans[0]?.headers).get('traceparent')).toBe(
      `00-${traceId}-${spans()[0]?.spanContext().spanId}-01`,
    );
    expect(trace.getSpanContext(context.active())).toBeUndefined();
    expect(trace.getTracer('x').startSpan('y').isRecording()).toBe(false);
  });

  it('takes the global propagator of the API, which does nothing until one is set', () => {
    const exporter = new InMemorySpanExporter();
    const tracerProvider = new BasicTracerProvider({
      spanProcessors: [new SimpleSpanProcessor(exporter)],
    });
    const telemetry = createTelemetry({ tracerProvider, propagator: propagation });
    const span = telemetry.begin({ ...request, sent });
    span.end({ kind: 'result', isError: false });
    expect(span.trace).toBeUndefined();
    expect(exporter.getFinishedSpans()[0]?.parentSpanContext).toBeUndefined();
  });

  it('puts requests below a span that is active, and links it where the message names a parent', () => {
    const { telemetry, spans } = traced();
    const active = trace.setSpanContext(ROOT_CONTEXT, {
      traceId: 'a'.repeat(32),
      spanId: 'b'.repeat(16),
      traceFlags: 1,
    });
    useContext(active);
    telemetry.begin(request).end({ kind: 'result', isError: false });
    telemetry.begin({ ...request, sent }).end({ kind: 'result', isError: false });
    expect(
      spans().map((span) => [
        span.parentSpanContext?.traceId,
        span.links.map((link) => link.context.traceId),
      ]),
    ).toEqual([
      ['a'.repeat(32), []],
      [traceId, ['a'.repeat(32)]],
    ]);
  });

  it('passes on what the client sent where there are no spans', () => {
    const telemetry = createTelemetry({});
    const whole = { ...sent, tracestate: 'a=1', baggage: 'user=al' };
    const span = telemetry.begin({ ...request, sent: whole });
    expect(span.trace).toEqual(whole);
    expect(
      span.attempt({ method: 'GET', url: 'https://a.example/', template: '/', shownUrl: String })
        .trace,
    ).toEqual(whole);
    expect(telemetry.begin(request).trace).toBeUndefined();
  });
});

describe('attributes', () => {
  it('name the tool that was called through another', () => {
    const { telemetry, spans } = traced();
    const span = telemetry.begin({ ...request, target: { kind: 'tool', name: 'call_tool' } });
    span.called({ kind: 'operation', tool: toolOf() });
    span.failed('timeout');
    span.end({ kind: 'result', isError: true });
    expect(spans()[0]).toMatchObject({
      name: 'tools/call call_tool',
      attributes: {
        'gen_ai.tool.name': 'call_tool',
        'openapi_mcp.tool.name': 'getThing',
        'openapi_mcp.operation': 'GET /things/{id}',
        'openapi_mcp.failure.reason': 'timeout',
        'error.type': 'tool_error',
      },
    });
  });

  it.each([
    [
      'resources/read',
      { kind: 'resource', name: 'shop://a' },
      'resources/read',
      'mcp.resource.uri',
    ],
    ['prompts/get', { kind: 'prompt', name: 'greet' }, 'prompts/get greet', 'gen_ai.prompt.name'],
  ] as const)('of %s name what is asked for', (method, target, name, attribute) => {
    const { telemetry, spans } = traced();
    telemetry.begin({ ...request, method, target }).end({ kind: 'result', isError: false });
    expect(spans()[0]?.name).toBe(name);
    expect(spans()[0]?.attributes[attribute]).toBe(target.name);
  });

  it.each([
    ['https://shop.example/v1/things', 'shop.example', 443],
    ['http://shop.example/v1/things', 'shop.example', 80],
    ['http://[::1]:8080/v1/things', '::1', 8_080],
  ])('of a request to %s name its server', (url, address, port) => {
    const { telemetry, spans } = traced();
    attempt(telemetry.begin(request), url);
    expect(spans()[0]?.attributes).toMatchObject({
      'server.address': address,
      'server.port': port,
      'url.full': `shown ${url}`,
    });
  });

  it('keep methods of HTTP that nobody knows apart', () => {
    const { telemetry, spans } = traced();
    attempt(telemetry.begin(request), 'https://shop.example/', 'COPY');
    expect(spans()[0]).toMatchObject({
      name: 'HTTP /v1/things',
      attributes: { 'http.request.method': '_OTHER', 'http.request.method_original': 'COPY' },
    });
  });

  it('say why there was no answer', () => {
    const { telemetry, spans } = traced();
    telemetry
      .begin(request)
      .attempt({ method: 'GET', url: 'https://a.example/', template: '/', shownUrl: String })
      .end({ ok: false, failure: { kind: 'timeout', message: 'with details', sent: true } });
    expect(spans()[0]?.attributes['error.type']).toBe('timeout');
    expect(JSON.stringify(spans()[0]?.attributes)).not.toContain('details');
    expect(spans()[0]?.status).toEqual({ code: 2 });
  });

  it('count repetitions of the same request, not pages of one answer', () => {
    const { telemetry, spans } = traced();
    const span = telemetry.begin(request);
    for (const page of [1, 1, 2, 1]) attempt(span, `https://shop.example/?page=${page}`);
    expect(spans().map(({ attributes }) => attributes['http.request.resend_count'])).toEqual([
      undefined,
      1,
      undefined,
      2,
    ]);
  });
});

describe('values that others count', () => {
  it('are read when metrics are collected, until that is ended', async () => {
    const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
    const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 60_000 });
    const meterProvider = new MeterProvider({ readers: [reader] });
    onTestFinished(() => meterProvider.shutdown());
    let value = 1;
    const end = createTelemetry({ meterProvider }).observe({
      metrics: [
        {
          name: 'openapi_mcp.sessions',
          description: 'Sessions.',
          kind: 'gauge',
          unit: '{session}',
          read: () => [{ value, labels: { kind: 'a' } }],
        },
      ],
    });
    const collect = async (): Promise<unknown> => {
      exporter.reset();
      await reader.forceFlush();
      return exporter
        .getMetrics()
        .flatMap(({ scopeMetrics }) => scopeMetrics)
        .flatMap(({ metrics }) => metrics)
        .flatMap(({ dataPoints }) => dataPoints.map((point) => [point.value, point.attributes]));
    };
    expect(await collect()).toEqual([[1, { kind: 'a' }]]);
    value = 3;
    expect(await collect()).toEqual([[3, { kind: 'a' }]]);
    end();
    value = 4;
    expect(JSON.stringify(await collect())).not.toContain('4');
  });
});

/** Makes a context the active one until the test ends. */
function useContext(active: Context): void {
  const manager: ContextManager = {
    active: () => active,
    with: (_context, run, receiver, ...given) => run.apply(receiver as never, given),
    bind: (_context, target) => target,
    enable: () => manager,
    disable: () => manager,
  };
  context.setGlobalContextManager(manager);
  onTestFinished(() => context.disable());
}
