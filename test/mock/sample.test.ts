import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonSchema } from '../../src/model/json.ts';
import { createValidate, sampleValue } from '../../src/mock/index.ts';
import { samplePattern } from '../../src/mock/sample-pattern.ts';
import { ref, tableOf } from '../support/api-builder.ts';

const validate = createValidate({});
const fits = (value: Parameters<typeof validate>[0], schema: JsonSchema): boolean =>
  validate(value, schema).length === 0;

describe('a sample', () => {
  it.each<readonly [string, JsonSchema]>([
    ['bounds', { type: 'integer', minimum: 5, maximum: 7 }],
    ['exclusive bounds', { type: 'number', exclusiveMinimum: 1, exclusiveMaximum: 2 }],
    ['a multiple', { type: 'integer', minimum: 10, multipleOf: 7 }],
    ['a length', { type: 'string', minLength: 30, maxLength: 40 }],
    ['a format', { type: 'string', format: 'uuid' }],
    ['a pattern', { type: 'string', pattern: '^[A-Z]{2}-\\d{4}(?:-x)?$' }],
    ['an enumeration', { enum: ['b', 'a'] }],
    ['unique items', { type: 'array', minItems: 3, uniqueItems: true, items: { type: 'integer' } }],
    [
      'a union',
      { anyOf: [{ type: 'null' }, { type: 'object', required: ['a'], properties: { a: {} } }] },
    ],
    [
      'members of several parts',
      {
        allOf: [
          { type: 'object', required: ['a'], properties: { a: { type: 'integer' } } },
          { type: 'object', required: ['b'], properties: { b: { type: 'string', minLength: 9 } } },
        ],
      },
    ],
    [
      'a tuple',
      { type: 'array', prefixItems: [{ type: 'integer' }, { type: 'string' }], minItems: 2 },
    ],
    [
      'least properties',
      { type: 'object', minProperties: 2, additionalProperties: { type: 'integer' } },
    ],
    ['a choice of constants', { anyOf: [{ const: 'b' }, { const: 'a' }] }],
    [
      'the alternative of a choice that excludes the others',
      {
        type: 'object',
        properties: { kind: { const: 'b' } },
        required: ['kind'],
        oneOf: [
          { properties: { kind: { const: 'a' } } },
          { properties: { kind: { const: 'b' }, b: { type: 'integer' } }, required: ['b'] },
        ],
      },
    ],
    [
      'an exclusion of optional members',
      {
        type: 'object',
        properties: { a: {}, b: {}, c: { type: 'integer' } },
        required: ['c'],
        not: { required: ['a', 'b'] },
      },
    ],
    [
      'a map with listed names',
      {
        type: 'object',
        minProperties: 1,
        propertyNames: { enum: ['x'] },
        additionalProperties: { type: 'integer' },
      },
    ],
    [
      'a map with names of a pattern',
      {
        type: 'object',
        minProperties: 1,
        patternProperties: { '^x-[0-9]$': { type: 'integer' } },
        additionalProperties: false,
      },
    ],
    [
      'a closed object without members',
      { items: { type: 'object', additionalProperties: false }, type: 'array' },
    ],
    [
      'values that two parts have in common',
      {
        allOf: [
          { enum: ['a', 'b'], default: 'a' },
          { type: 'string', enum: ['b', 'c'] },
        ],
      },
    ],
    [
      'least properties of a closed object',
      {
        type: 'object',
        minProperties: 1,
        properties: { a: { type: 'integer' } },
        additionalProperties: false,
      },
    ],
    [
      'an example in the place of one that lost its digits',
      { type: 'integer', examples: [2 ** 63, 7], maximum: 2 ** 53 },
    ],
  ])('fits %s', (_name, schema) => {
    const value = sampleValue(schema, { table: {}, direction: 'request', fits });
    expect(validate(value, schema)).toEqual([]);
  });

  it('fits what stands beside a reference as well as the reference', () => {
    const pet = {
      type: 'object',
      required: ['kind', 'age'],
      properties: { kind: { type: 'string' }, age: { type: 'integer' } },
    } as const;
    const table = tableOf({ Pet: pet });
    const schema = { ...ref('Pet'), properties: { kind: { const: 'cat' } } };
    const validateHere = createValidate(table);
    expect(
      sampleValue(schema, {
        table,
        direction: 'request',
        fits: (value, part) => validateHere(value, part).length === 0,
      }),
    ).toEqual({ kind: 'cat', age: 1 });
  });

  it('has a member of every map, and hardly more than is required where that is asked for', () => {
    const schema: JsonSchema = {
      type: 'object',
      required: ['a', 'o'],
      properties: {
        a: { type: 'object', additionalProperties: { type: 'integer' } },
        o: { type: 'object', properties: { p: { type: 'integer' }, q: { type: 'integer' } } },
        b: { type: 'integer' },
      },
    };
    const context = { table: {}, direction: 'request', fits } as const;
    expect(sampleValue(schema, context)).toEqual({ a: { key1: 1 }, b: 1, o: { p: 1, q: 1 } });
    expect(sampleValue(schema, { ...context, properties: 'required' })).toEqual({
      a: { key1: 1 },
      o: { p: 1 },
    });
  });

  it('of a request leaves read-only members out, of a response write-only ones', () => {
    const schema: JsonSchema = {
      type: 'object',
      properties: { id: { readOnly: true }, secret: { writeOnly: true }, name: { const: 'n' } },
    };
    expect(sampleValue(schema, { table: {}, direction: 'request', fits })).toEqual({
      secret: expect.anything(),
      name: 'n',
    });
    expect(sampleValue(schema, { table: {}, direction: 'response', fits })).not.toHaveProperty(
      'secret',
    );
  });
});

describe('a text of a pattern', () => {
  it.each(['^a+$', '^\\d{3}-\\d{2}$', '^(foo|bar)[0-9]?$', '[^a-z]', '^\\p{Lu}\\w*$', '^.{5,}$'])(
    'matches %s',
    (pattern) => {
      expect(samplePattern(pattern)).toMatch(new RegExp(pattern, 'u'));
    },
  );

  it('is never given where it would not match', () => {
    fc.assert(
      fc.property(fc.string(), (pattern) => {
        const text = samplePattern(pattern);
        return text === undefined || new RegExp(pattern, 'u').test(text);
      }),
    );
  });
});
