import { describe, expect, it } from 'vitest';
import { artifactOf, toolOf } from '../../support/artifact-builder.ts';
import type { HttpParts, ServedHttp } from '../../support/http-bridge.ts';
import {
  modern,
  post,
  rpc,
  slowArtifact,
  slowUpstream,
  startHttp,
} from '../../support/http-bridge.ts';
import { connectOld, httpClients } from '../../support/http-clients.ts';

const servings = [
  ['without state', {}],
  ['with sessions', { sessions: {} }],
] as const;

const strange = toolOf({
  name: 'strange',
  inputSchema: {
    type: 'object',
    properties: { order: { type: 'integer', format: 'int64', 'x-order': 3 } },
    $defs: { Loop: { type: 'object', properties: { self: { $ref: '#/$defs/Loop' } } } },
  },
});

describe.each(servings)('HTTP %s', (_serving, http) => {
  const start = (parts: HttpParts = {}): Promise<ServedHttp> => startHttp({ ...parts, http });

  describe.each(httpClients)('with the %s', (_name, connect, version) => {
    it('negotiates the newest revision that both know, and lists schemas word for word', async () => {
      const { url } = await start({ bridge: { artifact: artifactOf({ tools: [strange] }) } });
      const client = await connect(url);
      const { tools } = await client.listTools();
      expect(client.version()).toBe(version);
      expect(tools.map((tool) => tool['inputSchema'])).toEqual([strange.inputSchema]);
    });

    it('calls a tool and gets text and structured content', async () => {
      const { url, upstream } = await start();
      const client = await connect(url);
      const result = await client.callTool('getThing', { id: 'a/b' });
      expect(result.isError).toBeFalsy();
      expect(result.structuredContent).toEqual({ id: 1 });
      expect(upstream.plans.map(({ url: target }) => target)).toEqual([
        'https://shop.example/v1/things/a%2Fb',
      ]);
    });

    it('tells an unknown tool as an error of the protocol', async () => {
      const { url } = await start();
      const client = await connect(url);
      await expect(client.callTool('getThings')).rejects.toThrow(/Unknown tool: getThings/);
    });

    it('shows progress that rises', async () => {
      const { url } = await start();
      const client = await connect(url);
      const seen: number[] = [];
      await client.callTool(
        'getThing',
        { id: '1' },
        { onprogress: ({ progress }) => seen.push(progress) },
      );
      expect(seen).toEqual([...seen].sort((left, right) => left - right));
      expect(seen.length).toBeGreaterThan(0);
    });

    it('aborts the upstream request when the client cancels', async () => {
      const upstream = slowUpstream();
      const { url } = await start({ bridge: { artifact: slowArtifact }, upstream });
      const client = await connect(url);
      const controller = new AbortController();
      const call = client.callTool('waitForThing', { id: '1' }, { signal: controller.signal });
      const signal = await upstream.firstSignal;
      const aborted = new Promise((resolve) => signal.addEventListener('abort', resolve));
      controller.abort();
      await expect(call).rejects.toThrow();
      // An old client without a session tells nobody; closing its connections does.
      if (version === '2026-07-28' || http !== servings[0][1]) await aborted;
    });
  });

  it.each(['2024-10-07', '2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])(
    'speaks revision %s in raw JSON-RPC',
    async (revision) => {
      const { url } = await start();
      const greeting = await post(
        url,
        rpc('initialize', {
          protocolVersion: revision,
          capabilities: {},
          clientInfo: { name: 'raw', version: '1' },
        }),
      );
      expect(greeting.message.result?.protocolVersion).toBe(revision);
      const session = greeting.headers.get('mcp-session-id');
      expect(session === null).toBe(http === servings[0][1]);
      const headers = {
        ...(session === null ? {} : { 'mcp-session-id': session }),
        ...(revision < '2025-06-18' ? {} : { 'mcp-protocol-version': revision }),
      };
      const ready = { jsonrpc: '2.0', method: 'notifications/initialized' };
      expect((await post(url, ready, headers)).status).toBe(202);
      const list = await post(url, rpc('tools/list'), headers);
      expect(list.message.result?.tools).toHaveLength(1);
      const call = rpc('tools/call', { name: 'getThing', arguments: { id: '1' } });
      const answer = await post(url, call, headers);
      expect(answer.message.result?.isError).toBeFalsy();
      expect(answer.message.result).not.toHaveProperty('resultType');
    },
  );

  it('speaks revision 2026-07-28 in raw JSON-RPC without a greeting', async () => {
    const { url } = await start();
    const list = modern('tools/list');
    const listed = await post(url, list.body, list.headers);
    expect(listed.message.result).toMatchObject({
      tools: [{ name: 'getThing' }],
      resultType: 'complete',
      cacheScope: 'private',
    });
    const call = modern('tools/call', { name: 'getThing', arguments: { id: '1' } });
    const answer = await post(url, call.body, call.headers);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(answer.message.result?.structuredContent).toEqual({ id: 1 });
  });

  it('lets a client greet in the old way after it has discovered the new one', async () => {
    const { url } = await start();
    const discover = modern('server/discover');
    expect((await post(url, discover.body, discover.headers)).status).toBe(200);
    const client = await connectOld(url);
    expect((await client.callTool('getThing', { id: '1' })).isError).toBeFalsy();
  });
});
