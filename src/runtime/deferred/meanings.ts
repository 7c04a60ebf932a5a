import { actionOfVerb } from '../../model/action-words.ts';
import type { ToolAction } from '../../model/search-data.ts';
import { stemWord } from '../../model/search-text.ts';
import type { IndexedWord, SearchWords } from './search-words.ts';
import { spellingsOf } from './spelling.ts';

/** One thing that a query says: words of the tools that mean it, each with how surely. */
export interface Concept {
  readonly variants: ReadonlyMap<IndexedWord, number>;
  /** How much it matters that a tool says it, from 0 to 1. */
  readonly importance: number;
  /** Whether it is the first thing that the query names: what somebody wants to have, or to have something done to. */
  readonly isObject?: true;
}

/** What one way of reading a query takes from it. */
export interface Reading {
  readonly concepts: readonly Concept[];
  /** What is to be done, with the place of the word that says so. */
  readonly actions: readonly { readonly action: ToolAction; readonly at: number }[];
}

/** How surely a word means another. */
export const sureness = {
  own: 1,
  sameRoot: 0.45,
  phrase: 0.7,
  related: 0.4,
  /** As `related`, where tools say the word itself. */
  beside: 0.24,
  foreign: 0.9,
  joined: 1,
  entity: 1,
} as const;

/** A word that only so many tools say may as well mean another: `pr` is a pull request, though one tool writes it so. */
const seldom = 2;

/** What a tool says less of than this, it says in passing: no word of a name or a summary. */
const aloud = 1;

/** How much a word matters by what it is: what is to be done is said by the kind of tool too, most of all reading. */
const importanceOf = { thing: 1, corrected: 0.9, acting: 0.85, reading: 0.4 } as const;

/** The words of tools among some stems. */
export function variantsOf(
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
export function conceptOf(
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
    return { concept: { variants: own, importance: importanceOf[roleOf(stem) ?? 'thing'] } };
  }
  if (!/^[a-z]/.test(token)) return {};
  const spelled = [
    ...spellingsOf(token, candidatesFor(token, words)),
    ...(stem === token ? [] : spellingsOf(stem, candidatesFor(stem, words))),
  ];
  const variants = new Map<IndexedWord, number>();
  for (const { word, nearness } of spelled) {
    for (const [meaning, sure] of meaningsOf(stemWord(word), words)) {
      variants.set(meaning, Math.max(sure * nearness, variants.get(meaning) ?? 0));
    }
  }
  const corrected = spelled[0]?.word;
  if (variants.size > 0 && !isName) {
    const reads = corrected !== undefined && roleOf(stemWord(corrected)) === 'reading';
    return {
      concept: { variants, importance: importanceOf[reads ? 'reading' : 'corrected'] },
      ...(corrected === undefined ? {} : { corrected }),
    };
  }
  return isName ? {} : { concept: { variants, importance: 1 } };
}

function roleOf(stem: string): 'acting' | 'reading' | undefined {
  const action = actionOfVerb(stem);
  if (action === undefined) return undefined;
  return action === 'read' || action === 'list' ? 'reading' : 'acting';
}

const known = new WeakMap<SearchWords, ReadonlyMap<string, readonly string[]>>();

/** Every word that has a meaning here, as it is written, by its first letter. */
function knownWords(words: SearchWords): ReadonlyMap<string, readonly string[]> {
  const before = known.get(words);
  if (before !== undefined) return before;
  const all = new Set<string>();
  for (const { word, stem } of words.byStem.values()) all.add(word).add(stem);
  for (const stem of words.related.words()) all.add(stem);
  const byLetter = new Map<string, string[]>();
  for (const word of all) {
    if (!/^[a-z]{3,}$/.test(word)) continue;
    const letter = word.slice(0, 1);
    const same = byLetter.get(letter);
    if (same === undefined) byLetter.set(letter, [word]);
    else same.push(word);
  }
  known.set(words, byLetter);
  return byLetter;
}

/** The words that a word may be a slip of. */
function candidatesFor(word: string, words: SearchWords): readonly string[] {
  const byLetter = knownWords(words);
  const [first = '', second = ''] = word;
  return [...new Set([first, second])].flatMap((letter) => byLetter.get(letter) ?? []);
}

/** The words of tools that a stem means, with how surely. */
export function meaningsOf(stem: string, words: SearchWords): Map<IndexedWord, number> {
  const variants = new Map<IndexedWord, number>();
  const own = words.byStem.get(stem);
  for (const other of rootsOf(words).get(rootOf(stem)) ?? [])
    variants.set(other, sureness.sameRoot);
  const isOwn =
    own !== undefined && own.tools.length > seldom && own.weights.some((each) => each >= aloud);
  const sure = isOwn ? sureness.beside : sureness.related;
  for (const other of words.related.meaningOf(stem)?.leadsTo ?? []) {
    const word = words.byStem.get(other);
    if (word !== undefined) variants.set(word, Math.max(sure, variants.get(word) ?? 0));
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
    /(?:ificat|ication|ication|ibility|ability|ement|ment|ance|ence|able|ible|ness|ship|ity|ive|ure|ous|ful|ee|er|al|or|at|ic|y|i|u)$/,
    '',
  );
  return root.length >= 3 ? root.replace(/ll$/, 'l') : stem;
}
