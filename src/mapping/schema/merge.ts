import {
  isJsonObject,
  jsonEqual,
  setOwn,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
} from '../../model/json.ts';

/** Keywords that say nothing about what is valid. */
const annotationKeywords = new Set(['title', 'description', 'default', 'examples']);

/** Keywords whose meaning depends on no other keyword, so that two schemas with different ones add up. */
const independentKeywords = new Set([
  ...annotationKeywords,
  'type',
  'enum',
  'const',
  'format',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
  'required',
  'contentEncoding',
  'contentMediaType',
]);

/** Keywords of a plain object: `additionalProperties` only where it closes or says nothing. */
const plainKeywords = new Set([
  ...annotationKeywords,
  'type',
  'properties',
  'required',
  'minProperties',
  'maxProperties',
  'dependentRequired',
]);

/** Longest list of properties that merging builds, so that long chains of inheritance stay cheap. */
const maxMergedProperties = 400;

/** Most schemas that are merged into one. */
const maxMergedSchemas = 100;

/** Annotations that only canonical schemas have. */
const canonicalAnnotations = new Set(['deprecated', 'readOnly', 'writeOnly', 'xml']);

/** Whether a schema, canonical or published, has nothing but annotations. */
export function onlyAnnotates(schema: JsonSchema): boolean {
  return Object.keys(schema).every(
    (keyword) => annotationKeywords.has(keyword) || canonicalAnnotations.has(keyword),
  );
}

/**
 * One schema that admits exactly what all of these admit together (rule J8), or `undefined` where that
 * takes an `allOf`. Annotations of the first schema that has them win.
 */
export function mergeAll(schemas: readonly JsonSchema[]): JsonSchema | undefined {
  if (schemas.length > maxMergedSchemas) return undefined;
  let merged: JsonSchema | undefined;
  for (const schema of schemas) {
    merged = merged === undefined ? schema : mergeTwo(merged, schema);
    if (merged === undefined) return undefined;
  }
  return merged;
}

function mergeTwo(left: JsonSchema, right: JsonSchema): JsonSchema | undefined {
  if (left === right || onlyAnnotates(right)) return { ...right, ...left };
  if (onlyAnnotates(left)) return { ...right, ...left };
  if (isPlain(left) && isPlain(right)) return mergePlain(left, right);
  return mergeIndependent(left, right);
}

/** Objects that constrain named properties only; one that is closed may not meet another's names. */
function isPlain(schema: JsonSchema): boolean {
  const type = schema['type'];
  if (type !== undefined && type !== 'object') return false;
  return Object.keys(schema).every((keyword) => plainKeywords.has(keyword));
}

function mergePlain(left: JsonSchema, right: JsonSchema): JsonSchema | undefined {
  const properties = mergeProperties(left['properties'], right['properties']);
  if (properties === undefined) return undefined;
  const rest = mergeKeywords(left, right, (keyword) => keyword === 'properties');
  if (rest === undefined) return undefined;
  const hasProperties = left['properties'] !== undefined || right['properties'] !== undefined;
  return hasProperties ? { ...rest, properties } : rest;
}

function mergeProperties(left?: JsonValue, right?: JsonValue): JsonObject | undefined {
  const result: Record<string, JsonValue> = {};
  const first = isJsonObject(left) ? left : {};
  const second = isJsonObject(right) ? right : {};
  for (const [name, schema] of Object.entries(first)) setOwn(result, name, schema);
  for (const [name, schema] of Object.entries(second)) {
    const other = Object.hasOwn(result, name) ? result[name] : undefined;
    const merged = other === undefined ? schema : mergeProperty(other, schema);
    if (merged === undefined) return undefined;
    setOwn(result, name, merged);
  }
  return Object.keys(result).length > maxMergedProperties ? undefined : result;
}

function mergeProperty(left: JsonValue, right: JsonValue): JsonValue | undefined {
  if (!isJsonObject(left) || !isJsonObject(right)) return undefined;
  if (left === right || jsonEqual(left, right)) return left;
  return mergeIndependent(left, right);
}

/** Schemas of independent keywords, where each keyword stands in one of them or says the same in both. */
function mergeIndependent(left: JsonSchema, right: JsonSchema): JsonSchema | undefined {
  for (const schema of [left, right]) {
    if (!Object.keys(schema).every((keyword) => independentKeywords.has(keyword))) return undefined;
  }
  const [withConst, other] = left['const'] === undefined ? [right, left] : [left, right];
  const constant = withConst['const'];
  const values = other['enum'];
  if (constant !== undefined && Array.isArray(values) && withConst['enum'] === undefined) {
    if (!values.some((value: JsonValue) => jsonEqual(value, constant))) return undefined;
    const narrowed = Object.fromEntries(
      Object.entries(other).filter(([keyword]) => keyword !== 'enum'),
    );
    return withConst === left
      ? mergeKeywords(left, narrowed, () => false)
      : mergeKeywords(narrowed, right, () => false);
  }
  return mergeKeywords(left, right, () => false);
}

function mergeKeywords(
  left: JsonSchema,
  right: JsonSchema,
  skip: (keyword: string) => boolean,
): JsonSchema | undefined {
  const result: Record<string, JsonValue> = {};
  for (const [keyword, value] of Object.entries(left)) {
    if (!skip(keyword)) setOwn(result, keyword, value);
  }
  for (const [keyword, value] of Object.entries(right)) {
    if (skip(keyword)) continue;
    const other = result[keyword];
    if (other === undefined) setOwn(result, keyword, value);
    else if (keyword === 'required') result[keyword] = uniqueNames(other, value);
    else if (!annotationKeywords.has(keyword) && !jsonEqual(other, value)) return undefined;
  }
  return result;
}

function uniqueNames(left: JsonValue, right: JsonValue): readonly JsonValue[] {
  const names = [left, right].flatMap((list) =>
    Array.isArray(list) ? (list as readonly JsonValue[]) : [],
  );
  return [...new Set(names)];
}
