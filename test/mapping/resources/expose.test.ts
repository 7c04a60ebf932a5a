import { describe, expect, it } from 'vitest';
import { buildArtifact } from '../../../src/mapping/build-artifact.ts';
import { mapTools } from '../../../src/mapping/map-tools.ts';
import type { ApiModel, Operation, Parameter } from '../../../src/model/api.ts';
import type { Diagnostic } from '../../../src/model/diagnostic.ts';
import type { JsonObject } from '../../../src/model/json.ts';
import type { OperationResource } from '../../../src/model/resource.ts';
import { api, operation, parameter } from '../api-builder.ts';

interface Mapped {
  readonly resources: readonly OperationResource[];
  readonly tools: readonly string[];
  readonly unlisted: readonly string[];
  readonly found: readonly Diagnostic[];
}

function map(model: ApiModel, ...forms: readonly JsonObject[]): Mapped {
  const result = mapTools(model, {
    namespace: 'store',
    overlays: forms.map((form, index) => ({
      value: { 'openapi-mcp': 1, ...form },
      location: { document: `file:///${index}.yaml`, pointer: '' },
      rank: index + 1,
    })),
  });
  const { resources = [], tools = [], resourceTools = [] } = result.ok ? result.value : {};
  return {
    resources,
    tools: tools.map(({ tool }) => tool.name),
    unlisted: resourceTools.map(({ tool }) => tool.name),
    found: result.diagnostics,
  };
}

const tool = (entry: JsonObject): JsonObject => ({ tools: { op: entry } });
const get = (
  path: string,
  parameters: readonly Parameter[] = [],
  more: Partial<Operation> = {},
): ApiModel => api([operation('GET', path, { operationId: 'op', parameters, ...more })]);

describe('expose', () => {
  it.each([
    ['tool', ['op'], [], 0],
    ['resource', [], ['op'], 1],
    ['both', ['op'], [], 1],
  ] as const)('%s', (expose, tools, unlisted, resources) => {
    const mapped = map(get('/pets'), tool({ expose }));
    expect(mapped.tools).toEqual(tools);
    expect(mapped.unlisted).toEqual(unlisted);
    expect(mapped.resources).toHaveLength(resources);
  });

  it.each<readonly [string, ApiModel, JsonObject, string, JsonObject]>([
    ['no parameters', get('/pets'), {}, 'openapi://store/pets', {}],
    [
      'path parameters',
      get('/pets/{petId}/tags/{tag}'),
      {},
      'openapi://store/pets/{petId}/tags/{tag}',
      { petId: 'petId', tag: 'tag' },
    ],
    [
      'query parameters, of which only those that must be given count',
      get('/find', [parameter('q', 'query', { required: true }), parameter('limit')]),
      {},
      'openapi://store/find{?q}',
      { q: 'q' },
    ],
    [
      'arguments under the names of a person',
      get('/pets/{id}'),
      { arguments: { id: { name: 'pet-id' } } },
      'openapi://store/pets/{pet_id}',
      { pet_id: 'pet-id' },
    ],
    [
      'a fixed value',
      get('/pets/{id}'),
      { arguments: { id: { fixed: 'a b' } } },
      'openapi://store/pets/a%20b',
      {},
    ],
    [
      'a URI of its own',
      get('/pets/{id}'),
      { resource: { uri: 'pets:{id}' } },
      'pets:{id}',
      { id: 'id' },
    ],
    ['odd characters', get('/a b/{id}.json'), {}, 'openapi://store/a%20b/{id}.json', { id: 'id' }],
  ])('gives a URI for %s', (_what, model, entry, uri, variables) => {
    const { resources, found } = map(model, tool({ expose: 'both', ...entry }));
    expect(resources).toMatchObject([{ kind: 'operation', tool: 'op', uri, variables }]);
    expect(found.filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  it('takes the words of the tool, and the type of the document', () => {
    const content = ['text/csv', 'application/json'].map((mediaType) => ({ mediaType }));
    const model = get('/pets', [], {
      responses: [{ status: '200', content: content as never, headers: [], links: [] }],
    });
    const { resources } = map(
      model,
      tool({
        expose: 'resource',
        name: 'pets',
        title: 'Pets',
        description: 'All of them.',
        icons: [{ src: 'https://a.example/i.svg' }],
        _meta: { team: 1 },
        resource: { annotations: { audience: ['user'], priority: 0 } },
      }),
    );
    expect(resources).toEqual([
      {
        kind: 'operation',
        uri: 'openapi://store/pets',
        variables: {},
        tool: 'pets',
        name: 'pets',
        title: 'Pets',
        description: 'All of them.',
        mimeType: 'application/json',
        icons: [{ src: 'https://a.example/i.svg' }],
        annotations: { audience: ['user'], priority: 0 },
        meta: { team: 1 },
      },
    ]);
  });

  it.each<readonly [string, ApiModel, JsonObject, string]>([
    ['a POST', api([operation('POST', '/pets', { operationId: 'op' })]), {}, 'only GET is reading'],
    [
      'a required header',
      get('/pets', [parameter('X-Tenant', 'header', { required: true })]),
      {},
      'header parameter X-Tenant',
    ],
    [
      'a URI without a variable',
      get('/pets/{id}'),
      { resource: { uri: 'pets:all' } },
      'has not the variables id',
    ],
    [
      'a URI with one too many',
      get('/pets'),
      { resource: { uri: 'pets:{id}' } },
      'has not the variables (none)',
    ],
  ])('of %s is an error, and the operation stays a tool', (_what, model, entry, problem) => {
    const { tools, resources, found } = map(model, tool({ expose: 'resource', ...entry }));
    expect(resources).toEqual([]);
    expect(tools).toEqual([]); // an error of an overlay refuses the build
    expect(found).toMatchObject([
      {
        code: 'overlay-expose-unfit',
        severity: 'error',
        location: { pointer: '/tools/op/expose' },
      },
    ]);
    expect(found[0]?.message).toContain(problem);
  });

  it('of many at once is meant for those that fit', () => {
    const model = api([
      operation('GET', '/pets', { operationId: 'listPets' }),
      operation('POST', '/pets', { operationId: 'addPet' }),
    ]);
    const { tools, resources, found } = map(model, { defaults: { expose: 'both' } });
    expect(tools).toEqual(['listPets', 'addPet']);
    expect(resources.map(({ name }) => name)).toEqual(['listPets']);
    expect(found.find(({ code }) => code === 'overlay-expose-unfit')).toMatchObject({
      severity: 'info',
    });
  });
});

describe('resources and prompts of short forms', () => {
  const artifactOf = (...forms: readonly JsonObject[]) => {
    const mapped = mapTools(get('/pets'), {
      namespace: 'store',
      overlays: forms.map((form, index) => ({
        value: { 'openapi-mcp': 1, ...form },
        location: { document: `file:///${index}.yaml`, pointer: '' },
        rank: index + 1,
      })),
      resourceFiles: new Map([
        ['file:///guide.md', { kind: 'text', text: '# A', mimeType: 'text/markdown' }],
        ['file:///logo.png', { kind: 'bytes', base64: 'AAAA', mimeType: 'image/png' }],
      ]),
    });
    if (!mapped.ok) return { problems: mapped.diagnostics.map(({ code }) => code) };
    const artifact = buildArtifact([mapped.value], { generator: { name: 'x', version: '1' } });
    return artifact.ok
      ? { ...artifact.value, warnings: mapped.diagnostics.map(({ code }) => code) }
      : { problems: artifact.diagnostics.map(({ code }) => code) };
  };

  it('are absent where there are none', () => {
    expect(artifactOf()).not.toHaveProperty('resources');
    expect(artifactOf()).not.toHaveProperty('prompts');
  });

  it('hold files and texts, sorted by name, the later file of one name alone', () => {
    const { resources } = artifactOf(
      { resources: { b: { text: 'old', title: 'Old' }, logo: { file: 'logo.png' } } },
      { resources: { b: { text: 'new' }, a: { file: 'guide.md', mimeType: 'text/plain' } } },
    ) as { resources: unknown };
    expect(resources).toEqual([
      {
        kind: 'static',
        uri: 'resource://store/a',
        name: 'a',
        mimeType: 'text/plain',
        content: { kind: 'text', text: '# A' },
      },
      {
        kind: 'static',
        uri: 'resource://store/b',
        name: 'b',
        mimeType: 'text/plain',
        content: { kind: 'text', text: 'new' },
      },
      {
        kind: 'static',
        uri: 'resource://store/logo',
        name: 'logo',
        mimeType: 'image/png',
        content: { kind: 'bytes', base64: 'AAAA' },
      },
    ]);
  });

  it('cut messages at their placeholders', () => {
    const { prompts } = artifactOf({
      prompts: {
        p: {
          arguments: { a: null, 'b.c-d': { required: true } },
          messages: '{{a}} \\{{x}} {{ b.c-d }}.',
        },
      },
    }) as { prompts: unknown };
    expect(prompts).toEqual([
      {
        name: 'p',
        arguments: [
          { name: 'a', required: false },
          { name: 'b.c-d', required: true },
        ],
        messages: [
          {
            role: 'user',
            parts: [
              { kind: 'argument', argument: 'a' },
              { kind: 'text', text: ' {{x}} ' },
              { kind: 'argument', argument: 'b.c-d' },
              { kind: 'text', text: '.' },
            ],
          },
        ],
      },
    ]);
  });

  it.each<readonly [string, JsonObject, string]>([
    ['a file that was not read', { resources: { a: { file: 'none.md' } } }, 'overlay-bad-value'],
    [
      'a placeholder without its argument',
      { prompts: { p: { messages: '{{who}}' } } },
      'overlay-unknown-placeholder',
    ],
    ['a placeholder that is none', { prompts: { p: { messages: 'a {{ b' } } }, 'overlay-bad-value'],
    [
      'a bundle that there is not',
      { resources: { a: { text: 'x', metadata: 'none' } } },
      'overlay-unknown-bundle',
    ],
    [
      'one URI twice',
      { resources: { a: { text: 'x', uri: 'a:b' }, b: { text: 'y', uri: 'a:b' } } },
      'overlay-resource-clash',
    ],
    [
      'templates that match the same',
      {
        tools: { op: { expose: 'both', resource: { uri: 'a:b' } } },
        resources: { a: { text: 'x', uri: 'a:b' } },
      },
      'overlay-resource-clash',
    ],
  ])('refuse %s', (_what, form, problem) => {
    expect(artifactOf(form)).toMatchObject({ problems: expect.arrayContaining([problem]) });
  });

  it('warn of an argument that no message uses', () => {
    const form = { prompts: { p: { arguments: { a: null }, messages: 'x' } } };
    expect(artifactOf(form)).toMatchObject({ warnings: ['overlay-placeholder-unused'] });
  });

  it('of a document name no files, whatever it says', () => {
    const value = { resources: { a: { file: 'guide.md' }, b: { text: 'x' } } };
    const location = { document: 'file:///specs/petstore.yaml', pointer: '/x-mcp' };
    const model = { ...get('/pets'), extension: { value, location, rank: 0 } };
    const mapped = mapTools(model, { namespace: 'store' });
    expect(mapped.ok && mapped.value.shared.resources.map(({ name }) => name)).toEqual(['b']);
    expect(mapped.diagnostics).toMatchObject([{ code: 'overlay-bad-value', severity: 'warning' }]);
  });
});
