import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyOverlay } from '../../src/import/overlay/apply-overlay.ts';
import { parseOverlay } from '../../src/import/overlay/parse-overlay.ts';
import { mapTools } from '../../src/mapping/map-tools.ts';
import type { MappedApi } from '../../src/mapping/mapped-api.ts';
import type { Staged } from '../../src/model/diagnostic.ts';
import type { JsonObject, JsonValue } from '../../src/model/json.ts';
import { deepFreeze } from '../../src/runtime/freeze.ts';
import { api, operation, parameter } from '../mapping/api-builder.ts';

const store = deepFreeze(
  api(
    [
      operation('GET', '/pets', {
        operationId: 'listPets',
        tags: ['pets'],
        parameters: [parameter('limit'), parameter('state')],
      }),
      operation('POST', '/pets', { operationId: 'addPet', tags: ['pets'] }),
      operation('GET', '/pets/{id}', { operationId: 'getPet', tags: ['pets', 'one'] }),
      operation('DELETE', '/pets/{id}', { operationId: 'deletePet', tags: ['one'] }),
      operation('GET', '/jobs', { tags: ['admin'] }),
    ],
    { tags: [{ name: 'pets' }, { name: 'one' }, { name: 'admin' }] },
  ),
);

const fields = fc
  .record<Record<string, JsonValue>, never>(
    {
      title: fc.constantFrom('A', 'B'),
      description: fc.constantFrom('C', 'D'),
      enabled: fc.boolean(),
      pinned: fc.boolean(),
      hints: fc.subarray<JsonValue>(['read', 'destroy', 'idempotent', 'openWorld', 'closedWorld']),
      'tags+': fc.subarray(['x', 'y']),
      _meta: fc.dictionary(fc.constantFrom('m', 'n'), fc.integer(), { noNullPrototype: true }),
      confirm: fc.boolean(),
      expose: fc.constantFrom('tool', 'resource', 'both'),
    },
    { requiredKeys: [] },
  )
  // Keys that are left out are absent, as in a file.
  .map((entry) => JSON.parse(JSON.stringify(entry)) as JsonObject);

/** Every key names other operations, or names them at another strength: no two say the same of the same. */
const unrelatedKeys = [
  'listPets',
  'addPet',
  'getPet',
  'DELETE /pets/{id}',
  'GET /jobs',
  'GET /**',
  'tag:admin',
];

const entries = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...unrelatedKeys), fields), { selector: ([key]) => key })
  .chain((list) =>
    fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
  );

const short = (
  tools: readonly (readonly [string, JsonObject])[],
  more: JsonObject = {},
): JsonObject => ({
  'openapi-mcp': 1,
  ...more,
  tools: Object.fromEntries(tools),
});

function map(...overlays: readonly JsonObject[]): Staged<MappedApi> {
  return mapTools(store, {
    namespace: 'store',
    overlays: overlays.map((value, index) => ({
      value,
      location: { document: `file:///${index}.yaml`, pointer: '' },
      rank: index + 1,
    })),
  });
}

/** What agents get, and what is said of it, in whatever order. */
function outcomeOf(result: Staged<MappedApi>): unknown {
  const diagnostics = result.diagnostics.map((each) => JSON.stringify(each)).sort();
  if (!result.ok) return { diagnostics };
  const { tools, resources, resourceTools, changes } = result.value;
  const changed = changes.map((each) => JSON.stringify(each)).sort();
  return { diagnostics, tools, resources, resourceTools, changed };
}

describe('short-form overlays', () => {
  it('mean the same whatever the order of unrelated entries', () => {
    fc.assert(
      fc.property(entries, fields, ([list, shuffled], defaults) => {
        const one = outcomeOf(map(short(list, { defaults })));
        expect(outcomeOf(map(short(shuffled, { defaults })))).toEqual(one);
      }),
      { numRuns: 150 },
    );
  });

  it('never change what they are made of, nor the document', () => {
    fc.assert(
      fc.property(entries, entries, ([one], [other]) => {
        // A change of anything frozen throws.
        const overlays = [deepFreeze(short(one)), deepFreeze(short(other))];
        const before = JSON.stringify([store, overlays]);
        map(...overlays);
        expect(JSON.stringify([store, overlays])).toBe(before);
      }),
      { numRuns: 100 },
    );
  });
});

describe('OpenAPI Overlays', () => {
  const { json } = fc.letrec<{ json: JsonValue }>((tie) => ({
    json: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom<JsonValue>(null, 1, 'a', true),
      fc.array(tie('json'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom('a', 'b', 'x-mcp'), tie('json'), { noNullPrototype: true }),
    ),
  }));
  const action = fc.record<Record<string, JsonValue>, 'target'>(
    {
      target: fc.constantFrom(
        '$',
        '$.a',
        '$.b',
        '$.a.b',
        '$..a',
        "$['x-mcp']",
        '$.*',
        '$.a[0]',
        '$..[?@.b]',
      ),
      update: json,
      remove: fc.boolean(),
      copy: fc.constantFrom('$.a', '$.b', '$'),
    },
    { requiredKeys: ['target'] },
  );

  it('never change the document, nor themselves', () => {
    fc.assert(
      fc.property(json, fc.array(action, { minLength: 1, maxLength: 4 }), (document, actions) => {
        const written = { overlay: '1.1.0', info: { title: 't', version: '1' }, actions };
        const parsed = parseOverlay(deepFreeze(written), { document: 'o:', pointer: '' });
        fc.pre(parsed.ok);
        const before = JSON.stringify([document, written]);
        applyOverlay(deepFreeze(document), parsed.value);
        expect(JSON.stringify([document, written])).toBe(before);
      }),
      { numRuns: 200 },
    );
  });
});
