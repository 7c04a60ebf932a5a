import { describe, expect, it } from 'vitest';
import { createBridge } from '../../src/runtime/bridge.ts';
import type { BridgeOptions } from '../../src/runtime/bridge-options.ts';
import type { ToolMiddleware, ToolOutcome } from '../../src/runtime/call.ts';
import type { HandwrittenTool } from '../../src/runtime/handwritten-tool.ts';
import { createRedactor } from '../../src/runtime/redact.ts';
import { artifactOf, toolOf } from '../support/artifact-builder.ts';
import { done } from '../support/call-context.ts';
import { createFakeUpstream } from '../support/fake-upstream.ts';
import type {
  AnyClient,
  CallResult,
  ClientSetup,
  ServedBridge,
} from '../support/in-process-client.ts';
import { clients, serveInProcess } from '../support/in-process-client.ts';

const text = ({ content }: CallResult): string =>
  content.map((block) => block.text ?? '').join('\n');

function handwritten(
  handler: HandwrittenTool['handler'],
  rest: Partial<HandwrittenTool> = {},
): HandwrittenTool {
  return {
    name: 'own',
    description: 'A tool of our own.',
    hints: { readOnly: true },
    ...rest,
    handler,
  };
}

const strange = toolOf({
  name: 'strange',
  title: 'Strange tool',
  hints: { readOnly: false, title: 'Annotated' },
  inputSchema: {
    type: ['object'],
    properties: {
      any: true,
      none: false,
      order: { type: 'integer', format: 'int64', 'x-order': 3 },
    },
    $defs: { Loop: { type: 'object', properties: { self: { $ref: '#/$defs/Loop' } } } },
  },
  icons: [{ src: '' }, { src: 'https://shop.example/i.svg', sizes: ['any'], theme: 'dark' }],
  execution: { taskSupport: 'required' },
  meta: { 'com.example/team': 'pets' },
});

describe.each(clients)('with the %s', (_name, connect) => {
  async function start(
    options: Partial<BridgeOptions>,
    setup?: ClientSetup,
  ): Promise<AnyClient & { readonly served: ServedBridge }> {
    const bridge = createBridge({
      artifact: artifactOf(),
      upstream: createFakeUpstream(),
      ...options,
    });
    const served = serveInProcess(bridge);
    return { ...(await connect(served, setup)), served };
  }

  it('lists tools whole and safe for every client', async () => {
    const { listTools } = await start({ artifact: artifactOf({ tools: [toolOf(), strange] }) });
    const { tools } = await listTools();
    expect(tools[0]).toEqual({
      name: 'getThing',
      description: 'Reads a thing.\nGET /things/{id}',
      inputSchema: toolOf().inputSchema,
      annotations: {
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: true,
      },
      _meta: { 'io.github.openapi-mcp/operation': 'GET /things/{id}' },
    });
    expect(tools[1]).toMatchObject({
      title: 'Strange tool',
      annotations: { title: 'Annotated', readOnlyHint: false, destructiveHint: true },
      inputSchema: {
        type: 'object',
        properties: {
          any: {},
          none: { not: {} },
          order: { type: 'integer', format: 'int64', 'x-order': 3 },
        },
        $defs: { Loop: { type: 'object', properties: { self: { $ref: '#/$defs/Loop' } } } },
      },
      icons: [{ src: 'https://shop.example/i.svg', sizes: ['any'], theme: 'dark' }],
      _meta: { 'com.example/team': 'pets' },
    });
  });

  it('calls a tool and gets text and structured content', async () => {
    const upstream = createFakeUpstream(() => ({ body: { id: 7, name: 'Rex' } }));
    const { callTool } = await start({ upstream });
    const result = await callTool('getThing', { id: 'a b', limit: 5 });
    expect(upstream.plans.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET https://shop.example/v1/things/a%20b?limit=5',
    ]);
    expect(JSON.parse(text(result))).toEqual({ id: 7, name: 'Rex' });
    expect(result.structuredContent).toEqual({ id: 7, name: 'Rex' });
    expect(result.isError).toBeFalsy();
  });

  it('R9 gives upstream errors as results without structured content', async () => {
    const { callTool } = await start({
      upstream: createFakeUpstream(() => ({ status: 404, body: { title: 'No such thing' } })),
    });
    const result = await callTool('getThing', { id: '1' });
    expect(result.isError).toBe(true);
    expect(text(result)).toMatch(/404 Not Found.*No such thing/s);
    expect(result.structuredContent).toBeUndefined();
  });

  it('R10 answers an unknown tool with -32602 and the nearest names', async () => {
    const { callTool } = await start({});
    await expect(callTool('getThings')).rejects.toMatchObject({
      code: -32_602,
      message: expect.stringMatching(/Unknown tool: getThings\. Did you mean "getThing"\?/),
    });
  });

  it('gives arguments that do not fit as a result, and sends nothing', async () => {
    const upstream = createFakeUpstream();
    const { callTool } = await start({ upstream });
    const result = await callTool('getThing', { idd: '1' });
    expect(result.isError).toBe(true);
    expect(text(result)).toMatch(/Nothing was sent.*idd/s);
    expect(upstream.plans).toEqual([]);
  });

  it.each<[string, () => unknown]>([
    ['a message with a secret', () => new Error('GET https://user:hunter2@internal/ failed')],
    [
      'a code and data',
      () =>
        Object.assign(new Error('hunter2'), {
          code: -32_000,
          data: { Authorization: 'Bearer hunter2' },
        }),
    ],
    ['a DOMException', () => new DOMException('hunter2', 'TimeoutError')],
    ['text', () => 'hunter2'],
    ['nothing', () => undefined],
  ])('scrubs %s that a tool throws', async (_case, thrown) => {
    const problems: unknown[] = [];
    const { callTool, served } = await start({
      tools: [
        handwritten(() => {
          throw thrown();
        }),
      ],
      onProblem: (problem) => problems.push(problem),
    });
    const result = await callTool('own');
    expect(result.isError).toBe(true);
    expect(text(result)).toMatch(/not the fault of the arguments/);
    expect(served.lines.join('\n')).not.toMatch(/hunter2|internal\/|-32000/);
    expect(problems).toMatchObject([{ tool: 'own', part: 'the tool "own"' }]);
  });

  it.each<[string, () => unknown]>([
    ['a BigInt', () => ({ ...done, structuredContent: { n: 1n } })],
    [
      'a cycle',
      () => {
        const loop: Record<string, unknown> = {};
        loop['self'] = loop;
        return { ...done, structuredContent: loop };
      },
    ],
    [
      'a toJSON that throws',
      () => ({
        ...done,
        structuredContent: {
          at: {
            toJSON: () => {
              throw new Error('no');
            },
          },
        },
      }),
    ],
    ['nothing', () => undefined],
    ['no content', () => ({ kind: 'success', content: [] })],
    [
      'a block of no known type',
      () => ({ kind: 'success', content: [{ type: 'video', url: 'x' }] }),
    ],
    ['text that is none', () => ({ kind: 'success', content: [{ type: 'text' }] })],
    [
      'an image without its type',
      () => ({ kind: 'success', content: [{ type: 'image', data: 'aa' }] }),
    ],
    ['structured content that is a list', () => ({ ...done, structuredContent: [1] })],
  ])('answers all the same when a tool returns %s', async (_case, outcome) => {
    const { callTool } = await start({
      tools: [handwritten(() => Promise.resolve(outcome() as ToolOutcome))],
    });
    const result = await callTool('own');
    expect(result.isError).toBe(true);
    expect(text(result)).toMatch(/server failed/);
  });

  it('C15 does not answer a promised schema without structured content', async () => {
    const { callTool } = await start({
      tools: [handwritten(() => Promise.resolve(done), { outputSchema: { type: 'object' } })],
    });
    await expect(callTool('own')).resolves.toMatchObject({ isError: true });
  });

  it("R11 takes known secrets out of what people's tools return", async () => {
    const outcome: ToolOutcome = {
      kind: 'success',
      content: [{ type: 'text', text: 'key s3cr3t-key' }],
      structuredContent: { key: 's3cr3t-key' },
    };
    const { callTool } = await start({
      tools: [handwritten(() => Promise.resolve(outcome))],
      redactor: createRedactor(['s3cr3t-key']),
    });
    const result = await callTool('own');
    expect(JSON.stringify(result)).not.toContain('s3cr3t-key');
    expect(result.structuredContent).toEqual({ key: '[redacted]' });
  });

  it('aborts the upstream call when the client cancels', async () => {
    const upstream = createFakeUpstream(() => 'hang');
    const { callTool } = await start({ upstream });
    const cancel = new AbortController();
    const running = callTool('getThing', { id: '1' }, { signal: cancel.signal });
    const signal = await upstream.firstSignal;
    const aborted = new Promise((resolve) => {
      signal.addEventListener('abort', resolve, { once: true });
    });
    cancel.abort('enough');
    await expect(running).rejects.toThrow();
    await aborted;
  });

  it('tells progress that rises, to those who asked', async () => {
    const { callTool, served } = await start({});
    await callTool('getThing', { id: '1' });
    expect(served.lines.join('')).not.toContain('notifications/progress');
    await callTool('getThing', { id: '1' }, { onprogress: () => undefined });
    const updates = served.lines
      .map((line) => JSON.parse(line) as { method?: string; params?: { progress: number } })
      .flatMap(({ method, params }) =>
        method === 'notifications/progress' ? [params?.progress] : [],
      );
    expect(updates).toEqual([1, 2]);
  });

  it('writes nothing but messages', async () => {
    const { callTool, listTools, served } = await start({});
    await listTools();
    await callTool('getThing', { id: '1' });
    for (const line of served.lines) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
  });

  it('hands middleware a call that it cannot change', async () => {
    const changed: string[] = [];
    const meddling: ToolMiddleware = (next) => (context) => {
      for (const change of [
        () => Object.assign(context.request.arguments, { id: 'other' }),
        () => Object.assign(context.resolved.tool, { name: 'other' }),
        () => Object.assign(context, { session: 'other' }),
      ]) {
        try {
          change();
          changed.push(String(change));
        } catch {
          // Frozen, as it should be.
        }
      }
      return next(context);
    };
    const upstream = createFakeUpstream();
    const { callTool } = await start({
      upstream,
      artifact: artifactOf({ middleware: ['meddling'] }),
      middleware: { meddling },
    });
    await callTool('getThing', { id: '1' });
    expect(changed).toEqual([]);
    expect(upstream.plans[0]?.target).toBe('/v1/things/1');
  });

  const confirmed = artifactOf({ tools: [toolOf({ settings: { confirm: true } })] });

  it.each([
    ['agrees', { action: 'accept', content: { confirm: true } }, 1],
    ['says no', { action: 'accept', content: { confirm: false } }, 0],
    ['declines', { action: 'decline' }, 0],
    ['dismisses it', { action: 'cancel' }, 0],
  ] as const)('asks before a call that wants it: the person %s', async (_case, answer, sent) => {
    const upstream = createFakeUpstream();
    const asked: string[] = [];
    const { callTool } = await start(
      { upstream, artifact: confirmed },
      {
        answer: (message) => {
          asked.push(message);
          return answer;
        },
      },
    );
    const result = await callTool('getThing', { id: '1' });
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatch(/Allow getThing/);
    expect(upstream.plans).toHaveLength(sent);
    expect(result.isError ?? false).toBe(sent === 0);
  });

  it('refuses cleanly where the client cannot ask', async () => {
    const upstream = createFakeUpstream();
    const { callTool } = await start({ upstream, artifact: confirmed });
    const result = await callTool('getThing', { id: '1' });
    expect(result.isError).toBe(true);
    expect(text(result)).toMatch(/this client cannot ask the person/);
    expect(upstream.plans).toEqual([]);
  });

  it('asks several questions of one call, one after the other', async () => {
    const ask: ToolMiddleware = (next) => async (context) => {
      const form = { type: 'object', properties: { word: { type: 'string' } } };
      const first = await context.elicit?.({ message: 'First word?', requestedSchema: form });
      const second = await context.elicit?.({ message: 'Second word?', requestedSchema: form });
      return next({
        ...context,
        request: {
          ...context.request,
          arguments: {
            id: JSON.stringify([first?.content?.['word'], second?.content?.['word']]),
          },
        },
      });
    };
    const upstream = createFakeUpstream();
    const { callTool } = await start(
      { upstream, artifact: artifactOf({ middleware: ['ask'] }), middleware: { ask } },
      {
        answer: (message) => ({
          action: 'accept',
          content: { word: message.startsWith('First') ? 'one' : 'two' },
        }),
      },
    );
    expect((await callTool('getThing', { id: '1' })).isError).toBeFalsy();
    expect(upstream.plans.map(({ target }) => target)).toEqual([
      '/v1/things/%5B%22one%22%2C%22two%22%5D',
    ]);
  });
});
