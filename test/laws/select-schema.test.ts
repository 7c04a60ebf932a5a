import * as fc from 'fast-check';
import { search } from 'jmespath';
import { describe, expect, it } from 'vitest';
import { isJsonObject, type JsonValue } from '../../src/model/json.ts';
import { projectSchema } from '../../src/mapping/output/projected.ts';
import { libraryOf } from '../../src/mapping/schema/library.ts';
import { apiOf } from '../support/api-builder.ts';
import { schemaArbitrary, valueArbitrary } from '../support/schema-arbitrary.ts';
import { compileSchema } from '../support/schema-check.ts';

const runs = Number(process.env['LAW_RUNS'] ?? 40);

const tableArbitrary = fc.record({
  A: schemaArbitrary({ parts: ['A', 'B'], same: ['B'] }),
  B: schemaArbitrary({ parts: ['A', 'B'], same: [] }),
});
const rootArbitrary = schemaArbitrary({ parts: ['A', 'B'], same: ['A', 'B'] });

/** Expressions of every kind that JMESPath has, over the names that the schemas have. */
const { expression } = fc.letrec<{ expression: string }>((tie) => {
  const name = fc.constantFrom('a', 'b', 'c', 'kind', 'nothing');
  const inner = tie('expression');
  const wrap = (before: string, after: string): fc.Arbitrary<string> =>
    inner.map((text) => `${before}${text}${after}`);
  return {
    expression: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      name,
      fc.constantFrom('@', '`1`', '`"x"`', '`null`', '`[1]`'),
      fc.tuple(inner, name).map(([left, right]) => `(${left}).${right}`),
      fc.tuple(inner, inner).map(([left, right]) => `(${left}) | ${right}`),
      fc.tuple(inner, inner).map(([left, right]) => `(${left}) || (${right})`),
      fc.tuple(inner, inner).map(([left, right]) => `(${left}) && (${right})`),
      fc.tuple(inner, inner).map(([left, right]) => `{x: ${left}, y: ${right}}`),
      fc.tuple(inner, inner).map(([left, right]) => `[${left}, ${right}]`),
      fc.tuple(inner, name).map(([left, right]) => `(${left})[*].${right}`),
      fc.tuple(inner, name).map(([left, right]) => `(${left})[].${right}`),
      fc.tuple(inner, name).map(([left, right]) => `(${left}).*.${right}`),
      fc.tuple(inner, inner).map(([left, test]) => `(${left})[?${test}]`),
      fc.tuple(inner, inner).map(([left, right]) => `map(&(${left}), ${right})`),
      wrap('(', ')[0]'),
      wrap('(', ')[-1]'),
      wrap('(', ')[1:]'),
      wrap('!(', ')'),
      wrap('length(', ')'),
      wrap('keys(', ')'),
      wrap('values(', ')'),
      wrap('sort(', ')'),
      wrap('reverse(', ')'),
      wrap('max(', ')'),
      wrap('avg(', ')'),
      wrap('to_array(', ')'),
      wrap('to_string(', ')'),
      wrap('not_null(', ', `1`)'),
    ),
  };
});

describe('what is not found', () => {
  it.each([
    { enum: [0] },
    { const: 0 },
    { allOf: [{ enum: [0] }] },
    { anyOf: [{ const: 0 }] },
    { oneOf: [{ const: 0 }] },
    { not: { type: 'null' } },
    { $ref: '#/$defs/A' },
  ])('is null beside a number with %j', (beside) => {
    const table = { A: { minimum: 0, not: { type: 'null' } } };
    const { facts } = libraryOf(apiOf({ schemas: table }).schemas);
    const root = { type: 'object', properties: { a: { type: 'number', ...beside } } };
    const projected = projectSchema(root, 'a', facts);
    const admits = compileSchema({ anyOf: [projected], $defs: table });
    expect(admits(null)).toBe(true);
    expect(admits(0)).toBe(true);
    expect(admits('x')).toBe(false);
  });
});

describe('the schema of a selection', () => {
  it('admits whatever the expression picks out of an answer that fits the document', () => {
    let checked = 0;
    fc.assert(
      fc.property(
        rootArbitrary,
        tableArbitrary,
        expression,
        fc.array(valueArbitrary, { minLength: 10, maxLength: 20 }),
        (root, table, written, values) => {
          const documented = compileSchema({ anyOf: [root], $defs: table });
          const { facts } = libraryOf(apiOf({ schemas: table }).schemas);
          const projected = projectSchema(root, written, facts);
          const admits = compileSchema({ anyOf: [projected], $defs: table });
          for (const value of values) {
            const picked = documented(value) ? select(value, written) : undefined;
            if (picked === undefined) continue;
            if (Object.keys(projected).length > 0) checked += 1;
            expect(admits(picked), JSON.stringify({ value, picked, projected })).toBe(true);
          }
        },
      ),
      { numRuns: runs * 4 },
    );
    expect(checked).toBeGreaterThan(runs);
  });
});

/** What jmespath itself picks; nothing where a function does not take what it is given. */
function select(value: JsonValue, written: string): JsonValue | undefined {
  // Inherited members, which the runtime drops, are no part of an answer.
  if (isJsonObject(value) && Object.hasOwn(value, '__proto__')) return undefined;
  try {
    const text: string | undefined = JSON.stringify(search(value, written));
    return text === undefined ? undefined : (JSON.parse(text) as JsonValue);
  } catch {
    return undefined;
  }
}
