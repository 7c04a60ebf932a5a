import { describe, expect, it } from 'vitest';
import type { AgentChange } from '../../../src/mapping/diff/change.ts';
import { compareArtifacts } from '../../../src/mapping/diff/compare-artifacts.ts';
import type { BridgeArtifact } from '../../../src/model/artifact.ts';
import type { Prompt } from '../../../src/model/prompt.ts';
import type { Resource } from '../../../src/model/resource.ts';
import type { ArtifactParts, ToolParts } from '../../support/artifact-builder.ts';
import { artifactOf, toolOf } from '../../support/artifact-builder.ts';

const show = ({ impact, kind, subject, path, message }: AgentChange): string =>
  `${impact} ${kind} ${subject.kind}:${subject.name}${path === undefined ? '' : `/${path}`}: ${message}`;

function changes(before: ArtifactParts, after: ArtifactParts): readonly string[] {
  return compareArtifacts(artifactOf(before), artifactOf(after)).map(show);
}

/** Changes of the builder's one tool. */
const toolChanges = (before: ToolParts, after: ToolParts): readonly string[] =>
  changes({ tools: [toolOf(before)] }, { tools: [toolOf(after)] });

const second = (name: string): ToolParts => ({
  name,
  operation: { id: 'secondThing', path: '/second' },
});

describe('tools', () => {
  it.each<readonly [string, readonly ToolParts[], readonly ToolParts[], readonly string[]]>([
    ['gone', [{}, second('b')], [{}], ['breaking gone tool:b: is gone']],
    ['added', [{}], [{}, second('b')], ['additive added tool:b: is new']],
    ['renamed', [{}, second('b')], [{}, second('c')], ['breaking renamed tool:b: is called c now']],
    [
      'moved under their name',
      [{}],
      [{ operation: { path: '/v2/things/{id}' } }],
      [
        'behavioral operation-moved tool:getThing: sends GET /v2/things/{id} instead of GET /things/{id}',
      ],
    ],
    [
      'with the name of another, which is gone',
      [{}],
      [{ operation: { id: 'other', path: '/other' } }],
      [
        'breaking operation-changed tool:getThing: is another operation now: GET /other instead of GET /things/{id}',
      ],
    ],
    [
      'that swap their names',
      [{}, second('b')],
      [{ name: 'b', operation: { id: 'getThing' } }, second('getThing')],
      [
        'breaking renamed tool:b: is called getThing now',
        'breaking renamed tool:getThing: is called b now',
      ],
    ],
  ])('%s', (_what, before, after, expected) => {
    expect(changes({ tools: before.map(toolOf) }, { tools: after.map(toolOf) })).toEqual(expected);
  });

  it.each<readonly [string, ToolParts, ToolParts, readonly string[]]>([
    [
      'title',
      { title: 'A' },
      { title: 'B' },
      ['behavioral title-changed tool:getThing: has another title'],
    ],
    [
      'description',
      {},
      { description: 'B' },
      ['behavioral description-changed tool:getThing: has another description'],
    ],
    ['tags', {}, { tags: ['a'] }, ['behavioral metadata-changed tool:getThing: has another tags']],
    [
      '_meta',
      {},
      { meta: { a: 1 } },
      ['behavioral metadata-changed tool:getThing: has a _meta now'],
    ],
    [
      'a hint with less caution',
      { hints: { readOnly: false } },
      { hints: { readOnly: true } },
      ['breaking hint-lowered tool:getThing: has readOnlyHint true instead of false'],
    ],
    [
      'a hint with more caution, against the default',
      { hints: { openWorld: false } },
      { hints: {} },
      ['behavioral hint-raised tool:getThing: has openWorldHint true instead of false'],
    ],
    ['a default said aloud', { hints: {} }, { hints: { destructive: true } }, []],
    [
      'credentials',
      {},
      { security: [{ schemes: [{ scheme: 'key', scopes: [] }] }] },
      ['breaking credentials-needed tool:getThing: needs credentials now: key'],
    ],
    [
      'other credentials, still not needed',
      {},
      { security: [{ schemes: [{ scheme: 'key', scopes: [] }] }, { schemes: [] }] },
      ['behavioral security-changed tool:getThing: takes other credentials or scopes'],
    ],
    [
      'no confirmation any more',
      { settings: { confirm: true } },
      {},
      ['breaking confirm-removed tool:getThing: no longer asks the person before a call'],
    ],
    [
      'a scope',
      {},
      { settings: { scopes: ['things'] } },
      ['breaking scopes-needed tool:getThing: asks callers for the scope things'],
    ],
    [
      'an output schema without a property',
      {
        outputSchema: { type: 'object', properties: { a: {}, b: {} }, additionalProperties: false },
      },
      { outputSchema: { type: 'object', properties: { a: {} }, additionalProperties: false } },
      ['behavioral gone tool:getThing/result.b: is gone'],
    ],
    [
      'no output schema',
      { outputSchema: { type: 'object' } },
      {},
      ['behavioral result-changed tool:getThing: has no output schema any more'],
    ],
  ])('with another %s', (_what, before, after, expected) => {
    expect(toolChanges(before, after)).toEqual(expected);
  });
});

describe('arguments', () => {
  const { inputSchema, request } = toolOf();
  const [path, query] = request.parameters;
  if (path === undefined || query === undefined) throw new Error('the builder has two parameters');
  const renamed = {
    request: {
      parameters: [path, { ...query, source: { kind: 'argument', argument: 'max' } as const }],
    },
    inputSchema: {
      ...inputSchema,
      properties: {
        id: { type: 'string', description: 'Which thing.' },
        max: { type: 'integer', minimum: 1 },
      },
    },
  };

  it('that go to the same place under another name are renamed, and compared', () => {
    expect(toolChanges({}, renamed)).toEqual([
      'breaking renamed tool:getThing/limit: is called max now',
    ]);
    const strict = { ...renamed, inputSchema: { ...renamed.inputSchema, required: ['id', 'max'] } };
    expect(toolChanges({}, strict)).toEqual([
      'breaking renamed tool:getThing/limit: is called max now',
      'breaking newly-required tool:getThing/max: is required now',
    ]);
  });

  it('that the overlay fixes are gone, and why', () => {
    const fixed = {
      request: { parameters: [path, { ...query, source: { kind: 'fixed', value: 5 } as const }] },
      inputSchema: {
        ...inputSchema,
        properties: { id: { type: 'string', description: 'Which thing.' } },
      },
    };
    expect(toolChanges({}, fixed)).toEqual([
      'breaking gone tool:getThing/limit: is gone: the server sends a fixed value',
    ]);
  });
});

describe('the server', () => {
  const at = (url: string): ArtifactParts => ({
    document: { servers: [{ kind: 'absolute', url, template: url, variables: {} }] },
  });

  it.each<readonly [string, ArtifactParts, ArtifactParts, readonly string[]]>([
    [
      'another origin',
      {},
      at('https://other.example/v1'),
      [
        'breaking origin-changed server:shop: sends requests to https://other.example/v1 instead of https://shop.example/v1',
      ],
    ],
    [
      'another path',
      {},
      at('https://shop.example/v2'),
      [
        'behavioral path-changed server:shop: sends requests to https://shop.example/v2 instead of https://shop.example/v1',
      ],
    ],
    [
      'other variables',
      {},
      { document: { environmentPrefix: 'STORE' } },
      [
        'breaking variables-renamed server:shop: reads environment variables that begin with STORE_ instead of SHOP_',
      ],
    ],
    [
      'other instructions',
      {},
      { server: { name: 'shop', version: '2', instructions: 'Be kind.' } },
      ['behavioral description-changed server:shop: has other instructions'],
    ],
    [
      'another way to find tools',
      {},
      { mode: 'deferred' },
      ['breaking mode-changed server:shop: lists tools'],
    ],
    [
      'tools that it no longer lists because it only reads',
      { tools: [toolOf({ hints: { destructive: true } })] },
      { tools: [toolOf({ hints: { destructive: true } })], runtime: { readOnly: true } },
      ['breaking gone tool:getThing: is gone'],
    ],
  ])('with %s', (_what, before, after, expected) => {
    const found = changes(before, after);
    expect(found).toHaveLength(expected.length);
    for (const [index, each] of expected.entries()) expect(found[index]).toContain(each);
  });

  it('with one document is the same whatever the document is called', () => {
    const { documents, tools, ...rest } = artifactOf();
    const renamed: BridgeArtifact = {
      ...rest,
      documents: { store: documents['shop'] ?? ({} as never) },
      tools: tools.map((tool) => ({
        ...tool,
        operation: { ...tool.operation, document: 'store' },
      })),
    };
    expect(compareArtifacts(artifactOf(), renamed)).toEqual([]);
  });
});

describe('what can be read', () => {
  const resource = (more: Partial<Resource>): Resource =>
    ({
      kind: 'static',
      uri: 'a:b',
      name: 'b',
      content: { kind: 'text', text: '' },
      ...more,
    }) as Resource;
  const prompt = (more: Partial<Prompt>): Prompt => ({
    name: 'p',
    arguments: [{ name: 'a', required: false }],
    messages: [{ role: 'user', parts: [] }],
    ...more,
  });

  it.each<readonly [string, ArtifactParts, ArtifactParts, readonly string[]]>([
    ['a resource gone', { resources: [resource({})] }, {}, ['breaking gone resource:a:b: is gone']],
    [
      'a resource added',
      {},
      { resources: [resource({})] },
      ['additive added resource:a:b: is new'],
    ],
    [
      'a resource with another URI',
      { resources: [resource({})] },
      { resources: [resource({ uri: 'a:c' })] },
      ['breaking renamed resource:a:b: has the URI a:c now'],
    ],
    [
      'a resource with another title',
      { resources: [resource({})] },
      { resources: [resource({ title: 'B' })] },
      ['behavioral title-changed resource:a:b: has another title'],
    ],
    ['a prompt gone', { prompts: [prompt({})] }, {}, ['breaking gone prompt:p: is gone']],
    [
      'a prompt that needs more',
      { prompts: [prompt({})] },
      {
        prompts: [
          prompt({
            arguments: [
              { name: 'a', required: true },
              { name: 'b', required: false },
            ],
          }),
        ],
      },
      ['breaking newly-required prompt:p/a: is required now', 'additive added prompt:p/b: is new'],
    ],
    [
      'a prompt with other words',
      { prompts: [prompt({})] },
      { prompts: [prompt({ messages: [{ role: 'user', parts: [{ kind: 'text', text: 'x' }] }] })] },
      ['behavioral changed prompt:p: says something else'],
    ],
  ])('%s', (_what, before, after, expected) => {
    expect(changes(before, after)).toEqual(expected);
  });
});
