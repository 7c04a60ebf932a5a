import { isJsonObject, type JsonSchema, type JsonValue } from '../../model/json.ts';
import type { PlannedBody } from '../body.ts';
import type { Definitions } from '../schema/definitions.ts';
import { beside } from '../schema/inline.ts';
import { referenceKey } from '../schema/keywords.ts';

/** One property of a body that becomes an argument. */
export interface LiftedProperty {
  readonly name: string;
  /** Published. */
  readonly schema: JsonSchema;
  readonly required: boolean;
}

/** The properties of a body, or why it cannot be flattened. */
export type Flattening =
  | { readonly ok: true; readonly properties: readonly LiftedProperty[] }
  | { readonly ok: false; readonly reason: string };

const composition = ['$ref', 'allOf', 'anyOf', 'oneOf', 'not', 'if', 'dependentSchemas'] as const;

/**
 * Lifts the properties of a body to the top (rule A8): only of an object with known properties, without
 * composition at its root, that must be sent or of which nothing must be.
 */
export function flattenBody(body: PlannedBody, definitions: Definitions): Flattening {
  const published = body.argument(definitions).schema;
  const key = referenceKey(published);
  const schema = key === undefined ? published : beside(definitions.get(key).schema, published);
  const composed = composition.find((keyword) => schema[keyword] !== undefined);
  if (composed !== undefined)
    return { ok: false, reason: `its schema is composed with ${composed}` };
  const properties = schema['properties'];
  if (!isJsonObject(properties) || Object.keys(properties).length === 0) {
    return { ok: false, reason: 'its schema is no object with known properties' };
  }
  const required = new Set(namesOf(schema['required']));
  if (!body.required && required.size > 0) {
    return { ok: false, reason: 'it is optional, but some of its properties are required' };
  }
  return {
    ok: true,
    properties: Object.entries(properties).flatMap(([name, property]) =>
      isJsonObject(property) ? [{ name, schema: property, required: required.has(name) }] : [],
    ),
  };
}

function namesOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}
