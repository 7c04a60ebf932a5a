import { isJsonObject, objectFromEntries, ownValue, setOwn } from '../../model/json.ts';
import type { JsonSchema, JsonValue } from '../../model/json.ts';
import type { DocumentNode } from '../document-set.ts';
import { itemsOf, kindOf, membersOf, pointerText } from '../shared/nodes.ts';
import { maxSchemaDepth, maxSubschemas, reportKeyword } from './conversion.ts';
import type { Conversion, SchemaPlace } from './conversion.ts';
import { dialectNamed } from './dialect.ts';
import { readDiscriminator } from './discriminator.ts';
import { readDynamicReference, scopeInside } from './dynamic-references.ts';
import { readKeyword } from './keyword-values.ts';
import { settleSchema } from './settle-schema.ts';
import type { SchemaDraft } from './settle-schema.ts';
import { followPureReferences } from './schema-references.ts';

/** What a schema may be read with. */
export interface ConvertOptions {
  /** Only these keywords count: a 2.0 parameter is schema and parameter in one object. */
  readonly only?: ReadonlySet<string>;
}

/**
 * Converts one Schema Object to the canonical form (rule J1): by position, so that data is never taken for
 * a schema and a property name never for a keyword. References become keys of the table; what cannot be
 * read is reported and becomes `{}`.
 */
export function convertSchema(
  conversion: Conversion,
  place: SchemaPlace,
  options: ConvertOptions = {},
): JsonSchema {
  const { node, budget } = place;
  if (node.value === true) return {};
  if (node.value === false) return { not: {} };
  if (!isJsonObject(node.value)) {
    reportKeyword(conversion, node, 'schema-invalid', {
      message: `The schema at ${pointerText(node.location)} is ${kindOf(node.value)} and is read as "anything".`,
      fix: 'Write an object or a boolean.',
    });
    return {};
  }
  budget.remaining -= 1;
  if (place.depth > maxSchemaDepth || budget.remaining < 0) return cutSchema(conversion, place);
  return convertMembers(conversion, enterSchema(conversion, place), options);
}

/** Applies what a schema says about itself: its `$schema` and its dynamic anchors. */
function enterSchema(conversion: Conversion, place: SchemaPlace): SchemaPlace {
  const { node } = place;
  const scope = scopeInside(conversion.documents, node, place.scope);
  const name = isJsonObject(node.value) ? ownValue(node.value, '$schema') : undefined;
  if (typeof name !== 'string') return { ...place, scope };
  return { ...place, scope, dialect: dialectNamed(conversion, name, node.location) };
}

function convertMembers(
  conversion: Conversion,
  place: SchemaPlace,
  options: ConvertOptions,
): JsonSchema {
  const source = isJsonObject(place.node.value) ? place.node.value : {};
  const draft: Record<string, JsonValue> = {};
  const reference = ownValue(source, '$ref');
  if (typeof reference === 'string') {
    Object.assign(draft, referenceTo(conversion, place, reference));
    if (!place.dialect.referenceSiblings) return ignoringSiblings(draft, source);
  }
  for (const keyword of Object.keys(source)) {
    if (options.only?.has(keyword) === false) continue;
    const node = conversion.documents.child(place.node, keyword);
    if (node === undefined) continue;
    const entries = convertKeyword(conversion, { ...place, node }, keyword);
    for (const [name, value] of entries) draft[name] = value;
  }
  return settleSchema(conversion, place, draft);
}

/** 3.0 and 2.0: what stands beside a reference does not count, but its description is kept for readers (rule V8). */
function ignoringSiblings(
  draft: Readonly<Record<string, JsonValue>>,
  source: Readonly<Record<string, JsonValue>>,
): JsonSchema {
  const description = ownValue(source, 'description');
  const nullable = ownValue(source, 'nullable') === true || ownValue(source, 'x-nullable') === true;
  return {
    ...draft,
    ...(typeof description === 'string' ? { description } : {}),
    ...(nullable ? { 'x-nullable': true } : {}),
  };
}

type Entries = readonly (readonly [string, JsonValue])[];

/** One keyword in canonical form; `place.node` is the keyword's value. */
function convertKeyword(conversion: Conversion, place: SchemaPlace, keyword: string): Entries {
  switch (keyword) {
    case '$ref':
      return [];
    case '$dynamicRef':
      return Object.entries(readDynamicReference(conversion, place));
    case 'discriminator': {
      const discriminator = readDiscriminator(conversion, place);
      return discriminator === undefined ? [] : [['discriminator', discriminator]];
    }
    case 'items':
      return convertItems(conversion, place);
    case 'dependencies':
      return convertDependencies(conversion, place);
    case 'additionalProperties':
    case 'unevaluatedProperties':
    case 'unevaluatedItems':
      return typeof place.node.value === 'boolean'
        ? [[keyword, place.node.value]]
        : [[keyword, convertBelow(conversion, place, place.node)]];
    case 'additionalItems':
    case 'contains':
    case 'propertyNames':
    case 'not':
    case 'if':
    case 'then':
    case 'else':
    case 'contentSchema':
      return [[keyword, convertBelow(conversion, place, place.node)]];
    case 'allOf':
    case 'anyOf':
    case 'oneOf':
    case 'prefixItems':
      return convertList(conversion, place, keyword);
    case 'properties':
    case 'patternProperties':
    case 'dependentSchemas':
      return convertMap(conversion, place, keyword);
    default:
      return readKeyword(conversion, place.node, keyword);
  }
}

function convertBelow(conversion: Conversion, place: SchemaPlace, node: DocumentNode): JsonSchema {
  return convertSchema(conversion, { ...place, node, depth: place.depth + 1 });
}

function convertItems(conversion: Conversion, place: SchemaPlace): Entries {
  // A list under `items` is the tuple of drafts 4 to 7 (rule J2).
  if (Array.isArray(place.node.value)) return convertList(conversion, place, 'prefixItems');
  return [['items', convertBelow(conversion, place, place.node)]];
}

function convertList(conversion: Conversion, place: SchemaPlace, keyword: string): Entries {
  const schemas = itemsOf(conversion.documents, place.node);
  if (schemas.length === 0) {
    reportKeyword(conversion, place.node, 'schema-keyword-invalid', {
      message: `The keyword ${keyword} at ${pointerText(place.node.location)} holds no list of schemas and is left out.`,
      fix: 'List at least one schema, or remove the keyword.',
    });
    return [];
  }
  return [[keyword, schemas.map((schema) => convertBelow(conversion, place, schema))]];
}

function convertMap(conversion: Conversion, place: SchemaPlace, keyword: string): Entries {
  if (!isJsonObject(place.node.value)) {
    reportKeyword(conversion, place.node, 'schema-keyword-invalid', {
      message: `The keyword ${keyword} at ${pointerText(place.node.location)} is ${kindOf(place.node.value)}, not an object, and is left out.`,
      fix: 'Write an object of schemas.',
    });
    return [];
  }
  const schemas = membersOf(conversion.documents, place.node)
    // A property that is `false` can never be given: it is not offered (rule J13).
    .filter(([, schema]) => keyword !== 'properties' || schema.value !== false)
    .filter(
      ([name, schema]) =>
        keyword !== 'patternProperties' ||
        conversion.patterns.usable(conversion, schema, name) !== undefined,
    )
    .map(([name, schema]) => [name, convertBelow(conversion, place, schema)] as const);
  return [[keyword, objectFromEntries(schemas)]];
}

/** `dependencies` of the drafts 4 to 7: lists of names and schemas in one keyword. */
function convertDependencies(conversion: Conversion, place: SchemaPlace): Entries {
  const names: Record<string, JsonValue> = {};
  const schemas: Record<string, JsonValue> = {};
  for (const [property, node] of membersOf(conversion.documents, place.node)) {
    const { value } = node;
    if (Array.isArray(value)) {
      setOwn(
        names,
        property,
        value.filter((name) => typeof name === 'string'),
      );
    } else {
      setOwn(schemas, property, convertBelow(conversion, place, node));
    }
  }
  return [
    ...(Object.keys(names).length > 0 ? [['dependentRequired', names] as const] : []),
    ...(Object.keys(schemas).length > 0 ? [['dependentSchemas', schemas] as const] : []),
  ];
}

/** `{ $ref }` to the table, or `{}` where the reference leads nowhere. */
function referenceTo(conversion: Conversion, place: SchemaPlace, reference: string): SchemaDraft {
  const followed = followPureReferences(conversion.documents, reference, place.node);
  if (!followed.ok) {
    conversion.report(followed.diagnostic);
    return {};
  }
  const { node } = followed;
  const scope = scopeInside(conversion.documents, node, place.scope);
  return { $ref: `#/$defs/${conversion.targets.keyOf({ node, scope })}` };
}

function cutSchema(conversion: Conversion, place: SchemaPlace): JsonSchema {
  const { budget, node } = place;
  if (!budget.reported) {
    budget.reported = true;
    const limit =
      place.depth > maxSchemaDepth
        ? `nests deeper than ${maxSchemaDepth} levels`
        : `holds more than ${maxSubschemas} schemas`;
    reportKeyword(conversion, node, 'schema-too-large', {
      message: `A schema ${limit}; the rest, from ${pointerText(node.location)} on, is read as "anything".`,
      fix: 'Move parts of it to components and refer to them.',
    });
  }
  return {};
}
