import { describe, expect, it } from 'vitest';
import type { PathBinding } from '../../../src/model/request-binding.ts';
import {
  build,
  faultsOf,
  pathOf,
  pathParameter,
  planOf,
  style,
} from '../../support/binding-builder.ts';

const record = { path: '/records/{id}/detail', parameters: [pathParameter('id')] };

describe('path values', () => {
  it.each([
    ['a/b?c#d %', 'a%2Fb%3Fc%23d%20%25'],
    ['é☃', '%C3%A9%E2%98%83'],
    ['x y', 'x%20y'],
    ['@evil.example', '%40evil.example'],
    [42, '42'],
    [['a,b', 'c'], 'a%2Cb,c'],
    ['...', '...'],
    ['.hidden', '.hidden'],
    ['a\\b', 'a%5Cb'],
  ])('P20 encodes %j as %s', (value, expected) => {
    expect(pathOf(pathParameter('id'), value)).toBe(expected);
  });

  it('P20 keeps slashes encoded under allowReserved', () => {
    const serialization = style('simple', { allowReserved: true });
    expect(pathOf(pathParameter('id', { serialization }), 'a/b?c#d:@!$[x]%41%')).toBe(
      'a%2Fb%3Fc%23d:@!$%5Bx%5D%41%25',
    );
  });

  it('P29 serialises content by its media type', () => {
    const serialization = { kind: 'content', mediaType: 'application/json' } as const;
    expect(pathOf(pathParameter('id', { serialization }), { a: 1 })).toBe('%7B%22a%22%3A1%7D');
  });

  it('V3 joins 2.0 lists', () => {
    const serialization = { kind: 'delimited', delimiters: ['pipe'], repeat: false } as const;
    expect(pathOf(pathParameter('id', { serialization }), ['a', 'b'])).toBe('a%7Cb');
  });
});

describe('values that would lead elsewhere', () => {
  it.each([
    '.',
    '..',
    '../../admin',
    '..\\..\\admin',
    '%2e%2e',
    '%2E',
    '..%2f..%2fadmin',
    '%2e%2e%2fadmin',
    '%252e%2e',
    '%252e%252e%252fadmin',
    'a/../b',
    'a/./b',
    '/a',
    'a/',
    'a//b',
    '//evil.example/x',
    '\\\\evil.example',
    'http://evil.example/',
  ])('P21, P22 refuses %j', (id) => {
    const [message] = faultsOf(record, { id });
    expect(message).toMatch(/^`id` (?:makes a path segment|has an empty part)/);
  });

  it.each([[''], [[]], [{}], [null], [[null]]])('P24, P9 refuses %j, which has no text', (id) => {
    expect(build(record, { id })).toMatchObject({ ok: false });
  });

  it('P21 checks segments, not values: two dots from two values', () => {
    const sketch = {
      path: '/x/{a}{b}/y',
      parameters: [pathParameter('a'), pathParameter('b')],
    };
    expect(faultsOf(sketch, { a: '.', b: '.' })).toEqual([
      '`a` and `b` makes a path segment of one or two dots, which leads to another resource; send the plain identifier.',
    ]);
    expect(planOf(sketch, { a: '.', b: 'c' }).target).toBe('/x/.c/y');
  });

  it.each([
    ['label', '.'],
    ['label', ['', '']],
  ] as const)('P21 refuses dots that the style %s makes of %j', (name, value) => {
    const serialization = style(name, { explode: true });
    expect(() => pathOf(pathParameter('id', { serialization }), value)).toThrow('dots');
  });

  it.each(['%2e%2e', '%2e', 'a%2f..', '..%5c'])(
    'P21 refuses %j also where allowReserved lets triples through',
    (value) => {
      const serialization = style('simple', { allowReserved: true });
      expect(() => pathOf(pathParameter('id', { serialization }), value)).toThrow('dots');
    },
  );

  it('P21 leaves empty and trailing segments of the template itself alone', () => {
    const sketch = { path: '/a//{id}/', parameters: [pathParameter('id')] };
    expect(planOf(sketch, { id: 'x' }).target).toBe('/a//x/');
    expect(build(sketch, { id: '..' })).toMatchObject({ ok: false });
  });
});

describe('x-multi-segment', () => {
  const contents = {
    path: '/contents/{path}',
    parameters: [pathParameter('path', { multiSegment: true })],
  };

  it('P23 keeps slashes and encodes between them', () => {
    expect(planOf(contents, { path: 'src/a b/é.ts' }).target).toBe('/contents/src/a%20b/%C3%A9.ts');
  });

  it.each(['../x', 'a/../b', 'a/./b', '/a', 'a/', 'a//b', '..', 'a\\..\\b', 'a/%2e%2e/b'])(
    'P23 still refuses %j',
    (path) => {
      expect(build(contents, { path })).toMatchObject({ ok: false });
    },
  );
});

describe('path templates', () => {
  it('P25 substitutes by position, never inside a value', () => {
    const sketch = {
      path: '/x/{one}/{two}',
      parameters: [pathParameter('one'), pathParameter('two')],
    };
    expect(planOf(sketch, { one: '{two}', two: 'b' }).target).toBe('/x/%7Btwo%7D/b');
    expect(planOf(sketch, { one: '$&', two: '$1' }).target).toBe('/x/%24%26/%241');
  });

  it('P25 takes several expressions in one segment', () => {
    const sketch = {
      path: '/{file}.{ext}/{a}-{b}',
      parameters: ['file', 'ext', 'a', 'b'].map((name) => pathParameter(name)),
    };
    expect(planOf(sketch, { file: 'r', ext: 'pdf', a: 1, b: 2 }).target).toBe('/r.pdf/1-2');
  });

  it('U13 leaves a literal segment of the same word alone', () => {
    const sketch = { path: '/inputs/{input}', parameters: [pathParameter('input')] };
    expect(planOf(sketch, { input: 'k9' }).target).toBe('/inputs/k9');
  });

  it('encodes literal text that no URL may hold', () => {
    expect(
      planOf({ path: '/a b/é|{id}', parameters: [pathParameter('id')] }, { id: 1 }).target,
    ).toBe('/a%20b/%C3%A9%7C1');
  });

  it('U12 sends nothing while an expression has no value', () => {
    expect(faultsOf(record, {})).toEqual([
      '`id` is required and goes into the path; send a value.',
    ]);
    const unbound: readonly PathBinding[] = [];
    expect(build({ path: '/x/{id}', parameters: unbound }, { id: 1 })).toMatchObject({
      ok: false,
      reason: 'internal',
    });
  });
});

describe('the finished URL', () => {
  it.each([
    ['https://api.example', 'https://api.example/records/1/detail'],
    ['https://api.example/', 'https://api.example/records/1/detail'],
    ['https://API.example:443/v1', 'https://api.example/v1/records/1/detail'],
    ['http://127.0.0.1:8080/a/b/', 'http://127.0.0.1:8080/a/b/records/1/detail'],
  ])('S4 appends the path to %s as text', (baseUrl, expected) => {
    const plan = planOf(record, { id: 1 }, { baseUrl });
    expect(plan.url).toBe(expected);
    expect(plan.url).toBe(plan.origin + plan.target);
  });

  it.each([
    'https://api.example?x=1',
    'https://api.example/#f',
    'https://u:p@api.example',
    'ftp://a',
    '/v1',
    '',
  ])('S5 refuses the server URL %j without blaming an argument', (baseUrl) => {
    expect(build(record, { id: 1 }, { baseUrl })).toMatchObject({ ok: false, reason: 'internal' });
  });

  it('S7 refuses a template whose own text leads elsewhere', () => {
    expect(build({ path: '/a/../b' }, {})).toMatchObject({ ok: false, reason: 'internal' });
    expect(build({ path: '/a/%2E%2e/b' }, {})).toMatchObject({ ok: false, reason: 'internal' });
  });
});
