import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { expect, it, onTestFinished } from 'vitest';
import type { ReplaceableBridge } from '../../../src/runtime/replaceable-bridge.ts';
import { createReplaceableBridge } from '../../../src/runtime/replaceable-bridge.ts';
import type { Principal } from '../../../src/runtime/principal.ts';
import type { ServeHttpOptions } from '../../../src/runtime/transports/http/server.ts';
import { artifactOf, toolOf } from '../../support/artifact-builder.ts';
import { createFakeUpstream } from '../../support/fake-upstream.ts';
import { principalBridge, startHttp } from '../../support/http-bridge.ts';
import { modernEnvelope } from '../../support/raw-client.ts';

const bridgeOf = (tool: string) =>
  principalBridge(createFakeUpstream(), {
    artifact: artifactOf({ tools: [toolOf({ name: tool })] }),
  });

async function serveReplaceable(more: Partial<ServeHttpOptions> = {}): Promise<{
  readonly url: string;
  readonly served: ReplaceableBridge<Principal | undefined>;
}> {
  const served = createReplaceableBridge(bridgeOf('first'));
  const http = { bridge: served.bridge, changes: served.changes, ...more };
  const { url } = await startHttp({ http });
  return { url, served };
}

it('tells whoever listens by 2026-07-28 that the list has changed', async () => {
  const { url, served } = await serveReplaceable();
  const controller = new AbortController();
  onTestFinished(() => controller.abort());
  const answer = await fetch(url, {
    method: 'POST',
    signal: controller.signal,
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'subscriptions/listen',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'subscriptions/listen',
      params: { ...modernEnvelope(), notifications: { toolsListChanged: true } },
    }),
  });
  let text = '';
  const events = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  while (!text.includes('acknowledged')) text += (await events?.read())?.value ?? '';
  served.replace(bridgeOf('second'));
  while (!text.includes('notifications/tools/list_changed')) {
    text += (await events?.read())?.value ?? '';
  }
  expect(text).not.toContain('prompts/list_changed');
});

it('tells an older client with a session that the list has changed', async () => {
  const { url, served } = await serveReplaceable({ sessions: {} });
  const client = new OldClient({ name: 'old', version: '1' });
  onTestFinished(() => client.close());
  let heard = false;
  client.setNotificationHandler(ToolListChangedNotificationSchema, () => {
    heard = true;
  });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['first']);
  // The client opens its stream of notifications when it likes.
  while (!heard) {
    served.replace(bridgeOf('second'));
    await client.listTools();
  }
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['second']);
});
