import type { JsonValue } from '../../model/json.ts';
import { isArray, isJsonObject, setOwn } from '../../model/json.ts';

/** Deepest nesting of objects and arrays that is read; every later walk may recurse this far. */
export const maxDocumentDepth = 1000;

/** What one walk over a parsed value finds. */
export interface TreeReport {
  /** Number of keys of all objects. */
  readonly keys: number;
  /** Keys and indices to the first value below the permitted depth. */
  readonly tooDeep?: readonly string[];
  /** Keys and indices to every number that JSON has no form for: an infinity or NaN. */
  readonly nonFinite: readonly (readonly string[])[];
}

/** Walks a parsed value, which may not be cyclic, down to {@link maxDocumentDepth}. */
export function inspectTree(root: unknown): TreeReport {
  const path: string[] = [];
  const nonFinite: string[][] = [];
  let tooDeep: string[] | undefined;
  let keys = 0;

  function visitMember(key: string, value: unknown): void {
    if (typeof value === 'number') {
      if (!Number.isFinite(value)) nonFinite.push([...path, key]);
    } else if (typeof value === 'object' && value !== null) {
      path.push(key);
      visit(value);
      path.pop();
    }
  }

  function visit(container: object): void {
    if (path.length >= maxDocumentDepth) {
      tooDeep ??= [...path];
    } else if (isArray(container)) {
      for (let index = 0; index < container.length; index += 1) {
        visitMember(String(index), container[index]);
      }
    } else {
      // Faster than Object.entries; an own `__proto__` is read as the value it is.
      const object = container as Readonly<Record<string, unknown>>;
      for (const key of Object.keys(object)) {
        keys += 1;
        visitMember(key, object[key]);
      }
    }
  }

  if (typeof root === 'object' && root !== null) visit(root);
  else if (typeof root === 'number' && !Number.isFinite(root)) nonFinite.push([]);
  return { keys, nonFinite, ...(tooDeep === undefined ? {} : { tooDeep }) };
}

/** Why a value cannot become a plain tree. */
export type TreeFault = 'cyclic' | 'too-deep' | 'too-large';

/** A plain tree, or why there is none and where. */
export type PlainTree =
  | { readonly ok: true; readonly value: JsonValue }
  | { readonly ok: false; readonly fault: TreeFault; readonly path: readonly string[] };

/** What one value weighs beside its own characters, in characters. */
const valueWeight = 32;

/**
 * Copies a value so that nothing in it is shared, as YAML aliases share it. Refuses cycles, depth beyond
 * {@link maxDocumentDepth}, and results heavier than `maxWeight` characters, where each value weighs 32
 * beside its text: an alias bomb ends there.
 */
export function unshareTree(root: unknown, maxWeight: number): PlainTree {
  const path: string[] = [];
  const open = new Set<object>();
  let weight = 0;
  let fault: TreeFault | undefined;

  function copyMember(key: string, value: unknown): JsonValue {
    path.push(key);
    const result = copy(value);
    // After a fault the path stays as it was there.
    if (fault === undefined) path.pop();
    return result;
  }

  function copy(value: unknown): JsonValue {
    weight += valueWeight + (typeof value === 'string' ? value.length : 0);
    if (weight > maxWeight) fault ??= 'too-large';
    // What is no object is a JSON scalar: the YAML core schema makes nothing else.
    if (typeof value !== 'object' || value === null) return value as JsonValue;
    if (open.has(value)) fault ??= 'cyclic';
    if (path.length >= maxDocumentDepth) fault ??= 'too-deep';
    if (fault !== undefined) return null;
    open.add(value);
    const result = isArray(value) ? copyArray(value) : copyObject(value);
    open.delete(value);
    return result;
  }

  function copyArray(items: readonly unknown[]): JsonValue {
    const result: JsonValue[] = [];
    for (const [index, item] of items.entries()) {
      result.push(copyMember(String(index), item));
      if (fault !== undefined) break;
    }
    return result;
  }

  function copyObject(object: object): JsonValue {
    const result: Record<string, JsonValue> = {};
    for (const [key, value] of Object.entries(object)) {
      weight += key.length;
      setOwn(result, key, copyMember(key, value));
      if (fault !== undefined) break;
    }
    return result;
  }

  const value = copy(root);
  return fault === undefined ? { ok: true, value } : { ok: false, fault, path };
}

/** Replaces the values at these paths in a tree that nobody else holds yet. */
export function replaceInPlace(
  root: JsonValue,
  paths: readonly (readonly string[])[],
  replace: (value: JsonValue) => JsonValue,
): JsonValue {
  for (const path of paths) {
    const last = path.at(-1);
    if (last === undefined) return replace(root);
    let parent: JsonValue | undefined = root;
    for (const token of path.slice(0, -1)) parent = memberOf(parent, token);
    const value = memberOf(parent, last);
    // The tree is the parser's fresh result; JSON types are read-only only for those who get it later.
    if (value !== undefined) setOwn(parent as Record<string, JsonValue>, last, replace(value));
  }
  return root;
}

function memberOf(parent: JsonValue | undefined, token: string): JsonValue | undefined {
  if (isArray(parent)) return parent[Number(token)];
  if (!isJsonObject(parent) || !Object.hasOwn(parent, token)) return undefined;
  return parent[token];
}
