import type { ReportProblem } from '../guard.ts';
import type { SearchHit, SearchIndex } from './search-index.ts';
import type { Findable } from './catalogue.ts';

/**
 * Vectors of meaning for deferred search, which whoever runs the server supplies: a model on this machine or a service.
 * Without them search goes by words, and needs neither.
 */
export interface SearchVectors {
  /**
   * One vector for each text, in the order of the texts, all of one length. Called with all tools at the first search, a
   * hundred at a time, and with one query at each.
   */
  embed(texts: readonly string[], signal: AbortSignal): Promise<readonly ArrayLike<number>[]>;
}

/** How many texts are embedded at once. */
const batchSize = 100;

/** How many of the tools nearest in meaning join those that words find. */
const nearest = 20;

/** Ranks are joined by their reciprocals, from this rank on; the usual 60 flattens lists as short as these too much. */
const rankOffset = 10;

/** Search by words and by meaning. */
export interface MeaningSearch {
  /** Joins what words find with what is near in meaning; by words alone where vectors fail, which is reported. */
  search(query: string, words: SearchIndex, signal: AbortSignal): Promise<readonly SearchHit[]>;
}

/** @param report Told when vectors fail; search goes on by words, and the next one tries again. */
export function createMeaningSearch(
  vectors: SearchVectors,
  tools: readonly Findable[],
  report: ReportProblem,
): MeaningSearch {
  let known: readonly Float32Array[] | undefined;
  return {
    search: async (query, words, signal) => {
      const hits = words.search(query);
      try {
        known ??= await embedAll(vectors, tools.map(textOf), signal);
        const [asked] = await embedAll(vectors, [query.slice(0, 1_000)], signal);
        return asked === undefined ? hits : join(hits, nearestTo(asked, known));
      } catch (cause) {
        signal.throwIfAborted();
        report({ tool: 'search_tools', part: 'the vectors of search', cause });
        return hits;
      }
    },
  };
}

function textOf({ name, summary, tags }: Findable): string {
  return `${name}: ${summary}${tags.length === 0 ? '' : ` (${tags.join(', ')})`}`;
}

async function embedAll(
  vectors: SearchVectors,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<readonly Float32Array[]> {
  const all: Float32Array[] = [];
  for (let at = 0; at < texts.length; at += batchSize) {
    const batch = texts.slice(at, at + batchSize);
    const given = await vectors.embed(batch, signal);
    if (given.length !== batch.length) {
      throw new TypeError(`${given.length} vectors for ${batch.length} texts`);
    }
    for (const vector of given) all.push(toUnit(vector));
  }
  return all;
}

function toUnit(vector: ArrayLike<number>): Float32Array {
  const unit = Float32Array.from(vector);
  const length = Math.sqrt(unit.reduce((sum, value) => sum + value * value, 0));
  if (!Number.isFinite(length) || length === 0) throw new TypeError('a vector without direction');
  return unit.map((value) => value / length);
}

/** Ids of the tools nearest in meaning, nearest first. */
function nearestTo(asked: Float32Array, tools: readonly Float32Array[]): readonly number[] {
  return tools
    .map((tool, id) => ({ id, near: product(asked, tool) }))
    .sort((a, b) => b.near - a.near || a.id - b.id)
    .slice(0, nearest)
    .map(({ id }) => id);
}

function product(a: Float32Array, b: Float32Array): number {
  if (a.length !== b.length) throw new TypeError('vectors of several lengths');
  return a.reduce((sum, value, place) => sum + value * (b[place] ?? 0), 0);
}

/** Joins both rankings by their ranks, since scores of words and of vectors cannot be compared. */
function join(hits: readonly SearchHit[], near: readonly number[]): readonly SearchHit[] {
  const joined = new Map<number, SearchHit>();
  for (const [rank, hit] of hits.entries()) {
    joined.set(hit.id, { ...hit, score: 1 / (rankOffset + rank) });
  }
  for (const [rank, id] of near.entries()) {
    const { score, coverage } = joined.get(id) ?? { score: 0, coverage: 0 };
    joined.set(id, { id, coverage, score: score + 1 / (rankOffset + rank) });
  }
  return [...joined.values()].sort((a, b) => b.score - a.score || a.id - b.id);
}
