import { diagnostic } from '../model/diagnostic.ts';
import { isArray, isJsonObject, ownValue } from '../model/json.ts';
import type { SourceIndex } from '../model/source.ts';
import { childLocation, parsePointer } from '../model/source.ts';
import type { DocumentIndex } from './document-index.ts';
import type { DocumentNode, DocumentSet, LoadedDocument, Resolution } from './document-set.ts';
import { decodePercent, resolveUri, splitReference } from './uris.ts';

/** One document with its index. */
export interface IndexedDocument {
  /** Retrieval URI. */
  readonly uri: string;
  /** What relative references resolve against where nothing in the document says otherwise. */
  readonly retrievalBase: string;
  /** The same after `$self` (rule V11). */
  readonly base: string;
  readonly value: unknown;
  readonly index: DocumentIndex;
}

/** What {@link LinkedDocuments} is made of. */
export interface LinkedParts {
  readonly entry: IndexedDocument;
  /** All documents, the entry among them, by every URI that they were asked for under. */
  readonly documents: ReadonlyMap<string, IndexedDocument>;
  /** Why documents could not be had, as a sentence, with what to do, by URI. */
  readonly failures: ReadonlyMap<string, DocumentFailure>;
  readonly sources: SourceIndex;
  readonly sourceHash: string;
}

/** Why a referenced document is not there. */
export interface DocumentFailure {
  readonly code: 'reference-refused' | 'reference-unreadable';
  readonly message: string;
  readonly fix: string;
}

/** The root of a schema resource or document. */
interface Resource {
  readonly document: IndexedDocument;
  readonly pointer: string;
}

/** One step of a reference: a node, or a sentence why there is none and what to do. */
type Step =
  | { readonly ok: true; readonly node: DocumentNode }
  | { readonly ok: false; readonly failure: StepFailure };

interface StepFailure {
  readonly code: DocumentFailure['code'] | 'reference-unresolved';
  readonly message: string;
  readonly fix: string;
}

/** How many references may still stand in the way of the pointers of one step. */
interface Detours {
  left: number;
}

const maxDetours = 50;

/** Documents that know each other: every reference among them is followed without I/O. */
export class LinkedDocuments implements DocumentSet {
  readonly entry: LoadedDocument;
  readonly sourceHash: string;
  readonly sources: SourceIndex;
  readonly #entry: IndexedDocument;
  readonly #documents: ReadonlyMap<string, IndexedDocument>;
  readonly #failures: ReadonlyMap<string, DocumentFailure>;
  /** By retrieval URI, `$self` and `$id`; the first that claims a URI has it. */
  readonly #resources = new Map<string, Resource>();

  constructor(parts: LinkedParts) {
    this.#entry = parts.entry;
    this.#documents = parts.documents;
    this.#failures = parts.failures;
    this.sourceHash = parts.sourceHash;
    this.sources = parts.sources;
    this.entry = { uri: parts.entry.uri, root: rootNode(parts.entry) };
    this.#collectResources();
  }

  child(node: DocumentNode, ...keys: readonly (string | number)[]): DocumentNode | undefined {
    const found = this.#documents.get(node.location.document)?.index.resources;
    // Without `$id` no pointer has to be looked up, which would be most of the cost of a step.
    const resources = found?.size === 0 ? undefined : found;
    let current = node;
    for (const key of keys) {
      const value = memberOf(current.value, key);
      if (value === undefined) return undefined;
      const location = childLocation(current.location, key);
      current = { value, location, base: resources?.get(location.pointer) ?? current.base };
    }
    return current;
  }

  locate(reference: string, from: DocumentNode): Resolution {
    const step = this.#step(reference, from, { left: maxDetours });
    if (!step.ok) return refuse(reference, from, step.failure);
    return { ok: true, node: step.node, overrides: overridesOf(from, reference) };
  }

  resolve(reference: string, from: DocumentNode): Resolution {
    const passed = new Set<string>();
    let text = reference;
    let site = from;
    let overrides: { readonly description?: string; readonly summary?: string } = {};
    for (;;) {
      const step = this.#step(text, site, { left: maxDetours });
      if (!step.ok) return refuse(text, site, step.failure);
      overrides = { ...overridesOf(site, text), ...overrides };
      const next = referenceIn(step.node.value);
      if (next === undefined) return { ok: true, node: step.node, overrides };
      const place = `${step.node.location.document}#${step.node.location.pointer}`;
      if (passed.has(place)) return loop(reference, from);
      passed.add(place);
      text = next;
      site = step.node;
    }
  }

  anchor(name: string, from: DocumentNode): DocumentNode | undefined {
    const document = this.#documentOf(from);
    const { anchors } = document.index;
    const pointer = anchors.get(`${from.base}#${name}`) ?? anchors.get(`${document.base}#${name}`);
    return pointer === undefined ? undefined : this.#nodeAt({ document, pointer });
  }

  #collectResources(): void {
    const claim = (uri: string, document: IndexedDocument, pointer: string): void => {
      if (!this.#resources.has(uri)) this.#resources.set(uri, { document, pointer });
    };
    for (const [uri, document] of this.#documents) claim(uri, document, '');
    for (const document of this.#documents.values()) {
      claim(document.base, document, '');
      for (const [pointer, uri] of document.index.resources) claim(uri, document, pointer);
    }
  }

  /** Follows one reference to the node that it names. */
  #step(reference: string, from: DocumentNode, detours: Detours): Step {
    const { uri, fragment } = splitReference(reference);
    const document = this.#documentOf(from);
    if (uri === '') return this.#stepInside(fragment, from, document, detours);
    const candidates = new Set(
      [from.base, document.base, document.retrievalBase].map((base) => resolveUri(uri, base)),
    );
    let failure: StepFailure | undefined;
    for (const candidate of candidates) {
      if (candidate === undefined) continue;
      const resource = this.#resources.get(candidate);
      if (resource !== undefined) return this.#stepInto(resource, fragment, detours);
      failure ??= this.#failures.get(candidate);
    }
    return { ok: false, failure: failure ?? unknownDocument };
  }

  /** A reference without a document counts from the nearest `$id`; authors often mean the document. */
  #stepInside(
    fragment: string,
    from: DocumentNode,
    document: IndexedDocument,
    detours: Detours,
  ): Step {
    const whole: Resource = { document, pointer: '' };
    const nearest = this.#resources.get(from.base);
    if (nearest === undefined || nearest.document !== document || nearest.pointer === '') {
      return this.#stepInto(whole, fragment, detours);
    }
    const step = this.#stepInto(nearest, fragment, detours);
    if (step.ok) return step;
    const wider = this.#stepInto(whole, fragment, detours);
    return wider.ok ? wider : step;
  }

  #stepInto(resource: Resource, fragment: string, detours: Detours): Step {
    const root = this.#nodeAt(resource);
    if (root === undefined || fragment === '') {
      return root === undefined ? missing(resource.pointer) : { ok: true, node: root };
    }
    if (!fragment.startsWith('/') && !fragment.startsWith('%2F')) {
      const name = decodePercent(fragment);
      const pointer = resource.document.index.anchors.get(`${root.base}#${name}`);
      const node = pointer && this.#nodeAt({ document: resource.document, pointer });
      return node === undefined || node === '' ? missingAnchor(name) : { ok: true, node };
    }
    let first: Step | undefined;
    for (const tokens of readingsOf(fragment)) {
      const step = this.#walk(root, tokens, detours);
      if (step.ok) return step;
      first ??= step;
    }
    return first ?? missing(fragment);
  }

  /** Walks down from a node; where a reference stands in the way, on from its target. */
  #walk(root: DocumentNode, tokens: readonly string[], detours: Detours): Step {
    let current = root;
    for (let index = 0; index < tokens.length;) {
      const token = tokens[index] ?? '';
      const next = this.child(current, token);
      if (next !== undefined) {
        current = next;
        index += 1;
        continue;
      }
      const reference = referenceIn(current.value);
      if (reference === undefined || detours.left === 0) {
        return missing(childLocation(current.location, token).pointer);
      }
      // Counted across all levels: counting each alone would let a hostile document grow exponentially.
      detours.left -= 1;
      const step = this.#step(reference, current, detours);
      if (!step.ok) return step;
      current = step.node;
    }
    return { ok: true, node: current };
  }

  #nodeAt({ document, pointer }: Resource): DocumentNode | undefined {
    return this.child(rootNode(document), ...parsePointer(pointer));
  }

  #documentOf(node: DocumentNode): IndexedDocument {
    return this.#documents.get(node.location.document) ?? this.#entry;
  }
}

function rootNode(document: IndexedDocument): DocumentNode {
  return {
    value: document.value,
    location: { document: document.uri, pointer: '' },
    base: document.index.resources.get('') ?? document.base,
  };
}

function memberOf(value: unknown, key: string | number): unknown {
  if (isArray(value)) return /^(?:0|[1-9]\d*)$/.test(String(key)) ? value[Number(key)] : undefined;
  return isJsonObject(value) ? ownValue(value, String(key)) : undefined;
}

function referenceIn(value: unknown): string | undefined {
  if (!isJsonObject(value)) return undefined;
  const reference = ownValue(value, '$ref');
  return typeof reference === 'string' ? reference : undefined;
}

/** The texts beside a `$ref` that replace those of its target. */
function overridesOf(
  site: DocumentNode,
  reference: string,
): { readonly description?: string; readonly summary?: string } {
  const { value } = site;
  if (!isJsonObject(value) || ownValue(value, '$ref') !== reference) return {};
  const description = ownValue(value, 'description');
  const summary = ownValue(value, 'summary');
  return {
    ...(typeof description === 'string' ? { description } : {}),
    ...(typeof summary === 'string' ? { summary } : {}),
  };
}

/**
 * The ways to read a pointer in a fragment: percent-decoded as a whole, as RFC 6901 §6 says, then as authors
 * write it who encode each key or nothing.
 */
function readingsOf(fragment: string): readonly (readonly string[])[] {
  const asWritten = parsePointer(fragment);
  if (!fragment.includes('%')) return [asWritten];
  return [parsePointer(decodePercent(fragment)), asWritten.map(decodePercent), asWritten];
}

const unknownDocument: StepFailure = {
  code: 'reference-unresolved',
  message: 'it cannot be resolved to a document',
  fix: 'Check the reference; a document without a location of its own, such as standard input, needs --ref-root for relative ones.',
};

function missing(pointer: string): Step {
  const failure: StepFailure = {
    code: 'reference-unresolved',
    message: `there is no ${shorten(pointer)}`,
    fix: 'Correct the reference, or add what it names.',
  };
  return { ok: false, failure };
}

function missingAnchor(name: string): Step {
  const failure: StepFailure = {
    code: 'reference-unresolved',
    message: `no $anchor is called ${shorten(name)}`,
    fix: `Add the anchor; a path begins with a slash, as in #/${shorten(name)}.`,
  };
  return { ok: false, failure };
}

function refuse(reference: string, from: DocumentNode, failure: StepFailure): Resolution {
  return {
    ok: false,
    diagnostic: diagnostic(failure.code, {
      message: `The reference ${shorten(reference)} leads nowhere: ${failure.message}.`,
      fix: failure.fix,
      location: from.location,
    }),
  };
}

function loop(reference: string, from: DocumentNode): Resolution {
  return {
    ok: false,
    diagnostic: diagnostic('reference-loop', {
      message: `The reference ${shorten(reference)} leads through other references back to itself.`,
      fix: 'Let one of them be the value itself instead of a reference.',
      location: from.location,
    }),
  };
}

function shorten(text: string): string {
  return text.length <= 200 ? text : `${text.slice(0, 200)}…`;
}
