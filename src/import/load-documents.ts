import { createHash } from 'node:crypto';
import type { SpecificationVersion } from '../model/api.ts';
import type { Diagnostic, Staged } from '../model/diagnostic.ts';
import { refused, staged } from '../model/diagnostic.ts';
import type { JsonValue } from '../model/json.ts';
import { isJsonObject, ownValue } from '../model/json.ts';
import type { DetectedSpecification } from './detect.ts';
import { detectSpecification } from './detect.ts';
import type { OutgoingReference } from './document-index.ts';
import { indexDocument } from './document-index.ts';
import type { DocumentSet } from './document-set.ts';
import type { DocumentFailure, IndexedDocument } from './linked-documents.ts';
import { LinkedDocuments } from './linked-documents.ts';
import { entryFailure, parseDocument } from './parse-document.ts';
import { SourceRegistry } from './parse/source-registry.ts';
import type { DocumentSource } from './read/document-source.ts';
import type { ReadDocument, ReadFailure } from './read/outcome.ts';
import { readFailure } from './read/outcome.ts';
import type { OpenedEntry, ReadOptions } from './read/reader.ts';
import { openEntry } from './read/reader.ts';
import { resolveUri } from './uris.ts';

/** How documents are loaded. */
export interface LoadOptions extends ReadOptions {
  /** Changes the entry document before anything in it is looked at: the place of overlays. */
  readonly prepareEntry?: (entry: EntryValue) => Staged<JsonValue>;
}

/** The entry document as parsed. */
export interface EntryValue {
  readonly value: JsonValue;
  readonly uri: string;
}

/** An entry document with everything that it reaches. */
export interface LoadedDocuments {
  readonly documents: DocumentSet;
  readonly detected: DetectedSpecification;
  /** URIs of the documents that were read, the entry first. */
  readonly uris: readonly string[];
}

/** What loading gives; the sources are there even where it is refused, for the positions of its diagnostics. */
export interface LoadResult {
  readonly result: Staged<LoadedDocuments>;
  readonly sources: SourceRegistry;
}

/** Documents read at one time. */
const concurrentReads = 8;

/**
 * Reads an entry document and, breadth first, every document that it reaches by references (rules L1, L3,
 * L6). A referenced document that cannot be read stops nothing: resolving a reference to it says why.
 * Never rejects.
 */
export async function loadDocuments(
  source: DocumentSource,
  options: LoadOptions = {},
): Promise<LoadResult> {
  const sources = new SourceRegistry();
  const opened = await openEntry(source, options);
  if (!opened.ok) return { result: refused(entryFailure(opened)), sources };
  const entry = prepareEntry(opened.document, sources, options);
  if (!entry.ok) return { result: entry, sources };
  const { value, detected } = entry.value;
  const loader = new Loader(opened, sources, detected.version);
  const uris = await loader.load(value);
  const { documents, diagnostics } = loader.link();
  return {
    result: staged({ documents, detected, uris }, [...entry.diagnostics, ...diagnostics]),
    sources,
  };
}

/** An entry document that is ready to be walked. */
interface PreparedEntry {
  readonly value: JsonValue;
  readonly detected: DetectedSpecification;
}

function prepareEntry(
  document: ReadDocument,
  sources: SourceRegistry,
  options: LoadOptions,
): Staged<PreparedEntry> {
  const { uri } = document;
  const parsed = parseDocument(document, sources);
  if (!parsed.ok) return parsed;
  const prepared = options.prepareEntry?.({ value: parsed.value, uri }) ?? staged(parsed.value);
  if (!prepared.ok) return prepared;
  const detected = detectSpecification(prepared.value, { document: uri, pointer: '' });
  if (!detected.ok) return detected;
  return staged({ value: prepared.value, detected: detected.value }, [
    ...parsed.diagnostics,
    ...prepared.diagnostics,
    ...detected.diagnostics,
  ]);
}

/** A document that a reference names and nobody has read yet. */
interface Wanted {
  /** The URIs that the reference may mean, likeliest first. */
  readonly candidates: readonly string[];
  readonly referrer: string;
}

/** A document that was read, and the URI that it was asked for under. */
interface Arrival {
  readonly uri: string;
  readonly document: ReadDocument;
}

class Loader {
  readonly #opened: OpenedEntry;
  readonly #sources: SourceRegistry;
  readonly #version: SpecificationVersion;
  /** By every URI that a document was asked for under. */
  readonly #documents = new Map<string, IndexedDocument>();
  readonly #bytes = new Map<string, Uint8Array>();
  /** URIs that documents give themselves or their parts: `$self` and `$id`. */
  readonly #claimed = new Set<string>();
  readonly #failures = new Map<string, DocumentFailure>();
  readonly #diagnostics: Diagnostic[] = [];
  #totalBytes = 0;

  constructor(opened: OpenedEntry, sources: SourceRegistry, version: SpecificationVersion) {
    this.#opened = opened;
    this.#sources = sources;
    this.#version = version;
  }

  /** Reads all documents; returns their URIs. */
  async load(entryValue: JsonValue): Promise<readonly string[]> {
    let wave = this.#unread(this.#add(this.#opened.document, entryValue).wanted);
    while (wave.length > 0) {
      const next: Wanted[] = [];
      for (let at = 0; at < wave.length; at += concurrentReads) {
        const batch = wave.slice(at, at + concurrentReads);
        for (const arrival of await Promise.all(batch.map((wanted) => this.#read(wanted)))) {
          if (arrival !== undefined) next.push(...this.#accept(arrival));
        }
      }
      wave = this.#unread(next);
    }
    return [...this.#bytes.keys()];
  }

  /** Joins what was read; nothing is read afterwards. */
  link(): { readonly documents: DocumentSet; readonly diagnostics: readonly Diagnostic[] } {
    const entry = this.#documents.get(this.#opened.document.uri);
    if (entry === undefined) throw new TypeError('link() comes after load()');
    const hash = createHash('sha256');
    for (const uri of [...this.#bytes.keys()].sort()) hash.update(this.#bytes.get(uri) ?? '');
    const documents = new LinkedDocuments({
      entry,
      documents: this.#documents,
      failures: this.#failures,
      sources: this.#sources,
      sourceHash: hash.digest('hex'),
    });
    return { documents, diagnostics: this.#diagnostics };
  }

  /** Reads the first candidate that can be read; nothing where one is there already. */
  async #read(wanted: Wanted): Promise<Arrival | undefined> {
    for (const uri of wanted.candidates) {
      if (this.#isKnown(uri)) return undefined;
      if (this.#failures.has(uri)) continue;
      const outcome =
        this.#limitFailure() ?? (await this.#opened.readReference(uri, wanted.referrer));
      if (outcome.ok) return { uri, document: outcome.document };
      this.#fail(uri, outcome);
    }
    return undefined;
  }

  #limitFailure(): ReadFailure | undefined {
    const { maxDocuments, maxTotalBytes } = this.#opened.limits;
    if (this.#bytes.size < maxDocuments && this.#totalBytes <= maxTotalBytes) return undefined;
    return readFailure(
      'refused',
      `The documents together are more than is read (${maxDocuments} documents, ${maxTotalBytes} bytes).`,
      'Bundle the documents into one, or raise the limits.',
    );
  }

  #fail(uri: string, failure: Pick<ReadFailure, 'kind' | 'message' | 'fix'>): void {
    this.#failures.set(uri, {
      code: failure.kind === 'refused' ? 'reference-refused' : 'reference-unreadable',
      // A sentence becomes a part of the diagnostic's sentence.
      message: failure.message.replace(/\.$/, ''),
      fix: failure.fix,
    });
  }

  /** Takes in a document that was read; returns what it wants in turn. */
  #accept({ uri, document }: Arrival): readonly Wanted[] {
    const known = this.#documents.get(document.uri);
    if (known !== undefined) {
      this.#documents.set(uri, known);
      return [];
    }
    const parsed = parseDocument(document, this.#sources);
    if (!parsed.ok) {
      this.#fail(uri, { kind: 'unreadable', ...parsed.diagnostics[0] });
      return [];
    }
    this.#diagnostics.push(...parsed.diagnostics);
    const { added, wanted } = this.#add(document, parsed.value);
    this.#documents.set(uri, added);
    return wanted;
  }

  #add(
    document: ReadDocument,
    value: JsonValue,
  ): { readonly added: IndexedDocument; readonly wanted: readonly Wanted[] } {
    const { uri, base: retrievalBase, bytes } = document;
    const base = selfOf(value, retrievalBase);
    const schemaIds = this.#version === '3.1' || this.#version === '3.2';
    const index = indexDocument(value, { base, schemaIds });
    const added = { uri, retrievalBase, base, value, index };
    this.#documents.set(uri, added);
    for (const claimed of [base, ...index.resources.values()]) this.#claimed.add(claimed);
    this.#bytes.set(uri, bytes);
    this.#totalBytes += bytes.length;
    const wanted = index.outgoing.map((reference) => wantedBy(reference, added));
    return { added, wanted };
  }

  /** What is not there yet, each once. */
  #unread(wanted: readonly Wanted[]): readonly Wanted[] {
    const byCandidates = new Map(wanted.map((each) => [each.candidates.join(' '), each]));
    return [...byCandidates.values()].filter(
      ({ candidates }) => !candidates.some((uri) => this.#isKnown(uri)),
    );
  }

  #isKnown(uri: string): boolean {
    return this.#documents.has(uri) || this.#claimed.has(uri);
  }
}

/**
 * The documents that a reference may mean: by the rules, counted from the nearest base; where a document
 * names itself by a URI that cannot be read (`$self`, `$id`), its neighbours still lie beside its file.
 */
function wantedBy(reference: OutgoingReference, site: IndexedDocument): Wanted {
  const uris = [reference.base, site.base, site.retrievalBase].flatMap(
    (base) => resolveUri(reference.uri, base) ?? [],
  );
  return { candidates: [...new Set(uris)], referrer: site.uri };
}

/** The base that `$self` gives a document (3.2, rule V11); a relative one counts from the retrieval URI. */
function selfOf(value: JsonValue, retrievalBase: string): string {
  if (!isJsonObject(value)) return retrievalBase;
  const self = ownValue(value, '$self');
  const version = ownValue(value, 'openapi');
  const knowsSelf = typeof version === 'string' && /^3\.(?:[2-9]|\d\d)/.test(version);
  if (typeof self !== 'string' || !knowsSelf) return retrievalBase;
  return resolveUri(self, retrievalBase) ?? retrievalBase;
}
