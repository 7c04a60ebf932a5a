import type { JsonObject, JsonValue } from '../../model/json.ts';
import { isArray } from '../../model/json.ts';
import type { ToolOutcome } from '../call.ts';
import type { Findable } from './catalogue.ts';
import { entryOf, hintFilters, hintWordsOf, tagCounts } from './catalogue.ts';
import type { SearchHit } from './search-index.ts';
import { nearestTags } from './nearest-tags.ts';
import { signatureOf } from './signature.ts';
import { groupByTag } from './tag-groups.ts';

/** How many tools a search gives when nobody says otherwise, and at most. */
const limits = { usual: 8, most: 50 } as const;

/**
 * How much of what a query says the best tool must say too: below `sure` the answer tells that it only guesses, and
 * gives few tools; below `guess` nothing fits.
 */
const leastCoverage = { sure: 0.48, guess: 0.1 } as const;

/** How many tools are guessed. */
const mostGuesses = 5;

/** How many tags an answer names. */
const shownTags = 12;

/** How many of them are named for being near to what was asked. */
const nearTags = 4;

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

/** Answers `search_tools`: the best tools as structured data, and as one line each, by tag where the answer is broad. */
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
  if (found.length === 0 || coverage < leastCoverage.guess) return nothingFound(values, scope);
  const sure = coverage >= leastCoverage.sure;
  const limit = typeof values['limit'] === 'number' ? values['limit'] : limits.usual;
  const most = Math.max(1, Math.min(limits.most, Math.trunc(limit)));
  const shown = found.slice(0, sure ? most : Math.min(most, mostGuesses));
  const rest = sure ? found.length - shown.length : 0;
  const text = sure
    ? foundText(shown, found)
    : [
        'Nothing clearly fits: this API may not do it. These are guesses:',
        ...shown.map(lineOf),
        `Else try other words${tagHelp(values, scope)}.`,
      ].join('\n');
  return {
    kind: 'success',
    content: [{ type: 'text', text }],
    structuredContent: { tools: shown.map(entryOf), more: rest, sure },
  };
}

/** One line for each tool, by tag where that helps, and where the rest is. */
function foundText(shown: readonly Findable[], found: readonly Findable[]): string {
  const groups = groupByTag(shown, found);
  const rest = found.length - shown.length;
  const headed = new Set(groups?.map(({ tag }) => tag));
  const others = tagText(tagCounts(found).filter(([tag]) => !headed.has(tag)));
  const narrow = groups === undefined ? '; narrow with tags: ' : '; narrow with tags, also: ';
  return [
    ...(groups === undefined
      ? shown.map(lineOf)
      : groups.flatMap(({ tag, count, tools }) => [`${tag} (${count})`, ...tools.map(lineOf)])),
    ...(rest > 0 ? [`… ${rest} more${others === '' ? '' : narrow + others}`] : []),
  ].join('\n');
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
function nothingFound(values: JsonObject, scope: SearchScope): ToolOutcome {
  const query = queryOf(values);
  const asked = query === '' ? '' : ` ${JSON.stringify(query.slice(0, 200))}`;
  const text = `Nothing fits${asked}. Try other words${tagHelp(values, scope)}.`;
  return {
    kind: 'success',
    content: [{ type: 'text', text }],
    structuredContent: { tools: [], more: 0, sure: false },
  };
}

/** Tags to go on with: the nearest, then the largest; empty where the caller sees none. */
function tagHelp(values: JsonObject, { tools, hits, isVisible }: SearchScope): string {
  const counts = tagCounts(tools.filter(isVisible));
  if (counts.length === 0) return '';
  const asked = [...textsOf(values['tags']), queryOf(values)].join(' ');
  const nearest = nearestTags(asked, {
    tags: counts.map(([tag]) => tag),
    tools: hits.flatMap(({ id }) => tools[id] ?? []).filter(isVisible),
  }).slice(0, nearTags);
  const known = new Map(counts);
  const near = nearest.flatMap((tag) => [[tag, known.get(tag) ?? 0] as const]);
  const others = tagText(counts.filter(([tag]) => !nearest.includes(tag)));
  if (near.length === 0) return `, or a tag of this API: ${others}`;
  return `, or a tag near to it: ${tagText(near)}${others === '' ? '' : `; others are ${others}`}`;
}

function tagText(counts: readonly (readonly [string, number])[]): string {
  return counts
    .slice(0, shownTags)
    .map(([tag, count]) => `${tag} (${count})`)
    .join(', ');
}
