import { isJsonObject, type JsonSchema, type JsonValue } from '../../model/json.ts';
import { typeOf } from './facts.ts';

/**
 * Whether a value fits the simple keywords of a schema: type, values and bounds. What is composed is not
 * looked into, so `true` is no promise; `false` is one.
 */
export function mayFit(schema: JsonSchema, value: JsonValue): boolean {
  return fitsType(schema, value) && fitsValues(schema, value) && fitsBounds(schema, value);
}

function fitsType(schema: JsonSchema, value: JsonValue): boolean {
  const type = schema['type'];
  if (type === undefined) return true;
  const allowed: readonly unknown[] = Array.isArray(type) ? type : [type];
  const actual = typeOf(value);
  return allowed.includes(actual) || (actual === 'integer' && allowed.includes('number'));
}

function fitsValues(schema: JsonSchema, value: JsonValue): boolean {
  const text = JSON.stringify(value);
  const values = schema['enum'];
  if (Array.isArray(values) && !values.some((other) => JSON.stringify(other) === text))
    return false;
  return schema['const'] === undefined || JSON.stringify(schema['const']) === text;
}

function fitsBounds(schema: JsonSchema, value: JsonValue): boolean {
  if (typeof value === 'number') {
    return (
      within(value, schema['minimum'], schema['maximum']) &&
      !atLeast(schema['exclusiveMinimum'], value) &&
      !atLeast(value, schema['exclusiveMaximum'])
    );
  }
  if (typeof value === 'string') {
    return within(Array.from(value).length, schema['minLength'], schema['maxLength']);
  }
  if (Array.isArray(value)) return within(value.length, schema['minItems'], schema['maxItems']);
  if (!isJsonObject(value)) return true;
  const required = schema['required'];
  return (
    !Array.isArray(required) ||
    required.every((name) => typeof name === 'string' && Object.hasOwn(value, name))
  );
}

function within(size: number, least: JsonValue | undefined, most: JsonValue | undefined): boolean {
  return !(typeof least === 'number' && size < least) && !(typeof most === 'number' && size > most);
}

function atLeast(left: JsonValue | undefined, right: JsonValue | undefined): boolean {
  return typeof left === 'number' && typeof right === 'number' && left >= right;
}

/**
 * Whether no integer in a value is beyond what a number holds exactly: what is said of such a one is wrong (rule L8).
 * A schema of numbers asks for no digits.
 */
export function keepsDigits(schema: JsonSchema, value: JsonValue): boolean {
  const type = schema['type'];
  const isOfNumbers = type === 'number' || (Array.isArray(type) && type.includes('number'));
  return (isOfNumbers && typeof value === 'number') || isExact(value);
}

function isExact(value: JsonValue): boolean {
  if (typeof value === 'number') return !Number.isInteger(value) || Number.isSafeInteger(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.values(value).every(isExact);
}

/** Longest example that is published, as JSON text. */
const maxExampleLength = 100;

/** At most two short, distinct examples (rule J10). */
export function shortExamples(examples: readonly JsonValue[]): readonly JsonValue[] {
  const chosen = new Map<string, JsonValue>();
  for (const example of examples) {
    const text = JSON.stringify(example);
    if (text.length <= maxExampleLength) chosen.set(text, example);
    if (chosen.size === 2) break;
  }
  return [...chosen.values()];
}
