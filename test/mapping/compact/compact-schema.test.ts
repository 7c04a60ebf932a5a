import { describe, expect, it } from 'vitest';
import { compactionOf, compactSchema } from '../../../src/mapping/compact/compact-schema.ts';
import { compactRules } from '../../../src/mapping/compact/rules.ts';
import type { JsonSchema } from '../../../src/model/json.ts';

/** The schema of one argument after compacting. */
function argument(name: string, schema: JsonSchema, keepTexts = false): unknown {
  const root = { type: 'object', properties: { [name]: schema } };
  const { properties } = compactSchema(root, { share: true, keepTexts }).schema;
  return (properties as Readonly<Record<string, unknown>>)[name];
}

describe('left out is', () => {
  it.each<[string, string, JsonSchema, JsonSchema]>([
    [
      'a description that only says the name',
      'userName',
      { type: 'string', description: 'The user name.' },
      { type: 'string' },
    ],
    [
      'a title that only says the name',
      'business_profile',
      { type: 'object', title: 'business_profile_specs' },
      { type: 'object' },
    ],
    [
      'a sentence that only lists the values',
      'sort',
      {
        enum: ['created', 'pushed', 'full_name'],
        description: 'How to sort. Can be one of: `created`, `pushed`, or `full_name`.',
      },
      { enum: ['created', 'pushed', 'full_name'], description: 'How to sort.' },
    ],
    [
      'an example of a number',
      'page',
      { type: ['integer', 'null'], examples: [3] },
      { type: ['integer', 'null'] },
    ],
    [
      'an example of a format that everybody knows',
      'since',
      { type: 'string', format: 'date', examples: ['2024-01-01'] },
      { type: 'string', format: 'date' },
    ],
    ['a format that is the type', 'id', { type: 'integer', format: 'int64' }, { type: 'integer' }],
    ['another one', 'rate', { type: 'number', format: 'double' }, { type: 'number' }],
  ])('%s', (_, name, schema, left) => {
    expect(argument(name, schema)).toEqual(left);
  });
});

describe('kept is', () => {
  it.each<[string, string, JsonSchema]>([
    ['what says more than the name', 'repo', { description: 'The name of the repository.' }],
    ['the same words about something else', 'owner', { description: 'The repo.' }],
    [
      'a sentence that explains values',
      'state',
      { enum: ['open', 'closed'], description: 'Use `closed` for issues that are done.' },
    ],
    [
      'a sentence that lists values that are not listed otherwise',
      'state',
      { enum: ['open', 'closed'], description: 'Can be one of: open, closed, merged.' },
    ],
    ['a format with bounds of its own', 'id', { type: 'integer', format: 'int32' }],
    ['a format of texts', 'id', { type: 'string', format: 'int64' }],
    ['an example of a text', 'id', { type: 'string', examples: ['cus_71'] }],
    ['a name that is no word', '__proto__', { type: 'string', description: 'Proto' }],
  ])('%s', (_, name, schema) => {
    const root = JSON.parse(
      `{"type":"object","properties":{${JSON.stringify(name)}:${JSON.stringify(schema)}}}`,
    ) as JsonSchema;
    const compact = compactSchema(root, { share: true, keepTexts: false }).schema;
    if (name === '__proto__') expect(Object.keys(compact['properties'] as object)).toEqual([name]);
    else expect(compact).toEqual(root);
  });

  it('every word of a text where that is wanted', () => {
    const schema = { type: 'integer', description: 'The page.' };
    expect(argument('page', schema, true)).toEqual(schema);
  });
});

describe('a part that is said several times', () => {
  const address = {
    type: 'object',
    description: 'Where somebody lives, as it is written on letters to them.',
    properties: {
      street: { type: 'string', description: 'Street with the number of the house.' },
      city: { type: 'string', description: 'City, without the code of the post.' },
    },
    required: ['street', 'city'],
  };

  it('stands once under $defs, by what its names have in common', () => {
    const schema = {
      type: 'object',
      properties: { billing_address: address, shippingAddress: address },
      required: ['billing_address'],
    };
    expect(compactSchema(schema, { share: true, keepTexts: false }).schema).toEqual({
      type: 'object',
      properties: {
        billing_address: { $ref: '#/$defs/address' },
        shippingAddress: { $ref: '#/$defs/address' },
      },
      required: ['billing_address'],
      $defs: { address },
    });
  });

  it('gets a name of its own beside those that are there', () => {
    const schema = {
      type: 'object',
      properties: { a_address: address, b_address: address, c: { $ref: '#/$defs/address' } },
      $defs: { address: { type: 'string' } },
    };
    const { $defs: definitions } = compactSchema(schema, { share: true, keepTexts: false }).schema;
    expect(definitions).toEqual({ address: { type: 'string' }, address2: address });
  });

  it('stays where references are not followed', () => {
    const schema = { type: 'object', properties: { a: address, b: address } };
    expect(compactSchema(schema, { share: false, keepTexts: false }).schema).toEqual(schema);
  });

  it('stays where sharing saves next to nothing', () => {
    const small = { type: 'array', items: { type: 'string', minLength: 1 } };
    const schema = { type: 'object', properties: { a: small, b: small } };
    expect(compactSchema(schema, { share: true, keepTexts: false }).schema).toEqual(schema);
  });

  it('is found in a schema that would be huge if it were written out', () => {
    let part: JsonSchema = { type: 'string', description: 'The innermost of all the parts.' };
    for (let depth = 0; depth < 200; depth += 1) {
      part = { type: 'object', properties: { left: part, right: part } };
    }
    const { schema } = compactSchema(part, { share: true, keepTexts: false });
    expect(JSON.stringify(schema).length).toBeLessThan(30_000);
  });
});

describe('what is saved', () => {
  it('is told by rule, the most first', () => {
    const schema = {
      type: 'object',
      properties: {
        page: { type: 'integer', format: 'int64', examples: [100_000_000_000_000] },
        id: { type: 'string', description: 'The ID' },
      },
    };
    const saved = compactionOf([{ inputSchema: schema }], { share: true, keepTexts: false });
    expect(saved.map(([rule]) => rule)).toEqual(['examples', 'name-again', 'format-again']);
    for (const [rule, characters] of saved) {
      expect(compactRules[rule]).not.toBe('');
      expect(characters).toBeGreaterThan(10);
    }
  });
});
