import { describe, expect, it } from 'vitest';
import { parseLinkHeader } from '../../../src/runtime/response/link-header.ts';
import type { AnswerChange, ToolChange } from './fixtures.ts';
import { map, parameter, textsOf } from './fixtures.ts';

/** The note after the answer itself. */
async function note(
  answer: AnswerChange,
  tool: ToolChange = {},
  values = {},
): Promise<string | undefined> {
  const outcome = await map({ body: '{}', ...answer }, tool, { arguments: values });
  const texts = textsOf(outcome);
  expect(texts.length).toBeLessThan(3);
  return texts[1];
}

describe('R21 pages', () => {
  const paged = {
    parameters: [
      parameter('query', 'page'),
      parameter('query', 'per_page'),
      parameter('query', 'cursor'),
      parameter('query', 'starting_after'),
    ],
  };

  it('of a Link header are given as arguments', async () => {
    const link =
      '<https://api.test/things?page=3&per_page=30>; rel="next", </things?page=1>; rel=prev, ' +
      '<https://api.test/things?page=10>; title="a, b"; rel="last foo", <x>; rel="first"';
    const url = 'https://api.test/things?page=2&per_page=30';
    expect(await note({ url, headers: { link } }, paged)).toBe(
      'Next page: page=3; previous page: page=1; last page: page=10.',
    );
  });

  it('of a Link header are given as paths where no argument fits', async () => {
    const link = '</elsewhere?token=abc>; rel=next';
    expect(await note({ headers: { link } })).toBe('Next page: /elsewhere?token=abc.');
  });

  it.each([
    [{ next_cursor: 'abc' }, 'cursor=abc'],
    [{ response_metadata: { next_cursor: 'x=' } }, 'cursor=x='],
    [{ pageInfo: { hasNextPage: true, endCursor: 'e' } }, 'cursor=e'],
    [{ meta: { nextPage: 4 } }, 'page=4'],
    [{ next: 'https://api.test/things?page=5' }, 'page=5'],
    [{ _links: { next: { href: '/things?page=6' } } }, 'page=6'],
    [{ '@odata.nextLink': 'https://api.test/things?cursor=o' }, 'cursor=o'],
    [{ has_more: true, data: [{ id: 'a' }, { id: 'b' }] }, 'starting_after=b'],
  ])('of the body %j are given as arguments', async (value, page) => {
    expect(await note({ body: JSON.stringify(value) }, paged)).toBe(`Next page: ${page}.`);
  });

  it.each([
    { next_cursor: '' },
    { next_cursor: null },
    { pageInfo: { hasNextPage: false, endCursor: 'e' } },
    { has_more: false, data: [{ id: 'a' }] },
    { has_more: true, data: [] },
    { next: 'tomorrow' },
    { next: null },
    { items: [{ next_cursor: 'inner' }] },
    { ['__proto__']: { next_cursor: 'x' } },
  ])('are not seen in %j', async (value) => {
    expect(await note({ body: JSON.stringify(value) }, paged)).toBeUndefined();
  });

  it('are not seen where the tool has no argument for them', async () => {
    expect(await note({ body: '{"next_cursor":"abc"}' })).toBeUndefined();
  });

  it('of a hostile header cost little', () => {
    // Work that grows with the square of the length goes beyond the time of a test.
    for (const piece of ['<', '<a>;', '<a>; rel="', '; ', '<a>;a=;', '<a> ; b']) {
      expect(() => parseLinkHeader([piece.repeat(20_000)])).not.toThrow();
    }
  });
});

describe('R21 links', () => {
  const parameters = [parameter('path', 'id'), parameter('query', 'q'), parameter('header', 'X-A')];
  const cases: readonly (readonly [string, unknown, string | undefined])[] = [
    ['$response.body#/user/id', { user: { id: 12 } }, 'v=12'],
    ['$response.body#/list/1', { list: ['a', 'b~'] }, 'v="b~"'],
    ['$response.body#/a~1b~0c', { 'a/b~c': true }, 'v=true'],
    ['$response.body#/nope', {}, undefined],
    ['$response.body#/__proto__/x', {}, undefined],
    ['$response.header.X-Next', {}, 'v="n"'],
    ['$response.header.X-None', {}, undefined],
    ['$request.path.id', {}, 'v="p1"'],
    ['$request.query.q', {}, 'v="find"'],
    ['$request.header.x-a', {}, 'v="h"'],
    ['$request.query.none', {}, undefined],
    ['$request.body#/name', {}, 'v="given"'],
    ['$url', {}, 'v="https://api.test/things"'],
    ['$method', {}, 'v="POST"'],
    ['$statusCode', {}, 'v=200'],
    ['$nonsense', {}, undefined],
    ['user-{$response.body#/id}-{$request.path.id}', { id: 3 }, 'v="user-3-p1"'],
    ['user-{$response.body#/none}', {}, undefined],
    ['constant {not} an expression', {}, 'v="constant {not} an expression"'],
  ];

  it.each(cases)('evaluate %s', async (expression, body, shown) => {
    const tool: ToolChange = {
      method: 'POST',
      parameters,
      request: {
        body: {
          source: { kind: 'argument', argument: 'body' },
          required: true,
          encoding: { kind: 'json', mediaType: 'application/json' },
        },
      },
      response: { links: [{ status: '200', tool: 'getUser', arguments: { v: expression } }] },
    };
    const values = { id: 'p1', q: 'find', 'X-A': 'h', body: { name: 'given' } };
    const headers = { 'x-next': 'n' };
    expect(await note({ body: JSON.stringify(body), headers }, tool, values)).toBe(
      shown === undefined ? undefined : `Next: getUser(${shown})`,
    );
  });

  it('hold for their status only', async () => {
    const links = [
      { status: '201', tool: 'a', arguments: {} },
      { status: '2XX', tool: 'b', arguments: {} },
      { status: 'default', tool: 'c', arguments: { n: 5, list: [1] } },
    ];
    expect(await note({}, { response: { links } })).toBe('Next: b()\nNext: c(n=5, list=[1])');
  });
});

describe('R22 headers of a success', () => {
  const headers = {
    etag: '"1"',
    location: '/things/1',
    'x-total-count': '93',
    'x-ratelimit-remaining': '12',
    'content-length': '2',
    'set-cookie': 'sid=1',
    'x-secret': 's',
    'x-request-id': 'r',
  };

  it('are shown where they are documented or say where something is', async () => {
    const documented = ['x-total-count', 'set-cookie', 'content-length'];
    expect(await note({ headers }, { response: { headers: documented } })).toBe(
      'Location: /things/1\nX-Total-Count: 93',
    );
  });

  it('are what HEAD is for, where they are documented', async () => {
    const tool = { method: 'HEAD', response: { headers: ['content-length', 'link'] } };
    const outcome = await map({ type: null, headers: { 'content-length': '93' } }, tool);
    expect(textsOf(outcome)).toEqual(['200 OK\nContent-Length: 93']);
  });

  it('are cut where they are long', async () => {
    const text = await note({ headers: { location: 'x'.repeat(2_000) } });
    expect(text?.length).toBeLessThan(600);
  });
});
