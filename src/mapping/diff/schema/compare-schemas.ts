import { type JsonSchema, type JsonValue, jsonEqual, ownValue } from '../../../model/json.ts';
import type { SchemaChange } from '../change.ts';
import { compareAlternatives } from './alternatives.ts';
import { type CompareSchemas, type NodeContext, undecided, widened } from './context.ts';
import { compareConstraints, compareLimits } from './limits.ts';
import {
  hasReference,
  isNever,
  nodeOf,
  sameShape,
  type SchemaNode,
  subschema,
  subschemas,
} from './node.ts';
import { compareNotes } from './notes.ts';
import { compareProperties } from './properties.ts';
import { compareTypes, includesType, join, typesOf } from './types.ts';

/** Schemas compared before giving up: beyond, only a document made for it goes. */
const mostComparisons = 20_000;
const deepestComparison = 400;

/**
 * What changed for values that were written for the schema of before: every change that may make one of them unfit is
 * breaking. Sound, not complete: where two schemas cannot be compared the change is `undecided` and counts as breaking.
 * Both are self-contained schemas of 2020-12, as published in tools.
 */
export function compareSchemas(before: JsonSchema, after: JsonSchema): readonly SchemaChange[] {
  if (jsonEqual(before, after)) return [];
  try {
    return new Comparison(before, after).compare(before, after, []);
  } catch (thrown) {
    if (thrown instanceof TooMuch) return [undecided([], 'is too large to be compared')];
    throw thrown;
  }
}

/** Thrown where a comparison takes too long; never leaves this file. */
class TooMuch extends Error {}

class Comparison {
  readonly #before: JsonSchema;
  readonly #after: JsonSchema;
  readonly #sameDefinitions: boolean;
  /** Pairs that are being compared, by how deep they stand; a pair met again inside itself adds nothing. */
  readonly #open = new Map<object, Map<object, number>>();
  /** Pairs without any change whatever surrounds them. */
  readonly #equal = new WeakMap<object, WeakSet<object>>();
  #count = 0;
  #depth = 0;
  /** The outermost open pair that the last result relied on. */
  #reliesOn = Infinity;

  constructor(before: JsonSchema, after: JsonSchema) {
    this.#before = before;
    this.#after = after;
    this.#sameDefinitions = jsonEqual(
      ownValue(before, '$defs') ?? {},
      ownValue(after, '$defs') ?? {},
    );
  }

  readonly compare: CompareSchemas = (before, after, path) => {
    this.#count += 1;
    if (this.#count > mostComparisons || this.#depth > deepestComparison) throw new TooMuch();
    if (jsonEqual(before, after) && (this.#sameDefinitions || !hasReference(before))) return [];
    const [old, now] = [nodeOf(before, this.#before), nodeOf(after, this.#after)];
    if (this.#equal.get(old.identity)?.has(now.identity) === true) {
      return compareNotes(old.schema, now.schema, path);
    }
    const open = this.#open.get(old.identity)?.get(now.identity);
    if (open !== undefined) {
      this.#reliesOn = Math.min(this.#reliesOn, open);
      return [];
    }
    return this.#compareOpen(old, now, path);
  };

  #compareOpen(old: SchemaNode, now: SchemaNode, path: readonly string[]): readonly SchemaChange[] {
    const depth = this.#depth;
    const outer = this.#reliesOn;
    const opened = this.#open.get(old.identity) ?? new Map<object, number>();
    this.#open.set(old.identity, opened.set(now.identity, depth));
    this.#depth += 1;
    this.#reliesOn = Infinity;
    const changes = compareNodes(old, now, {
      path,
      compare: this.compare,
      viewBefore: (schema) => nodeOf(schema, this.#before).schema,
      viewAfter: (schema) => nodeOf(schema, this.#after).schema,
    });
    this.#depth -= 1;
    opened.delete(now.identity);
    if (changes.length === 0 && this.#reliesOn >= depth) {
      const known = this.#equal.get(old.identity) ?? new WeakSet();
      this.#equal.set(old.identity, known.add(now.identity));
    }
    this.#reliesOn = Math.min(outer, this.#reliesOn);
    return changes;
  }
}

function compareNodes(
  old: SchemaNode,
  now: SchemaNode,
  context: NodeContext,
): readonly SchemaChange[] {
  const { path } = context;
  const [before, after] = [old.schema, now.schema];
  const notes = compareNotes(before, after, path);
  if (old.isOpaque || now.isOpaque) {
    return sameShape(before, after)
      ? notes
      : [...notes, undecided(path, 'has another reference, which leads nowhere')];
  }
  if (isNever(before)) {
    return isNever(after)
      ? notes
      : [...notes, { impact: 'additive', kind: 'opened', path, message: 'takes values now' }];
  }
  if (isNever(after)) {
    return [
      ...notes,
      { impact: 'breaking', kind: 'closed', path, message: 'takes no value any more' },
    ];
  }
  const alternatives = compareAlternatives(before, after, context);
  if (alternatives.coversAll) return [...notes, ...alternatives.changes];
  return [
    ...notes,
    ...compareTypes(before, after, path),
    ...compareLimits(before, after, path),
    ...compareConstraints(before, after, path),
    ...compareProperties(before, after, context),
    ...compareItems(before, after, context),
    ...alternatives.changes,
    ...compareOthers(before, after, path),
  ];
}

/** Lists: items by position, then all others. */
function compareItems(
  before: JsonSchema,
  after: JsonSchema,
  { path, compare }: NodeContext,
): readonly SchemaChange[] {
  if (!includesType(typesOf(before), 'array') || !includesType(typesOf(after), 'array')) return [];
  const [old, now] = [subschemas(before['prefixItems']), subschemas(after['prefixItems'])];
  const rest = [subschema(before['items']), subschema(after['items'])] as const;
  const positions = Array.from({ length: Math.max(old.length, now.length) }, (_, index) => index);
  return [
    ...positions.flatMap((index) =>
      compare(old[index] ?? rest[0], now[index] ?? rest[1], [...path, `[${index}]`]),
    ),
    ...compare(rest[0], rest[1], [...path, '[]']),
  ];
}

/** Keywords that only go together. */
const opaqueGroups: readonly (readonly string[])[] = [
  ['not'],
  ['if', 'then', 'else'],
  ['contains', 'minContains', 'maxContains'],
  ['propertyNames'],
  ['dependentRequired'],
  ['dependentSchemas'],
  ['contentSchema'],
  ['$dynamicRef'],
];

/** Of these an absent one accepts more, so that they cannot just be left out. */
const closingGroups: readonly (readonly string[])[] = [
  ['patternProperties'],
  ['unevaluatedItems'],
  ['unevaluatedProperties'],
];

/** Keywords of which it is only told whether they are the same, there, or gone. */
function compareOthers(
  before: JsonSchema,
  after: JsonSchema,
  path: readonly string[],
): readonly SchemaChange[] {
  return [...opaqueGroups, ...closingGroups].flatMap((group): readonly SchemaChange[] => {
    const [old, now] = [partOf(before, group), partOf(after, group)];
    if (old === undefined && now === undefined) return [];
    const isSame = sameShape(old, now) && !hasReference(old);
    if (isSame || (jsonEqual(old, now) && !hasReference(old))) return [];
    const words = join(group.filter((keyword) => hasEither(keyword, before, after)));
    if (now === undefined && !closingGroups.includes(group)) {
      return [widened(path, `has no ${words} any more`)];
    }
    return [undecided(path, `has another ${words}, which may refuse what was taken before`)];
  });
}

function hasEither(keyword: string, before: JsonSchema, after: JsonSchema): boolean {
  return Object.hasOwn(before, keyword) || Object.hasOwn(after, keyword);
}

function partOf(schema: JsonSchema, keywords: readonly string[]): JsonValue | undefined {
  const found = keywords.filter((keyword) => Object.hasOwn(schema, keyword));
  if (found.length === 0) return undefined;
  return Object.fromEntries(found.map((keyword) => [keyword, schema[keyword] ?? null]));
}
