import { isArray, type JsonSchema, type JsonValue } from '../../model/json.ts';

/** Words that say nothing beside what they stand with. */
const fillers: ReadonlySet<string> = new Set(
  'a an the this of for to its their your spec specs param params parameter parameters schema object type model request dto input field property'.split(
    ' ',
  ),
);

/** Whether a title or a description says nothing but the name under which it stands. */
export function saysNameAgain(text: string, name: string): boolean {
  const said = wordsOf(text).filter((word) => !fillers.has(word));
  const known = wordsOf(name);
  return said.length > 0 && said.every((word) => known.includes(word));
}

/** The words of a text or a name, in lower case; everything but letters and digits separates them. */
function wordsOf(text: string): readonly string[] {
  return text
    .replaceAll(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** Words of sentences that do nothing but list values. */
const listing: ReadonlySet<string> = new Set(
  (
    'can could must may should will be is are one of the following possible allowed valid accepted supported available permitted value values ' +
    'option options either any and or this it field parameter property its these those choose from as set to a an enum include includes only'
  ).split(' '),
);

/** A description without sentences that list what `enum` lists; `undefined` where there are none. */
export function withoutValueSentences({
  enum: values,
  description,
}: JsonSchema): string | undefined {
  if (!isArray(values) || typeof description !== 'string') return undefined;
  const texts = new Set(values.map(textOf).map((value) => value.toLowerCase()));
  return withoutSentences(description, (sentence) => {
    const parts = sentence
      .toLowerCase()
      .split(/[^\p{L}\p{N}_./:+-]+/u)
      .map((part) => (texts.has(part) ? part : part.replace(/^[.:/+-]+|[.:/+-]+$/g, '')))
      .filter((part) => part !== '');
    const listed = new Set(parts.filter((part) => texts.has(part)));
    const isAll = listed.size === texts.size || listed.size > 1;
    return isAll && parts.every((part) => texts.has(part) || listing.has(part));
  });
}

function textOf(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A text without some of its sentences; `undefined` where none goes. */
function withoutSentences(text: string, isIdle: (sentence: string) => boolean): string | undefined {
  const sentences = text.split(/(?<=[.!?])\s+/u);
  const kept = sentences.filter((sentence) => !isIdle(sentence.trim()));
  return kept.length === sentences.length ? undefined : kept.join(' ').trim();
}
