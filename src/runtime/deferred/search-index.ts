import { actionOfTool } from '../../model/action-words.ts';
import type { JsonValue } from '../../model/json.ts';
import type { ToolAction } from '../../model/search-data.ts';
import { coreStems, weighWords } from '../../model/search-text.ts';
import type { ToolMetadata } from '../../model/tool.ts';
import type { Concept } from './meanings.ts';
import { readQuery, type ReadQuery } from './read-query.ts';
import { readSearchWords, type IndexedWord, type SearchWords } from './search-words.ts';

/** A tool that fits a query. */
export interface SearchHit {
  /** Its place among the tools: those of the artifact, then those that were added. */
  readonly id: number;
  readonly score: number;
  /** The share of what the query says that the tool says too, from 0 to 1. */
  readonly coverage: number;
}

/** Finds tools by words. */
export interface SearchIndex {
  /** Best first; empty where no tool says anything of the query. */
  search(query: string): readonly SearchHit[];
}

/** Tools that the index was not built of: they are numbered from `firstId` on. */
export interface AddedTools {
  readonly firstId: number;
  readonly tools: readonly ToolMetadata[];
}

/** How fast saying a word more often stops counting. */
const saturation = 4.5;

/** How much more a word counts that no tool says than one that a single tool says. */
const missingShare = 1.05;

/** A tool is no answer that is worse than this share of the best. */
const leastShare = 0.35;

/** How much worse a tool is that is about something else altogether. */
const coreShare = 0.5;

/** How much better a tool is that does what is asked, and how much worse one that does something else. */
const actionFactors = {
  same: 1.15,
  kin: 1,
  other: 0.8,
  readAsked: 0.6,
  readGiven: 0.8,
  unasked: 1,
  number: 1.1,
} as const;

/**
 * Loads the index that `buildSearchIndex` of the mapping made, and adds tools to it.
 *
 * @throws TypeError for data of another layout.
 */
export function loadSearchIndex(data: JsonValue, { firstId, tools }: AddedTools): SearchIndex {
  const words = withTools(readSearchWords(data), firstId, tools);
  return { search: (query) => rank(query, words) };
}

function withTools(
  words: SearchWords,
  firstId: number,
  tools: readonly ToolMetadata[],
): SearchWords {
  const actions = [...words.actions];
  const cores = [...words.cores];
  for (const [place, tool] of tools.entries()) {
    const id = firstId + place;
    actions[id] = actionOfTool(tool, {
      method: tool.hints.readOnly === true ? 'GET' : 'POST',
      path: '',
    });
    for (const [stem, { word, weight }] of weighWords(tool)) {
      const known = words.byStem.get(stem) ?? { word, stem, tools: [], weights: [] };
      known.tools.push(id);
      known.weights.push(weight);
      words.byStem.set(stem, known);
    }
    cores[id] = [...coreStems(tool)].flatMap((stem) => words.byStem.get(stem) ?? []);
  }
  return { ...words, actions, cores, size: Math.max(words.size, firstId + tools.length) };
}

function rank(query: string, words: SearchWords): readonly SearchHit[] {
  const asked = readQuery(query, words);
  const { concepts } = asked;
  if (concepts.every(({ variants }) => variants.size === 0)) return [];
  const scores = new Float64Array(words.size);
  const covered = new Float64Array(words.size);
  const found = new Set<number>();
  let wanted = 0;
  const said = new Map<IndexedWord, number>();
  for (const concept of concepts) {
    const meaning = weigh(concept, words.size);
    wanted += meaning.worth;
    for (const [word, sure] of concept.variants)
      said.set(word, Math.max(sure, said.get(word) ?? 0));
    for (const [id, best] of meaning.best) {
      found.add(id);
      scores[id] = (scores[id] ?? 0) + best.score;
      covered[id] = (covered[id] ?? 0) + best.sure * meaning.worth;
    }
  }
  const hits = [...found]
    .map((id) => {
      const coverage = (covered[id] ?? 0) / wanted;
      const factor = actionFactor(asked, words.actions[id] ?? 'act');
      return {
        id,
        coverage,
        score:
          (scores[id] ?? 0) *
          factor *
          (0.9 + coverage) *
          (1 - coreShare * (1 - focus(words.cores[id] ?? [], said, words.size))),
      };
    })
    .sort((a, b) => b.score - a.score || a.id - b.id);
  const least = (hits[0]?.score ?? 0) * leastShare;
  return hits.filter(({ score }) => score >= least);
}

/** The share of what a tool is about that the query says. */
function focus(
  core: readonly IndexedWord[],
  said: ReadonlyMap<IndexedWord, number>,
  size: number,
): number {
  let all = 0;
  let met = 0;
  for (const word of core) {
    const rare = rarityOf(word, size);
    all += rare;
    met += rare * (said.get(word) ?? 0);
  }
  return all === 0 ? 0 : met / all;
}

function weigh(
  { variants, importance }: Concept,
  size: number,
): {
  readonly worth: number;
  readonly best: ReadonlyMap<number, { readonly score: number; readonly sure: number }>;
} {
  const best = new Map<number, { readonly score: number; readonly sure: number }>();
  let rarest = variants.size === 0 ? rarity(1, size) * missingShare : 0;
  for (const [word, sure] of variants) {
    const rare = rarityOf(word, size);
    rarest = Math.max(rarest, rare * sure);
    for (const [place, id] of word.tools.entries()) {
      const weight = word.weights[place] ?? 0;
      const score = (importance * sure * rare * weight) / (weight + saturation);
      const before = best.get(id);
      if (before === undefined || score > before.score) {
        best.set(id, { score, sure: Math.max(sure, before?.sure ?? 0) });
      }
    }
  }
  return { worth: rarest * importance, best };
}

function rarityOf({ tools }: IndexedWord, size: number): number {
  return rarity(tools.length, size);
}

/** How much a word tells that so many tools say. */
function rarity(count: number, size: number): number {
  return Math.log(1 + (size - count + 0.5) / (count + 0.5));
}

function actionFactor(
  { action: asked, isOne }: Pick<ReadQuery, 'action' | 'isOne'>,
  given: ToolAction,
): number {
  const reads = given === 'read' || given === 'list';
  const matching = reads && isOne === (given === 'read') ? actionFactors.number : 1;
  if (asked === undefined) return reads ? actionFactors.unasked * matching : 1;
  if (asked === 'read' || asked === 'list') {
    return reads ? actionFactors.same * matching : actionFactors.readAsked;
  }
  if (reads) return actionFactors.readGiven;
  if (asked === given) return actionFactors.same;
  return asked === 'delete' || given === 'delete' ? actionFactors.other : actionFactors.kin;
}
