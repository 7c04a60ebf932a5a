import { actionOfTool } from '../../model/action-words.ts';
import type { JsonValue } from '../../model/json.ts';
import type { ToolAction } from '../../model/search-data.ts';
import { coreStems, weighWords } from '../../model/search-text.ts';
import type { ToolMetadata } from '../../model/tool.ts';
import type { Concept } from './meanings.ts';
import { readQuery, type ReadQuery } from './read-query.ts';
import { readSearchWords, withTool, type SearchWords } from './search-words.ts';

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

/** How much a word counts that no tool says, of what one counts that a single tool says. */
const missingWorth = 0.8;

/** What a tool keeps that says next to nothing of the query, beside its coverage. */
const leastCovered = 0.67;

/** A tool is no answer that is worse than this share of the best, and not among the first few. */
const leastShare = 0.35;
const keptHits = 5;

/** How much worse a tool is that is about something else altogether. */
const coreShare = 0.6;

/** How much each word takes that a tool is about: of two that fit, the plainer one is meant. */
const brevity = 0.035;

/** What is left of the coverage where no tool says the first thing that is named: who wants a pizza wants no `createOrder`. */
const strangeObject = { sureness: 0.3, share: 0.7 } as const;

/** How much better a tool is that does what is asked, and how much worse one that does something else. */
const actionFactors = {
  same: 1.15,
  kin: 1,
  other: 0.6,
  readAsked: 0.65,
  readGiven: 0.5,
  number: 1.1,
} as const;

/** What may be meant too: who asks to set something may mean a tool that makes it, but none that deletes it. */
const kinOf: Readonly<Record<ToolAction, readonly ToolAction[]>> = {
  read: ['list'],
  list: ['read'],
  create: ['act', 'update'],
  update: ['create', 'act'],
  delete: [],
  act: ['create', 'update', 'delete'],
};

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
    const method = tool.hints.readOnly === true ? 'GET' : 'POST';
    actions[id] = actionOfTool(tool, { method, path: '' });
    for (const [stem, { word, weight }] of weighWords(tool)) {
      const none = { word, stem, tools: new Uint32Array(), weights: new Float32Array() };
      words.byStem.set(stem, withTool(words.byStem.get(stem) ?? none, id, weight));
    }
    cores[id] = [...coreStems(tool)];
  }
  return { ...words, actions, cores, size: Math.max(words.size, firstId + tools.length) };
}

function rank(query: string, words: SearchWords): readonly SearchHit[] {
  const asked = readQuery(query, words);
  const { concepts } = asked;
  const scores = new Float64Array(words.size);
  const covered = new Float64Array(words.size);
  const said = new Map<string, number>();
  let wanted = 0;
  for (const concept of concepts) {
    wanted += addConcept(concept, { scores, covered });
    for (const [{ stem }, sure] of concept.variants) {
      said.set(stem, Math.max(sure, said.get(stem) ?? 0));
    }
  }
  const known = isObjectKnown(concepts) ? 1 : strangeObject.share;
  const hits: SearchHit[] = [];
  for (const [id, score] of scores.entries()) {
    if (score === 0) continue;
    const coverage = (covered[id] ?? 0) / wanted;
    const does = actionFactor(asked, words.actions[id] ?? 'act');
    const about = 1 - coreShare * (1 - focus(words.cores[id] ?? [], said, words));
    const plain = 1 / (1 + brevity * (words.cores[id]?.length ?? 0));
    hits.push({
      id,
      coverage: coverage * known,
      score: score * does * about * plain * (leastCovered + coverage),
    });
  }
  hits.sort((a, b) => b.score - a.score || a.id - b.id);
  const least = (hits[0]?.score ?? 0) * leastShare;
  return hits.filter(({ score }, place) => place < keptHits || score >= least);
}

/** Whether tools say the first thing that a query names, at least in other words. */
function isObjectKnown(concepts: readonly Concept[]): boolean {
  const object = concepts.find(({ isObject }) => isObject === true);
  if (object === undefined) return true;
  return Math.max(0, ...object.variants.values()) >= strangeObject.sureness;
}

/** The share of what a tool is about that the query says. */
function focus(
  core: readonly string[],
  said: ReadonlyMap<string, number>,
  { byStem, size }: SearchWords,
): number {
  let all = 0;
  let met = 0;
  for (const stem of core) {
    const rare = rarity(byStem.get(stem)?.tools.length ?? 0, size);
    all += rare;
    met += rare * (said.get(stem) ?? 0);
  }
  return all === 0 ? 0 : met / all;
}

/** Adds to each tool the best word by which it says one thing of the query; returns how much saying it is worth. */
function addConcept(
  { variants, importance }: Concept,
  { scores, covered }: { readonly scores: Float64Array; readonly covered: Float64Array },
): number {
  const size = scores.length;
  if (variants.size === 0) return rarity(1, size) * missingWorth * importance;
  let worth = 0;
  const best = new Float64Array(size);
  const surest = new Float32Array(size);
  for (const [{ tools, weights }, sure] of variants) {
    const rare = rarity(tools.length, size);
    worth = Math.max(worth, rare * importance);
    for (let place = 0; place < tools.length; place += 1) {
      const id = tools[place] ?? 0;
      const weight = weights[place] ?? 0;
      const score = (importance * sure * rare * weight) / (weight + saturation);
      if (score <= (best[id] ?? 0)) continue;
      best[id] = score;
      surest[id] = Math.max(sure, surest[id] ?? 0);
    }
  }
  for (let id = 0; id < size; id += 1) {
    scores[id] = (scores[id] ?? 0) + (best[id] ?? 0);
    covered[id] = (covered[id] ?? 0) + (surest[id] ?? 0) * worth;
  }
  return worth;
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
  if (asked === undefined) return matching;
  if (asked === 'read' || asked === 'list') {
    return reads ? actionFactors.same * matching : actionFactors.readAsked;
  }
  if (reads) return actionFactors.readGiven;
  if (asked === given) return actionFactors.same;
  return kinOf[asked].includes(given) ? actionFactors.kin : actionFactors.other;
}
