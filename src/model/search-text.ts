import type { JsonValue } from './json.ts';
import { isArray, isJsonObject } from './json.ts';
import type { ToolMetadata } from './tool.ts';

/**
 * How texts become search terms. The index is built at build time and asked at run time: both sides cut texts
 * with the functions here, so that they can never disagree.
 */

/** The fields of a searchable tool. */
export const searchFields = [
  'name',
  'summary',
  'description',
  'path',
  'tags',
  'arguments',
  'synonyms',
] as const;

/** One of {@link searchFields}. */
export type SearchField = (typeof searchFields)[number];

/** One tool as the index takes it: its place in the artifact and its texts by field. */
export type SearchDocument = { readonly id: number } & Readonly<Record<SearchField, string>>;

/** How much a match in each field counts. */
export const fieldWeights: Readonly<Record<SearchField, number>> = {
  name: 4,
  summary: 4,
  path: 2.5,
  tags: 2,
  arguments: 1,
  description: 1,
  synonyms: 1.5,
};

/** Longer descriptions add noise, not meaning. */
const describedLength = 400;

/** The fields that the metadata of a tool fills. */
export function searchTextsOf({
  name,
  title = '',
  summary,
  description,
  tags,
  inputSchema,
}: ToolMetadata): Readonly<Record<Exclude<SearchField, 'path' | 'synonyms'>, string>> {
  const properties = inputSchema['properties'];
  return {
    name,
    summary: `${summary} ${title}`,
    description: description.slice(0, describedLength),
    tags: tags.join(' '),
    arguments: isJsonObject(properties) ? argumentTexts(properties).join(' ') : '',
  };
}

/** Names of arguments with their enumerated values, and the names of a body's members. */
function argumentTexts(
  properties: Readonly<Record<string, JsonValue>>,
  depth = 0,
): readonly string[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    if (!isJsonObject(schema)) return [name];
    const listed = schema['enum'];
    const values = isArray(listed) ? listed.filter((value) => typeof value === 'string') : [];
    const inner = schema['properties'];
    const members = isJsonObject(inner) && depth < 1 ? argumentTexts(inner, depth + 1) : [];
    return [name, ...values.slice(0, 12), ...members];
  });
}

/** Cuts a text into words: at everything but letters and digits, and where the case changes. */
export function splitWords(text: string): string[] {
  return text
    .replaceAll(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** Words that say nothing about what somebody wants. */
const stopWords: ReadonlySet<string> = new Set(
  (
    'a an and are as at be by can could do does for from get gets how i if in into is it its let me my of on or our ' +
    'please so some that the their them then these this those to up us want was we what which who will with would you your'
  ).split(' '),
);

/** Whether a word of a query says nothing; `get` does not either, since every reading operation is one. */
export function isStopWord(word: string): boolean {
  return stopWords.has(word);
}

/** The stem of an English word: plural, `-ing`, `-ed` and `-er` endings are taken off where enough is left. */
export function stemWord(word: string): string {
  const singular = word
    .replace(/(ss|us|is)$/, '$1.')
    .replace(/ies$/, 'y')
    .replace(/(ch|sh|x|z|ss)es$/, '$1')
    .replace(/s$/, '')
    .replace(/\.$/, '');
  const base = singular.replace(/(?:ing|ed|er|ion|ation)$/, '');
  if (base.length < 3 || base === singular) return singular.replace(/e$/, '');
  return base.replace(/([bdgmnprt])\1$/, '$1').replace(/e$/, '');
}
