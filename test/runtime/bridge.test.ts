import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/model/json.ts';
import { defaultRuntimeSettings } from '../../src/model/settings.ts';
import type { SecurityScheme } from '../../src/model/security.ts';
import { createBridge } from '../../src/runtime/bridge.ts';
import type { Bridge, BridgeOptions } from '../../src/runtime/bridge-options.ts';
import type { ToolOutcome } from '../../src/runtime/call.ts';
import type { HandwrittenTool } from '../../src/runtime/handwritten-tool.ts';
import type { AuditSink } from '../../src/runtime/middleware/audit/audit-sink.ts';
import { artifactOf, toolOf } from '../support/artifact-builder.ts';
import { done, reasonOf, textOf } from '../support/call-context.ts';
import { createFakeUpstream } from '../support/fake-upstream.ts';
import { createManualClock } from '../support/manual-clock.ts';

const writing = toolOf({ name: 'setThing', hints: { readOnly: false } });
const own: HandwrittenTool = {
  name: 'own',
  description: 'Our own.\nSecond line.',
  hints: { readOnly: true },
  handler: () => Promise.resolve(done),
};

function bridgeOf(options: Partial<BridgeOptions> = {}): Bridge {
  return createBridge({ artifact: artifactOf(), upstream: createFakeUpstream(), ...options });
}

async function call(
  bridge: Bridge,
  name: string,
  given: JsonObject = { id: '1' },
): Promise<ToolOutcome> {
  const running = bridge.callTool(name, {
    arguments: given,
    meta: {},
    signal: new AbortController().signal,
    session: undefined,
  });
  if (running === undefined) throw new Error(`no tool ${name}`);
  return running;
}

const names = (bridge: Bridge): readonly string[] =>
  bridge.listTools(undefined).map(({ name }) => name);
const readOnly = { ...defaultRuntimeSettings, readOnly: true };

describe('a bridge', () => {
  it("lists the artifact's tools, then hand-written ones, always as the same array", () => {
    const bridge = bridgeOf({ tools: [own] });
    expect(names(bridge)).toEqual(['getThing', 'own']);
    expect(bridge.listTools(undefined)).toBe(bridge.listTools(undefined));
    expect(bridge.listTools(undefined)[1]).toMatchObject({
      inputSchema: { type: 'object', properties: {} },
      annotations: { readOnlyHint: true },
    });
  });

  it.each(['nothing', '__proto__', 'constructor'])('knows no tool %s', (name) => {
    expect(
      bridgeOf().callTool(name, {
        arguments: {},
        meta: {},
        signal: new AbortController().signal,
        session: undefined,
      }),
    ).toBeUndefined();
  });

  it('closes upstream and audit', async () => {
    const upstream = createFakeUpstream();
    let closed = 0;
    const audit: AuditSink = {
      write: () => Promise.resolve(),
      close: () => {
        closed += 1;
        return Promise.resolve();
      },
    };
    await bridgeOf({ upstream, audit }).close();
    expect([upstream.isClosed(), closed]).toEqual([true, 1]);
  });
});

describe('a read-only bridge', () => {
  const options = {
    artifact: artifactOf({ tools: [toolOf(), writing] }),
    settings: readOnly,
    tools: [own, { ...own, name: 'risky', hints: {} }],
  };

  it('lists what reads, generated or hand-written', () => {
    expect(names(bridgeOf(options))).toEqual(['getThing', 'own']);
  });

  it.each(['setThing', 'risky'])(
    'refuses %s even when a client calls it by heart',
    async (name) => {
      const upstream = createFakeUpstream();
      const outcome = await call(bridgeOf({ ...options, upstream }), name);
      expect(reasonOf(outcome)).toBe('refused');
      expect(upstream.plans).toEqual([]);
    },
  );

  it('can be asked of the artifact', () => {
    expect(
      names(
        bridgeOf({
          artifact: artifactOf({ tools: [toolOf(), writing], runtime: { readOnly: true } }),
        }),
      ),
    ).toEqual(['getThing']);
  });
});

describe('a bridge that cannot start', () => {
  const broken: readonly (readonly [string, Partial<BridgeOptions>, string])[] = [
    ['two tools of one name', { tools: [{ ...own, name: 'getThing' }] }, 'tool-clash'],
    [
      'a hand-written name that clients refuse',
      { tools: [{ ...own, name: 'has space' }] },
      'configuration-invalid',
    ],
    [
      'a hand-written tool without description',
      { tools: [{ ...own, description: ' ' }] },
      'configuration-invalid',
    ],
    [
      'a hand-written tool without handler',
      { tools: [{ ...own, handler: undefined as never }] },
      'configuration-invalid',
    ],
    [
      'a hand-written schema whose root is no object',
      { tools: [{ ...own, inputSchema: { type: 'string' } }] },
      'configuration-invalid',
    ],
    [
      'server middleware that is missing',
      { artifact: artifactOf({ middleware: ['tenant'] }) },
      'middleware-missing',
    ],
    [
      'tool middleware that is missing',
      { artifact: artifactOf({ tools: [toolOf({ settings: { middleware: ['tenant'] } })] }) },
      'middleware-missing',
    ],
    [
      'settings of an unknown built-in',
      {
        artifact: artifactOf({ tools: [toolOf({ settings: { configure: { rateLimits: {} } } })] }),
      },
      'configuration-invalid',
    ],
    [
      'settings that a built-in cannot use',
      { artifact: artifactOf({ tools: [toolOf({ settings: { configure: { rateLimit: 5 } } })] }) },
      'configuration-invalid',
    ],
    [
      'a server that is not there',
      { artifact: artifactOf({ tools: [toolOf({ request: { server: 3 } })] }) },
      'artifact-invalid',
    ],
  ];

  it.each(broken)('says so: %s', (_case, options, code) => {
    expect(() => bridgeOf(options)).toThrow(
      expect.objectContaining({ code, fix: expect.stringMatching(/\w/) }),
    );
  });
});

describe('a call through the whole bridge', () => {
  it('U102 sends configured headers', async () => {
    const upstream = createFakeUpstream();
    const settings = { ...defaultRuntimeSettings, headers: { 'X-Api-Version': '5' } };
    await call(bridgeOf({ upstream, settings }), 'getThing');
    expect(upstream.plans[0]?.headers).toContainEqual(['X-Api-Version', '5']);
  });

  it('K7 sends credentials to the origin of the base URL that holds', async () => {
    const upstream = createFakeUpstream();
    const key: SecurityScheme = { type: 'apiKey', in: 'header', name: 'X-Key', deprecated: false };
    const artifact = artifactOf({
      tools: [toolOf({ security: [{ schemes: [{ scheme: 'key', scopes: [] }] }] })],
      document: { securitySchemes: { key } },
    });
    const bridge = bridgeOf({
      artifact,
      upstream,
      baseUrls: { shop: 'http://127.0.0.1:9/x' },
      credentials: { find: () => ({ apiKey: 'k1' }) },
    });
    await call(bridge, 'getThing');
    expect(upstream.plans[0]).toMatchObject({ url: 'http://127.0.0.1:9/x/things/1' });
    expect(upstream.plans[0]?.headers).toContainEqual(['X-Key', 'k1']);
  });

  it('K2 tells at start which tools lack credentials, equal needs together', async () => {
    const key: SecurityScheme = { type: 'apiKey', in: 'header', name: 'X-Key', deprecated: false };
    const security = [{ schemes: [{ scheme: 'key', scopes: [] }] }];
    const artifact = artifactOf({
      tools: [toolOf(), toolOf({ name: 'a', security }), toolOf({ name: 'b', security })],
      document: { securitySchemes: { key } },
    });
    expect(await bridgeOf({ artifact }).missingCredentials(undefined)).toEqual([
      { tools: ['a', 'b'], fix: 'Set SHOP_KEY_API_KEY (scheme "key").' },
    ]);
    expect(
      await bridgeOf({
        artifact,
        credentials: { find: () => ({ apiKey: 'k' }) },
      }).missingCredentials(undefined),
    ).toEqual([]);
  });

  it('validates what coercion makes of the arguments', async () => {
    const upstream = createFakeUpstream();
    const bridge = bridgeOf({
      upstream,
      artifact: artifactOf({ tools: [toolOf({ settings: { validateArguments: true } })] }),
    });
    expect(reasonOf(await call(bridge, 'getThing', { id: '1', limit: '5' }))).toBe('success');
    expect(upstream.plans[0]?.target).toBe('/v1/things/1?limit=5');
    const refused = await call(bridge, 'getThing', { id: '1', limit: 0 });
    expect(reasonOf(refused)).toBe('arguments');
    expect(textOf(refused)).toMatch(/limit must be >= 1, got 0/);
  });

  it('R19 tries a read again, and records it', async () => {
    const clock = createManualClock();
    const lines: string[] = [];
    const audit: AuditSink = {
      write: (line) => {
        lines.push(line);
        return Promise.resolve();
      },
      close: () => Promise.resolve(),
    };
    const upstream = createFakeUpstream((_plan, index) =>
      index === 0 ? { status: 503 } : { body: { id: 1 } },
    );
    const impatient = { ...clock, sleep: () => Promise.resolve() };
    const outcome = await call(bridgeOf({ upstream, audit, clock: impatient }), 'getThing');
    expect(reasonOf(outcome)).toBe('success');
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({
      type: 'outcome',
      status: 200,
      attempts: 2,
    });
  });

  it('limits each tool by its own settings', async () => {
    const artifact = artifactOf({
      tools: [toolOf({ settings: { configure: { rateLimit: { perMinute: 1, burst: 1 } } } })],
    });
    const bridge = bridgeOf({ artifact, clock: createManualClock() });
    expect(reasonOf(await call(bridge, 'getThing'))).toBe('success');
    expect(reasonOf(await call(bridge, 'getThing'))).toBe('limited');
  });

  it('ends a hand-written tool that never ends', async () => {
    const settings = {
      ...defaultRuntimeSettings,
      limits: { ...defaultRuntimeSettings.limits, totalTimeoutMs: 5 },
    };
    const outcome = await call(
      bridgeOf({ settings, tools: [{ ...own, handler: () => new Promise(() => undefined) }] }),
      'own',
      {},
    );
    expect(reasonOf(outcome)).toBe('timeout');
  });
});
