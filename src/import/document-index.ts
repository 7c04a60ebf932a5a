import type { JsonObject } from '../model/json.ts';
import { isArray, isJsonObject, ownValue } from '../model/json.ts';
import { escapePointerToken } from '../model/source.ts';
import { resolveUri, splitReference } from './uris.ts';

/** What the walk over one document finds (rule L1). */
export interface DocumentIndex {
  /** Base URI of every schema resource by the pointer to its root: the places of `$id`. */
  readonly resources: ReadonlyMap<string, string>;
  /** Pointers by `<base URI>#<name>`, for `$anchor` and `$dynamicAnchor`. */
  readonly anchors: ReadonlyMap<string, string>;
  /** References that leave the document, in document order, each once. */
  readonly outgoing: readonly OutgoingReference[];
}

/** A reference to another document. */
export interface OutgoingReference {
  /** Without its fragment. */
  readonly uri: string;
  readonly base: string;
}

/** How a document is to be walked. */
export interface IndexOptions {
  /** Base of the document's root. */
  readonly base: string;
  /** Whether `$id` and anchors mean something: from 3.1 on. */
  readonly schemaIds: boolean;
}

/** Keys whose members are named by the author, so that the names below are no keywords. */
const nameMaps: ReadonlySet<string> = new Set([
  '$defs',
  'additionalOperations',
  'callbacks',
  'content',
  'definitions',
  'dependencies',
  'dependentSchemas',
  'encoding',
  'examples',
  'headers',
  'links',
  'mediaTypes',
  'parameters',
  'pathItems',
  'paths',
  'patternProperties',
  'properties',
  'requestBodies',
  'responses',
  'schemas',
  'securityDefinitions',
  'securitySchemes',
  'variables',
  'webhooks',
]);

/** Keys that hold data of the API, in which a `$ref` is no reference. */
const dataKeys: ReadonlySet<string> = new Set(['const', 'default', 'enum', 'example']);
const exampleDataKeys: ReadonlySet<string> = new Set(['dataValue', 'serializedValue', 'value']);

/** What a walked value is: an object of the specification, a map of names, or an Example Object. */
type Role = 'node' | 'names' | 'example';

/** Walks a document of at most 1,000 levels once and finds its identifiers and outgoing references. */
export function indexDocument(root: unknown, options: IndexOptions): DocumentIndex {
  const walk = new IndexWalk(options);
  walk.visit(root, options.base, 'node');
  return {
    resources: walk.resources,
    anchors: walk.anchors,
    outgoing: [...walk.outgoing.values()],
  };
}

class IndexWalk {
  readonly resources = new Map<string, string>();
  readonly anchors = new Map<string, string>();
  readonly outgoing = new Map<string, OutgoingReference>();
  readonly #schemaIds: boolean;
  readonly #path: string[] = [];

  constructor(options: IndexOptions) {
    this.#schemaIds = options.schemaIds;
  }

  visit(value: unknown, base: string, role: Role): void {
    if (isArray(value)) {
      for (const [index, item] of value.entries())
        this.#visitMember(String(index), item, base, role);
    } else if (isJsonObject(value)) {
      const inner =
        role === 'names' ? this.#visitNames(value, base) : this.#visitKeywords(value, base);
      for (const key of Object.keys(value)) {
        const member = value[key];
        if (typeof member !== 'object' || member === null) continue;
        const memberRole = this.#roleOf(key, member, role);
        if (memberRole !== undefined) this.#visitMember(key, member, inner, memberRole);
      }
    }
  }

  #visitMember(key: string, value: unknown, base: string, role: Role): void {
    if (typeof value !== 'object' || value === null) return;
    this.#path.push(key);
    this.visit(value, base, role);
    this.#path.pop();
  }

  /** The role of a member, or `undefined` for data. */
  #roleOf(key: string, member: object, parent: Role): Role | undefined {
    if (parent === 'names') return this.#path.at(-1) === 'examples' ? 'example' : 'node';
    if (dataKeys.has(key)) return undefined;
    if (parent === 'example' && exampleDataKeys.has(key)) return undefined;
    if (key === 'examples' && isArray(member)) return undefined;
    // Extensions at the root often hold shared parts; elsewhere they are data of other tools.
    if (key.startsWith('x-') && this.#path.length > 0) return undefined;
    return nameMaps.has(key) && !isArray(member) ? 'names' : 'node';
  }

  /** No specification lets a map of names be a reference, and many documents do it. */
  #visitNames(value: JsonObject, base: string): string {
    const reference = ownValue(value, '$ref');
    if (typeof reference === 'string') this.#addReference(reference, base);
    return base;
  }

  /** Reads the identifying and referring keywords of an object; returns the base below it. */
  #visitKeywords(value: JsonObject, base: string): string {
    const inner = this.#schemaIds ? this.#visitIdentifiers(value, base) : base;
    const reference = ownValue(value, '$ref');
    if (typeof reference === 'string') this.#addReference(reference, inner);
    const operation = ownValue(value, 'operationRef');
    if (typeof operation === 'string') this.#addReference(operation, inner);
    const discriminator = ownValue(value, 'discriminator');
    if (isJsonObject(discriminator)) this.#visitDiscriminator(discriminator, inner);
    return inner;
  }

  #visitIdentifiers(value: JsonObject, base: string): string {
    const id = ownValue(value, '$id');
    let inner = base;
    if (typeof id === 'string') {
      const { uri, fragment } = splitReference(id);
      inner = (uri === '' ? undefined : resolveUri(uri, base)) ?? base;
      if (inner !== base || uri !== '') this.#addFirst(this.resources, this.#pointer(), inner);
      // Before 2019-09 an anchor was an $id of a fragment alone.
      if (fragment !== '' && !fragment.startsWith('/')) this.#addAnchor(inner, fragment);
    }
    for (const keyword of ['$anchor', '$dynamicAnchor']) {
      const name = ownValue(value, keyword);
      if (typeof name === 'string') this.#addAnchor(inner, name);
    }
    return inner;
  }

  /** Values of a mapping are names or URI references; a plain name never leaves the document (rule L4). */
  #visitDiscriminator(discriminator: JsonObject, base: string): void {
    const mapping = ownValue(discriminator, 'mapping');
    const targets = isJsonObject(mapping) ? Object.values(mapping) : [];
    for (const target of [...targets, ownValue(discriminator, 'defaultMapping')]) {
      if (typeof target === 'string' && /[/#]|\.(?:json|ya?ml)$/i.test(target)) {
        this.#addReference(target, base);
      }
    }
  }

  #addReference(reference: string, base: string): void {
    if (reference.startsWith('#')) return;
    const { uri } = splitReference(reference);
    const key = JSON.stringify([base, uri]);
    if (uri !== '' && !this.outgoing.has(key)) this.outgoing.set(key, { uri, base });
  }

  #addAnchor(base: string, name: string): void {
    this.#addFirst(this.anchors, `${base}#${name}`, this.#pointer());
  }

  #addFirst(map: Map<string, string>, key: string, value: string): void {
    if (!map.has(key)) map.set(key, value);
  }

  #pointer(): string {
    return this.#path.map((token) => `/${escapePointerToken(token)}`).join('');
  }
}
