import MiniSearch from 'minisearch';
import type { JsonValue } from '../../model/json.ts';
import { isArray, isJsonObject } from '../../model/json.ts';
import {
  searchFields,
  splitWords,
  stemWord,
  type SearchDocument,
} from '../../model/search-text.ts';
import type { Tool } from '../../model/tool.ts';
import { synonymsOf } from './synonyms.ts';

/** Longer descriptions add noise, not meaning. */
const describedLength = 400;

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
  const { name, title = '', summary, description, tags, operation, inputSchema } = tool;
  const properties = inputSchema['properties'];
  const said = `${summary} ${title}`;
  return {
    id,
    name,
    summary: said,
    description: description.slice(0, describedLength),
    path: operation.path,
    tags: tags.join(' '),
    arguments: isJsonObject(properties) ? argumentTexts(properties).join(' ') : '',
    synonyms: synonymsOf(operation.method, [name, said, operation.path].join(' ')).join(' '),
  };
}

/** Names of arguments with their enumerated values, and the names of a body's members. */
function argumentTexts(
  properties: Readonly<Record<string, JsonValue>>,
  depth = 0,
): readonly string[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    if (!isJsonObject(schema)) return [name];
    const listed = schema['enum'];
    const values = isArray(listed) ? listed.filter((value) => typeof value === 'string') : [];
    const inner = schema['properties'];
    const members = isJsonObject(inner) && depth < 1 ? argumentTexts(inner, depth + 1) : [];
    return [name, ...values.slice(0, 12), ...members];
  });
}
