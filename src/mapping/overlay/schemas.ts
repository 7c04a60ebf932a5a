import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { staged, type Staged } from '../../model/diagnostic.ts';
import { isArray, isJsonObject, type JsonSchema, type JsonValue } from '../../model/json.ts';
import { badValue, type Check, type Place, refine, wrongType } from './check.ts';

/** Deepest schema that is read, as in what is published (rule J16). */
const deepest = 50;

const rootComposition = ['oneOf', 'anyOf', 'allOf', 'not', 'if', '$ref', '$dynamicRef'] as const;

/** A self-contained JSON Schema 2020-12; `true` and `false` are written as objects (rule J13). */
export const jsonSchema: Check<JsonSchema> = (place) => {
  if (place.value === true) return staged({});
  if (place.value === false) return staged({ not: {} });
  if (!isJsonObject(place.value)) return wrongType(place, 'a JSON Schema');
  const problem = problemOf(place.value);
  return problem === undefined
    ? staged(place.value)
    : badValue(
        place,
        problem,
        'Write a JSON Schema of 2020-12 whose references stay under #/$defs.',
      );
};

/** A schema whose root every client accepts: `type: object`, without composition (rules J17, C1, C16). */
export const objectSchema: Check<JsonSchema> = refine(jsonSchema, requireObjectRoot);

function requireObjectRoot(schema: JsonSchema, place: Place): Staged<JsonSchema> {
  const composition = rootComposition.find((keyword) => Object.hasOwn(schema, keyword));
  if (schema['type'] === 'object' && composition === undefined) {
    return staged(isJsonObject(schema['properties']) ? schema : { ...schema, properties: {} });
  }
  return badValue(
    place,
    composition === undefined
      ? 'must have type: object at its root'
      : `has ${composition} at its root`,
    'Write an object schema; clients refuse any other root.',
  );
}

/** What is wrong with a schema; `undefined` where nothing is. */
function problemOf(schema: JsonSchema): string | undefined {
  if (isTooDeep(schema)) return `nests deeper than ${deepest} levels`;
  const reference = foreignReference(schema);
  if (reference !== undefined) return `refers to ${JSON.stringify(reference)}`;
  const ajv = metaSchemas();
  if (ajv.validateSchema(schema) === true) return undefined;
  return `is not a JSON Schema: ${errorText(ajv.errors?.[0])}`;
}

let compiled: Ajv2020 | undefined;

/** Compiling the meta-schema takes a while, and most overlays hold no schema. */
function metaSchemas(): Ajv2020 {
  compiled ??= new Ajv2020({ strict: false, logger: false });
  return compiled;
}

function errorText(error: ErrorObject | undefined): string {
  return `${error?.instancePath || '/'} ${error?.message ?? 'is invalid'}`;
}

function isTooDeep(schema: JsonSchema): boolean {
  let level: readonly JsonValue[] = [schema];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepest * 2) return true;
    level = level.flatMap(childrenOf);
  }
  return false;
}

function childrenOf(value: JsonValue): readonly JsonValue[] {
  if (isArray(value)) return value;
  return isJsonObject(value) ? Object.values(value) : [];
}

/** A `$ref` that leads out of the schema. */
function foreignReference(schema: JsonSchema): string | undefined {
  let level: readonly JsonValue[] = [schema];
  while (level.length > 0) {
    for (const value of level) {
      const reference = isJsonObject(value) ? value['$ref'] : undefined;
      if (typeof reference === 'string' && !/^#(?:$|\/\$defs\/)/.test(reference)) return reference;
    }
    level = level.flatMap(childrenOf);
  }
  return undefined;
}
