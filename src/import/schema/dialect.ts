import type { SpecificationVersion } from '../../model/api.ts';
import { diagnostic } from '../../model/diagnostic.ts';
import { ownValue } from '../../model/json.ts';
import type { SourceLocation } from '../../model/source.ts';
import { objectAt } from '../shared/nodes.ts';
import type { NodeReading } from '../shared/reading.ts';

/** How the Schema Objects of a place are meant, as far as conversion differs. */
export interface SchemaDialect {
  /** Keywords beside `$ref` apply (3.1, JSON Schema 2019-09 and later); before, they are ignored (rules V8, V9). */
  readonly referenceSiblings: boolean;
  /** The word that adds `null` to the `type` beside it (rule V7); 3.1 has none. */
  readonly nullWord?: 'nullable' | 'x-nullable';
}

const modern: SchemaDialect = { referenceSiblings: true };
const drafted: SchemaDialect = { referenceSiblings: false };

const ofVersion: Readonly<Record<SpecificationVersion, SchemaDialect>> = {
  '2.0': { referenceSiblings: false, nullWord: 'x-nullable' },
  '3.0': { referenceSiblings: false, nullWord: 'nullable' },
  '3.1': modern,
  '3.2': modern,
};

const modernName =
  /^https?:\/\/(?:json-schema\.org\/draft\/20\d\d-\d\d\/|spec\.openapis\.org\/oas\/3\.)/;
const draftedName = /^https?:\/\/json-schema\.org\/draft-0[4-7]\/schema#?$/;

/**
 * The dialect that a `$schema` or `jsonSchemaDialect` names (rule V10). 2020-12, 2019-09, OpenAPI's own and
 * the drafts 4 to 7 are known; any other is reported and read as 2020-12.
 */
export function dialectNamed(
  reading: NodeReading,
  name: string,
  location: SourceLocation,
): SchemaDialect {
  if (modernName.test(name)) return modern;
  if (draftedName.test(name)) return drafted;
  reading.report(
    diagnostic('schema-dialect-unknown', {
      message: `The schema dialect ${name} is not known; its schemas are read as JSON Schema 2020-12.`,
      fix: 'Use JSON Schema 2020-12 or the dialect of OpenAPI, or check that the schemas mean the same in both.',
      location,
    }),
  );
  return modern;
}

/** Finds the dialect of each document of a set, once. */
export class DocumentDialects {
  readonly #reading: NodeReading;
  readonly #entryVersion: SpecificationVersion;
  readonly #known = new Map<string, SchemaDialect>();

  constructor(reading: NodeReading, entryVersion: SpecificationVersion) {
    this.#reading = reading;
    this.#entryVersion = entryVersion;
  }

  /**
   * The dialect of a document by its URI: its own version where it is an OpenAPI document, its `$schema`
   * where it is a schema file below a 3.1 entry, else the entry's.
   */
  of(document: string): SchemaDialect {
    const known = this.#known.get(document);
    if (known !== undefined) return known;
    const found = this.#find(document);
    this.#known.set(document, found);
    return found;
  }

  #find(document: string): SchemaDialect {
    const { documents } = this.#reading;
    const isEntry = document === documents.entry.uri;
    const top: SourceLocation = { document, pointer: '' };
    const located = isEntry
      ? undefined
      : documents.locate('#', { value: undefined, location: top, base: document });
    const root = objectAt(located?.ok === true ? located.node : documents.entry.root);
    const version = isEntry ? this.#entryVersion : (versionOf(root) ?? this.#entryVersion);
    if (!ofVersion[version].referenceSiblings) return ofVersion[version];
    const name = ownValue(root, 'jsonSchemaDialect') ?? ownValue(root, '$schema');
    return typeof name === 'string' ? dialectNamed(this.#reading, name, top) : modern;
  }
}

/** The version of a document that names one, when it is not the entry; patch numbers never matter. */
function versionOf(root: Readonly<Record<string, unknown>>): SpecificationVersion | undefined {
  if (ownValue(root, 'swagger') !== undefined) return '2.0';
  const written = ownValue(root, 'openapi');
  if (typeof written !== 'string') return undefined;
  if (written.startsWith('3.0')) return '3.0';
  return written.startsWith('3.1') ? '3.1' : '3.2';
}
