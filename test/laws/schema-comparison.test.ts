import { Ajv2020 } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareSchemas } from '../../src/mapping/diff/schema/compare-schemas.ts';
import type { JsonSchema, JsonValue } from '../../src/model/json.ts';

const number = fc.integer({ min: -1, max: 4 });
const optional = <T>(shape: { readonly [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.record<T, never>(shape, { requiredKeys: [] });
const leaf = fc.oneof(
  optional({
    minLength: number.filter((each) => each >= 0),
    maxLength: number.filter((each) => each >= 0),
  }).map((limits): JsonSchema => ({ type: 'string', ...limits })),
  optional({
    minimum: number,
    maximum: number,
    exclusiveMinimum: number,
    exclusiveMaximum: number,
  }).chain((limits) =>
    fc.constantFrom('integer', 'number').map((type): JsonSchema => ({ type, ...limits })),
  ),
  fc
    .subarray<JsonValue>(['a', 'bb', 1, true, null], { minLength: 1 })
    .map((values): JsonSchema => ({ enum: values })),
  fc
    .subarray(['null', 'boolean', 'string', 'integer', 'array', 'object'], { minLength: 1 })
    .map((type): JsonSchema => ({ type })),
  fc.constantFrom<JsonSchema>(
    {},
    { $ref: '#/$defs/D' },
    { const: 'a' },
    { type: 'integer', multipleOf: 2 },
  ),
);

const { schema } = fc.letrec<{ schema: JsonSchema }>((tie) => {
  const pair = fc.array(tie('schema'), { minLength: 1, maxLength: 3 });
  return {
    schema: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      leaf,
      fc
        .record({
          properties: optional({ a: tie('schema'), b: tie('schema') }),
          required: fc.subarray(['a', 'b']),
        })
        .map((object): JsonSchema => ({
          type: 'object',
          properties: object.properties as JsonSchema,
          required: object.required,
          additionalProperties: false,
        })),
      // A map: open objects that gain a property are the one exception, and are not made here.
      tie('schema').map((others): JsonSchema => ({ type: 'object', additionalProperties: others })),
      fc
        .record({ items: tie('schema'), maxItems: fc.integer({ min: 0, max: 2 }) })
        .map((array): JsonSchema => ({ type: 'array', ...array })),
      pair.map((anyOf): JsonSchema => ({ anyOf })),
      pair.map((oneOf): JsonSchema => ({ oneOf })),
      pair.map((allOf): JsonSchema => ({ allOf })),
    ),
  };
});

const root = fc
  .record({ schema, definition: leaf.filter((each) => each['$ref'] === undefined) })
  .map(({ schema: body, definition }): JsonSchema => ({ ...body, $defs: { D: definition } }));

/** Changes one place of a schema: near pairs are where mistakes show. */
const near = fc
  .tuple(root, schema, fc.nat(20))
  .map(([before, other, at]): readonly [JsonSchema, JsonSchema] => {
    let left = at;
    const replace = (value: JsonValue): JsonValue => {
      if (typeof value !== 'object' || value === null) return value;
      if (Array.isArray(value)) return value.map((each: JsonValue) => replace(each));
      left -= 1;
      if (left === 0) return other;
      return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, replace(each)]));
    };
    const { $defs, ...body } = before;
    return [before, { ...(replace(body) as JsonSchema), $defs: $defs ?? {} }];
  });

const scalars: readonly JsonValue[] = [null, true, -1, 0, 1, 1.5, 2, 3, 4, '', 'a', 'bb', 'ccc'];
const samples: readonly JsonValue[] = [
  ...scalars,
  [],
  ...scalars.flatMap((each): readonly JsonValue[] => [
    [each],
    [each, 'a'],
    { a: each },
    { b: each },
  ]),
  {},
  { a: 'a', b: 1 },
  { a: { a: 'a' } },
  { a: [] },
  [{}],
  [['a']],
  { c: 1 },
];

const ajv = new Ajv2020({ strict: false, logger: false, validateSchema: false });
function accepts(checked: JsonSchema): ((value: JsonValue) => boolean) | undefined {
  try {
    const validate = ajv.compile(checked);
    return (value) => validate(value);
  } catch {
    return undefined; // a mutation may have made something that is no schema
  }
}

describe('comparing schemas', () => {
  it('is silent about a breaking change only where every value of before is still taken', () => {
    let silent = 0;
    fc.assert(
      fc.property(fc.oneof(near, fc.tuple(root, root)), ([before, after]) => {
        const [old, now] = [accepts(before), accepts(after)];
        fc.pre(old !== undefined && now !== undefined);
        const changes = compareSchemas(before, after);
        if (changes.some(({ impact }) => impact === 'breaking')) return;
        silent += 1;
        for (const value of samples) {
          if (old(value)) expect({ value, taken: now(value) }).toEqual({ value, taken: true });
        }
      }),
      { numRuns: 250 },
    );
    expect(silent).toBeGreaterThan(15);
  });

  it('finds nothing where both are the same', () => {
    fc.assert(
      fc.property(root, (each) => {
        expect(compareSchemas(each, structuredClone(each))).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });

  it('that finds nothing either way has found schemas that take the same', () => {
    fc.assert(
      fc.property(near, ([before, after]) => {
        const [old, now] = [accepts(before), accepts(after)];
        fc.pre(old !== undefined && now !== undefined);
        if (compareSchemas(before, after).length > 0) return;
        for (const value of samples) expect([value, now(value)]).toEqual([value, old(value)]);
      }),
      { numRuns: 150 },
    );
  });
});
