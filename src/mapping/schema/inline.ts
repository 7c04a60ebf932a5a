import type { JsonSchema, JsonValue } from '../../model/json.ts';
import { closureBytes, componentsOf, placeBytes, referenceBytes, type Closure } from './closure.ts';
import { mapSubschemas, referenceKey, withoutKeys } from './keywords.ts';
import { mergeAll, onlyAnnotates } from './merge.ts';
import { maxSchemaDepth } from './regions.ts';
import { relaxExclusions } from './relax-exclusions.ts';
import type { GraphComponents } from './strongly-connected.ts';

/** A schema whose references were replaced, and the definitions that are still referred to. */
export interface InlinedSchema {
  readonly root: JsonSchema;
  readonly definitions: ReadonlyMap<string, JsonSchema>;
}

/** A tool may grow this much by inlining (rule J5). */
const maxGrowth = 2;

/** Deepest definition that is put in place where not everything is. */
const maxPartialDepth = 20;

/**
 * Puts definitions in place of references (rule J5): all that do not recur where the whole grows no more
 * than twofold, else those that are used once or are small.
 */
export function inlineReferences(closure: Closure): InlinedSchema {
  const graph = componentsOf(closure);
  const full = planInlining(closure, graph, {
    wants: () => true,
    maxDepth: maxSchemaDepth - closure.size.depth,
  });
  const limit = closureBytes(closure) * maxGrowth;
  if (full.isComplete && full.bytes <= limit) return inlineKeys(closure, full.keys);
  const uses = usesOf(closure);
  let chosen: InliningPlan | undefined;
  for (const threshold of [64, 128, 256, 512, 1_024, 2_048]) {
    const plan = planInlining(closure, graph, {
      wants: (key, bytes) => bytes <= threshold || uses.get(key) === 1,
      maxDepth: maxPartialDepth,
    });
    if (plan.bytes > limit) break;
    chosen = plan;
  }
  return inlineKeys(closure, chosen?.keys ?? new Set());
}

interface InliningPlan {
  readonly keys: ReadonlySet<string>;
  /** Of the whole tool. */
  readonly bytes: number;
  /** Whether every definition that does not recur is put in place. */
  readonly isComplete: boolean;
}

/** Decides for each definition, those without references first, so that every size is known when it is asked. */
function planInlining(
  closure: Closure,
  components: GraphComponents,
  rule: {
    readonly wants: (key: string, bytes: number) => boolean;
    readonly maxDepth: number;
  },
): InliningPlan {
  const order = [...closure.definitions.keys()].sort(
    (a, b) => components.heightOf(a) - components.heightOf(b),
  );
  const keys = new Set<string>();
  const sizes = new Map<string, { readonly bytes: number; readonly depth: number }>();
  const expanded = (size: Closure['size']): { readonly bytes: number; readonly depth: number } => {
    let { bytes, depth } = size;
    for (const [target, count] of size.references) {
      const inner = sizes.get(target);
      if (inner === undefined || !keys.has(target)) continue;
      bytes += count * (inner.bytes - referenceBytes(target));
      // The definition takes the place of the reference, which counts already.
      depth = Math.max(depth, size.depth - 1 + inner.depth);
    }
    return { bytes, depth };
  };
  let kept = 0;
  let isComplete = true;
  for (const key of order) {
    const size = closure.definitions.get(key)?.size ?? closure.size;
    const whole = expanded(size);
    sizes.set(key, whole);
    const recurs = [...size.references.keys()].some((target) => components.onOneCycle(key, target));
    if (!recurs && whole.depth <= rule.maxDepth && rule.wants(key, whole.bytes)) keys.add(key);
    else {
      kept += whole.bytes + placeBytes(key);
      if (!recurs) isComplete = false;
    }
  }
  return { keys, bytes: expanded(closure.size).bytes + kept, isComplete };
}

/** How often each definition is referred to in the closure. */
function usesOf(closure: Closure): ReadonlyMap<string, number> {
  const uses = new Map<string, number>();
  const sizes = [closure.size, ...[...closure.definitions.values()].map(({ size }) => size)];
  for (const { references } of sizes) {
    for (const [key, count] of references) uses.set(key, (uses.get(key) ?? 0) + count);
  }
  return uses;
}

/** Replaces references to these keys; what they hold is replaced once and shared. */
function inlineKeys(closure: Closure, keys: ReadonlySet<string>): InlinedSchema {
  const done = new Map<JsonSchema, JsonSchema>();
  const inline = (schema: JsonSchema): JsonSchema => {
    const before = done.get(schema);
    if (before !== undefined) return before;
    const mapped = mapSubschemas(schema, inline);
    const key = referenceKey(mapped);
    const target = key !== undefined && keys.has(key) ? closure.definitions.get(key) : undefined;
    const result = target === undefined ? mapped : beside(inline(target.schema), mapped);
    done.set(schema, result);
    return result;
  };
  const root = inline(closure.root);
  const definitions = new Map<string, JsonSchema>();
  for (const [key, { schema }] of closure.definitions) {
    if (!keys.has(key)) definitions.set(key, inline(schema));
  }
  return { root, definitions };
}

/** A definition in place of a reference to it, together with what stands beside the reference. */
export function beside(definition: JsonSchema, reference: JsonSchema): JsonSchema {
  const siblings = withoutKeys(reference, '$ref');
  if (Object.keys(siblings).length === 0) return definition;
  if (onlyAnnotates(siblings)) {
    return siblings['description'] === undefined
      ? { ...definition, ...siblings }
      : { ...withoutKeys(definition, 'title'), ...siblings };
  }
  const merged = mergeAll([siblings, definition]);
  if (merged !== undefined) return merged;
  const members = siblings['allOf'];
  const allOf: readonly JsonValue[] = Array.isArray(members)
    ? [definition, ...members]
    : [definition];
  return { ...siblings, allOf };
}

/**
 * Follows references to a limited depth and ends with the kind of value alone, for clients that cannot
 * follow any.
 */
export function unrollReferences(closure: Closure, depth: number): JsonSchema {
  const done = new Map<number, Map<JsonSchema, JsonSchema>>();
  const unroll = (schema: JsonSchema, left: number): JsonSchema => {
    const level = done.get(left) ?? new Map<JsonSchema, JsonSchema>();
    done.set(left, level);
    const before = level.get(schema);
    if (before !== undefined) return before;
    const mapped = mapSubschemas(schema, (inner) => unroll(inner, left));
    const key = referenceKey(mapped);
    const target = key === undefined ? undefined : closure.definitions.get(key)?.schema;
    const result =
      target === undefined
        ? mapped
        : beside(left > 0 ? unroll(relaxExclusions(target), left - 1) : kindOnly(target), mapped);
    level.set(schema, result);
    return result;
  };
  return unroll(relaxExclusions(closure.root), depth);
}

/** What kind of value a schema describes, without saying more. */
export function kindOnly(schema: JsonSchema): JsonSchema {
  const type = schema['type'];
  const description = schema['description'];
  return {
    ...(type === undefined ? {} : { type }),
    ...(type === 'array' ? { items: {} } : {}),
    ...(description === undefined ? {} : { description }),
  };
}
