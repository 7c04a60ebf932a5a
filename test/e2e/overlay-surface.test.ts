import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client as ModernClient } from '@modelcontextprotocol/client';
import { StdioClientTransport as ModernTransport } from '@modelcontextprotocol/client/stdio';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { operationMetaKey } from '../../src/runtime/meta-keys.ts';
import { bareEnvironment, buildServer, projectRoot } from '../support/built-program.ts';

/** Every field of the metadata surface, set in an overlay and seen on the wire by clients of both eras. */
const folder = mkdtempSync(path.join(tmpdir(), 'openapi-mcp-surface-'));
const file = (name: string): string => path.join(folder, name);

const icon = '<svg xmlns="http://www.w3.org/2000/svg"/>';
const inlined = `data:image/svg+xml;base64,${Buffer.from(icon).toString('base64')}`;

const document = {
  openapi: '3.1.0',
  info: { title: 'Jars of the document', version: '1.0.0' },
  servers: [{ url: 'https://jars.example' }],
  'x-mcp': { server: { title: 'Title of x-mcp', instructions: 'Of x-mcp.' } },
  paths: {
    '/jars/{id}': {
      get: {
        operationId: 'getJar',
        summary: 'Of the document',
        description: 'Of the document.',
        tags: ['document'],
        'x-mcp': {
          title: 'Of x-mcp',
          summary: 'Of x-mcp',
          _meta: { 'jars.example/own': 1, 'jars.example/both': 'x-mcp' },
        },
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        responses: {
          200: {
            description: 'A jar',
            content: { 'application/json': { schema: { type: 'object' } } },
          },
        },
      },
      delete: {
        operationId: 'dropJar',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        responses: { 204: { description: 'Gone' } },
      },
    },
    '/jars': {
      get: {
        operationId: 'listJars',
        tags: ['shelf'],
        responses: { 200: { description: 'Jars' } },
      },
    },
  },
};

const inputSchema = {
  type: 'object',
  properties: { id: { type: 'integer', minimum: 1, description: 'Which jar.' } },
  required: ['id'],
  additionalProperties: false,
};
const outputSchema = { type: 'object', properties: { lid: { type: 'string' } } };

const overlay = `openapi-mcp: 1
server:
  name: jars
  title: The jar shop
  version: 7.0.0
  websiteUrl: https://jars.example/about
  instructions: Of the overlay.
  icons: [{ src: shop.svg, mimeType: image/svg+xml, sizes: [any], theme: dark }]
metadata:
  brand:
    icons: [{ src: https://jars.example/brand.svg }]
    _meta: { jars.example/brand: true }
defaults: { metadata: brand }
tools:
  getJar:
    name: get_jar
    title: Get a jar
    description: Everything about one jar.
    summary: One jar by its number
    tags: [glass]
    tags+: [lids]
    hints: [read, notIdempotent, closedWorld, { title: Hint title }]
    icons+:
      - { src: jar.svg, mimeType: image/svg+xml, sizes: [48x48, any], theme: light }
    execution: { taskSupport: optional }
    _meta: { jars.example/both: overlay }
    inputSchema: ${JSON.stringify(inputSchema)}
    outputSchema: ${JSON.stringify(outputSchema)}
    validateArguments: true
  dropJar: { enabled: false }
  listJars:
    _meta=: { jars.example/only: 1 }
    icons: []
    expose: both
    resource: { uri: 'jars://all', mimeType: application/json, annotations: { audience: [assistant], priority: 1 } }
resources:
  guide: { file: guide.md, title: Guide, description: How jars work., metadata: brand, annotations: { priority: 0.5 } }
prompts:
  compare:
    title: Compare
    description: Compares two jars.
    metadata: brand
    arguments: { first: { title: First, description: A jar., required: true } }
    messages: [{ role: user, text: 'Compare {{first}}.' }]
`;

beforeAll(async () => {
  writeFileSync(file('jars.json'), JSON.stringify(document));
  writeFileSync(file('tools.yaml'), overlay);
  for (const name of ['shop.svg', 'jar.svg']) writeFileSync(file(name), icon);
  writeFileSync(file('guide.md'), '# Jars\n');
  const words = ['--overlay', file('tools.yaml'), '--no-lock'];
  await buildServer(file('jars.json'), file('direct'), ...words);
  await buildServer(file('jars.json'), file('deferred'), ...words, '--deferred');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Era = '2025' | '2026';

/** A client of one era, as both SDKs look alike here. */
async function connect(era: Era, server: 'direct' | 'deferred' = 'direct'): Promise<ModernClient> {
  const start = {
    command: process.execPath,
    args: [path.join(folder, server, 'server.mjs')],
    env: bareEnvironment({}),
    stderr: 'ignore' as const,
  };
  if (era === '2025') {
    const client = new OldClient({ name: 'old', version: '1' });
    await client.connect(new OldTransport(start));
    onTestFinished(() => client.close());
    // The two SDKs differ in types that nobody here looks at.
    return client as unknown as ModernClient;
  }
  const client = new ModernClient(
    { name: 'modern', version: '1' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } } },
  );
  await client.connect(new ModernTransport(start));
  onTestFinished(() => client.close());
  return client;
}

const brand = { src: 'https://jars.example/brand.svg' };

describe.each<readonly [string, Era]>([
  ['the v1 client', '2025'],
  ['the v2 client of 2026-07-28', '2026'],
])('%s sees of an overlay', (_name, era) => {
  it('every field of a tool', async () => {
    const client = await connect(era);
    const { tools } = await client.listTools();
    const tool = tools.find(({ name }) => name === 'get_jar');
    expect(tool).toEqual({
      name: 'get_jar',
      title: 'Get a jar',
      description: 'Everything about one jar.',
      inputSchema,
      outputSchema,
      annotations: {
        title: 'Hint title',
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: false,
        openWorldHint: false,
      },
      icons: [
        brand,
        { src: inlined, mimeType: 'image/svg+xml', sizes: ['48x48', 'any'], theme: 'light' },
      ],
      ...(era === '2025' ? { execution: { taskSupport: 'optional' } } : {}),
      _meta: {
        'jars.example/own': 1,
        'jars.example/both': 'overlay',
        'jars.example/brand': true,
        ...operationMeta('GET /jars/{id}'),
      },
    });
    expect(tools.map(({ name }) => name).sort()).toEqual(['get_jar', 'listJars']);
  });

  it('what replaces a list and a _meta as a whole', async () => {
    const client = await connect(era);
    const { tools } = await client.listTools();
    const tool = tools.find(({ name }) => name === 'listJars');
    expect(tool?._meta).toEqual({ 'jars.example/only': 1, ...operationMeta('GET /jars') });
    expect(tool?.icons).toBeUndefined();
  });

  it('arguments that are checked against its own schema', async () => {
    const client = await connect(era);
    const result = await client.callTool({ name: 'get_jar', arguments: { id: 0 } });
    expect(result).toMatchObject({ isError: true });
    expect(JSON.stringify(result.content)).toContain('id');
  });

  it('the server as a whole', async () => {
    const client = await connect(era);
    expect(client.getServerVersion()).toEqual({
      name: 'jars',
      version: '7.0.0',
      title: 'The jar shop',
      websiteUrl: 'https://jars.example/about',
      icons: [{ src: inlined, mimeType: 'image/svg+xml', sizes: ['any'], theme: 'dark' }],
    });
    expect(client.getInstructions()).toBe('Of the overlay.');
  });

  it('tags and summary, where tools are found by search', async () => {
    const client = await connect(era, 'deferred');
    const search = async (given: Record<string, unknown>): Promise<unknown> =>
      (await client.callTool({ name: 'search_tools', arguments: given })).structuredContent;
    const hit = { name: 'get_jar', summary: 'One jar by its number' };
    expect(await search({ query: 'jar number' })).toMatchObject({
      tools: expect.arrayContaining([expect.objectContaining(hit)]),
    });
    for (const tag of ['glass', 'lids']) {
      expect(await search({ query: 'jar', tags: [tag] })).toMatchObject({ tools: [hit] });
    }
    expect(await search({ query: 'jar', tags: ['document'] })).toMatchObject({ tools: [] });
  });

  it('resources and prompts with the same fields', async () => {
    const client = await connect(era);
    const { resources } = await client.listResources();
    expect(resources).toEqual([
      {
        uri: 'resource://jars/guide',
        name: 'guide',
        title: 'Guide',
        description: 'How jars work.',
        mimeType: 'text/markdown',
        size: 7,
        icons: [brand],
        annotations: { priority: 0.5 },
        _meta: { 'jars.example/brand': true },
      },
      {
        uri: 'jars://all',
        name: 'listJars',
        description: expect.stringContaining('GET /jars'),
        mimeType: 'application/json',
        annotations: { audience: ['assistant'], priority: 1 },
        _meta: { 'jars.example/only': 1 },
      },
    ]);
    expect(await client.readResource({ uri: 'resource://jars/guide' })).toMatchObject({
      contents: [{ text: '# Jars\n' }],
    });
    const { prompts } = await client.listPrompts();
    expect(prompts).toEqual([
      {
        name: 'compare',
        title: 'Compare',
        description: 'Compares two jars.',
        icons: [brand],
        _meta: { 'jars.example/brand': true },
        // The clients of both SDKs hide titles of arguments.
        arguments: [{ name: 'first', description: 'A jar.', required: true }],
      },
    ]);
    const given = { name: 'compare', arguments: { first: 'the blue one' } };
    expect(await client.getPrompt(given)).toMatchObject({
      messages: [{ role: 'user', content: { type: 'text', text: 'Compare the blue one.' } }],
    });
  });
});

/** What every tool says of its operation by itself. */
function operationMeta(operation: string): Record<string, string> {
  return { [operationMetaKey]: operation };
}

it('the clinic has twelve good tools instead of sixty', async () => {
  const build = async (name: string, ...more: readonly string[]): Promise<readonly object[]> => {
    const specs = path.join(projectRoot, 'specs');
    await buildServer(path.join(specs, 'clinic.yaml'), file(name), '--no-lock', ...more);
    const artifact: { readonly tools: readonly object[] } = JSON.parse(
      readFileSync(file(`${name}/bridge.json`), 'utf8'),
    );
    return artifact.tools;
  };
  const all = await build('clinic');
  const overlaid = path.join(projectRoot, 'specs/clinic.overlay.yaml');
  const chosen = await build('front-desk', '--overlay', overlaid);
  expect([all.length, chosen.length]).toEqual([60, 12]);
});
