import { type JsonSchema, type JsonValue, jsonEqual, ownValue } from '../../../model/json.ts';
import type { SchemaChange } from '../change.ts';
import { includesType, type TypeName, typesOf, valueText } from './types.ts';

/** A limit of one type of value, as a number where lower or higher is stricter. */
interface Limit {
  readonly type: TypeName;
  /** Keywords that are reported together. */
  readonly keywords: readonly string[];
  /** How strict the schema is: of two, the greater is the stricter. */
  readonly strictness: (schema: JsonSchema) => number;
}

const atLeast = (type: TypeName, keyword: string): Limit => ({
  type,
  keywords: [keyword],
  strictness: (schema) => numberOf(schema, keyword) ?? 0,
});
const atMost = (type: TypeName, keyword: string): Limit => ({
  type,
  keywords: [keyword],
  strictness: (schema) => -(numberOf(schema, keyword) ?? Infinity),
});

const limits: readonly Limit[] = [
  atLeast('string', 'minLength'),
  atMost('string', 'maxLength'),
  atLeast('array', 'minItems'),
  atMost('array', 'maxItems'),
  atLeast('object', 'minProperties'),
  atMost('object', 'maxProperties'),
];

function numberOf(schema: JsonSchema, keyword: string): number | undefined {
  const value = ownValue(schema, keyword);
  return typeof value === 'number' ? value : undefined;
}

/** What happened to ranges and sizes. */
export function compareLimits(
  before: JsonSchema,
  after: JsonSchema,
  path: readonly string[],
): readonly SchemaChange[] {
  const types = typesOf(before);
  const has = (type: TypeName): boolean =>
    includesType(types, type) || (type === 'number' && types.has('integer'));
  const changes: (SchemaChange | undefined)[] = limits
    .filter(({ type }) => has(type) && includesType(typesOf(after), type))
    .map(({ keywords, strictness }) =>
      change(strictness(after) - strictness(before), keywords, { before, after, path }),
    );
  if (has('number')) {
    changes.push(
      compareEnds(before, after, path, 'lower'),
      compareEnds(before, after, path, 'upper'),
      compareMultiple(before, after, path),
    );
  }
  return changes.filter((each) => each !== undefined);
}

interface Compared {
  readonly before: JsonSchema;
  readonly after: JsonSchema;
  readonly path: readonly string[];
}

/** @param stricter Above zero where the schema of now is the stricter one, zero where both are the same. */
function change(
  stricter: number,
  keywords: readonly string[],
  { before, after, path }: Compared,
): SchemaChange | undefined {
  if (Number.isNaN(stricter) || stricter === 0) return undefined;
  const [old, now] = [textOf(before, keywords), textOf(after, keywords)];
  return {
    impact: stricter > 0 ? 'breaking' : 'additive',
    kind: stricter > 0 ? 'narrowed' : 'widened',
    path,
    message:
      now === '' ? `has no ${old} any more` : `has ${now}${old === '' ? '' : ` instead of ${old}`}`,
  };
}

function textOf(schema: JsonSchema, keywords: readonly string[]): string {
  return keywords
    .flatMap((keyword) => {
      const value = ownValue(schema, keyword);
      return value === undefined ? [] : [`${keyword} ${valueText(value)}`];
    })
    .join(' and ');
}

/** Two keywords limit each end of a range; the stricter of the two counts. */
function compareEnds(
  before: JsonSchema,
  after: JsonSchema,
  path: readonly string[],
  end: 'lower' | 'upper',
): SchemaChange | undefined {
  const keywords =
    end === 'lower' ? ['minimum', 'exclusiveMinimum'] : ['maximum', 'exclusiveMaximum'];
  const [old, now] = [endOf(before, end), endOf(after, end)];
  const byValue = end === 'lower' ? now.value - old.value : old.value - now.value;
  const stricter =
    now.value === old.value ? Number(now.exclusive) - Number(old.exclusive) : byValue;
  return change(stricter, keywords, { before, after, path });
}

function endOf(
  schema: JsonSchema,
  end: 'lower' | 'upper',
): { readonly value: number; readonly exclusive: boolean } {
  const sign = end === 'lower' ? 1 : -1;
  const open = -Infinity;
  const inclusive =
    (numberOf(schema, end === 'lower' ? 'minimum' : 'maximum') ?? sign * open) * sign;
  const exclusive =
    (numberOf(schema, end === 'lower' ? 'exclusiveMinimum' : 'exclusiveMaximum') ?? sign * open) *
    sign;
  return exclusive >= inclusive && exclusive !== open
    ? { value: exclusive * sign, exclusive: true }
    : { value: inclusive * sign, exclusive: false };
}

function compareMultiple(
  before: JsonSchema,
  after: JsonSchema,
  path: readonly string[],
): SchemaChange | undefined {
  const [old, now] = [numberOf(before, 'multipleOf'), numberOf(after, 'multipleOf')];
  if (old === now) return undefined;
  if (now === undefined) return change(-1, ['multipleOf'], { before, after, path });
  // Every multiple of 10 is a multiple of 5, and every integer one of 1.
  const base = old ?? (typesOf(before).has('number') ? undefined : 1);
  const kept = base !== undefined && Number.isInteger(base / now);
  if (kept && old === undefined) return undefined;
  return change(kept ? -1 : 1, ['multipleOf'], { before, after, path });
}

/** Keywords that either hold or do not, and of which two cannot be compared. */
const plainConstraints: readonly (readonly [TypeName, string])[] = [
  ['string', 'pattern'],
  ['string', 'contentEncoding'],
  ['string', 'contentMediaType'],
  ['array', 'uniqueItems'],
];

/** What happened to patterns and the like. */
export function compareConstraints(
  before: JsonSchema,
  after: JsonSchema,
  path: readonly string[],
): readonly SchemaChange[] {
  const types = typesOf(before);
  return plainConstraints.flatMap(([type, keyword]): readonly SchemaChange[] => {
    const [old, now] = [settled(before, keyword), settled(after, keyword)];
    if (!includesType(types, type) || jsonEqual(old, now)) return [];
    if (now === undefined) {
      return [{ impact: 'additive', kind: 'widened', path, message: `has no ${keyword} any more` }];
    }
    const text = keyword === 'uniqueItems' ? keyword : `${keyword} ${valueText(now)}`;
    return [
      {
        impact: 'breaking',
        kind: old === undefined ? 'narrowed' : 'undecided',
        path,
        message: old === undefined ? `has ${text} now` : `has ${text} instead of ${valueText(old)}`,
      },
    ];
  });
}

function settled(schema: JsonSchema, keyword: string): JsonValue | undefined {
  const value = ownValue(schema, keyword);
  return value === false ? undefined : value;
}
