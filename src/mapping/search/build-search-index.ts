import MiniSearch from 'minisearch';
import type { JsonValue } from '../../model/json.ts';
import {
  searchFields,
  searchTextsOf,
  splitWords,
  stemWord,
  type SearchDocument,
} from '../../model/search-text.ts';
import type { Tool } from '../../model/tool.ts';
import { synonymsOf } from './synonyms.ts';

/**
 * Builds the index of deferred search as plain data, to be loaded by `loadSearchIndex` of the runtime. Deterministic:
 * the same tools in the same order give the same data.
 */
export function buildSearchIndex(tools: readonly Tool[]): JsonValue {
  const index = new MiniSearch<SearchDocument>({
    fields: [...searchFields],
    tokenize: splitWords,
    processTerm: stemWord,
  });
  index.addAll(tools.map(documentOf));
  // A MiniSearch index is JSON by its own toJSON.
  return JSON.parse(JSON.stringify(index)) as JsonValue;
}

function documentOf(tool: Tool, id: number): SearchDocument {
  const { path, method } = tool.operation;
  const texts = searchTextsOf(tool);
  const said = [texts.name, texts.summary, path].join(' ');
  return { id, ...texts, path, synonyms: synonymsOf(method, said).join(' ') };
}
