import {
  isJsonObject,
  setOwn,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
} from '../../model/json.ts';

/**
 * Where schemas stand inside a schema (JSON Schema 2020-12 core §10 and §11). Everything that is not
 * listed is data, never a schema (rule J1).
 */
export type SubschemaKind = 'one' | 'list' | 'map';

/**
 * `value` subschemas describe a part of the instance. The others describe the instance itself: with
 * `all` it must fit, with `any` one of several must, `test` only asks.
 */
export type SubschemaRole = 'value' | 'all' | 'any' | 'test';

/** A keyword whose value holds schemas. */
export interface SubschemaKeyword {
  readonly kind: SubschemaKind;
  readonly role: SubschemaRole;
}

/** Every keyword that holds schemas, by name. */
export const subschemaKeywords: ReadonlyMap<string, SubschemaKeyword> = new Map<
  string,
  SubschemaKeyword
>([
  ['properties', { kind: 'map', role: 'value' }],
  ['patternProperties', { kind: 'map', role: 'value' }],
  ['additionalProperties', { kind: 'one', role: 'value' }],
  ['unevaluatedProperties', { kind: 'one', role: 'value' }],
  ['propertyNames', { kind: 'one', role: 'value' }],
  ['items', { kind: 'one', role: 'value' }],
  ['prefixItems', { kind: 'list', role: 'value' }],
  ['unevaluatedItems', { kind: 'one', role: 'value' }],
  ['contains', { kind: 'one', role: 'value' }],
  ['contentSchema', { kind: 'one', role: 'value' }],
  ['allOf', { kind: 'list', role: 'all' }],
  ['anyOf', { kind: 'list', role: 'any' }],
  ['oneOf', { kind: 'list', role: 'any' }],
  ['not', { kind: 'one', role: 'test' }],
  ['if', { kind: 'one', role: 'test' }],
  ['then', { kind: 'one', role: 'all' }],
  ['else', { kind: 'one', role: 'all' }],
  ['dependentSchemas', { kind: 'map', role: 'all' }],
]);

/** A schema inside a schema. */
export interface Subschema {
  readonly keyword: string;
  readonly role: SubschemaRole;
  readonly schema: JsonSchema;
}

/** The schemas directly inside a schema, in the order written; a malformed place has none. */
export function subschemasOf(schema: JsonSchema): readonly Subschema[] {
  const found: Subschema[] = [];
  for (const keyword of Object.keys(schema)) {
    const known = subschemaKeywords.get(keyword);
    if (known === undefined) continue;
    for (const inner of schemasIn(schema[keyword], known.kind)) {
      found.push({ keyword, role: known.role, schema: inner });
    }
  }
  return found;
}

/** Replaces a schema that stands under a keyword, and under a name where that holds several by their names. */
type ReplaceSubschema = (inner: JsonSchema, keyword: string, name?: string) => JsonSchema;

/** A copy with every schema directly inside replaced; the schema itself where nothing changes. */
export function mapSubschemas(schema: JsonSchema, replace: ReplaceSubschema): JsonSchema {
  let changed = false;
  const apply: ReplaceSubschema = (inner, keyword, name) => {
    const next = replace(inner, keyword, name);
    if (next !== inner) changed = true;
    return next;
  };
  const result: Record<string, JsonValue> = {};
  for (const keyword of Object.keys(schema)) {
    const value = schema[keyword] ?? null;
    const known = subschemaKeywords.get(keyword);
    setOwn(
      result,
      keyword,
      known === undefined ? value : mapPlace(value, known.kind, keyword, apply),
    );
  }
  return changed ? result : schema;
}

function mapPlace(
  value: JsonValue,
  kind: SubschemaKind,
  keyword: string,
  replace: ReplaceSubschema,
): JsonValue {
  if (kind === 'one') return isJsonObject(value) ? replace(value, keyword) : value;
  if (kind === 'list') {
    if (!Array.isArray(value)) return value;
    return value.map((item: JsonValue) => (isJsonObject(item) ? replace(item, keyword) : item));
  }
  if (!isJsonObject(value)) return value;
  const result: Record<string, JsonValue> = {};
  for (const name of Object.keys(value)) {
    const inner = value[name] ?? null;
    setOwn(result, name, isJsonObject(inner) ? replace(inner, keyword, name) : inner);
  }
  return result;
}

function schemasIn(value: JsonValue | undefined, kind: SubschemaKind): readonly JsonSchema[] {
  if (kind === 'one') return isJsonObject(value) ? [value] : [];
  const members = kind === 'list' ? value : isJsonObject(value) ? Object.values(value) : [];
  return Array.isArray(members) ? members.filter((member) => isJsonObject(member)) : [];
}

const referencePrefix = '#/$defs/';

/** The table key that a `$ref` names; `undefined` where the schema has none of that form. */
export function referenceKey(schema: JsonSchema): string | undefined {
  const reference = schema['$ref'];
  return typeof reference === 'string' && reference.startsWith(referencePrefix)
    ? reference.slice(referencePrefix.length)
    : undefined;
}

/** The `$ref` text of a key. */
export function referenceTo(key: string): string {
  return referencePrefix + key;
}

/** A copy without some keys. */
export function withoutKeys(schema: JsonObject, ...keys: readonly string[]): JsonObject {
  const result: Record<string, JsonValue> = {};
  for (const key of Object.keys(schema)) {
    if (!keys.includes(key)) setOwn(result, key, schema[key] ?? null);
  }
  return result;
}

/** The schema that refuses every value (rule J13). */
export function refusesAll(schema: JsonSchema): boolean {
  const not = schema['not'];
  return isJsonObject(not) && Object.keys(not).length === 0;
}
