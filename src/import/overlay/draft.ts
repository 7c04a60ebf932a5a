import type { JsonValue } from '../../model/json.ts';
import { isArray, isJsonObject, ownValue, setOwn } from '../../model/json.ts';
import type { SourceLocation } from '../../model/source.ts';
import type { NodePath } from './json-path.ts';

/** An array or object of a draft that may be changed. */
export type DraftArray = JsonValue[];
export type DraftObject = Record<string, JsonValue>;

/** Where a key of an `x-mcp` object came from. */
export interface ExtensionOrigin {
  /** The rank of the overlay; 0 is the document itself. */
  readonly rank: number;
  /** The object in the overlay that holds the key. */
  readonly location: SourceLocation;
}

/**
 * A document that overlays change: a container is copied when it is first changed, so that the original
 * stays as it is and what nobody touches is never copied. Remembers which keys of `x-mcp` overlays set, by
 * the object that holds them, and where the items of changed arrays stood.
 */
export class OverlayDraft {
  #root: JsonValue;
  readonly #owned = new WeakSet<object>();
  readonly #origins = new WeakMap<object, Map<string, ExtensionOrigin>>();
  /** For each changed array: the original index of each item, `undefined` for new ones. */
  readonly #indices = new WeakMap<object, (number | undefined)[]>();

  constructor(root: JsonValue) {
    this.#root = root;
  }

  get root(): JsonValue {
    return this.#root;
  }

  /** The value at a path. */
  valueAt(path: NodePath): JsonValue | undefined {
    let current: JsonValue | undefined = this.#root;
    for (const token of path) current = memberOf(current, token);
    return current;
  }

  /** The container at a path, with all containers on the way, ready to be changed. */
  ownAt(path: NodePath): DraftArray | DraftObject | undefined {
    let current = this.#own(this.#root);
    if (current !== undefined) this.#root = current;
    for (const token of path) {
      if (current === undefined) return undefined;
      current = this.ownMember(current, token);
    }
    return current;
  }

  /** A member of an owned container, ready to be changed; `undefined` for a scalar. */
  ownMember(
    container: DraftArray | DraftObject,
    token: string | number,
  ): DraftArray | DraftObject | undefined {
    const member = memberOf(container, token);
    const owned = member === undefined ? undefined : this.#own(member);
    if (owned !== undefined && owned !== member) this.setMember(container, token, owned);
    return owned;
  }

  /** Sets a member of an owned container. */
  setMember(container: DraftArray | DraftObject, token: string | number, value: JsonValue): void {
    if (isArray(container)) container[Number(token)] = value;
    else setOwn(container, String(token), value);
  }

  /** Replaces the value at a path, which may be the root. */
  replaceAt(path: NodePath, value: JsonValue): void {
    const last = path.at(-1);
    if (last === undefined) {
      this.#root = value;
      return;
    }
    const parent = this.ownAt(path.slice(0, -1));
    if (parent !== undefined) this.setMember(parent, last, value);
  }

  /** Appends to an owned array. */
  append(array: DraftArray, items: readonly JsonValue[]): void {
    const indices = this.#indices.get(array);
    for (const item of items) {
      array.push(item);
      indices?.push(undefined);
    }
  }

  /** Removes the node at a path, which is not the root and exists. */
  removeAt(path: NodePath): void {
    const last = path.at(-1);
    const parent = this.ownAt(path.slice(0, -1));
    if (last === undefined || parent === undefined) return;
    if (isArray(parent)) {
      parent.splice(Number(last), 1);
      this.#indices.get(parent)?.splice(Number(last), 1);
    } else {
      delete parent[String(last)];
    }
  }

  /** Takes a freshly built container as owned. */
  adopt<T extends DraftArray | DraftObject>(container: T): T {
    this.#owned.add(container);
    return container;
  }

  /** Remembers that an overlay set this key of an owned object. */
  recordOrigin(object: object, key: string, origin: ExtensionOrigin): void {
    const origins = this.#origins.get(object) ?? new Map<string, ExtensionOrigin>();
    this.#origins.set(object, origins.set(key, origin));
  }

  /** Which overlay set a key of an object last, if one did. */
  originOf(object: object, key: string): ExtensionOrigin | undefined {
    return this.#origins.get(object)?.get(key);
  }

  /** Where the items of a changed array stood in the original, `undefined` for new ones; for other arrays nothing. */
  originalIndices(array: object): readonly (number | undefined)[] | undefined {
    return this.#indices.get(array);
  }

  /** The path in the original document of a path in the draft, cut where an overlay added what follows. */
  originalPath(path: readonly string[]): readonly string[] {
    const original: string[] = [];
    let current: JsonValue | undefined = this.#root;
    for (const token of path) {
      const indices = isArray(current) ? this.#indices.get(current) : undefined;
      const index: string | number | undefined =
        indices === undefined ? token : indices[Number(token)];
      if (index === undefined) break;
      original.push(String(index));
      current = memberOf(current, token);
    }
    return original;
  }

  #own(value: JsonValue): DraftArray | DraftObject | undefined {
    if (typeof value !== 'object' || value === null) return undefined;
    if (this.#owned.has(value)) {
      // Only owned containers get here, and those were made by this class to be changed.
      return value as DraftArray | DraftObject;
    }
    if (isArray(value)) {
      const copy = this.adopt([...value]);
      this.#indices.set(
        copy,
        copy.map((_, index) => index),
      );
      return copy;
    }
    return this.adopt(copyObject(value));
  }
}

/** A member by key or index; only what the container has itself. */
export function memberOf(
  value: JsonValue | undefined,
  token: string | number,
): JsonValue | undefined {
  if (isArray(value)) return value[Number(token)];
  return isJsonObject(value) ? ownValue(value, String(token)) : undefined;
}

function copyObject(object: Readonly<Record<string, JsonValue>>): DraftObject {
  const copy: DraftObject = {};
  for (const [key, value] of Object.entries(object)) setOwn(copy, key, value);
  return copy;
}
