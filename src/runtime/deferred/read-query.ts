import { actionOfAskedVerb, actionOfVerb } from '../../model/action-words.ts';
import type { ToolAction } from '../../model/search-data.ts';
import { isStopWord, splitWords, stemWord } from '../../model/search-text.ts';
import type { IndexedWord, Phrase, SearchWords } from './search-words.ts';
import { spellingsOf } from './spelling.ts';

/** One thing that a query says: words of the tools that mean it, each with how surely. */
export interface Concept {
  readonly variants: ReadonlyMap<IndexedWord, number>;
  /** How much it matters that a tool says it, from 0 to 1. */
  readonly importance: number;
}

/** What a query asks for. */
export interface ReadQuery {
  readonly concepts: readonly Concept[];
  /** What is to be done, where the query says so. */
  readonly action?: ToolAction;
}

/** A query is read as far as this; people do not ask longer ones. */
const limits = { characters: 1_000, words: 40 } as const;

/** How surely a word means another. */
export const sureness = {
  own: 1,
  sameRoot: 0.75,
  phrase: 0.8,
  related: 0.5,
  foreign: 0.9,
  joined: 0.95,
  entity: 0.5,
} as const;

/** Reads what somebody asks for in the words of the tools. */
export function readQuery(query: string, words: SearchWords): ReadQuery {
  const { text, hints } = takeEntities(query.slice(0, limits.characters));
  const tokens = splitWords(text).slice(0, limits.words);
  const stems = tokens.map(stemWord);
  const concepts: Concept[] = [];
  const taken = new Set<number>();
  const actions: ToolAction[] = [];
  for (const { places, leadsTo } of phrasesIn(stems, words)) {
    for (const place of places) taken.add(place);
    const variants = variantsOf(leadsTo, sureness.phrase, words);
    concepts.push({ variants, importance: 1 });
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
  for (const { leadsTo } of foreignIn(query, words)) {
    concepts.push({ variants: variantsOf(leadsTo, sureness.foreign, words), importance: 1 });
    const action = leadsTo.map(actionOfVerb).find((each) => each !== undefined);
    if (action !== undefined) actions.push(action);
  }
  const [action] = actions;
  return { concepts, ...(action === undefined ? {} : { action }) };
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
  return aside ? 0.6 : 1;
}

interface Entity {
  readonly pattern: RegExp;
  readonly hint: readonly string[];
}

/** What values look like, and what arguments that take such values are called. Each pattern reads a text once. */
const entities: readonly Entity[] = [
  { pattern: /https?:\/\/[^\s"']{1,500}/g, hint: ['url', 'link', 'webhook'] },
  { pattern: /[\w.+-]{1,64}@[\w-]{1,64}\.[\w.-]{1,64}/g, hint: ['email', 'mail'] },
  { pattern: /(?<!\S)@[\w@.-]{1,100}/g, hint: ['user', 'account', 'username'] },
  { pattern: /(?<!\S)#\p{L}[\p{L}\p{N}_-]{0,100}/gu, hint: ['channel', 'tag', 'hashtag'] },
  { pattern: /"[^"]{1,200}"|“[^”]{1,200}”/g, hint: [] },
  { pattern: /\d{4}-\d\d-\d\d(?:T[\d:.Z+-]{1,30})?/g, hint: ['date', 'time'] },
  { pattern: /\b\d{1,2}(?::\d\d)?\s?(?:am|pm)\b|\b\d{1,2}:\d\d\b/gi, hint: ['time'] },
  { pattern: /[$€£]\s?\d[\d.,]*|\d[\d.,]*\s?(?:%|[$€£]|usd|eur|gbp)/gi, hint: ['amount'] },
  {
    pattern: /(?<![\p{L}\p{N}])(?=[\p{L}_-]{0,40}\d)[\p{L}\p{N}_-]{6,120}(?![\p{L}\p{N}])/gu,
    hint: ['id'],
  },
  { pattern: /(?<![\p{L}\p{N}])\d[\d.,]*(?![\p{L}\p{N}])/gu, hint: [] },
];

/** Takes values out of a query: they are not words of any tool, but some say which argument is wanted. */
function takeEntities(query: string): {
  readonly text: string;
  readonly hints: readonly (readonly string[])[];
} {
  const hints: (readonly string[])[] = [];
  let text = query;
  for (const { pattern, hint } of entities) {
    text = text.replaceAll(pattern, () => {
      hints.push(hint);
      return ' ';
    });
  }
  return { text, hints: [...new Set(hints)] };
}

/** Words with a capital within a sentence: names of people and places, mostly. */
function namesIn(text: string): ReadonlySet<string> {
  const names = text.matchAll(/(?<=[\p{Ll},]\s)\p{Lu}\p{Ll}{1,40}(?!\p{Lu})/gu);
  return new Set([...names].map(([name]) => name.toLowerCase()));
}

function variantsOf(
  stems: readonly string[],
  sure: number,
  { byStem }: SearchWords,
): ReadonlyMap<IndexedWord, number> {
  const variants = new Map<IndexedWord, number>();
  for (const stem of stems) {
    const word = byStem.get(stem);
    if (word !== undefined) variants.set(word, Math.max(sure, variants.get(word) ?? 0));
  }
  return variants;
}

/** What one word may mean; nothing where it is a name that no tool says. */
function conceptOf(
  token: string,
  words: SearchWords,
  { next, isName }: { readonly next: string | undefined; readonly isName: boolean },
): { readonly concept?: Concept; readonly joined?: boolean; readonly corrected?: string } {
  const stem = stemWord(token);
  const own = meaningsOf(stem, words);
  const joined = next === undefined ? undefined : words.byStem.get(stemWord(token + next));
  if (joined !== undefined) {
    return {
      concept: { variants: new Map([...own, [joined, sureness.joined]]), importance: 1 },
      joined: true,
    };
  }
  if (own.size > 0) {
    const reading = actionOfVerb(stem) === 'read';
    return { concept: { variants: own, importance: reading ? 0.35 : 1 } };
  }
  if (words.foreign.has(token) || !/^[a-z]/.test(token)) return {};
  const spelled = [
    ...spellingsOf(token, knownWords(words)),
    ...(stem === token ? [] : spellingsOf(stem, knownWords(words))),
  ];
  const variants = new Map<IndexedWord, number>();
  for (const { word, nearness } of spelled) {
    for (const [meaning, sure] of meaningsOf(stemWord(word), words)) {
      variants.set(meaning, Math.max(sure * nearness, variants.get(meaning) ?? 0));
    }
  }
  const corrected = spelled[0]?.word;
  if (variants.size > 0 && !isName) {
    const reading = corrected !== undefined && actionOfVerb(stemWord(corrected)) === 'read';
    return {
      concept: { variants, importance: reading ? 0.35 : 0.9 },
      ...(corrected === undefined ? {} : { corrected }),
    };
  }
  return isName ? {} : { concept: { variants, importance: 1 } };
}

const known = new WeakMap<SearchWords, readonly string[]>();

/** Every word that has a meaning here, as it is written. */
function knownWords(words: SearchWords): readonly string[] {
  const before = known.get(words);
  if (before !== undefined) return before;
  const all = new Set<string>();
  for (const { word, stem } of words.byStem.values()) all.add(word).add(stem);
  for (const stem of words.related.keys()) all.add(stem);
  const kept = [...all].filter((word) => /^[a-z]+$/.test(word));
  known.set(words, kept);
  return kept;
}

function meaningsOf(stem: string, words: SearchWords): Map<IndexedWord, number> {
  const variants = new Map<IndexedWord, number>();
  const own = words.byStem.get(stem);
  for (const other of rootsOf(words).get(rootOf(stem)) ?? [])
    variants.set(other, sureness.sameRoot);
  for (const other of words.related.get(stem) ?? []) {
    const word = words.byStem.get(other);
    if (word !== undefined) variants.set(word, Math.max(sureness.related, variants.get(word) ?? 0));
  }
  if (own !== undefined) variants.set(own, sureness.own);
  return variants;
}

const roots = new WeakMap<SearchWords, ReadonlyMap<string, readonly IndexedWord[]>>();

function rootsOf(words: SearchWords): ReadonlyMap<string, readonly IndexedWord[]> {
  const before = roots.get(words);
  if (before !== undefined) return before;
  const all = new Map<string, IndexedWord[]>();
  for (const word of words.byStem.values()) {
    const root = rootOf(word.stem);
    const same = all.get(root);
    if (same === undefined) all.set(root, [word]);
    else same.push(word);
  }
  roots.set(words, all);
  return all;
}

/** What derived words have in common: `payment`, `payee`, `payable` and `pay` are of one root. */
function rootOf(stem: string): string {
  const root = stem.replace(
    /(?:ificat|ication|ication|ibility|ability|ement|ment|ance|ence|able|ible|ness|ship|ity|ive|ure|ous|ful|ee|al|or|at|ic|y|i|u)$/,
    '',
  );
  return root.length >= 3 ? root : stem;
}

function phrasesIn(
  stems: readonly string[],
  { phrases }: SearchWords,
): readonly { readonly places: readonly number[]; readonly leadsTo: readonly string[] }[] {
  const found: { readonly places: readonly number[]; readonly leadsTo: readonly string[] }[] = [];
  for (const [start, stem] of stems.entries()) {
    for (const { rest, leadsTo } of phrases.get(stem) ?? []) {
      const places = matchPhrase(stems, start, rest);
      if (places !== undefined) found.push({ places, leadsTo });
    }
  }
  return joinSame(found);
}

function joinSame(
  found: readonly { readonly places: readonly number[]; readonly leadsTo: readonly string[] }[],
): typeof found {
  const byPlaces = new Map<string, { places: readonly number[]; leadsTo: string[] }>();
  for (const { places, leadsTo } of found) {
    const key = places.join();
    const same = byPlaces.get(key);
    if (same === undefined) byPlaces.set(key, { places, leadsTo: [...leadsTo] });
    else same.leadsTo.push(...leadsTo);
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

function foreignIn(
  query: string,
  { foreign }: SearchWords,
): readonly { readonly leadsTo: readonly string[] }[] {
  const text = query.slice(0, limits.characters).normalize('NFKC');
  const found: { readonly leadsTo: readonly string[] }[] = [];
  for (const token of new Set(splitWords(text))) {
    const leadsTo = /^[a-z]+$/.test(token) ? foreign.get(stemWord(token)) : undefined;
    if (leadsTo !== undefined) found.push({ leadsTo });
  }
  if (/[\u3040-\u30ff\u4e00-\u9fff]/.test(text)) {
    let rest = text;
    for (const [key, leadsTo] of foreign) {
      if (!/^[a-z]/.test(key) && rest.includes(key)) {
        rest = rest.replaceAll(key, ' ');
        found.push({ leadsTo });
      }
    }
  }
  return found;
}
