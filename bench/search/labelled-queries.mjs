// The labelled queries: what people ask for, with every operation that is equally right. Only ids stand here; the
// documents themselves lie beside the checkout.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const queriesFolder = fileURLToPath(new URL('queries', import.meta.url));

/** Kinds of query, in the order of the tables. */
export const kinds = [
  'keyword',
  'request',
  'entity',
  'typo',
  'synonym',
  'indirect',
  'other-language',
  'none',
];

/** Where the real documents are; they may be absent. */
export const corpusFolder = path.join(root, '../shared/corpus');

/** Every set of queries: { document, half, queries: [{ kind, query, answers }] }. */
export function readQuerySets(folder = queriesFolder) {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')));
}

/** The file of a document of the corpus; `undefined` where it is absent. */
export function documentFile(id) {
  const manifest = path.join(corpusFolder, 'manifest.json');
  if (!existsSync(manifest)) return undefined;
  const entry = JSON.parse(readFileSync(manifest, 'utf8')).find((each) => each.id === id);
  return entry && path.join(corpusFolder, entry.entry);
}

/** By what an operation is named in the queries. */
export function operationKey({ operationId, method, path: template }) {
  return operationId ?? `${method} ${template}`;
}
