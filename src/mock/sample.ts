import type { JsonObject, JsonSchema, JsonValue } from '../model/json.ts';
import { isJsonObject, jsonEqual, objectFromEntries } from '../model/json.ts';
import type { SampleContext } from './sample-context.ts';
import { declaredMembers, isDeclared, restOf } from './sample-members.ts';
import { sampleNumber, sampleString } from './sample-scalars.ts';
import { admittedTypes, facets, followReference } from './schema-kinds.ts';

/**
 * Below this depth only what is required is sampled; from twice as deep on objects and lists stay empty, three times as
 * deep everything ends.
 */
const comfortableDepth = 5;

/** How many alternatives of a composition are tried before the first is taken as it is. */
const maxAttempts = 8;

/**
 * A value of a schema: its example, default or first enumerated value where that fits, otherwise the
 * simplest value that its keywords describe. Deterministic. It may fail to fit schemas that contradict
 * themselves; the caller checks.
 */
export function sampleValue(schema: JsonSchema, context: SampleContext, depth = 0): JsonValue {
  const followed = followReference(schema, context.table);
  const given = givenValue(schema, followed, context);
  if (given !== undefined) return given;
  if (depth > comfortableDepth * 3) return emptyValue(followed, context);
  const parts = depth < comfortableDepth ? [...facets(followed, context.table)] : [followed];
  const choices = Math.max(
    1,
    ...parts.flatMap(({ anyOf, oneOf }) => [list(anyOf).length, list(oneOf).length]),
  );
  const first = attempt(followed, context, { depth, choice: 0 });
  if (choices === 1 && parts.every((part) => part['not'] === undefined)) return first;
  if (context.fits(first, schema)) return first;
  for (let choice = 1; choice < Math.min(choices, maxAttempts); choice += 1) {
    const other = attempt(followed, context, { depth, choice });
    if (context.fits(other, schema)) return other;
  }
  // What makes alternatives exclude each other is often an optional property.
  const sparse = attempt(followed, { ...context, properties: 'required' }, { depth, choice: 0 });
  return context.fits(sparse, schema) ? sparse : first;
}

/** Where a sample stands: how deep, and which alternative of every composition it follows. */
interface SamplePlace {
  readonly depth: number;
  readonly choice: number;
}

function attempt(schema: JsonSchema, context: SampleContext, place: SamplePlace): JsonValue {
  const composed = merged(schema, context, place);
  const given = composed === schema ? undefined : givenValue(composed, composed, context);
  return given ?? valueByType(composed, context, place.depth);
}

function givenValue(
  schema: JsonSchema,
  followed: JsonSchema,
  { fits }: SampleContext,
): JsonValue | undefined {
  if (followed['const'] !== undefined) return followed['const'];
  const candidates = [
    ...list(followed['examples']),
    followed['default'],
    ...list(followed['enum']),
  ];
  return candidates.find(
    (value) =>
      value !== undefined &&
      value !== null &&
      (keepsDigits(value) || asksForNumbers(followed)) &&
      fits(value, schema),
  );
}

/** Whether a schema wants numbers, of which nobody expects every digit. */
function asksForNumbers({ type }: JsonSchema): boolean {
  return type === 'number' || (Array.isArray(type) && type.includes('number'));
}

/** Whether no integer is beyond what a number holds exactly; a request cannot carry one as a number (rule J15). */
function keepsDigits(value: JsonValue): boolean {
  if (typeof value === 'number') return !Number.isInteger(value) || Number.isSafeInteger(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.values(value).every(keepsDigits);
}

/**
 * One schema in place of a composition: `allOf` members laid together, and the chosen alternative of `anyOf` and
 * `oneOf` among those that are not `null`.
 */
function merged(schema: JsonSchema, context: SampleContext, place: SamplePlace): JsonSchema {
  let result: JsonObject = schema;
  const below = { ...place, depth: place.depth + 1 };
  const lay = (part: JsonSchema): void => {
    const { properties, required } = result;
    result = {
      ...part,
      ...result,
      ...(isJsonObject(part['properties']) || isJsonObject(properties)
        ? { properties: layProperties(part['properties'], properties) }
        : {}),
      ...(Array.isArray(part['required']) || Array.isArray(required)
        ? { required: [...new Set([...list(part['required']), ...list(required)])] }
        : {}),
      ...(Array.isArray(part['enum']) && Array.isArray(result['enum'])
        ? { enum: commonMembers(list(part['enum']), list(result['enum'])) }
        : {}),
    };
  };
  for (const member of list(schema['allOf'])) {
    if (isJsonObject(member)) lay(merged(followReference(member, context.table), context, below));
  }
  for (const keyword of ['oneOf', 'anyOf'] as const) {
    const alternatives = list(schema[keyword])
      .filter(isJsonObject)
      .map((part) => followReference(part, context.table))
      .filter((part) => part['type'] !== 'null');
    const chosen = alternatives[Math.min(place.choice, alternatives.length - 1)];
    if (chosen !== undefined && place.depth < comfortableDepth * 3)
      lay(merged(chosen, context, below));
  }
  if (result === schema) return schema;
  const { allOf: _all, anyOf: _any, oneOf: _one, ...rest } = result;
  return rest;
}

function commonMembers(
  left: readonly JsonValue[],
  right: readonly JsonValue[],
): readonly JsonValue[] {
  return left.filter((one) => right.some((other) => jsonEqual(one, other)));
}

function layProperties(below: JsonValue | undefined, above: JsonValue | undefined): JsonObject {
  const lower = isJsonObject(below) ? below : {};
  const upper = isJsonObject(above) ? above : {};
  return objectFromEntries(
    [...new Set([...Object.keys(lower), ...Object.keys(upper)])].map(
      (name): [string, JsonValue] => {
        const one = lower[name];
        const other = upper[name];
        if (one === undefined || other === undefined) return [name, one ?? other ?? {}];
        return [name, { allOf: [other, one] }];
      },
    ),
  );
}

function list(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]) : [];
}

function valueByType(schema: JsonSchema, context: SampleContext, depth: number): JsonValue {
  const types = admittedTypes(schema, context.table);
  if (types.has('object') && looksLikeObject(schema, types))
    return sampleObject(schema, context, depth);
  if (types.has('array') && (schema['items'] !== undefined || !types.has('string'))) {
    return sampleArray(schema, context, depth);
  }
  if (types.has('string')) return sampleString(schema, context.table);
  if (types.has('integer') || types.has('number')) return sampleNumber(schema, types.has('number'));
  if (types.has('boolean')) return true;
  return types.has('object') ? {} : null;
}

function looksLikeObject(schema: JsonSchema, types: ReadonlySet<string>): boolean {
  return isJsonObject(schema['properties']) || schema['type'] === 'object' || !types.has('string');
}

function emptyValue(schema: JsonSchema, { table }: SampleContext): JsonValue {
  const types = admittedTypes(schema, table);
  if (types.has('null')) return null;
  if (types.has('object')) return {};
  return types.has('array') ? [] : 'text';
}

function sampleObject(schema: JsonSchema, context: SampleContext, depth: number): JsonValue {
  const declared = declaredMembers(schema, context);
  const required = new Set(list(schema['required']));
  const takesAll = context.properties !== 'required' && depth < comfortableDepth;
  const rest = restOf(schema);
  const chosen = new Map([...declared].filter(([name]) => required.has(name)));
  for (const name of required) {
    if (typeof name === 'string' && !isDeclared(schema, name)) chosen.set(name, rest?.schema ?? {});
  }
  const isInside = depth > 0 && depth < comfortableDepth * 2;
  const least = Math.max(Number(schema['minProperties'] ?? 0), isInside ? 1 : 0);
  const wanted = takesAll ? Number(schema['maxProperties'] ?? Infinity) : least;
  for (const [name, property] of declared) if (chosen.size < wanted) chosen.set(name, property);
  // Where nothing is said of other members, none is made up unless there must be one.
  const made = rest?.isSaid === true ? least : Number(schema['minProperties'] ?? 0);
  for (const name of rest?.names(made) ?? []) {
    if (chosen.size < made && !chosen.has(name)) chosen.set(name, rest?.schema ?? {});
  }
  return objectFromEntries(
    [...chosen].map(([name, property]) => [name, sampleValue(property, context, depth + 1)]),
  );
}

function sampleArray(schema: JsonSchema, context: SampleContext, depth: number): JsonValue {
  const prefix = list(schema['prefixItems']);
  const items = isJsonObject(schema['items']) ? schema['items'] : {};
  const least = Math.max(Number(schema['minItems'] ?? 0), depth < comfortableDepth * 2 ? 1 : 0);
  const length = Math.min(Math.max(least, prefix.length), Number(schema['maxItems'] ?? 100));
  const values = Array.from({ length }, (_, index) => {
    const positional = prefix[index];
    return sampleValue(isJsonObject(positional) ? positional : items, context, depth + 1);
  });
  return schema['uniqueItems'] === true ? distinct(values, items) : values;
}

/** Makes equal items different where their schema allows it: the next enumerated value, a counted text or number. */
function distinct(values: readonly JsonValue[], items: JsonSchema): readonly JsonValue[] {
  const listed = list(items['enum']);
  return values.map((value, index) => {
    if (index === 0) return value;
    if (listed.length > 0) return listed[index % listed.length] ?? value;
    if (typeof value === 'number') return value + index;
    return typeof value === 'string' ? `${value}${index}` : value;
  });
}
