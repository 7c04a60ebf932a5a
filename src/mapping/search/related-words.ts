import { actionOfVerb } from '../../model/action-words.ts';
import { expandContractions } from '../../model/contractions.ts';
import { toolActions } from '../../model/search-data.ts';
import { splitWords, stemWord } from '../../model/search-text.ts';
import { actsSaid } from './knowledge/acts-said.ts';
import { asks } from './knowledge/asks.ts';
import { banking } from './knowledge/banking.ts';
import { building } from './knowledge/building.ts';
import { hosting } from './knowledge/hosting.ts';
import { watching } from './knowledge/watching.ts';
import { identity } from './knowledge/identity.ts';
import { running } from './knowledge/running.ts';
import { everydayFamilies } from './knowledge/everyday.ts';
import { fields } from './knowledge/fields.ts';
import { foreignFieldWords } from './knowledge/languages-of-fields.ts';
import { foreignWords } from './knowledge/languages.ts';
import { leanings } from './knowledge/leanings.ts';
import { namesOfThings } from './knowledge/names-of-things.ts';
import { needs } from './knowledge/needs.ts';
import { nounFamilies } from './knowledge/nouns.ts';
import { paraphrases } from './knowledge/paraphrases.ts';
import { plainWords } from './knowledge/plain-words.ts';
import { situations } from './knowledge/situations.ts';
import { slang } from './knowledge/slang.ts';
import { media } from './knowledge/media.ts';
import { telephony } from './knowledge/telephony.ts';
import { talking } from './knowledge/talking.ts';
import { teamwork } from './knowledge/teamwork.ts';
import { verbFamilies } from './knowledge/verbs.ts';
import { wishes } from './knowledge/wishes.ts';

/** What is known of words, cut down to what leads to words of one API. */
export interface RelatedWords {
  readonly related: readonly string[];
  /** Leads to words of the API or, where it says none of them, to words of which {@link related} knows more. */
  readonly foreign: readonly string[];
}

/** @param own The stems of the words that the tools of an API say. */
export function relatedWordsOf(own: ReadonlySet<string>): RelatedWords {
  const families = [...verbFamilies, ...nounFamilies, ...everydayFamilies].map(
    (family): Leaning => {
      const words = family.split(' ');
      return { left: words, right: words };
    },
  );
  const related = [...families, ...allLeanings.map(leaningOf)].flatMap((each) => cut(each, own));
  const understood = new Set(related.flatMap((line) => line.split('|')[0]?.split(' ') ?? []));
  const foreign = [...allForeignWords].map(leaningOf).flatMap((each) => {
    const direct = cut(each, own);
    return direct.length > 0 ? direct : cut(each, understood);
  });
  return { related, foreign };
}

/** What is known of English words and phrases: `left|right`, where who says one of the left means some of the right. */
export const allLeanings: readonly string[] = [
  ...leanings,
  ...needs,
  ...fields,
  ...slang,
  ...asks,
  ...situations,
  ...namesOfThings,
  ...building,
  ...hosting,
  ...watching,
  ...identity,
  ...running,
  ...actsSaid,
  ...wishes,
  ...media,
  ...telephony,
  ...talking,
  ...plainWords,
  ...paraphrases,
  ...teamwork,
  ...banking,
];

/** What is known of words of other languages, in the same form. */
export const allForeignWords: readonly string[] = [...foreignWords, ...foreignFieldWords];

interface Leaning {
  readonly left: readonly string[];
  readonly right: readonly string[];
}

function leaningOf(line: string): Leaning {
  const [left = '', right = ''] = line.split('|');
  return { left: left.split(' '), right: right.split(' ') };
}

/** A line of the artifact: only words of the API on the right, and nothing where none is left. */
function cut({ left, right }: Leaning, own: ReadonlySet<string>): readonly string[] {
  const kept = [...new Set(right.filter((word) => own.has(stemWord(word))))];
  if (kept.length === 0) return [];
  const others = left.filter((word) => kept.length > 1 || word !== kept[0]);
  if (others.length === 0) return [];
  // Known before the cut: that somebody wants something deleted holds where no tool says `delete`.
  const action = actionOfVerb(stemWord(right[0] ?? ''));
  const line = `${others.map(keyOf).join(' ')}|${kept.map(stemWord).join(' ')}`;
  return [action === undefined ? line : `${line}|${toolActions.indexOf(action)}`];
}

/** Words of a phrase by their stems; `*` stays, and so do words that are found inside texts. */
function keyOf(phrase: string): string {
  if (!/^[a-z_*]+$/.test(phrase)) return phrase;
  return expandContractions(phrase.replaceAll('_', ' '))
    .split(' ')
    .map((word) => (word === '*' ? word : splitWords(word).map(stemWord).join('_')))
    .join('_');
}
