import { describe, expect, it } from 'vitest';
import { mapResponses } from '../../src/mapping/output.ts';
import type { JsonSchema } from '../../src/model/json.ts';
import { apiOf, jsonResponse, operationOf, ref } from '../support/api-builder.ts';

const schemas: Readonly<Record<string, JsonSchema>> = {
  Pet: {
    type: 'object',
    properties: {
      id: { type: 'integer', format: 'int32' },
      name: { type: 'string', description: 'What it is called.' },
      tags: { type: 'array', items: { type: 'string' } },
      parent: ref('Pet'),
    },
  },
  Cat: { type: 'object', properties: { lives: { type: 'integer', format: 'int32' } } },
  Loop: { anyOf: [ref('Loop'), { type: 'null' }] },
};
const page: JsonSchema = {
  type: 'object',
  properties: {
    items: { type: 'array', items: ref('Pet') },
    byName: { type: 'object', additionalProperties: ref('Cat') },
    best: { anyOf: [ref('Pet'), ref('Cat')] },
    rows: { type: 'array', items: { type: 'array', items: { type: 'boolean' } } },
    total: { type: 'integer', format: 'int32' },
  },
};

function outputOf(select: string, schema: JsonSchema = page): JsonSchema | undefined {
  return mapResponses(
    operationOf({ responses: [jsonResponse('200', schema)] }),
    apiOf({ schemas }),
    'relaxed',
    { directives: { select } },
  ).outputSchema;
}

const result = (schema: JsonSchema): JsonSchema => ({
  type: 'object',
  properties: { result: schema },
});
const orNull = (schema: JsonSchema): JsonSchema =>
  typeof schema['type'] === 'string' && schema['type'] !== 'array' && schema['type'] !== 'object'
    ? { ...schema, type: [schema['type'], 'null'] }
    : { anyOf: [schema, { type: 'null' }] };
const name: JsonSchema = { type: 'string', description: 'What it is called.' };

describe('the output schema of response.select', () => {
  it.each<[string, JsonSchema]>([
    ['total', result(orNull({ type: 'integer' }))],
    ['items[].name', result(orNull({ type: 'array', items: name }))],
    ['items[?id > `3`].name', result(orNull({ type: 'array', items: name }))],
    ['items[*].name | [0]', result(orNull(name))],
    ['items[0:2].id', result(orNull({ type: 'array', items: { type: 'integer' } }))],
    [
      'items[].{label: name, first: tags[0], parent: parent.id}',
      result(
        orNull({
          type: 'array',
          items: {
            type: 'object',
            properties: {
              label: orNull(name),
              first: orNull({ type: 'string' }),
              parent: orNull({ type: 'integer' }),
            },
          },
        }),
      ),
    ],
    [
      '{count: length(items), all: join(`,`, items[].name), some: total > `1`, fixed: `"x"`}',
      {
        type: 'object',
        properties: {
          count: { type: 'integer' },
          all: { type: 'string' },
          some: { type: 'boolean' },
          fixed: { type: 'string' },
        },
      },
    ],
    ['byName.*.lives', result(orNull({ type: 'array', items: { type: 'integer' } }))],
    ['rows[]', result(orNull({ type: 'array', items: { type: 'boolean' } }))],
    [
      '[total, items[0].name]',
      result({
        type: 'array',
        items: orNull({ anyOf: [{ type: 'integer' }, { type: 'string' }] }),
      }),
    ],
    ['items[0].id || total', result(orNull({ type: 'integer' }))],
    ['sort_by(items, &id)', result({ type: 'array', items: { type: 'object' } })],
    ['map(&name, items)', result({ type: 'array', items: orNull(name) })],
  ])('of `%s`', (select, expected) => {
    expect(outputOf(select)).toMatchObject(expected);
  });

  it.each(['nothing', 'merge(items[0], best)', 'items[0].owner', 'best.lives || total'])(
    'is none where the document does not tell what `%s` gives',
    (select) => {
      expect(outputOf(select)).toBeUndefined();
    },
  );

  it('ends where a choice comes back to itself', () => {
    expect(outputOf('a.b', ref('Loop'))).toBeUndefined();
  });
});
