import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { buildServer, cliMain, projectRoot } from '../support/built-program.ts';
import type { PostAnswer } from '../support/http-bridge.ts';
import { modern, post, rpc } from '../support/http-bridge.ts';
import { httpClients } from '../support/http-clients.ts';
import type { HttpProcess, HttpProcessOptions } from '../support/http-process.ts';
import { startHttpProcess } from '../support/http-process.ts';
import { nodeBinaries } from '../support/node-binaries.ts';
import type { PetstoreUpstream } from '../support/petstore-upstream.ts';
import { petIds, startPetstoreUpstream } from '../support/petstore-upstream.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'openapi-mcp-http-'));
const serverPath = path.join(folder, 'petstore-mcp/server.mjs');
const spec = path.join(projectRoot, 'specs/petstore.yaml');
let upstream: PetstoreUpstream;

beforeAll(async () => {
  upstream = await startPetstoreUpstream();
  const target = path.dirname(serverPath);
  await buildServer(spec, target, '--base-url', upstream.url, '--direct');
});
afterAll(async () => {
  await upstream.close();
  rmSync(folder, { recursive: true, force: true });
});

const credentials = {
  PETSTORE_API_KEY_API_KEY: 'special-key',
  PETSTORE_PETSTORE_AUTH_TOKEN: 't0ken',
};

/** Starts the petstore's server, or another command line. */
function start(
  arguments_: readonly string[] = [serverPath, '--http', '0'],
  { env = {}, ...more }: HttpProcessOptions = {},
): Promise<HttpProcess> {
  return startHttpProcess(arguments_, { env: { ...credentials, ...env }, ...more });
}

describe.each(nodeBinaries)('a generated server over HTTP on $name', ({ path: node }) => {
  it.each([
    ['without state', []],
    ['with sessions', ['--sessions']],
  ])('serves every client %s', async (_how, more) => {
    const { url } = await start([serverPath, '--http', '0', ...more], { node });
    for (const [name, connect, version] of httpClients) {
      const client = await connect(url);
      expect((await client.listTools()).tools, name).toHaveLength(19);
      const result = await client.callTool('getPetById', { petId: 7 });
      expect(result.structuredContent, name).toMatchObject({ id: 7, name: 'Rex' });
      expect(client.version(), name).toBe(version);
    }
  });
});

describe('the process of a server over HTTP', () => {
  const slow = modern('tools/call', { name: 'getPetById', arguments: { petId: petIds.slow } });
  const list = rpc('tools/list');

  it('writes nothing to stdout, and where it listens to stderr', async () => {
    const { url, child, output, exited } = await start();
    await post(url, list);
    await post(url, 'no JSON');
    child.kill('SIGTERM');
    expect(await exited).toBe(0);
    expect(output.stdout).toBe('');
    expect(output.stderr).toContain(`serving MCP at ${url}`);
  });

  it('lets a call in progress end after SIGTERM, then exits with 0', async () => {
    const store = await startPetstoreUpstream();
    onTestFinished(() => store.close());
    const { url, child, exited } = await start(undefined, {
      env: { PETSTORE_BASE_URL: store.url },
    });
    const call = post(url, slow.body, slow.headers);
    await store.slowArrived;
    child.kill('SIGTERM');
    await expect.poll(() => fetch(url).catch(() => 'refused')).toBe('refused');
    store.releaseSlow();
    expect((await call).message.result?.isError).toBeFalsy();
    expect(await exited).toBe(0);
  });

  it('stops the upstream request when the client goes away', async () => {
    const store = await startPetstoreUpstream();
    onTestFinished(() => store.close());
    const { url } = await start(undefined, { env: { PETSTORE_BASE_URL: store.url } });
    const controller = new AbortController();
    const call = fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...slow.headers },
      body: JSON.stringify(slow.body),
      signal: controller.signal,
    });
    const rejected = expect(call).rejects.toThrow();
    await store.slowArrived;
    controller.abort();
    await rejected;
    await store.slowAbandoned;
    expect((await post(url, list)).status).toBe(200);
  });

  it('does not start on a network while everybody could call', async () => {
    const { exited, output } = await start([serverPath, '--http', '0.0.0.0:0']);
    expect(await exited).toBe(1);
    expect(output.stderr).toContain('--insecure-public');
  });

  it('serves a document, too', async () => {
    const { url } = await start([
      cliMain,
      'serve',
      spec,
      '--base-url',
      upstream.url,
      '--direct',
      '--http',
      '0',
    ]);
    expect((await post(url, list)).message.result?.tools).toHaveLength(19);
  });

  it('checks arguments where it is told to, with what it loads for that alone', async () => {
    const target = path.join(folder, 'checked-mcp');
    const overlay = path.join(folder, 'checked.yaml');
    writeFileSync(overlay, 'openapi-mcp: 1\ndefaults: { validateArguments: true }\n');
    await buildServer(spec, target, '--base-url', upstream.url, '--direct', '--overlay', overlay);
    const { url } = await start([path.join(target, 'server.mjs'), '--http', '0']);
    const find = (status: unknown): Promise<PostAnswer> =>
      post(url, rpc('tools/call', { name: 'findPetsByStatus', arguments: { status } }));
    expect((await find('eaten')).text).toContain('available');
    expect((await find('sold')).message.result?.isError).toBeFalsy();
  });

  it('takes fixed tokens, records who called, and shows no token', async () => {
    const token = '0123456789abcdef0123456789abcdef';
    const env = {
      OPENAPI_MCP_HTTP: '0.0.0.0:0',
      OPENAPI_MCP_AUTH_TOKENS: `alice:${token} pets:read, ci:${'f'.repeat(32)} pets:read pets:write`,
      OPENAPI_MCP_AUTH_READ_SCOPES: 'pets:read',
      OPENAPI_MCP_AUTH_WRITE_SCOPES: 'pets:write',
      OPENAPI_MCP_AUTH_DESTROY_SCOPES: 'pets:write',
    };
    const { url, output } = await start([serverPath], { env });
    const local = url.replace('0.0.0.0', '127.0.0.1');
    expect((await post(local, list)).status).toBe(401);
    const alice = { authorization: `Bearer ${token}` };
    const listed = await post(local, list, alice);
    const all = await post(local, list, { authorization: `Bearer ${'f'.repeat(32)}` });
    expect(all.message.result?.tools).toHaveLength(19);
    expect(listed.message.result?.tools?.length).toBeLessThan(19);
    const remove = rpc('tools/call', { name: 'deletePet', arguments: { petId: 7 } });
    expect((await post(local, remove, alice)).status).toBe(403);
    upstream.seen.length = 0;
    const read = rpc('tools/call', { name: 'getPetById', arguments: { petId: 7 } });
    expect((await post(local, read, alice)).message.result?.isError).toBeFalsy();
    expect(JSON.stringify(upstream.seen)).not.toContain(token);
    await expect.poll(() => output.stderr).toContain('"principal":"token:alice"');
    expect(output.stderr).not.toContain(token);
  });

  it("sends each caller's own key upstream, and nobody else's (U100)", async () => {
    const env = { OPENAPI_MCP_CALLER_CREDENTIALS: 'api_key=X-Pet-Key' };
    const { url } = await start(undefined, { env: { ...env, PETSTORE_PETSTORE_AUTH_TOKEN: '' } });
    const call = rpc('tools/call', { name: 'getInventory' });
    upstream.seen.length = 0;
    for (const key of ['alices-own-key', 'bobs-own-key']) {
      const answer = await post(url, call, { 'x-pet-key': key });
      expect(answer.message.result?.isError).toBeFalsy();
    }
    const without = await post(url, call);
    expect(without.message.result?.isError).toBe(true);
    const seen = upstream.seen.map(({ headers }) => headers['api_key']);
    expect(seen).toEqual(['alices-own-key', 'bobs-own-key']);
    expect(upstream.seen.map(({ headers }) => headers['x-pet-key'])).toEqual([
      undefined,
      undefined,
    ]);
  });
});
