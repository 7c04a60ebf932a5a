import type { JsonSchema } from '../../model/json.ts';
import type { Conversion } from './conversion.ts';
import { referenceKey, withoutKeys } from './keywords.ts';
import { mergeAll, onlyAnnotates } from './merge.ts';

/** Longest chain of inheritance that is merged into one schema. */
const maxMergedHeight = 12;

/** One schema for a schema's own keywords and others of the same instance, merged where that changes nothing (rule J8). */
export function combine(
  own: JsonSchema,
  others: readonly JsonSchema[],
  conversion: Conversion,
): JsonSchema {
  const meaningful = [...new Set(others.filter((member) => !onlyAnnotates(member)))];
  const hasOwn = Object.keys(own).length > 0;
  const [first] = meaningful;
  if (first === undefined) return hasOwn ? own : (others[0] ?? {});
  if (!hasOwn && meaningful.length === 1) return first;
  const parts = hasOwn ? [own, ...meaningful] : meaningful;
  const merged = mergeAll(parts.map((part) => materialize(part, conversion)));
  if (merged !== undefined) return merged;
  // A reference with siblings needs no allOf.
  if (meaningful.length === 1 && isBareReference(first)) return { ...first, ...own };
  return { ...own, allOf: meaningful };
}

function isBareReference(schema: JsonSchema): boolean {
  return Object.hasOwn(schema, '$ref') && onlyAnnotates(withoutKeys(schema, '$ref'));
}

/** What a bare reference leads to, where chains of inheritance stay short; its annotations are not inherited. */
function materialize(member: JsonSchema, conversion: Conversion): JsonSchema {
  const published = isBareReference(member) ? referenceKey(member) : undefined;
  if (published === undefined) return member;
  const { conjunctions } = conversion.library;
  if (conjunctions.heightOf(conversion.keyOf(published)) > maxMergedHeight) return member;
  return withoutKeys(
    conversion.definition(published),
    'title',
    'description',
    'default',
    'examples',
  );
}
