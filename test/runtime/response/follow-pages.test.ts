import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/model/json.ts';
import type { Pagination } from '../../../src/model/tool.ts';
import type { PageRequest } from '../../../src/runtime/response/follow-pages.ts';
import { followPages } from '../../../src/runtime/response/follow-pages.ts';
import type { SendResult, UpstreamResponse } from '../../../src/runtime/upstream-port.ts';
import type { AnswerChange } from './fixtures.ts';
import { answerWith } from './fixtures.ts';

const base: Pagination = {
  kind: 'cursor',
  argument: 'cursor',
  next: 'next',
  items: 'items',
  maxPages: 10,
};

/** Answers the first page and then these, and remembers how each was asked for. */
async function follow(
  pages: readonly (AnswerChange | SendResult | undefined)[],
  change: Partial<Pagination> = {},
  { given = {}, maxBytes = 1_000_000 }: { given?: JsonObject; maxBytes?: number } = {},
): Promise<{ response: UpstreamResponse; value: unknown; asked: readonly PageRequest[] }> {
  const asked: PageRequest[] = [];
  const results = pages.map((page): SendResult | undefined =>
    page === undefined || 'ok' in page ? page : { ok: true, response: answerWith(page) },
  );
  const [first] = results;
  if (first?.ok !== true) throw new Error('the first page must be an answer');
  const response = await followPages(first.response, {
    pagination: { ...base, ...change },
    arguments: given,
    maxBytes,
    fetchPage: (request) => {
      asked.push(request);
      return Promise.resolve(results[asked.length]);
    },
  });
  return { response, value: JSON.parse(Buffer.from(response.body).toString()), asked };
}

const page = (value: unknown, headers: Readonly<Record<string, string>> = {}): AnswerChange => ({
  body: JSON.stringify(value),
  headers,
});

describe('R21 following pages', () => {
  it('by a cursor joins the lists in the last page', async () => {
    const { value, asked, response } = await follow(
      [
        page({ items: [1], next: 'b', total: 3 }),
        page({ items: [2], next: 'c', total: 3 }),
        page({ items: [3], next: null, total: 3 }),
      ],
      {},
      { given: { q: 'x' } },
    );
    expect(value).toEqual({ items: [1, 2, 3], next: null, total: 3 });
    expect(asked).toEqual([
      { kind: 'arguments', arguments: { q: 'x', cursor: 'b' } },
      { kind: 'arguments', arguments: { q: 'x', cursor: 'c' } },
    ]);
    expect(response.remarks).toEqual(['3 pages were joined.']);
  });

  it('by number begins after the given page and ends with an empty one', async () => {
    const counted = { kind: 'page', argument: 'page', items: '@' } as const;
    const pages = [page([1, 2]), page([3]), page([])];
    const { value, asked } = await follow(pages, counted, { given: { page: '4' } });
    expect(value).toEqual([1, 2, 3]);
    expect(asked.map((each) => each.kind === 'arguments' && each.arguments)).toEqual([
      { page: 5 },
      { page: 6 },
    ]);
    expect((await follow(pages, counted)).asked[0]).toEqual({
      kind: 'arguments',
      arguments: { page: 2 },
    });
  });

  it('by offset counts the items that came', async () => {
    const counted = { kind: 'offset', argument: 'skip', items: 'data.list' } as const;
    const { value, asked } = await follow(
      [
        page({ data: { list: [1, 2], n: 1 } }),
        page({ data: { list: [3] } }),
        page({ data: { list: [] } }),
      ],
      counted,
      { given: { skip: 10 } },
    );
    expect(value).toEqual({ data: { list: [1, 2, 3] } });
    expect(asked.map((each) => each.kind === 'arguments' && each.arguments)).toEqual([
      { skip: 12 },
      { skip: 13 },
    ]);
  });

  it('by links stays on the origin', async () => {
    const next = (target: string): Record<string, string> => ({ link: `<${target}>; rel="next"` });
    const linked = { kind: 'link', items: '@' } as const;
    const { value, asked } = await follow(
      [page([1], next('?page=2')), page([2], next('https://evil.test/things?page=3'))],
      linked,
    );
    expect(value).toEqual([1, 2]);
    expect(asked).toEqual([
      { kind: 'url', url: 'https://api.test/things?page=2', target: '/things?page=2' },
    ]);
    expect((await follow([page([1], next('/things'))], linked)).asked).toEqual([]);
  });

  it('ends at the limit of pages or of bytes, and says so with the cursor that leads on', async () => {
    const pages = [page({ items: [1], next: 'b' }), page({ items: [2], next: 'c' }), page({})];
    const few = await follow(pages, { maxPages: 2 });
    expect(few.value).toEqual({ items: [1, 2], next: 'c' });
    expect(few.asked.length).toBe(1);
    expect(few.response.remarks?.[1]).toContain('more pages than this server follows');
    const small = await follow(pages, {}, { maxBytes: 30 });
    expect(small.value).toEqual({ items: [1, 2], next: 'c' });
    expect(small.response.remarks?.[1]).toContain('larger than this server passes on');
    const one = await follow(pages, { maxPages: 1 });
    expect(one.asked).toEqual([]);
    expect(one.response.remarks).toEqual([
      'Not everything is here: there are more pages than this server follows.',
    ]);
  });

  it.each([
    ['an error', { status: 500, body: '{}' }, /its status is 500/],
    ['no list', page({ items: 1 }), /could not be read/],
    ['text', { type: 'text/plain', body: 'x' }, /could not be read/],
    ['a part of a page', { ...page({ items: [2] }), truncated: true }, /could not be read/],
    [
      'no answer',
      { ok: false, failure: { kind: 'network', message: 'It broke.', sent: true } } as const,
      /could not be had: It broke/,
    ],
    ['no request', undefined, /could not be built/],
  ])('keeps what is there when the next page is %s', async (_name, second, remark) => {
    const { value, response } = await follow([page({ items: [1], next: 'b' }), second]);
    expect(value).toEqual({ items: [1], next: 'b' });
    expect(response.status).toBe(200);
    expect(response.remarks?.[0]).toMatch(remark);
  });

  it.each([
    ['an error', { status: 404, body: '{"items":[1],"next":"b"}' }],
    ['without the list', page({ other: [], next: 'b' })],
    ['without a cursor', page({ items: [1], next: '' })],
    ['with the cursor that was sent', page({ items: [1], next: 'same' })],
  ])('leaves an answer alone that is %s', async (_name, first) => {
    const { response, asked } = await follow([first], {}, { given: { cursor: 'same' } });
    expect(asked).toEqual([]);
    expect(response).toEqual(answerWith(first));
  });

  it('keeps the digits of large numbers, and hostile keys', async () => {
    const first = { body: '{"items":[9007199254740993],"next":"b","__proto__":1}' };
    const second = { body: '{"items":[{"__proto__":2}],"__proto__":{"x":9}}' };
    const { response } = await follow([first, second]);
    expect(Buffer.from(response.body).toString()).toBe(
      '{"items":["9007199254740993",{"__proto__":2}],"__proto__":{"x":9}}',
    );
  });

  it('gives the joined list itself where its expression is no plain path', async () => {
    const { value } = await follow([page({ items: [1], next: 'b' }), page({ items: [2] })], {
      items: 'items[?@ > `0`]',
    });
    expect(value).toEqual([1, 2]);
  });
});
