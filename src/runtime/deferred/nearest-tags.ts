import { isStopWord, splitWords, stemWord } from '../../model/search-text.ts';
import type { Findable } from './catalogue.ts';
import { spellingsOf } from './spelling.ts';

/** What is looked at, so that long queries and many tags cost little. */
const most = { words: 12, tags: 1_000, tools: 20 } as const;

/**
 * The tags that are nearest to what somebody looked for in vain, nearest first: those that a word of it is part of,
 * misspelled or not, then those of tools that say some of it.
 *
 * @param asked What was looked for: a query, or tags that do not exist.
 * @param tags The tags that there are, most important first.
 * @param tools Tools that say some of it, best first.
 */
export function nearestTags(
  asked: string,
  { tags, tools }: { readonly tags: readonly string[]; readonly tools: readonly Findable[] },
): readonly string[] {
  const byStem = new Map<string, string[]>();
  for (const tag of tags.slice(0, most.tags)) {
    for (const stem of new Set(splitWords(tag).map(stemWord))) {
      const known = byStem.get(stem);
      if (known === undefined) byStem.set(stem, [tag]);
      else known.push(tag);
    }
  }
  const words = splitWords(asked)
    .slice(0, most.words)
    .filter((word) => !isStopWord(word));
  const said = words.flatMap((word) => byStem.get(stemWord(word)) ?? []);
  const meant = words.flatMap((word) =>
    spellingsOf(stemWord(word), byStem.keys()).flatMap((slip) => byStem.get(slip.word) ?? []),
  );
  return [
    ...new Set([...said, ...meant, ...tools.slice(0, most.tools).flatMap((tool) => tool.tags)]),
  ];
}
