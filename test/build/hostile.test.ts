import { describe, expect, it } from 'vitest';
import { buildBridge, type BuildResult } from '../../src/build.ts';
import { profileNames } from '../../src/mapping/index.ts';
import { decodeArtifact, encodeArtifact } from '../../src/model/artifact.ts';
import { compileSchema } from '../support/schema-check.ts';

/** Everything that a build can be asked to look at. */
async function build(
  text: string,
  files: Readonly<Record<string, string>> = {},
): Promise<BuildResult> {
  const encoder = new TextEncoder();
  return buildBridge([{ source: { kind: 'text', text, uri: 'file:///api/entry.json' } }], {
    generator: { name: 'test', version: '0' },
    lint: true,
    checkSchema: true,
    targets: profileNames,
    lowerForTargets: true,
    refRoot: '/api',
    ports: {
      inspectFile: async (path) => ({ path, kind: path.endsWith('.json') ? 'file' : 'folder' }),
      readFile: async (path) => encoder.encode(files[path.replace('/api/', '')] ?? '{}'),
      readStdin: () => Promise.reject(new Error('no standard input')),
      resolveHost: () => Promise.reject(new Error('no network')),
      fetch: () => Promise.reject(new Error('no network')),
    },
  });
}

/** The text of a document with these operations and components. */
function documentOf(paths: unknown, components: unknown = {}): string {
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Hostile', version: '1' },
    servers: [{ url: 'https://hostile.example' }],
    paths,
    components,
  });
}

/** An operation whose body is this schema, beside one that is never touched. */
function withSchema(schema: unknown, schemas: unknown = {}): string {
  const content = { 'application/json': { schema } };
  const responses = { 200: { description: 'Done.', content } };
  return documentOf(
    {
      '/a': { post: { operationId: 'a', requestBody: { content }, responses } },
      '/b': { get: { operationId: 'b', responses: {} } },
    },
    { schemas },
  );
}

/** `open` so many times, then the middle, then `close` as often. */
function nested(open: string, close: string, depth: number, middle = '{}'): string {
  return open.repeat(depth) + middle + close.repeat(depth);
}

function schemaText(schema: string): string {
  return withSchema('SCHEMA').replaceAll('"SCHEMA"', schema);
}

const aliasBomb = [
  'openapi: 3.1.0',
  'info: { title: Bomb, version: "1" }',
  'paths: {}',
  'x-a: &a [x, x, x, x, x, x, x, x, x, x]',
  ...Array.from({ length: 12 }, (_, index) => {
    const last = String.fromCharCode(97 + index);
    const next = String.fromCharCode(98 + index);
    return `x-${next}: &${next} [${Array.from({ length: 10 }, () => `*${last}`).join(', ')}]`;
  }),
].join('\n');

const longKey = 'k'.repeat(1024 * 1024);
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const object = (properties: unknown) => ({ type: 'object', properties });
const hostileKeys = JSON.stringify({
  plain: {},
  constructor: { type: 'string' },
  toString: { type: 'string' },
  hasOwnProperty: { type: 'integer' },
  'a\u2028b\u2029c': { type: 'string' },
  '\ud800': { type: 'string' },
  '\u0000\u001b[31m': { type: 'string' },
  '': { type: 'string' },
}).replace('"plain"', '"__proto__"');

const explosive = ['(a+)+$', '(a|a)*b', '(\\w*)*x', '^(([a-z])+.)+[A-Z]([a-z])+$', '(x+x+)+y'];

/** What must still be said or built of each: `tools` for a server, a code for what is said. */
const documents: readonly (readonly [string, string, 'tools' | 'nothing', string?])[] = [
  ['JSON 10,000 deep', nested('[', ']', 10_000), 'nothing', 'document-too-deep'],
  ['YAML 10,000 deep', `x: ${nested('[', ']', 10_000, '')}`, 'nothing', 'document-too-deep'],
  ['blocks 10,000 deep', `${'- '.repeat(10_000)}x`, 'nothing', 'document-too-deep'],
  [
    'an extension 900 deep',
    documentOf({ '/a': { get: { responses: {} } } }).replace(
      '{',
      `{"x-deep":${nested('{"a":', '}', 900)},`,
    ),
    'tools',
  ],
  [
    'a schema 900 deep',
    schemaText(nested('{"type":"object","properties":{"a":', '}}', 400)),
    'tools',
  ],
  ['lists 900 deep', schemaText(nested('{"items":', '}', 900)), 'tools'],
  ['allOf 900 deep', schemaText(nested('{"allOf":[', ']}', 450)), 'tools'],
  ['not 900 deep', schemaText(nested('{"not":', '}', 900)), 'tools'],
  ['an alias bomb', aliasBomb, 'nothing', 'document-too-large'],
  [
    'an alias that holds itself',
    'openapi: 3.1.0\ninfo: &i { title: *i }\npaths: {}',
    'nothing',
    'document-syntax',
  ],
  [
    'a merge key of itself',
    'openapi: 3.1.0\ninfo: &i\n  <<: *i\n  title: x\npaths: {}',
    'nothing',
    'operations-missing',
  ],
  [
    'a key of a megabyte in paths',
    documentOf({ [`/${longKey}`]: { get: { responses: {} } } }),
    'tools',
  ],
  ['a property of a megabyte', withSchema(object({ [longKey]: { type: 'string' } })), 'tools'],
  ['a component of a megabyte', withSchema(ref(longKey), { [longKey]: object({}) }), 'tools'],
  [
    'an operationId of a megabyte',
    documentOf({ '/a': { get: { operationId: longKey, responses: {} } } }),
    'tools',
    'name-shortened',
  ],
  [
    'a parameter of a megabyte',
    documentOf({
      '/a': { get: { parameters: [{ name: longKey, in: 'query', schema: {} }], responses: {} } },
    }),
    'tools',
  ],
  [
    'a description of a megabyte',
    documentOf({ '/a': { get: { description: '<b>['.repeat(256 * 1024), responses: {} } } }),
    'tools',
  ],
  [
    'properties with the names of methods',
    schemaText(`{"type":"object","properties":${hostileKeys}}`),
    'tools',
  ],
  [
    'paths with the names of methods',
    documentOf({}).replace(
      '"paths":{}',
      '"paths":{"__proto__":{"get":{"responses":{}}},"constructor":{"get":{"responses":{}}},"/a":{"__proto__":{"get":{}},"get":{"operationId":"__proto__","responses":{}},"post":{"operationId":"constructor","responses":{}}}}',
    ),
    'tools',
  ],
  [
    'schemas with the names of methods',
    withSchema(ref('__proto__')).replace(
      '"schemas":{}',
      '"schemas":{"__proto__":{"type":"object","properties":{"polluted":{"$ref":"#/components/schemas/constructor"}}},"constructor":{"type":"string"}}',
    ),
    'tools',
  ],
  [
    'a reference into a prototype',
    withSchema({ $ref: '#/__proto__/toString' }),
    'tools',
    'reference-unresolved',
  ],
  [
    'lone surrogates everywhere',
    documentOf({
      '/a\ud800': {
        get: {
          operationId: '\udfff',
          summary: '\ud83d',
          parameters: [
            { name: '\udc00', in: 'query', description: '\ud800', schema: { enum: ['\ud800'] } },
          ],
          responses: {},
        },
      },
    }),
    'tools',
  ],
  [
    'line separators everywhere',
    documentOf({
      '/a\u2028': {
        get: {
          operationId: 'a\u2028b',
          summary: 'a\u2028b\u2029c\u0085d',
          parameters: [{ name: 'a\u2028b', in: 'query', schema: {} }],
          responses: {},
        },
      },
    }),
    'tools',
  ],
  [
    'numbers that are none',
    'openapi: 3.1.0\ninfo: { title: N, version: .nan }\npaths:\n  /a:\n    get:\n      parameters:\n        - { name: n, in: query, schema: { type: number, maximum: .inf, minimum: -.inf, default: .nan, multipleOf: 0, enum: [.nan, 1e400] } }\n      responses: {}',
    'tools',
    'non-finite-number',
  ],
  [
    'bounds that are too large for lists',
    withSchema({ type: 'array', items: {}, minItems: 1e308, maxItems: -1, uniqueItems: 'yes' }),
    'tools',
  ],
  [
    'YAML with tags of a language',
    'openapi: 3.1.0\ninfo: !!js/function "x"\npaths: !!python/object:os.system [x]',
    'nothing',
  ],
];

/** References that lead to themselves, by where they stand. */
const loops: readonly (readonly [string, string, Readonly<Record<string, string>>?])[] = [
  ['a schema to itself', withSchema(ref('A'), { A: ref('A') })],
  ['two schemas to each other', withSchema(ref('A'), { A: ref('B'), B: ref('A') })],
  ['allOf to itself', withSchema(ref('A'), { A: { allOf: [ref('A'), object({})] } })],
  ['anyOf to itself', withSchema(ref('A'), { A: { anyOf: [ref('A'), { type: 'null' }] } })],
  ['not to itself', withSchema(ref('A'), { A: { not: ref('A') } })],
  ['if to itself', withSchema(ref('A'), { A: { if: ref('A'), then: ref('A'), else: ref('A') } })],
  ['a property to itself', withSchema(ref('A'), { A: object({ a: ref('A'), b: ref('A') }) })],
  ['items to themselves', withSchema(ref('A'), { A: { type: 'array', items: ref('A') } })],
  [
    'further properties to themselves',
    withSchema(ref('A'), { A: { additionalProperties: ref('A') } }),
  ],
  ['names of properties to themselves', withSchema(ref('A'), { A: { propertyNames: ref('A') } })],
  [
    'required to itself',
    withSchema(ref('A'), { A: { ...object({ a: ref('A') }), required: ['a'] } }),
  ],
  [
    'a discriminator to itself',
    withSchema(ref('A'), {
      A: { oneOf: [ref('A'), ref('B')], discriminator: { propertyName: 't', mapping: { a: 'A' } } },
      B: { allOf: [ref('A'), object({ t: {} })] },
    }),
  ],
  ['$dynamicRef to itself', withSchema({ $dynamicAnchor: 'x', $dynamicRef: '#x' })],
  ['an anchor to itself', withSchema({ $anchor: 'x', $ref: '#x' })],
  ['the whole document', withSchema({ $ref: '#' })],
  [
    'many to many',
    withSchema(
      ref('S0'),
      Object.fromEntries(
        Array.from({ length: 60 }, (_, index) => [
          `S${index}`,
          object(
            Object.fromEntries(Array.from({ length: 60 }, (__, to) => [`p${to}`, ref(`S${to}`)])),
          ),
        ]),
      ),
    ),
  ],
  [
    'twice as many in each step',
    withSchema(
      ref('S0'),
      Object.fromEntries(
        Array.from({ length: 60 }, (_, index) => [
          `S${index}`,
          index === 59
            ? { type: 'string' }
            : { allOf: [ref(`S${index + 1}`), { anyOf: [ref(`S${index + 1}`), {}] }] },
        ]),
      ),
    ),
  ],
  [
    'a parameter to itself',
    documentOf(
      {
        '/a': { get: { parameters: [{ $ref: '#/components/parameters/P' }], responses: {} } },
        '/b': { get: { responses: {} } },
      },
      { parameters: { P: { $ref: '#/components/parameters/P' } } },
    ),
  ],
  [
    'a body, a response, a header, a link and an example to themselves',
    documentOf(
      {
        '/a': {
          get: { operationId: 'a', responses: { 200: { $ref: '#/components/responses/R' } } },
          post: {
            requestBody: { $ref: '#/components/requestBodies/B' },
            responses: {
              200: {
                description: 'x',
                headers: { h: { $ref: '#/components/headers/H' } },
                links: { l: { $ref: '#/components/links/L' } },
              },
            },
          },
        },
        '/b': { get: { responses: {} } },
      },
      {
        responses: { R: { $ref: '#/components/responses/R' } },
        requestBodies: { B: { $ref: '#/components/requestBodies/B' } },
        headers: { H: { $ref: '#/components/headers/H' } },
        links: { L: { $ref: '#/components/links/L' } },
        examples: { E: { $ref: '#/components/examples/E' } },
        securitySchemes: { S: { $ref: '#/components/securitySchemes/S' } },
      },
    ),
  ],
  [
    'a path item to itself',
    documentOf({ '/a': { $ref: '#/paths/~1a' }, '/b': { get: { responses: {} } } }),
  ],
  [
    'path items to each other',
    documentOf({
      '/a': { $ref: '#/paths/~1c' },
      '/b': { get: { responses: {} } },
      '/c': { $ref: '#/paths/~1a' },
    }),
  ],
  [
    'files to each other',
    withSchema({ $ref: './one.json' }),
    { 'one.json': '{"$ref":"./two.json"}', 'two.json': '{"$ref":"./one.json"}' },
  ],
  [
    'a file to the entry',
    withSchema({ $ref: './one.json' }),
    { 'one.json': '{"$ref":"./entry.json#/paths"}' },
  ],
  [
    'a tag to itself',
    documentOf({
      '/a': { get: { tags: ['t'], responses: {} } },
      '/b': { get: { responses: {} } },
    }).replace(
      '"openapi":"3.1.0"',
      '"openapi":"3.2.0","tags":[{"name":"t","parent":"u"},{"name":"u","parent":"t"}]',
    ),
  ],
];

function expectSound({ artifact, diagnostics }: BuildResult): void {
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  for (const { message, fix } of diagnostics) expect([message, fix]).not.toContain('');
  if (artifact === undefined) {
    expect(diagnostics.some(({ severity }) => severity === 'error')).toBe(true);
    return;
  }
  const text = encodeArtifact(artifact);
  // JSON.stringify writes half of a surrogate pair as an escape, which strict readers refuse.
  expect(text).not.toMatch(/\\u[dD][89a-fA-F]/);
  expect(encodeArtifact(decodeArtifact(text))).toBe(text);
  for (const { inputSchema, outputSchema } of artifact.tools) {
    compileSchema(inputSchema);
    if (outputSchema !== undefined) compileSchema(outputSchema);
  }
}

const boundMs = 5_000;

/** Builds, and fails where that takes too much of the processor. */
async function buildInTime(...given: Parameters<typeof build>): Promise<BuildResult> {
  const before = process.cpuUsage();
  const result = await build(...given);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(boundMs);
  expectSound(result);
  return result;
}

describe('a hostile document', () => {
  it.each(documents.map(([name, text, outcome, code]) => [name, text, outcome, code] as const))(
    'with %s ends in bounded time',
    async (_, text, outcome, code) => {
      const { artifact, diagnostics } = await buildInTime(text);
      expect(artifact === undefined ? 'nothing' : 'tools').toBe(outcome);
      if (code !== undefined) expect(diagnostics.map((each) => each.code)).toContain(code);
    },
  );

  it.each(loops.map(([name, text, files]) => [name, text, files] as const))(
    'whose references lead from %s loses no other operation',
    async (_, text, files) => {
      const { artifact } = await buildInTime(text, files);
      expect(artifact?.tools.map(({ operation }) => operation.path)).toContain('/b');
    },
  );

  it.each(explosive)('J12 with the pattern %s never has it matched', async (pattern) => {
    const attack = `${'a'.repeat(40)}!`;
    const { artifact, diagnostics } = await buildInTime(
      withSchema({ type: 'string', pattern, default: attack, examples: [attack] }),
    );
    expect(JSON.stringify(artifact?.tools)).not.toContain('"pattern":');
    expect(diagnostics.map(({ code }) => code)).toContain('schema-pattern-unsafe');
  });

  it('with patterns as the names of properties never has them matched', async () => {
    const { artifact } = await buildInTime(
      withSchema({
        ...object({ [`${'a'.repeat(40)}!`]: {} }),
        patternProperties: Object.fromEntries(explosive.map((pattern) => [pattern, {}])),
      }),
    );
    expect(artifact?.tools).toHaveLength(2);
  });
});
