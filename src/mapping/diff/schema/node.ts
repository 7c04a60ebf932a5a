import {
  isArray,
  isJsonObject,
  jsonEqual,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
  objectFromEntries,
  ownValue,
} from '../../../model/json.ts';

/** Keywords that say nothing about which values are accepted (JSON Schema 2020-12 §9, and what people add). */
const annotations: ReadonlySet<string> = new Set([
  '$comment',
  '$defs',
  '$schema',
  'default',
  'deprecated',
  'description',
  'discriminator',
  'example',
  'examples',
  'externalDocs',
  'format',
  'readOnly',
  'title',
  'writeOnly',
  'xml',
]);

/** A schema whose references have been followed as far as its root. */
export interface SchemaNode {
  /** The keywords, annotations of the reference before those of its target. */
  readonly schema: JsonSchema;
  /** The definition that was reached, for recognizing recursion; the schema itself where there was no reference. */
  readonly identity: object;
  /** It holds a reference that leads nowhere here. */
  readonly isOpaque: boolean;
}

/** Longest chain of references that is followed. */
const longestChain = 100;

/**
 * Follows references of a published schema, which all lead to `#/$defs`. A reference with assertions beside it is the
 * conjunction of both.
 */
export function nodeOf(schema: JsonSchema, root: JsonSchema): SchemaNode {
  let current = schema;
  let identity: object = schema;
  let notes: JsonObject = {};
  for (let step = 0; step < longestChain; step += 1) {
    const reference = ownValue(current, '$ref');
    if (reference === undefined) {
      return { schema: { ...current, ...notes }, identity, isOpaque: false };
    }
    const target = typeof reference === 'string' ? resolve(reference, root) : undefined;
    if (target === undefined) return { schema: current, identity, isOpaque: true };
    const { $ref: _followed, ...beside } = current;
    if (Object.keys(beside).some(isAssertion)) {
      const all = isArray(beside['allOf']) ? beside['allOf'] : [];
      return {
        schema: { ...beside, ...notes, allOf: [...all, target] },
        identity,
        isOpaque: false,
      };
    }
    notes = { ...beside, ...notes };
    current = target;
    identity = target;
  }
  return { schema: current, identity, isOpaque: true };
}

function resolve(reference: string, root: JsonSchema): JsonSchema | undefined {
  if (reference === '#') return root;
  const name = /^#\/\$defs\/([^/]+)$/.exec(reference)?.[1];
  const definitions = ownValue(root, '$defs');
  if (name === undefined || !isJsonObject(definitions)) return undefined;
  const key = name.replaceAll('~1', '/').replaceAll('~0', '~');
  const found = ownValue(definitions, key) ?? ownValue(definitions, decode(key));
  return isJsonObject(found) ? found : undefined;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Whether a keyword has a say in which values are accepted. Unknown ones have none. */
export function isAssertion(keyword: string): boolean {
  return !annotations.has(keyword) && !keyword.startsWith('x-');
}

/** Whether a schema accepts every value. */
export function isOpen(schema: JsonSchema): boolean {
  return !Object.keys(schema).some(isAssertion);
}

/** Whether a schema is written to accept no value: `{ not: {} }` (rule J13). */
export function isNever(schema: JsonSchema): boolean {
  const not = ownValue(schema, 'not');
  return isJsonObject(not) && isOpen(not);
}

/** A member that is a schema; `true` and what is absent accept everything, `false` nothing. */
export function subschema(value: JsonValue | undefined): JsonSchema {
  if (isJsonObject(value)) return value;
  return value === false ? { not: {} } : {};
}

/** A member that is a list of schemas. */
export function subschemas(value: JsonValue | undefined): readonly JsonSchema[] {
  return isArray(value) ? value.map((each: JsonValue) => subschema(each)) : [];
}

/** A member that is a list of texts. */
export function texts(value: JsonValue | undefined): readonly string[] {
  return isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

/** A member that is a map of schemas. */
export function schemaMap(value: JsonValue | undefined): Readonly<Record<string, JsonSchema>> {
  if (!isJsonObject(value)) return {};
  return objectFromEntries(Object.entries(value).map(([key, each]) => [key, subschema(each)]));
}

/** Whether two values are equal apart from annotations and the order of sets. */
export function sameShape(left: JsonValue | undefined, right: JsonValue | undefined): boolean {
  return jsonEqual(shapeOf(left), shapeOf(right));
}

function shapeOf(value: JsonValue | undefined): JsonValue | undefined {
  if (isArray(value)) return value.map((each: JsonValue) => shapeOf(each) ?? null);
  if (!isJsonObject(value)) return value;
  return objectFromEntries(
    Object.entries(value).flatMap(([key, member]): readonly (readonly [string, JsonValue])[] =>
      // A property may have the name of a keyword: only where schemas stand are names annotations.
      isAssertion(key) || isJsonObject(member) ? [[key, shapeOf(member) ?? null]] : [],
    ),
  );
}

/** Whether there is a reference anywhere in a value. */
export function hasReference(value: JsonValue | undefined): boolean {
  if (isArray(value)) return value.some((each: JsonValue) => hasReference(each));
  if (!isJsonObject(value)) return false;
  return Object.hasOwn(value, '$ref') || Object.values(value).some(hasReference);
}
