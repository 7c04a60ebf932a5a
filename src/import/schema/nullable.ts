import { isArray } from '../../model/json.ts';
import type { JsonSchema, JsonValue } from '../../model/json.ts';

type Draft = Readonly<Record<string, JsonValue>>;

/** Keywords that speak of every value, so that `null` has to pass them too. */
const constrainNull = [
  '$ref',
  'allOf',
  'anyOf',
  'const',
  'else',
  'enum',
  'if',
  'not',
  'oneOf',
  'then',
] as const;

/** Keywords that describe a value and restrict nothing; they stay outside when a schema is split. */
const annotations: ReadonlySet<string> = new Set([
  'default',
  'deprecated',
  'description',
  'examples',
  'readOnly',
  'title',
  'writeOnly',
  'xml',
]);

/**
 * Settles `type`, and `null` beside it, and gives `type` its shortest form. `saysNull` is the document's
 * `nullable`; it counts where the dialect knows the word (`wordCounts`) and only beside a `type`, and never
 * adds `null` to an `enum` (rule V7). Where it does not count, `x-nullable: true` (`x-nullable-enum: true`
 * for an enum) keeps what the author will have meant, for readers that want to be generous.
 *
 * A nullable object or array becomes `anyOf` with `{ type: "null" }`: some clients refuse the two in one
 * list (rule J2).
 */
export function settleNull(draft: Draft, saysNull: boolean, wordCounts: boolean): JsonSchema {
  const types = isArray(draft['type']) ? draft['type'].map(String) : [];
  if (types.length === 0) return saysNull ? { ...draft, ...generousMark(draft) } : draft;
  const lacksNull = isArray(draft['enum']) && !draft['enum'].includes(null);
  if (!saysNull || types.includes('null')) return withTypes(draft, types);
  if (!wordCounts || lacksNull) return { ...withTypes(draft, types), ...generousMark(draft) };
  const nullable = withTypes(draft, [...types, 'null']);
  return 'anyOf' in nullable || !hasComposition(draft)
    ? nullable
    : { ...nullable, 'x-nullable': true };
}

function generousMark(draft: Draft): JsonSchema {
  return isArray(draft['enum']) ? { 'x-nullable-enum': true } : { 'x-nullable': true };
}

function hasComposition(draft: Draft): boolean {
  return constrainNull.some((keyword) => keyword !== 'enum' && Object.hasOwn(draft, keyword));
}

function withTypes(draft: Draft, given: readonly string[]): JsonSchema {
  const types = withArrayItems(draft, given);
  const others = given.filter((type) => type !== 'null');
  const structured = others.includes('object') || others.includes('array');
  const split =
    structured &&
    others.length < given.length &&
    !constrainNull.some((keyword) => Object.hasOwn(draft, keyword));
  return split ? splitNull(types, others) : { ...types, type: shortest(given) };
}

/** Arrays say what their items are, even where that is anything (rule J14). */
function withArrayItems(draft: Draft, types: readonly string[]): Draft {
  if (!types.includes('array') || Object.hasOwn(draft, 'items')) return draft;
  return { ...draft, items: {} };
}

function splitNull(draft: Draft, types: readonly string[]): JsonSchema {
  const outside: Record<string, JsonValue> = {};
  const inside: Record<string, JsonValue> = {};
  for (const [keyword, value] of Object.entries(draft)) {
    (annotations.has(keyword) ? outside : inside)[keyword] = value;
  }
  return { ...outside, anyOf: [{ ...inside, type: shortest(types) }, { type: 'null' }] };
}

function shortest(types: readonly string[]): JsonValue {
  const [only] = types;
  return types.length === 1 && only !== undefined ? only : types;
}
