import type { DetectedSpecification } from '../../src/import/detect.ts';
import type { DocumentSet } from '../../src/import/document-set.ts';
import { createReadContext } from '../../src/import/extension-layers.ts';
import { loadDocuments } from '../../src/import/load-documents.ts';
import { readApi } from '../../src/import/read-api.ts';
import type { ReadPorts } from '../../src/import/read/ports.ts';
import type { ApiModel, Operation } from '../../src/model/api.ts';
import type { Diagnostic } from '../../src/model/diagnostic.ts';
import type { JsonObject, JsonValue } from '../../src/model/json.ts';
import { isJsonObject } from '../../src/model/json.ts';
import { referencesIn } from './schema-check.ts';

/** A document read to the end, with everything that was said about it. */
export interface ReadDocument {
  readonly model: ApiModel;
  readonly diagnostics: readonly Diagnostic[];
  /** Codes of the diagnostics, sorted. */
  readonly codes: readonly string[];
}

/** What a test may say about a document beside its text. */
export interface ReadDocumentOptions {
  /** Where the document came from; a file by default. */
  readonly uri?: string;
  /** Other files by their names beside the document. */
  readonly files?: Readonly<Record<string, unknown>>;
}

/** Reads a document, given as data or as a text, with the real loader. Throws where it is refused. */
export async function readDocument(
  document: unknown,
  options: ReadDocumentOptions = {},
): Promise<ReadDocument> {
  const { documents, detected } = await load(document, options);
  const read = readApi(documents, detected, createReadContext());
  if (!read.ok) throw new Error(`refused: ${read.diagnostics.map(({ code }) => code).join(', ')}`);
  const { value: model, diagnostics } = read;
  return { model, diagnostics, codes: diagnostics.map(({ code }) => code).sort() };
}

/** The diagnostics of a document that cannot be read. Throws where it can. */
export async function refusalOf(document: unknown): Promise<readonly Diagnostic[]> {
  const { documents, detected } = await load(document, {});
  const read = readApi(documents, detected, createReadContext());
  if (read.ok) throw new Error('the document was read');
  return read.diagnostics;
}

/** The one operation of a document. */
export async function readOperation(
  document: unknown,
  options: ReadDocumentOptions = {},
): Promise<ReadDocument & { readonly operation: Operation }> {
  const read = await readDocument(document, options);
  const [operation, ...others] = read.model.operations;
  if (operation === undefined || others.length > 0) {
    throw new Error(`${read.model.operations.length} operations instead of one`);
  }
  return { ...read, operation };
}

/** A minimal 3.x document around some paths. */
export function openapi(version: string, paths: JsonObject, extra: JsonObject = {}): JsonObject {
  return {
    openapi: version,
    info: { title: 'Orchard', version: '1' },
    servers: [{ url: 'https://api.example.com' }],
    paths,
    ...extra,
  };
}

/** A minimal 2.0 document around some paths. */
export function swagger(paths: JsonObject, extra: JsonObject = {}): JsonObject {
  return {
    swagger: '2.0',
    info: { title: 'Orchard', version: '1' },
    host: 'api.example.com',
    schemes: ['https'],
    paths,
    ...extra,
  };
}

/** An operation that only answers. */
export const plainOperation: JsonObject = { responses: { '200': { description: 'Done.' } } };

/** The texts of all references of a model or schema; a `$ref` inside data is none. */
export function schemaReferencesIn(value: JsonValue): readonly string[] {
  return referencesIn(withoutData(value));
}

function withoutData(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withoutData);
  if (!isJsonObject(value)) return value;
  const data = ['const', 'default', 'discriminator', 'enum', 'examples', 'links', 'xml'];
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !data.includes(key))
      .map(([key, inner]) => [key, withoutData(inner)]),
  );
}

async function load(
  document: unknown,
  { uri = 'file:///api/openapi.json', files = {} }: ReadDocumentOptions,
): Promise<{ readonly documents: DocumentSet; readonly detected: DetectedSpecification }> {
  const text = typeof document === 'string' ? document : JSON.stringify(document);
  const texts = new Map(
    Object.entries(files).map(([name, value]) => [`/api/${name}`, JSON.stringify(value)]),
  );
  texts.set('/api/openapi.json', text);
  const { result } = await loadDocuments(
    Object.keys(files).length > 0
      ? { kind: 'file', path: '/api/openapi.json' }
      : { kind: 'text', text, uri },
    { ports: filePorts(texts), workingFolder: '/api' },
  );
  if (!result.ok) throw new Error(`not loaded: ${result.diagnostics[0].message}`);
  return result.value;
}

function filePorts(texts: ReadonlyMap<string, string>): ReadPorts {
  const absent = (): Promise<never> => Promise.reject(new Error('not in this test'));
  return {
    inspectFile: (path) =>
      Promise.resolve({ path, kind: texts.has(path) ? ('file' as const) : ('folder' as const) }),
    readFile: (path) => Promise.resolve(new TextEncoder().encode(texts.get(path) ?? '')),
    readStdin: absent,
    resolveHost: absent,
    fetch: absent,
  };
}
