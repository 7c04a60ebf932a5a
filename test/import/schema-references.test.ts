import { describe, expect, it } from 'vitest';
import type { ApiModel } from '../../src/model/api.ts';
import type { JsonObject, JsonSchema, JsonValue } from '../../src/model/json.ts';
import { ownValue } from '../../src/model/json.ts';
import type { ReadDocument } from '../support/read-document.ts';
import { openapi, plainOperation, readOperation, swagger } from '../support/read-document.ts';
import { accepts, referencesIn } from '../support/schema-check.ts';

const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

interface Referring extends ReadDocument {
  readonly schema: JsonSchema;
  /** The schema with the whole table, ready for a validator. */
  readonly whole: JsonSchema;
}

async function convert(
  schema: JsonValue,
  schemas: JsonObject,
  options: { readonly version?: string; readonly files?: JsonObject } = {},
): Promise<Referring> {
  const { version = '3.1.0', files = {} } = options;
  const requestBody = { content: { 'application/json': { schema } } };
  const read = await readOperation(
    openapi(
      version,
      { '/a': { post: { ...plainOperation, requestBody } } },
      { components: { schemas } },
    ),
    { files },
  );
  const found = read.operation.requestBody?.content[0].schema ?? {};
  return { ...read, schema: found, whole: { ...found, $defs: definitions(read.model) } };
}

function definitions(model: ApiModel): JsonObject {
  return Object.fromEntries(
    Object.entries(model.schemas).map(([key, { schema }]) => [key, schema]),
  );
}

function tableOf(model: ApiModel, key: string): JsonSchema | undefined {
  return ownValue(model.schemas, key)?.schema;
}

describe('references between schemas', () => {
  it('J4 become keys of the table, which holds what is reached and nothing else', async () => {
    const { schema, model } = await convert(
      { type: 'array', items: ref('Pet') },
      { Pet: { properties: { owner: ref('Owner') } }, Owner: { type: 'string' }, Unused: {} },
    );
    expect(schema).toEqual({ type: 'array', items: { $ref: '#/$defs/Pet' } });
    expect(model.schemas).toEqual({
      Pet: {
        name: 'Pet',
        schema: { properties: { owner: { $ref: '#/$defs/Owner' } } },
        location: { document: 'file:///api/openapi.json', pointer: '/components/schemas/Pet' },
      },
      Owner: {
        name: 'Owner',
        schema: { type: 'string' },
        location: { document: 'file:///api/openapi.json', pointer: '/components/schemas/Owner' },
      },
    });
  });

  it.each([
    ['Pet.Name-1_x', 'Pet.Name-1_x'],
    ['Foo[Bar]', 'Foo_Bar'],
    ['a b/c', 'a_b_c'],
    ['Größe', 'Gr_e'],
    ['日本', 'Schema'],
    ['__proto__', 'proto'],
    ['constructor', 'constructor'],
  ])('J4 reduce the name %s to the key %s', async (name, key) => {
    const pointer = name.replaceAll('/', '~1');
    const schemas = JSON.parse(`{${JSON.stringify(name)}: {"type": "string"}}`) as JsonObject;
    const { schema, model } = await convert({ $ref: `#/components/schemas/${pointer}` }, schemas);
    expect(schema).toEqual({ $ref: `#/$defs/${key}` });
    expect(model.schemas[key]).toMatchObject({ name, schema: { type: 'string' } });
  });

  it('J4 keep two documents apart that use one name', async () => {
    const { schema, model } = await convert(
      { anyOf: [ref('Pet'), { $ref: 'other.json#/components/schemas/Pet' }, { $ref: 'Pet.json' }] },
      { Pet: { type: 'string' } },
      {
        files: {
          'other.json': { components: { schemas: { Pet: { type: 'integer' } } } },
          'Pet.json': { type: 'boolean' },
        },
      },
    );
    expect(referencesIn(schema)).toEqual(['#/$defs/Pet', '#/$defs/Pet_2', '#/$defs/Pet_3']);
    expect(Object.keys(model.schemas).map((key) => tableOf(model, key)?.['type'])).toEqual([
      'string',
      'integer',
      'boolean',
    ]);
  });

  it('U43 stay where they are recursive', async () => {
    const { whole, codes } = await convert(ref('Filter'), {
      Filter: {
        type: 'object',
        properties: { name: { type: 'string' }, all: { type: 'array', items: ref('Filter') } },
      },
    });
    expect(codes).toEqual([]);
    expect(accepts(whole, { all: [{ all: [{ name: 'x' }] }] })).toBe(true);
    expect(accepts(whole, { all: [{ all: [{ name: 7 }] }] })).toBe(false);
  });

  it('U45 are followed behind every applicator', async () => {
    const shapes: Readonly<Record<string, (schema: JsonObject) => JsonValue>> = {
      list: (schema) => [schema],
      map: (schema) => ({ name: schema }),
      one: (schema) => schema,
    };
    const keywords = Object.entries({
      list: 'prefixItems allOf anyOf oneOf',
      map: 'properties patternProperties dependentSchemas',
      one: 'additionalProperties propertyNames items contains not if then else unevaluatedProperties unevaluatedItems contentSchema',
    }).flatMap(([shape, names]) => names.split(' ').map((name) => [shape, name] as const));
    const names = keywords.map(([, keyword]) => `Of_${keyword}`);
    const applied: JsonObject = Object.fromEntries(
      keywords.map(([shape, keyword]) => [keyword, shapes[shape]?.(ref(`Of_${keyword}`)) ?? {}]),
    );
    const { model } = await convert(ref('Outer'), {
      Outer: applied,
      ...Object.fromEntries(names.map((name) => [name, { title: name }])),
    });
    expect(Object.keys(model.schemas).sort()).toEqual(['Outer', ...names].sort());
  });

  it('U46 are followed however long the chain is', async () => {
    const length = 5_000;
    const links = Array.from({ length }, (_, index) => [
      `L${index}`,
      { properties: { next: index + 1 < length ? ref(`L${index + 1}`) : { type: 'integer' } } },
    ]);
    const { model } = await convert(ref('L0'), Object.fromEntries(links));
    expect(Object.keys(model.schemas)).toHaveLength(length);
  });

  it('U58 may point anywhere in a document', async () => {
    const { schema, model, codes } = await convert(
      {
        properties: {
          a: { $ref: '#/components/schemas/Odd/properties/in~1out' },
          b: { $ref: '#/components/schemas/Odd/properties/two%20words' },
          c: { $ref: '#/components/schemas/Odd/properties/til~0de' },
          d: { $ref: '#/paths/~1a/post/requestBody/content/application~1json/schema' },
          e: { $ref: '#/components/schemas/Odd/allOf/0' },
        },
      },
      {
        Odd: {
          properties: {
            'in/out': { type: 'integer' },
            'two words': { type: 'boolean' },
            'til~de': { type: 'string' },
          },
          allOf: [{ title: 'first' }],
        },
      },
    );
    expect(codes).toEqual([]);
    const targets = referencesIn(schema).map((text) => tableOf(model, text.slice(8)));
    expect(targets.slice(0, 3)).toEqual([
      { type: 'integer' },
      { type: 'boolean' },
      { type: 'string' },
    ]);
    expect(targets[3]).toEqual(schema);
    expect(targets[4]).toEqual({ title: 'first' });
    expect(Object.keys(model.schemas)).toEqual([
      'Odd_in_out',
      'Odd_two_words',
      'Odd_til_de',
      'a_post',
      'Odd_0',
    ]);
  });

  it('U58 may point inside the schema that they stand in', async () => {
    const { whole } = await convert(ref('Board'), {
      Board: {
        properties: {
          nodes: {
            type: 'array',
            items: {
              properties: {
                key: { type: 'string' },
                kids: {
                  type: 'array',
                  items: { $ref: '#/components/schemas/Board/properties/nodes/items' },
                },
              },
            },
          },
        },
      },
    });
    expect(accepts(whole, { nodes: [{ kids: [{ kids: [{ key: 'c' }] }] }] })).toBe(true);
    expect(accepts(whole, { nodes: [{ kids: [{ kids: [{ key: 1 }] }] }] })).toBe(false);
  });

  it('L2 pass through schemas that are nothing but a reference', async () => {
    const { schema, model } = await convert(ref('A'), {
      A: ref('B'),
      B: ref('C'),
      C: { type: 'string' },
    });
    expect(schema).toEqual({ $ref: '#/$defs/C' });
    expect(Object.keys(model.schemas)).toEqual(['C']);
  });

  it.each([
    ['bare', { A: ref('B'), B: ref('A') }, 'reference-loop'],
    [
      'with text beside',
      { A: { ...ref('B'), title: 'a' }, B: { ...ref('A'), title: 'b' } },
      'schema-loop',
    ],
    [
      'through allOf',
      { A: { allOf: [ref('B')] }, B: { anyOf: [{ not: ref('A') }] } },
      'schema-loop',
    ],
    ['with itself', { A: { oneOf: [ref('A'), { type: 'string' }] } }, 'schema-loop'],
  ])('L2 that only lead in a circle (%s) are cut, with a report', async (_kind, schemas, code) => {
    const { whole, codes } = await convert(ref('A'), schemas);
    expect(codes).toEqual([code]);
    expect(() => accepts(whole, 'x')).not.toThrow();
  });

  it('L9 that lead nowhere become anything, with a report', async () => {
    const { schema, diagnostics } = await convert({ properties: { a: ref('Gone') } }, {});
    expect(schema).toEqual({ properties: { a: {} } });
    expect(diagnostics).toMatchObject([
      {
        code: 'reference-unresolved',
        operation: { method: 'POST', path: '/a' },
        location: {
          pointer: '/paths/~1a/post/requestBody/content/application~1json/schema/properties/a',
        },
      },
    ]);
  });

  it.each<[string, JsonObject]>([
    ['3.0.3', { $ref: '#/$defs/A', description: 'Beside' }],
    ['3.1.0', { $ref: '#/$defs/A', description: 'Beside', maxLength: 3, title: 'T' }],
  ])('V8 V9 in %s have these siblings: %j', async (version, canonical) => {
    const source = {
      ...ref('A'),
      description: 'Beside',
      maxLength: 3,
      title: 'T',
      nullable: false,
    };
    const { schema } = await convert(source, { A: { type: 'string' } }, { version });
    expect(schema).toEqual(canonical);
  });

  it('V8 in 2.0 have no siblings but the description', async () => {
    const { operation } = await readOperation(
      swagger(
        {
          '/a': {
            post: {
              ...plainOperation,
              parameters: [
                {
                  name: 'b',
                  in: 'body',
                  schema: { $ref: '#/definitions/A', description: 'Beside', maxLength: 3 },
                },
              ],
            },
          },
        },
        { definitions: { A: { type: 'string' } } },
      ),
    );
    expect(operation.requestBody?.content[0].schema).toEqual({
      $ref: '#/$defs/A',
      description: 'Beside',
    });
  });

  it('V10 follow the dialect of the document that they lead to', async () => {
    const old = { type: 'integer', nullable: true, minimum: 1, exclusiveMinimum: true };
    const { model } = await convert(
      {
        anyOf: [
          { $ref: 'old.json#/components/schemas/Old' },
          { $ref: 'draft.json#/definitions/D' },
        ],
      },
      {},
      {
        files: {
          'old.json': { openapi: '3.0.3', components: { schemas: { Old: old } } },
          'draft.json': {
            $schema: 'http://json-schema.org/draft-07/schema#',
            definitions: { D: { $ref: '#/definitions/E', maxLength: 1 }, E: { type: 'string' } },
          },
        },
      },
    );
    expect(tableOf(model, 'Old')).toEqual({ type: ['integer', 'null'], exclusiveMinimum: 1 });
    expect(tableOf(model, 'D')).toEqual({ $ref: '#/$defs/E' });
  });
});

describe('dynamic references', () => {
  const tree: JsonObject = {
    $dynamicAnchor: 'node',
    type: 'object',
    properties: {
      data: {},
      children: { type: 'array', items: { $dynamicRef: '#node' } },
    },
  };

  it('J6 mean the schema itself where nothing further out has the anchor', async () => {
    const { whole } = await convert(ref('Tree'), { Tree: tree });
    expect(accepts(whole, { children: [{ children: [] }] })).toBe(true);
    expect(accepts(whole, { children: [{ children: 7 }] })).toBe(false);
  });

  // The strict tree of the 2020-12 specification's own examples.
  it('J6 mean the outermost schema with the anchor', async () => {
    const { whole, model } = await convert(
      { anyOf: [ref('StrictTree')] },
      {
        StrictTree: { $dynamicAnchor: 'node', ...ref('Tree'), unevaluatedProperties: false },
        Tree: tree,
      },
    );
    expect(accepts(whole, { children: [{ data: 1 }] })).toBe(true);
    expect(accepts(whole, { children: [{ daat: 1 }] })).toBe(false);
    expect(Object.keys(model.schemas)).toEqual(['StrictTree', 'Tree']);
  });

  it('J6 let one template hold different items', async () => {
    const page: JsonObject = {
      $defs: { item: { $dynamicAnchor: 'item', not: {} } },
      type: 'object',
      properties: { items: { type: 'array', items: { $dynamicRef: '#item' } } },
    };
    const of = (type: string): JsonObject => ({
      $defs: { own: { $dynamicAnchor: 'item', type } },
      ...ref('Page'),
    });
    const { whole, model } = await convert(
      { properties: { names: ref('Names'), counts: ref('Counts') } },
      { Page: page, Names: of('string'), Counts: of('integer') },
    );
    expect(accepts(whole, { names: { items: ['a'] }, counts: { items: [1] } })).toBe(true);
    expect(accepts(whole, { names: { items: [1] } })).toBe(false);
    expect(accepts(whole, { counts: { items: ['a'] } })).toBe(false);
    expect(Object.keys(model.schemas).filter((key) => key.startsWith('Page'))).toEqual([
      'Page',
      'Page_2',
    ]);
  });

  it('J6 accept anything where nobody has the anchor', async () => {
    const { schema, codes } = await convert({ items: { $dynamicRef: '#nobody' } }, {});
    expect(schema).toEqual({ items: {} });
    expect(codes).toEqual(['schema-dynamic-reference']);
  });
});

describe('discriminators', () => {
  const subtype = (...more: readonly JsonObject[]): JsonObject => ({
    allOf: [ref('Shape'), ...more],
  });

  it('U36 J9 bring every subtype into the table, at any remove, and mapping into its keys', async () => {
    const { model, codes } = await convert(
      ref('Shape'),
      {
        Shape: {
          type: 'object',
          required: ['kind'],
          properties: { kind: { type: 'string' } },
          discriminator: {
            propertyName: 'kind',
            mapping: { disc: '#/components/schemas/Disc', sq: 'Square', away: 'other.json' },
          },
        },
        Disc: subtype({ type: 'object', properties: { radius: { type: 'number' } } }),
        Square: subtype(),
        Ring: { allOf: [ref('Disc'), { properties: { hole: { type: 'number' } } }] },
        Unrelated: { type: 'string' },
      },
      { files: { 'other.json': { title: 'Elsewhere' } } },
    );
    expect(codes).toEqual([]);
    expect(Object.keys(model.schemas).sort()).toEqual(['Disc', 'Ring', 'Shape', 'Square', 'other']);
    expect(tableOf(model, 'Shape')?.['discriminator']).toEqual({
      propertyName: 'kind',
      mapping: { disc: 'Disc', sq: 'Square', away: 'other' },
    });
    expect(tableOf(model, 'Ring')).toEqual({
      allOf: [{ $ref: '#/$defs/Disc' }, { properties: { hole: { type: 'number' } } }],
    });
  });

  it('J9 of 3.2 have a default, and of 2.0 a name alone', async () => {
    const modern = await convert(
      { oneOf: [ref('A')], discriminator: { propertyName: 'k', defaultMapping: 'A' } },
      { A: {} },
      { version: '3.2.0' },
    );
    expect(modern.schema['discriminator']).toEqual({
      propertyName: 'k',
      mapping: {},
      defaultMapping: 'A',
    });
    const { operation, model } = await readOperation(
      swagger(
        {
          '/a': {
            post: {
              ...plainOperation,
              parameters: [{ name: 'b', in: 'body', schema: { $ref: '#/definitions/Pet' } }],
            },
          },
        },
        {
          definitions: {
            Pet: { type: 'object', discriminator: 'kind' },
            Cat: { allOf: [{ $ref: '#/definitions/Pet' }] },
          },
        },
      ),
    );
    expect(operation.requestBody?.content[0].schema).toEqual({ $ref: '#/$defs/Pet' });
    expect(tableOf(model, 'Pet')?.['discriminator']).toEqual({ propertyName: 'kind', mapping: {} });
    expect(Object.keys(model.schemas)).toEqual(['Pet', 'Cat']);
  });

  it('L4 take a mapping value for a name of the entry document before a reference', async () => {
    const { schema, codes } = await convert(
      {
        discriminator: { propertyName: 'k', mapping: { a: 'Pet.json', b: 'Gone', c: 7 } },
      },
      { 'Pet.json': { title: 'the component' } },
      { files: { 'Pet.json': { title: 'the file' } } },
    );
    expect(schema['discriminator']).toEqual({ propertyName: 'k', mapping: { a: 'Pet.json' } });
    expect(codes).toEqual(['schema-discriminator-target', 'schema-discriminator-target']);
  });

  it('without a property name are left out, with a report', async () => {
    const { schema, codes } = await convert({ discriminator: { mapping: {} } }, {});
    expect(schema).toEqual({});
    expect(codes).toEqual(['schema-keyword-invalid']);
  });
});
