import { actionOfAskedVerb, actionOfVerb } from '../../model/action-words.ts';
import type { ToolAction } from '../../model/search-data.ts';
import { isStopWord, splitWords, stemWord } from '../../model/search-text.ts';
import { conceptOf, sureness, variantsOf, type Concept } from './meanings.ts';
import { foreignIn, phrasesIn } from './phrases.ts';
import type { SearchWords } from './search-words.ts';
import { namesIn, takeEntities } from './take-entities.ts';

/** What a query asks for. */
export interface ReadQuery {
  readonly concepts: readonly Concept[];
  /** What is to be done, where the query says so. */
  readonly action?: ToolAction;
  /** Whether it speaks of one thing, which it names or numbers. */
  readonly isOne: boolean;
}

/** A query is read as far as this; people do not ask longer ones. */
const limits = { characters: 1_000, words: 40 } as const;

/** Reads what somebody asks for in the words of the tools. */
export function readQuery(query: string, words: SearchWords): ReadQuery {
  const { text, hints, isOne } = takeEntities(query.slice(0, limits.characters), (value) =>
    splitWords(value).every((token) => words.byStem.has(stemWord(token))),
  );
  const tokens = splitWords(text).slice(0, limits.words);
  const stems = tokens.map(stemWord);
  const concepts: Concept[] = [];
  const taken = new Set<number>();
  const actions: ToolAction[] = [];
  for (const { places, leadsTo } of phrasesIn(stems, words)) {
    // Words that tools say themselves go on counting: the phrase may be none here.
    const own = places.filter((place) => words.byStem.has(stems[place] ?? ''));
    for (const place of places) if (!own.includes(place)) taken.add(place);
    const variants = variantsOf(leadsTo, sureness.phrase, words);
    concepts.push({ variants, importance: own.length === 0 ? 1 : 0.5 });
    const action = leadsTo.map(actionOfVerb).find((each) => each !== undefined);
    if (action !== undefined) actions.push(action);
  }
  const names = namesIn(text);
  const opening = tokens.findIndex((token) => !isStopWord(token));
  const isIdle = (token: string): boolean => opening !== -1 && isStopWord(token);
  const seen = new Set<string>();
  for (const [place, token] of tokens.entries()) {
    const stem = stems[place] ?? token;
    const verb = taken.has(place) ? undefined : actionOfAskedVerb(token);
    const before = tokens[place - 1] ?? '';
    if (verb !== undefined && (place === opening || askingWords.has(before))) actions.push(verb);
    if (place === 0 && questionWords.has(token)) actions.push('read');
    if (taken.has(place) || isIdle(token) || seen.has(stem)) continue;
    seen.add(stem);
    const read = conceptOf(token, words, {
      next: tokens[place + 1],
      isName: names.has(token),
    });
    if (read.joined) taken.add(place + 1);
    const corrected =
      read.corrected === undefined ? undefined : actionOfVerb(stemWord(read.corrected));
    if (corrected !== undefined && place === opening) actions.push(corrected);
    if (read.concept !== undefined) {
      const { variants, importance } = read.concept;
      concepts.push({ variants, importance: importance * importanceAt(tokens, place) });
    }
  }
  for (const hint of hints) {
    const variants = variantsOf(hint.map(stemWord), sureness.entity, words);
    if (variants.size > 0) concepts.push({ variants, importance: 0.3 });
  }
  for (const leadsTo of foreignIn(query.slice(0, limits.characters), words)) {
    concepts.push({ variants: variantsOf(leadsTo, sureness.foreign, words), importance: 1 });
    const action = leadsTo.map(actionOfVerb).find((each) => each !== undefined);
    if (action !== undefined) actions.push(action);
  }
  const [action] = actions;
  return {
    concepts,
    isOne: isOne && action !== 'list',
    ...(action === undefined ? {} : { action }),
  };
}

/** After these a verb is what somebody asks for, wherever it stands. */
const askingWords: ReadonlySet<string> = new Set(['to', 'please', 'you', 'and', 'lets']);

const questionWords: ReadonlySet<string> = new Set(
  'what which who whose where when how is are was were does do did has have'.split(' '),
);

/** What follows these only says more of what was asked for. */
const asideWords: ReadonlySet<string> = new Set(
  'that which who because so when although with since while if after before until saying'.split(
    ' ',
  ),
);

/** What follows these is a name. */
const namingWords: ReadonlySet<string> = new Set(['called', 'named', 'titled', 'saying']);

/** How much a word matters by where it stands. */
function importanceAt(tokens: readonly string[], place: number): number {
  if (namingWords.has(tokens[place] ?? '') || namingWords.has(tokens[place - 1] ?? '')) return 0.15;
  const aside = tokens.slice(1, place).some((token) => asideWords.has(token));
  return aside ? 0.45 : 1;
}
