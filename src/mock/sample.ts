import type { SchemaTable } from '../model/api.ts';
import type { JsonObject, JsonSchema, JsonValue } from '../model/json.ts';
import { isJsonObject, jsonEqual, objectFromEntries } from '../model/json.ts';
import { samplePattern } from './sample-pattern.ts';
import { admittedTypes, facets, followReference, holdsBytes, isNever } from './schema-kinds.ts';

/** For whom a sample is: a request leaves `readOnly` properties out, a response `writeOnly` ones. */
export type SampleDirection = 'request' | 'response';

/** Below this depth only what is required is sampled; twice as deep everything ends. */
const comfortableDepth = 5;

/** Whether a value fits a schema; decides between examples and made-up values. */
export type Fits = (value: JsonValue, schema: JsonSchema) => boolean;

/** What sampling needs to know. */
export interface SampleContext {
  readonly table: SchemaTable;
  readonly direction: SampleDirection;
  /** `required` leaves out what need not be there, but leaves no object inside empty; `all` by default. */
  readonly properties?: 'all' | 'required';
  readonly fits: Fits;
}

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
  if (depth > comfortableDepth * 2) return emptyValue(followed, context);
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
    if (chosen !== undefined && place.depth < comfortableDepth * 2)
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
  if (types.has('string')) return sampleString(schema, context);
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
  const { additionalProperties: rest } = schema;
  const open = isJsonObject(rest) && !isNever(rest) ? rest : {};
  const chosen = new Map([...declared].filter(([name]) => required.has(name)));
  for (const name of required) {
    if (typeof name === 'string' && !isDeclared(schema, name)) chosen.set(name, open);
  }
  const isInside = depth > 0 && depth < comfortableDepth * 2;
  const least = Math.max(Number(schema['minProperties'] ?? 0), isInside ? 1 : 0);
  const wanted = takesAll ? Number(schema['maxProperties'] ?? Infinity) : least;
  for (const [name, property] of declared) if (chosen.size < wanted) chosen.set(name, property);
  const keys = rest === undefined ? Number(schema['minProperties'] ?? 0) : least;
  for (let extra = 1; chosen.size < keys && extra <= keys; extra += 1) {
    chosen.set(`key${extra}`, open);
  }
  return objectFromEntries(
    [...chosen].map(([name, property]) => [name, sampleValue(property, context, depth + 1)]),
  );
}

/** Members that a value for this direction may have, in order. */
function declaredMembers(
  { properties }: JsonSchema,
  { table, direction }: SampleContext,
): ReadonlyMap<string, JsonSchema> {
  const avoid = direction === 'request' ? 'readOnly' : 'writeOnly';
  const entries = isJsonObject(properties) ? Object.entries(properties) : [];
  return new Map(
    entries.flatMap(([name, property]): [string, JsonSchema][] => {
      if (!isJsonObject(property) || isNever(property)) return [];
      const isAvoided = [...facets(property, table)].some((facet) => facet[avoid] === true);
      return isAvoided ? [] : [[name, property]];
    }),
  );
}

function isDeclared({ properties }: JsonSchema, name: string): boolean {
  return isJsonObject(properties) && Object.hasOwn(properties, name);
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

const formats: Readonly<Record<string, string>> = {
  'date-time': '2024-05-06T07:08:09Z',
  date: '2024-05-06',
  time: '07:08:09Z',
  duration: 'P3D',
  email: 'ada@example.com',
  'idn-email': 'ada@example.com',
  hostname: 'example.com',
  'idn-hostname': 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://example.com/a',
  url: 'https://example.com/a',
  'uri-reference': '/a',
  iri: 'https://example.com/a',
  uuid: '123e4567-e89b-42d3-a456-426614174000',
  regex: 'a',
  byte: 'YQ==',
  'json-pointer': '/a',
  'uri-template': 'https://example.com/{a}',
};

function sampleString(schema: JsonSchema, { table }: SampleContext): string {
  if (holdsBytes(schema, table) || schema['contentEncoding'] === 'base64') return 'YQ==';
  const { format, pattern } = schema;
  const least = Number(schema['minLength'] ?? 0);
  const most = Number(schema['maxLength'] ?? Number.POSITIVE_INFINITY);
  if (typeof pattern === 'string') {
    const made = samplePattern(pattern, least);
    if (made !== undefined && made.length <= most) return made;
  }
  const known =
    typeof format === 'string' && Object.hasOwn(formats, format) ? formats[format] : undefined;
  if (known !== undefined && known.length >= least && known.length <= most) return known;
  return 'text'.padEnd(least, 'x').slice(0, Math.max(least, Math.min(most, 1e6)));
}

/** Distance of a value that is only just beyond an exclusive bound. */
const beyond = { integer: 1, number: 0.5 } as const;

function sampleNumber(schema: JsonSchema, fractions: boolean): number {
  const distance = fractions ? beyond.number : beyond.integer;
  const limits = (name: string, exclusiveName: string, sign: 1 | -1): readonly number[] => [
    ...numbers(schema[name]),
    ...numbers(schema[exclusiveName]).map((limit) => limit + sign * distance),
  ];
  const lower = Math.max(...limits('minimum', 'exclusiveMinimum', 1), Number.NEGATIVE_INFINITY);
  const upper = Math.min(...limits('maximum', 'exclusiveMaximum', -1), Number.POSITIVE_INFINITY);
  const value = Math.min(Math.max(1, lower), upper);
  const [step] = numbers(schema['multipleOf']);
  if (step !== undefined && step > 0) {
    return Math.ceil((Number.isFinite(lower) ? lower : value) / step) * step;
  }
  return fractions ? value : Math.ceil(value);
}

function numbers(value: JsonValue | undefined): readonly number[] {
  return typeof value === 'number' ? [value] : [];
}
