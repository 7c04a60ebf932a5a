/** A JSON scalar (RFC 8259). Numbers are JavaScript numbers; `NaN` and infinities never occur. */
export type JsonPrimitive = string | number | boolean | null;

/** Any JSON value (RFC 8259), read-only all the way down. */
export type JsonValue = JsonPrimitive | readonly JsonValue[] | JsonObject;

/** A JSON object. Keys are data: read them with {@link ownValue}, never with `in`. */
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/**
 * A JSON Schema object in the 2020-12 dialect. Boolean schemas are written as objects:
 * `true` is `{}`, `false` is `{ "not": {} }` (rule J13).
 */
export type JsonSchema = JsonObject;

/** Whether a value is a JSON object: not an array, not `null`. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value is an array; narrows to a read-only array of unknown values. */
export function isArray(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/**
 * The own property of an object, or `undefined`. Safe for hostile keys: `__proto__` and `constructor`
 * are found only where the document itself has them.
 */
export function ownValue<T>(object: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/**
 * Builds an object from entries so that every key, also `__proto__`, becomes an own property.
 * Later entries replace earlier ones of the same key.
 */
export function objectFromEntries<T>(
  entries: Iterable<readonly [string, T]>,
): Readonly<Record<string, T>> {
  const result: Record<string, T> = {};
  for (const [key, value] of entries) setOwn(result, key, value);
  return result;
}

/** Sets an own, enumerable property, also for the key `__proto__`, which plain assignment would not. */
export function setOwn<T>(target: Record<string, T>, key: string, value: T): void {
  if (key === '__proto__') {
    Object.defineProperty(target, key, {
      value,
      writable: true,
      enumerable: true,
      configurable: true,
    });
  } else {
    target[key] = value;
  }
}

/** Whether two JSON values are equal: key order does not matter, array order does. */
export function jsonEqual(left: JsonValue | undefined, right: JsonValue | undefined): boolean {
  if (left === right) return true;
  if (Array.isArray(left) && Array.isArray(right)) {
    return (
      left.length === right.length && left.every((item, index) => jsonEqual(item, right[index]))
    );
  }
  if (!isJsonObject(left) || !isJsonObject(right)) return false;
  const keys = Object.keys(left);
  return (
    keys.length === Object.keys(right).length &&
    keys.every((key) => Object.hasOwn(right, key) && jsonEqual(left[key], right[key]))
  );
}

/**
 * Writes a JSON value as text with a fixed layout: two-space indentation, keys in the order given,
 * a final newline. Equal values with equal key order give equal bytes.
 */
export function stringifyDocument(value: JsonValue): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

/**
 * Writes a JSON value on one line with the keys of every object sorted by UTF-16 code unit, as
 * RFC 8785 orders them: equal values give equal text whatever their key order.
 */
export function canonicalStringify(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalStringify(item)).join(',')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalStringify(value[key] ?? null)}`);
  return `{${members.join(',')}}`;
}
