import type { SchemaTable } from '../model/api.ts';
import type { JsonSchema, JsonValue } from '../model/json.ts';
import { isJsonObject, objectFromEntries } from '../model/json.ts';
import { admittedTypes, facets, itemSchema, propertySchema } from './schema-kinds.ts';

const integerText = /^-?(?:0|[1-9]\d*)$/;
const numberText = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * The JSON value that a text in a URL, header or form stands for: text itself where the schema admits
 * text, otherwise the one other type that it spells. A text that spells none of them stays text, and
 * validation then says what was expected.
 */
export function valueOfText(text: string, schema: JsonSchema, table: SchemaTable): JsonValue {
  const types = admittedTypes(schema, table);
  if (types.has('string') && admitsText(text, schema, table)) return text;
  if (
    (types.has('integer') && integerText.test(text)) ||
    (types.has('number') && numberText.test(text))
  ) {
    return Number(text);
  }
  if (types.has('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  if (types.has('null') && (text === '' || text === 'null')) return null;
  if (types.has('object') || types.has('array')) return parseJson(text) ?? text;
  return text;
}

/** Whether one of the alternatives that admit text admits this one, as far as listed values tell. */
function admitsText(text: string, schema: JsonSchema, table: SchemaTable): boolean {
  return [...facets(schema, table)].some((facet) => {
    const { anyOf, oneOf, enum: listed, const: only } = facet;
    if (anyOf !== undefined || oneOf !== undefined) return false;
    if (!admittedTypes(facet, table).has('string')) return false;
    if (only !== undefined) return only === text;
    return !Array.isArray(listed) || listed.includes(text);
  });
}

/** An array of texts, each by the schema of its place. */
export function arrayOfTexts(
  texts: readonly string[],
  schema: JsonSchema,
  table: SchemaTable,
): JsonValue {
  return texts.map((text, index) => valueOfText(text, itemSchema(schema, index, table), table));
}

/** An object of texts, each by the schema of its property. */
export function objectOfTexts(
  pairs: readonly (readonly [string, string])[],
  schema: JsonSchema,
  table: SchemaTable,
): JsonValue {
  return objectFromEntries(
    pairs.map(([name, text]) => [
      name,
      valueOfText(text, propertySchema(schema, name, table), table),
    ]),
  );
}

/**
 * Gives the texts inside a nested value the types that the schema names there; what is no text stays.
 */
export function typeTexts(value: JsonValue, schema: JsonSchema, table: SchemaTable): JsonValue {
  if (typeof value === 'string') return valueOfText(value, schema, table);
  if (Array.isArray(value)) {
    return value.map((item: JsonValue, index) =>
      typeTexts(item, itemSchema(schema, index, table), table),
    );
  }
  if (!isJsonObject(value)) return value;
  return objectFromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      typeTexts(member, propertySchema(schema, name, table), table),
    ]),
  );
}

/**
 * The same value with every text that spells a number, a truth value or null as that: the other reading of a text
 * whose schema admits text and more.
 */
export function readAsSpelled(value: JsonValue): JsonValue {
  if (typeof value === 'string') {
    if (value === 'true' || value === 'false') return value === 'true';
    if (value === 'null') return null;
    return numberText.test(value) ? Number(value) : value;
  }
  if (Array.isArray(value)) return value.map((item: JsonValue) => readAsSpelled(item));
  if (!isJsonObject(value)) return value;
  return objectFromEntries(
    Object.entries(value).map(([name, member]) => [name, readAsSpelled(member)]),
  );
}

/** The value of a JSON text, or `undefined` where it is none. */
export function parseJson(text: string): JsonValue | undefined {
  try {
    // JSON.parse returns JSON values only.
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}
