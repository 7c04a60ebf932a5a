import type { DocumentNode } from '../document-set.ts';
import { locationKey } from '../shared/nodes.ts';
import { schemaKeyOf, schemaNameAt } from './schema-names.ts';

/**
 * What `$dynamicRef` means at a place: the outermost schema of each `$dynamicAnchor` on the way there
 * (rule J6). Nearly always empty.
 */
export type DynamicScope = ReadonlyMap<string, DocumentNode>;

/** The scope of a schema that no `$dynamicAnchor` encloses. */
export const noDynamicScope: DynamicScope = new Map();

/** A schema that something refers to. */
export interface SchemaTarget {
  readonly node: DocumentNode;
  readonly scope: DynamicScope;
}

/** A target with the place in the table that waits for it. */
export interface PendingSchema extends SchemaTarget {
  readonly key: string;
  readonly name: string;
}

/**
 * Gives every schema that is referred to one key of the table, and hands out those that are not converted
 * yet. Conversion goes through this queue instead of through recursion: chains of components may be long.
 */
export class SchemaTargets {
  readonly #keys = new Map<string, string>();
  readonly #taken = new Set<string>();
  /** The number that the next clash of a name tries first. */
  readonly #counts = new Map<string, number>();
  readonly #queue: PendingSchema[] = [];
  #next = 0;

  /** The key of a target; the same target always has the same, another one of the same name gets `_2` (rule J4). */
  keyOf(target: SchemaTarget): string {
    const identity = identityOf(target);
    const known = this.#keys.get(identity);
    if (known !== undefined) return known;
    const name = schemaNameAt(target.node.location);
    const key = this.#freeKey(schemaKeyOf(name));
    this.#keys.set(identity, key);
    this.#taken.add(key);
    this.#queue.push({ ...target, key, name });
    return key;
  }

  /** The next target to convert, in the order in which they were first referred to; `undefined` when all are. */
  takePending(): PendingSchema | undefined {
    const pending = this.#queue[this.#next];
    if (pending !== undefined) this.#next += 1;
    return pending;
  }

  #freeKey(wanted: string): string {
    let count = this.#counts.get(wanted) ?? 1;
    let key = wanted;
    while (this.#taken.has(key)) {
      count += 1;
      key = `${wanted}_${count}`;
    }
    this.#counts.set(wanted, count);
    return key;
  }
}

function identityOf({ node, scope }: SchemaTarget): string {
  const place = locationKey(node.location);
  if (scope.size === 0) return place;
  const anchors = [...scope].map(([name, anchor]) => `${name}\n${locationKey(anchor.location)}`);
  return [place, ...anchors.sort()].join('\n');
}
