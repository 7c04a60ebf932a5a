import type { JsonObject, JsonValue } from '../../model/json.ts';
import { isArray, isJsonObject, ownValue } from '../../model/json.ts';
import type { Tool } from '../../model/tool.ts';
import { headerValues } from '../header-pairs.ts';
import type { UpstreamResponse } from '../upstream-port.ts';
import { argumentFor } from './argument-of.ts';
import { parseLinkHeader } from './link-header.ts';

/**
 * Says how to get the other pages of an answer, in the tool's own arguments (rule R21): from the `Link` header, else
 * from the usual cursors of a JSON body. Nothing is followed here.
 */
export function describePages(
  tool: Tool,
  response: UpstreamResponse,
  value: JsonValue | undefined,
): readonly string[] {
  const values = headerValues(response.headers, 'link');
  const pages = values.length === 0 ? [] : pagesOfLinks(tool, response, values);
  if (pages.length > 0) return [`${pages.join('; ')}.`];
  if (!isJsonObject(value) || !takesQueryArguments(tool)) return [];
  const next = nextOfBody(tool, response, value);
  return next === undefined ? [] : [`Next page: ${next}.`];
}

/** Without them no page can be asked for, and there is no need to look. */
function takesQueryArguments(tool: Tool): boolean {
  return tool.request.parameters.some(
    ({ in: place, source }) => place === 'query' && source.kind === 'argument',
  );
}

const pageNames = { next: 'Next page', prev: 'previous page', last: 'last page' } as const;

function pagesOfLinks(
  tool: Tool,
  response: UpstreamResponse,
  values: readonly string[],
): readonly string[] {
  const links = parseLinkHeader(values);
  return (['next', 'prev', 'last'] as const).flatMap((relation) => {
    const link = links.find(({ relations }) => relations.includes(relation));
    const page = link === undefined ? undefined : describeTarget(tool, response, link.target);
    return page === undefined ? [] : [`${pageNames[relation]}: ${page}`];
  });
}

/** The arguments that a link changes; its path and query where none of them is an argument of the tool. */
function describeTarget(
  tool: Tool,
  response: UpstreamResponse,
  target: string,
): string | undefined {
  if (!URL.canParse(target, response.url)) return undefined;
  const url = new URL(target, response.url);
  const current = new URL(response.url).searchParams;
  const changes: string[] = [];
  for (const name of new Set(url.searchParams.keys())) {
    const given = url.searchParams.getAll(name);
    const argument = argumentFor(tool, 'query', name);
    if (argument === undefined || given.join('\n') === current.getAll(name).join('\n')) continue;
    changes.push(`${argument}=${shorten(given.join(','))}`);
  }
  return changes.length > 0 ? changes.join(', ') : shorten(`${url.pathname}${url.search}`);
}

/** Members of an answer that hold its paging, beside the root. */
const containers = [
  'pagination',
  'paging',
  'page',
  'pageInfo',
  'page_info',
  'meta',
  'metadata',
  'response_metadata',
  'links',
  '_links',
  'cursors',
];

/** Members that hold the next cursor; compared without case, `_` and `-`. */
const cursorKeys: ReadonlySet<string> = new Set([
  'nextcursor',
  'nextpagetoken',
  'nexttoken',
  'continuationtoken',
  'endcursor',
  'nextpage',
  'after',
]);

/** Query parameters that take a cursor, compared likewise. */
const cursorParameters: ReadonlySet<string> = new Set([
  'cursor',
  'after',
  'pagetoken',
  'nexttoken',
  'continuationtoken',
  'startingtoken',
  'pagecursor',
  'nextcursor',
]);

/** Members that hold the URL of the next page. */
const nextUrlKeys: ReadonlySet<string> = new Set([
  'next',
  'nextlink',
  '@odata.nextlink',
  'nexturl',
]);

function nextOfBody(tool: Tool, response: UpstreamResponse, value: JsonObject): string | undefined {
  for (const holder of [value, ...containers.map((name) => ownValue(value, name))]) {
    if (!isJsonObject(holder) || endsHere(holder)) continue;
    for (const [key, member] of Object.entries(holder)) {
      const next = nextOfMember({ tool, response }, plain(key), member);
      if (next !== undefined) return next;
    }
  }
  return nextAfterLast(tool, value);
}

function endsHere(holder: JsonObject): boolean {
  return ['has_more', 'hasMore', 'hasNextPage', 'has_next_page'].some(
    (key) => ownValue(holder, key) === false,
  );
}

function nextOfMember(
  call: { readonly tool: Tool; readonly response: UpstreamResponse },
  key: string,
  member: JsonValue,
): string | undefined {
  if (nextUrlKeys.has(key)) {
    const url = isJsonObject(member) ? ownValue(member, 'href') : member;
    return typeof url === 'string' && /^(?:https?:\/\/|\/|\?)/.test(url)
      ? describeTarget(call.tool, call.response, url)
      : undefined;
  }
  if (!cursorKeys.has(key) || (typeof member !== 'string' && typeof member !== 'number')) {
    return undefined;
  }
  if (member === '') return undefined;
  const wanted = key === 'nextpage' ? pageNumberParameters : cursorParameters;
  const argument = argumentLike(call.tool, wanted);
  return argument === undefined ? undefined : `${argument}=${shorten(String(member))}`;
}

const pageNumberParameters: ReadonlySet<string> = new Set(['page', 'pagenumber', 'pageno']);

/** Lists that are continued after the id of their last item. */
function nextAfterLast(tool: Tool, value: JsonObject): string | undefined {
  const data = ownValue(value, 'data');
  if (ownValue(value, 'has_more') !== true || !isArray(data)) return undefined;
  const last = data.at(-1);
  const id = isJsonObject(last) ? ownValue(last, 'id') : undefined;
  const argument = argumentFor(tool, 'query', 'starting_after');
  return typeof id === 'string' && argument !== undefined
    ? `${argument}=${shorten(id)}`
    : undefined;
}

function argumentLike(tool: Tool, names: ReadonlySet<string>): string | undefined {
  for (const { in: place, name, source } of tool.request.parameters) {
    if (place === 'query' && source.kind === 'argument' && names.has(plain(name))) {
      return source.argument;
    }
  }
  return undefined;
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[_-]/g, '');
}

function shorten(text: string): string {
  return text.length > 500 ? `${text.slice(0, 500)}…` : text;
}
