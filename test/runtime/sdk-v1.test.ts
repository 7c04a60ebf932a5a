import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createBridge } from '../../src/runtime/index.ts';
import type { ToolOutcome } from '../../src/runtime/index.ts';
import { attachBridge } from '../../src/sdk-v1.ts';
import { artifactOf } from '../support/artifact-builder.ts';

async function connect(answer: () => Promise<ToolOutcome>): Promise<Client> {
  const bridge = createBridge({
    artifact: artifactOf({ tools: [] }),
    tools: [
      {
        name: 'greet',
        description: 'Greets.',
        inputSchema: { type: 'object', properties: { who: { type: 'string' } } },
        handler: (context) => {
          context.progress({ progress: 1, message: 'half' });
          return answer();
        },
      },
    ],
  });
  const server = new Server({ name: 'old', version: '1' }, { capabilities: { tools: {} } });
  attachBridge(server, bridge, undefined);
  const [near, far] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: 'client', version: '1' });
  await Promise.all([server.connect(far), client.connect(near)]);
  onTestFinished(async () => {
    await client.close();
    await bridge.close();
  });
  return client;
}

const greeting: ToolOutcome = {
  kind: 'success',
  content: [{ type: 'text', text: '{"hello":"Ada"}' }],
  structuredContent: { hello: 'Ada' },
};

describe('a bridge on a server of the first SDK generation', () => {
  it('lists its tools with all four hints', async () => {
    const client = await connect(() => Promise.resolve(greeting));
    const { tools } = await client.listTools();
    expect(tools).toMatchObject([
      { name: 'greet', annotations: { readOnlyHint: false, destructiveHint: true } },
    ]);
  });

  it('calls them, with progress and structured content', async () => {
    const client = await connect(() => Promise.resolve(greeting));
    const updates: unknown[] = [];
    const result = await client.callTool({ name: 'greet', arguments: { who: 'Ada' } }, undefined, {
      onprogress: (update) => updates.push(update),
    });
    expect(result).toMatchObject({ structuredContent: { hello: 'Ada' } });
    expect(updates).toEqual([{ progress: 1, message: 'half' }]);
  });

  it('tells failures as results and unknown tools as errors', async () => {
    const failed: ToolOutcome = {
      kind: 'failure',
      reason: 'status',
      content: [{ type: 'text', text: '404 Not Found' }],
    };
    const client = await connect(() => Promise.resolve(failed));
    expect(await client.callTool({ name: 'greet', arguments: {} })).toMatchObject({
      isError: true,
      content: [{ type: 'text', text: '404 Not Found' }],
    });
    await expect(client.callTool({ name: 'other' })).rejects.toThrow(/Unknown tool: other/);
  });
});
