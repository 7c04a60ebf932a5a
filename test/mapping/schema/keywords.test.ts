import { describe, expect, it } from 'vitest';
import type { JsonSchema, JsonValue } from '../../../src/model/json.ts';
import { conditional, ref } from '../../support/api-builder.ts';
import { publish, type PublishSketch } from '../../support/publish.ts';
import { accepts } from '../../support/schema-check.ts';

type Case = readonly [name: string, canonical: JsonSchema, published: JsonSchema];

function check(cases: readonly Case[], sketch: PublishSketch = {}): void {
  it.each(cases)('%s', (_, canonical, published) => {
    expect(publish(canonical, sketch).schema).toEqual(published);
  });
}

const many = Array.from({ length: 251 }, (_, index) => `value-${index}`);

describe('keywords of a published input schema', () => {
  check([
    [
      'J3 lose what only the document needs',
      {
        type: 'string',
        xml: { name: 'a' },
        readOnly: false,
        deprecated: false,
        discriminator: { propertyName: 'x', mapping: {} },
        $comment: 'c',
        'x-vendor': true,
        unheardOf: 1,
      },
      { type: 'string' },
    ],
    [
      'J3 keep a title only without a description',
      { title: 'T', type: 'string' },
      { title: 'T', type: 'string' },
    ],
    [
      'J3 prefer the description',
      { title: 'T', description: 'D', type: 'string' },
      { type: 'string', description: 'D' },
    ],
    [
      'V15 say that something is deprecated',
      {
        type: 'object',
        properties: { a: { type: 'string', deprecated: true, description: 'Old' } },
      },
      { type: 'object', properties: { a: { type: 'string', description: 'Deprecated. Old' } } },
    ],
    [
      'N7 have descriptions as plain text',
      { type: 'string', description: 'A **bold** <b>word</b> <!-- hidden -->' },
      { type: 'string', description: 'A bold word' },
    ],
    [
      'J1 leave data alone',
      { const: { $ref: '#/x', readOnly: true } },
      { const: { $ref: '#/x', readOnly: true } },
    ],
    [
      'J1 leave properties alone that are named like keywords',
      {
        type: 'object',
        properties: { example: { type: 'string' }, required: { type: 'boolean' } },
      },
      {
        type: 'object',
        properties: { example: { type: 'string' }, required: { type: 'boolean' } },
      },
    ],
    [
      'J10 keep a default that fits and drop one that does not',
      {
        type: 'object',
        properties: {
          a: { type: 'integer', default: 3 },
          b: { type: 'integer', default: 'three' },
          c: { type: 'integer', maximum: 2, default: 3 },
          d: { enum: ['x'], default: 'y' },
        },
      },
      {
        type: 'object',
        properties: {
          a: { type: 'integer', default: 3 },
          b: { type: 'integer' },
          c: { type: 'integer', maximum: 2 },
          d: { enum: ['x'] },
        },
      },
    ],
    [
      'L8 drop defaults and examples whose digits were lost when the document was read',
      {
        type: 'object',
        properties: {
          a: { type: 'integer', default: 2 ** 63, examples: [2 ** 63, 7] },
          b: { type: 'object', default: { n: [-(2 ** 63)] } },
          c: { type: 'number', default: 1e20 },
        },
      },
      {
        type: 'object',
        properties: {
          a: { type: 'integer', examples: [7] },
          b: { type: 'object' },
          c: { type: 'number', default: 1e20 },
        },
      },
    ],
    [
      'J10 keep two short examples that teach something',
      {
        type: 'object',
        properties: {
          a: { type: 'string', examples: ['x', 'x', 'y'.repeat(101), 'z', 'w'] },
          b: { enum: ['x'], examples: ['x'] },
          c: { type: 'boolean', examples: [true] },
        },
      },
      {
        type: 'object',
        properties: {
          a: { type: 'string', examples: ['x', 'z'] },
          b: { enum: ['x'] },
          c: { type: 'boolean' },
        },
      },
    ],
    [
      'J11 keep the formats that clients know',
      { type: 'string', format: 'date-time' },
      { type: 'string', format: 'date-time' },
    ],
    [
      'J15 keep int64 as an integer',
      { type: 'integer', format: 'int64' },
      { type: 'integer', format: 'int64' },
    ],
    [
      'J11 say other formats in words',
      { type: 'integer', format: 'unix-time', description: 'When' },
      { type: 'integer', description: 'When. Format: unix-time.' },
    ],
    [
      'B14 take bytes inside JSON as base64 text',
      { type: 'string', format: 'binary' },
      { type: 'string', contentEncoding: 'base64', description: 'Bytes as base64 text.' },
    ],
    [
      'J12 keep patterns',
      { type: 'string', pattern: '^\\p{L}+$' },
      { type: 'string', pattern: '^\\p{L}+$' },
    ],
    [
      'J12 say patterns in words that do not compile',
      { type: 'string', pattern: '(?i)x' },
      { type: 'string', description: 'Pattern: (?i)x' },
    ],
    [
      'J13 write true as {}',
      { type: 'object', properties: { a: {} } },
      { type: 'object', properties: { a: { description: 'Any JSON value.' } } },
    ],
    [
      'J13 remove properties that must not be there',
      { type: 'object', properties: { a: { not: {} }, b: { type: 'string' } } },
      { type: 'object', properties: { b: { type: 'string' } } },
    ],
    [
      'J13 close objects with the one boolean that every client reads',
      { type: 'object', additionalProperties: { not: {} } },
      { type: 'object', additionalProperties: false },
    ],
    [
      'U30 keep a map with empty properties',
      { type: 'object', properties: {}, additionalProperties: { type: 'string' } },
      { type: 'object', properties: {}, additionalProperties: { type: 'string' } },
    ],
    [
      'J14 C5 say of arrays what their items are',
      { type: 'array' },
      { type: 'array', items: { description: 'Any JSON value.' } },
    ],
    [
      'U52 add no type beside a choice',
      { anyOf: [{ type: 'string', maxLength: 20 }, { type: 'null' }] },
      { anyOf: [{ type: 'string', maxLength: 20 }, { type: 'null' }] },
    ],
    [
      'U55 list the members of an enum once',
      { type: 'string', enum: ['open', 'shut', 'open'] },
      { type: 'string', enum: ['open', 'shut'] },
    ],
    [
      'V7 stay literal about null in an enum',
      { type: ['string', 'null'], enum: ['a'] },
      { type: ['string', 'null'], enum: ['a'] },
    ],
    ['write a list of one type as the type', { type: ['string'] }, { type: 'string' }],
    [
      'write a choice of one as that one',
      { oneOf: [{ type: 'string' }], description: 'D' },
      { type: 'string', description: 'D' },
    ],
  ]);

  it('C of a long enum become text, and a diagnostic says so', () => {
    const { schema, codes } = publish({ type: 'string', enum: many, description: 'Which' });
    expect(schema['enum']).toBeUndefined();
    expect(schema['description']).toMatch(
      /^Which\. One of 251 values: value-0, value-1, .*, and \d+ more\.$/,
    );
    expect(codes).toEqual(['schema-enum-long']);
    expect(publish({ enum: many.slice(1) }).schema['enum']).toHaveLength(250);
  });

  it.each<[string, JsonSchema]>([
    ['type', { type: 'text' }],
    ['required', { required: 'a' }],
    ['minLength', { minLength: -1 }],
    ['multipleOf', { multipleOf: 0 }],
    ['enum', { enum: [] }],
  ])('drop a malformed %s with a diagnostic', (_, schema) => {
    expect(publish(schema)).toEqual({ schema: {}, codes: ['schema-keyword-malformed'] });
  });

  it('J16 end a little before fifty levels, with a diagnostic', () => {
    let schema: JsonSchema = { type: 'string' };
    for (let level = 0; level < 80; level += 1) {
      schema = { type: 'object', properties: { a: schema } };
    }
    const { schema: published, codes } = publish(schema);
    expect(codes).toEqual(['schema-too-deep']);
    expect(JSON.stringify(published).split('properties')).toHaveLength(47);
  });

  it('J4 publish a reference that leads nowhere as any value', () => {
    expect(publish({ type: 'array', items: ref('Nowhere') })).toEqual({
      schema: { type: 'array', items: { description: 'Any JSON value.' } },
      codes: ['schema-reference-missing'],
    });
  });
});

describe('keywords of a published output schema', () => {
  check(
    [
      [
        'J15 U75 admit digits as text where an integer may be too large',
        { type: 'integer', format: 'int64' },
        { type: ['integer', 'string'], format: 'int64' },
      ],
      [
        'leave small integers alone',
        { type: 'integer', format: 'int32' },
        { type: 'integer', format: 'int32' },
      ],
      [
        'leave bounded integers alone',
        { type: 'integer', minimum: 0, maximum: 100 },
        { type: 'integer', minimum: 0, maximum: 100 },
      ],
      [
        'V7 are generous about null in an enum',
        { type: ['string', 'null'], enum: ['a'] },
        { type: ['string', 'null'], enum: ['a', null] },
      ],
      [
        'write oneOf as anyOf, because widened alternatives overlap',
        { oneOf: [{ type: 'integer' }, { type: 'string' }] },
        { anyOf: [{ type: ['integer', 'string'] }, { type: 'string' }] },
      ],
      [
        'have no defaults and examples',
        { type: 'string', default: 'a', examples: ['b'] },
        { type: 'string' },
      ],
      [
        'lose a negation that widening would turn into a refusal',
        { type: 'string', not: { type: 'integer' } },
        { type: 'string' },
      ],
    ],
    { direction: 'output' },
  );
});

describe('direction', () => {
  const user: JsonSchema = {
    type: 'object',
    properties: {
      id: { type: 'integer', readOnly: true },
      secret: { type: 'string', writeOnly: true },
      name: { type: 'string' },
    },
    required: ['id', 'secret', 'name'],
    minProperties: 2,
    dependentRequired: { name: ['id', 'secret'], id: ['name'] },
  };

  it('J7 U40 leaves read-only properties out of input and write-only ones out of output', () => {
    expect(publish(user).schema).toEqual({
      type: 'object',
      properties: { secret: { type: 'string' }, name: { type: 'string' } },
      required: ['secret', 'name'],
      minProperties: 1,
      dependentRequired: { name: ['secret'] },
    });
    expect(publish(user, { direction: 'output' }).schema).toMatchObject({
      properties: { id: { type: ['integer', 'string'] }, name: { type: 'string' } },
      required: ['id', 'name'],
    });
  });

  it.each<[string, JsonSchema]>([
    ['items', { type: 'array', items: ref('User') }],
    ['additionalProperties', { type: 'object', additionalProperties: ref('User') }],
    ['a property', { type: 'object', properties: { u: ref('User') } }],
    ['anyOf', { anyOf: [ref('User'), { type: 'null' }] }],
    ['allOf', { allOf: [ref('User'), { properties: { more: { type: 'string' } } }] }],
    ['a reference with words', { allOf: [ref('User')], description: 'D' }],
  ])('J7 is followed through %s', (_, schema) => {
    const text = JSON.stringify(publish(schema, { schemas: { User: user } }).schema);
    expect(text).not.toContain('"id"');
    expect(text).toContain('"secret"');
  });

  it.each<[string, Readonly<Record<string, JsonSchema>>]>([
    [
      'requires it',
      { Base: { type: 'object', properties: { id: { type: 'integer', readOnly: true } } } },
    ],
    [
      'is behind a reference',
      {
        Base: { type: 'object', properties: { id: ref('Id') } },
        Id: { type: 'integer', readOnly: true },
      },
    ],
    [
      'is marked by a member of allOf',
      {
        Base: {
          type: 'object',
          properties: { id: { allOf: [{ type: 'integer' }, { readOnly: true }] } },
        },
      },
    ],
  ])('J7 takes a name out of `required` where another schema %s', (_, schemas) => {
    const schema = { allOf: [ref('Base'), { required: ['id', 'name'] }] };
    expect(publish(schema, { schemas }).schema).toEqual({
      type: 'object',
      properties: {},
      required: ['name'],
    });
  });

  it('J7 takes a name out of `required` beside a choice of which every branch marks it', () => {
    const branch = (kind: string, id: JsonSchema): JsonSchema => ({
      type: 'object',
      properties: { kind: { enum: [kind] }, id },
    });
    const marked: JsonSchema = { type: 'integer', readOnly: true };
    const schemas = { A: branch('a', marked), B: branch('b', marked) };
    const choice = { oneOf: [ref('A'), ref('B')], required: ['id', 'kind'] };
    const { schema } = publish(choice, { schemas });
    expect(accepts(schema, { kind: 'b' })).toBe(true);
    expect(accepts(schema, {})).toBe(false);
    expect(JSON.stringify(schema)).not.toContain('"id"');
    const some = { ...schemas, B: branch('b', { type: 'integer' }) };
    expect(accepts(publish(choice, { schemas: some }).schema, { kind: 'b' })).toBe(false);
  });

  it('J7 reaches into a component that knows nothing of the mark beside it', () => {
    const schemas = {
      Base: { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] },
    };
    const schema = { allOf: [ref('Base'), { properties: { id: { readOnly: true } } }] };
    expect(publish(schema, { schemas }).schema).toEqual({ type: 'object', properties: {} });
    expect(publish(ref('Base'), { schemas }).schema).toMatchObject({ required: ['id'] });
  });

  it('J7 lets alternatives overlap that only what is hidden told apart', () => {
    const { schema } = publish({
      type: 'object',
      properties: { id: { type: 'integer', readOnly: true }, slug: { type: 'string' } },
      oneOf: [{ properties: { id: { readOnly: true } }, required: ['id'] }, { required: ['slug'] }],
    });
    expect(accepts(schema, { slug: 'x' })).toBe(true);
  });

  it('J7 drops conditions and negations about hidden parts, and says so', () => {
    const hidden: JsonSchema = {
      type: 'object',
      properties: { id: { type: 'string', readOnly: true } },
      required: ['id'],
    };
    const { schema, codes } = publish({
      type: 'object',
      not: hidden,
      ...conditional(hidden, { required: ['x'] }),
    });
    expect(schema).toEqual({ type: 'object' });
    expect(codes).toEqual(['schema-condition-dropped', 'schema-condition-dropped']);
  });
});

describe('allOf', () => {
  const a: JsonSchema = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] };
  const b: JsonSchema = { type: 'object', properties: { b: { type: 'integer' } } };

  it.each<[string, JsonSchema, JsonSchema, Readonly<Record<string, JsonSchema>>]>([
    [
      'is merged where members are plain objects',
      { allOf: [a, b] },
      {
        type: 'object',
        properties: { a: { type: 'string' }, b: { type: 'integer' } },
        required: ['a'],
      },
      {},
    ],
    [
      'is merged with what stands beside it and behind references, whose words it does not take over',
      { allOf: [ref('A'), b], properties: { c: {} }, required: ['c'], description: 'Whole' },
      {
        type: 'object',
        properties: {
          c: { description: 'Any JSON value.' },
          a: { type: 'string' },
          b: { type: 'integer' },
        },
        required: ['c', 'a'],
        description: 'Whole',
      },
      { A: { ...a, description: 'Only of A' } },
    ],
    [
      'is a described reference where it has one member',
      { allOf: [ref('A')], description: 'Here' },
      { ...a, description: 'Here' },
      { A: { ...a, description: 'There' } },
    ],
    [
      'is merged where members say different things of one value',
      { allOf: [{ type: 'string' }, { minLength: 2 }, { maxLength: 9 }] },
      { type: 'string', minLength: 2, maxLength: 9 },
      {},
    ],
    [
      'is kept where members disagree',
      { allOf: [a, { type: 'object', properties: { a: { type: 'integer' } } }] },
      { allOf: [a, { type: 'object', properties: { a: { type: 'integer' } } }] },
      {},
    ],
    [
      'is kept where a member says what other properties may be',
      { allOf: [a, { type: 'object', additionalProperties: { type: 'string' } }] },
      { allOf: [a, { type: 'object', additionalProperties: { type: 'string' } }] },
      {},
    ],
    [
      'closes the whole where a closed member could not know the others',
      { allOf: [{ ...a, additionalProperties: { not: {} } }, b] },
      {
        type: 'object',
        properties: { a: { type: 'string' }, b: { type: 'integer' } },
        required: ['a'],
        additionalProperties: false,
      },
      {},
    ],
    [
      'closes the whole also where the closed member is a component',
      { allOf: [ref('A'), b] },
      {
        type: 'object',
        properties: { a: { type: 'string' }, b: { type: 'integer' } },
        required: ['a'],
        additionalProperties: false,
      },
      { A: { ...a, additionalProperties: { not: {} } } },
    ],
    [
      'closes what cannot be merged by unevaluatedProperties',
      { allOf: [{ ...a, additionalProperties: { not: {} } }, { anyOf: [b, a] }] },
      { allOf: [a, { anyOf: [b, a] }], unevaluatedProperties: false },
      {},
    ],
    [
      'is merged under unevaluatedProperties: false',
      { allOf: [a, b], unevaluatedProperties: { not: {} } },
      {
        type: 'object',
        properties: { a: { type: 'string' }, b: { type: 'integer' } },
        required: ['a'],
        additionalProperties: false,
      },
      {},
    ],
  ])('J8 %s', (_, schema, published, schemas) => {
    expect(publish(schema, { schemas }).schema).toEqual(published);
  });

  it('J8 keeps a closed member closed that knows every name', () => {
    const { schema } = publish({
      allOf: [{ ...a, additionalProperties: { not: {} } }, { required: ['a'] }],
    });
    expect(accepts(schema, { a: 'x' })).toBe(true);
    expect(accepts(schema, { a: 'x', b: 1 })).toBe(false);
  });
});

describe('schemas that include themselves', () => {
  const cases: readonly (readonly [string, Readonly<Record<string, JsonSchema>>, JsonValue])[] = [
    [
      'a parent that lists its children',
      {
        A: {
          type: 'object',
          properties: { kind: { type: 'string' } },
          oneOf: [ref('B'), ref('C')],
          discriminator: { propertyName: 'kind', mapping: { b: 'B', c: 'C' } },
        },
        B: { allOf: [ref('A'), { properties: { b: { type: 'integer' } }, required: ['b'] }] },
        C: { allOf: [ref('A'), { properties: { c: { type: 'integer' } }, required: ['c'] }] },
      },
      { kind: 'b', b: 1 },
    ],
    ['a reference to itself', { A: ref('A') }, 1],
    [
      'two that include each other',
      { A: { allOf: [ref('B')] }, B: { allOf: [ref('A'), { type: 'string' }] } },
      'x',
    ],
    ['a choice of itself and text', { A: { anyOf: [ref('A'), { type: 'string' }] } }, 'x'],
    [
      'two choices of each other',
      {
        A: { anyOf: [ref('B'), { type: 'string' }] },
        B: { anyOf: [ref('A'), { type: 'integer' }] },
      },
      1,
    ],
  ];

  it.each(cases)('end for a validator: %s', (_, schemas, value) => {
    for (const references of ['inline', 'defs'] as const) {
      for (const direction of ['input', 'output'] as const) {
        const { schema } = publish(ref('A'), { schemas, references, direction });
        expect(accepts(schema, value)).toBe(true);
      }
    }
  });

  it('keep the children of a parent that lists them', () => {
    const [, schemas] = cases[0] ?? ['', {}];
    const { schema } = publish(ref('A'), { schemas });
    expect(accepts(schema, { kind: 'c', c: 'no integer' })).toBe(false);
    expect(accepts(schema, { kind: 'c', c: 1 })).toBe(true);
  });
});
