import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { definitionsOf } from '../../src/mapping/schema/definitions.ts';
import { libraryOf } from '../../src/mapping/schema/library.ts';
import { publishSchema } from '../../src/mapping/schema/publish.ts';
import type { ReferenceMode } from '../../src/mapping/options.ts';
import type { JsonSchema } from '../../src/model/json.ts';
import { at, tableOf } from '../support/api-builder.ts';
import { schemaArbitrary, valueArbitrary } from '../support/schema-arbitrary.ts';
import { compileSchema, referencesIn } from '../support/schema-check.ts';

/** Compiling with ajv is what takes the time; raise this to look deeper. */
const runs = Number(process.env['LAW_RUNS'] ?? 40);

/** A table of three, which may recur through their parts but not for the same instance. */
const tableArbitrary = fc.record({
  A: schemaArbitrary({ parts: ['A', 'B', 'C'], same: ['B', 'C'] }),
  B: schemaArbitrary({ parts: ['A', 'B', 'C'], same: ['C'] }),
  C: schemaArbitrary({ parts: ['A', 'B', 'C'], same: [] }),
});
const rootArbitrary = schemaArbitrary({ parts: ['A', 'B', 'C'], same: ['A', 'B', 'C'] });

function publish(
  root: JsonSchema,
  table: Readonly<Record<string, JsonSchema>>,
  references: ReferenceMode,
): JsonSchema {
  const perspective = { direction: 'input', expand: true, maxDescriptionLength: 1_024 } as const;
  return publishSchema({
    library: libraryOf(tableOf(table)),
    perspective,
    references,
    build: (definitions) => definitions.convert(root, at('/root')),
    operation: { method: 'POST', path: '/' },
    location: at(''),
  }).schema;
}

describe('published input schemas', () => {
  it.each<[string, ReferenceMode]>([
    ['with references in place', 'inline'],
    ['with definitions', 'defs'],
  ])('accept the values that the canonical schema accepts, %s', (_, references) => {
    fc.assert(
      fc.property(
        rootArbitrary,
        tableArbitrary,
        fc.array(valueArbitrary, { minLength: 5, maxLength: 12 }),
        (root, table, values) => {
          const canonical = compileSchema({ allOf: [root], $defs: table });
          const published = compileSchema(publish(root, table, references));
          for (const value of values) expect(published(value)).toBe(canonical(value));
        },
      ),
      { numRuns: runs },
    );
  });

  it('accept at least the same values when references are followed to a limited depth', () => {
    fc.assert(
      fc.property(
        rootArbitrary,
        tableArbitrary,
        fc.integer({ min: 0, max: 3 }),
        fc.array(valueArbitrary, { minLength: 5, maxLength: 12 }),
        (root, table, depth, values) => {
          const canonical = compileSchema({ allOf: [root], $defs: table });
          const schema = publish(root, table, { depth });
          const published = compileSchema(schema);
          expect(referencesIn(schema)).toEqual([]);
          for (const value of values) {
            if (canonical(value)) expect(published(value)).toBe(true);
          }
        },
      ),
      { numRuns: runs },
    );
  });

  it('are the same object for the same definitions', () => {
    const library = libraryOf(tableOf({ A: { type: 'string' } }));
    const perspective = { direction: 'input', expand: true, maxDescriptionLength: 9 } as const;
    expect(definitionsOf(library, perspective)).toBe(definitionsOf(library, { ...perspective }));
  });
});
