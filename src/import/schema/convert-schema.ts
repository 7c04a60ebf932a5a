import { isArray, isJsonObject, objectFromEntries, ownValue, setOwn } from '../../model/json.ts';
import type { JsonSchema, JsonValue } from '../../model/json.ts';
import type { DocumentNode } from '../document-set.ts';
import { itemsOf, kindOf, membersOf, pointerText } from '../shared/nodes.ts';
import { followMisplaced } from '../shared/misplaced-references.ts';
import { maxSchemaDepth, maxSubschemas, reportKeyword } from './conversion.ts';
import type { Conversion, SchemaPlace } from './conversion.ts';
import { dialectNamed } from './dialect.ts';
import { readDiscriminator } from './discriminator.ts';
import { readDynamicReference, scopeInside } from './dynamic-references.ts';
import { readKeyword } from './keyword-values.ts';
import { followPureReferences } from './schema-references.ts';
import { settleSchema } from './settle-schema.ts';
import type { SchemaDraft } from './settle-schema.ts';

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
  const inside = enterSchema(conversion, place, node.value);
  const reference = ownValue(node.value, '$ref');
  if (typeof reference !== 'string') {
    return settleSchema(conversion, inside, readMembers(conversion, inside, options));
  }
  const target = referenceTo(conversion, inside, reference);
  if (!inside.dialect.referenceSiblings) return ignoringSiblings(target, node.value);
  const draft = { ...target, ...readMembers(conversion, inside, options) };
  return settleSchema(conversion, inside, draft);
}

/** Applies what a schema says about itself: its `$schema` and its dynamic anchors. */
function enterSchema(
  conversion: Conversion,
  place: SchemaPlace,
  source: Readonly<Record<string, JsonValue>>,
): SchemaPlace {
  const scope = scopeInside(conversion.documents, place.node, place.scope);
  const name = ownValue(source, '$schema');
  if (typeof name === 'string') {
    return { ...place, scope, dialect: dialectNamed(conversion, name, place.node.location) };
  }
  return scope === place.scope ? place : { ...place, scope };
}

/** 3.0 and 2.0: what stands beside a reference does not count, but its description is kept for readers (rule V8). */
function ignoringSiblings(
  target: SchemaDraft,
  source: Readonly<Record<string, JsonValue>>,
): JsonSchema {
  const description = ownValue(source, 'description');
  const nullable = ownValue(source, 'nullable') === true || ownValue(source, 'x-nullable') === true;
  return {
    ...target,
    ...(typeof description === 'string' ? { description } : {}),
    ...(nullable ? { 'x-nullable': true } : {}),
  };
}

function readMembers(
  conversion: Conversion,
  place: SchemaPlace,
  options: ConvertOptions,
): Record<string, JsonValue> {
  const draft: Record<string, JsonValue> = {};
  const schema = place.node;
  const source = isJsonObject(schema.value) ? schema.value : {};
  for (const keyword of Object.keys(source)) {
    if (options.only?.has(keyword) === false) continue;
    const value = source[keyword];
    if (value === undefined) continue;
    const below = applicators.get(keyword);
    if (below === undefined) {
      const read = readKeyword(value, { conversion, schema, keyword });
      if (read !== undefined) draft[keyword] = read;
    } else {
      const node = conversion.documents.child(schema, keyword);
      if (node !== undefined) Object.assign(draft, below(conversion, { ...place, node }, keyword));
    }
  }
  return draft;
}

/** Reads a keyword that holds schemas or refers to them; `place.node` is the keyword's value. */
type ApplicatorReader = (
  conversion: Conversion,
  place: SchemaPlace,
  keyword: string,
) => SchemaDraft;

const one: ApplicatorReader = (conversion, place, keyword) => ({
  [keyword]: convertBelow(conversion, place, place.node),
});

const list: ApplicatorReader = (conversion, place, keyword) => {
  const schemas = itemsOf(conversion.documents, place.node);
  if (schemas.length === 0) return refuse(conversion, place.node, keyword, 'a list of schemas');
  return { [keyword]: schemas.map((schema) => convertBelow(conversion, place, schema)) };
};

/** A list under `items` is the tuple of drafts 4 to 7 (rule J2). */
const items: ApplicatorReader = (conversion, place, keyword) =>
  isArray(place.node.value)
    ? list(conversion, place, 'prefixItems')
    : one(conversion, place, keyword);

const map: ApplicatorReader = (conversion, place, keyword) => {
  const node = followMisplaced(conversion, place.node) ?? place.node;
  if (!isJsonObject(node.value)) return refuse(conversion, node, keyword, 'an object of schemas');
  const schemas = membersOf(conversion.documents, node)
    .filter(
      ([name, schema]) =>
        keyword !== 'patternProperties' ||
        conversion.patterns.usable(conversion, name, () => schema) !== undefined,
    )
    .map(([name, schema]) => [name, convertBelow(conversion, place, schema)] as const);
  return { [keyword]: objectFromEntries(schemas) };
};

/** `dependencies` of the drafts 4 to 7: lists of names and schemas in one keyword. */
const dependencies: ApplicatorReader = (conversion, place) => {
  const names: Record<string, JsonValue> = {};
  const schemas: Record<string, JsonValue> = {};
  for (const [property, node] of membersOf(conversion.documents, place.node)) {
    const { value } = node;
    if (isArray(value)) {
      setOwn(
        names,
        property,
        value.filter((name) => typeof name === 'string'),
      );
    } else {
      setOwn(schemas, property, convertBelow(conversion, place, node));
    }
  }
  return {
    ...(Object.keys(names).length > 0 ? { dependentRequired: names } : {}),
    ...(Object.keys(schemas).length > 0 ? { dependentSchemas: schemas } : {}),
  };
};

const discriminator: ApplicatorReader = (conversion, place, keyword) => {
  const read = readDiscriminator(conversion, place.node);
  return read === undefined ? {} : { [keyword]: read };
};

/** The `$ref` itself is read before the other keywords. */
const nothing: ApplicatorReader = () => ({});

const applicators: ReadonlyMap<string, ApplicatorReader> = new Map([
  ['$ref', nothing],
  ['$dynamicRef', readDynamicReference],
  ['additionalItems', one],
  ['additionalProperties', one],
  ['allOf', list],
  ['anyOf', list],
  ['contains', one],
  ['contentSchema', one],
  ['dependencies', dependencies],
  ['dependentSchemas', map],
  ['discriminator', discriminator],
  ['else', one],
  ['if', one],
  ['items', items],
  ['not', one],
  ['oneOf', list],
  ['patternProperties', map],
  ['prefixItems', list],
  ['properties', map],
  ['propertyNames', one],
  ['then', one],
  ['unevaluatedItems', one],
  ['unevaluatedProperties', one],
]);

function convertBelow(conversion: Conversion, place: SchemaPlace, node: DocumentNode): JsonSchema {
  return convertSchema(conversion, { ...place, node, depth: place.depth + 1 });
}

function refuse(
  conversion: Conversion,
  node: DocumentNode,
  keyword: string,
  wanted: string,
): SchemaDraft {
  reportKeyword(conversion, node, 'schema-keyword-invalid', {
    message: `The keyword ${keyword} at ${pointerText(node.location)} is ${kindOf(node.value)}, not ${wanted}, and is left out.`,
    fix: `Write ${wanted}, or remove the keyword.`,
  });
  return {};
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
