import type { Diagnostic } from '../../model/diagnostic.ts';
import type { JsonSchema } from '../../model/json.ts';
import type { Definitions } from './definitions.ts';
import { measure, type Measure } from './measure.ts';
import { findComponents, type GraphComponents } from './strongly-connected.ts';

/** One definition that a tool reaches. */
export interface ReachedDefinition {
  readonly schema: JsonSchema;
  readonly size: Measure;
}

/** Everything that a schema reaches through references, nearest first (rule U45 of the reports: over every keyword). */
export interface Closure {
  readonly root: JsonSchema;
  readonly size: Measure;
  readonly definitions: ReadonlyMap<string, ReachedDefinition>;
  readonly diagnostics: readonly Diagnostic[];
}

/** Collects the closure of a converted schema. */
export function closureOf(root: JsonSchema, definitions: Definitions): Closure {
  const size = measure(root);
  const reached = new Map<string, ReachedDefinition>();
  const diagnostics: Diagnostic[] = [];
  const queue = [...size.references.keys()];
  for (let next = 0; next < queue.length; next += 1) {
    const key = queue[next] ?? '';
    if (reached.has(key)) continue;
    const { schema, diagnostics: found } = definitions.get(key);
    const own = measure(schema);
    reached.set(key, { schema, size: own });
    diagnostics.push(...found);
    queue.push(...own.references.keys());
  }
  return { root, size, definitions: reached, diagnostics };
}

/** The references between the definitions of a closure. */
export function componentsOf(closure: Closure): GraphComponents {
  return findComponents(
    new Map(
      [...closure.definitions].map(
        ([key, { size }]) => [key, new Set(size.references.keys())] as const,
      ),
    ),
  );
}

/** Bytes of a definition's place under `$defs`: its key, quotes, colon and comma. */
export function placeBytes(key: string): number {
  return key.length + 4;
}

/** Bytes of a reference: `{"$ref":"#/$defs/…"}`. */
export function referenceBytes(key: string): number {
  return key.length + 18;
}

/** Bytes of the closure as one schema with every definition under `$defs`. */
export function closureBytes(closure: Closure): number {
  let bytes = closure.size.bytes + (closure.definitions.size > 0 ? '"$defs":{},'.length : 0);
  for (const [key, { size }] of closure.definitions) bytes += size.bytes + placeBytes(key);
  return bytes;
}
