import type { JsonSchema, JsonValue } from '../../model/json.ts';
import { isArray, isJsonObject, ownValue } from '../../model/json.ts';
import { parsePointer } from '../../model/source.ts';

/** A chain of references, or of combinations in each other, is followed this far. */
const mostSteps = 16;

/** Follows `$ref` inside a document; keywords beside it stay and win. An unknown target counts as any value. */
export function dereference(schema: JsonSchema, root: JsonSchema): JsonSchema {
  let current = schema;
  for (let step = 0; step < mostSteps; step += 1) {
    const { $ref: reference, ...beside } = current;
    if (typeof reference !== 'string') return current;
    current = { ...targetOf(reference, root), ...beside };
  }
  return {};
}

function targetOf(reference: string, root: JsonSchema): JsonSchema {
  if (!reference.startsWith('#')) return {};
  let target: unknown = root;
  for (const token of parsePointer(reference.slice(1))) {
    if (isArray(target)) target = target[Number(token)];
    else target = isJsonObject(target) ? ownValue(target, token) : undefined;
  }
  return isJsonObject(target) ? target : {};
}

/** The names of the members of an object, those of its combinations too. */
export function namesOf(schema: JsonSchema, root: JsonSchema): readonly string[] {
  return partsOf(schema, root).flatMap(({ properties }) =>
    isJsonObject(properties) ? Object.keys(properties) : [],
  );
}

/** The schema of a member that a schema names, itself or in its combinations. */
export function propertyOf(
  schema: JsonSchema,
  name: string,
  root: JsonSchema,
): JsonSchema | undefined {
  for (const part of partsOf(schema, root)) {
    const properties = part['properties'];
    const own = isJsonObject(properties) ? ownValue(properties, name) : undefined;
    if (isJsonObject(own)) return own;
  }
  return undefined;
}

/** The schema of members that have no name of their own, or of items: what `keyword` says. */
export function memberOf(
  schema: JsonSchema,
  keyword: 'additionalProperties' | 'items',
  root: JsonSchema,
): JsonSchema | undefined {
  for (const part of partsOf(schema, root)) {
    const member = part[keyword];
    if (isJsonObject(member)) return member;
  }
  return undefined;
}

/** The members that an object must have whatever form it takes, each once. */
export function requiredOf(schema: JsonSchema, root: JsonSchema): readonly string[] {
  const names = new Set<string>();
  for (const part of partsOf(schema, root, ['allOf'])) {
    const required = part['required'];
    if (!isArray(required)) continue;
    for (const name of required) if (typeof name === 'string') names.add(name);
  }
  return [...names];
}

/** A schema and the schemas that it is combined of, each once, outer ones first. */
function partsOf(
  schema: JsonSchema,
  root: JsonSchema,
  combinations: readonly string[] = ['allOf', 'anyOf', 'oneOf'],
): readonly JsonSchema[] {
  const parts = [dereference(schema, root)];
  const seen = new Set<JsonValue>([schema]);
  for (const part of parts) {
    if (parts.length > mostSteps) break;
    for (const keyword of combinations) {
      const listed = part[keyword];
      if (!isArray(listed)) continue;
      for (const each of listed) {
        if (!isJsonObject(each) || seen.has(each)) continue;
        seen.add(each);
        parts.push(dereference(each, root));
      }
    }
  }
  return parts;
}
