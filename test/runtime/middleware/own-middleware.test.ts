import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/model/json.ts';
import { defaultRuntimeSettings } from '../../../src/model/settings.ts';
import type { ToolOutcome } from '../../../src/runtime/call.ts';
import type { InternalProblem } from '../../../src/runtime/guard.ts';
import type { BridgeOptions, ToolMiddleware } from '../../../src/runtime/index.ts';
import { createBridge } from '../../../src/runtime/index.ts';
import type { RequestPlan } from '../../../src/runtime/request/plan.ts';
import { artifactOf, toolOf } from '../../support/artifact-builder.ts';
import { reasonOf, textOf } from '../../support/call-context.ts';
import type { FakeAnswer } from '../../support/fake-upstream.ts';
import { createFakeUpstream } from '../../support/fake-upstream.ts';

/** What a host's sign-in might know. */
interface Session {
  readonly principal: string;
  readonly tenant: string;
}

const ada: Session = { principal: 'ada', tenant: 'acme' };

interface Setup extends Partial<Omit<BridgeOptions<Session>, 'middleware' | 'upstream'>> {
  readonly answer?: (plan: RequestPlan, index: number) => FakeAnswer;
}

/** A bridge whose one tool passes `own`, and what left it. */
function bridgeWith(own: ToolMiddleware<Session>, { answer, ...options }: Setup = {}) {
  const upstream = createFakeUpstream(answer);
  const problems: InternalProblem[] = [];
  const bridge = createBridge<Session>({
    artifact: artifactOf({ middleware: ['own'] }),
    middleware: { own },
    upstream,
    onProblem: (problem) => problems.push(problem),
    ...options,
  });
  const call = async (meta: JsonObject = {}, session = ada): Promise<ToolOutcome> => {
    const running = bridge.callTool('getThing', {
      arguments: { id: '1' },
      meta,
      signal: new AbortController().signal,
      session,
    });
    if (running === undefined) throw new Error('no tool');
    return running;
  };
  return { call, plans: upstream.plans, problems };
}

const valuesOf = (plan: RequestPlan | undefined, name: string): readonly string[] =>
  plan?.headers.flatMap(([key, value]) => (key.toLowerCase() === name ? [value] : [])) ?? [];

/** Sends these headers. */
const sending =
  (...headers: readonly (readonly [string, string])[]): ToolMiddleware<Session> =>
  (next) =>
  (context) =>
    next({ ...context, headers });

describe("a person's own middleware", () => {
  it('sees the session, the tool, and the _meta of the request', async () => {
    const seen: unknown[] = [];
    const { call } = bridgeWith((next) => (context) => {
      const { session, request, resolved } = context;
      seen.push([session.tenant, resolved.tool.name, request.meta]);
      return next(context);
    });
    const meta = { progressToken: 7, traceparent: '00-a-b-01', 'com.example/x': [1] };
    await call(meta);
    expect(seen).toEqual([['acme', 'getThing', meta]]);
  });

  it('writes the _meta of the result, beside what is there', async () => {
    const { call } = bridgeWith(
      (next) => async (context) => {
        const outcome = await next(context);
        return {
          ...outcome,
          meta: { ...outcome.meta, 'com.example/status': context.exchange.status ?? 0 },
        };
      },
      { audit: { write: () => Promise.resolve(), close: () => Promise.resolve() } },
    );
    const { meta } = await call();
    expect(meta).toMatchObject({ 'com.example/status': 200 });
    expect(Object.keys(meta ?? {})).toHaveLength(2);
  });

  it('may call the next layer again: each time a request leaves, counted in one exchange', async () => {
    const attempts: number[] = [];
    const { call, plans } = bridgeWith(
      (next) => async (context) => {
        const first = await next(context);
        const second = first.kind === 'failure' ? await next(context) : first;
        attempts.push(context.exchange.attempts);
        return second;
      },
      {
        answer: (_plan, index) => (index === 0 ? { status: 404 } : { body: { id: 1 } }),
      },
    );
    expect(reasonOf(await call())).toBe('success');
    expect(plans).toHaveLength(2);
    expect(attempts).toEqual([2]);
  });

  it('may refuse without anything being sent', async () => {
    const { call, plans } = bridgeWith(
      () => () =>
        Promise.resolve({
          kind: 'failure',
          reason: 'refused',
          content: [{ type: 'text', text: 'Not on Sundays.' }],
        }),
    );
    expect(textOf(await call())).toBe('Not on Sundays.');
    expect(plans).toEqual([]);
  });

  it.each<readonly [string, ToolMiddleware<Session>]>([
    ['throws', () => () => Promise.reject(new Error('hunter2'))],
    ['returns nothing', () => () => Promise.resolve(undefined as never)],
    [
      'returns what JSON cannot carry',
      (next) => async (context) => {
        const outcome = await next(context);
        return { ...outcome, meta: { big: 1n as never } };
      },
    ],
    [
      'changes what all calls share',
      (next) => (context) => {
        (context.request.arguments as Record<string, unknown>)['id'] = '2';
        return next(context);
      },
    ],
  ])('that %s gives a clean failure, and the log the cause', async (_case, own) => {
    const { call, problems } = bridgeWith(own);
    const outcome = await call();
    expect(reasonOf(outcome)).toBe('internal');
    expect(JSON.stringify(outcome)).not.toContain('hunter2');
    expect(problems).toMatchObject([{ tool: 'getThing', part: 'the middleware "own"' }]);
  });
});

describe('headers of a middleware', () => {
  it('go upstream, in the place of configured ones and of arguments', async () => {
    const settings = {
      ...defaultRuntimeSettings,
      headers: { 'x-tenant': 'nobody', 'X-Kept': 'yes' },
    };
    const { call, plans } = bridgeWith(sending(['X-Tenant', 'acme'], ['Accept', 'text/csv']), {
      settings,
    });
    await call();
    expect(valuesOf(plans[0], 'x-tenant')).toEqual(['acme']);
    expect(valuesOf(plans[0], 'x-kept')).toEqual(['yes']);
    expect(valuesOf(plans[0], 'accept')).toEqual(['text/csv']);
  });

  it('never stand in the place of a credential', async () => {
    const { call, plans } = bridgeWith(sending(['X-Key', 'forged']), {
      artifact: artifactOf({
        middleware: ['own'],
        tools: [toolOf({ security: [{ schemes: [{ scheme: 'key', scopes: [] }] }] })],
        document: {
          securitySchemes: {
            key: { type: 'apiKey', in: 'header', name: 'X-Key', deprecated: false },
          },
        },
      }),
      credentials: { find: () => ({ apiKey: 'right' }) },
    });
    const outcome = await call();
    expect([reasonOf(outcome), valuesOf(plans[0], 'x-key')]).toEqual(['success', ['right']]);
  });

  it.each([
    ['a line break', 'X-Tenant', 'a\r\nX-Admin: 1'],
    ['a name that belongs to HTTP', 'Content-Length', '0'],
    ['no name', '', 'x'],
  ])('are refused with %s, and nothing is sent', async (_case, name, value) => {
    const { call, plans } = bridgeWith(sending([name, value]));
    expect(reasonOf(await call())).toBe('internal');
    expect(plans).toEqual([]);
  });

  it('keep apart what the cache keeps', async () => {
    const { call, plans } = bridgeWith(
      (next) => (context) => next({ ...context, headers: [['X-Tenant', context.session.tenant]] }),
      {
        principalOf: ({ principal }) => principal,
        artifact: artifactOf({
          middleware: ['own'],
          tools: [toolOf({ settings: { configure: { cache: {} } } })],
        }),
        answer: (plan) => ({
          headers: { 'cache-control': 'max-age=60' },
          body: { of: valuesOf(plan, 'x-tenant') },
        }),
      },
    );
    const texts = [];
    for (const tenant of ['acme', 'bolt', 'acme']) {
      texts.push(textOf(await call({}, { ...ada, tenant })));
    }
    expect(texts.map((text) => JSON.parse(text) as unknown)).toEqual([
      { of: ['acme'] },
      { of: ['bolt'] },
      { of: ['acme'] },
    ]);
    expect(plans).toHaveLength(2);
  });
});
