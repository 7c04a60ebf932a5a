import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client as ModernClient } from '@modelcontextprotocol/client';
import { StdioClientTransport as ModernTransport } from '@modelcontextprotocol/client/stdio';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { bareEnvironment, buildServer, projectRoot } from '../support/built-program.ts';
import { nodeBinaries } from '../support/node-binaries.ts';
import {
  petIds,
  startPetstoreUpstream,
  type PetstoreUpstream,
} from '../support/petstore-upstream.ts';
import { modernEnvelope, RawClient } from '../support/raw-client.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'openapi-mcp-e2e-'));
const serverPath = path.join(folder, 'petstore-mcp/server.mjs');
let upstream: PetstoreUpstream;

beforeAll(async () => {
  upstream = await startPetstoreUpstream();
  await buildServer(
    path.join(projectRoot, 'specs/petstore.yaml'),
    path.dirname(serverPath),
    '--base-url',
    upstream.url,
    '--direct',
  );
});
afterAll(async () => {
  await upstream.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What every client can do, whichever SDK and revision it is. */
interface AnyClient {
  listTools(): Promise<{ tools: readonly { name: string }[] }>;
  callTool(call: { name: string; arguments?: Record<string, unknown> }): Promise<unknown>;
}

interface Result {
  readonly isError?: boolean;
  readonly content: readonly { readonly type: string; readonly text?: string }[];
  readonly structuredContent?: unknown;
}

const credentials = {
  PETSTORE_API_KEY_API_KEY: 'special-key',
  PETSTORE_PETSTORE_AUTH_TOKEN: 't0ken',
};

async function connectOld(node: string): Promise<AnyClient> {
  const client = new OldClient({ name: 'old', version: '1' });
  const transport = new OldTransport({
    command: node,
    args: [serverPath],
    env: bareEnvironment(credentials),
    stderr: 'ignore',
  });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return client;
}

async function connectModern(
  node: string,
  mode: 'default' | 'auto' | 'pinned',
): Promise<AnyClient> {
  const negotiation = {
    default: {},
    auto: { versionNegotiation: { mode: 'auto' as const } },
    pinned: { versionNegotiation: { mode: { pin: '2026-07-28' } } },
  }[mode];
  const client = new ModernClient({ name: 'modern', version: '1' }, negotiation);
  const transport = new ModernTransport({
    command: node,
    args: [serverPath],
    env: bareEnvironment(credentials),
    stderr: 'ignore',
  });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return client;
}

const clients = [
  ['v1 client', connectOld],
  ['v2 client, default', (node: string) => connectModern(node, 'default')],
  ['v2 client, auto', (node: string) => connectModern(node, 'auto')],
  ['v2 client, pinned to 2026-07-28', (node: string) => connectModern(node, 'pinned')],
] as const;

const call = async (
  client: AnyClient,
  name: string,
  values: Record<string, unknown>,
): Promise<Result> =>
  // Both SDKs validate results against MCP's schema before they return them.
  (await client.callTool({ name, arguments: values })) as Result;

const text = (result: Result): string => result.content.map((block) => block.text ?? '').join('\n');

describe.each(nodeBinaries)('a generated server on $name', ({ path: node }) => {
  describe.each(clients)('with the %s', (_name, connect) => {
    it('lists 19 tools and calls one of each verb', async () => {
      const client = await connect(node);
      const { tools } = await client.listTools();
      expect(tools).toHaveLength(19);
      upstream.seen.length = 0;
      const read = await call(client, 'getPetById', { petId: 7 });
      expect(read.isError).toBeFalsy();
      expect(read.structuredContent).toMatchObject({ id: 7, name: 'Rex' });
      await call(client, 'addPet', { body: { name: 'Ada', photoUrls: ['a'] } });
      await call(client, 'updatePet', { body: { id: 7, name: 'Ada', photoUrls: [] } });
      const removed = await call(client, 'deletePet', { petId: 7 });
      expect(removed.isError).toBeFalsy();
      expect(text(removed)).toContain('204');
      expect(upstream.seen.map(({ line, body }) => [line, body])).toEqual([
        ['GET /pet/7', ''],
        ['POST /pet', '{"name":"Ada","photoUrls":["a"]}'],
        ['PUT /pet', '{"id":7,"name":"Ada","photoUrls":[]}'],
        ['DELETE /pet/7', ''],
      ]);
    });

    it('tells an unknown tool as a protocol error and everything else as a result', async () => {
      const client = await connect(node);
      await client.listTools();
      await expect(client.callTool({ name: 'noSuchTool', arguments: {} })).rejects.toThrow(
        /noSuchTool/,
      );
      const unknown = await call(client, 'getPetById', { petId: 7, colour: 'red' });
      expect(unknown.isError).toBe(true);
      expect(text(unknown)).toContain('colour');
      const missing = await call(client, 'getPetById', {});
      expect(missing.isError).toBe(true);
      expect(text(missing)).toContain('petId');
      const absent = await call(client, 'getPetById', { petId: petIds.missing });
      expect(absent.isError).toBe(true);
      expect(text(absent)).toMatch(/404[\s\S]*No such pet/);
      expect(absent.structuredContent).toBeUndefined();
      const broken = await call(client, 'getPetById', { petId: petIds.broken });
      expect(broken.isError).toBe(true);
      expect(text(broken)).toContain('500');
    });
  });

  it.each(['2024-10-07', '2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])(
    'speaks revision %s in raw JSON-RPC',
    async (revision) => {
      const client = new RawClient([serverPath], { node, env: credentials });
      expect(await client.initialize(revision)).toBe(revision);
      const list = await client.request('tools/list');
      expect(list.result?.['tools']).toHaveLength(19);
      const answer = await client.request('tools/call', {
        name: 'getPetById',
        arguments: { petId: 7 },
      });
      expect(answer.result?.['isError']).toBeFalsy();
    },
  );

  it('speaks revision 2026-07-28 in raw JSON-RPC without a greeting', async () => {
    const client = new RawClient([serverPath], { node, env: credentials });
    const list = await client.request('tools/list', modernEnvelope());
    expect(list.result?.['tools']).toHaveLength(19);
    expect(list.result).toHaveProperty('ttlMs');
    const answer = await client.request('tools/call', {
      ...modernEnvelope(),
      name: 'getPetById',
      arguments: { petId: 7 },
    });
    expect(answer.result?.['resultType']).toBe('complete');
  });
});

describe('the process of a generated server', () => {
  it('answers calls in flight after the end of input, then exits with 0', async () => {
    const client = new RawClient([serverPath], { env: credentials });
    await client.initialize();
    const pending = client.request('tools/call', {
      name: 'getPetById',
      arguments: { petId: petIds.slow },
    });
    await upstream.slowArrived;
    const exited = client.end();
    upstream.releaseSlow();
    expect((await pending).result?.['isError']).toBeFalsy();
    expect(await exited).toBe(0);
  });

  it('writes nothing to stdout but protocol messages', async () => {
    const client = new RawClient([serverPath], { env: { NODE_DEBUG: 'http', ...credentials } });
    await client.initialize();
    await client.request('tools/list');
    await client.request('tools/call', { name: 'getPetById', arguments: { petId: 7 } });
    await client.request('no/such/method');
    await client.end();
    expect(client.lines.length).toBeGreaterThan(3);
    for (const line of client.lines) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
  });

  it('stops the upstream request when the client cancels', async () => {
    const store = await startPetstoreUpstream();
    onTestFinished(() => store.close());
    const client = new RawClient([serverPath], {
      env: { ...credentials, PETSTORE_BASE_URL: store.url },
    });
    await client.initialize();
    void client.request(
      'tools/call',
      { name: 'getPetById', arguments: { petId: petIds.slow } },
      'c1',
    );
    await store.slowArrived;
    client.write({
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId: 'c1', reason: 'changed my mind' },
    });
    await store.slowAbandoned;
    const next = await client.request('tools/call', {
      name: 'getPetById',
      arguments: { petId: 7 },
    });
    expect(next.result?.['isError']).toBeFalsy();
  });

  it('tells the model when the upstream is down, and serves the next call', async () => {
    const client = new RawClient([serverPath], {
      env: { ...credentials, PETSTORE_BASE_URL: 'http://127.0.0.1:1' },
    });
    await client.initialize();
    const answer = await client.request('tools/call', {
      name: 'deletePet',
      arguments: { petId: 7 },
    });
    expect(answer.result?.['isError']).toBe(true);
    expect(JSON.stringify(answer.result)).toMatch(/connect|refused|reach/i);
    const list = await client.request('tools/list');
    expect(list.result?.['tools']).toHaveLength(19);
  });
});
