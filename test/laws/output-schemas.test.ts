import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mapResponses } from '../../src/mapping/output.ts';
import { isJsonObject, type JsonSchema } from '../../src/model/json.ts';
import { apiOf, jsonResponse, operationOf } from '../support/api-builder.ts';
import { schemaArbitrary, valueArbitrary } from '../support/schema-arbitrary.ts';
import { compileSchema } from '../support/schema-check.ts';

const runs = Number(process.env['LAW_RUNS'] ?? 40);

const tableArbitrary = fc.record({
  A: schemaArbitrary({ parts: ['A', 'B'], same: ['B'] }),
  B: schemaArbitrary({ parts: ['A', 'B'], same: [] }),
});
const rootArbitrary = schemaArbitrary({ parts: ['A', 'B'], same: ['A', 'B'] });

function outputOf(
  schemas: readonly JsonSchema[],
  table: Readonly<Record<string, JsonSchema>>,
  mode: 'relaxed' | 'strict',
): JsonSchema | undefined {
  const responses = schemas.map((schema, index) => jsonResponse(String(200 + index), schema));
  return mapResponses(operationOf({ responses }), apiOf({ schemas: table }), mode, {
    directives: {},
  }).outputSchema;
}

describe('output schemas', () => {
  it.each(['relaxed', 'strict'] as const)(
    'R6 J19 that are %s admit every documented answer as it is sent, and {}',
    (mode) => {
      fc.assert(
        fc.property(
          fc.array(rootArbitrary, { minLength: 1, maxLength: 2 }),
          tableArbitrary,
          fc.array(valueArbitrary, { minLength: 5, maxLength: 12 }),
          (roots, table, values) => {
            const schema = outputOf(roots, table, mode);
            if (schema === undefined) return;
            expect(schema['type']).toBe('object');
            const published = compileSchema(schema);
            expect(published({})).toBe(true);
            const documented = compileSchema({ anyOf: roots, $defs: table });
            // Properties without a type mean an object, although any other value would fit.
            const namesProperties = JSON.stringify([roots, table]).includes('"properties"');
            for (const value of values) {
              if (!documented(value) || (namesProperties && !isJsonObject(value))) continue;
              expect(published(isJsonObject(value) ? value : { result: value })).toBe(true);
            }
          },
        ),
        { numRuns: runs },
      );
    },
  );
});
