import { expandContractions } from '../../model/contractions.ts';
import type { ToolAction } from '../../model/search-data.ts';
import { splitWords, stemWord } from '../../model/search-text.ts';
import { sureness, variantsOf, type Concept, type Reading } from './meanings.ts';
import { readForeign } from './other-languages.ts';
import { phrasesIn } from './phrases.ts';
import { readTokens } from './read-tokens.ts';
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

/** How much it matters that a tool says what one way of reading finds. */
const importanceOf = { phrase: 1, doubtfulPhrase: 0.9, value: 0.33 } as const;

/** Reads what somebody asks for in the words of the tools. */
export function readQuery(query: string, words: SearchWords): ReadQuery {
  const read = expandContractions(query.slice(0, limits.characters));
  const { text, hints, isOne } = takeEntities(read, (value) =>
    splitWords(value).every((token) => words.byStem.has(stemWord(token))),
  );
  const tokens = splitWords(text).slice(0, limits.words);
  const stems = tokens.map(stemWord);
  const phrases = readPhrases(stems, words);
  const foreign = readForeign(read, { tokens, stems, taken: phrases.taken }, words);
  const readings: readonly Reading[] = [
    phrases,
    readTokens(
      {
        tokens,
        stems,
        taken: foreign.taken,
        inPhrases: phrases.places,
        names: namesIn(text),
      },
      words,
    ),
    { concepts: readHints(hints, words), actions: [] },
    foreign,
  ];
  const action = actionOf(
    tokens,
    readings.flatMap(({ actions }) => actions),
  );
  return {
    concepts: readings.flatMap(({ concepts }) => concepts),
    isOne: isOne && action !== 'list',
    ...(action === undefined ? {} : { action }),
  };
}

/** What the query says first is what it asks for; but who asks a question wants to read, whatever it is about. */
function actionOf(tokens: readonly string[], actions: Reading['actions']): ToolAction | undefined {
  if (isQuestion(tokens)) return 'read';
  let first: Reading['actions'][number] | undefined;
  for (const each of actions) if (first === undefined || each.at < first.at) first = each;
  return first?.action;
}

const questionWords: ReadonlySet<string> = new Set(
  'what which who whose where when how is are was were does do did has have'.split(' '),
);

/** Not `how do I send an invoice`: who asks so wants to send it. */
function isQuestion([first = '', second = '']: readonly string[]): boolean {
  return questionWords.has(first) && !(first === 'how' && /^(?:do|can|to|would)$/.test(second));
}

function readPhrases(
  stems: readonly string[],
  words: SearchWords,
): Reading & { readonly taken: ReadonlySet<number>; readonly places: ReadonlySet<number> } {
  const found = phrasesIn(stems, words);
  const taken = new Set<number>();
  const concepts: Concept[] = [];
  const actions: { readonly action: ToolAction; readonly at: number }[] = [];
  for (const { places, leadsTo, action } of found) {
    // Words that tools say themselves go on counting: the phrase may be none here.
    const free = places.filter((place) => !words.byStem.has(stems[place] ?? ''));
    for (const place of free) taken.add(place);
    const isSure = free.length === places.length;
    concepts.push({
      variants: variantsOf(leadsTo, sureness.phrase, words),
      importance: importanceOf[isSure ? 'phrase' : 'doubtfulPhrase'],
    });
    if (action !== undefined) actions.push({ action, at: places[0] ?? 0 });
  }
  return { concepts, actions, taken, places: new Set(found.flatMap(({ places }) => places)) };
}

function readHints(hints: readonly (readonly string[])[], words: SearchWords): readonly Concept[] {
  return hints
    .map((hint) => variantsOf(stemsOfHint(hint, words), sureness.entity, words))
    .filter(({ size }) => size > 0)
    .map((variants) => ({ variants, importance: importanceOf.value }));
}

/** More words than this that begin as an id does say nothing of what it is the id of. */
const mostBegun = 6;

/** The words of a hint; after `*`, those of tools that begin so: `cus_71` is the id of a customer. */
function stemsOfHint(hint: readonly string[], { byStem }: SearchWords): readonly string[] {
  return hint.flatMap((word) => {
    if (!word.startsWith('*')) return [stemWord(word)];
    const begun = [...byStem.keys()].filter((stem) => stem.startsWith(word.slice(1)));
    return begun.length <= mostBegun ? begun : [];
  });
}
