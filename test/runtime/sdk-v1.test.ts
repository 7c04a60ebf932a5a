import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  ElicitRequestSchema,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import type {
  Bridge,
  BridgeOptions,
  HandwrittenTool,
  Telemetry,
  ToolOutcome,
} from '../../src/runtime/index.ts';
import { createBridge, createReplaceableBridge, failure } from '../../src/runtime/index.ts';
import type { AttachOptions } from '../../src/sdk-v1.ts';
import { attachBridge } from '../../src/sdk-v1.ts';
import type { ArtifactParts } from '../support/artifact-builder.ts';
import { artifactOf, toolOf } from '../support/artifact-builder.ts';
import { createFakeUpstream } from '../support/fake-upstream.ts';

/** Whom a request of these tests comes from. */
interface Session {
  readonly user: string;
}

const sessionOf: AttachOptions<Session>['sessionOf'] = ({ authInfo }) => ({
  user: authInfo?.clientId ?? 'nobody',
});

/** How a test sets things up; the bridge has no tools by default. */
interface Setup {
  readonly tools?: readonly HandwrittenTool<Session>[];
  readonly artifact?: ArtifactParts;
  readonly options?: Partial<BridgeOptions<Session>>;
  readonly answer?: (message: string) => {
    readonly action: 'accept';
    readonly content: { confirm: boolean };
  };
}

function bridgeOf({ tools = [], artifact = {}, options = {} }: Setup): Bridge<Session> {
  const bridge = createBridge<Session>({
    artifact: artifactOf({ tools: [], ...artifact }),
    tools,
    upstream: createFakeUpstream(),
    ...options,
  });
  onTestFinished(() => bridge.close());
  return bridge;
}

/** A client of the first generation, connected to a server of it. */
async function connect(
  bridge: Bridge<Session>,
  { answer, changes }: Pick<Setup, 'answer'> & Pick<AttachOptions<Session>, 'changes'> = {},
): Promise<Client> {
  const server = new Server({ name: 'old', version: '1' });
  attachBridge(server, bridge, { sessionOf, ...(changes === undefined ? {} : { changes }) });
  const [near, far] = InMemoryTransport.createLinkedPair();
  const capabilities = answer === undefined ? {} : { elicitation: {} };
  const client = new Client({ name: 'client', version: '1' }, { capabilities });
  if (answer !== undefined) {
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => answer(params.message));
  }
  await Promise.all([server.connect(far), client.connect(near)]);
  onTestFinished(() => client.close());
  return client;
}

const start = (setup: Setup): Promise<Client> => connect(bridgeOf(setup), setup);

const greeting: ToolOutcome = {
  kind: 'success',
  content: [{ type: 'text', text: '{"hello":"Ada"}' }],
  structuredContent: { hello: 'Ada' },
  meta: { 'com.example/x': 1 },
};

function greet(handler: HandwrittenTool<Session>['handler']): HandwrittenTool<Session> {
  return {
    name: 'greet',
    description: 'Greets.',
    inputSchema: { type: 'object', properties: { who: { type: 'string' } } },
    handler,
  };
}

const answering = (outcome: ToolOutcome): HandwrittenTool<Session> =>
  greet(() => Promise.resolve(outcome));

describe('tools of a bridge on a server of the first SDK generation', () => {
  it('are listed with all four hints', async () => {
    const { tools } = await (await start({ tools: [answering(greeting)] })).listTools();
    expect(tools).toMatchObject([
      { name: 'greet', annotations: { readOnlyHint: false, destructiveHint: true } },
    ]);
  });

  it('are called, and answer with structured content and _meta', async () => {
    const client = await start({ tools: [answering(greeting)] });
    expect(await client.callTool({ name: 'greet', arguments: { who: 'Ada' } })).toEqual({
      content: greeting.content,
      structuredContent: { hello: 'Ada' },
      _meta: { 'com.example/x': 1 },
    });
  });

  it('see arguments, _meta, the client, and the session of the request', async () => {
    const seen: unknown[] = [];
    const tool = greet(({ request, session }) => {
      seen.push([request.arguments, request.meta, request.client, session]);
      return Promise.resolve(greeting);
    });
    const client = await start({ tools: [tool] });
    const meta = { traceparent: '00-a-b-01' };
    await client.callTool({ name: 'greet', arguments: { who: 'Ada' }, _meta: meta });
    await client.callTool({ name: 'greet' });
    const known = [{ name: 'client', version: '1' }, { user: 'nobody' }];
    expect(seen).toEqual([
      [{ who: 'Ada' }, meta, ...known],
      [{}, {}, ...known],
    ]);
  });

  it('report progress that rises, and none after the result', async () => {
    const late: (() => void)[] = [];
    const tool = greet(({ progress }) => {
      progress({ progress: 1, message: 'half' });
      progress({ progress: 1 });
      progress({ progress: 2, total: 2 });
      late.push(() => progress({ progress: 3 }));
      return Promise.resolve(greeting);
    });
    const client = await start({ tools: [tool] });
    const updates: unknown[] = [];
    const onprogress = (update: unknown): void => void updates.push(update);
    await client.callTool({ name: 'greet' }, undefined, { onprogress });
    late[0]?.();
    await client.ping();
    expect(updates).toEqual([
      { progress: 1, message: 'half' },
      { progress: 2, total: 2 },
    ]);
  });

  it('are cancelled with the request', async () => {
    const stop = new AbortController();
    let aborted: () => void = () => undefined;
    const seen = new Promise<void>((resolve) => (aborted = resolve));
    const tool = greet(
      ({ signal }) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => {
            aborted();
            resolve(greeting);
          });
          stop.abort();
        }),
    );
    const client = await start({ tools: [tool] });
    const running = client.callTool({ name: 'greet' }, undefined, { signal: stop.signal });
    await expect(running).rejects.toThrow(/abort/i);
    await seen;
  });

  it('that fail say so in the result', async () => {
    const failed: ToolOutcome = {
      kind: 'failure',
      reason: 'status',
      content: [{ type: 'text', text: '404 Not Found' }],
    };
    const client = await start({ tools: [answering(failed)] });
    expect(await client.callTool({ name: 'greet', arguments: {} })).toEqual({
      isError: true,
      content: [{ type: 'text', text: '404 Not Found' }],
    });
  });

  it('that do not exist are errors with the nearest name', async () => {
    const client = await start({ tools: [answering(greeting)] });
    await expect(client.callTool({ name: 'gret' })).rejects.toMatchObject({
      code: -32_602,
      message: expect.stringMatching(/Unknown tool: gret.*"greet"/),
    });
  });

  it.each([
    [true, undefined],
    [false, true],
  ])('ask the person first where they are to be confirmed: %s', async (confirm, isError) => {
    const asked: string[] = [];
    const client = await start({
      tools: [{ ...answering(greeting), confirm: true }],
      answer: (message) => {
        asked.push(message);
        return { action: 'accept', content: { confirm } };
      },
    });
    const result = await client.callTool({ name: 'greet' });
    expect(asked).toEqual([expect.stringContaining('greet')]);
    expect(result.isError).toBe(isError);
  });

  it('are refused where a client cannot ask the person', async () => {
    const client = await start({ tools: [{ ...answering(greeting), confirm: true }] });
    expect(JSON.stringify(await client.callTool({ name: 'greet' }))).toContain('cannot ask');
  });
});

describe('resources and prompts of a bridge on a server of the first SDK generation', () => {
  const artifact: ArtifactParts = {
    resources: [
      {
        kind: 'static',
        uri: 'resource://shop/guide',
        name: 'guide',
        mimeType: 'text/markdown',
        content: { kind: 'text', text: '# Grüße' },
      },
      {
        kind: 'operation',
        uri: 'openapi://shop/things/{id}',
        variables: { id: 'id' },
        tool: 'getThing',
        name: 'thing',
      },
    ],
    prompts: [
      {
        name: 'compare',
        arguments: [{ name: 'first', required: true }],
        messages: [{ role: 'user', parts: [{ kind: 'argument', argument: 'first' }] }],
      },
    ],
    tools: [toolOf()],
  };

  it('are listed and read', async () => {
    const client = await start({ artifact });
    expect((await client.listResources()).resources).toMatchObject([{ name: 'guide' }]);
    expect((await client.listResourceTemplates()).resourceTemplates).toMatchObject([
      { uriTemplate: 'openapi://shop/things/{id}' },
    ]);
    const uri = 'resource://shop/guide';
    expect((await client.readResource({ uri })).contents).toEqual([
      { uri, mimeType: 'text/markdown', text: '# Grüße' },
    ]);
    expect(await client.readResource({ uri: 'openapi://shop/things/7' })).toMatchObject({
      contents: [{ text: '{"id":1}' }],
    });
  });

  it.each([
    ['that nobody knows', 'resource://shop/none', {}],
    ['that the API does not have', 'openapi://shop/things/7', { status: 404 }],
  ])('say which resource is missing: one %s', async (_case, uri, answer) => {
    const client = await start({
      artifact,
      options: { upstream: createFakeUpstream(() => answer) },
    });
    await expect(client.readResource({ uri })).rejects.toMatchObject({ code: -32_002 });
  });

  it('tell a fault of the API as an error with its reason', async () => {
    const client = await start({
      artifact,
      options: { upstream: createFakeUpstream(() => ({ status: 403 })) },
    });
    await expect(client.readResource({ uri: 'openapi://shop/things/7' })).rejects.toMatchObject({
      code: -32_603,
      data: { reason: 'status' },
    });
  });

  it('fill in prompts, and refuse those that lack an argument or do not exist', async () => {
    const client = await start({ artifact });
    expect((await client.listPrompts()).prompts).toMatchObject([{ name: 'compare' }]);
    const given = { name: 'compare', arguments: { first: 'jars' } };
    expect((await client.getPrompt(given)).messages).toEqual([
      { role: 'user', content: { type: 'text', text: 'jars' } },
    ]);
    await expect(client.getPrompt({ name: 'compare' })).rejects.toMatchObject({ code: -32_602 });
    await expect(client.getPrompt({ name: 'compar' })).rejects.toThrow(/"compare"/);
  });

  it('are announced only where there are some', async () => {
    const plain = await start({ tools: [answering(greeting)] });
    expect(plain.getServerCapabilities()).toEqual({ tools: { listChanged: false } });
    const rich = await start({ artifact });
    expect(Object.keys(rich.getServerCapabilities() ?? {}).sort()).toEqual([
      'prompts',
      'resources',
      'tools',
    ]);
  });
});

describe('telemetry of a bridge on a server of the first SDK generation', () => {
  it('hears of calls and of how they end', async () => {
    const heard: unknown[] = [];
    const telemetry: Telemetry = {
      begin: ({ method, target, transport, sent }) => {
        heard.push([method, target?.name, transport, sent?.baggage]);
        return {
          trace: { baggage: 'of=the-span' },
          called: ({ tool }) => void heard.push(['called', tool.name]),
          failed: (reason) => void heard.push(['failed', reason]),
          attempt: () => ({ trace: undefined, end: () => undefined }),
          end: (end) => void heard.push(end),
        };
      },
      observe: () => () => undefined,
    };
    const traces: unknown[] = [];
    const tool = greet(({ trace }) => {
      traces.push(trace);
      return Promise.resolve(failure('status', 'It is away.'));
    });
    const client = await start({ tools: [tool], options: { telemetry } });
    await client.callTool({ name: 'greet', _meta: { baggage: 'of=the-client' } });
    await expect(client.callTool({ name: 'gret' })).rejects.toThrow('gret');
    expect(heard).toEqual([
      ['tools/call', 'greet', 'stdio', 'of=the-client'],
      ['called', 'greet'],
      ['failed', 'status'],
      { kind: 'result', isError: true },
      ['tools/call', 'gret', 'stdio', undefined],
      { kind: 'error', code: -32_602, message: expect.stringContaining('Unknown tool: gret') },
    ]);
    expect(traces).toEqual([{ baggage: 'of=the-span' }]);
  });
});

describe('attaching a bridge', () => {
  it('tells the client when the lists change, until it is gone', async () => {
    const served = createReplaceableBridge(bridgeOf({}));
    const listeners = new Set<() => void>();
    const client = await connect(served.bridge, {
      changes: {
        subscribe: (listener) => {
          listeners.add(listener);
          const end = served.changes.subscribe(listener);
          return () => {
            listeners.delete(listener);
            end();
          };
        },
      },
    });
    const told = new Promise<void>((resolve) => {
      client.setNotificationHandler(ToolListChangedNotificationSchema, () => resolve());
    });
    served.replace(bridgeOf({ tools: [answering(greeting)] }));
    await told;
    expect((await client.listTools()).tools).toHaveLength(1);
    await client.close();
    expect(listeners.size).toBe(0);
  });

  it('works on the server inside an McpServer', async () => {
    const host = new McpServer({ name: 'host', version: '1' });
    attachBridge(host.server, bridgeOf({ tools: [answering(greeting)] }), { sessionOf });
    const [near, far] = InMemoryTransport.createLinkedPair();
    const client = new Client({ name: 'client', version: '1' });
    await Promise.all([host.connect(far), client.connect(near)]);
    onTestFinished(() => client.close());
    expect((await client.listTools()).tools).toHaveLength(1);
  });

  it('takes the session from whoever sent the request', async () => {
    const seen: string[] = [];
    const tool = greet(({ session }) => {
      seen.push(session.user);
      return Promise.resolve(greeting);
    });
    const server = new Server({ name: 'old', version: '1' });
    attachBridge(server, bridgeOf({ tools: [tool] }), { sessionOf });
    const [near, far] = InMemoryTransport.createLinkedPair();
    const client = new Client({ name: 'client', version: '1' });
    const send = near.send.bind(near);
    let user = 'ada';
    near.send = (message, options) =>
      send(message, { ...options, authInfo: { token: 't', clientId: user, scopes: [] } });
    await Promise.all([server.connect(far), client.connect(near)]);
    onTestFinished(() => client.close());
    await client.callTool({ name: 'greet' });
    user = 'bob';
    await client.callTool({ name: 'greet' });
    expect(seen).toEqual(['ada', 'bob']);
  });

  it('is refused once the server is connected', async () => {
    const server = new Server({ name: 'old', version: '1' });
    const [, far] = InMemoryTransport.createLinkedPair();
    await server.connect(far);
    onTestFinished(() => server.close());
    expect(() => attachBridge(server, bridgeOf({}), { sessionOf })).toThrow(/after connecting/);
  });
});
