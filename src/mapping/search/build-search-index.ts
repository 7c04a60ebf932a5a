import { actionOfTool } from '../../model/action-words.ts';
import type { JsonValue } from '../../model/json.ts';
import { searchLayout, toolActions, weightUnit, type SearchData } from '../../model/search-data.ts';
import { coreStems, weighWords } from '../../model/search-text.ts';
import type { Tool } from '../../model/tool.ts';
import { packRelations } from './pack-relations.ts';
import { relatedWordsOf } from './related-words.ts';

/**
 * Builds the index of deferred search as plain data, to be loaded by `loadSearchIndex` of the runtime. Deterministic:
 * the same tools in the same order give the same data.
 */
export function buildSearchIndex(tools: readonly Tool[]): JsonValue {
  const words: string[] = [];
  const postings: number[][] = [];
  const places = new Map<
    string,
    { readonly place: number; readonly posting: number[]; last: number }
  >();
  for (const [id, tool] of tools.entries()) {
    for (const [stem, { word, weight }] of weighWords(tool, tool.operation.path)) {
      let place = places.get(stem);
      if (place === undefined) {
        place = { place: words.length, posting: [], last: 0 };
        places.set(stem, place);
        words.push(word);
        postings.push(place.posting);
      }
      place.posting.push(id - place.last, Math.max(1, Math.round(weight / weightUnit)));
      place.last = id;
    }
  }
  const { related, foreign } = relatedWordsOf(new Set(places.keys()));
  const data: SearchData = {
    layout: searchLayout,
    size: tools.length,
    actions: tools.map(digitOf).join(''),
    words: words.join(' '),
    postings,
    cores: tools.map((tool) =>
      [...coreStems(tool, tool.operation.path)].flatMap((stem) => places.get(stem)?.place ?? []),
    ),
    related: packRelations(related),
    foreign: packRelations(foreign),
  };
  return { ...data, related: { ...data.related }, foreign: { ...data.foreign } };
}

/** Places among the actions are single digits. */
function digitOf(tool: Tool): string {
  return String(toolActions.indexOf(actionOfTool(tool, tool.operation)));
}
