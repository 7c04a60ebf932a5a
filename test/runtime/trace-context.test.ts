import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/model/json.ts';
import { defaultRuntimeSettings } from '../../src/model/settings.ts';
import type { BridgeOptions } from '../../src/runtime/bridge-options.ts';
import { createBridge } from '../../src/runtime/bridge.ts';
import type { CallInput } from '../../src/runtime/call.ts';
import { shownUrl, urlTemplate } from '../../src/runtime/shown-url.ts';
import { readTraceContext } from '../../src/runtime/trace-context.ts';
import { resolveBases } from '../../src/runtime/base-urls.ts';
import { createRedactor } from '../../src/runtime/redact.ts';
import { artifactOf, toolOf } from '../support/artifact-builder.ts';
import { createFakeUpstream } from '../support/fake-upstream.ts';
import { startHttp, oldHeaders, post, rpc } from '../support/http-bridge.ts';

const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
const traceparent = `00-${trace}-00f067aa0ba902b7-01`;
const read = (values: JsonObject) => readTraceContext((name) => values[name]);

describe('a trace context', () => {
  it('is read whole', () => {
    const whole = { traceparent, tracestate: 'a=1,b=2', baggage: 'user=al' };
    expect(read(whole)).toEqual(whole);
  });

  it.each([
    ['version ff', `ff-${trace}-00f067aa0ba902b7-01`],
    ['a trace id of zeros', `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`],
    ['a span id of zeros', `00-${trace}-${'0'.repeat(16)}-01`],
    ['capital letters', traceparent.toUpperCase()],
    ['a version 00 with more', `${traceparent}-more`],
    ['too little', traceparent.slice(0, -1)],
    ['two at once', `${traceparent}, ${traceparent}`],
    ['a line break', `${traceparent}\r\nx: y`],
    ['a number', 7],
    ['an object', {}],
  ])('with %s counts as none', (_what, value) => {
    expect(read({ traceparent: value, tracestate: 'a=1' })).toBeUndefined();
  });

  it('of a later version may say more', () => {
    const later = `01-${trace}-00f067aa0ba902b7-01-what-comes`;
    expect(read({ traceparent: later })).toEqual({ traceparent: later });
  });

  it.each(['a=1\nb: c', '', 'ü=1', 'x'.repeat(9_000)])(
    'leaves out what no header can hold',
    (text) => {
      expect(read({ traceparent, tracestate: text, baggage: text })).toEqual({ traceparent });
    },
  );

  it('may be baggage alone', () => {
    expect(read({ baggage: 'user=al', tracestate: 'a=1' })).toEqual({ baggage: 'user=al' });
  });
});

describe('without telemetry a trace context', () => {
  async function headersFor(
    input: Partial<CallInput>,
    options: Partial<BridgeOptions> = {},
  ): Promise<Readonly<Record<string, string>>> {
    const upstream = createFakeUpstream();
    const bridge = createBridge({ artifact: artifactOf(), upstream, ...options });
    await bridge.callTool('getThing', {
      arguments: { id: '1' },
      meta: {},
      signal: new AbortController().signal,
      session: undefined,
      ...input,
    });
    return Object.fromEntries(upstream.plans[0]?.headers ?? []);
  }

  it('of the request goes upstream as it is', async () => {
    const meta = { traceparent, tracestate: 'a=1', baggage: 'user=al', progressToken: 1 };
    expect(await headersFor({ meta })).toMatchObject({
      traceparent,
      tracestate: 'a=1',
      baggage: 'user=al',
    });
  });

  it('is not made up', async () => {
    expect(Object.keys(await headersFor({}))).toEqual(['Accept']);
    expect(Object.keys(await headersFor({ meta: { traceparent: 'x' } }))).toEqual(['Accept']);
  });

  it('replaces no header of the configuration', async () => {
    const settings = { ...defaultRuntimeSettings, headers: { Traceparent: 'ours' } };
    expect(await headersFor({ meta: { traceparent } }, { settings })).toEqual(
      expect.objectContaining({ Traceparent: 'ours' }),
    );
    expect(await headersFor({ meta: { traceparent } }, { settings })).not.toHaveProperty(
      'traceparent',
    );
  });

  it('is passed on as far as that is wanted', async () => {
    const meta = { traceparent, tracestate: 'a=1', baggage: 'user=al' };
    const headers = await headersFor({ meta }, { traceHeaders: ['baggage'] });
    expect(Object.keys(headers)).toEqual(['Accept', 'baggage']);
    expect(Object.keys(await headersFor({ meta }, { traceHeaders: [] }))).toEqual(['Accept']);
  });

  it('of the HTTP request counts where the message has none', async () => {
    const { url, upstream } = await startHttp();
    const inMessage = traceparent.replace(/01$/, '00');
    const call = { name: 'getThing', arguments: { id: '1' } };
    await post(url, rpc('tools/call', call), { ...oldHeaders, traceparent });
    await post(url, rpc('tools/call', { ...call, _meta: { traceparent: inMessage } }), {
      ...oldHeaders,
      traceparent,
    });
    expect(upstream.plans.map(({ headers }) => new Map(headers).get('traceparent'))).toEqual([
      traceparent,
      inMessage,
    ]);
  });
});

describe('a URL for others', () => {
  const tool = toolOf({
    inputSchema: { properties: { id: {}, note: { format: 'password' } } },
  });
  const shown = {
    tool,
    url: 'https://shop.example/v1/things/7?limit=2&api_key=s3cretvalue&x=knownsecret',
    withoutValues: 'https://shop.example/v1/things/{id}',
    arguments: { id: '7' },
    redactor: createRedactor(['knownsecret']),
  };
  const clean = 'https://shop.example/v1/things/7?limit=2&api_key=[redacted]&x=[redacted]';

  it.each([
    ['full', {}, clean],
    ['redacted', {}, clean],
    ['redacted', { note: 'pin' }, shown.withoutValues],
    ['redacted', { password: 'pin' }, shown.withoutValues],
    ['fingerprints', {}, shown.withoutValues],
    ['names', {}, shown.withoutValues],
    ['none', {}, shown.withoutValues],
  ] as const)('with the policy %s and %o holds no more than the audit', (policy, more, url) => {
    expect(shownUrl({ ...shown, policy, arguments: { id: '7', ...more } })).toBe(url);
  });

  it('has a template of base path and operation', () => {
    expect(urlTemplate(tool, resolveBases(artifactOf(), {}))).toBe('/v1/things/{id}');
  });
});
