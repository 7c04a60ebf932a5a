import { isJsonObject, ownValue } from '../../model/json.ts';
import type { DocumentNode, DocumentSet } from '../document-set.ts';
import { itemsOf, locationKey, membersOf } from '../shared/nodes.ts';
import { referenceOf } from '../shared/references.ts';
import { documentRoot, followPureReferences } from './schema-references.ts';

/**
 * Finds the schemas that build on another one with `allOf`: the subtypes of a parent with a
 * `discriminator`, which nothing but a search backwards can find (rule J9).
 */
export class SubtypeIndex {
  readonly #documents: DocumentSet;
  readonly #searched = new Set<string>();
  /** For each document, the component schemas by the place of each schema that they build on. */
  readonly #byParent = new Map<string, ReadonlyMap<string, readonly DocumentNode[]>>();

  constructor(documents: DocumentSet) {
    this.#documents = documents;
  }

  /**
   * The component schemas of the same document that build on this one, at any remove. A
   * schema below which an earlier call has searched is not searched again, so that a long line of parents
   * costs no more than one.
   */
  takeNew(parent: DocumentNode): readonly DocumentNode[] {
    const children = this.#childrenIn(parent.location.document);
    const found: DocumentNode[] = [];
    const pending = [parent];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const key = locationKey(next.location);
      if (this.#searched.has(key)) continue;
      this.#searched.add(key);
      const below = children.get(key) ?? [];
      found.push(...below);
      pending.push(...below);
    }
    return found;
  }

  #childrenIn(document: string): ReadonlyMap<string, readonly DocumentNode[]> {
    const known = this.#byParent.get(document);
    if (known !== undefined) return known;
    const children = this.#search(document);
    this.#byParent.set(document, children);
    return children;
  }

  #search(document: string): ReadonlyMap<string, readonly DocumentNode[]> {
    const root = documentRoot(this.#documents, document);
    const children = new Map<string, DocumentNode[]>();
    for (const component of componentSchemas(this.#documents, root)) {
      for (const parent of this.#parentsOf(component)) {
        const key = locationKey(parent.location);
        const list = children.get(key);
        if (list === undefined) children.set(key, [component]);
        else list.push(component);
      }
    }
    return children;
  }

  #parentsOf(component: DocumentNode): readonly DocumentNode[] {
    const parents: DocumentNode[] = [];
    for (const member of itemsOf(this.#documents, this.#documents.child(component, 'allOf'))) {
      const reference = referenceOf(member);
      if (reference === undefined) continue;
      const followed = followPureReferences(this.#documents, reference, member);
      if (followed.ok) parents.push(followed.node);
    }
    return parents;
  }
}

/** The named schemas of an OpenAPI document of any version, or of a schema file. */
function componentSchemas(
  documents: DocumentSet,
  root: DocumentNode | undefined,
): readonly DocumentNode[] {
  if (root === undefined || !isJsonObject(root.value)) return [];
  const maps = [
    documents.child(root, 'components', 'schemas'),
    ownValue(root.value, 'definitions') === undefined
      ? undefined
      : documents.child(root, 'definitions'),
  ];
  return maps.flatMap((map) => membersOf(documents, map).map(([, schema]) => schema));
}
