import { type JsonSchema, jsonEqual, ownValue } from '../../../model/json.ts';
import type { ChangeKind, SchemaChange } from '../change.ts';
import { valueText } from './types.ts';

/** What is told with a schema and decides nothing, but that a model reads. */
const notes: readonly (readonly [string, ChangeKind, string])[] = [
  ['description', 'description-changed', 'has another description'],
  ['default', 'default-changed', 'has another default'],
  ['deprecated', 'deprecated', 'is deprecated'],
  ['format', 'format-changed', 'has another format'],
];

/** Differences in what a model reads beside the assertions. */
export function compareNotes(
  before: JsonSchema,
  after: JsonSchema,
  path: readonly string[],
): readonly SchemaChange[] {
  return notes.flatMap(([keyword, kind, sentence]): readonly SchemaChange[] => {
    const [old, now] = [ownValue(before, keyword), ownValue(after, keyword)];
    if (jsonEqual(old, now)) return [];
    if (keyword === 'deprecated') {
      if ((old === true) === (now === true)) return [];
      const message = now === true ? sentence : 'is no longer deprecated';
      return [{ impact: 'behavioral', kind, path, message }];
    }
    const detail =
      keyword === 'description'
        ? ''
        : `: ${now === undefined ? 'none' : valueText(now)} instead of ${old === undefined ? 'none' : valueText(old)}`;
    return [
      {
        impact: 'behavioral',
        kind,
        path,
        message: sentence + detail,
        ...(old === undefined ? {} : { before: old }),
        ...(now === undefined ? {} : { after: now }),
      },
    ];
  });
}
