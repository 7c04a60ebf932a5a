import { describe, expect, it, onTestFinished } from 'vitest';
import { buildSearchIndex } from '../../../src/mapping/index.ts';
import type { JsonObject } from '../../../src/model/json.ts';
import type { BridgeArtifact } from '../../../src/model/artifact.ts';
import type { ToolOutcome } from '../../../src/runtime/call.ts';
import {
  createBridge,
  type Bridge,
  type HandwrittenTool,
  type Upstream,
} from '../../../src/runtime/index.ts';
import { artifactOf, toolOf } from '../../support/artifact-builder.ts';

const tools = [
  toolOf({ name: 'getThing', summary: 'Read one thing', tags: ['things'] }),
  toolOf({
    name: 'deleteThing',
    summary: 'Delete a thing',
    tags: ['things'],
    hints: { readOnly: false, destructive: true, idempotent: true },
    operation: { method: 'DELETE' },
    request: { method: 'DELETE' },
  }),
  toolOf({
    name: 'listInvoices',
    summary: 'List all invoices',
    description: 'Lists them.',
    tags: ['billing'],
    operation: { path: '/invoices' },
  }),
];

/** The text of every block. */
function textOf({ content }: ToolOutcome): string {
  return content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
}

/** An upstream that remembers what was sent and answers with `{}`. */
function recordingUpstream(): Upstream & { readonly sent: string[] } {
  const sent: string[] = [];
  return {
    sent,
    send: (plan) => {
      sent.push(`${plan.method} ${plan.target}`);
      return Promise.resolve({
        ok: true,
        response: {
          status: 200,
          headers: [['content-type', 'application/json']],
          body: Buffer.from('{}'),
          truncated: false,
          url: plan.url,
        },
      });
    },
    close: () => Promise.resolve(),
  };
}

function start(
  parts: Partial<BridgeArtifact> = {},
  own: readonly HandwrittenTool[] = [],
): {
  readonly bridge: Bridge;
  readonly sent: readonly string[];
  readonly call: (name: string, values: JsonObject) => Promise<ToolOutcome>;
} {
  const upstream = recordingUpstream();
  const artifact = artifactOf({
    tools,
    mode: 'deferred',
    search: buildSearchIndex(tools),
    ...parts,
  });
  const bridge = createBridge({ artifact, upstream, tools: own });
  onTestFinished(() => bridge.close());
  return {
    bridge,
    sent: upstream.sent,
    call: async (name, values) => {
      const running = bridge.callTool(name, {
        arguments: values,
        meta: {},
        session: undefined,
        signal: new AbortController().signal,
      });
      if (running === undefined) throw new Error(`${name} is not listed`);
      return running;
    },
  };
}

describe('a deferred bridge', () => {
  it('lists the same four tools whatever was searched or called', async () => {
    const { bridge, call } = start();
    const before = bridge.listTools(undefined);
    expect(before.map(({ name, annotations }) => [name, annotations['readOnlyHint']])).toEqual([
      ['search_tools', true],
      ['describe_tools', true],
      ['call_read_tool', true],
      ['call_tool', false],
    ]);
    await call('search_tools', { query: 'thing' });
    await call('call_tool', { name: 'deleteThing', arguments: { id: '7' } });
    expect(bridge.listTools(undefined)).toBe(before);
  });

  it('lists pinned tools beside them and lets only those be called by their own names', async () => {
    const { bridge, call, sent } = start({ pinned: ['getThing'] });
    expect(bridge.listTools(undefined).map(({ name }) => name)).toContain('getThing');
    await call('getThing', { id: '7' });
    expect(sent).toEqual(['GET /v1/things/7']);
    await expect(call('deleteThing', { id: '7' })).rejects.toThrow('not listed');
  });

  it('finds by words, by other words for them, by misspelled ones, and by tag', async () => {
    const { call } = start();
    const found = async (values: JsonObject): Promise<readonly unknown[]> => {
      const outcome = await call('search_tools', values);
      const list = outcome.kind === 'success' ? outcome.structuredContent?.['tools'] : undefined;
      return Array.isArray(list) ? list : [];
    };
    const first = async (query: string): Promise<unknown> => (await found({ query }))[0];
    expect(await first('get rid of a thing')).toMatchObject({ name: 'deleteThing' });
    expect(await first('invoises')).toMatchObject({ name: 'listInvoices' });
    expect(await first('show the bills')).toMatchObject({ name: 'listInvoices' });
    expect(await found({ tags: ['billing'] })).toEqual([
      {
        name: 'listInvoices',
        summary: 'List all invoices',
        method: 'GET',
        path: '/invoices',
        hints: ['read', 'idempotent'],
        signature: '(id, limit?: integer)',
      },
    ]);
    expect(await found({ query: 'thing', hints: ['destroy'] })).toMatchObject([
      { name: 'deleteThing' },
    ]);
  });

  it('says that nothing fits, with the tags there are', async () => {
    const { call } = start();
    const outcome = await call('search_tools', { query: 'bake a chocolate cake' });
    expect(outcome).toMatchObject({ kind: 'success', structuredContent: { tools: [] } });
    expect(textOf(outcome)).toContain('things (2), billing (1)');
  });

  it('describes exact schemas and suggests names for those that nothing has', async () => {
    const { call } = start();
    const outcome = await call('describe_tools', { names: ['deleteThing', 'getThink'] });
    expect(outcome).toMatchObject({
      structuredContent: {
        tools: [{ name: 'deleteThing', callWith: 'call_tool', inputSchema: tools[1]?.inputSchema }],
        unknown: [{ name: 'getThink', nearest: ['getThing'] }],
      },
    });
  });

  it('refuses to change anything through call_read_tool, before anything is sent', async () => {
    const { call, sent } = start();
    const outcome = await call('call_read_tool', { name: 'deleteThing', arguments: { id: '7' } });
    expect(outcome).toMatchObject({ kind: 'failure', reason: 'refused' });
    expect(sent).toEqual([]);
    await call('call_read_tool', { name: 'getThing', arguments: { id: '7' } });
    await call('call_tool', { name: 'deleteThing', arguments: '{"id":"8"}' });
    expect(sent).toEqual(['GET /v1/things/7', 'DELETE /v1/things/8']);
  });

  it('answers wrong arguments with the schema of just those, and an unknown name with the nearest', async () => {
    const { call, sent } = start();
    const wrong = textOf(await call('call_tool', { name: 'getThing', arguments: { limit: 3 } }));
    expect(wrong).toContain('id: {"type":"string","description":"Which thing."}');
    expect(wrong).not.toContain('limit: {');
    const unknown = await call('call_tool', { name: 'getThng', arguments: {} });
    expect(textOf(unknown)).toContain('Did you mean "getThing"?');
    expect(sent).toEqual([]);
  });

  it('shows a caller only what its scopes allow', async () => {
    const scoped = [
      toolOf({ name: 'getThing' }),
      toolOf({ name: 'getSecret', settings: { scopes: ['admin'] } }),
    ];
    const artifact = artifactOf({
      tools: scoped,
      mode: 'deferred',
      search: buildSearchIndex(scoped),
    });
    const bridge = createBridge<readonly string[]>({
      artifact,
      upstream: recordingUpstream(),
      scopesOf: (scopes) => scopes,
    });
    onTestFinished(() => bridge.close());
    const search = async (scopes: readonly string[]): Promise<string> => {
      const running = bridge.callTool('search_tools', {
        arguments: {},
        meta: {},
        session: scopes,
        signal: new AbortController().signal,
      });
      return running === undefined ? '' : textOf(await running);
    };
    expect(await search([])).not.toContain('getSecret');
    expect(await search(['admin'])).toContain('getSecret');
  });
});

describe('hand-written tools beside deferred ones', () => {
  const quote: HandwrittenTool = {
    name: 'quote_price',
    description: 'Says what a delivery costs.\nIn cents.',
    tags: ['billing'],
    hints: { readOnly: true },
    inputSchema: {
      type: 'object',
      properties: { weight: { type: 'number' } },
      required: ['weight'],
    },
    validateArguments: true,
    handler: ({ request }) =>
      Promise.resolve({
        kind: 'success',
        content: [{ type: 'text', text: `${request.name} ${JSON.stringify(request.arguments)}` }],
      }),
  };
  const names = (bridge: Bridge): readonly string[] =>
    bridge.listTools(undefined).map(({ name }) => name);

  it.each([
    ['stay in the list', undefined, true],
    ['are found by search alone where they are not pinned', false, false],
  ])('%s', async (_case, pinned, listed) => {
    const { bridge, call } = start({}, [{ ...quote, ...(pinned === undefined ? {} : { pinned }) }]);
    expect(names(bridge).includes('quote_price')).toBe(listed);
    if (!listed) await expect(call('quote_price', { weight: 1 })).rejects.toThrow('not listed');
    for (const query of ['delivery costs', 'quote a price', 'weight']) {
      expect(await call('search_tools', { query })).toMatchObject({
        structuredContent: {
          tools: [
            {
              name: 'quote_price',
              summary: 'Says what a delivery costs.',
              hints: ['read'],
              signature: '(weight: number)',
            },
          ],
        },
      });
    }
    expect(await call('search_tools', { tags: ['billing'] })).toMatchObject({
      structuredContent: { tools: [{ name: 'listInvoices' }, { name: 'quote_price' }] },
    });
    expect(await call('describe_tools', { names: ['quote_price'] })).toMatchObject({
      structuredContent: {
        tools: [
          { name: 'quote_price', callWith: 'call_read_tool', inputSchema: quote.inputSchema },
        ],
      },
    });
    expect(
      textOf(await call('call_read_tool', { name: 'quote_price', arguments: { weight: 2 } })),
    ).toBe('quote_price {"weight":2}');
    const refused = await call('call_read_tool', { name: 'quote_price', arguments: {} });
    expect(textOf(refused)).toMatch(/weight is missing[^]*quote_price\(weight: number\)/);
  });

  it('that change something are found by nobody in read-only mode', async () => {
    const { bridge, call } = start({ runtime: { readOnly: true } }, [
      quote,
      { ...quote, name: 'order_delivery', hints: {} },
    ]);
    expect(names(bridge)).not.toContain('order_delivery');
    expect(await call('search_tools', { query: 'delivery' })).toMatchObject({
      structuredContent: { tools: [{ name: 'quote_price' }], more: 0 },
    });
  });
});
