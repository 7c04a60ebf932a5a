import { isJsonObject, objectFromEntries, type JsonSchema } from '../../model/json.ts';
import type { Tool } from '../../model/tool.ts';
import { placeBytes } from '../schema/closure.ts';
import { mapSubschemas } from '../schema/keywords.ts';
import { measure } from '../schema/measure.ts';
import { leaveOut } from './leave-out.ts';
import type { CompactRule, NoteSaved } from './rules.ts';
import { shareParts } from './share-parts.ts';

/** How compact a schema is to be. */
export interface CompactOptions {
  /** Whether parts may be shared under `$defs`: not for clients that follow no references. */
  readonly share: boolean;
  /** Whether every word of descriptions is wanted. */
  readonly keepTexts: boolean;
}

/** A schema without what carries no information. */
export interface CompactSchema {
  readonly schema: JsonSchema;
  /** Characters of JSON that each rule saved. */
  readonly saved: ReadonlyMap<CompactRule, number>;
}

/**
 * Writes a schema with fewer tokens: leaves out what repeats the rest of it, and says once what is said several times
 * (`compactRules`). Every value fits it that fitted before, and no other; required arguments, types and enums
 * stay. Compacting a compact schema changes nothing.
 */
export function compactSchema(schema: JsonSchema, options: CompactOptions): CompactSchema {
  const saved = new Map<CompactRule, number>();
  const note: NoteSaved = (rule, characters) => {
    saved.set(rule, (saved.get(rule) ?? 0) + characters);
  };
  const lean = withoutRepeats(schema, options, note);
  if (!options.share) return { schema: lean, saved };
  const shared = shareParts(lean);
  if (shared !== lean) {
    note('shared-parts', bytesOf(lean) - bytesOf(shared));
  }
  return { schema: shared, saved };
}

/** Measured, since what several places share may be huge where it is written out. */
function bytesOf({ $defs: definitions, ...root }: JsonSchema): number {
  let bytes = measure(root).bytes;
  for (const [key, part] of Object.entries(isJsonObject(definitions) ? definitions : {})) {
    if (isJsonObject(part)) bytes += measure(part).bytes + placeBytes(key);
  }
  return bytes;
}

function withoutRepeats(
  schema: JsonSchema,
  { keepTexts }: CompactOptions,
  note: NoteSaved,
): JsonSchema {
  const done = new Map<string, Map<JsonSchema, JsonSchema>>();
  const walk = (part: JsonSchema, name: string): JsonSchema => {
    const named = done.get(name) ?? new Map<JsonSchema, JsonSchema>();
    done.set(name, named);
    const before = named.get(part);
    if (before !== undefined) return before;
    const inside = mapSubschemas(part, (inner, keyword, member) =>
      walk(inner, keyword === 'properties' ? (member ?? name) : name),
    );
    const result = leaveOut(inside, { name, keepTexts, note });
    named.set(part, result);
    return result;
  };
  const lean = walk(schema, '');
  const { $defs: definitions } = lean;
  if (!isJsonObject(definitions)) return lean;
  const parts = Object.entries(definitions).map(
    ([key, part]) => [key, isJsonObject(part) ? walk(part, key) : part] as const,
  );
  return { ...lean, $defs: objectFromEntries(parts) };
}

/** Characters of JSON that each rule saves in the input schemas of tools that were built without; the most first. */
export function compactionOf(
  tools: readonly Pick<Tool, 'inputSchema'>[],
  options: CompactOptions,
): readonly (readonly [CompactRule, number])[] {
  const total = new Map<CompactRule, number>();
  for (const { inputSchema } of tools) {
    for (const [rule, characters] of compactSchema(inputSchema, options).saved) {
      total.set(rule, (total.get(rule) ?? 0) + characters);
    }
  }
  return [...total].sort(([, a], [, b]) => b - a);
}
