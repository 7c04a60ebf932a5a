import {
  isArray,
  type JsonSchema,
  type JsonValue,
  jsonEqual,
  ownValue,
} from '../../../model/json.ts';
import type { SchemaChange } from '../change.ts';
import { texts } from './node.ts';

/** The types of JSON Schema; `integer` is a part of `number`. */
export type TypeName = 'null' | 'boolean' | 'object' | 'array' | 'number' | 'integer' | 'string';

const everyType: readonly TypeName[] = ['null', 'boolean', 'object', 'array', 'number', 'string'];

/** The types of the values that a schema accepts, by `type`, `enum` and `const`. */
export function typesOf(schema: JsonSchema): ReadonlySet<TypeName> {
  const declared = declaredTypes(schema);
  const values = valuesOf(schema);
  if (values === undefined) return declared;
  const used = new Set(values.map(typeOfValue));
  return new Set([...used].filter((type) => includesType(declared, type)));
}

function declaredTypes(schema: JsonSchema): ReadonlySet<TypeName> {
  const written = ownValue(schema, 'type');
  if (written === undefined) return new Set(everyType);
  const names = typeof written === 'string' ? [written] : texts(written);
  return new Set(names.filter((name): name is TypeName => isTypeName(name)));
}

function isTypeName(name: string): name is TypeName {
  return name === 'integer' || everyType.some((type) => type === name);
}

/** Whether values of a type are among those of a set of types. */
export function includesType(types: ReadonlySet<TypeName>, type: TypeName): boolean {
  return types.has(type) || (type === 'integer' && types.has('number'));
}

/** Whether some value can have a type of both sets. */
export function shareType(left: ReadonlySet<TypeName>, right: ReadonlySet<TypeName>): boolean {
  return (
    [...left].some((type) => includesType(right, type)) ||
    [...right].some((type) => includesType(left, type))
  );
}

function typeOfValue(value: JsonValue): TypeName {
  if (value === null) return 'null';
  if (isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  const type = typeof value;
  return type === 'string' || type === 'boolean' ? type : 'object';
}

/** The only values that a schema accepts, where it lists them. */
export function valuesOf(schema: JsonSchema): readonly JsonValue[] | undefined {
  if (Object.hasOwn(schema, 'const')) return [schema['const'] ?? null];
  const listed = ownValue(schema, 'enum');
  return isArray(listed) ? listed.map((value: JsonValue) => value) : undefined;
}

/** What happened to types and listed values. */
export function compareTypes(
  before: JsonSchema,
  after: JsonSchema,
  path: readonly string[],
): readonly SchemaChange[] {
  const [old, now] = [typesOf(before), typesOf(after)];
  const lost = [...old].filter((type) => !includesType(now, type));
  const gained = [...now].filter((type) => !includesType(old, type));
  const values = compareValues(before, after, { path, types: now });
  const changes: SchemaChange[] = [];
  // Where listed values are told one by one, their types are told with them.
  if (lost.length > 0 && !(listsValues(before) && listsValues(after))) {
    changes.push({
      impact: 'breaking',
      kind: 'type-narrowed',
      path,
      message: `no longer takes ${join(lost.map((type) => nameOfLost(type, now)))}`,
      before: [...old],
      after: [...now],
    });
  }
  if (gained.length > 0 && lost.length === 0 && !listsValues(after)) {
    changes.push({
      impact: 'additive',
      kind: 'type-widened',
      path,
      message: `takes ${join(gained)} too`,
      before: [...old],
      after: [...now],
    });
  }
  return [...changes, ...values];
}

function listsValues(schema: JsonSchema): boolean {
  return valuesOf(schema) !== undefined;
}

/** A number that must be whole now is a number that no longer may be anything else. */
function nameOfLost(type: TypeName, now: ReadonlySet<TypeName>): string {
  return type === 'number' && now.has('integer') ? 'numbers with a fraction' : type;
}

interface ValueContext {
  readonly path: readonly string[];
  readonly types: ReadonlySet<TypeName>;
}

function compareValues(
  before: JsonSchema,
  after: JsonSchema,
  { path, types }: ValueContext,
): readonly SchemaChange[] {
  const [old, now] = [knownValues(before), knownValues(after)];
  if (now === undefined) {
    if (old === undefined || typesOf(after).size === 0) return [];
    return [
      { impact: 'additive', kind: 'widened', path, message: 'takes values beyond those listed' },
    ];
  }
  if (old === undefined) {
    // Values of types that are lost anyway are told there.
    const reaches = [...typesOf(before)].some((type) => includesType(types, type));
    return reaches
      ? [
          {
            impact: 'breaking',
            kind: 'enum-value-gone',
            path,
            message: `takes only ${join(now.map(valueText))} now`,
            after: [...now],
          },
        ]
      : [];
  }
  const gone = old.filter((value) => !now.some((each) => jsonEqual(each, value)));
  const added = now.filter((value) => !old.some((each) => jsonEqual(each, value)));
  return [
    ...gone.map((value): SchemaChange => ({
      impact: 'breaking',
      kind: 'enum-value-gone',
      path,
      message: `no longer takes ${valueText(value)}`,
      before: value,
    })),
    ...added.map((value): SchemaChange => ({
      impact: 'additive',
      kind: 'enum-value-added',
      path,
      message: `takes ${valueText(value)} too`,
      after: value,
    })),
  ];
}

/** Listed values that the type lets pass; of booleans and null alone, all there are. */
function knownValues(schema: JsonSchema): readonly JsonValue[] | undefined {
  const types = declaredTypes(schema);
  const listed = valuesOf(schema);
  if (listed !== undefined) {
    return listed.filter((value) => includesType(types, typeOfValue(value)));
  }
  const isFinite = [...types].every((type) => type === 'null' || type === 'boolean');
  if (!isFinite || types.size === 0) return undefined;
  return [...(types.has('boolean') ? [true, false] : []), ...(types.has('null') ? [null] : [])];
}

/** A value in a sentence. */
export function valueText(value: JsonValue): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

/** `a, b and c`, the first twenty. */
export function join(words: readonly string[]): string {
  const shown = words.length > 20 ? [...words.slice(0, 19), `${words.length - 19} more`] : words;
  const last = shown.at(-1) ?? '';
  return shown.length < 2 ? last : `${shown.slice(0, -1).join(', ')} and ${last}`;
}
