import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { transformSync } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { buildServer, projectRoot } from '../support/built-program.ts';
import { blockUnder, blocksOf } from '../support/document-blocks.ts';
import { startOtlpCollector } from '../support/otlp-collector.ts';
import { RawClient } from '../support/raw-client.ts';
import { startRecordingUpstream } from '../support/recording-upstream.ts';

const program = blockUnder(blocksOf('docs/telemetry.md'), 'In your own program', 'ts');

/** The SDK of somebody else's program, registered globally as its documentation says. */
const registration = `
import { metrics, propagation, trace } from '@opentelemetry/api';
import { logs } from '@opentelemetry/api-logs';
import { CompositePropagator, W3CBaggagePropagator, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPLogExporter } from '@opentelemetry/exporter-logs-otlp-http';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { LoggerProvider, SimpleLogRecordProcessor } from '@opentelemetry/sdk-logs';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BasicTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';

trace.setGlobalTracerProvider(
  new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(new OTLPTraceExporter())] }),
);
const reader = new PeriodicExportingMetricReader({ exporter: new OTLPMetricExporter() });
const meterProvider = new MeterProvider({ readers: [reader] });
metrics.setGlobalMeterProvider(meterProvider);
logs.setGlobalLoggerProvider(
  new LoggerProvider({ processors: [new SimpleLogRecordProcessor({ exporter: new OTLPLogExporter() })] }),
);
propagation.setGlobalPropagator(
  new CompositePropagator({ propagators: [new W3CTraceContextPropagator(), new W3CBaggagePropagator()] }),
);
process.once('beforeExit', () => void meterProvider.shutdown());
`;

/** Below the project, whose name the program imports as a reader's project imports the installed package. */
let folder = '';

beforeAll(() => {
  const parent = path.join(projectRoot, '.cache');
  mkdirSync(parent, { recursive: true });
  folder = mkdtempSync(path.join(parent, 'telemetry-'));
  const { code } = transformSync(program, { loader: 'ts', target: 'node20', format: 'esm' });
  writeFileSync(path.join(folder, 'program.ts'), program);
  writeFileSync(path.join(folder, 'program.mjs'), code);
  writeFileSync(path.join(folder, 'registration.mjs'), registration);
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('the program of docs/telemetry.md', () => {
  it('is one that the compiler takes', { timeout: 60_000 }, () => {
    const tsc = path.join(projectRoot, 'node_modules/typescript/bin/tsc');
    const strict = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess'];
    const words = ['--ignoreConfig', '--noEmit', '--module', 'nodenext', '--types', 'node'];
    const checked = spawnSync(process.execPath, [tsc, ...strict, ...words, 'program.ts'], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(checked.stdout).toBe('');
  });

  it('exports through the SDK that runs in its process', async () => {
    const collector = await startOtlpCollector();
    const api = await startRecordingUpstream({ otherwise: { json: { id: 7 } } });
    onTestFinished(() => api.close());
    const spec = path.join(folder, 'petstore.json');
    writeFileSync(spec, JSON.stringify(petstore(api.origin)));
    await buildServer(spec, path.join(folder, 'petstore-mcp'), '--direct');
    const words = ['--import', path.join(folder, 'registration.mjs')];
    const client = new RawClient([...words, path.join(folder, 'program.mjs')], {
      env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
      cwd: folder,
    });
    await client.initialize();
    const { result } = await client.request('tools/call', {
      name: 'getPetById',
      arguments: { petId: 7 },
    });
    expect(result?.['structuredContent']).toEqual({ id: 7 });
    expect(await client.end()).toBe(0);
    const spans = collector.spans();
    const server = spans.find(({ name }) => name === 'tools/call getPetById');
    const sent = spans.find(({ name }) => name === 'GET /pet/{petId}');
    expect(sent?.parent).toBe(server?.spanId);
    expect(api.requests[0]?.header('traceparent')).toBe(`00-${server?.traceId}-${sent?.spanId}-01`);
    expect(collector.logs().map(({ event, traceId }) => [event, traceId])).toEqual([
      ['openapi_mcp.audit.start', undefined],
      ['openapi_mcp.audit.intent', server?.traceId],
      ['openapi_mcp.audit.outcome', server?.traceId],
    ]);
    expect(collector.points().map(({ metric }) => metric)).toContain(
      'http.client.request.duration',
    );
  });
});

/** One operation, which needs no credentials: the program hands in none. */
function petstore(url: string): object {
  const petId = { name: 'petId', in: 'path', required: true, schema: { type: 'integer' } };
  return {
    openapi: '3.1.0',
    info: { title: 'Petstore', version: '1.0.0' },
    servers: [{ url }],
    paths: {
      '/pet/{petId}': {
        get: {
          operationId: 'getPetById',
          parameters: [petId],
          responses: { 200: { description: 'A pet.', content: { 'application/json': {} } } },
        },
      },
    },
  };
}
