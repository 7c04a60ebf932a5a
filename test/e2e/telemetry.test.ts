import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { verifyAuditChain } from '../../src/runtime/middleware/audit/audit-chain.ts';
import {
  buildServer,
  cliMain,
  projectRoot,
  runCli,
  temporaryFolder,
} from '../support/built-program.ts';
import { findCanaries } from '../support/canaries.ts';
import { modern, oldHeaders, post, rpc } from '../support/http-bridge.ts';
import { startHttpProcess } from '../support/http-process.ts';
import type { CollectedSpan, OtlpCollector } from '../support/otlp-collector.ts';
import { startOtlpCollector } from '../support/otlp-collector.ts';
import type { RawMessage } from '../support/raw-client.ts';
import { RawClient, modernEnvelope } from '../support/raw-client.ts';
import type { RecordedRequest, RecordingUpstream } from '../support/recording-upstream.ts';
import { startRecordingUpstream } from '../support/recording-upstream.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'openapi-mcp-telemetry-'));
const built = path.join(folder, 'petstore-mcp');
const serverPath = path.join(built, 'server.mjs');
const spec = path.join(projectRoot, 'specs/petstore.yaml');

beforeAll(async () => {
  await buildServer(spec, built, '--base-url', 'http://127.0.0.1:1', '--direct');
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const parentId = '00f067aa0ba902b7';
const traceparent = `00-${traceId}-${parentId}-01`;
const otherTrace = 'aaf92f3577b34da6a3ce929d0e0e4736';
const SERVER = 2;
const CLIENT = 3;

async function startApi(): Promise<RecordingUpstream> {
  const api = await startRecordingUpstream({ otherwise: { json: { id: 7, name: 'Rex' } } });
  onTestFinished(() => api.close());
  return api;
}

function environment(
  api: RecordingUpstream,
  more: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return {
    PETSTORE_API_KEY_API_KEY: 'special-key',
    PETSTORE_PETSTORE_AUTH_TOKEN: 't0ken-of-the-shop',
    PETSTORE_BASE_URL: `${api.origin}/v2`,
    OPENAPI_MCP_AUDIT: 'off',
    OPENAPI_MCP_RETRY_BASE_DELAY_MS: '1',
    ...more,
  };
}

/** A client that has greeted the server, so that its calls take the short way. */
async function connect(
  env: Readonly<Record<string, string>>,
  server: readonly string[] = [serverPath],
): Promise<RawClient> {
  const client = new RawClient(server, { env });
  await client.initialize();
  return client;
}

function callPet(
  client: RawClient,
  meta: Readonly<Record<string, unknown>> = {},
  petId: unknown = 7,
): Promise<RawMessage> {
  return client.request('tools/call', {
    name: 'getPetById',
    arguments: { petId },
    ...(Object.keys(meta).length === 0 ? {} : { _meta: meta }),
  });
}

function onlySpan(spans: readonly CollectedSpan[], name: string): CollectedSpan {
  const found = spans.filter((span) => span.name === name);
  expect(found.map((span) => span.name)).toEqual([name]);
  const [span] = found;
  if (span === undefined) throw new Error(`no span ${name}`);
  return span;
}

const spanIdOf = (request: RecordedRequest | undefined): string | undefined =>
  request?.header('traceparent')?.split('-')[2];

describe('traces over stdio', () => {
  it('are one SERVER span for a request, and one CLIENT span for each request to the API', async () => {
    const collector = await startOtlpCollector();
    const api = await startApi();
    const client = await connect(environment(api, collector.variables));
    await client.request('tools/list');
    await callPet(client, { traceparent, tracestate: 'shop=1', baggage: 'user=al' });
    expect(await client.end()).toBe(0);

    const spans = collector.spans();
    const server = onlySpan(spans, 'tools/call getPetById');
    expect(server).toMatchObject({ kind: SERVER, traceId, parent: parentId, links: [] });
    expect(server.status.code ?? 0).toBe(0);
    expect(server.attributes).toEqual({
      'mcp.method.name': 'tools/call',
      'mcp.protocol.version': '2025-11-25',
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'getPetById',
      'jsonrpc.request.id': '3',
      'network.transport': 'pipe',
      'openapi_mcp.operation': 'GET /pet/{petId}',
    });
    const sent = onlySpan(spans, 'GET /v2/pet/{petId}');
    expect(sent).toMatchObject({ kind: CLIENT, traceId, parent: server.spanId });
    expect(sent.attributes).toEqual({
      'http.request.method': 'GET',
      'http.response.status_code': 200,
      'server.address': '127.0.0.1',
      'server.port': api.port,
      'url.full': `${api.origin}/v2/pet/7`,
      'url.scheme': 'http',
      'url.template': '/v2/pet/{petId}',
    });
    expect(api.requests[0]?.header('traceparent')).toBe(`00-${traceId}-${sent.spanId}-01`);
    expect(api.requests[0]?.header('tracestate')).toBe('shop=1');
    expect(api.requests[0]?.header('baggage')).toBe('user=al');
    expect(spans.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['initialize', 'tools/list']),
    );
    expect(collector.resource()).toMatchObject({
      'service.name': 'petstore',
      'service.version': expect.any(String),
      'telemetry.sdk.language': 'nodejs',
    });
    expect(client.stderr).toBe('');
  });

  it('show each repeated attempt, and what failed', async () => {
    const collector = await startOtlpCollector();
    const api = await startApi();
    api.script({ status: 503 }, { status: 503 }, { json: { id: 7 } }, { status: 404 });
    const client = await connect(environment(api, collector.variables));
    await callPet(client);
    await callPet(client, {}, 8);
    await client.request('tools/call', { name: 'noSuchTool', arguments: {} });
    await client.end();
    const attempts = collector.spans().filter(({ kind }) => kind === CLIENT);
    expect(
      attempts.map(({ attributes, status }) => [
        attributes['http.response.status_code'],
        attributes['http.request.resend_count'],
        attributes['error.type'],
        status.code ?? 0,
      ]),
    ).toEqual([
      [503, undefined, '503', 2],
      [503, 1, '503', 2],
      [200, 2, undefined, 0],
      [404, undefined, '404', 2],
    ]);
    expect(api.requests.map(spanIdOf)).toEqual(attempts.map(({ spanId }) => spanId));
    const calls = collector.spans().filter(({ name }) => name.startsWith('tools/call'));
    expect(
      calls.map(({ name, attributes, status }) => [
        name,
        attributes['error.type'],
        attributes['openapi_mcp.failure.reason'],
        attributes['rpc.response.status_code'],
        status.code ?? 0,
      ]),
    ).toEqual([
      ['tools/call getPetById', undefined, undefined, undefined, 0],
      ['tools/call getPetById', 'tool_error', 'status', undefined, 2],
      ['tools/call', '-32602', undefined, '-32602', 2],
    ]);
  });

  it('name the revision of 2026-07-28, and are ended for calls that are cancelled', async () => {
    const collector = await startOtlpCollector();
    const api = await startApi();
    const client = new RawClient([serverPath], { env: environment(api, collector.variables) });
    await client.request('tools/list', modernEnvelope());
    api.script(() => undefined);
    const params = { name: 'getPetById', arguments: { petId: 9 }, ...modernEnvelope() };
    void client.request('tools/call', params, 'slow');
    await api.received(1);
    client.write({
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId: 'slow' },
    });
    await client.request('tools/call', { ...params, arguments: { petId: 7 } });
    await client.end();
    const calls = collector.spans().filter(({ name }) => name === 'tools/call getPetById');
    expect(
      calls.map(({ attributes }) => [
        attributes['jsonrpc.request.id'],
        attributes['mcp.protocol.version'],
        attributes['error.type'],
      ]),
    ).toEqual([
      ['slow', '2026-07-28', 'cancelled'],
      ['2', '2026-07-28', undefined],
    ]);
  });

  it('are sampled as the variables say, and pass the decision on', async () => {
    const collector = await startOtlpCollector();
    const api = await startApi();
    const client = await connect(
      environment(api, {
        ...collector.variables,
        OTEL_TRACES_SAMPLER: 'always_off',
        OTEL_SERVICE_NAME: 'shop of Al',
        OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
        OTEL_PROPAGATORS: 'tracecontext',
      }),
    );
    await callPet(client, { traceparent, baggage: 'user=al' });
    await client.end();
    expect(collector.spans()).toEqual([]);
    expect(api.requests[0]?.header('traceparent')).toMatch(new RegExp(`^00-${traceId}-.{16}-00$`));
    expect(api.requests[0]?.header('baggage')).toBeUndefined();
    expect(collector.text()).toContain('"shop of Al"');
    expect(collector.text()).toContain('deployment.environment.name');
  });
});

describe('traces over HTTP', () => {
  it.each([
    ['without state', []],
    ['with sessions', ['--sessions']],
  ])('take the parent from the message, or from around it, %s', async (_how, flags) => {
    const collector = await startOtlpCollector();
    const api = await startApi();
    const { url, child, exited } = await startHttpProcess([serverPath, '--http', '0', ...flags], {
      env: environment(api, collector.variables),
    });
    const around = `00-${otherTrace}-${parentId}-01`;
    const call = { name: 'getPetById', arguments: { petId: 7 } };
    const asked = modern('tools/call', { ...call, _meta: { traceparent } });
    await post(url, asked.body, { ...asked.headers, traceparent: around });
    const plain = modern('tools/call', call);
    await post(url, plain.body, { ...plain.headers, traceparent: around });
    const greeted = await post(
      url,
      rpc('initialize', {
        protocolVersion: '2025-06-18',
        capabilities: {},
        clientInfo: { name: 'old', version: '1' },
      }),
      oldHeaders,
    );
    const sessionId = greeted.headers.get('mcp-session-id');
    await post(url, rpc('tools/call', { ...call, _meta: { traceparent } }, 5), {
      ...oldHeaders,
      'mcp-protocol-version': '2025-06-18',
      ...(sessionId === null ? {} : { 'mcp-session-id': sessionId }),
    });
    child.kill('SIGTERM');
    expect(await exited).toBe(0);

    const calls = collector.spans().filter(({ name }) => name === 'tools/call getPetById');
    expect(
      calls.map((span) => [span.traceId, span.parent, span.links.map((link) => link.traceId)]),
    ).toEqual([
      [traceId, parentId, [otherTrace]],
      [otherTrace, parentId, []],
      [traceId, parentId, []],
    ]);
    expect(calls.map(({ attributes }) => attributes['mcp.protocol.version'])).toEqual([
      '2026-07-28',
      '2026-07-28',
      '2025-06-18',
    ]);
    expect(calls[2]?.attributes).toMatchObject({
      'network.transport': 'tcp',
      'network.protocol.name': 'http',
      'jsonrpc.request.id': '5',
    });
    expect(calls[2]?.attributes['mcp.session.id']).toBe(sessionId ?? undefined);
    expect(api.requests.map((request) => request.header('traceparent')?.split('-')[1])).toEqual([
      traceId,
      otherTrace,
      traceId,
    ]);
  });
});

describe('metrics', () => {
  it('are histograms by the conventions', async () => {
    const collector = await startOtlpCollector();
    const api = await startApi();
    api.script({ json: {} }, { status: 404 });
    const client = await connect(environment(api, collector.variables));
    await callPet(client);
    await callPet(client);
    await client.request('tools/call', { name: 'noSuchTool', arguments: {} });
    await client.request('nonsense/of/a/client');
    await client.end();
    const points = collector.points();
    const calls = points.filter(
      ({ metric, attributes }) =>
        metric === 'mcp.server.operation.duration' &&
        attributes['mcp.method.name'] === 'tools/call',
    );
    expect(calls).toHaveLength(3);
    expect(calls[0]).toMatchObject({
      unit: 's',
      count: 1,
      bounds: [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300],
      attributes: { 'gen_ai.tool.name': 'getPetById', 'network.transport': 'pipe' },
    });
    expect(
      calls.map(({ attributes }) => [attributes['gen_ai.tool.name'], attributes['error.type']]),
    ).toEqual([
      ['getPetById', undefined],
      ['getPetById', 'tool_error'],
      [undefined, '-32602'],
    ]);
    const requests = points.filter(({ metric }) => metric === 'http.client.request.duration');
    expect(requests.map(({ attributes }) => attributes['http.response.status_code'])).toEqual([
      200, 404,
    ]);
    expect(requests[0]).toMatchObject({
      unit: 's',
      bounds: [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10],
      attributes: { 'url.template': '/v2/pet/{petId}', 'http.request.method': 'GET' },
    });
    // What clients make up does not multiply the series.
    expect(JSON.stringify(points)).not.toContain('noSuchTool');
    expect(JSON.stringify(points)).not.toContain('nonsense');
  });

  it('of an HTTP server are those that Prometheus reads', async () => {
    const collector = await startOtlpCollector();
    const api = await startApi();
    const { url, child, exited, output } = await startHttpProcess(
      [serverPath, '--http', '0', '--metrics', '0'],
      {
        env: environment(api, {
          ...collector.variables,
          OTEL_METRIC_EXPORT_INTERVAL: '50',
          OPENAPI_MCP_AUTH_TOKENS: 'al:0123456789-secret-of-al',
          OPENAPI_MCP_HTTP_PUBLIC_URL: 'http://127.0.0.1/mcp',
        }),
      },
    );
    const { body, headers } = modern('tools/call', {
      name: 'getPetById',
      arguments: { petId: 7 },
    });
    await post(url, body, { ...headers, authorization: 'Bearer 0123456789-secret-of-al' });
    await post(url, body, headers);
    await expect.poll(() => output.stderr).toMatch(/serving metrics at/);
    const [, metricsUrl = ''] = /serving metrics at (\S+)/.exec(output.stderr) ?? [];
    const page = await (await fetch(metricsUrl)).text();
    const valueOf = (metric: string, labels: Readonly<Record<string, string>>): number =>
      collector
        .points()
        .find(
          (point) =>
            point.metric === metric && JSON.stringify(point.attributes) === JSON.stringify(labels),
        )?.value ?? -1;
    const counted = [
      ['openapi_mcp.tool_calls', { tool: 'getPetById', outcome: 'success' }],
      ['openapi_mcp.http_requests', { status: '401' }],
      ['openapi_mcp.sign_in_failures', { reason: 'missing' }],
    ] as const;
    for (const [metric, labels] of counted) {
      await expect.poll(() => valueOf(metric, labels), { message: metric }).toBe(1);
      const label = Object.entries(labels)
        .map(([name, value]) => `${name}="${value}"`)
        .join(',');
      expect(page).toContain(`${metric.replace('.', '_')}_total{${label}} 1`);
    }
    child.kill('SIGTERM');
    expect(await exited).toBe(0);
    expect(valueOf('openapi_mcp.requests_in_progress', {})).toBe(0);
  });
});

describe('the audit as log records', () => {
  async function auditedServer(
    more: Readonly<Record<string, string>> = {},
  ): Promise<{ readonly collector: OtlpCollector; readonly api: RecordingUpstream }> {
    const collector = await startOtlpCollector();
    const api = await startApi();
    api.script({ json: {} }, { status: 404 });
    const client = await connect(
      environment(api, { ...collector.variables, OPENAPI_MCP_AUDIT: 'otel', ...more }),
    );
    await callPet(client, { traceparent });
    await callPet(client, {}, 8);
    expect(await client.end()).toBe(0);
    return { collector, api };
  }

  it.each([
    ['in batches', {}],
    ['one by one, confirmed', { OPENAPI_MCP_AUDIT_REQUIRED: 'true' }],
  ])('holds every record %s, in a chain', async (_how, more) => {
    const { collector } = await auditedServer(more);
    const logs = collector.logs();
    expect(logs.map(({ event, severity }) => [event, severity])).toEqual([
      ['openapi_mcp.audit.start', 'INFO'],
      ['openapi_mcp.audit.intent', 'INFO'],
      ['openapi_mcp.audit.outcome', 'INFO'],
      ['openapi_mcp.audit.intent', 'INFO'],
      ['openapi_mcp.audit.outcome', 'WARN'],
    ]);
    expect(verifyAuditChain(logs.map(({ body }) => body))).toEqual([]);
    const [, intent, outcome, , failed] = logs;
    const server = collector
      .spans()
      .find(({ kind, traceId: id }) => kind === SERVER && id === traceId);
    expect([intent?.traceId, intent?.spanId]).toEqual([traceId, server?.spanId]);
    expect([outcome?.traceId, outcome?.spanId]).toEqual([traceId, server?.spanId]);
    expect(intent?.attributes).toMatchObject({
      'gen_ai.tool.name': 'getPetById',
      'openapi_mcp.audit.arguments': { petId: 7 },
      'openapi_mcp.audit.client': { name: 'raw', version: '1' },
      'openapi_mcp.audit.read_only': true,
    });
    expect(outcome?.attributes['openapi_mcp.audit.id']).toBe(
      intent?.attributes['openapi_mcp.audit.id'],
    );
    expect(failed?.attributes).toMatchObject({
      'error.type': 'status',
      'http.response.status_code': 404,
      'openapi_mcp.audit.attempts': 1,
    });
    expect(readdirSync(built)).not.toContain('audit.jsonl');
  });

  it('records arguments by the same policy as a file', async () => {
    const { collector } = await auditedServer({ OPENAPI_MCP_AUDIT_ARGUMENTS: 'names' });
    const [, intent] = collector.logs();
    expect(intent?.attributes['openapi_mcp.audit.arguments']).toEqual(['petId']);
    expect(collector.spans().flatMap(({ attributes }) => attributes['url.full'] ?? [])).toSatisfy(
      (urls: string[]) => urls.every((url) => url.endsWith('/v2/pet/{petId}')),
    );
  });

  it('that is required is with the collector before anything is sent', async () => {
    const api = await startApi();
    const order: string[] = [];
    let release: () => void = () => undefined;
    const collector = await startOtlpCollector({
      otherwise: (request, { write }) => {
        const text = request.body.toString('utf8');
        if (!text.includes('audit.intent')) return { json: {} };
        order.push(`intent held, ${api.requests.length} sent`);
        release = () => {
          write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-type: application/json\r\n\r\n{}');
        };
        return undefined;
      },
    });
    const client = await connect(
      environment(api, {
        ...collector.variables,
        OPENAPI_MCP_AUDIT: 'otel',
        OPENAPI_MCP_AUDIT_REQUIRED: 'true',
        OTEL_TRACES_EXPORTER: 'none',
        OTEL_METRICS_EXPORTER: 'none',
      }),
    );
    const called = callPet(client);
    await expect.poll(() => order.length).toBe(1);
    // Another request passes meanwhile, so that there was time enough to send.
    await client.request('tools/list');
    expect(api.requests).toHaveLength(0);
    release();
    expect((await called).result?.['isError']).toBeUndefined();
    expect(order).toEqual(['intent held, 0 sent']);
    expect(api.requests).toHaveLength(1);
  });

  it('that is required and refused by the collector refuses the call', async () => {
    const api = await startApi();
    const collector = await startOtlpCollector({ otherwise: { status: 400 } });
    const client = await connect(
      environment(api, {
        ...collector.variables,
        OPENAPI_MCP_AUDIT: 'otel',
        OPENAPI_MCP_AUDIT_REQUIRED: 'true',
      }),
    );
    for (const id of [1, 2]) {
      const { result } = await callPet(client, {}, id);
      expect(result).toMatchObject({ isError: true });
      expect(JSON.stringify(result)).toContain('no call without one');
    }
    expect(api.requests).toEqual([]);
    expect(await client.end()).toBe(0);
    expect(client.stderr.match(/Audit records cannot be exported/g)).toHaveLength(1);
  });

  it.each([
    { OTEL_SDK_DISABLED: 'true' },
    { OTEL_LOGS_EXPORTER: 'none' },
    { OTEL_EXPORTER_OTLP_LOGS_PROTOCOL: 'grpc' },
  ])('does not start with %o', async (more) => {
    const api = await startApi();
    const client = new RawClient([serverPath], {
      env: environment(api, { OPENAPI_MCP_AUDIT: 'otel', ...more }),
    });
    expect(await client.exited).toBe(1);
    expect(client.stderr).toContain('switched off for log records');
  });

  it('of a call from the command line goes there, too', async () => {
    const collector = await startOtlpCollector();
    const api = await startApi();
    const { code } = await runCli(['call', built, 'getPetById', '--arg', 'petId=7'], {
      env: environment(api, { ...collector.variables, OPENAPI_MCP_AUDIT: 'otel' }),
    });
    expect(code).toBe(0);
    expect(collector.logs().map(({ event }) => event.split('.').at(-1))).toEqual([
      'start',
      'intent',
      'outcome',
    ]);
    expect(collector.spans()).toEqual([]);
  });
});

describe('a collector that is away', () => {
  it('changes no call, is told of once, and does not keep the server from ending', async () => {
    const api = await startApi();
    const collector = await startOtlpCollector();
    await collector.server.close();
    const client = await connect(
      environment(api, {
        ...collector.variables,
        OPENAPI_MCP_AUDIT: 'otel',
        OTEL_EXPORTER_OTLP_TIMEOUT: '50',
        OTEL_BSP_SCHEDULE_DELAY: '5',
        OTEL_BLRP_SCHEDULE_DELAY: '5',
      }),
    );
    for (const id of [1, 2, 3]) {
      expect((await callPet(client, {}, id)).result?.['isError']).toBeUndefined();
    }
    await expect.poll(() => client.stderr).toContain('Traces cannot be exported');
    await callPet(client, {}, 4);
    expect(await client.end()).toBe(0);
    expect(client.stderr.match(/Traces cannot be exported/g)).toHaveLength(1);
    // One line for each signal.
    expect(client.stderr.trimEnd().split('\n').length).toBeLessThanOrEqual(3);
    expect(api.requests).toHaveLength(4);
  });

  it.each([
    ['stdio', (client: RawClient) => client.end()],
    [
      'a signal',
      (client: RawClient) => {
        client.child.kill('SIGTERM');
        return client.exited;
      },
    ],
  ])('and never answers does not keep the server from ending by %s', async (_how, end) => {
    const api = await startApi();
    const collector = await startOtlpCollector({ otherwise: () => undefined });
    const client = await connect(
      environment(api, { ...collector.variables, OPENAPI_MCP_AUDIT: 'otel' }),
    );
    expect((await callPet(client)).result?.['isError']).toBeUndefined();
    expect(await end(client)).toBe(0);
    expect(collector.server.requests.length).toBeGreaterThan(0);
  });

  it('and never answers keeps no command from ending', async () => {
    const api = await startApi();
    const collector = await startOtlpCollector({ otherwise: () => undefined });
    const variables = environment(api, {
      ...collector.variables,
      OPENAPI_MCP_AUDIT: 'otel',
      // Beyond the time that a test may take.
      OTEL_EXPORTER_OTLP_TIMEOUT: '600000',
    });
    const { code, stdout } = await runCli(['call', built, 'getPetById', '--arg', 'petId=7'], {
      env: variables,
    });
    expect([code, stdout]).toEqual([0, expect.stringContaining('Rex')]);
    const served = await connect(variables, [cliMain, 'serve', built]);
    await callPet(served);
    expect(await served.end()).toBe(0);
  });

  it('because its address is none is said at the start', async () => {
    const api = await startApi();
    const client = await connect(
      environment(api, { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'no address' }),
    );
    expect((await callPet(client)).result?.['isError']).toBeUndefined();
    expect(await client.end()).toBe(0);
    expect(client.stderr).toMatch(/Could not parse .* 'no address'/);
  });
});

describe('telemetry that nobody asks for', () => {
  const parts = (name: string): boolean => name.startsWith('server-otel');

  function copyWithoutTelemetry(): string {
    const copy = path.join(temporaryFolder(), 'copy');
    cpSync(built, copy, { recursive: true });
    for (const name of readdirSync(copy).filter(parts)) rmSync(path.join(copy, name));
    return path.join(copy, 'server.mjs');
  }

  it.each([
    ['no variable', {}],
    [
      'OTEL_SDK_DISABLED',
      { OTEL_SDK_DISABLED: 'true', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' },
    ],
    [
      'exporters none',
      {
        OTEL_TRACES_EXPORTER: 'none',
        OTEL_METRICS_EXPORTER: 'none',
        OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1',
      },
    ],
    [
      'an endpoint for log records alone',
      { OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: 'http://127.0.0.1:1' },
    ],
  ])('is not loaded with %s', async (_what, more) => {
    expect(readdirSync(built).filter(parts)).not.toEqual([]);
    const api = await startApi();
    const client = await connect(environment(api, more), [copyWithoutTelemetry()]);
    await callPet(client, { traceparent, tracestate: 'shop=1' });
    expect(await client.end()).toBe(0);
    expect(client.stderr).toBe('');
    expect(api.requests[0]?.header('traceparent')).toBe(traceparent);
    expect(api.requests[0]?.header('tracestate')).toBe('shop=1');
  });

  it('is what the part of the program is for that was taken away', async () => {
    const api = await startApi();
    const client = new RawClient([copyWithoutTelemetry()], {
      env: environment(api, { OTEL_TRACES_EXPORTER: 'otlp' }),
    });
    expect(await client.exited).toBe(1);
  });
});

describe('exporters and protocols', () => {
  it('send Protobuf unless told otherwise, with the headers of the variables', async () => {
    const collector = await startOtlpCollector();
    const api = await startApi();
    const key = path.join(temporaryFolder(), 'headers');
    writeFileSync(key, 'x-collector-key=abc%20def\n');
    const client = await connect(
      environment(api, {
        OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/own/path`,
        OTEL_EXPORTER_OTLP_HEADERS_FILE: key,
        OTEL_EXPORTER_OTLP_COMPRESSION: 'none',
      }),
    );
    await callPet(client);
    await client.end();
    const [sent] = collector.server.requests;
    expect(sent).toMatchObject({ method: 'POST', target: '/own/path' });
    expect(sent?.header('content-type')).toBe('application/x-protobuf');
    expect(sent?.header('x-collector-key')).toBe('abc def');
    // Text stands in Protobuf as it is.
    expect(sent?.body.toString('latin1')).toContain('tools/call getPetById');
    expect(sent?.body.toString('latin1')).toContain('url.template');
    // Only traces have an endpoint.
    expect(collector.server.requests.map(({ target }) => target)).toEqual(['/own/path']);
  });

  it('write to standard error for the console, never to standard output', async () => {
    const api = await startApi();
    const client = await connect(
      environment(api, {
        OPENAPI_MCP_AUDIT: 'otel',
        OTEL_TRACES_EXPORTER: 'console',
        OTEL_METRICS_EXPORTER: 'console',
        OTEL_LOGS_EXPORTER: 'console',
      }),
    );
    await callPet(client);
    await client.end();
    for (const line of client.lines) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
    const kinds = client.stderr
      .trim()
      .split('\n')
      .map((line) => Object.keys(JSON.parse(line) as object)[0]);
    expect(new Set(kinds)).toEqual(new Set(['resourceSpans', 'resourceMetrics', 'resourceLogs']));
  });

  it('that are not there are said, and the server goes on without', async () => {
    const api = await startApi();
    const client = await connect(
      environment(api, {
        OTEL_TRACES_EXPORTER: 'zipkin',
        OTEL_METRICS_EXPORTER: 'otlp',
        OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
      }),
    );
    expect((await callPet(client)).result?.['isError']).toBeUndefined();
    expect(await client.end()).toBe(0);
    expect(client.stderr).toContain('"zipkin" is left out');
    expect(client.stderr).toContain('"grpc" of OTLP is not spoken');
  });

  it('serve a document, too', async () => {
    const collector = await startOtlpCollector();
    const api = await startApi();
    const client = await connect(environment(api, collector.variables), [
      cliMain,
      'serve',
      spec,
      '--direct',
      '--base-url',
      api.origin,
    ]);
    await callPet(client);
    expect(await client.end()).toBe(0);
    onlySpan(collector.spans(), 'tools/call getPetById');
    expect(existsSync(path.join(projectRoot, 'audit.jsonl'))).toBe(false);
  });
});

describe('no secret', () => {
  const secrets = {
    key: 'cnry key/1"+%<&>Qz9',
    token: 'cnry-token~Qz9.x/y+z_w==',
    collector: 'cnry-collector/+%25&<Qz9',
  };
  const canaries = Object.entries(secrets).map(([name, value]) => ({ name, value }));

  it('shows in what is exported, wherever a client puts it', async () => {
    const collector = await startOtlpCollector();
    const api = await startApi();
    api.script(...Array.from({ length: 3 }, () => ({ status: 500, json: secrets })));
    const client = await connect(
      environment(api, {
        ...collector.variables,
        PETSTORE_API_KEY_API_KEY: secrets.key,
        PETSTORE_PETSTORE_AUTH_TOKEN: secrets.token,
        OTEL_EXPORTER_OTLP_HEADERS: `x-key=${encodeURIComponent(secrets.collector)}`,
        OPENAPI_MCP_AUDIT: 'otel',
        OPENAPI_MCP_AUDIT_ARGUMENTS: 'full',
      }),
    );
    await callPet(client);
    for (const secret of Object.values(secrets)) {
      await callPet(client, { traceparent, x: secret }, secret);
      await client.request('tools/call', { name: secret, arguments: {} });
      await client.request(secret, { name: secret });
      await client.request('ping', {}, secret);
      await client.request('tools/call', {
        name: 'findPetsByStatus',
        arguments: { status: [secret] },
      });
    }
    expect(await client.end()).toBe(0);
    const wire = collector.text();
    expect(
      findCanaries(canaries, [
        { place: 'the exports', text: wire },
        { place: 'stderr', text: client.stderr },
      ]),
    ).toEqual([]);
    // The calls got as far as they were meant to.
    expect(wire).toContain('[redacted]');
    expect(collector.logs().length).toBeGreaterThan(10);
    expect(collector.spans().filter(({ kind }) => kind === CLIENT).length).toBeGreaterThan(3);
    expect(collector.server.requests[0]?.header('x-key')).toBe(secrets.collector);
  });
});
