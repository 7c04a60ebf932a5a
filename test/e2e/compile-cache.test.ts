import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { buildServer, projectRoot, temporaryFolder } from '../support/built-program.ts';
import { nodeBinaries } from '../support/node-binaries.ts';
import { startPetstoreUpstream } from '../support/petstore-upstream.ts';
import { RawClient } from '../support/raw-client.ts';

const document = path.join(projectRoot, 'specs/petstore.yaml');
const built = mkdtempSync(path.join(tmpdir(), 'openapi-mcp-compiled-'));
const server = path.join(built, 'petstore-mcp/server.mjs');

beforeAll(async () => {
  await buildServer(document, path.dirname(server), '--direct');
});
afterAll(() => rmSync(built, { recursive: true, force: true }));

/** Calls once in a process of its own; the exit code, and what was written besides answers. */
async function callOnce(node: string, env: Readonly<Record<string, string>>) {
  const store = await startPetstoreUpstream();
  onTestFinished(() => store.close());
  const client = new RawClient([server, '--audit', 'off'], {
    node,
    env: {
      PETSTORE_API_KEY_API_KEY: 'special-key',
      PETSTORE_BASE_URL: store.url,
      ...env,
    },
  });
  await client.initialize();
  const call = { name: 'getPetById', arguments: { petId: 7 } };
  const { result } = await client.request('tools/call', call);
  expect(result?.['isError']).toBeFalsy();
  return { code: await client.end(), stderr: client.stderr };
}

describe.each(nodeBinaries)('what $name has compiled', ({ name, path: node }) => {
  const canKeep = !name.startsWith('Node 20.');

  it('is kept below the cache folder of the person, where Node can', async () => {
    const caches = temporaryFolder();
    expect((await callOnce(node, { XDG_CACHE_HOME: caches })).code).toBe(0);
    const folder = path.join(caches, 'openapi-mcp', 'compiled');
    expect(existsSync(folder)).toBe(canKeep);
    const kept = canKeep ? readdirSync(folder, { recursive: true, withFileTypes: true }) : [];
    expect(kept.some((entry) => entry.isFile())).toBe(canKeep);
    expect((await callOnce(node, { XDG_CACHE_HOME: caches })).code).toBe(0);
  });

  it('is kept nowhere, without a word, where nothing can be written', async () => {
    const file = path.join(temporaryFolder(), 'no-folder');
    writeFileSync(file, '');
    const usual = await callOnce(node, { NODE_DISABLE_COMPILE_CACHE: '1' });
    expect(await callOnce(node, { XDG_CACHE_HOME: file })).toEqual(usual);
  });

  it('is not kept where the person does not want it', async () => {
    const caches = temporaryFolder();
    await callOnce(node, { XDG_CACHE_HOME: caches, NODE_DISABLE_COMPILE_CACHE: '1' });
    expect(readdirSync(caches)).toEqual([]);
  });
});
