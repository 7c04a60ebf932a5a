import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mapArguments } from '../../src/mapping/arguments.ts';
import { noDirectives } from '../../src/mapping/directives.ts';
import { checkTool, lowerTool, profileNames } from '../../src/mapping/profiles/index.ts';
import type { Tool } from '../../src/model/tool.ts';
import { apiOf, jsonBody, operationOf } from '../support/api-builder.ts';
import { toolOf } from '../support/binding-builder.ts';
import { schemaArbitrary, valueArbitrary } from '../support/schema-arbitrary.ts';
import { compileSchema } from '../support/schema-check.ts';

const runs = Number(process.env['LAW_RUNS'] ?? 8);

const toolArbitrary: fc.Arbitrary<Tool> = fc
  .record({
    root: schemaArbitrary({ parts: ['A', 'B'], same: ['A', 'B'] }),
    A: schemaArbitrary({ parts: ['A', 'B'], same: ['B'] }),
    B: schemaArbitrary({ parts: ['A', 'B'], same: [] }),
  })
  .map(({ root, A, B }) => {
    const operation = operationOf({ method: 'POST', requestBody: jsonBody(root) });
    const mapped = mapArguments(operation, apiOf({ schemas: { A, B } }), noDirectives.request, {});
    if (!mapped.ok) throw new Error(mapped.diagnostics[0].message);
    return toolOf({ method: 'POST', inputSchema: mapped.value.inputSchema });
  });

describe('a tool lowered for a client', () => {
  it.each(profileNames)(
    'C1 to C17 is taken by %s, admits what it did, and binds the same',
    (profile) => {
      fc.assert(
        fc.property(
          toolArbitrary,
          fc.array(valueArbitrary, { minLength: 4, maxLength: 8 }),
          (tool, values) => {
            const lowered = lowerTool(tool, profile).tool;
            expect(checkTool(lowered, profile, { serverName: 'test' })).toEqual([]);
            expect(lowered.request).toBe(tool.request);
            const before = compileSchema(tool.inputSchema);
            const after = compileSchema(lowered.inputSchema);
            for (const body of values) if (before({ body })) expect(after({ body })).toBe(true);
          },
        ),
        { numRuns: runs },
      );
    },
  );
});
