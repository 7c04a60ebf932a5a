import { describe, expect, it, onTestFinished } from 'vitest';
import { buildSearchIndex } from '../../../src/mapping/index.ts';
import type { JsonObject } from '../../../src/model/json.ts';
import type { Tool } from '../../../src/model/tool.ts';
import type { Elicitation, ToolMiddleware, ToolOutcome } from '../../../src/runtime/call.ts';
import { createBridge, type Bridge } from '../../../src/runtime/index.ts';
import type { BridgeOptions } from '../../../src/runtime/bridge-options.ts';
import { artifactOf, toolOf, type ToolParts } from '../../support/artifact-builder.ts';
import { reasonOf } from '../../support/call-context.ts';
import { createFakeUpstream } from '../../support/fake-upstream.ts';

type Scopes = readonly string[] | undefined;

/** One deferred tool that reads, called `getThing`. */
function bridgeOf(
  parts: ToolParts,
  options: Partial<BridgeOptions<Scopes>> = {},
): { readonly bridge: Bridge<Scopes>; readonly sent: readonly unknown[] } {
  const tools: readonly Tool[] = [toolOf(parts)];
  const upstream = createFakeUpstream();
  const bridge = createBridge<Scopes>({
    artifact: artifactOf({ tools, mode: 'deferred', search: buildSearchIndex(tools) }),
    upstream,
    ...options,
  });
  onTestFinished(() => bridge.close());
  return { bridge, sent: upstream.plans };
}

async function call(
  bridge: Bridge<Scopes>,
  by: string,
  given: {
    readonly values?: JsonObject;
    readonly scopes?: readonly string[];
    readonly elicit?: (question: Elicitation) => Promise<{ action: 'accept' | 'decline' }>;
  } = {},
): Promise<ToolOutcome> {
  const { values = { id: '7' }, scopes, elicit } = given;
  const running = bridge.callTool(by, {
    arguments: { name: 'getThing', arguments: values },
    meta: {},
    session: scopes,
    signal: new AbortController().signal,
    ...(elicit === undefined
      ? {}
      : {
          elicit: async (question) => ({ ...(await elicit(question)), content: { confirm: true } }),
        }),
  });
  if (running === undefined) throw new Error(`${by} is not listed`);
  return running;
}

function textOf({ content }: ToolOutcome): string {
  return content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
}

describe.each(['call_tool', 'call_read_tool'])('a tool called through %s', (by) => {
  it('passes its own middleware, which sees the tool and not the call', async () => {
    const seen: unknown[] = [];
    const watch: ToolMiddleware<Scopes> = (next) => (context) => {
      seen.push(context.request.name, context.request.arguments, context.resolved.kind);
      return next(context);
    };
    const { bridge } = bridgeOf({ settings: { middleware: ['watch'] } }, { middleware: { watch } });
    expect(reasonOf(await call(bridge, by))).toBe('success');
    expect(seen).toEqual(['getThing', { id: '7' }, 'operation']);
  });

  it.each([
    ['accept', 'success', 1],
    ['decline', 'refused', 0],
  ] as const)('is confirmed by the person: %s', async (action, reason, requests) => {
    const { bridge, sent } = bridgeOf({ settings: { confirm: true } });
    const questions: string[] = [];
    const outcome = await call(bridge, by, {
      elicit: ({ message }) => {
        questions.push(message);
        return Promise.resolve({ action });
      },
    });
    expect([reasonOf(outcome), sent.length]).toEqual([reason, requests]);
    expect(questions).toEqual([expect.stringContaining('getThing')]);
    expect(bridge.mayAsk(by)).toBe(true);
  });

  it('is refused where nobody can be asked', async () => {
    const { bridge, sent } = bridgeOf({ settings: { confirm: true } });
    expect([reasonOf(await call(bridge, by)), sent]).toEqual(['refused', []]);
  });

  it.each([
    [['admin'], 1],
    [['other'], 0],
  ])('asks for its own scopes: %j', async (scopes, requests) => {
    const { bridge, sent } = bridgeOf(
      { settings: { scopes: ['admin'] } },
      { scopesOf: (session) => session },
    );
    const outcome = await call(bridge, by, { scopes });
    expect(sent).toHaveLength(requests);
    if (requests === 0) expect(textOf(outcome)).toContain('No tool is named "getThing"');
  });

  it('is checked against its schema where it asks for that, and told what was wrong', async () => {
    const { bridge, sent } = bridgeOf({ settings: { validateArguments: true } });
    const outcome = await call(bridge, by, { values: { id: '7', limit: 0 } });
    expect([reasonOf(outcome), sent]).toEqual(['arguments', []]);
    expect(textOf(outcome)).toMatch(
      /limit must be >= 1, got 0\ngetThing\(id, limit\?: integer\)\nrequired: id\nlimit: \{"type":"integer","minimum":1\}$/,
    );
    const free = bridgeOf({});
    expect(reasonOf(await call(free.bridge, by, { values: { id: '7', limit: 0 } }))).toBe(
      'success',
    );
  });

  it('is told the argument that was meant for a slip', async () => {
    const { bridge, sent } = bridgeOf({});
    const outcome = await call(bridge, by, { values: { id: '7', limt: 3 } });
    expect(sent).toEqual([]);
    expect(textOf(outcome)).toMatch(/limit: \{"type":"integer","minimum":1\}$/);
    expect(textOf(outcome)).not.toContain('id: {');
  });

  it('is what the audit records, with its operation', async () => {
    const lines: string[] = [];
    const audit = {
      write: (line: string) => {
        lines.push(line);
        return Promise.resolve();
      },
      close: () => Promise.resolve(),
    };
    const { bridge } = bridgeOf({}, { audit });
    await call(bridge, by);
    const records = lines.map((line): unknown => JSON.parse(line));
    expect(records).toMatchObject([
      { type: 'start' },
      {
        type: 'intent',
        tool: 'getThing',
        operation: { id: 'getThing', method: 'GET', path: '/things/{id}', document: 'shop' },
      },
      { type: 'outcome' },
    ]);
    expect(lines.join('\n')).not.toContain(by);
  });
});
