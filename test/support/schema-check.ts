import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { JsonSchema, JsonValue } from '../../src/model/json.ts';
import { isJsonObject } from '../../src/model/json.ts';

const ajv = new Ajv2020({
  strict: false,
  allErrors: false,
  logger: false,
  validateFormats: false,
  validateSchema: false,
  // Else a property called `constructor` is found in every object.
  ownProperties: true,
});

/** Compiles a schema after checking it against the 2020-12 meta-schema; throws where it is not valid. */
export function compileSchema(schema: JsonSchema): ValidateFunction {
  if (!ajv.validateSchema(schema)) {
    throw new Error(`not a valid 2020-12 schema: ${ajv.errorsText(ajv.errors)}`);
  }
  const validate = ajv.compile(schema);
  ajv.removeSchema(schema);
  return validate;
}

/** Whether a schema accepts a value. */
export function accepts(schema: JsonSchema, value: JsonValue): boolean {
  return compileSchema(schema)(value);
}

/** Every `$ref` text inside a schema, data included. */
export function referencesIn(value: JsonValue): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item: JsonValue) => referencesIn(item));
  if (!isJsonObject(value)) return [];
  const own = typeof value['$ref'] === 'string' ? [value['$ref']] : [];
  return [...own, ...Object.values(value).flatMap((inner) => referencesIn(inner))];
}
