import MiniSearch from 'minisearch';
import type { JsonValue } from '../../model/json.ts';
import {
  fieldWeights,
  isStopWord,
  searchFields,
  searchTextsOf,
  splitWords,
  stemWord,
  type SearchDocument,
} from '../../model/search-text.ts';
import type { ToolMetadata } from '../../model/tool.ts';

/** A tool that fits a query. */
export interface SearchHit {
  /** Its place among the tools: those of the artifact, then those that were added. */
  readonly id: number;
  readonly score: number;
}

/** Finds tools by words. */
export interface SearchIndex {
  /**
   * Best first. Empty where nothing fits: a tool must have at least half of what the query says, so that a search
   * for what the API cannot do does not end in confident wrong tools.
   */
  search(query: string): readonly SearchHit[];
}

/** The least share of a query's words that a tool must have. */
const leastCoverage = 0.5;

/** Tools that the index was not built of: they are numbered from `firstId` on. */
export interface AddedTools {
  readonly firstId: number;
  readonly tools: readonly ToolMetadata[];
}

/**
 * Loads the index that `buildSearchIndex` of the mapping made, and adds tools to it.
 *
 * @throws TypeError for data of another layout.
 */
export function loadSearchIndex(data: JsonValue, { firstId, tools }: AddedTools): SearchIndex {
  // loadJS checks the layout's own version number, and throws for another one.
  const index = MiniSearch.loadJS<SearchDocument>(data as never, {
    fields: [...searchFields],
    tokenize: splitWords,
    processTerm: stemWord,
  });
  index.addAll(
    tools.map((tool, place) => ({
      id: firstId + place,
      ...searchTextsOf(tool),
      path: '',
      synonyms: '',
    })),
  );
  return {
    search: (query) => {
      const words = meaningfulWords(query);
      if (words.length === 0) return [];
      const results = index.search(words.join(' '), {
        boost: { ...fieldWeights },
        prefix: (term) => term.length > 3,
        fuzzy: (term) => (term.length > 4 ? 0.2 : false),
        weights: { prefix: 0.4, fuzzy: 0.3 },
      });
      const needed = words.length * leastCoverage;
      return results
        .filter(({ queryTerms }) => queryTerms.length >= needed)
        .map((result) => {
          // Every id of the index is a number: buildSearchIndex gives the places of tools.
          const id = result.id as number;
          const coverage = result.queryTerms.length / words.length;
          return { id, score: result.score * coverage };
        })
        .sort((a, b) => b.score - a.score || a.id - b.id);
    },
  };
}

/** The words of a query without those that say nothing, unless nothing else is there. */
function meaningfulWords(query: string): readonly string[] {
  const words = [...new Set(splitWords(query))];
  const meaningful = words.filter((word) => !isStopWord(word));
  return meaningful.length > 0 ? meaningful : words;
}
