import { describe, expect, it } from 'vitest';
import { createBridge } from '../../src/runtime/create-bridge.ts';
import { createReplaceableBridge } from '../../src/runtime/replaceable-bridge.ts';
import { artifactOf, toolOf } from '../support/artifact-builder.ts';
import { createFakeUpstream } from '../support/fake-upstream.ts';
import { clients, serveInProcess } from '../support/in-process-client.ts';

function bridgeOf(tool: string, answer: 'hang' | { readonly body: unknown } = { body: { tool } }) {
  const upstream = createFakeUpstream(() => answer);
  const bridge = createBridge({
    artifact: artifactOf({ tools: [toolOf({ name: tool })] }),
    upstream,
  });
  return { bridge, upstream };
}

const input = () => ({
  arguments: { id: '1' },
  meta: {},
  session: undefined,
  signal: new AbortController().signal,
});

const isListChange = (message: unknown): boolean =>
  (message as { method?: string }).method === 'notifications/tools/list_changed';

describe('a bridge that is replaced', () => {
  it('lists and calls what the new one has', async () => {
    const served = createReplaceableBridge(bridgeOf('first').bridge);
    expect(served.bridge.listTools(undefined).map(({ name }) => name)).toEqual(['first']);
    served.replace(bridgeOf('second').bridge);
    expect(served.bridge.listTools(undefined).map(({ name }) => name)).toEqual(['second']);
    expect(served.bridge.callTool('first', input())).toBeUndefined();
    expect(await served.bridge.callTool('second', input())).toMatchObject({
      structuredContent: { tool: 'second' },
    });
  });

  it('lets calls end where they began, and closes the old one after the last', async () => {
    const first = bridgeOf('first', 'hang');
    const served = createReplaceableBridge(first.bridge);
    const controller = new AbortController();
    const running = served.bridge.callTool('first', { ...input(), signal: controller.signal });
    await first.upstream.firstSignal;
    served.replace(bridgeOf('second').bridge);
    expect(first.upstream.isClosed()).toBe(false);
    controller.abort();
    expect(await running).toMatchObject({ kind: 'failure', reason: 'cancelled' });
    await served.bridge.close();
    expect(first.upstream.isClosed()).toBe(true);
  });

  it('closes at once what nothing runs in', async () => {
    const first = bridgeOf('first');
    const second = bridgeOf('second');
    const served = createReplaceableBridge(first.bridge);
    served.replace(second.bridge);
    await served.bridge.close();
    expect([first.upstream.isClosed(), second.upstream.isClosed()]).toEqual([true, true]);
  });

  it('tells listeners until they have had enough', () => {
    const served = createReplaceableBridge(bridgeOf('first').bridge);
    let told = 0;
    const end = served.changes.subscribe(() => (told += 1));
    served.replace(bridgeOf('second').bridge);
    end();
    served.replace(bridgeOf('third').bridge);
    expect(told).toBe(1);
  });
});

describe.each(clients)('%s of a server whose bridge is replaced', (name, connect) => {
  it('hears of it and sees the new list', async () => {
    const served = createReplaceableBridge(bridgeOf('first').bridge);
    const connection = serveInProcess(served.bridge, { changes: served.changes });
    const client = await connect(connection);
    expect(client.server().capabilities).toMatchObject({
      tools: { listChanged: true },
      resources: { listChanged: true },
      prompts: { listChanged: true },
    });
    expect((await client.listTools()).tools.map((tool) => tool['name'])).toEqual(['first']);
    if (name.includes('pinned') || name.includes('auto')) {
      // In 2026-07-28 a client is told what it asked to be told.
      connection.toServer.write(`${JSON.stringify(listenRequest)}\n`);
      await connection.line((message) => methodOf(message) === acknowledged);
    }
    served.replace(bridgeOf('second').bridge);
    await connection.line(isListChange);
    expect((await client.listTools()).tools.map((tool) => tool['name'])).toEqual(['second']);
  });
});

const acknowledged = 'notifications/subscriptions/acknowledged';
const methodOf = (message: unknown): unknown => (message as { method?: unknown }).method;

const listenRequest = {
  jsonrpc: '2.0',
  id: 'listen',
  method: 'subscriptions/listen',
  params: {
    notifications: { toolsListChanged: true },
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
      'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
    },
  },
};
