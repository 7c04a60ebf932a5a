import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { SchemaTable } from '../model/api.ts';
import type { JsonObject, JsonSchema, JsonValue } from '../model/json.ts';
import { isArray, isJsonObject, objectFromEntries } from '../model/json.ts';
import { facets } from './schema-kinds.ts';

/** Says in which ways a value does not fit a schema; at most ten sentences, each with its pointer. */
export type Validate = (
  value: JsonValue,
  schema: JsonSchema,
) => readonly { readonly pointer: string; readonly message: string }[];

const tableId = 'mock:schemas';

/**
 * Validates request values against canonical schemas with ajv. A property that is `readOnly` is not
 * required of a request (rule J7), and raw bytes fit whatever string keywords say.
 */
export function createValidate(table: SchemaTable): Validate {
  const ajv = new Ajv2020({
    strict: false,
    // A property named `constructor` is not there unless the value has it itself.
    ownProperties: true,
    allErrors: true,
    validateSchema: false,
    logger: false,
    // A document's own annotations must not become keywords that ajv refuses.
    discriminator: false,
  });
  // ajv-formats is CommonJS whose types say `default` where Node gives the function itself.
  (addFormats as unknown as (instance: Ajv2020) => void)(ajv);
  ajv.addSchema({
    $id: tableId,
    $defs: objectFromEntries(
      Object.entries(table).map(([key, { schema }]) => [key, requestSchema(schema, table)]),
    ),
  });
  const compiled = new WeakMap<JsonSchema, ValidateFunction>();
  return (value, schema) => {
    let validate = compiled.get(schema);
    if (validate === undefined) {
      validate = ajv.compile(absoluteReferences(requestSchema(schema, table)));
      compiled.set(schema, validate);
    }
    return validate(value) ? [] : (validate.errors ?? []).slice(0, 10).map(describe);
  };
}

function describe(error: ErrorObject): { readonly pointer: string; readonly message: string } {
  const { allowedValues: allowed, passingSchemas: passing } = error.params as {
    readonly allowedValues?: unknown;
    readonly passingSchemas?: unknown;
  };
  const pointer = error.instancePath;
  if (isArray(passing)) {
    const fitting = passing.map((index) => Number(index) + 1).join(' and ');
    return { pointer, message: `must fit one alternative of oneOf only, and fits ${fitting}` };
  }
  const detail = isArray(allowed) ? `: ${JSON.stringify(allowed).slice(0, 200)}` : '';
  return { pointer, message: `${error.message ?? error.keyword}${detail}` };
}

/** The same schema with references into the table. */
function absoluteReferences(schema: JsonSchema): JsonSchema {
  return mapSchema(schema, (node) =>
    typeof node['$ref'] === 'string' && node['$ref'].startsWith('#/$defs/')
      ? { ...node, $ref: `${tableId}${node['$ref']}` }
      : node,
  );
}

function requestSchema(schema: JsonSchema, table: SchemaTable): JsonSchema {
  return mapSchema(schema, (original) => {
    const node = chooseByDiscriminator(original);
    if (node['format'] === 'binary') return pick(node, 'type');
    const { required } = node;
    if (!Array.isArray(required)) return node;
    const readOnly = readOnlyProperties(schema, node, table);
    return {
      ...node,
      required: required.filter(
        (name: JsonValue) => typeof name !== 'string' || !readOnly.has(name),
      ),
    };
  });
}

function pick(node: JsonSchema, key: string): JsonSchema {
  const value = node[key];
  return value === undefined ? {} : { [key]: value };
}

/** Read-only names declared beside this `required`, in the node itself or in the schema around it. */
function readOnlyProperties(
  root: JsonSchema,
  node: JsonObject,
  table: SchemaTable,
): ReadonlySet<string> {
  const names = new Set<string>();
  for (const start of [node, root]) {
    for (const { properties } of facets(start, table)) {
      for (const [name, property] of isJsonObject(properties) ? Object.entries(properties) : []) {
        if (!isJsonObject(property)) continue;
        if ([...facets(property, table)].some((facet) => facet['readOnly'] === true))
          names.add(name);
      }
    }
  }
  return names;
}

const mapsOfSchemas = new Set(['properties', 'patternProperties', '$defs', 'dependentSchemas']);
const dataKeywords = new Set([
  'default',
  'const',
  'enum',
  'examples',
  'example',
  'xml',
  'discriminator',
]);

/**
 * A discriminator says which alternative is meant; that a value fits others too is then no fault of it, as it is for
 * `oneOf` alone.
 */
function chooseByDiscriminator(node: JsonSchema): JsonSchema {
  const { oneOf, anyOf, discriminator, ...rest } = node;
  if (discriminator === undefined || !isArray(oneOf)) return node;
  const choice = { ...rest, discriminator, anyOf: oneOf };
  return anyOf === undefined ? choice : { ...choice, allOf: [...listOf(rest['allOf']), { anyOf }] };
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]) : [];
}

/** Rebuilds a schema with every sub-schema changed, innermost first; data is left alone. */
function mapSchema(schema: JsonSchema, change: (node: JsonSchema) => JsonSchema): JsonSchema {
  const entries = Object.entries(schema).map(([keyword, value]): [string, JsonValue] => {
    if (dataKeywords.has(keyword)) return [keyword, value];
    if (mapsOfSchemas.has(keyword) && isJsonObject(value)) {
      return [
        keyword,
        objectFromEntries(
          Object.entries(value).map(([name, member]) => [
            name,
            isJsonObject(member) ? mapSchema(member, change) : member,
          ]),
        ),
      ];
    }
    if (isArray(value)) {
      return [
        keyword,
        value.map((item) => (isJsonObject(item) ? mapSchema(item, change) : (item as JsonValue))),
      ];
    }
    return [keyword, isJsonObject(value) ? mapSchema(value, change) : value];
  });
  return change(objectFromEntries(entries));
}
