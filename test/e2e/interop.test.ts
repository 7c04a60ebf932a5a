import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { buildServer, projectRoot } from '../support/built-program.ts';
import { modern, post, rpc } from '../support/http-bridge.ts';
import type { HttpClient } from '../support/http-clients.ts';
import { httpClients } from '../support/http-clients.ts';
import { startHttpProcess } from '../support/http-process.ts';
import type { PetstoreUpstream } from '../support/petstore-upstream.ts';
import { petIds, startPetstoreUpstream } from '../support/petstore-upstream.ts';
import type { RawMessage } from '../support/raw-client.ts';
import { modernEnvelope, RawClient } from '../support/raw-client.ts';
import { stdioClients } from '../support/stdio-clients.ts';

// The matrix of clients and ways to serve, against the program that people run.

const folder = mkdtempSync(path.join(tmpdir(), 'openapi-mcp-interop-'));
const serverPath = path.join(folder, 'petstore-mcp/server.mjs');
const credentials = {
  PETSTORE_API_KEY_API_KEY: 'special-key',
  PETSTORE_PETSTORE_AUTH_TOKEN: 't0ken',
};
let schemas: Readonly<Record<string, unknown>>;

beforeAll(async () => {
  const target = path.dirname(serverPath);
  await buildServer(path.join(projectRoot, 'specs/petstore.yaml'), target, '--direct');
  const written = JSON.parse(readFileSync(path.join(target, 'bridge.json'), 'utf8')) as {
    readonly tools: readonly { readonly name: string; readonly inputSchema: unknown }[];
  };
  schemas = Object.fromEntries(written.tools.map((tool) => [tool.name, tool.inputSchema]));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A request in raw JSON-RPC, whichever way it goes. */
type Ask = (method: string, params?: Record<string, unknown>) => Promise<RawMessage>;

interface Serving {
  readonly name: string;
  /** The client of this place in the lists of clients, connected to a server of its own. */
  readonly connect: (client: number, store: PetstoreUpstream) => Promise<HttpClient>;
  /** Raw JSON-RPC after the greeting of an old revision, whose answer is checked. */
  readonly greet: (revision: string, store: PetstoreUpstream) => Promise<Ask>;
  /** Raw JSON-RPC of 2026-07-28, which greets nobody. */
  readonly askModern: (store: PetstoreUpstream) => Promise<Ask>;
}

const variables = (store: PetstoreUpstream) => ({ ...credentials, PETSTORE_BASE_URL: store.url });

const stdio: Serving = {
  name: 'stdio',
  connect: (client, store) => {
    const connect = stdioClients[client] ?? expect.fail('There is no such client.');
    return connect({ arguments_: [serverPath, '--audit', 'off'], env: variables(store) });
  },
  greet: async (revision, store) => {
    const client = new RawClient([serverPath, '--audit', 'off'], { env: variables(store) });
    expect(await client.initialize(revision)).toBe(revision);
    return (method, params) => client.request(method, params);
  },
  askModern: (store) => {
    const client = new RawClient([serverPath, '--audit', 'off'], { env: variables(store) });
    return Promise.resolve((method, params) =>
      client.request(method, { ...modernEnvelope(), ...params }),
    );
  },
};

function httpServing(name: string, ...flags: readonly string[]): Serving {
  const start = async (store: PetstoreUpstream): Promise<string> => {
    const words = [serverPath, '--audit', 'off', '--http', '0', ...flags];
    return (await startHttpProcess(words, { env: variables(store) })).url;
  };
  return {
    name,
    connect: async (client, store) => {
      const [, connect] = httpClients[client] ?? expect.fail('There is no such client.');
      return connect(await start(store));
    },
    greet: async (revision, store) => {
      const url = await start(store);
      const clientInfo = { name: 'raw', version: '1' };
      const greeting = rpc('initialize', {
        protocolVersion: revision,
        capabilities: {},
        clientInfo,
      });
      const answer = await post(url, greeting);
      expect(answer.message.result?.protocolVersion).toBe(revision);
      const session = answer.headers.get('mcp-session-id');
      expect(session !== null).toBe(flags.includes('--sessions'));
      const headers = {
        ...(session === null ? {} : { 'mcp-session-id': session }),
        ...(revision < '2025-06-18' ? {} : { 'mcp-protocol-version': revision }),
      };
      await post(url, { jsonrpc: '2.0', method: 'notifications/initialized' }, headers);
      return async (method, params) =>
        (await post(url, rpc(method, params), headers)).message as RawMessage;
    },
    askModern: async (store) => {
      const url = await start(store);
      return async (method, params) => {
        const { body, headers } = modern(method, params);
        return (await post(url, body, headers)).message as RawMessage;
      };
    },
  };
}

async function openStore(): Promise<PetstoreUpstream> {
  const store = await startPetstoreUpstream();
  onTestFinished(() => store.close());
  return store;
}

const clients = httpClients.map(([name, , version], index) => ({ name, version, index }));
const stateless = httpServing('HTTP without state');

describe.each([stdio, stateless, httpServing('HTTP with sessions', '--sessions')])(
  'a generated server over $name',
  (serving) => {
    describe.each(clients)('with the $name', ({ version, index }) => {
      it(`speaks ${version}, lists every schema word for word, and calls`, async () => {
        const client = await serving.connect(index, await openStore());
        const { tools } = await client.listTools();
        expect(client.version()).toBe(version);
        const listed = tools.map((tool) => [tool['name'], tool['inputSchema']]);
        expect(Object.fromEntries(listed)).toEqual(schemas);
        const result = await client.callTool('getPetById', { petId: 7 });
        expect(result.isError).toBeFalsy();
        expect(result.structuredContent).toMatchObject({ id: 7, name: 'Rex' });
      });

      it('tells an unknown tool as an error of the protocol', async () => {
        const client = await serving.connect(index, await openStore());
        await expect(client.callTool('noSuchTool')).rejects.toMatchObject({ code: -32602 });
      });

      it('shows progress, and stops the upstream request of who cancels', async () => {
        const store = await openStore();
        const client = await serving.connect(index, store);
        const seen: number[] = [];
        const onprogress = ({ progress }: { readonly progress: number }) => seen.push(progress);
        await client.callTool('getPetById', { petId: 7 }, { onprogress });
        await expect.poll(() => seen.length).toBeGreaterThan(0);
        expect(seen).toEqual(seen.toSorted((left, right) => left - right));
        const controller = new AbortController();
        const { signal } = controller;
        const call = client.callTool('getPetById', { petId: petIds.slow }, { signal });
        await store.slowArrived;
        controller.abort();
        await expect(call).rejects.toThrow();
        // Before 2026-07-28 a client without a session has no way to say so but to go away.
        if (serving === stateless && version < '2026-07-28') await client.close();
        await store.slowAbandoned;
      });
    });

    it.each(['2024-10-07', '2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])(
      'speaks revision %s in raw JSON-RPC',
      async (revision) => {
        const ask = await serving.greet(revision, await openStore());
        expect((await ask('tools/list')).result?.['tools']).toHaveLength(19);
        const call = { name: 'getPetById', arguments: { petId: 7 } };
        const { result } = await ask('tools/call', call);
        expect(result?.['isError']).toBeFalsy();
        expect(result).not.toHaveProperty('resultType');
        expect((await ask('tools/call', { name: 'noSuchTool' })).error?.code).toBe(-32602);
      },
    );

    it('speaks revision 2026-07-28 in raw JSON-RPC without a greeting', async () => {
      const ask = await serving.askModern(await openStore());
      const { result: list } = await ask('tools/list');
      expect(list?.['tools']).toHaveLength(19);
      expect(list).toMatchObject({ resultType: 'complete', ttlMs: expect.any(Number) });
      const call = { name: 'getPetById', arguments: { petId: 7 } };
      const { result } = await ask('tools/call', call);
      expect(result?.['structuredContent']).toMatchObject({ id: 7, name: 'Rex' });
      expect(result?.['resultType']).toBe('complete');
      expect((await ask('tools/call', { name: 'noSuchTool' })).error?.code).toBe(-32602);
    });
  },
);
