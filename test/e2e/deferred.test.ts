import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client as ModernClient } from '@modelcontextprotocol/client';
import { StdioClientTransport as ModernTransport } from '@modelcontextprotocol/client/stdio';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createMock, readApis, startMockServer, type MockServer } from '../../src/index.ts';
import { bareEnvironment, buildServer, projectRoot, runCli } from '../support/built-program.ts';
import { startPetstoreUpstream, type PetstoreUpstream } from '../support/petstore-upstream.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'openapi-mcp-deferred-'));
const petstore = path.join(projectRoot, 'specs/petstore.yaml');
let upstream: PetstoreUpstream;

beforeAll(async () => {
  upstream = await startPetstoreUpstream();
});
afterAll(async () => {
  await upstream.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What both SDKs' clients can do. */
interface AnyClient {
  listTools(): Promise<{ tools: readonly ListedTool[] }>;
  callTool(call: { name: string; arguments?: Record<string, unknown> }): Promise<unknown>;
  getInstructions(): string | undefined;
}

interface ListedTool {
  readonly name: string;
}

interface Result {
  readonly isError?: boolean;
  readonly content: readonly { readonly type: string; readonly text?: string }[];
  readonly structuredContent?: Record<string, unknown>;
}

type Environment = Readonly<Record<string, string>>;

async function connectOld(server: string, env: Environment): Promise<AnyClient> {
  const client = new OldClient({ name: 'old', version: '1' });
  const words = { command: process.execPath, args: [server], env: bareEnvironment(env) };
  await client.connect(new OldTransport({ ...words, stderr: 'ignore' }));
  onTestFinished(() => client.close());
  return client;
}

async function connectModern(server: string, env: Environment): Promise<AnyClient> {
  const client = new ModernClient(
    { name: 'modern', version: '1' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } } },
  );
  const words = { command: process.execPath, args: [server], env: bareEnvironment(env) };
  await client.connect(new ModernTransport({ ...words, stderr: 'ignore' }));
  onTestFinished(() => client.close());
  return client;
}

const clients = [
  ['v1', connectOld],
  ['v2', connectModern],
] as const;

async function call(
  client: AnyClient,
  name: string,
  values: Record<string, unknown>,
): Promise<Result> {
  // Both SDKs validate results against MCP's schema before they return them.
  return (await client.callTool({ name, arguments: values })) as Result;
}

const textOf = ({ content }: Result): string => content.map((block) => block.text ?? '').join('\n');

describe('a server built with --deferred', () => {
  let server: string;
  beforeAll(async () => {
    const output = path.join(folder, 'petstore-mcp');
    const flags = ['--deferred', '--pin', 'getInventory', '--base-url', upstream.url];
    await buildServer(petstore, output, ...flags);
    server = path.join(output, 'server.mjs');
  });
  const credentials = {
    PETSTORE_API_KEY_API_KEY: 'special-key',
    PETSTORE_PETSTORE_AUTH_TOKEN: 't0ken',
  };

  it.each(clients)('lets a %s client find, describe and call', async (_version, connect) => {
    const client = await connect(server, credentials);
    expect((await client.listTools()).tools.map(({ name }) => name).toSorted()).toEqual([
      'call_read_tool',
      'call_tool',
      'describe_tools',
      'getInventory',
      'search_tools',
    ]);
    expect(client.getInstructions()).toMatch(/19 tools.*pet 8/s);
    const found = await call(client, 'search_tools', { query: 'look up one pet' });
    expect(textOf(found)).toContain('getPetById(petId: integer)');
    const described = await call(client, 'describe_tools', { names: ['getPetById'] });
    expect(described.structuredContent?.['tools']).toMatchObject([
      { name: 'getPetById', callWith: 'call_read_tool', inputSchema: { required: ['petId'] } },
    ]);
    upstream.seen.length = 0;
    const read = await call(client, 'call_read_tool', {
      name: 'getPetById',
      arguments: { petId: 7 },
    });
    expect(read.structuredContent).toMatchObject({ id: 7, name: 'Rex' });
    const refused = await call(client, 'call_read_tool', {
      name: 'deletePet',
      arguments: { petId: 7 },
    });
    expect(refused.isError).toBe(true);
    await call(client, 'call_tool', { name: 'deletePet', arguments: { petId: 7 } });
    expect(upstream.seen.map(({ line }) => line)).toEqual(['GET /pet/7', 'DELETE /pet/7']);
  });

  it.each(clients)('tells a %s client what is wrong with a call', async (_version, connect) => {
    const client = await connect(server, credentials);
    const wrong = await call(client, 'call_read_tool', {
      name: 'getPetById',
      arguments: {},
    });
    expect(wrong.isError).toBe(true);
    expect(textOf(wrong)).toMatch(/petId[\s\S]*"type":"integer"/);
    const unknown = await call(client, 'call_tool', { name: 'getPetByID', arguments: {} });
    expect(textOf(unknown)).toContain('getPetById');
    await expect(client.callTool({ name: 'deletePet', arguments: {} })).rejects.toThrow();
  });
});

describe('the choice between listing and searching', () => {
  /** A document whose list costs some 200 tokens for each operation. */
  function documentOf(operations: number): string {
    const paths = Object.fromEntries(
      Array.from({ length: operations }, (_, index) => [
        `/things${index}`,
        {
          get: {
            operationId: `readThing${index}`,
            summary: `Read thing ${index}`,
            description: 'Some words about it. '.repeat(40),
            responses: { 200: { description: 'ok' } },
          },
        },
      ]),
    );
    const file = path.join(folder, `things-${operations}.json`);
    const info = { title: 'Things', version: '1' };
    const servers = [{ url: 'https://things.example' }];
    writeFileSync(file, JSON.stringify({ openapi: '3.0.3', info, servers, paths }));
    return file;
  }

  it.each([
    { operations: 20, flags: [], mode: 'direct' },
    { operations: 200, flags: [], mode: 'deferred' },
    { operations: 200, flags: ['--direct'], mode: 'direct' },
    { operations: 20, flags: ['--budget', '2,000'], mode: 'deferred' },
  ])(
    'is $mode for $operations operations with flags $flags, and is said',
    async ({ operations, flags, mode }) => {
      const output = path.join(folder, `out-${operations}-${flags.length}`);
      const file = documentOf(operations);
      const built = await runCli(['build', file, '-o', output, ...flags]);
      expect(built.code, built.stderr).toBe(0);
      expect(built.stderr).toMatch(/\d tokens/);
      expect(built.stderr.includes('(deferred)')).toBe(mode === 'deferred');
      const written: unknown = JSON.parse(await readFile(path.join(output, 'bridge.json'), 'utf8'));
      expect(written).toMatchObject({ mode });
    },
  );

  it('fails for a list that is wanted and costs more than the budget', async () => {
    const output = path.join(folder, 'out-of-budget');
    const flags = ['--direct', '--budget', '1000'];
    const built = await runCli(['build', documentOf(20), '-o', output, ...flags]);
    expect(built.code).toBe(1);
    expect(built.stderr).toContain('budget is 1000');
    expect(existsSync(output)).toBe(false);
  });
});

const github = path.join(projectRoot, '../shared/corpus/github-rest/api.github.com.json');

/** What is wanted, in words, the tool that does it, and what the API must then be asked for. */
const wishes = [
  {
    query: 'close an issue',
    tool: 'issues/update',
    values: { owner: 'o', repo: 'r', issue_number: 7, body: { state: 'closed' } },
    sent: 'PATCH /repos/o/r/issues/7',
  },
  {
    query: 'star a repository',
    tool: 'activity/star-repo-for-authenticated-user',
    values: { owner: 'o', repo: 'r' },
    sent: 'PUT /user/starred/o/r',
  },
  {
    query: 'merge a pull request',
    tool: 'pulls/merge',
    values: { owner: 'o', repo: 'r', pull_number: 3 },
    sent: 'PUT /repos/o/r/pulls/3/merge',
  },
  {
    query: 'list branches of a repository',
    tool: 'repos/list-branches',
    values: { owner: 'o', repo: 'r' },
    sent: 'GET /repos/o/r/branches',
  },
  {
    query: 'delete a release',
    tool: 'repos/delete-release',
    values: { owner: 'o', repo: 'r', release_id: 5 },
    sent: 'DELETE /repos/o/r/releases/5',
  },
  {
    query: 'who am I logged in as: get the authenticated user',
    tool: 'users/get-authenticated',
    values: {},
    sent: 'GET /user',
  },
  {
    query: 'search code',
    tool: 'search/code',
    values: { q: 'addClass' },
    sent: 'GET /search/code?q=addClass',
  },
  {
    query: 'create a gist',
    tool: 'gists/create',
    values: { body: { files: { 'a.txt': { content: 'a' } } } },
    sent: 'POST /gists',
  },
  {
    query: 'cancel a workflow run',
    tool: 'actions/cancel-workflow-run',
    values: { owner: 'o', repo: 'r', run_id: 9 },
    sent: 'POST /repos/o/r/actions/runs/9/cancel',
  },
  {
    query: 'get the rate limit',
    tool: 'rate-limit/get',
    values: {},
    sent: 'GET /rate_limit',
  },
] as const;

describe.skipIf(!existsSync(github))('a client that knows the meta tools only', () => {
  let mock: MockServer;
  const sent: string[] = [];
  beforeAll(async () => {
    const { apis = [] } = await readApis([{ source: { kind: 'file', path: github } }], {});
    mock = await startMockServer(apis.map(createMock), {
      port: 0,
      host: '127.0.0.1',
      onRequest: ({ method, target }) => sent.push(`${method} ${target}`),
    });
    await buildServer(github, path.join(folder, 'github'), '--base-url', mock.url);
  }, 120_000);
  afterAll(() => mock.close());

  it('finds, describes and calls ten operations of a large API', async () => {
    const client = await connectModern(path.join(folder, 'github/server.mjs'), {});
    const { tools } = await client.listTools();
    expect(tools).toHaveLength(4);
    expect(JSON.stringify(tools).length).toBeLessThan(4_000);
    for (const wish of wishes) {
      const found = await call(client, 'search_tools', { query: wish.query, limit: 5 });
      const names = toolsOf(found).map(({ name }) => name);
      const name = names.find((each) => each === nameOf(wish.tool));
      expect(names, wish.query).toContain(nameOf(wish.tool));
      const described = await call(client, 'describe_tools', { names: [name] });
      const [{ callWith } = { callWith: '' }] = toolsOf(described);
      const called = await call(client, callWith, { name, arguments: wish.values });
      expect(called.isError, textOf(called)).toBeFalsy();
      expect(sent.at(-1)).toBe(wish.sent);
    }
    expect(sent).toHaveLength(wishes.length);
  });
});

/** Tool names have no slash. */
function nameOf(operationId: string): string {
  return operationId.replaceAll('/', '_');
}

function toolsOf(result: Result): readonly { readonly name: string; readonly callWith: string }[] {
  const list: unknown = result.structuredContent?.['tools'];
  return Array.isArray(list) ? list : [];
}
