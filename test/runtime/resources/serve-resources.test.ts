import { describe, expect, it } from 'vitest';
import type { Prompt } from '../../../src/model/prompt.ts';
import type { Resource } from '../../../src/model/resource.ts';
import { createBridge } from '../../../src/runtime/create-bridge.ts';
import type { ArtifactParts } from '../../support/artifact-builder.ts';
import { artifactOf, toolOf } from '../../support/artifact-builder.ts';
import { createFakeUpstream } from '../../support/fake-upstream.ts';
import { clients, serveInProcess } from '../../support/in-process-client.ts';

const resources: readonly Resource[] = [
  {
    kind: 'static',
    uri: 'resource://shop/guide',
    name: 'guide',
    title: 'Guide',
    mimeType: 'text/markdown',
    content: { kind: 'text', text: '# Grüße' },
  },
  {
    kind: 'static',
    uri: 'resource://shop/logo',
    name: 'logo',
    mimeType: 'image/png',
    content: { kind: 'bytes', base64: 'AAAA' },
  },
  {
    kind: 'operation',
    uri: 'openapi://shop/things/{id}',
    variables: { id: 'id' },
    tool: 'readThing',
    name: 'readThing',
    description: 'Reads a thing.',
    mimeType: 'application/json',
    annotations: { audience: ['assistant'], priority: 1 },
    icons: [{ src: 'https://shop.example/i.svg' }],
    meta: { 'shop.example/team': 'things' },
  },
];

const prompts: readonly Prompt[] = [
  {
    name: 'compare',
    title: 'Compare two things',
    description: 'Says which is better.',
    arguments: [
      { name: 'first', description: 'A thing.', required: true },
      { name: 'tone', required: false },
    ],
    messages: [
      {
        role: 'user',
        parts: [
          { kind: 'text', text: 'Compare ' },
          { kind: 'argument', argument: 'first' },
          { kind: 'text', text: '.' },
          { kind: 'argument', argument: 'tone' },
        ],
      },
      { role: 'assistant', parts: [{ kind: 'text', text: 'Gladly.' }] },
    ],
  },
];

function bridgeOf(more: ArtifactParts = {}) {
  const upstream = createFakeUpstream((plan) =>
    plan.url.endsWith('/gone') ? { status: 404, body: 'no such thing' } : { body: { id: 'a b' } },
  );
  const records: string[] = [];
  const bridge = createBridge({
    artifact: artifactOf({
      resources,
      prompts,
      resourceTools: [toolOf({ name: 'readThing' })],
      ...more,
    }),
    upstream,
    audit: {
      write: (line) => {
        records.push(line);
        return Promise.resolve();
      },
      close: () => Promise.resolve(),
    },
  });
  return { bridge, upstream, records };
}

describe.each(clients)('%s', (_name, connect) => {
  it('lists resources and templates with their metadata', async () => {
    const client = await connect(serveInProcess(bridgeOf().bridge));
    expect(await client.listResources()).toEqual([
      {
        uri: 'resource://shop/guide',
        name: 'guide',
        title: 'Guide',
        mimeType: 'text/markdown',
        size: 9,
      },
      { uri: 'resource://shop/logo', name: 'logo', mimeType: 'image/png', size: 3 },
    ]);
    expect(await client.listResourceTemplates()).toEqual([
      {
        uriTemplate: 'openapi://shop/things/{id}',
        name: 'readThing',
        description: 'Reads a thing.',
        mimeType: 'application/json',
        annotations: { audience: ['assistant'], priority: 1 },
        icons: [{ src: 'https://shop.example/i.svg' }],
        _meta: { 'shop.example/team': 'things' },
      },
    ]);
  });

  it('reads what stands in the artifact', async () => {
    const client = await connect(serveInProcess(bridgeOf().bridge));
    expect(await client.readResource('resource://shop/guide')).toMatchObject({
      contents: [{ uri: 'resource://shop/guide', mimeType: 'text/markdown', text: '# Grüße' }],
    });
    expect(await client.readResource('resource://shop/logo')).toMatchObject({
      contents: [{ mimeType: 'image/png', blob: 'AAAA' }],
    });
  });

  it('reads an operation through the onion of its tool, and lists no tool for it', async () => {
    const { bridge, upstream, records } = bridgeOf();
    const client = await connect(serveInProcess(bridge));
    const uri = 'openapi://shop/things/a%20b';
    expect(await client.readResource(uri)).toMatchObject({
      contents: [{ uri, mimeType: 'application/json', text: '{"id":"a b"}' }],
    });
    expect(upstream.plans.map(({ url }) => url)).toEqual(['https://shop.example/v1/things/a%20b']);
    expect(records.filter((line) => line.includes('"tool":"readThing"'))).toHaveLength(2);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['getThing']);
    await expect(client.callTool('readThing', { id: '1' })).rejects.toThrow('Unknown tool');
  });

  it.each([
    ['nothing has', 'openapi://shop/other/1'],
    ['the upstream has not', 'openapi://shop/things/gone'],
  ])('says of a URI that %s that it is not found', async (_what, uri) => {
    const client = await connect(serveInProcess(bridgeOf().bridge));
    await expect(client.readResource(uri)).rejects.toMatchObject({
      message: expect.stringMatching(/not found/i),
    });
  });

  it('lists prompts and fills them in', async () => {
    const client = await connect(serveInProcess(bridgeOf().bridge));
    expect(await client.listPrompts()).toEqual([
      {
        name: 'compare',
        title: 'Compare two things',
        description: 'Says which is better.',
        arguments: [
          { name: 'first', description: 'A thing.', required: true },
          { name: 'tone', required: false },
        ],
      },
    ]);
    expect(await client.getPrompt('compare', { first: 'a {{tone}} $&' })).toMatchObject({
      description: 'Says which is better.',
      messages: [
        { role: 'user', content: { type: 'text', text: 'Compare a {{tone}} $&.' } },
        { role: 'assistant', content: { type: 'text', text: 'Gladly.' } },
      ],
    });
  });

  it.each([
    ['compare', {}, 'needs first'],
    ['compare', { first: 'a', tune: 'b' }, 'Did you mean "tone"?'],
    ['comparison', {}, 'Unknown prompt: comparison'],
  ] as const)('refuses the prompt %s with %j', async (name, given, problem) => {
    const client = await connect(serveInProcess(bridgeOf().bridge));
    await expect(client.getPrompt(name, given)).rejects.toThrow(problem);
  });

  it('is told nothing of resources and prompts where there are none', async () => {
    const client = await connect(serveInProcess(createBridge({ artifact: artifactOf() })));
    expect(client.server().capabilities).toEqual({ tools: { listChanged: false } });
  });
});

describe('the resources of a bridge', () => {
  it('hide with their tool in read-only mode', () => {
    const { bridge } = bridgeOf({
      runtime: { readOnly: true },
      resourceTools: [toolOf({ name: 'readThing', hints: { destructive: true } })],
    });
    expect(bridge.resources?.listTemplates(undefined)).toEqual([]);
    const input = { meta: {}, session: undefined, signal: new AbortController().signal };
    expect(bridge.resources?.read('openapi://shop/things/1', input)).toBeUndefined();
  });

  it('are listed to callers who hold the scopes of their tools', () => {
    const artifact = artifactOf({
      resources,
      resourceTools: [toolOf({ name: 'readThing', settings: { scopes: ['things'] } })],
    });
    const bridge = createBridge<readonly string[]>({ artifact, scopesOf: (session) => session });
    expect(bridge.resources?.listTemplates(['things'])).toHaveLength(1);
    expect(bridge.resources?.listTemplates(['other'])).toEqual([]);
    expect(bridge.resources?.list(['other'])).toHaveLength(2);
  });

  it('prefer the template with more literal text, whatever the order', async () => {
    const generic = { ...resources[2], uri: 'openapi://shop/{+id}', name: 'generic' } as Resource;
    const { bridge, upstream } = bridgeOf({ resources: [generic, ...resources] });
    const input = { meta: {}, session: undefined, signal: new AbortController().signal };
    await bridge.resources?.read('openapi://shop/things/1', input);
    await bridge.resources?.read('openapi://shop/other', input);
    expect(upstream.plans.map(({ target }) => target)).toEqual([
      '/v1/things/1',
      '/v1/things/other',
    ]);
  });
});
