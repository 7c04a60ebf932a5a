import { Buffer } from 'node:buffer';
import type { JsonObject, JsonValue } from '../../model/json.ts';
import { isArray, isJsonObject, ownValue, setOwn } from '../../model/json.ts';
import type { Pagination } from '../../model/tool.ts';
import { headerValue, headerValues } from '../header-pairs.ts';
import { isJsonMediaType } from '../request/media-type.ts';
import type { SendResult, UpstreamResponse } from '../upstream-port.ts';
import { parseLinkHeader } from './link-header.ts';
import { parseLossless } from './lossless-json.ts';
import { selectFrom } from './select.ts';

/** How a page is asked for: by the arguments of the tool, or by an address of the same origin. */
export type PageRequest =
  | { readonly kind: 'arguments'; readonly arguments: JsonObject }
  | { readonly kind: 'url'; readonly url: string; readonly target: string };

/** What the following of pages needs. */
export interface FollowOptions {
  readonly pagination: Pagination;
  /** The arguments of the call, which asked for the first page. */
  readonly arguments: JsonObject;
  /** Largest sum of the pages' bodies in bytes. */
  readonly maxBytes: number;
  /** Sends the request for a page; `undefined` where it cannot be built. */
  readonly fetchPage: (request: PageRequest) => Promise<SendResult | undefined>;
}

/**
 * Follows the pages of an answer as the overlay says, and no further (rule R21): the result is the last page with the
 * lists of all of them joined, so that its cursor still leads on. An answer that is no page of JSON comes back as it is. A page that cannot be had ends the
 * following, not the call: what is there is given, and a remark says what is missing. Numbers that a double cannot hold
 * are given as strings of their digits.
 */
export async function followPages(
  first: UpstreamResponse,
  options: FollowOptions,
): Promise<UpstreamResponse> {
  const { pagination, maxBytes } = options;
  const start = readPage(first, pagination);
  if (start === undefined) return first;
  const items: JsonValue[] = [...start.items];
  let page = start;
  let pages = 1;
  let bytes = first.body.length;
  let missing: string | undefined;
  for (;;) {
    const request = nextRequest(page, { ...options, gathered: items.length, pages });
    if (request === undefined) break;
    if (pages === pagination.maxPages) missing = 'there are more pages than this server follows';
    else if (bytes >= maxBytes) missing = 'more would be larger than this server passes on';
    if (missing !== undefined) break;
    const result = await options.fetchPage(request);
    const read = readNext(result, pagination);
    if (typeof read === 'string') {
      missing = read;
      break;
    }
    // Counted pages end with the first one that is empty.
    if (read.items.length === 0 && request.kind === 'arguments' && isCounted(pagination)) break;
    items.push(...read.items);
    bytes += read.response.body.length;
    page = read;
    pages += 1;
  }
  return joined(page, { items, pages, missing, pagination });
}

/** One page that was understood. */
interface Page {
  readonly response: UpstreamResponse;
  readonly value: JsonValue;
  readonly items: readonly JsonValue[];
}

function readPage(response: UpstreamResponse, pagination: Pagination): Page | undefined {
  const { status, body, truncated, headers } = response;
  const json = isJsonMediaType(headerValue(headers, 'content-type') ?? '');
  if (status < 200 || status > 299 || truncated || !json) return undefined;
  const parsed = parseLossless(Buffer.from(body).toString('utf8'));
  if (!parsed.ok) return undefined;
  const selected = selectFrom(parsed.value, pagination.items);
  if (!selected.ok || !isArray(selected.value)) return undefined;
  return { response, value: parsed.value, items: selected.value };
}

/** The page, or why there is none. */
function readNext(result: SendResult | undefined, pagination: Pagination): Page | string {
  if (result === undefined) return 'the request for the next page could not be built';
  if (!result.ok) return `the next page could not be had: ${result.failure.message}`;
  const page = readPage(result.response, pagination);
  return page ?? `the next page could not be read; its status is ${result.response.status}`;
}

function isCounted({ kind }: Pagination): boolean {
  return kind === 'page' || kind === 'offset';
}

function nextRequest(
  page: Page,
  state: FollowOptions & { readonly gathered: number; readonly pages: number },
): PageRequest | undefined {
  const { pagination, arguments: values, gathered, pages } = state;
  const { kind, argument } = pagination;
  if (kind === 'link') return nextByLink(page);
  if (argument === undefined) return undefined;
  const given = ownValue(values, argument);
  switch (kind) {
    case 'cursor': {
      const cursor = selectFrom(page.value, pagination.next ?? '');
      if (!cursor.ok || !isCursor(cursor.value) || cursor.value === given) return undefined;
      return byArgument(values, argument, cursor.value);
    }
    case 'page':
      return page.items.length === 0
        ? undefined
        : byArgument(values, argument, numberOf(given, 1) + pages);
    case 'offset':
      return page.items.length === 0
        ? undefined
        : byArgument(values, argument, numberOf(given, 0) + gathered);
  }
}

function isCursor(value: JsonValue): value is string | number {
  return (typeof value === 'string' && value !== '') || typeof value === 'number';
}

/** Credentials are bound to the origin (rule K7), so that a link to another one is not followed. */
function nextByLink({ response }: Page): PageRequest | undefined {
  const link = parseLinkHeader(headerValues(response.headers, 'link')).find(({ relations }) =>
    relations.includes('next'),
  );
  if (link === undefined || !URL.canParse(link.target, response.url)) return undefined;
  const url = new URL(link.target, response.url);
  const same = url.origin === new URL(response.url).origin && url.href !== response.url;
  const target = `${url.pathname}${url.search}`;
  return same ? { kind: 'url', url: `${url.origin}${target}`, target } : undefined;
}

function byArgument(values: JsonObject, argument: string, value: JsonValue): PageRequest {
  const changed: Record<string, JsonValue> = { ...values };
  setOwn(changed, argument, value);
  return { kind: 'arguments', arguments: changed };
}

function numberOf(value: JsonValue | undefined, otherwise: number): number {
  const number = typeof value === 'string' ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) ? number : otherwise;
}

function joined(
  { response, value }: Page,
  given: {
    readonly items: readonly JsonValue[];
    readonly pages: number;
    readonly missing: string | undefined;
    readonly pagination: Pagination;
  },
): UpstreamResponse {
  const { items, pages, missing, pagination } = given;
  const remarks = [...(response.remarks ?? [])];
  if (pages > 1) remarks.push(`${pages} pages were joined.`);
  if (missing !== undefined) remarks.push(`Not everything is here: ${missing}.`);
  if (pages === 1) return remarks.length === 0 ? response : { ...response, remarks };
  const { declaredBytes: _ofOnePage, ...rest } = response;
  const body = Buffer.from(JSON.stringify(withItems(value, pagination.items, items)));
  return { ...rest, body, remarks };
}

/** Puts the joined list in the place of the page's own, where its expression is a plain path; else it is the answer. */
function withItems(value: JsonValue, expression: string, items: readonly JsonValue[]): JsonValue {
  if (!/^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*$/.test(expression)) return items;
  const place = (holder: JsonValue, keys: readonly string[]): JsonValue => {
    const [key, ...rest] = keys;
    if (key === undefined) return items;
    if (!isJsonObject(holder)) return items;
    const copy: Record<string, JsonValue> = { ...holder };
    setOwn(copy, key, place(ownValue(holder, key) ?? null, rest));
    return copy;
  };
  return place(value, expression.split('.'));
}
