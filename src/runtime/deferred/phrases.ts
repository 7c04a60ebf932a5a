import { firstActionOf } from '../../model/action-words.ts';
import type { ToolAction } from '../../model/search-data.ts';
import { splitWords, stemWord } from '../../model/search-text.ts';
import type { Phrase, SearchWords } from './search-words.ts';

/** A phrase that a query says. */
export interface FoundPhrase {
  /** Places of its words among those of the query. */
  readonly places: readonly number[];
  readonly leadsTo: readonly string[];
  /** What it asks to have done, where it asks for something. */
  readonly action: ToolAction | undefined;
}

/** Known phrases in the words of a query; several that take the same words are one. */
export function phrasesIn(
  stems: readonly string[],
  { phrases }: SearchWords,
): readonly FoundPhrase[] {
  const byPlaces = new Map<string, FoundPhrase>();
  for (const [start, stem] of stems.entries()) {
    for (const { rest, leadsTo, action } of phrases.get(stem) ?? []) {
      const places = matchPhrase(stems, start, rest);
      if (places === undefined) continue;
      const key = places.join();
      const same = byPlaces.get(key);
      byPlaces.set(key, {
        places,
        leadsTo: [...(same?.leadsTo ?? []), ...leadsTo],
        action: same?.action ?? action ?? firstActionOf(leadsTo),
      });
    }
  }
  return [...byPlaces.values()];
}

function matchPhrase(
  stems: readonly string[],
  start: number,
  rest: Phrase['rest'],
): readonly number[] | undefined {
  const places = [start];
  let gap = false;
  let at = start + 1;
  for (const part of rest) {
    if (part === '*') {
      gap = true;
      continue;
    }
    const last = gap ? at + 4 : at;
    let place = at;
    while (place <= last && stems[place] !== part) place += 1;
    if (place > last) return undefined;
    places.push(place);
    at = place + 1;
    gap = false;
  }
  return places;
}

/** What words of other languages in a text lead to; those of scripts without blanks are found anywhere in it. */
export function foreignIn(
  query: string,
  { foreign, byStem, related }: SearchWords,
): readonly (readonly string[])[] {
  const text = query.normalize('NFKC');
  const found: (readonly string[])[] = [];
  for (const token of new Set(splitWords(text))) {
    const stem = stemWord(token);
    // `client` and `version` are English too, and already read as that.
    if (!/^[a-z]+$/.test(token) || byStem.has(stem) || related.has(stem)) continue;
    const leadsTo = foreign.get(stem);
    if (leadsTo !== undefined) found.push(leadsTo);
  }
  if (/[\u3040-\u30ff\u4e00-\u9fff]/.test(text)) {
    let rest = text;
    for (const [key, leadsTo] of foreign) {
      if (!/^[a-z]/.test(key) && rest.includes(key)) {
        rest = rest.replaceAll(key, ' ');
        found.push(leadsTo);
      }
    }
  }
  return found;
}
