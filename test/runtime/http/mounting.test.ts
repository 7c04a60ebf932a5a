import type { RequestListener } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { fastify } from 'fastify';
import { Hono } from 'hono';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createHttpHandler } from '../../../src/runtime/load-http.ts';
import type { HttpHandler } from '../../../src/runtime/transports/http/handler.ts';
import { createFakeUpstream } from '../../support/fake-upstream.ts';
import {
  modern,
  post,
  principalBridge,
  rpc,
  sendRaw,
  slowArtifact,
} from '../../support/http-bridge.ts';
import type { ConnectHttp } from '../../support/http-clients.ts';
import { httpClients } from '../../support/http-clients.ts';

type Fetch = (input: string | URL, init?: RequestInit) => Promise<Response>;

/** A mounted handler: where it is, and how it is reached where there is no socket. */
interface Mounted {
  readonly url: string;
  readonly fetch?: Fetch;
}

async function listen(listener: RequestListener): Promise<Mounted> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // A server that listens on TCP has an address with a port.
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp` };
}

const mounts: readonly (readonly [string, (handler: HttpHandler) => Promise<Mounted>])[] = [
  ['node:http', (handler) => listen((request, response) => void handler.node(request, response))],
  [
    'Express',
    (handler) => {
      const app = express();
      app.all(['/mcp', ...handler.metadataPaths], handler.node);
      return listen(app);
    },
  ],
  [
    'Express, below a path and behind its JSON parser',
    (handler) => {
      const app = express();
      app.use(express.json());
      app.use(['/mcp', ...handler.metadataPaths], handler.node);
      return listen(app);
    },
  ],
  [
    'Fastify',
    async (handler) => {
      const app = fastify();
      for (const path of ['/mcp', ...handler.metadataPaths]) {
        app.all(path, async (request, reply) => {
          reply.hijack();
          await handler.node(request.raw, reply.raw, request.body);
        });
      }
      const url = await app.listen({ host: '127.0.0.1', port: 0 });
      onTestFinished(() => app.close());
      return { url: `${url}/mcp` };
    },
  ],
  [
    'Hono',
    (handler) => {
      const app = new Hono();
      for (const path of ['/mcp', ...handler.metadataPaths]) {
        app.all(path, (context) => handler.fetch(context.req.raw));
      }
      const fetch: Fetch = async (input, init) => app.fetch(new Request(input, init));
      return Promise.resolve({ url: 'http://localhost/mcp', fetch });
    },
  ],
  [
    'nothing but the Fetch API',
    ({ fetch }) =>
      Promise.resolve({
        url: 'http://localhost/mcp',
        fetch: (input, init) => fetch(new Request(input, init)),
      }),
  ],
];

const identity = { name: 'shop', version: '1' };

describe.each(mounts)('mounted on %s', (_name, mount) => {
  it.each(httpClients)('a bridge serves the %s', async (_client, connect: ConnectHttp) => {
    const bridge = principalBridge(createFakeUpstream());
    const { url, fetch } = await mount(await createHttpHandler({ bridge, identity }));
    const client = await connect(url, fetch === undefined ? {} : { fetch });
    expect((await client.listTools()).tools).toHaveLength(1);
    const progress: number[] = [];
    const result = await client.callTool(
      'getThing',
      { id: '1' },
      { onprogress: (update) => progress.push(update.progress) },
    );
    expect(result.structuredContent).toEqual({ id: 1 });
  });

  it('a bridge asks for a sign-in and shows its metadata', async () => {
    const bridge = principalBridge(createFakeUpstream());
    const handler = await createHttpHandler({
      bridge,
      identity,
      publicUrl: 'http://localhost/mcp',
      signIn: { issuers: [{ issuer: 'https://id.example' }] },
    });
    const { url, fetch: reach = fetch } = await mount(handler);
    const refused = await reach(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(rpc('tools/list')),
    });
    expect(refused.status).toBe(401);
    const [path = ''] = handler.metadataPaths;
    const metadata = await reach(new URL(path, url));
    expect(await metadata.json()).toMatchObject({ resource: 'http://localhost/mcp' });
  });

  it('a bridge is as careful as on its own', async () => {
    const bridge = principalBridge(createFakeUpstream());
    const handler = await createHttpHandler({ bridge, identity, limits: { maxJsonDepth: 10 } });
    const { url, fetch: reach = fetch } = await mount(handler);
    const send = (body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
      reach(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
    expect((await send(rpc('tools/list'), { origin: 'https://evil.example' })).status).toBe(403);
    const deep: unknown = JSON.parse(`${'['.repeat(50)}${']'.repeat(50)}`);
    expect((await send(rpc('tools/call', { name: 'getThing', deep }))).status).toBe(400);
    expect((await send(rpc('tools/list'))).status).toBe(200);
  });
});

describe('the Fetch API', () => {
  it('has the upstream request aborted by a signal, and by a body that nobody reads', async () => {
    for (const how of ['signal', 'body'] as const) {
      const upstream = createFakeUpstream(() => 'hang');
      const bridge = principalBridge(upstream, { artifact: slowArtifact });
      const { fetch } = await createHttpHandler({ bridge, identity, limits: { keepAliveMs: 5 } });
      const controller = new AbortController();
      const call = modern('tools/call', { name: 'waitForThing', arguments: { id: '1' } });
      const answer = await fetch(
        new Request('http://localhost/mcp', {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            accept: 'application/json, text/event-stream',
            ...call.headers,
          },
          body: JSON.stringify(call.body),
          signal: controller.signal,
        }),
      );
      const signal = await upstream.firstSignal;
      if (how === 'signal') controller.abort();
      else await answer.body?.cancel();
      await expect.poll(() => signal.aborted).toBe(true);
    }
  });

  it('stops in order, too', async () => {
    const bridge = principalBridge(createFakeUpstream());
    const handler = await createHttpHandler({ bridge, identity });
    await handler.stop();
    const { body, headers } = modern('tools/list');
    const answer = await handler.fetch(
      new Request('http://localhost/mcp', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    );
    expect(answer.status).toBe(503);
  });

  it('answers only names that it was given', async () => {
    const bridge = principalBridge(createFakeUpstream());
    const publicUrl = 'https://mcp.example/mcp';
    const { node } = await createHttpHandler({ bridge, identity, publicUrl });
    const { url } = await listen((request, response) => void node(request, response));
    expect((await post(url, rpc('tools/list'))).status).toBe(200);
    const { port } = new URL(url);
    const ask = (host: string): Promise<string> =>
      sendRaw(Number(port), `GET /mcp HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    expect(await ask('mcp.example')).toMatch(/^HTTP\/1\.1 405/);
    expect(await ask('evil.example')).toMatch(/^HTTP\/1\.1 403/);
  });
});
