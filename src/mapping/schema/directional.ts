import type { JsonSchema } from '../../model/json.ts';
import { isWideInteger, maxEnumValues } from './assertions.ts';
import { referenceKey, subschemasOf } from './keywords.ts';
import type { SchemaLibrary } from './library.ts';
import { maxSchemaDepth } from './regions.ts';

/**
 * Tells whether publishing a schema for one direction widens what it admits: where that is so, it may not
 * stand where wider means narrower (`not`, `if`), nor be counted against another (`oneOf`).
 */
export function createWidening(
  library: SchemaLibrary,
  direction: 'input' | 'output',
): (schema: JsonSchema) => boolean {
  const mark = direction === 'input' ? 'readOnly' : 'writeOnly';
  const widensItself = (schema: JsonSchema): boolean => {
    const values = schema['enum'];
    return (
      schema[mark] === true ||
      (Array.isArray(values) && values.length > maxEnumValues) ||
      (direction === 'output' && admitsIntegers(schema) && isWideInteger(schema))
    );
  };
  let reached: ReadonlySet<string> | undefined;
  return (schema) => {
    reached ??= keysThatReach(library, widensItself);
    const found = reached;
    return someSchema(
      schema,
      (inner) => widensItself(inner) || found.has(referenceKey(inner) ?? ''),
    );
  };
}

function admitsIntegers(schema: JsonSchema): boolean {
  const type = schema['type'];
  return type === 'integer' || (Array.isArray(type) && type.includes('integer'));
}

/** Every key from which a schema for which `test` holds can be reached. */
function keysThatReach(
  library: SchemaLibrary,
  test: (schema: JsonSchema) => boolean,
): ReadonlySet<string> {
  const referrers = new Map<string, string[]>();
  const found = new Set<string>();
  for (const [key, { schema }] of Object.entries(library.table)) {
    const targets = new Set<string>();
    const holds = collect(schema, test, targets, 0);
    if (holds) found.add(key);
    for (const target of targets) {
      const list = referrers.get(target);
      if (list === undefined) referrers.set(target, [key]);
      else list.push(key);
    }
  }
  const queue = [...found];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    for (const referrer of referrers.get(next) ?? []) {
      if (found.has(referrer)) continue;
      found.add(referrer);
      queue.push(referrer);
    }
  }
  return found;
}

function collect(
  schema: JsonSchema,
  test: (schema: JsonSchema) => boolean,
  targets: Set<string>,
  depth: number,
): boolean {
  if (depth > maxSchemaDepth) return false;
  const key = referenceKey(schema);
  if (key !== undefined) targets.add(key);
  let holds = test(schema);
  for (const { schema: inner } of subschemasOf(schema)) {
    if (collect(inner, test, targets, depth + 1)) holds = true;
  }
  return holds;
}

function someSchema(schema: JsonSchema, test: (schema: JsonSchema) => boolean, depth = 0): boolean {
  if (depth > maxSchemaDepth) return false;
  return (
    test(schema) ||
    subschemasOf(schema).some(({ schema: inner }) => someSchema(inner, test, depth + 1))
  );
}
