import type { JsonObject, JsonValue } from '../../model/json.ts';
import { isArray, setOwn } from '../../model/json.ts';

/** Deepest nesting of objects and arrays that is read; every later walk may recurse this far. */
export const maxDocumentDepth = 1000;

/** The most places that one kind of trouble is told of; the rest is counted. */
export const maxNotices = 20;

/** What one walk over a freshly parsed value gives. */
export interface SettledTree {
  readonly value: JsonValue;
  /** Number of keys of all objects. */
  readonly keys: number;
  /** Keys and indices to the first value below the permitted depth. */
  readonly tooDeep?: readonly string[];
  /** How many numbers had no form in JSON: infinities and NaN. */
  readonly nonFiniteCount: number;
  /** Keys and indices to the first of them. */
  readonly nonFinite: readonly (readonly string[])[];
  /** How many texts and keys held half of a surrogate pair. */
  readonly brokenTextCount: number;
  /** Keys and indices to the first of them. */
  readonly brokenTexts: readonly (readonly string[])[];
}

/** What {@link settleTree} looks for beside what every document needs. */
export interface SettleOptions {
  /** Texts may hold halves of surrogate pairs. */
  readonly mayBreakTexts: boolean;
}

/** Half of a surrogate pair without the other. */
const loneSurrogate = /\p{Cs}/u;
const loneSurrogates = /\p{Cs}/gu;

/**
 * Walks a value that a parser has just made, down to {@link maxDocumentDepth}, turns numbers that JSON has no form
 * for into text, and halves of surrogate pairs, which no UTF-8 can carry, into U+FFFD. It changes the value in place,
 * which nobody else holds yet and which may not be cyclic.
 */
export function settleTree(root: JsonValue, { mayBreakTexts }: SettleOptions): SettledTree {
  const path: string[] = [];
  const nonFinite: string[][] = [];
  const brokenTexts: string[][] = [];
  let nonFiniteCount = 0;
  let brokenTextCount = 0;
  let tooDeep: string[] | undefined;
  let keys = 0;

  /** What takes the place of a member. */
  function settleMember(key: string, value: JsonValue): JsonValue {
    if (typeof value === 'number' && !Number.isFinite(value)) {
      if (nonFiniteCount < maxNotices) nonFinite.push([...path, key]);
      nonFiniteCount += 1;
      return String(value);
    }
    if (typeof value === 'string' && mayBreakTexts) return settleText(key, value);
    if (typeof value === 'object' && value !== null) {
      path.push(key);
      visit(value);
      path.pop();
    }
    return value;
  }

  function settleText(key: string, text: string): string {
    if (!loneSurrogate.test(text)) return text;
    if (brokenTextCount < maxNotices) brokenTexts.push([...path, wholeText(key)]);
    brokenTextCount += 1;
    return wholeText(text);
  }

  function settleKeys(members: Record<string, JsonValue>): void {
    const entries = Object.entries(members);
    if (!entries.some(([key]) => loneSurrogate.test(key))) return;
    for (const [key] of entries) delete members[key];
    for (const [key, value] of entries) setOwn(members, settleText(key, key), value);
  }

  function visit(container: readonly JsonValue[] | JsonObject): void {
    if (path.length >= maxDocumentDepth + 1) {
      tooDeep ??= path.slice(1);
      return;
    }
    // JSON types are read-only only for those who get the value later.
    const members = container as Record<string, JsonValue>;
    if (mayBreakTexts && !isArray(container)) settleKeys(members);
    for (const key of Object.keys(members)) {
      const value = members[key] ?? null;
      const settled = settleMember(key, value);
      if (settled !== value) setOwn(members, key, settled);
    }
    if (!isArray(container)) keys += Object.keys(members).length;
  }

  // The root is visited as a member, with a key that is cut off again.
  const value = settleMember('', root);
  return {
    value,
    keys,
    nonFiniteCount,
    nonFinite: nonFinite.map((found) => found.slice(1)),
    brokenTextCount,
    brokenTexts: brokenTexts.map((found) => found.slice(1)),
    ...(tooDeep === undefined ? {} : { tooDeep }),
  };
}

function wholeText(text: string): string {
  return text.replaceAll(loneSurrogates, '\uFFFD');
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
