import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createReadContext } from '../../src/import/extension-layers.ts';
import { readApi } from '../../src/import/read-api.ts';
import { loadDocuments } from '../../src/import/load-documents.ts';
import type { JsonObject, JsonValue } from '../../src/model/json.ts';
import { isJsonObject, setOwn } from '../../src/model/json.ts';
import { openapi, readOperation, schemaReferencesIn, swagger } from '../support/read-document.ts';
import { compileSchema } from '../support/schema-check.ts';
import { schemaArbitrary, valueArbitrary } from '../support/schema-arbitrary.ts';

const schema: JsonObject = {
  type: 'object',
  nullable: true,
  required: ['a'],
  discriminator: { propertyName: 'a', mapping: { x: 'B' } },
  properties: {
    a: { type: 'string', enum: ['x'], pattern: '^x' },
    b: { $ref: '#/components/schemas/B' },
  },
  example: { a: 'x' },
};
const operation: JsonObject = {
  operationId: 'one',
  tags: ['t'],
  summary: 's',
  deprecated: false,
  security: [{ key: [] }],
  servers: [{ url: '/{v}', variables: { v: { default: '1', enum: ['1'] } } }],
  parameters: [
    { name: 'id', in: 'path', required: true, schema: { type: 'integer' } },
    { name: 'q', in: 'query', style: 'form', explode: false, schema: { type: 'array' } },
    { $ref: '#/components/parameters/P' },
  ],
  requestBody: {
    required: true,
    content: { 'multipart/form-data': { schema, encoding: { a: { headers: { X: { schema } } } } } },
  },
  responses: {
    '200': {
      description: 'd',
      headers: { X: { schema } },
      links: { l: { operationId: 'one', parameters: { id: '$x' } } },
      content: { 'application/json': { schema, examples: { e: { value: 1 } } } },
    },
  },
};
const modern: JsonObject = openapi(
  '3.2.0',
  { '/a/{id}': { parameters: [], get: operation, additionalOperations: { COPY: operation } } },
  {
    tags: [{ name: 't', parent: 't' }],
    security: [{ key: [] }],
    components: {
      schemas: { B: { allOf: [{ $ref: '#/components/schemas/B' }] } },
      parameters: { P: { name: 'p', in: 'cookie', schema } },
      securitySchemes: {
        key: { type: 'oauth2', flows: { password: { tokenUrl: '/', scopes: {} } } },
      },
    },
  },
);
const old: JsonObject = swagger(
  {
    '/a/{id}': {
      post: {
        schemes: ['http'],
        consumes: ['multipart/form-data'],
        parameters: [
          {
            name: 'id',
            in: 'path',
            required: true,
            type: 'array',
            items: { type: 'array', items: {} },
          },
          { name: 'f', in: 'formData', type: 'file' },
          { name: 'b', in: 'body', schema },
        ],
        responses: { default: { description: 'd', schema, headers: { X: { type: 'string' } } } },
      },
    },
  },
  { definitions: { B: schema }, securityDefinitions: { k: { type: 'basic' } } },
);

/** Every place of a document, as keys from its root. */
function placesOf(value: JsonValue, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [
    path,
    ...Object.entries(value).flatMap(([key, inner]) => placesOf(inner, [...path, key])),
  ];
}

function replaceAt(value: JsonValue, path: readonly string[], by: JsonValue): JsonValue {
  const [key, ...rest] = path;
  if (key === undefined) return by;
  if (Array.isArray(value)) {
    return value.map((item: JsonValue, index) =>
      String(index) === key ? replaceAt(item, rest, by) : item,
    );
  }
  if (!isJsonObject(value)) return value;
  const copy: Record<string, JsonValue> = {};
  for (const [name, inner] of Object.entries(value)) {
    setOwn(copy, name, name === key ? replaceAt(inner, rest, by) : inner);
  }
  return copy;
}

const junk: fc.Arbitrary<JsonValue> = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.parse(JSON.stringify(value)) as JsonValue),
  fc.constantFrom<JsonValue>(
    { $ref: '#' },
    { $ref: '#/paths' },
    { $ref: 'gone.json' },
    { __proto__: null, $ref: 7 },
    { type: 'object', properties: { $ref: '#/x' } },
    '\ud800',
    '{',
    -1,
  ),
);

/** The methods that a path item of the document itself has. */
function countOperations(document: JsonValue): number {
  if (!isJsonObject(document) || !isJsonObject(document['paths'])) return 0;
  const fixed = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'];
  return Object.entries(document['paths'])
    .filter(([path]) => !path.startsWith('x-'))
    .map(([, item]) => {
      if (!isJsonObject(item)) return 0;
      const own = fixed.filter((method) => (item[method] ?? null) !== null).length;
      const more = item['additionalOperations'];
      const added = isJsonObject(more) ? Object.values(more).filter((one) => one !== null) : [];
      return own + added.length;
    })
    .reduce((sum, count) => sum + count, 0);
}

describe.each([
  ['3.2', modern],
  ['2.0', old],
])('reading a damaged %s document', (_version, document) => {
  const places = placesOf(document).filter(([first]) => first !== 'openapi' && first !== 'swagger');

  it('never throws, accounts for every operation, and gives schemas that hold together', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom(...places), junk), { minLength: 1, maxLength: 3 }),
        async (changes) => {
          const damaged = changes.reduce<JsonValue>(
            (whole, [place, value]) => replaceAt(whole, place, value),
            document,
          );
          const { result } = await loadDocuments({ kind: 'text', text: JSON.stringify(damaged) });
          if (!result.ok) return;
          const read = readApi(result.value.documents, result.value.detected, createReadContext());
          if (!read.ok) {
            expect(read.diagnostics[0].code).toBe('operations-missing');
            return;
          }
          const { operations, leftOut, schemas } = read.value;
          if (!JSON.stringify(damaged).includes('"$ref":"#')) {
            expect(operations.length + leftOut.length).toBe(countOperations(damaged));
          }
          const leaving = read.diagnostics.filter(({ effect }) => effect !== undefined);
          expect(leaving).toHaveLength(leftOut.length);
          expectWhole(operations as unknown as JsonValue, schemas as unknown as JsonValue);
        },
      ),
      { numRuns: 100 },
    );
  });
});

/** Every reference leads into the table, and every schema of the table is valid 2020-12. */
function expectWhole(operations: JsonValue, table: JsonValue): void {
  const entries = isJsonObject(table) ? Object.entries(table) : [];
  const definitions: Record<string, JsonValue> = {};
  for (const [key, entry] of entries) {
    if (isJsonObject(entry)) setOwn(definitions, key, entry['schema'] ?? {});
  }
  const known = new Set(Object.keys(definitions).map((key) => `#/$defs/${key}`));
  for (const reference of schemaReferencesIn([operations, definitions])) {
    expect(known).toContain(reference);
  }
  expect(() => compileSchema({ $defs: definitions })).not.toThrow();
}

describe('a schema that already is canonical', () => {
  it('J1 J2 accepts in 3.1 exactly what it accepted before', async () => {
    await fc.assert(
      fc.asyncProperty(
        schemaArbitrary({ parts: [], same: [] }),
        fc.array(valueArbitrary, { minLength: 5, maxLength: 20 }),
        async (source, values) => {
          const read = await readOperation(
            openapi('3.1.0', {
              '/a': {
                post: { requestBody: { content: { 'application/json': { schema: source } } } },
              },
            }),
          );
          const canonical = read.operation.requestBody?.content[0].schema ?? {};
          const [before, after] = [compileSchema(source), compileSchema(canonical)];
          expect(values.map((value) => after(value))).toEqual(values.map((value) => before(value)));
        },
      ),
      { numRuns: 60 },
    );
  });
});
