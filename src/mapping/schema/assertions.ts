import {
  canonicalStringify,
  isJsonObject,
  type JsonSchema,
  type JsonValue,
} from '../../model/json.ts';

/** How one keyword without subschemas is taken over; `undefined` where its value is malformed. */
type Reader = (value: JsonValue) => JsonValue | undefined;

const types = new Set(['null', 'boolean', 'object', 'array', 'number', 'integer', 'string']);

/** Formats that clients know; others become text (rule J11). */
const keptFormats = new Set([
  'date-time',
  'date',
  'time',
  'duration',
  'email',
  'hostname',
  'ipv4',
  'ipv6',
  'uri',
  'uri-reference',
  'uuid',
  'regex',
  'int32',
  'int64',
  'float',
  'double',
]);

const number: Reader = (value) => (typeof value === 'number' ? value : undefined);
const count: Reader = (value) =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined;
const text: Reader = (value) => (typeof value === 'string' ? value : undefined);

/** Keywords that say what is valid and hold no schemas; each has its own value's shape. */
export const assertionReaders: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['type', readType],
  ['const', (value) => value],
  ['enum', readEnum],
  ['multipleOf', (value) => (typeof value === 'number' && value > 0 ? value : undefined)],
  ['maximum', number],
  ['exclusiveMaximum', number],
  ['minimum', number],
  ['exclusiveMinimum', number],
  ['maxLength', count],
  ['minLength', count],
  ['maxItems', count],
  ['minItems', count],
  ['maxProperties', count],
  ['minProperties', count],
  ['maxContains', count],
  ['minContains', count],
  ['uniqueItems', (value) => (typeof value === 'boolean' ? value : undefined)],
  ['required', readNames],
  ['dependentRequired', readDependentRequired],
  ['pattern', (value) => (typeof value === 'string' && isPattern(value) ? value : undefined)],
  ['format', text],
  ['contentEncoding', text],
  ['contentMediaType', text],
]);

/** Whether a format is published as it is. */
export function isKeptFormat(format: string): boolean {
  return keptFormats.has(format);
}

const compiled = new Map<string, boolean>();

/** Whether a pattern compiles as ECMA-262 with the `u` flag (rule J12). */
export function isPattern(pattern: string): boolean {
  const known = compiled.get(pattern);
  if (known !== undefined) return known;
  const valid = compiles(pattern);
  if (compiled.size < 10_000) compiled.set(pattern, valid);
  return valid;
}

function compiles(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u').unicode;
  } catch {
    return false;
  }
}

function readType(value: JsonValue): JsonValue | undefined {
  if (typeof value === 'string') return types.has(value) ? value : undefined;
  if (!Array.isArray(value)) return undefined;
  const names = [...new Set(value as readonly JsonValue[])].filter(
    (name): name is string => typeof name === 'string' && types.has(name),
  );
  return names.length > 1 ? names : names[0];
}

/** Members once each, whatever the document repeats; clients refuse repetitions. */
function readEnum(value: JsonValue): JsonValue | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const members = new Map<string, JsonValue>();
  for (const member of value as readonly JsonValue[])
    members.set(canonicalStringify(member), member);
  return [...members.values()];
}

function readNames(value: JsonValue): JsonValue | undefined {
  if (!Array.isArray(value)) return undefined;
  const names = (value as readonly JsonValue[]).filter((name) => typeof name === 'string');
  return [...new Set(names)];
}

function readDependentRequired(value: JsonValue): JsonValue | undefined {
  if (!isJsonObject(value)) return undefined;
  return Object.fromEntries(
    Object.entries(value).map(([name, names]) => [name, readNames(names) ?? []]),
  );
}

/** Largest `enum` that is published; a longer one becomes text and the upstream checks (section C). */
export const maxEnumValues = 250;

const maxEnumText = 1_000;

/** The members of an enum that is too long to publish, as text. */
export function enumText(values: readonly JsonValue[]): string {
  const shown: string[] = [];
  let length = 0;
  for (const value of values) {
    const next = typeof value === 'string' ? value : JSON.stringify(value);
    length += next.length + 2;
    if (length > maxEnumText) break;
    shown.push(next);
  }
  const more = values.length - shown.length;
  const rest = more > 0 ? `, and ${more} more` : '';
  return `One of ${values.length} values: ${shown.join(', ')}${rest}.`;
}

/**
 * Whether a runtime may have to write this schema's integers as text: they are not bounded to what
 * JSON readers keep exactly.
 */
export function isWideInteger(schema: JsonSchema): boolean {
  const { format, minimum, maximum } = schema as {
    readonly format?: JsonValue;
    readonly minimum?: JsonValue;
    readonly maximum?: JsonValue;
  };
  if (format === 'int32' || schema['enum'] !== undefined || schema['const'] !== undefined) {
    return false;
  }
  return !(isSafe(minimum) && isSafe(maximum));
}

function isSafe(bound: JsonValue | undefined): boolean {
  return typeof bound === 'number' && Number.isSafeInteger(bound);
}
