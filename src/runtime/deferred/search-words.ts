import type { JsonValue } from '../../model/json.ts';
import { isArray, isJsonObject } from '../../model/json.ts';
import { searchLayout, toolActions, weightUnit, type ToolAction } from '../../model/search-data.ts';
import { stemWord } from '../../model/search-text.ts';
import { foreignRoot } from './foreign-root.ts';

/** A word of the tools: how it is written, and which tools say it how much. */
export interface IndexedWord {
  readonly word: string;
  readonly stem: string;
  /** Ids of tools. */
  readonly tools: Uint32Array;
  /** How much each of {@link tools} says it. */
  readonly weights: Float32Array;
}

/** A phrase of which the first word is known: its other words in their order, and what it leads to. */
export interface Phrase {
  /** Stems; `*` stands for up to four words. */
  readonly rest: readonly string[];
  readonly leadsTo: readonly string[];
  /** What it asks to have done, where it asks for something. */
  readonly action?: ToolAction;
}

/** A search index as it is asked. */
export interface SearchWords {
  readonly size: number;
  readonly actions: readonly ToolAction[];
  readonly byStem: Map<string, IndexedWord>;
  /** For each tool the stems of what its name and path say. */
  readonly cores: readonly (readonly string[])[];
  /** By the stem of a single word, the stems that it may stand for here. */
  readonly related: ReadonlyMap<string, readonly string[]>;
  /** By the stem of a single word, what it asks to have done here. */
  readonly acts: ReadonlyMap<string, ToolAction>;
  /** By the stem of their first word. */
  readonly phrases: ReadonlyMap<string, readonly Phrase[]>;
  /** By the stem of a word of another language, the stems that it means. */
  readonly foreign: ReadonlyMap<string, readonly string[]>;
  /** As {@link foreign}, by what inflected words have in common. */
  readonly foreignRoots: ReadonlyMap<string, readonly string[]>;
  /** Words of scripts without blanks, which are found anywhere in a text: the longest first. */
  readonly foreignUnspaced: readonly (readonly [string, readonly string[]])[];
}

/**
 * Reads the index that `buildSearchIndex` of the mapping made.
 *
 * @throws TypeError for data of another layout, or that contradicts itself.
 */
export function readSearchWords(data: JsonValue): SearchWords {
  if (!isJsonObject(data) || data['layout'] !== searchLayout) {
    throw new TypeError('The search index has another layout.');
  }
  const size = data['size'];
  const { actions, words, postings } = data;
  if (typeof size !== 'number' || !Number.isSafeInteger(size) || size < 0) fail('size');
  if (typeof actions !== 'string' || actions.length !== size) fail('actions');
  if (typeof words !== 'string' || !isArray(postings)) fail('words');
  const { single, acts, phrases } = readRelated(linesOf(data['related'], 'related'));
  const foreign = readRelated(linesOf(data['foreign'], 'foreign'));
  const byStem = readPostings(words === '' ? [] : words.split(' '), postings, size);
  return {
    size,
    actions: Array.from(actions, (digit) => toolActions[Number(digit)] ?? fail('actions')),
    byStem,
    cores: readCores(data['cores'], [...byStem.keys()], size),
    related: single,
    acts,
    phrases: new Map([...foreign.phrases, ...phrases]),
    foreign: foreign.single,
    foreignRoots: new Map(
      [...foreign.single].reverse().map(([word, leadsTo]) => [foreignRoot(word), leadsTo]),
    ),
    foreignUnspaced: [...foreign.single]
      .filter(([word]) => !/^\p{Script=Latin}/u.test(word))
      .sort(([a], [b]) => b.length - a.length),
  };
}

function fail(part: string): never {
  throw new TypeError(`The search index has unusable ${part}.`);
}

function linesOf(value: JsonValue | undefined, part: string): readonly string[] {
  if (!isArray(value)) fail(part);
  return value.map((line) => (typeof line === 'string' ? line : fail(part)));
}

function readPostings(
  words: readonly string[],
  postings: readonly JsonValue[],
  size: number,
): Map<string, IndexedWord> {
  if (words.length !== postings.length) fail('words');
  const byStem = new Map<string, IndexedWord>();
  for (const [place, word] of words.entries()) {
    const posting = postings[place];
    if (!isArray(posting) || posting.length % 2 !== 0) fail('postings');
    const tools = new Uint32Array(posting.length / 2);
    const weights = new Float32Array(posting.length / 2);
    let id = 0;
    for (let at = 0; at < posting.length; at += 2) {
      const step = posting[at];
      const weight = posting[at + 1];
      if (!isWhole(step) || !isWhole(weight)) fail('postings');
      id += step;
      if (id >= size || (at > 0 && step === 0)) fail('postings');
      tools[at / 2] = id;
      weights[at / 2] = weight * weightUnit;
    }
    const stem = stemWord(word);
    byStem.set(stem, { word, stem, tools, weights });
  }
  return byStem;
}

function readCores(
  value: JsonValue | undefined,
  stems: readonly string[],
  size: number,
): readonly (readonly string[])[] {
  if (!isArray(value) || value.length !== size) fail('cores');
  return value.map((places) => {
    if (!isArray(places)) fail('cores');
    return places.map((place) => stems[isWhole(place) ? place : -1] ?? fail('cores'));
  });
}

function isWhole(value: JsonValue | undefined): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

/** A word as tools say it that were added later. */
export function withTool(word: IndexedWord, id: number, weight: number): IndexedWord {
  return {
    ...word,
    tools: Uint32Array.of(...word.tools, id),
    weights: Float32Array.of(...word.weights, weight),
  };
}

function readRelated(lines: readonly string[]): {
  readonly single: ReadonlyMap<string, readonly string[]>;
  readonly acts: ReadonlyMap<string, ToolAction>;
  readonly phrases: ReadonlyMap<string, readonly Phrase[]>;
} {
  const single = new Map<string, string[]>();
  const acts = new Map<string, ToolAction>();
  const phrases = new Map<string, Phrase[]>();
  for (const line of lines) {
    const [left = '', right = '', digit] = line.split('|');
    const leadsTo = right.split(' ');
    const action =
      digit === undefined ? undefined : (toolActions[Number(digit)] ?? fail('relations'));
    for (const key of left.split(' ')) {
      const [first = '', ...rest] = key.split('_');
      if (rest.length === 0) {
        addTo(single, first, leadsTo);
        if (action !== undefined && !acts.has(first)) acts.set(first, action);
      } else {
        addTo(phrases, first, [{ rest, leadsTo, ...(action === undefined ? {} : { action }) }]);
      }
    }
  }
  return { single, acts, phrases };
}

function addTo<Value>(lists: Map<string, Value[]>, key: string, values: readonly Value[]): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [...values]);
  else list.push(...values);
}
