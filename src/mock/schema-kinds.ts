import type { SchemaTable } from '../model/api.ts';
import type { JsonSchema } from '../model/json.ts';
import { isArray, isJsonObject, ownValue } from '../model/json.ts';

/** The six types of JSON Schema, with `integer` beside `number`. */
export type SchemaType = 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object';

const everyType: readonly SchemaType[] = [
  'null',
  'boolean',
  'integer',
  'number',
  'string',
  'array',
  'object',
];

/** How far references and compositions are followed when only types are asked for. */
const maxDepth = 12;

/**
 * The schema with its `$ref` followed. What stands beside the reference holds as well: laid over it where it says
 * something else, as members of an `allOf` where both speak of the same. Unresolvable references are `{}`.
 */
export function followReference(schema: JsonSchema, table: SchemaTable): JsonSchema {
  let current = schema;
  for (let step = 0; step < maxDepth; step += 1) {
    const reference = current['$ref'];
    if (typeof reference !== 'string') return current;
    const target = ownValue(table, reference.replace(/^#\/\$defs\//, ''))?.schema ?? {};
    const { $ref: _followed, ...siblings } = current;
    if (assertions.some((key) => Object.hasOwn(target, key) && Object.hasOwn(siblings, key))) {
      return { allOf: [target, siblings] };
    }
    current = { ...target, ...siblings };
  }
  return {};
}

/** Keywords of which one must not replace the other. */
const assertions = ['properties', 'required', 'allOf', 'anyOf', 'oneOf', 'not', 'items'] as const;

/** The types that a value of this schema may have, as far as `type`, `enum`, `const` and compositions tell. */
export function admittedTypes(
  schema: JsonSchema,
  table: SchemaTable,
  depth = 0,
): ReadonlySet<SchemaType> {
  if (depth > maxDepth) return new Set(everyType);
  const { type, enum: listed, const: only, allOf, anyOf, oneOf } = followReference(schema, table);
  let types = new Set<SchemaType>(everyType);
  const narrow = (more: Iterable<SchemaType>): void => {
    const set = new Set(more);
    if (set.has('number')) set.add('integer');
    types = new Set([...types].filter((name) => set.has(name)));
  };
  if (typeof type === 'string') narrow(knownTypes([type]));
  if (isArray(type)) narrow(knownTypes(type));
  if (isArray(listed)) narrow(listed.map((value) => typeOf(value)));
  if (only !== undefined) narrow([typeOf(only)]);
  for (const part of isArray(allOf) ? allOf : []) {
    if (isJsonObject(part)) narrow(admittedTypes(part, table, depth + 1));
  }
  for (const choice of [anyOf, oneOf]) {
    if (!isArray(choice)) continue;
    narrow(
      choice.flatMap((part) =>
        isJsonObject(part) ? [...admittedTypes(part, table, depth + 1)] : [],
      ),
    );
  }
  return types;
}

/** The schemas that apply at a place together or as alternatives, references followed. */
export function* facets(
  schema: JsonSchema,
  table: SchemaTable,
  depth = 0,
): Generator<JsonSchema, undefined> {
  const followed = followReference(schema, table);
  yield followed;
  if (depth > maxDepth) return undefined;
  for (const keyword of ['allOf', 'anyOf', 'oneOf'] as const) {
    const parts = followed[keyword];
    for (const part of isArray(parts) ? parts : []) {
      if (isJsonObject(part)) yield* facets(part, table, depth + 1);
    }
  }
  return undefined;
}

/** The schema of a property, wherever in the composition it is declared; `{}` where it is not. */
export function propertySchema(schema: JsonSchema, name: string, table: SchemaTable): JsonSchema {
  let additional: JsonSchema = {};
  for (const facet of facets(schema, table)) {
    const { properties, additionalProperties } = facet;
    const declared = isJsonObject(properties) ? ownValue(properties, name) : undefined;
    if (isJsonObject(declared)) return declared;
    if (isJsonObject(additionalProperties)) additional = additionalProperties;
  }
  return additional;
}

/** The names of every declared property, in order. */
export function propertyNames(schema: JsonSchema, table: SchemaTable): readonly string[] {
  const names = new Set<string>();
  for (const { properties } of facets(schema, table)) {
    if (isJsonObject(properties)) for (const name of Object.keys(properties)) names.add(name);
  }
  return [...names];
}

/** Whether an object may have members that no schema declares. */
export function isOpen(schema: JsonSchema, table: SchemaTable): boolean {
  return [...facets(schema, table)].every(
    ({ additionalProperties: rest }) => rest !== false && !(isJsonObject(rest) && isNever(rest)),
  );
}

/** Whether nothing fits: a boolean `false` in the canonical dialect. */
export function isNever(schema: JsonSchema): boolean {
  return isJsonObject(schema['not']) && Object.keys(schema['not']).length === 0;
}

/** The schema of an array's items; `{}` where none is declared. */
export function itemSchema(schema: JsonSchema, index: number, table: SchemaTable): JsonSchema {
  for (const { prefixItems, items } of facets(schema, table)) {
    const positional = isArray(prefixItems) ? prefixItems[index] : undefined;
    if (isJsonObject(positional)) return positional;
    if (isJsonObject(items)) return items;
  }
  return {};
}

/** Whether a place holds raw bytes: `format: binary` in the canonical dialect (rule B14). */
export function holdsBytes(schema: JsonSchema, table: SchemaTable): boolean {
  return [...facets(schema, table)].some(({ format }) => format === 'binary');
}

function knownTypes(names: readonly unknown[]): readonly SchemaType[] {
  return everyType.filter((name) => names.includes(name));
}

function typeOf(value: unknown): SchemaType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'string') return 'string';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return 'object';
}
