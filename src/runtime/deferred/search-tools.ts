import type { JsonObject, JsonValue } from '../../model/json.ts';
import { isArray } from '../../model/json.ts';
import type { ToolOutcome } from '../call.ts';
import type { Findable } from './catalogue.ts';
import { entryOf, hintFilters, hintWordsOf, tagCounts } from './catalogue.ts';
import type { SearchHit } from './search-index.ts';
import { signatureOf } from './signature.ts';

/** How many tools a search gives when nobody says otherwise, and at most. */
const limits = { usual: 8, most: 50 } as const;

/**
 * How much of what a query says the best tool must say too: below `sure` the answer tells that it only guesses, and
 * gives few tools; below `guess` nothing fits.
 */
const leastCoverage = { sure: 0.43, guess: 0.1 } as const;

/** How many tools are guessed. */
const mostGuesses = 5;

/** How many tags an answer names. */
const shownTags = 15;

/** Arguments of `search_tools`. */
export const searchInput: JsonObject = {
  type: 'object',
  properties: {
    query: { type: 'string', description: 'What you want to do, in your own words.' },
    tags: {
      type: 'array',
      items: { type: 'string' },
      description: 'Only tools with one of these tags.',
    },
    hints: {
      type: 'array',
      items: { type: 'string', enum: [...hintFilters] },
      description: 'Only tools for which all of these hold.',
    },
    limit: {
      type: 'integer',
      minimum: 1,
      maximum: limits.most,
      description: `At most this many; ${limits.usual} by default.`,
    },
  },
  additionalProperties: false,
};

/** What a search looks at. */
export interface SearchScope {
  /** Every tool, by its place in the index. */
  readonly tools: readonly Findable[];
  /** What the query finds, best first. */
  readonly hits: readonly SearchHit[];
  /** Whether {@link hits} may say nothing of the query in words. */
  readonly isByMeaning: boolean;
  /** Whether this caller may see the tool. */
  readonly isVisible: (tool: Findable) => boolean;
}

/** What is searched for; empty for everything. */
export function queryOf({ query }: JsonObject): string {
  return typeof query === 'string' ? query.trim() : '';
}

/** Answers `search_tools`: the best tools as structured data, and the same as one line each. */
export function searchTools(values: JsonObject, scope: SearchScope): ToolOutcome {
  const query = queryOf(values);
  const { hits } = scope;
  const wanted = filterOf(values);
  const visible = (tool: Findable | undefined): tool is Findable =>
    tool !== undefined && scope.isVisible(tool) && wanted(tool);
  const found =
    query === ''
      ? scope.tools.filter(visible)
      : hits.map(({ id }) => scope.tools[id]).filter(visible);
  const best = hits.find(({ id }) => visible(scope.tools[id]));
  const least = scope.isByMeaning ? leastCoverage.guess : 0;
  const coverage = query === '' ? 1 : Math.max(least, best?.coverage ?? 0);
  if (found.length === 0 || coverage < leastCoverage.guess) return nothingFound(query, scope);
  const sure = coverage >= leastCoverage.sure;
  const limit = typeof values['limit'] === 'number' ? values['limit'] : limits.usual;
  const most = Math.max(1, Math.min(limits.most, Math.trunc(limit)));
  const shown = found.slice(0, sure ? most : Math.min(most, mostGuesses));
  const rest = sure ? found.length - shown.length : 0;
  const text = [
    ...(sure ? [] : ['Nothing clearly fits: this API may not do it. These are guesses:']),
    ...shown.map(lineOf),
    ...(rest > 0 ? [`… ${rest} more; narrow with tags: ${tagText(found)}`] : []),
    ...(sure ? [] : [`Else try other words, or a tag: ${tagText(scope.tools.filter(visible))}.`]),
  ].join('\n');
  return {
    kind: 'success',
    content: [{ type: 'text', text }],
    structuredContent: { tools: shown.map(entryOf), more: rest, sure },
  };
}

function lineOf(tool: Findable): string {
  const [effect = ''] = hintWordsOf(tool);
  return `${tool.name}${signatureOf(tool.inputSchema)} [${effect}] ${tool.summary}`;
}

function filterOf(values: JsonObject): (tool: Findable) => boolean {
  const tags = textsOf(values['tags']).map((tag) => tag.toLowerCase());
  const hints = textsOf(values['hints']);
  return (tool) =>
    (tags.length === 0 || tool.tags.some((tag) => tags.includes(tag.toLowerCase()))) &&
    hints.every((hint) => hintWordsOf(tool).includes(hint));
}

function textsOf(value: JsonValue | undefined): readonly string[] {
  return isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** A success: that the API cannot do something is an answer. */
function nothingFound(query: string, { tools, isVisible }: SearchScope): ToolOutcome {
  const about = tagText(tools.filter(isVisible));
  const text =
    `Nothing fits${query === '' ? '' : ` ${JSON.stringify(query.slice(0, 200))}`}. ` +
    (about === '' ? 'Try other words.' : `Try other words, or a tag of this API: ${about}.`);
  return {
    kind: 'success',
    content: [{ type: 'text', text }],
    structuredContent: { tools: [], more: 0, sure: false },
  };
}

function tagText(tools: readonly Findable[]): string {
  return tagCounts(tools)
    .slice(0, shownTags)
    .map(([tag, count]) => `${tag} (${count})`)
    .join(', ');
}
