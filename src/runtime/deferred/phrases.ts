import { firstActionOf } from '../../model/action-words.ts';
import type { ToolAction } from '../../model/search-data.ts';
import type { Phrase } from './relations.ts';
import type { SearchWords } from './search-words.ts';

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
  { related, foreign }: SearchWords,
): readonly FoundPhrase[] {
  const byPlaces = new Map<string, FoundPhrase>();
  for (const [start, stem] of stems.entries()) {
    for (const { rest, leadsTo, action } of [
      ...related.phrasesFrom(stem),
      ...foreign.phrasesFrom(stem),
    ]) {
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
  return withoutContained([...byPlaces.values()]);
}

/** Of two phrases of which one is a part of the other, the longer one says what is to be done. */
function withoutContained(found: readonly FoundPhrase[]): readonly FoundPhrase[] {
  return found.map((phrase) => {
    const isPart = found.some(
      ({ places }) =>
        places.length > phrase.places.length &&
        phrase.places.every((place) => places.includes(place)),
    );
    return isPart ? { ...phrase, action: undefined } : phrase;
  });
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
