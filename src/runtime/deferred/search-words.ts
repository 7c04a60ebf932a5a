import type { JsonValue } from '../../model/json.ts';
import { isArray, isJsonObject } from '../../model/json.ts';
import { searchLayout, toolActions, weightUnit, type ToolAction } from '../../model/search-data.ts';
import { stemWord } from '../../model/search-text.ts';
import { readRelations, type Relations } from './relations.ts';

/** A word of the tools: how it is written, and which tools say it how much. */
export interface IndexedWord {
  readonly word: string;
  readonly stem: string;
  /** Ids of tools. */
  readonly tools: Uint32Array;
  /** How much each of {@link tools} says it. */
  readonly weights: Float32Array;
}

/** A search index as it is asked. */
export interface SearchWords {
  readonly size: number;
  readonly actions: readonly ToolAction[];
  readonly byStem: Map<string, IndexedWord>;
  /** For each tool the stems of what its name and path say. */
  readonly cores: readonly (readonly string[])[];
  /** What other words mean here. */
  readonly related: Relations;
  /** What words of other languages mean. */
  readonly foreign: Relations;
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
  const byStem = readPostings(words === '' ? [] : words.split(' '), postings, size);
  return {
    size,
    actions: Array.from(actions, (digit) => toolActions[Number(digit)] ?? fail('actions')),
    byStem,
    cores: readCores(data['cores'], [...byStem.keys()], size),
    related: readRelations(data['related']),
    foreign: readRelations(data['foreign']),
  };
}

function fail(part: string): never {
  throw new TypeError(`The search index has unusable ${part}.`);
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
