import { diagnostic } from '../../model/diagnostic.ts';
import {
  isJsonObject,
  jsonEqual,
  setOwn,
  type JsonSchema,
  type JsonValue,
} from '../../model/json.ts';
import { annotate } from './annotate.ts';
import { combine } from './combine.ts';
import type { Conversion } from './conversion.ts';
import { soleMember, typeOf } from './facts.ts';
import { referenceKey, withoutKeys } from './keywords.ts';
import { mergeAll } from './merge.ts';
import { descendantsOf } from './perspective.ts';
import { locationOf, samePlace, type Place } from './place.ts';
import { discriminatorOf, type Discriminator } from './regions.ts';

/** The values of a discriminating property that stand for one alternative. */
interface Tag {
  readonly values: readonly JsonValue[];
  /** Whether the alternative's own schema must be narrowed to say so. */
  readonly isNews: boolean;
  readonly isRequired: boolean;
}

interface Alternative {
  readonly schema: JsonSchema;
  readonly tag?: Tag;
}

/**
 * Converts `anyOf` or `oneOf` with the tags of a discriminator beside it (rule J9). One alternative stands
 * for itself; `undefined` where all of them lead back to their own schema.
 */
export function convertAlternatives(
  keyword: 'anyOf' | 'oneOf',
  branches: JsonValue,
  at: { readonly schema: JsonSchema; readonly place: Place; readonly conversion: Conversion },
): JsonSchema | undefined {
  if (!Array.isArray(branches)) return undefined;
  const { schema, place, conversion } = at;
  const isInput = conversion.perspective.direction === 'input';
  const discriminator = isInput ? discriminatorOf(schema) : undefined;
  const alternatives: Alternative[] = [];
  let isWider = false;
  for (const [index, branch] of (branches as readonly JsonValue[]).entries()) {
    if (!isJsonObject(branch)) continue;
    const converted = conversion.convert(branch, samePlace(place, 'any', keyword, String(index)));
    if (converted === undefined) continue;
    if (keyword === 'oneOf' && conversion.widens(branch)) isWider = true;
    alternatives.push(
      discriminator === undefined
        ? { schema: converted }
        : tagBranch(branch, converted, { discriminator, place, conversion }),
    );
  }
  const [first] = alternatives;
  if (first === undefined) return undefined;
  if (alternatives.length === 1) return first.schema;
  const published =
    keyword === 'oneOf' && isInput && !isWider && !areDistinct(alternatives) ? 'oneOf' : 'anyOf';
  return { [published]: alternatives.map((alternative) => alternative.schema) };
}

function tagBranch(
  branch: JsonSchema,
  converted: JsonSchema,
  at: {
    readonly discriminator: Discriminator;
    readonly place: Place;
    readonly conversion: Conversion;
  },
): Alternative {
  const { discriminator, place, conversion } = at;
  const { facts } = conversion.library;
  const types = facts.types(branch);
  if (!types.has('object')) {
    return types.size === 1 && types.has('null')
      ? { schema: converted, tag: { values: [], isNews: false, isRequired: true } }
      : { schema: converted };
  }
  const key = referenceKey(branch) ?? referenceKey(soleMember(branch) ?? {});
  // A parent that stands for its children has their tags, not one of its own.
  if (key !== undefined && conversion.inheritance.childrenOf(key) !== undefined) {
    return { schema: converted };
  }
  const tag = tagOf(discriminator, { key, branch }, place, conversion);
  return tag === undefined
    ? { schema: converted }
    : { schema: withTag(converted, discriminator, tag), tag };
}

/** The tag of an alternative: what the mapping says, else its component's name, as far as its own schema allows. */
function tagOf(
  discriminator: Discriminator,
  { key, branch }: { readonly key: string | undefined; readonly branch: JsonSchema },
  place: Place,
  conversion: Conversion,
): Tag | undefined {
  const { facts } = conversion.library;
  const property = facts.named(branch).properties.get(discriminator.propertyName);
  const mapped = [...discriminator.mapping].filter(([, target]) => target === key);
  const name = key === undefined ? undefined : conversion.library.entry(key)?.name;
  const texts = mapped.length > 0 ? mapped.map(([text]) => text) : name === undefined ? [] : [name];
  const values = texts.map((text) => castTag(text, property, conversion));
  const isRequired = key === undefined || discriminator.defaultMapping !== key;
  const allowed = property === undefined ? undefined : listedValues(facts.target(property));
  if (allowed === undefined) {
    return values.length === 0 ? undefined : { values, isNews: true, isRequired };
  }
  const common = values.filter((value) => allowed.some((other) => jsonEqual(value, other)));
  if (common.length === 0 && mapped.length > 0) {
    reportConflict(discriminator, texts, place, conversion);
  }
  return common.length === 0 || common.length === allowed.length
    ? { values: allowed, isNews: false, isRequired }
    : { values: common, isNews: true, isRequired };
}

function reportConflict(
  discriminator: Discriminator,
  texts: readonly string[],
  place: Place,
  conversion: Conversion,
): void {
  conversion.report(
    diagnostic('schema-discriminator-conflict', {
      message: `The discriminator maps ${texts.map((text) => JSON.stringify(text)).join(', ')} to a schema whose "${discriminator.propertyName}" does not allow it; the schema's own values are published.`,
      fix: `Make the mapping and the values of "${discriminator.propertyName}" agree.`,
      location: locationOf(place.trail),
    }),
  );
}

/** Mapping keys are text; a property of another type has the value that the text writes. */
function castTag(
  text: string,
  property: JsonSchema | undefined,
  { library }: Conversion,
): JsonValue {
  if (property === undefined) return text;
  const types = library.facts.types(property);
  if (types.has('string')) return text;
  try {
    const value: unknown = JSON.parse(text);
    const isScalar = typeof value === 'number' || typeof value === 'boolean';
    return isScalar ? value : text;
  } catch {
    return text;
  }
}

function listedValues(schema: JsonSchema): readonly JsonValue[] | undefined {
  const constant = schema['const'];
  if (constant !== undefined) return [constant];
  const values = schema['enum'];
  return Array.isArray(values) ? values : undefined;
}

function withTag(schema: JsonSchema, discriminator: Discriminator, tag: Tag): JsonSchema {
  if (!tag.isNews) return schema;
  const name = discriminator.propertyName;
  const [only] = tag.values;
  const types = new Set(tag.values.map((value) => typeOf(value)));
  const [type] = types;
  const narrowed: JsonSchema = {
    ...(types.size === 1 && type !== undefined ? { type } : {}),
    ...(tag.values.length === 1 && only !== undefined ? { const: only } : { enum: tag.values }),
  };
  const properties: Record<string, JsonValue> = {};
  const before = isJsonObject(schema['properties']) ? schema['properties'] : {};
  for (const [other, property] of Object.entries(before)) setOwn(properties, other, property);
  const present = Object.hasOwn(before, name) ? before[name] : undefined;
  setOwn(
    properties,
    name,
    isJsonObject(present) ? (mergeAll([present, narrowed]) ?? narrowed) : narrowed,
  );
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const asked = tag.isRequired && !required.includes(name) ? [...required, name] : required;
  return {
    ...schema,
    properties,
    ...(asked.length === 0 ? {} : { required: asked }),
  };
}

/** Whether no value can fit two of the alternatives, so that "one of" and "any of" are the same. */
function areDistinct(alternatives: readonly Alternative[]): boolean {
  const seen = new Set<string>();
  let withoutTag = 0;
  for (const { tag } of alternatives) {
    if (tag === undefined) return false;
    if (tag.values.length === 0) withoutTag += 1;
    for (const value of tag.values) {
      const text = JSON.stringify(value);
      if (seen.has(text)) return false;
      seen.add(text);
    }
  }
  return withoutTag <= 1;
}

/**
 * A parent with a discriminator as the choice of what inherits from it (rule J9), else a model would never
 * see the children. `key` is absent for a parent without a name.
 */
export function expandParent(
  schema: JsonSchema,
  key: string | undefined,
  place: Place,
  conversion: Conversion,
): JsonSchema | undefined {
  const discriminator = discriminatorOf(schema);
  if (discriminator === undefined || !conversion.perspective.expand) return undefined;
  const children =
    key === undefined
      ? mappedKeys(discriminator, conversion)
      : conversion.inheritance.childrenOf(key);
  if (children === undefined || children.length === 0) return undefined;
  const heirs = new Set(key === undefined ? [] : descendantsOf(conversion.library, key));
  const base = baseOf(schema, key, place, conversion);
  const alternatives = children.map((child) => {
    const own = child === key ? base : referToChild(child, key, conversion);
    const whole = child === key || heirs.has(child) ? own : combine({}, [base, own], conversion);
    const branch = { $ref: `#/$defs/${child}` };
    const tag = tagOf(discriminator, { key: child, branch }, place, conversion);
    return tag === undefined ? whole : withTag(whole, discriminator, tag);
  });
  const [first] = alternatives;
  const choice = alternatives.length === 1 && first !== undefined ? first : { anyOf: alternatives };
  return annotate(choice, withoutKeys(schema, 'default', 'examples'), place, conversion);
}

function mappedKeys(
  discriminator: Discriminator,
  { library }: Conversion,
): readonly string[] | undefined {
  const keys = [...new Set(discriminator.mapping.values())];
  return keys.filter((key) => library.entry(key) !== undefined);
}

function baseOf(
  schema: JsonSchema,
  key: string | undefined,
  place: Place,
  conversion: Conversion,
): JsonSchema {
  if (key !== undefined) return conversion.refer(key, 'base');
  return conversion.convert(withoutKeys(schema, 'discriminator'), place) ?? {};
}

function referToChild(
  child: string,
  parent: string | undefined,
  conversion: Conversion,
): JsonSchema {
  const { inheritance } = conversion;
  if (inheritance.childrenOf(child) !== undefined) return conversion.refer(child, 'base');
  const role =
    parent === undefined
      ? 'whole'
      : inheritance.follow({ owner: parent, role: 'whole', below: 'any', target: child });
  return conversion.refer(child, role ?? 'base');
}
