import type { SchemaEntry, SchemaTable } from '../../model/api.ts';
import { diagnostic } from '../../model/diagnostic.ts';
import { isArray, isJsonObject, objectFromEntries, ownValue } from '../../model/json.ts';
import type { JsonSchema, JsonValue } from '../../model/json.ts';
import type { Report } from '../shared/reading.ts';

/** Keywords whose sub-schemas see the same value as the schema itself. */
const samePlaceLists = ['allOf', 'anyOf', 'oneOf'] as const;
const samePlaceSchemas = ['not', 'if', 'then', 'else'] as const;

const prefix = '#/$defs/';

/**
 * Cuts references that lead a schema back to itself without going into a property or an item: they say
 * nothing, and a validator would follow them for ever. Recursion through properties and items stays.
 */
export function breakLoops(table: SchemaTable, report: Report): SchemaTable {
  const cuts = findLoops(table);
  if (cuts.size === 0) return table;
  const entries = Object.entries(table).map(([key, entry]): [string, SchemaEntry] => {
    const targets = cuts.get(key);
    if (targets === undefined) return [key, entry];
    report(
      diagnostic('schema-loop', {
        message: `The schema ${entry.name} refers to itself without a property or an item in between; that reference is left out.`,
        fix: 'Remove the reference, or put it into a property.',
        location: entry.location,
      }),
    );
    return [key, { ...entry, schema: withoutReferences(entry.schema, targets) }];
  });
  return objectFromEntries(entries);
}

/** For each key, the keys that it must no longer refer to at the same place. Depth first, without recursion. */
function findLoops(table: SchemaTable): ReadonlyMap<string, ReadonlySet<string>> {
  const cuts = new Map<string, Set<string>>();
  const done = new Set<string>();
  for (const start of Object.keys(table)) {
    const open = new Set<string>();
    const stack: { readonly key: string; readonly targets: string[] }[] = [];
    const enter = (key: string): void => {
      open.add(key);
      stack.push({ key, targets: samePlaceTargets(table, key) });
    };
    if (!done.has(start)) enter(start);
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const target = top.targets.pop();
      if (target === undefined) {
        open.delete(top.key);
        done.add(top.key);
        stack.pop();
      } else if (open.has(target)) {
        cuts.set(top.key, (cuts.get(top.key) ?? new Set()).add(target));
      } else if (!done.has(target)) {
        enter(target);
      }
    }
  }
  return cuts;
}

function samePlaceTargets(table: SchemaTable, key: string): string[] {
  const found: string[] = [];
  const pending: (JsonValue | undefined)[] = [ownValue(table, key)?.schema];
  while (pending.length > 0) {
    const schema = pending.pop();
    if (!isJsonObject(schema)) continue;
    const reference = ownValue(schema, '$ref');
    if (typeof reference === 'string') found.push(reference.slice(prefix.length));
    for (const keyword of samePlaceLists) {
      const list = ownValue(schema, keyword);
      if (isArray(list)) pending.push(...list);
    }
    for (const keyword of samePlaceSchemas) pending.push(ownValue(schema, keyword));
    pending.push(...Object.values(objectOr(ownValue(schema, 'dependentSchemas'))));
  }
  return found;
}

function withoutReferences(schema: JsonSchema, targets: ReadonlySet<string>): JsonSchema {
  const result: Record<string, JsonValue> = { ...schema };
  const reference = schema['$ref'];
  if (typeof reference === 'string' && targets.has(reference.slice(prefix.length))) {
    delete result['$ref'];
  }
  const cut = (value: JsonValue | undefined): JsonValue =>
    isJsonObject(value) ? withoutReferences(value, targets) : (value ?? {});
  for (const keyword of samePlaceLists) {
    const list = schema[keyword];
    if (isArray(list)) result[keyword] = list.map(cut);
  }
  for (const keyword of samePlaceSchemas) {
    if (schema[keyword] !== undefined) result[keyword] = cut(schema[keyword]);
  }
  const dependent = schema['dependentSchemas'];
  if (isJsonObject(dependent)) {
    result['dependentSchemas'] = objectFromEntries(
      Object.entries(dependent).map(([name, value]) => [name, cut(value)] as const),
    );
  }
  return result;
}

function objectOr(value: JsonValue | undefined): JsonSchema {
  return isJsonObject(value) ? value : {};
}
