import { diagnostic } from '../../model/diagnostic.ts';
import { isJsonObject, type JsonSchema, type JsonValue } from '../../model/json.ts';
import { annotate } from './annotate.ts';
import { combine } from './combine.ts';
import { hidingMark, type Conversion } from './conversion.ts';
import { convertKeywords } from './convert-keywords.ts';
import type { Facts } from './facts.ts';
import { referenceKey, withoutKeys } from './keywords.ts';
import { onlyAnnotates } from './merge.ts';
import { locationOf, samePlace, type Place } from './place.ts';
import { maxSchemaDepth } from './regions.ts';

/** Deepest nesting that is converted: a little less than the limit, because it stands inside the tool's root. */
const maxDepth = maxSchemaDepth - 5;

/**
 * Converts one canonical schema (rules J3, J7 to J14); `undefined` where it is a reference that leads back
 * to itself without saying anything.
 */
export function convertNode(
  schema: JsonSchema,
  place: Place,
  conversion: Conversion,
): JsonSchema | undefined {
  if (place.depth > maxDepth) {
    reportDepth(place, conversion);
    return {};
  }
  const closes = !place.open && closesTogether(schema, conversion);
  const inner = innerPlace(schema, place, closes, conversion);
  const reference = referenceKey(schema);
  const others: JsonSchema[] = [];
  if (reference !== undefined) {
    const target = convertReference(reference, inner, conversion);
    if (target !== undefined) others.push(target);
    else if (onlyAnnotates(withoutKeys(schema, '$ref'))) return undefined;
  }
  const { own, further } = convertKeywords(schema, inner, conversion);
  others.push(...further, ...convertAllOf(schema, inner, conversion));
  const closed = closes || own['unevaluatedProperties'] === false;
  const combined = combine(
    closed ? withoutKeys(own, 'unevaluatedProperties') : own,
    others,
    conversion,
  );
  return annotate(closed ? close(combined) : combined, schema, place, conversion);
}

function reportDepth(place: Place, conversion: Conversion): void {
  conversion.report(
    diagnostic('schema-too-deep', {
      message: `A schema is nested more than ${maxDepth} levels deep; what lies deeper is published as any value.`,
      fix: 'Give the deep parts names under components.schemas and refer to them.',
      location: locationOf(place.trail),
    }),
  );
}

function innerPlace(
  schema: JsonSchema,
  place: Place,
  closes: boolean,
  { library, perspective }: Conversion,
): Place {
  const marked = library.facts.markedNames(schema, hidingMark(perspective));
  if (marked.size === 0 && !closes) return place;
  const hidden = marked.size === 0 ? place.hidden : new Set([...place.hidden, ...marked]);
  return { ...place, hidden, open: place.open || closes };
}

function convertAllOf(
  schema: JsonSchema,
  place: Place,
  conversion: Conversion,
): readonly JsonSchema[] {
  const members = schema['allOf'];
  if (!Array.isArray(members)) return [];
  return (members as readonly JsonValue[]).flatMap((member, index) => {
    if (!isJsonObject(member)) return [];
    const converted = conversion.convert(member, samePlace(place, 'all', 'allOf', String(index)));
    return converted === undefined ? [] : [converted];
  });
}

/** A reference for the same instance as its place. */
function convertReference(
  key: string,
  place: Place,
  conversion: Conversion,
): JsonSchema | undefined {
  const { library, inheritance } = conversion;
  const entry = library.entry(key);
  if (entry === undefined) {
    conversion.report(
      diagnostic('schema-reference-missing', {
        message: `A schema refers to "${key}", which does not exist; it is published as any value.`,
        fix: 'Define the schema, or remove the reference.',
        location: locationOf(place.trail),
      }),
    );
    return {};
  }
  const role =
    place.owner === undefined
      ? 'whole'
      : inheritance.follow({
          owner: place.owner,
          role: place.role,
          below: place.below,
          target: key,
        });
  if (role === undefined) {
    if (place.below === 'all') reportLoop(place, conversion);
    return undefined;
  }
  return needsOwnCopy(key, place, conversion)
    ? conversion.specialize(key, role, place)
    : conversion.refer(key, role);
}

function reportLoop(place: Place, conversion: Conversion): void {
  conversion.report(
    diagnostic('schema-loop', {
      message: `The schema "${place.owner ?? ''}" includes itself through allOf or $ref; the inclusion is left out.`,
      fix: 'Remove the reference that leads back to the schema.',
      location: locationOf(place.trail),
    }),
  );
}

/** Whether what surrounds a reference changes the schema that it leads to. */
function needsOwnCopy(key: string, place: Place, conversion: Conversion): boolean {
  const { library, perspective } = conversion;
  const target = library.entry(key)?.schema ?? {};
  if (place.open && library.facts.isClosed(target)) return true;
  if (place.hidden.size === 0) return false;
  const already = library.facts.markedNames(target, hidingMark(perspective));
  const { properties, required } = library.facts.named(target);
  for (const name of place.hidden) {
    if (!already.has(name) && (properties.has(name) || required.has(name))) return true;
  }
  return false;
}

/**
 * Whether a member closes the object over names that only another member knows, which no object could
 * satisfy: what is meant is that the whole is closed (rule J8).
 */
function closesTogether(schema: JsonSchema, { library: { facts } }: Conversion): boolean {
  if (!Array.isArray(schema['allOf']) && referenceKey(schema) === undefined) return false;
  if (Object.keys(schema).length === 1 && !Array.isArray(schema['allOf'])) return false;
  const parts = [
    ...(referenceKey(schema) === undefined ? [] : [{ $ref: schema['$ref'] ?? '' }]),
    withoutKeys(schema, '$ref', 'allOf'),
    ...(Array.isArray(schema['allOf']) ? (schema['allOf'] as readonly JsonValue[]) : []),
  ].filter((part): part is JsonSchema => isJsonObject(part) && !onlyAnnotates(part));
  if (parts.length < 2) return false;
  const closed = parts.filter((part) => facts.isClosed(part));
  if (closed.length === 0) return false;
  const names = new Set(parts.flatMap((part) => namesOf(part, facts)));
  return closed.some((part) => {
    const known = facts.named(part).properties;
    return [...names].some((name) => !known.has(name));
  });
}

/** Every name that a schema speaks of, also in its choices. */
function namesOf(schema: JsonSchema, facts: Facts, depth = 0): readonly string[] {
  const own = [...facts.named(schema).properties.keys()];
  if (depth === 3) return own;
  const target = facts.target(schema);
  const branches = [target['anyOf'], target['oneOf']].flatMap((choice) =>
    Array.isArray(choice) ? (choice as readonly JsonValue[]) : [],
  );
  return [
    ...own,
    ...branches.flatMap((branch) =>
      isJsonObject(branch) ? namesOf(branch, facts, depth + 1) : [],
    ),
  ];
}

function close(schema: JsonSchema): JsonSchema {
  const isWhole = !['$ref', 'allOf', 'anyOf', 'oneOf', 'if', 'dependentSchemas'].some((keyword) =>
    Object.hasOwn(schema, keyword),
  );
  return isWhole && !Object.hasOwn(schema, 'additionalProperties')
    ? { ...schema, additionalProperties: false }
    : { ...schema, unevaluatedProperties: false };
}
