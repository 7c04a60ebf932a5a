import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compactSchema } from '../../src/mapping/compact/compact-schema.ts';
import type { JsonSchema } from '../../src/model/json.ts';
import { schemaArbitrary, valueArbitrary } from '../support/schema-arbitrary.ts';
import { compileSchema } from '../support/schema-check.ts';

const part = schemaArbitrary({ parts: [], same: [] });
const long = 'A part that is worth sharing, because so much is said of it. '.repeat(4);

/** Schemas that say the same part in several places, some of them inside other shared parts. */
const repeating: fc.Arbitrary<JsonSchema> = fc
  .tuple(part, part, fc.boolean())
  .map(([one, other, nested]) => {
    const shared = { ...one, description: long };
    const outer = { type: 'object', description: long, properties: { a: shared, b: other } };
    const inside = nested ? outer : shared;
    return {
      type: 'object',
      properties: { a: inside, b: { type: 'array', items: inside }, c: shared, kind: other },
      additionalProperties: inside,
    };
  });

const schemas = fc.oneof(part, repeating);

describe('a compact schema', () => {
  it('is fitted by the same values, with and without shared parts', () => {
    let accepted = 0;
    let shared = 0;
    fc.assert(
      fc.property(
        schemas,
        fc.array(valueArbitrary, { minLength: 5, maxLength: 20 }),
        (schema, values) => {
          const before = compileSchema(schema);
          for (const share of [true, false]) {
            const compact = compactSchema(schema, { share, keepTexts: false }).schema;
            if (compact['$defs'] !== undefined) shared += 1;
            const after = compileSchema(compact);
            for (const value of values) {
              expect(after(value)).toBe(before(value));
              if (before(value)) accepted += 1;
            }
          }
        },
      ),
      { numRuns: 60 },
    );
    expect(accepted).toBeGreaterThan(20);
    expect(shared).toBeGreaterThan(3);
  });

  it('is no larger, and compact already', () => {
    fc.assert(
      fc.property(schemas, fc.boolean(), fc.boolean(), (schema, share, keepTexts) => {
        const { schema: compact, saved } = compactSchema(schema, { share, keepTexts });
        const size = JSON.stringify(schema).length - JSON.stringify(compact).length;
        expect(size).toBeGreaterThanOrEqual(0);
        if (size > 0) expect(Math.max(...saved.values())).toBeGreaterThan(0);
        expect(compactSchema(compact, { share, keepTexts }).schema).toEqual(compact);
      }),
    );
  });

  it('says nothing under $defs that is not referred to, and refers to nothing else', () => {
    fc.assert(
      fc.property(repeating, (schema) => {
        const { schema: compact } = compactSchema(schema, { share: true, keepTexts: false });
        const text = JSON.stringify(compact);
        const named = new Set(
          [...text.matchAll(/"\$ref":"#\/\$defs\/([^"]+)"/g)].map(([, key]) => key),
        );
        expect(new Set(Object.keys((compact['$defs'] ?? {}) as object))).toEqual(named);
      }),
    );
  });
});
