import { actionOfAskedVerb, actionOfVerb } from '../../model/action-words.ts';
import type { ToolAction } from '../../model/search-data.ts';
import { isStopWord, stemWord } from '../../model/search-text.ts';
import { conceptOf, type Concept, type Reading } from './meanings.ts';
import type { SearchWords } from './search-words.ts';

/** A query cut into words. */
interface Tokens {
  readonly tokens: readonly string[];
  readonly stems: readonly string[];
  /** Places of words that a phrase has used up. */
  readonly taken: ReadonlySet<number>;
  /** Places of words of phrases, whether used up or not. */
  readonly inPhrases: ReadonlySet<number>;
  /** Words that are names of people and places. */
  readonly names: ReadonlySet<string>;
}

/** How much a word matters by itself of which a phrase says what is meant. */
const ofPhraseShare = 0.6;

/** Reads a query word by word: what each may mean, and which of them ask to have something done. */
export function readTokens(query: Tokens, words: SearchWords): Reading {
  const { tokens, stems, names, inPhrases } = query;
  const taken = new Set(query.taken);
  const concepts: Concept[] = [];
  const actions: { readonly action: ToolAction; readonly at: number }[] = [];
  const opening = tokens.findIndex((token) => !isStopWord(token));
  const object = objectPlace(tokens, opening);
  const seen = new Set<string>();
  for (const [place, token] of tokens.entries()) {
    const stem = stems[place] ?? token;
    const isIdle = opening !== -1 && isStopWord(token);
    const asks = place === opening || askingWords.has(tokens[place - 1] ?? '');
    const isVerb = asks && !taken.has(place) && !isThing(token, tokens[place + 1]);
    const verb = isVerb ? actionOfAskedVerb(token) : undefined;
    if (verb !== undefined) actions.push({ action: verb, at: place });
    const late = taken.has(place) || asks ? undefined : actionOfLateVerb(tokens, place);
    if (late !== undefined) actions.push({ action: late, at: tokens.length + place });
    if (taken.has(place) || isIdle || seen.has(stem)) continue;
    seen.add(stem);
    const { concept, joined, corrected } = conceptOf(token, words, {
      next: tokens[place + 1],
      isName: names.has(token),
    });
    if (joined) taken.add(place + 1);
    if (place === opening && verb === undefined) {
      const meant = actionOfUnknown(stem, corrected, words);
      if (meant !== undefined) actions.push({ action: meant, at: place });
    }
    if (concept === undefined) continue;
    const ofPhrase = inPhrases.has(place) ? ofPhraseShare : 1;
    const importance = concept.importance * importanceAt(tokens, place) * ofPhrase;
    concepts.push({ ...concept, importance, ...(place === object ? { isObject: true } : {}) });
  }
  if (looksUp(tokens)) actions.push({ action: 'read', at: Infinity });
  if (listingWords.has(tokens.at(-1) ?? '')) actions.push({ action: 'list', at: Infinity });
  return { concepts, actions };
}

/** Who names a thing by its number wants to see it: `task with id 17`. */
function looksUp(tokens: readonly string[]): boolean {
  return /(?:^| )with (?:the |this )?(?:id|number|key|code)(?: |$)/.test(tokens.join(' '));
}

/** Who says these at the end wants to read: `suspended members list`. */
const listingWords: ReadonlySet<string> = new Set(
  'list overview history details info statistics status'.split(' '),
);

/** The place of the first thing that is named: behind the verb that opens the query, where one does. */
function objectPlace(tokens: readonly string[], opening: number): number {
  const isVerb = actionOfAskedVerb(tokens[opening] ?? '') !== undefined;
  return tokens.findIndex(
    (token, place) => place >= opening + (isVerb ? 1 : 0) && !isStopWord(token),
  );
}

/** What the first word asks for that is no verb by itself: a slip of one, or a word of which more is known here. */
function actionOfUnknown(
  stem: string,
  corrected: string | undefined,
  { byStem, related }: SearchWords,
): ToolAction | undefined {
  const meant = corrected === undefined ? undefined : actionOfVerb(stemWord(corrected));
  return meant ?? (byStem.has(stem) ? undefined : related.meaningOf(stem)?.action);
}

/**
 * What a verb asks for that has an object behind it and nobody before it who does it: `that old page, remove it`. It
 * counts where nothing else is asked for.
 */
function actionOfLateVerb(tokens: readonly string[], place: number): ToolAction | undefined {
  const [before = '', token = '', after = ''] = tokens.slice(place - 1, place + 2);
  if (!objectWords.has(after) || subjectWords.has(before)) return undefined;
  const action = actionOfAskedVerb(token);
  return action === 'read' || action === 'list' ? undefined : action;
}

const objectWords: ReadonlySet<string> = new Set(
  'it them him her the a an all every this that these those my our your his their another'.split(
    ' ',
  ),
);

const subjectWords: ReadonlySet<string> = new Set(
  'i we they he she who that which people somebody someone'.split(' '),
);

/** Whether a word that may be a verb is a thing: `order from yesterday`, but `order a chair`. */
function isThing(token: string, after: string | undefined): boolean {
  return doubtfulVerbs.has(token) && (after === undefined || prepositions.has(after));
}

const doubtfulVerbs: ReadonlySet<string> = new Set(
  'order issue file plan bill record store text label charge report log'.split(' '),
);

const prepositions: ReadonlySet<string> = new Set(
  'of from with in out off at on by number behind under'.split(' '),
);

/** After these a verb is what somebody asks for, wherever it stands. */
const askingWords: ReadonlySet<string> = new Set(['to', 'please', 'you', 'and', 'lets']);

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
