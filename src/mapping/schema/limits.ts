import { setOwn, type JsonSchema, type JsonValue } from '../../model/json.ts';
import { placeBytes, type Closure } from './closure.ts';
import { kindOnly } from './inline.ts';
import { mapSubschemas, subschemasOf } from './keywords.ts';
import { measure, type Measure } from './measure.ts';
import { maxSchemaDepth } from './regions.ts';
import { keepMeaning, relaxExclusions } from './relax-exclusions.ts';

/** Largest schema of one tool, so that validators stay safe (rule J16). */
export const schemaLimits: {
  readonly depth: number;
  readonly subschemas: number;
  readonly bytes: number;
} = { depth: maxSchemaDepth, subschemas: 10_000, bytes: 262_144 };

/** What stands in place of a definition that was cut. */
const cutMark: JsonSchema = { description: 'Any JSON value; its schema was cut for size.' };

/** Whether a schema with everything inside it is within {@link schemaLimits}. */
export function isWithinLimits(size: Measure): boolean {
  return (
    size.depth <= schemaLimits.depth &&
    size.subschemas <= schemaLimits.subschemas &&
    size.bytes <= schemaLimits.bytes
  );
}

/**
 * Cuts the deepest parts until a schema is within the limits; the top two levels, the arguments and what
 * kind they are, always stay.
 */
export function cutDeepest(schema: JsonSchema, maxBytes: number = schemaLimits.bytes): JsonSchema {
  const size = measure(schema);
  if (isWithinLimits(size) && size.bytes <= maxBytes) return schema;
  for (let depth = Math.min(size.depth - 1, schemaLimits.depth); depth > 2; depth -= 1) {
    const cut = cutBelow(schema, depth);
    const left = measure(cut);
    if (isWithinLimits(left) && left.bytes <= maxBytes) return cut;
  }
  return cutBelow(schema, 2);
}

function cutBelow(schema: JsonSchema, depth: number): JsonSchema {
  const levels = Array.from({ length: depth + 1 }, () => new Map<JsonSchema, JsonSchema>());
  const cut = (inner: JsonSchema, left: number): JsonSchema => {
    const known = levels[left];
    const before = known?.get(inner);
    if (before !== undefined) return before;
    const result =
      left > 1
        ? keepMeaning(
            inner,
            mapSubschemas(inner, (next) => cut(next, left - 1)),
          )
        : subschemasOf(inner).length > 0 || Object.hasOwn(inner, '$ref')
          ? cutTo(inner)
          : inner;
    known?.set(inner, result);
    return result;
  };
  return cut(schema, depth);
}

/** The kind of value that a schema describes, and that more was said. */
function cutTo(schema: JsonSchema): JsonSchema {
  const { type, items } = kindOnly(schema);
  return {
    ...(type === undefined ? {} : { type }),
    ...(items === undefined ? {} : { items }),
    ...cutMark,
  };
}

/**
 * A root with definitions that fit the limits: taken nearest first, and one that does not fit is published
 * as any value, so that what it alone leads to is not needed either.
 */
export function cutClosure(closure: Closure): JsonSchema {
  const root = cutDeepest(closure.root, schemaLimits.bytes / 2);
  const space = new Space(measure(root));
  const queue = space.name(measure(root));
  if (queue === undefined) return cutToOpen(root);
  const definitions: Record<string, JsonValue> = {};
  for (let next = 0; next < queue.length; next += 1) {
    const key = queue[next] ?? '';
    const definition = closure.definitions.get(key);
    const further = definition === undefined ? undefined : space.take(definition.size);
    setOwn(
      definitions,
      key,
      definition === undefined || further === undefined
        ? cutDefinition(definition?.schema)
        : relaxExclusions(definition.schema),
    );
    queue.push(...(further ?? []));
  }
  return withDefinitions(relaxExclusions(root), definitions);
}

/** A definition of which only the type is left, where it is one. */
function cutDefinition(schema: JsonSchema = {}): JsonSchema {
  const { type } = schema;
  return typeof type === 'string' ? { type, ...cutMark } : cutMark;
}

/** What is left of the limits while definitions are taken; each that is named is paid for as a cut one first. */
class Space {
  private readonly mark = measure(cutDefinition({ type: 'integer' })).bytes;
  private readonly named = new Set<string>();
  private bytes: number;
  private subschemas: number;

  constructor(root: Measure) {
    this.bytes = schemaLimits.bytes - root.bytes - '"$defs":{},'.length;
    this.subschemas = schemaLimits.subschemas - root.subschemas;
  }

  /** Takes a named definition whole; the keys that are named through it, or `undefined` where it does not fit. */
  take(size: Measure): string[] | undefined {
    if (size.depth >= schemaLimits.depth) return undefined;
    return this.spend(size, size.bytes - this.mark, size.subschemas - 1);
  }

  /** Names what a root refers to; `undefined` where not even that fits. */
  name(root: Measure): string[] | undefined {
    return this.spend(root, 0, 0);
  }

  private spend(size: Measure, bytes: number, subschemas: number): string[] | undefined {
    const keys = [...size.references.keys()].filter((key) => !this.named.has(key));
    const cost = keys.reduce((sum, key) => sum + placeBytes(key) + this.mark, bytes);
    if (cost > this.bytes || subschemas + keys.length > this.subschemas) return undefined;
    this.bytes -= cost;
    this.subschemas -= subschemas + keys.length;
    for (const key of keys) this.named.add(key);
    return keys;
  }
}

/** A root that refers to more than could even be named. */
function cutToOpen(root: JsonSchema): JsonSchema {
  const open = (schema: JsonSchema): JsonSchema =>
    Object.hasOwn(schema, '$ref') ? cutMark : mapSubschemas(schema, open);
  return open(root);
}

/** A root with these definitions under `$defs`, of which only those that are reached are kept. */
export function withDefinitions(
  root: JsonSchema,
  definitions: Readonly<Record<string, JsonValue>>,
): JsonSchema {
  const kept: Record<string, JsonValue> = {};
  const queue = [...measure(root).references.keys()];
  const reached = new Set(queue);
  for (let next = 0; next < queue.length; next += 1) {
    const schema = definitions[queue[next] ?? ''];
    for (const key of measure((schema ?? {}) as JsonSchema).references.keys()) {
      if (reached.has(key)) continue;
      reached.add(key);
      queue.push(key);
    }
  }
  for (const key of Object.keys(definitions)) {
    if (reached.has(key)) setOwn(kept, key, definitions[key] ?? cutMark);
  }
  return reached.size === 0 ? root : { ...root, $defs: kept };
}
