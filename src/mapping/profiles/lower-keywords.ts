import { isJsonObject, setOwn, type JsonSchema, type JsonValue } from '../../model/json.ts';
import { joinTexts } from '../schema/describe.ts';
import { mapSubschemas, withoutKeys } from '../schema/keywords.ts';
import { mergeAll } from '../schema/merge.ts';
import { oneBecomesAny } from '../schema/relax-exclusions.ts';
import { isRefusedFormat } from './check.ts';
import type { KeywordRules } from './profile.ts';

/** Keywords that belong to one type only; the others go with any. */
const keywordTypes: ReadonlyMap<string, readonly JsonValue[]> = new Map([
  ['minLength', ['string']],
  ['maxLength', ['string']],
  ['pattern', ['string']],
  ['minimum', ['integer', 'number']],
  ['maximum', ['integer', 'number']],
  ['items', ['array']],
  ['minItems', ['array']],
  ['maxItems', ['array']],
  ['properties', ['object']],
  ['required', ['object']],
  ['minProperties', ['object']],
  ['maxProperties', ['object']],
]);

/** Rewrites the keywords of a schema without references for a client; notes what changed. */
export function lowerKeywords(
  schema: JsonSchema,
  rules: KeywordRules,
  changes: Set<string>,
): JsonSchema {
  const lower = (inner: JsonSchema): JsonSchema => {
    const steps: readonly ((schema: JsonSchema) => JsonSchema)[] = [
      (current) => (rules.onlyAnyOf ? withoutAllOf(current, changes) : current),
      (current) => (rules.onlyAnyOf ? withoutOneOf(current, changes) : current),
      (current) => (rules.inclusiveBounds ? withInclusiveBounds(current, changes) : current),
      (current) => (rules.textEnums ? withTextEnums(current, changes) : current),
      (current) => withKnownFormat(current, rules, changes),
      (current) => withoutDropped(current, rules, changes),
      (current) => (rules.itemsRequired ? withItems(current, changes) : current),
      (current) => (rules.singleType ? withSingleType(current, changes) : current),
    ];
    const rewritten = steps.reduce((current, step) => step(current), inner);
    return mapSubschemas(rewritten, lower);
  };
  return lower(schema);
}

function schemasOf(value: JsonValue | undefined): readonly JsonSchema[] {
  return Array.isArray(value)
    ? (value as readonly JsonValue[]).filter((member) => isJsonObject(member))
    : [];
}

function withoutAllOf(schema: JsonSchema, changes: Set<string>): JsonSchema {
  if (schema['allOf'] === undefined) return schema;
  changes.add('"allOf" was merged');
  const parts = [withoutKeys(schema, 'allOf'), ...schemasOf(schema['allOf'])].map((part) =>
    withoutAllOf(part, changes),
  );
  return mergeAll(parts) ?? parts.reduce((merged, part) => mergeLoosely(merged, part));
}

/** Both schemas in one, the first's word counting where they differ: admits more than both together. */
function mergeLoosely(first: JsonSchema, second: JsonSchema): JsonSchema {
  const result: Record<string, JsonValue> = { ...second, ...first };
  const properties = { ...objectOf(second['properties']), ...objectOf(first['properties']) };
  if (Object.keys(properties).length > 0) result['properties'] = properties;
  const required = new Set([...listOf(first['required']), ...listOf(second['required'])]);
  if (required.size > 0) result['required'] = [...required];
  return result;
}

function objectOf(value: JsonValue | undefined): JsonSchema {
  return isJsonObject(value) ? value : {};
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}

function withoutOneOf(schema: JsonSchema, changes: Set<string>): JsonSchema {
  if (schema['oneOf'] === undefined) return schema;
  changes.add('"oneOf" became "anyOf"');
  if (schema['anyOf'] === undefined) return oneBecomesAny(schema);
  // Of two choices one can be said.
  return withoutKeys(schema, 'oneOf');
}

function withInclusiveBounds(schema: JsonSchema, changes: Set<string>): JsonSchema {
  const bounds = [
    { exclusive: 'exclusiveMinimum', inclusive: 'minimum', step: 1 },
    { exclusive: 'exclusiveMaximum', inclusive: 'maximum', step: -1 },
  ] as const;
  let result = schema;
  for (const { exclusive, inclusive, step } of bounds) {
    const bound = result[exclusive];
    if (typeof bound !== 'number') continue;
    changes.add('exclusive bounds became inclusive');
    const isWhole = schema['type'] === 'integer' && Number.isInteger(bound);
    const nearest = isWhole ? bound + step : bound;
    const other = result[inclusive];
    const kept = typeof other === 'number' && (other - nearest) * step > 0 ? other : nearest;
    result = { ...withoutKeys(result, exclusive), [inclusive]: kept };
  }
  return result;
}

/** Values that are not text become part of the description; `null` among text goes with the type. */
function withTextEnums(schema: JsonSchema, changes: Set<string>): JsonSchema {
  const constant = schema['const'];
  if (constant !== undefined) {
    changes.add('"const" became "enum" or text');
    const rest = withoutKeys(schema, 'const', 'enum');
    return typeof constant === 'string'
      ? { ...rest, enum: [constant] }
      : addText(rest, `Always ${JSON.stringify(constant)}.`);
  }
  const values = schema['enum'];
  if (!Array.isArray(values) || values.every((value) => typeof value === 'string')) return schema;
  changes.add('an "enum" of other values than text became text');
  const rest = withoutKeys(schema, 'enum');
  const texts = (values as readonly JsonValue[]).filter((value) => value !== null);
  if (texts.length > 0 && texts.every((value) => typeof value === 'string')) {
    return schema['type'] === undefined
      ? { ...rest, type: ['string', 'null'], enum: texts }
      : { ...rest, enum: texts };
  }
  return addText(rest, `One of: ${values.map((value) => JSON.stringify(value)).join(', ')}.`);
}

function withKnownFormat(
  schema: JsonSchema,
  rules: KeywordRules,
  changes: Set<string>,
): JsonSchema {
  const format = schema['format'];
  if (typeof format !== 'string' || !isRefusedFormat(schema, rules)) return schema;
  changes.add('formats became text');
  return addText(withoutKeys(schema, 'format'), `Format: ${format}.`);
}

function withoutDropped(
  schema: JsonSchema,
  { dropped }: KeywordRules,
  changes: Set<string>,
): JsonSchema {
  const found = dropped.filter((keyword) => schema[keyword] !== undefined);
  if (found.length === 0) return schema;
  for (const keyword of found) changes.add(`"${keyword}" was left out`);
  const isFile = schema['contentEncoding'] === 'base64' && found.includes('contentEncoding');
  const rest = withoutKeys(schema, ...found);
  return isFile ? addText(rest, 'Base64 text.') : rest;
}

function withItems(schema: JsonSchema, changes: Set<string>): JsonSchema {
  const { type } = schema as { readonly type?: JsonValue };
  const isArrayType = type === 'array' || (Array.isArray(type) && type.includes('array'));
  if (!isArrayType || schema['items'] !== undefined) return schema;
  changes.add('"items" was added');
  return { ...schema, items: {} };
}

/** One type for each alternative, and no type beside a choice. */
function withSingleType(schema: JsonSchema, changes: Set<string>): JsonSchema {
  const { type, anyOf } = schema as { readonly type?: JsonValue; readonly anyOf?: JsonValue };
  if (anyOf !== undefined && (type !== undefined || schema['properties'] !== undefined)) {
    changes.add('"type" beside "anyOf" went into the alternatives');
    return distribute(schema, schemasOf(anyOf));
  }
  if (!Array.isArray(type)) return schema;
  changes.add('a list of types became "anyOf"');
  const outer = pick(schema, ['title', 'description']);
  const inner = withoutKeys(schema, 'title', 'description', 'type');
  return {
    ...outer,
    anyOf: (type as readonly JsonValue[]).map((name) => ({ type: name, ...forType(inner, name) })),
  };
}

/** A choice beside other keywords: they hold for each alternative, so each gets them. */
function distribute(schema: JsonSchema, branches: readonly JsonSchema[]): JsonSchema {
  const outer = pick(schema, ['title', 'description']);
  const base = withoutKeys(schema, 'title', 'description', 'anyOf');
  const saysMore = branches.some((branch) => branch['properties'] !== undefined);
  // Alternatives that only ask for other names are not worth as many copies of the whole.
  if (base['properties'] !== undefined && !saysMore) return { ...outer, ...base };
  const single = Array.isArray(base['type']) ? withoutKeys(base, 'type') : base;
  return {
    ...outer,
    anyOf: branches.map((branch) => mergeAll([branch, single]) ?? mergeLoosely(branch, single)),
  };
}

function forType(schema: JsonSchema, type: JsonValue): JsonSchema {
  const result: Record<string, JsonValue> = {};
  for (const [keyword, value] of Object.entries(schema)) {
    const types = keywordTypes.get(keyword);
    const isForOther = types !== undefined && !types.includes(type);
    const isForeignValue = (keyword === 'enum' || keyword === 'format') && type !== 'string';
    if (!isForOther && !isForeignValue) setOwn(result, keyword, value);
  }
  return result;
}

function pick(schema: JsonSchema, keywords: readonly string[]): JsonSchema {
  return Object.fromEntries(
    Object.entries(schema).filter(([keyword]) => keywords.includes(keyword)),
  );
}

function addText(schema: JsonSchema, text: string): JsonSchema {
  const said = schema['description'];
  return { ...schema, description: joinTexts(typeof said === 'string' ? said : '', text) ?? text };
}
