import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, it, onTestFinished } from 'vitest';
import { buildServer, projectRoot } from '../support/built-program.ts';
import { blocksOf, blockUnder } from '../support/document-blocks.ts';
import { startHttpProcess } from '../support/http-process.ts';
import type { PetstoreUpstream } from '../support/petstore-upstream.ts';
import { startPetstoreUpstream } from '../support/petstore-upstream.ts';

const page = 'docs/middleware.md';
const blocks = blocksOf(page);
const petstore = path.join(projectRoot, 'specs/petstore.yaml');
const tokens = { ada: 'a'.repeat(32), bob: 'b'.repeat(32) } as const;

/** A folder below the project, from which packages are found as they are from a project of one's own. */
function folderInProject(): string {
  const parent = path.join(projectRoot, '.cache');
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(path.join(parent, 'document-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** What one may ask of a running example. */
interface Example {
  readonly call: (
    caller: keyof typeof tokens,
    name: string,
    given: Record<string, unknown>,
    meta?: Record<string, unknown>,
  ) => Promise<Awaited<ReturnType<Client['callTool']>>>;
  readonly upstream: PetstoreUpstream;
  /** The folder of the server. */
  readonly folder: string;
}

/** Builds the petstore's server with the files of an example, and serves it to two callers. */
async function run(
  files: Readonly<Record<string, string>>,
  overlay: string | undefined,
  variables: Readonly<Record<string, string>> = {},
): Promise<Example> {
  const upstream = await startPetstoreUpstream();
  onTestFinished(() => upstream.close());
  const folder = folderInProject();
  const out = path.join(folder, 'petstore-mcp');
  mkdirSync(out);
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(out, name), text);
  writeFileSync(path.join(folder, 'tools.yaml'), overlay ?? 'openapi-mcp: 1\n');
  const words = ['--overlay', path.join(folder, 'tools.yaml'), '--base-url', upstream.url];
  await buildServer(petstore, out, '--direct', ...words);
  const server = await startHttpProcess([path.join(out, 'server.mjs'), '--http', '0'], {
    env: {
      OPENAPI_MCP_AUTH_TOKENS: `ada:${tokens.ada},bob:${tokens.bob}`,
      OPENAPI_MCP_AUDIT: path.join(folder, 'audit.jsonl'),
      PETSTORE_API_KEY_API_KEY: 'key',
      PETSTORE_PETSTORE_AUTH_TOKEN: 'token',
      ...variables,
    },
  });
  expect(server.output.stderr).toContain('serving MCP at');
  return {
    upstream,
    folder,
    call: async (caller, name, given, meta = {}) => {
      const client = new Client({ name: 'reader', version: '1' });
      const headers = { authorization: `Bearer ${tokens[caller]}` };
      const transport = new StreamableHTTPClientTransport(new URL(server.url), {
        requestInit: { headers },
      });
      await client.connect(transport);
      try {
        return await client.callTool({ name, arguments: given, _meta: meta });
      } finally {
        await client.close();
      }
    },
  };
}

/** Runs the example under a heading. */
function runExample(
  heading: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<Example> {
  const middleware = blockUnder(blocks, heading, 'js');
  return run({ 'middleware.mjs': middleware }, blockUnder(blocks, heading, 'yaml'), variables);
}

const textOf = (result: { readonly content?: unknown }): string =>
  JSON.stringify(result.content ?? '');

describe('an example of docs/middleware.md', () => {
  it('sends a header from the session, and nothing for whom it has none', async () => {
    const variables = { TENANTS: JSON.stringify({ 'token:ada': 'acme' }) };
    const { call, upstream } = await runExample('A header from the session', variables);
    expect(await call('ada', 'getPetById', { petId: 7 })).not.toHaveProperty('isError');
    expect(upstream.seen.map(({ headers }) => headers['x-tenant'])).toEqual(['acme']);
    const refused = await call('bob', 'getPetById', { petId: 7 });
    expect(refused).toMatchObject({ isError: true });
    expect(textOf(refused)).toContain('You belong to no tenant');
    expect(upstream.seen).toHaveLength(1);
  });

  it('makes an answer smaller, text and structured content alike', async () => {
    const { call } = await runExample('A smaller answer');
    const result = await call('ada', 'getPetById', { petId: 7 });
    const pet = { id: 7, name: 'Rex', photos: 0 };
    expect(result.structuredContent).toEqual(pet);
    expect(result.content).toMatchObject([{ type: 'text', text: JSON.stringify(pet) }]);
  });

  it('holds each caller to a budget, which the audit notes', async () => {
    const { call, folder } = await runExample('A budget of calls', { CALL_BUDGET: '2' });
    const results = [];
    for (let round = 0; round < 3; round += 1) {
      results.push(await call('ada', 'getPetById', { petId: round }));
    }
    expect(results.map(({ isError }) => isError ?? false)).toEqual([false, false, true]);
    expect(textOf(results[2] ?? {})).toContain('All 2 calls are used up');
    expect(await call('bob', 'getPetById', { petId: 1 })).not.toHaveProperty('isError');
    const audit = readFileSync(path.join(folder, 'audit.jsonl'), 'utf8');
    expect(audit).toContain('"notes":["callBudget: refused"]');
  });

  it('tells what would be sent, and sends reads all the same', async () => {
    const { call, upstream } = await runExample('A dry run for what changes something');
    const dry = { 'example.com/dry-run': true };
    const told = await call('ada', 'deletePet', { petId: 7 }, dry);
    expect(told).toMatchObject({ isError: true });
    expect(textOf(told)).toContain('This would be DELETE /pet/{petId} with {\\"petId\\":7}');
    expect(upstream.seen).toEqual([]);
    await call('ada', 'getPetById', { petId: 7 }, dry);
    await call('ada', 'deletePet', { petId: 7 });
    expect(upstream.seen.map(({ line }) => line)).toEqual(['GET /pet/7', 'DELETE /pet/7']);
  });

  it('accounts for what calls cost', async () => {
    const { call } = await runExample('What a call cost');
    const costs = [];
    for (const caller of ['ada', 'ada', 'bob'] as const) {
      const { _meta } = await call(caller, 'getPetById', { petId: 7 });
      costs.push(_meta?.['example.com/cost']);
    }
    const size = '{"id":7,"name":"Rex","photoUrls":[]}'.length;
    expect(costs).toMatchObject([
      { attempts: 1, responseBytes: size, total: size },
      { attempts: 1, responseBytes: size, total: 2 * size },
      { attempts: 1, responseBytes: size, total: size },
    ]);
  });

  it('logs calls for every tool and for one', async () => {
    const { call } = await runExample('A middleware');
    expect(await call('ada', 'getPetById', { petId: 7 })).not.toHaveProperty('isError');
  });

  it('serves tools of our own, with JSON Schema and with zod', async () => {
    const tools = blocks.filter(({ heading }) => heading === 'Tools of your own');
    expect(tools).toHaveLength(2);
    const [plain = '', zod = ''] = tools.map(({ text }) => text);
    const first = await run({ 'tools.mjs': plain }, undefined);
    expect(textOf(await first.call('ada', 'quote_price', { kilograms: 3 }))).toContain('860');
    expect(await first.call('ada', 'quote_price', { kilograms: '3' })).toHaveProperty('isError');
    const second = await run({ 'tools.mjs': zod }, undefined);
    const result = await second.call('ada', 'next_visit', { last: '2026-12-01' });
    expect(result.structuredContent).toEqual({ next: '2027-12-01' });
    const refused = await second.call('ada', 'next_visit', { last: 'yesterday' });
    expect(textOf(refused)).toContain('last: Invalid ISO date');
  });

  it('is typed as it says', { timeout: 60_000 }, async () => {
    const out = path.join(folderInProject(), 'petstore-mcp');
    await buildServer(petstore, out);
    const files = blocks
      .filter(({ language }) => language === 'js')
      .map(({ text }, index) => {
        const name = `example-${index}.mjs`;
        writeFileSync(path.join(out, name), text);
        return name;
      });
    expect(files.length).toBeGreaterThanOrEqual(8);
    const tsc = path.join(projectRoot, 'node_modules/typescript/bin/tsc');
    const words = [
      '--ignoreConfig',
      '--noEmit',
      '--allowJs',
      '--checkJs',
      '--strict',
      '--module',
      'nodenext',
      '--types',
      'node',
    ];
    const checked = spawnSync(process.execPath, [tsc, ...words, ...files], {
      cwd: out,
      encoding: 'utf8',
    });
    expect(checked.stdout).toBe('');
  });
});
