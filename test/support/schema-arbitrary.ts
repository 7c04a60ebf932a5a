import * as fc from 'fast-check';
import type { JsonSchema, JsonValue } from '../../src/model/json.ts';
import { conditional, ref } from './api-builder.ts';

const names = ['a', 'b', 'c', 'kind', '__proto__', 'constructor'];
const scalars: fc.Arbitrary<JsonValue> = fc.oneof(
  fc.constantFrom<JsonValue>('x', 'yy', '', 'open', 0, 1, -3, 7.5, true, false, null),
  fc.integer({ min: -5, max: 20 }),
);

/** JSON values over a small alphabet, so that generated schemas accept a good part of them. */
export const valueArbitrary: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalars,
    fc.array(tie('value'), { maxLength: 3 }),
    objectOf(tie('value')),
  ),
})).value;

function objectOf(
  value: fc.Arbitrary<JsonValue>,
): fc.Arbitrary<{ readonly [key: string]: JsonValue }> {
  return fc
    .uniqueArray(fc.tuple(fc.constantFrom(...names), value), {
      maxLength: 4,
      selector: ([name]) => name,
    })
    .map((entries) => Object.fromEntries(entries));
}

/** How references may stand in a generated schema. */
export interface ReferenceRules {
  /** Keys that a part of the instance may refer to. */
  readonly parts: readonly string[];
  /** Keys that the instance itself may refer to, so that no validation runs in circles. */
  readonly same: readonly string[];
}

/** Canonical schemas without marks of direction, discriminators, closed members or refused properties. */
export function schemaArbitrary(rules: ReferenceRules): fc.Arbitrary<JsonSchema> {
  return fc.letrec<{ part: JsonSchema; same: JsonSchema }>((tie) => ({
    part: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      scalarSchema,
      ...references(rules.parts),
      objectSchema(tie('part')),
      arraySchema(tie('part')),
      composed(tie('same')),
      described(tie('part')),
    ),
    same: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      scalarSchema,
      ...references(rules.same),
      objectSchema(tie('part')),
      composed(tie('same')),
    ),
  })).same;
}

function references(keys: readonly string[]): readonly fc.Arbitrary<JsonSchema>[] {
  return keys.length === 0 ? [] : [fc.constantFrom(...keys).map((key) => ref(key))];
}

const scalarSchema: fc.Arbitrary<JsonSchema> = fc.oneof(
  fc.constantFrom<JsonSchema>(
    {},
    { not: {} },
    { type: 'string' },
    { type: 'string', minLength: 1 },
    { type: 'string', pattern: '^[a-z]+$' },
    { type: 'integer' },
    { type: 'number', minimum: 0 },
    { type: 'number', exclusiveMaximum: 7 },
    { type: ['string', 'null'] },
    { type: 'boolean' },
    { type: 'null' },
    { minimum: 1, maxLength: 2 },
    { const: 'open' },
    { const: 0 },
    { multipleOf: 2 },
    { type: 'string', format: 'uuid' },
    { type: 'string', format: 'unheard-of' },
    { title: 'Nothing said', deprecated: true },
  ),
  fc.array(scalars, { minLength: 1, maxLength: 4 }).map((values) => ({ enum: values })),
);

function described(schema: fc.Arbitrary<JsonSchema>): fc.Arbitrary<JsonSchema> {
  return schema.map((inner) => ({
    ...inner,
    description: 'Some text',
    examples: ['x'],
    default: 1,
  }));
}

function namesSubset(): fc.Arbitrary<readonly string[]> {
  return fc.subarray(names, { maxLength: 2 });
}

function objectSchema(part: fc.Arbitrary<JsonSchema>): fc.Arbitrary<JsonSchema> {
  const properties = objectOf(part.filter((schema) => schema['not'] === undefined));
  return fc
    .record(
      {
        type: fc.constant('object'),
        properties,
        required: namesSubset(),
        additionalProperties: part.filter((schema) => schema['not'] === undefined),
        patternProperties: part.map((schema) => ({ '^k': schema })),
        propertyNames: fc.constant({ maxLength: 6 }),
        minProperties: fc.integer({ min: 0, max: 2 }),
        maxProperties: fc.integer({ min: 1, max: 4 }),
        dependentRequired: fc.constant({ a: ['b'] }),
      },
      { requiredKeys: [] },
    )
    .map((schema) => schema as JsonSchema);
}

function arraySchema(part: fc.Arbitrary<JsonSchema>): fc.Arbitrary<JsonSchema> {
  return fc
    .record(
      {
        type: fc.constant('array'),
        items: part,
        prefixItems: fc.array(part, { minLength: 1, maxLength: 2 }),
        contains: part,
        minContains: fc.integer({ min: 0, max: 1 }),
        maxContains: fc.integer({ min: 1, max: 2 }),
        minItems: fc.integer({ min: 0, max: 2 }),
        uniqueItems: fc.boolean(),
      },
      { requiredKeys: [] },
    )
    .map((schema) => schema as JsonSchema);
}

function composed(same: fc.Arbitrary<JsonSchema>): fc.Arbitrary<JsonSchema> {
  const several = fc.array(same, { minLength: 1, maxLength: 3 });
  return fc.oneof(
    several.map((allOf) => ({ allOf })),
    several.map((anyOf) => ({ anyOf })),
    several.map((oneOf) => ({ oneOf })),
    fc.tuple(several, several).map(([anyOf, oneOf]) => ({ anyOf, oneOf })),
    same.map((not) => ({ not })),
    fc.tuple(same, same, same).map(([test, yes, no]) => conditional(test, yes, no)),
    fc.tuple(same, same).map(([own, member]) => ({ ...own, allOf: [member] })),
    fc
      .tuple(same, same)
      .map(([own, member]) => ({ dependentSchemas: { a: own }, anyOf: [member] })),
  );
}
