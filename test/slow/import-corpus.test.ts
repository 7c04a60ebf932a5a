import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { loadDocuments } from '../../src/import/load-documents.ts';
import { createReadContext } from '../../src/import/extension-layers.ts';
import { readApi } from '../../src/import/read-api.ts';
import type { ApiModel } from '../../src/model/api.ts';
import type { JsonSchema, JsonValue } from '../../src/model/json.ts';
import { schemaReferencesIn } from '../support/read-document.ts';

interface Entry {
  readonly id: string;
  readonly entry: string;
  readonly operations: number;
}

const corpus = fileURLToPath(new URL('../../../shared/corpus/', import.meta.url));
const manifest = `${corpus}manifest.json`;
const entries: readonly Entry[] = existsSync(manifest)
  ? (JSON.parse(readFileSync(manifest, 'utf8')) as readonly Entry[])
  : [];
const ajv = new Ajv2020({ strict: false, logger: false });

async function read({ id, entry }: Entry): Promise<ReturnType<typeof readApi>> {
  const { result } = await loadDocuments(
    { kind: 'file', path: `${corpus}${entry}` },
    { refRoot: `${corpus}${id}` },
  );
  if (!result.ok) throw new Error(result.diagnostics[0].message);
  const { documents, detected } = result.value;
  return readApi(documents, detected, createReadContext());
}

/** All schemas of a model as one: those of the operations, and the table that they refer to. */
function wholeSchemaOf(model: ApiModel): JsonSchema {
  const own = model.operations.flatMap(({ parameters, requestBody, responses }) => [
    ...parameters.map(({ schema }) => schema),
    ...[requestBody?.content ?? [], ...responses.map(({ content }) => content)]
      .flat()
      .flatMap(({ schema, itemSchema }) => [schema ?? {}, itemSchema ?? {}]),
    ...responses.flatMap(({ headers }) => headers.map(({ schema }) => schema)),
  ]);
  const table = Object.entries(model.schemas).map(([key, { schema }]) => [key, schema] as const);
  return { $defs: Object.fromEntries(table), anyOf: [{}, ...own] };
}

describe.skipIf(entries.length === 0)('the real documents beside the checkout', () => {
  it.each(entries)('are read to the last operation: $id', async (entry) => {
    const result = await read(entry);
    if (entry.operations === 0) {
      expect(result.diagnostics[0]).toMatchObject({ code: 'operations-missing' });
      return;
    }
    if (!result.ok) throw new Error(result.diagnostics[0].message);
    const { operations, leftOut, schemas } = result.value;
    expect(operations.length + leftOut.length).toBe(entry.operations);
    const reasons = result.diagnostics.filter(({ effect }) => effect === 'operation-left-out');
    expect(reasons).toHaveLength(leftOut.length);

    const whole = wholeSchemaOf(result.value);
    expect(ajv.validateSchema(whole), ajv.errorsText()).toBe(true);
    const known = new Set(Object.keys(schemas).map((key) => `#/$defs/${key}`));
    const dangling = schemaReferencesIn(whole as JsonValue).filter((text) => !known.has(text));
    expect(dangling).toEqual([]);

    for (const { pathTemplate, parameters } of operations) {
      const names = pathTemplate.flatMap((part) => (part.kind === 'expression' ? [part.name] : []));
      const declared = parameters.filter((one) => one.in === 'path').map(({ name }) => name);
      expect(declared.sort()).toEqual([...new Set(names)].sort());
    }
  });
});
