import { type Diagnostic, diagnostic } from '../../model/diagnostic.ts';
import {
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
  objectFromEntries,
  ownValue,
} from '../../model/json.ts';
import { childLocation, type SourceLocation } from '../../model/source.ts';
import { objectSchema } from './schemas.ts';

/** A schema after patches, or what is wrong with it. */
export interface PatchedSchema {
  readonly schema: JsonSchema;
  readonly diagnostics: readonly Diagnostic[];
}

/** Where patches come from, for what is wrong with their result. */
export interface PatchPlace {
  readonly key: 'inputSchema' | 'outputSchema';
  /** Of the entry. */
  readonly location: SourceLocation;
}

/**
 * Merges patches into a schema, one after the other: members replace members, objects merge, `null` takes a member away
 * (RFC 7396). The result must be a schema whose root every client accepts, else the schema stays as it was.
 */
export function patchSchema(
  schema: JsonSchema,
  patches: readonly JsonObject[],
  { key, location }: PatchPlace,
): PatchedSchema {
  const patched = patches.reduce<JsonValue>(mergePatch, schema);
  const at = childLocation(location, `${key}+`);
  const checked = objectSchema({ value: patched, location: at });
  if (checked.ok) return { schema: checked.value, diagnostics: [] };
  return {
    schema,
    diagnostics: checked.diagnostics.map(({ message }) =>
      diagnostic('overlay-bad-value', {
        message: `With what is merged into it, the schema is none that can be published: ${message}`,
        fix: 'Keep the root an object schema; null takes a member away.',
        location: at,
      }),
    ),
  };
}

/** RFC 7396 §2. */
function mergePatch(target: JsonValue, patch: JsonValue): JsonValue {
  if (!isJsonObject(patch)) return patch;
  const base = isJsonObject(target) ? target : {};
  const kept = Object.entries(base).filter(([key]) => !Object.hasOwn(patch, key));
  const merged = Object.entries(patch).flatMap(
    ([key, value]): readonly (readonly [string, JsonValue])[] =>
      value === null ? [] : [[key, mergePatch(ownValue(base, key) ?? null, value)]],
  );
  return objectFromEntries([...kept, ...merged]);
}
