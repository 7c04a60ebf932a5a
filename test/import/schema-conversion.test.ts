import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonSchema, JsonValue } from '../../src/model/json.ts';
import type { ReadDocument } from '../support/read-document.ts';
import { openapi, plainOperation, readOperation, swagger } from '../support/read-document.ts';
import { accepts } from '../support/schema-check.ts';

interface Converted {
  readonly schema: JsonSchema | undefined;
  readonly codes: ReadDocument['codes'];
  readonly model: ReadDocument['model'];
}

/** The canonical form of a schema, as the body of an operation. */
async function convert(
  schema: JsonValue,
  version = '3.1.0',
  root: JsonObject = {},
): Promise<Converted> {
  const { operation, codes, model } =
    version === '2.0'
      ? await readOperation(
          swagger(
            {
              '/a': {
                post: { ...plainOperation, parameters: [{ name: 'b', in: 'body', schema }] },
              },
            },
            root,
          ),
        )
      : await readOperation(
          openapi(
            version,
            {
              '/a': {
                post: {
                  ...plainOperation,
                  requestBody: { content: { 'application/json': { schema } } },
                },
              },
            },
            root,
          ),
        );
  return { schema: operation.requestBody?.content[0].schema, codes, model };
}

/** Rows of a conversion table: rule, version, source, canonical form. */
type Row = readonly [string, string, JsonValue, JsonSchema];

describe('a schema in canonical form', () => {
  it.each<Row>([
    ['J13', '3.1.0', true, {}],
    ['J13', '3.1.0', false, { not: {} }],
    [
      'J13',
      '3.1.0',
      { properties: { a: true, b: false }, additionalProperties: false, items: true },
      { properties: { a: {}, b: { not: {} } }, additionalProperties: { not: {} }, items: {} },
    ],
    ['J14', '3.1.0', { type: 'array' }, { type: 'array', items: {} }],
    [
      'J14',
      '3.0.3',
      { type: 'array', nullable: true },
      { anyOf: [{ type: 'array', items: {} }, { type: 'null' }] },
    ],
    [
      'J2',
      '3.0.3',
      { type: 'integer', minimum: 1, exclusiveMinimum: true },
      { type: 'integer', exclusiveMinimum: 1 },
    ],
    [
      'J2',
      '3.0.3',
      { type: 'integer', maximum: 9, exclusiveMaximum: false },
      { type: 'integer', maximum: 9 },
    ],
    ['J2', '3.0.3', { exclusiveMaximum: true }, {}],
    ['J2', '3.1.0', { minimum: 1, exclusiveMinimum: 2 }, { minimum: 1, exclusiveMinimum: 2 }],
    ['J2', '3.0.3', { type: 'string', example: 'x' }, { type: 'string', examples: ['x'] }],
    ['J2', '3.1.0', { example: [1, 2], examples: [null, [1, 2]] }, { examples: [[1, 2], null] }],
    [
      'J2',
      '2.0',
      { type: 'array', items: [{ type: 'string' }, {}], additionalItems: { type: 'null' } },
      { type: 'array', prefixItems: [{ type: 'string' }, {}], items: { type: 'null' } },
    ],
    [
      'J2',
      '3.1.0',
      { dependencies: { a: ['b'], c: { minProperties: 2 } } },
      { dependentRequired: { a: ['b'] }, dependentSchemas: { c: { minProperties: 2 } } },
    ],
    ['J2', '2.0', { type: 'file' }, { type: 'string', format: 'binary' }],
    ['B14', '3.0.3', { type: 'string', format: 'binary' }, { type: 'string', format: 'binary' }],
    [
      'B14',
      '3.0.3',
      { type: 'string', format: 'byte' },
      { type: 'string', contentEncoding: 'base64' },
    ],
    [
      'B14',
      '3.1.0',
      { type: 'string', contentEncoding: 'base64', contentMediaType: 'image/png' },
      { type: 'string', contentEncoding: 'base64', contentMediaType: 'image/png' },
    ],
    [
      'B14',
      '3.1.0',
      { contentMediaType: 'image/png' },
      { contentMediaType: 'image/png', format: 'binary' },
    ],
    [
      'B14',
      '3.1.0',
      { type: 'string', contentMediaType: 'application/octet-stream' },
      { type: 'string', contentMediaType: 'application/octet-stream', format: 'binary' },
    ],
    [
      'B14',
      '3.1.0',
      { type: 'string', contentMediaType: 'application/json' },
      { type: 'string', contentMediaType: 'application/json' },
    ],
    [
      'J3',
      '3.1.0',
      {
        $comment: 'c',
        $id: 'https://example.com/s',
        $anchor: 'a',
        'x-note': 1,
        externalDocs: {},
        $defs: { A: {} },
      },
      {},
    ],
    [
      'U55',
      '3.0.3',
      { enum: ['open', 'shut', 'open', { a: 1, b: 2 }, { b: 2, a: 1 }] },
      { enum: ['open', 'shut', { a: 1, b: 2 }] },
    ],
    [
      'L7',
      '3.0.3',
      { type: 'string', enum: [1.5, true, 'x', null] },
      { type: 'string', enum: ['1.5', 'true', 'x', null] },
    ],
    [
      'L7',
      '3.0.3',
      { type: 'integer', enum: ['1', '2', '2x'] },
      { type: 'integer', enum: [1, 2, '2x'] },
    ],
    [
      'L8',
      '3.0.3',
      { type: 'integer', minimum: 0, maximum: 2 ** 63 },
      { type: 'integer', minimum: 0 },
    ],
    ['L9', '3.1.0', { type: 'int' }, { type: 'integer' }],
    [
      'L9',
      '3.1.0',
      {
        type: 'any',
        minLength: -1,
        maxLength: '9',
        pattern: 7,
        required: true,
        enum: [],
        allOf: [],
        properties: [],
        multipleOf: 0,
        uniqueItems: 'yes',
      },
      {},
    ],
    ['L9', '3.1.0', { type: [], description: 404 }, { description: '404' }],
    [
      'U52',
      '3.1.0',
      { anyOf: [{ type: 'string', maxLength: 20 }, { type: 'null' }] },
      { anyOf: [{ type: 'string', maxLength: 20 }, { type: 'null' }] },
    ],
    [
      'U40',
      '3.0.3',
      {
        readOnly: true,
        writeOnly: false,
        deprecated: true,
        title: 't',
        default: {},
        xml: { name: 'n' },
      },
      {
        readOnly: true,
        writeOnly: false,
        deprecated: true,
        title: 't',
        default: {},
        xml: { name: 'n' },
      },
    ],
  ])('%s in %s is made of %j', async (_rule, version, source, canonical) => {
    expect((await convert(source, version)).schema).toEqual(canonical);
  });

  it('J1 V2 takes names of properties and data for what they are, whatever they are called', async () => {
    const source = {
      type: 'object',
      required: ['nullable', 'example'],
      properties: {
        nullable: { type: 'boolean' },
        example: { type: 'object', example: { nullable: true, $ref: 'x', example: 1 } },
        required: { type: 'string', default: 'nullable' },
        $ref: { type: 'string' },
        type: { enum: [{ type: 'string', nullable: true }] },
        properties: { const: { properties: { a: 1 } } },
        discriminator: {},
        ['__proto__']: { type: 'integer' },
      },
    };
    const { schema, codes } = await convert(JSON.parse(JSON.stringify(source)), '3.0.3');
    expect(schema).toEqual(
      JSON.parse(`{
        "type": "object",
        "required": ["nullable", "example"],
        "properties": {
          "nullable": { "type": "boolean" },
          "example": { "type": "object", "examples": [{ "nullable": true, "$ref": "x", "example": 1 }] },
          "required": { "type": "string", "default": "nullable" },
          "$ref": { "type": "string" },
          "type": { "enum": [{ "type": "string", "nullable": true }] },
          "properties": { "const": { "properties": { "a": 1 } } },
          "discriminator": {},
          "__proto__": { "type": "integer" }
        }
      }`),
    );
    expect(codes).toEqual([]);
  });

  it.each([
    'additionalProperties',
    'unevaluatedProperties',
    'unevaluatedItems',
    'items',
    'contains',
    'propertyNames',
    'not',
    'if',
    'then',
    'else',
    'contentSchema',
  ])('J1 converts the schema under %s', async (keyword) => {
    const { schema } = await convert({ [keyword]: { type: 'integer', nullable: true } }, '3.0.3');
    expect(schema).toEqual({ [keyword]: { type: ['integer', 'null'] } });
  });

  it.each(['properties', 'patternProperties', 'dependentSchemas'])(
    'J1 converts the schemas in the map %s',
    async (keyword) => {
      const source = { [keyword]: { example: { type: 'integer', nullable: true } } };
      const { schema } = await convert(source, '3.0.3');
      expect(schema).toEqual({ [keyword]: { example: { type: ['integer', 'null'] } } });
    },
  );

  it.each(['allOf', 'anyOf', 'oneOf', 'prefixItems'])(
    'J1 converts the schemas in the list %s',
    async (keyword) => {
      const { schema } = await convert(
        { [keyword]: [{ type: 'integer', nullable: true }] },
        '3.0.3',
      );
      expect(schema).toEqual({ [keyword]: [{ type: ['integer', 'null'] }] });
    },
  );

  it('J3 counts keywords that mean nothing, and reports each once', async () => {
    const { schema, codes } = await convert({
      maxlength: 3,
      properties: { a: { maxlength: 4 }, b: { optional: true } },
    });
    expect(schema).toEqual({ properties: { a: {}, b: {} } });
    expect(codes).toEqual(['schema-keyword-unknown', 'schema-keyword-unknown']);
  });

  it('J16 ends at 50 levels and at 10,000 schemas, with one report', async () => {
    let deep: JsonObject = { type: 'string' };
    for (let level = 0; level < 60; level += 1) deep = { type: 'array', items: deep };
    const nested = await convert(deep);
    expect(nested.codes).toEqual(['schema-too-large']);
    let levels = 0;
    let inner = nested.schema;
    for (; inner?.['type'] === 'array'; levels += 1) inner = inner['items'] as JsonSchema;
    expect([levels, inner]).toEqual([51, {}]);
    const wide = await convert({ anyOf: Array.from({ length: 10_001 }, () => ({ type: 'null' })) });
    expect(wide.codes).toEqual(['schema-too-large']);
  });

  it('V10 follows $schema of the schema over jsonSchemaDialect of the document', async () => {
    const draft7 = 'http://json-schema.org/draft-07/schema#';
    const source = { $schema: draft7, $ref: '#/components/schemas/A', maxLength: 3 };
    const root = { components: { schemas: { A: { type: 'string' } } } };
    expect((await convert(source, '3.1.0', root)).schema).toEqual({ $ref: '#/$defs/A' });
    const own = 'https://example.com/dialect';
    const unknown = await convert({ type: 'string' }, '3.1.0', { jsonSchemaDialect: own });
    expect(unknown.codes).toEqual(['schema-dialect-unknown']);
    const known = [
      'https://json-schema.org/draft/2020-12/schema',
      'https://spec.openapis.org/oas/3.1/dialect/base',
    ];
    for (const jsonSchemaDialect of known) {
      expect((await convert({}, '3.1.0', { jsonSchemaDialect })).codes).toEqual([]);
    }
  });

  it('that is neither object nor boolean is anything, with a report', async () => {
    const { schema, codes } = await convert([{ type: 'string' }]);
    expect(schema).toEqual({});
    expect(codes).toEqual(['schema-invalid']);
  });
});

describe('null in a schema', () => {
  it.each<Row>([
    ['V7 U51', '3.0.3', { type: 'number', nullable: true }, { type: ['number', 'null'] }],
    ['V7', '3.0.3', { type: 'number', nullable: false }, { type: 'number' }],
    ['V7', '2.0', { type: 'number', 'x-nullable': true }, { type: ['number', 'null'] }],
    ['V7', '2.0', { type: 'number', nullable: true }, { type: 'number' }],
    ['V7', '3.0.3', { type: 'number', 'x-nullable': true }, { type: 'number' }],
    ['V7', '3.1.0', { type: 'number', nullable: true }, { type: 'number', 'x-nullable': true }],
    ['V7', '3.0.3', { nullable: true, description: 'd' }, { description: 'd', 'x-nullable': true }],
    [
      'V7',
      '3.0.3',
      { nullable: true, allOf: [{ type: 'object' }] },
      { allOf: [{ type: 'object' }], 'x-nullable': true },
    ],
    [
      'V7',
      '3.0.3',
      { type: 'string', nullable: true, enum: ['a'] },
      { type: 'string', enum: ['a'], 'x-nullable-enum': true },
    ],
    [
      'V7',
      '3.0.3',
      { type: 'string', nullable: true, enum: ['a', null] },
      { type: ['string', 'null'], enum: ['a', null] },
    ],
    [
      'J2',
      '3.0.3',
      {
        type: 'object',
        nullable: true,
        title: 't',
        description: 'd',
        required: ['a'],
        readOnly: true,
      },
      {
        title: 't',
        description: 'd',
        readOnly: true,
        anyOf: [{ type: 'object', required: ['a'] }, { type: 'null' }],
      },
    ],
    [
      'J2',
      '3.1.0',
      { type: ['object', 'null'], minProperties: 1 },
      { anyOf: [{ type: 'object', minProperties: 1 }, { type: 'null' }] },
    ],
    [
      'J2',
      '3.1.0',
      { type: ['null', 'array', 'string'] },
      { anyOf: [{ type: ['array', 'string'], items: {} }, { type: 'null' }] },
    ],
    ['J2', '3.1.0', { type: ['string', 'null', 'string'] }, { type: ['string', 'null'] }],
    ['J2', '3.1.0', { type: ['string'] }, { type: 'string' }],
    [
      'J2',
      '3.1.0',
      { type: ['object', 'null'], not: { required: ['a'] } },
      { type: ['object', 'null'], not: { required: ['a'] } },
    ],
    [
      'J2',
      '3.0.3',
      { type: 'object', nullable: true, allOf: [{ type: 'object' }] },
      { type: ['object', 'null'], allOf: [{ type: 'object' }], 'x-nullable': true },
    ],
  ])('%s in %s is made of %j', async (_rule, version, source, canonical) => {
    expect((await convert(source, version)).schema).toEqual(canonical);
  });

  // What OpenAPI 3.0.4 says a Schema Object accepts, worked out by hand.
  it.each<[JsonObject, readonly JsonValue[], readonly JsonValue[]]>([
    [{ type: 'integer', nullable: true, minimum: 1 }, [1, null], [0, '1']],
    [
      { type: 'object', nullable: true, properties: { a: { type: 'string' } } },
      [null, {}, { a: 'x' }],
      [[], { a: 1 }],
    ],
    [{ type: 'string', nullable: true, enum: ['a'] }, ['a'], [null, 'b']],
    [{ nullable: true, enum: ['a'] }, ['a'], [null]],
    [
      { type: 'array', nullable: true, items: { type: 'string', nullable: true } },
      [null, [null, 'x']],
      [[1]],
    ],
    [{ type: 'object', nullable: true, allOf: [{ type: 'object' }] }, [{}], [null]],
    [{ minimum: 3, exclusiveMinimum: true }, [4], [3]],
    [{ minimum: 3, exclusiveMinimum: false }, [3], [2]],
  ])('V7 J2 %j accepts %j and refuses %j', async (source, accepted, rejected) => {
    const { schema = {} } = await convert(source, '3.0.3');
    expect(accepted.map((value) => accepts(schema, value))).toEqual(accepted.map(() => true));
    expect(rejected.map((value) => accepts(schema, value))).toEqual(rejected.map(() => false));
  });
});
