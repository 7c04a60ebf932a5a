import { isJsonObject, type JsonSchema, type JsonValue, ownValue } from '../../model/json.ts';
import { cutText } from '../text.ts';

/** One argument of a tool. */
export interface SchemaPart {
  readonly name: string;
  readonly required: boolean;
  /** What is left of the argument where only its kind and the beginning of its description are told. */
  readonly simple: { readonly type: string; readonly description: string };
}

/** What can be done to an argument so that it costs less. */
export type PartChange = 'simplify' | 'hide';

/** The arguments of an input schema with what each costs in characters of JSON. */
export interface SchemaParts {
  readonly parts: readonly SchemaPart[];
  /** What the whole costs with these changes. */
  readonly costWith: (changes: ReadonlyMap<string, PartChange>) => number;
}

const longestDescription = 200;

/** Takes an input schema apart: a definition costs once, however many arguments reach it. */
export function schemaParts(inputSchema: JsonSchema): SchemaParts {
  const properties = Object.entries(objectOf(inputSchema['properties']));
  const definitions = objectOf(inputSchema['$defs']);
  const direct = new Map(
    Object.entries(definitions).map(([key, schema]) => [key, referencesIn(schema)]),
  );
  const required = inputSchema['required'];
  const priced = properties.map(([name, schema]) => {
    const simple = simplified(objectOf(schema), definitions);
    return {
      part: { name, required: Array.isArray(required) && required.includes(name), simple },
      length: lengthOf(name, schema),
      simpleLength: lengthOf(name, simple),
      reached: reachedFrom(referencesIn(schema), direct),
    };
  });
  const lengths = new Map(
    Object.entries(definitions).map(([key, schema]) => [key, lengthOf(key, schema)]),
  );
  const frame =
    JSON.stringify(inputSchema).length -
    sum(priced.map(({ length }) => length)) -
    sum(lengths.values());
  return {
    parts: priced.map(({ part }) => part),
    costWith: (changes) => {
      const reached = new Set<string>();
      let cost = frame;
      for (const { part, length, simpleLength, reached: keys } of priced) {
        const change = changes.get(part.name);
        if (change === 'hide') continue;
        cost += change === 'simplify' ? simpleLength : length;
        if (change === undefined) for (const key of keys) reached.add(key);
      }
      for (const key of reached) cost += lengths.get(key) ?? 0;
      return cost;
    },
  };
}

function simplified(property: JsonSchema, definitions: JsonSchema): SchemaPart['simple'] {
  const reference = property['$ref'];
  const target =
    typeof reference === 'string' ? objectOf(ownValue(definitions, keyOf(reference))) : property;
  const type = target['type'];
  const said = property['description'] ?? target['description'];
  const text = typeof said === 'string' ? cutText(said, longestDescription) : '';
  return {
    type: typeof type === 'string' ? type : 'object',
    description: text === '' ? 'Say which members matter, and give an example.' : text,
  };
}

function reachedFrom(
  start: ReadonlySet<string>,
  direct: ReadonlyMap<string, ReadonlySet<string>>,
): ReadonlySet<string> {
  const reached = new Set(start);
  // A set is iterated in the order of insertion, what is added meanwhile included.
  for (const key of reached) for (const next of direct.get(key) ?? []) reached.add(next);
  return reached;
}

/** Definitions that a schema refers to; published schemas are never deeper than a stack takes (rule J16). */
function referencesIn(schema: JsonValue): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (value: JsonValue): void => {
    if (Array.isArray(value)) for (const item of value as readonly JsonValue[]) visit(item);
    if (!isJsonObject(value)) return;
    const reference = value['$ref'];
    if (typeof reference === 'string') found.add(keyOf(reference));
    for (const inner of Object.values(value)) visit(inner);
  };
  visit(schema);
  return found;
}

function sum(costs: Iterable<number>): number {
  let total = 0;
  for (const cost of costs) total += cost;
  return total;
}

function keyOf(reference: string): string {
  return reference.replace('#/$defs/', '');
}

function lengthOf(key: string, schema: unknown): number {
  // With quotes, colon and comma.
  return JSON.stringify(key).length + JSON.stringify(schema).length + 2;
}

function objectOf(value: JsonValue | undefined): JsonSchema {
  return isJsonObject(value) ? value : {};
}
