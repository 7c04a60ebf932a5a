import {
  type JsonSchema,
  type JsonValue,
  jsonEqual,
  objectFromEntries,
  ownValue,
} from '../../../model/json.ts';
import type { SchemaChange } from '../change.ts';
import { type NodeContext, undecided, widened } from './context.ts';
import { isAssertion, sameShape, schemaMap, subschemas, texts } from './node.ts';
import { join, shareType, typesOf, valuesOf, valueText } from './types.ts';

/** What happened to `anyOf`, `oneOf` and `allOf`. */
export interface ComparedAlternatives {
  readonly changes: readonly SchemaChange[];
  /** The changes are about the schemas as a whole: nothing else is to be compared. */
  readonly coversAll: boolean;
}

/** Compares compositions. A schema without alternatives counts as one alternative where the other side has several. */
export function compareAlternatives(
  before: JsonSchema,
  after: JsonSchema,
  context: NodeContext,
): ComparedAlternatives {
  const wrapped = wrappedBranches(before, after);
  if (wrapped !== undefined) {
    return { changes: compareBranches(wrapped, context), coversAll: true };
  }
  return {
    coversAll: false,
    changes: [
      ...(['anyOf', 'oneOf'] as const).flatMap((keyword) => {
        const [old, now] = [listOf(before, keyword), listOf(after, keyword)];
        if (old === undefined && now === undefined) return [];
        if (old === undefined) return [undecided(context.path, `has ${keyword} now`)];
        if (now === undefined) return [widened(context.path, `has no ${keyword} any more`)];
        return compareBranches({ old, now, exclusive: keyword === 'oneOf' }, context);
      }),
      ...compareConjunction(before, after, context),
    ],
  };
}

/** One alternative. */
interface Branch {
  readonly schema: JsonSchema;
  /** With its reference followed. */
  readonly view: JsonSchema;
}

interface Branches {
  readonly old: readonly JsonSchema[];
  readonly now: readonly JsonSchema[];
  /** Of `oneOf`: a value that fits two is refused. */
  readonly exclusive: boolean;
}

function listOf(schema: JsonSchema, keyword: string): readonly JsonSchema[] | undefined {
  return Object.hasOwn(schema, keyword) ? subschemas(schema[keyword]) : undefined;
}

/** `X` beside `anyOf: [X, null]`: alternatives of the whole, where the composition is all that one side says. */
function wrappedBranches(before: JsonSchema, after: JsonSchema): Branches | undefined {
  const [old, now] = [onlyComposition(before), onlyComposition(after)];
  if (old === undefined && now !== undefined && !hasComposition(before)) {
    return { old: [withoutNotes(before)], now: now.list, exclusive: now.exclusive };
  }
  if (now === undefined && old !== undefined && !hasComposition(after)) {
    return { old: old.list, now: [withoutNotes(after)], exclusive: false };
  }
  return undefined;
}

function onlyComposition(
  schema: JsonSchema,
): { readonly list: readonly JsonSchema[]; readonly exclusive: boolean } | undefined {
  const [keyword, ...others] = Object.keys(schema).filter(isAssertion);
  if (others.length > 0 || (keyword !== 'anyOf' && keyword !== 'oneOf')) return undefined;
  return { list: subschemas(schema[keyword]), exclusive: keyword === 'oneOf' };
}

function hasComposition(schema: JsonSchema): boolean {
  return ['anyOf', 'oneOf', 'allOf'].some((keyword) => Object.hasOwn(schema, keyword));
}

/** What is told of the whole has been compared already. */
function withoutNotes(schema: JsonSchema): JsonSchema {
  return objectFromEntries(Object.entries(schema).filter(([keyword]) => isAssertion(keyword)));
}

/**
 * Pairs branches of before and after, the equal ones first; one of before that finds none is gone unless another one
 * takes its values.
 */
function compareBranches(
  { old: before, now: after, exclusive }: Branches,
  context: NodeContext,
): readonly SchemaChange[] {
  const { old, now, pairs } = pairBranches(before, after, context);
  const unpaired = old.filter((branch) => !pairs.some(([each]) => each === branch));
  const added = now.filter((branch) => !pairs.some(([, each]) => each === branch));
  return [
    ...pairs.flatMap((pair) => comparePair(pair, { now, exclusive }, context)),
    ...unpaired.flatMap((branch) => goneBranch(branch, now, context)),
    ...added.map((branch) => addedBranch(branch, { old, exclusive, path: context.path })),
  ];
}

type Pair = readonly [before: Branch, after: Branch];

interface PairedBranches {
  readonly old: readonly Branch[];
  readonly now: readonly Branch[];
  readonly pairs: readonly Pair[];
}

function pairBranches(
  before: readonly JsonSchema[],
  after: readonly JsonSchema[],
  { compare, path, viewBefore, viewAfter }: NodeContext,
): PairedBranches {
  const old = before.map((schema) => ({ schema, view: viewBefore(schema) }));
  const now = after.map((schema) => ({ schema, view: viewAfter(schema) }));
  const pairs: Pair[] = [];
  const openOld = new Set(old);
  const openNow = new Set(now);
  const pairBy = (fits: (left: Branch, right: Branch) => boolean): void => {
    for (const left of openOld) {
      const right = [...openNow].find((each) => fits(left, each));
      if (right === undefined) continue;
      pairs.push([left, right]);
      openOld.delete(left);
      openNow.delete(right);
    }
  };
  const isUnchanged = (left: Branch, right: Branch): boolean =>
    compare(left.schema, right.schema, path).every(({ impact }) => impact === 'behavioral');
  pairBy((left, right) => sameShape(left.schema, right.schema) && isUnchanged(left, right));
  pairBy(isUnchanged);
  pairBy((left, right) => haveSameTag(left.view, right.view));
  pairBy(
    (left, right) =>
      sameTypes(left, right) && isAloneOfTypes(left, openOld) && isAloneOfTypes(right, openNow),
  );
  if (openOld.size === 1 && openNow.size === 1) {
    pairBy((left, right) => shareType(typesOf(left.view), typesOf(right.view)));
  }
  return { old, now, pairs };
}

function isAloneOfTypes(branch: Branch, among: ReadonlySet<Branch>): boolean {
  return ![...among].some((other) => other !== branch && sameTypes(branch, other));
}

function sameTypes(left: Branch, right: Branch): boolean {
  const [a, b] = [typesOf(left.view), typesOf(right.view)];
  return a.size === b.size && [...a].every((type) => b.has(type));
}

/**
 * What one branch no longer takes another one may take: then nobody can say that it is refused. And what it takes newly
 * may fit another one too, which `oneOf` refuses.
 */
function comparePair(
  [left, right]: Pair,
  { now, exclusive }: { readonly now: readonly Branch[]; readonly exclusive: boolean },
  { compare, path }: NodeContext,
): readonly SchemaChange[] {
  const changes = compare(left.schema, right.schema, path);
  const others = now.filter((other) => other !== right);
  const told = changes.filter(({ impact }) => impact === 'behavioral');
  const has = (impact: SchemaChange['impact']): boolean =>
    changes.some((change) => change.impact === impact);
  if (has('breaking') && others.some((other) => !areDisjoint(left.view, other.view))) {
    const what = `has the alternative ${describe(left)} with less, though another may take the rest`;
    return [...told, undecided(path, what)];
  }
  if (
    exclusive &&
    has('additive') &&
    others.some((other) => !areDisjoint(right.view, other.view))
  ) {
    const what = `has the alternative ${describe(left)} with more, and refuses what fits two of them`;
    return [...told, undecided(path, what)];
  }
  return changes;
}

function goneBranch(
  branch: Branch,
  now: readonly Branch[],
  { compare, path }: NodeContext,
): readonly SchemaChange[] {
  const rivals = now.filter((other) => !areDisjoint(branch.view, other.view));
  if (rivals.length === 0) {
    const message = `no longer takes the alternative ${describe(branch)}`;
    return [{ impact: 'breaking', kind: 'narrowed', path, message }];
  }
  const isCovered = rivals.some((other) =>
    compare(branch.schema, other.schema, path).every(({ impact }) => impact !== 'breaking'),
  );
  if (isCovered) return [];
  return [
    undecided(
      path,
      `has the alternative ${describe(branch)} no more, though another may take its values`,
    ),
  ];
}

interface AddedContext {
  readonly old: readonly Branch[];
  readonly exclusive: boolean;
  readonly path: readonly string[];
}

function addedBranch(branch: Branch, { old, exclusive, path }: AddedContext): SchemaChange {
  const clashes = exclusive && !old.every((other) => areDisjoint(branch.view, other.view));
  return clashes
    ? undecided(
        path,
        `has the new alternative ${describe(branch)}, and refuses what fits two of them`,
      )
    : widened(path, `takes the alternative ${describe(branch)} too`);
}

/** All parts of a conjunction must hold: one more may refuse what was taken, one less never does. */
function compareConjunction(
  before: JsonSchema,
  after: JsonSchema,
  context: NodeContext,
): readonly SchemaChange[] {
  const [old, now] = [listOf(before, 'allOf') ?? [], listOf(after, 'allOf') ?? []];
  const { pairs } = pairBranches(old, now, context);
  return [
    ...pairs.flatMap(([left, right]) => context.compare(left.schema, right.schema, context.path)),
    ...(pairs.length < now.length ? [undecided(context.path, 'has another part in allOf')] : []),
    ...(pairs.length < old.length ? [widened(context.path, 'has a part of allOf less')] : []),
  ];
}

/** Whether no value can fit both: by type, by listed values, or by a required property that tells them apart. */
function areDisjoint(left: JsonSchema, right: JsonSchema): boolean {
  if (!shareType(typesOf(left), typesOf(right))) return true;
  if (haveDisjointValues(left, right)) return true;
  const isObject = [left, right].every((each) =>
    [...typesOf(each)].every((type) => type === 'object'),
  );
  if (!isObject) return false;
  const [a, b] = [schemaMap(left['properties']), schemaMap(right['properties'])];
  const needed = texts(right['required']);
  return texts(left['required']).some(
    (name) =>
      needed.includes(name) && haveDisjointValues(ownValue(a, name) ?? {}, ownValue(b, name) ?? {}),
  );
}

function haveDisjointValues(left: JsonSchema, right: JsonSchema): boolean {
  const [a, b] = [valuesOf(left), valuesOf(right)];
  if (a === undefined || b === undefined) return false;
  return !a.some((value) => b.some((other) => jsonEqual(value, other)));
}

/** Whether a required property has the same one value in both. */
function haveSameTag(left: JsonSchema, right: JsonSchema): boolean {
  const [a, b] = [tagsOf(left), tagsOf(right)];
  return a.some(([name, value]) =>
    b.some(([other, otherValue]) => name === other && jsonEqual(value, otherValue)),
  );
}

function tagsOf(schema: JsonSchema): readonly (readonly [string, JsonValue])[] {
  return Object.entries(schemaMap(schema['properties'])).flatMap(([name, property]) => {
    const [only, ...others] = valuesOf(property) ?? [];
    return only === undefined || others.length > 0 ? [] : [[name, only] as const];
  });
}

/** An alternative in a few words. */
function describe({ schema, view }: Branch): string {
  const title = ownValue(view, 'title');
  if (typeof title === 'string') return JSON.stringify(title.slice(0, 60));
  const reference = ownValue(schema, '$ref');
  if (typeof reference === 'string') return reference.replace('#/$defs/', '');
  const [tag] = tagsOf(view);
  return tag === undefined ? join([...typesOf(view)]) : `with ${tag[0]} ${valueText(tag[1])}`;
}
