import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  assignArgumentNames,
  sanitizeName,
  type ArgumentPlace,
  type NameRequest,
} from '../../src/mapping/argument-names.ts';
import { cpuTimeOf } from '../support/cpu-time.ts';

function request(place: ArgumentPlace, wireName: string, given?: string): NameRequest {
  return {
    key: place === 'body' ? wireName : `${place}:${wireName}`,
    place,
    wireName,
    ...(given === undefined ? {} : { given }),
  };
}

function namesOf(
  requests: readonly NameRequest[],
  locked: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  return Object.fromEntries(assignArgumentNames(requests, locked).names);
}

const hash = (text: string, digits: number): string =>
  createHash('sha256').update(text).digest('hex').slice(0, digits);

describe('the name of an argument', () => {
  it.each([
    ['limit', 'limit'],
    ['X-Request-Id', 'X-Request-Id'],
    ['projects.any', 'projects.any'],
    ['foo_', 'foo_'],
    ['_private', '_private'],
    ['filter[name]', 'filter_name'],
    ['$top', 'top'],
    ['@id', 'id'],
    ['2fa', '_2fa'],
    ['-x', '_-x'],
    ['ids[]', 'ids'],
    ['Since<', 'Since_lt'],
    ['Since>', 'Since_gt'],
    ['größe', 'gr_e'],
    ['[]', 'param'],
    ['', 'param'],
    ['__proto__', 'proto'],
  ])('A2 of %j is %j', (wireName, name) => {
    expect(sanitizeName(wireName)).toBe(name);
  });

  it('A2 is cut at 64 characters with six digits of a hash of the wire name', () => {
    const wireName = `filter[${'x'.repeat(80)}]`;
    expect(sanitizeName(wireName)).toBe(`filter_${'x'.repeat(50)}_${hash(wireName, 6)}`);
    expect(sanitizeName(wireName)).toHaveLength(64);
    expect(sanitizeName('y'.repeat(64))).toBe('y'.repeat(64));
  });

  it('A2 is found in time that does not grow with hostile names', () => {
    const hostile = `${'_'.repeat(1_000_000)}[`;
    expect(cpuTimeOf(() => sanitizeName(hostile))).toBeLessThan(500);
  });

  it('A3 stays bare in the first place and names its place in later ones', () => {
    expect(
      namesOf([
        request('cookie', 'id'),
        request('header', 'id'),
        request('query', 'id'),
        request('path', 'id'),
      ]),
    ).toEqual({
      'path:id': 'id',
      'query:id': 'id_query',
      'header:id': 'id_header',
      'cookie:id': 'id_cookie',
    });
  });

  it('A3 leaves a verbatim name alone where another would become the same by its place', () => {
    expect(
      namesOf([request('path', 'id'), request('query', 'id'), request('query', 'id_query')]),
    ).toEqual({ 'path:id': 'id', 'query:id_query': 'id_query', 'query:id': 'id_query_2' });
  });

  it('A3 U21 tells names apart that became equal, but not by their order', () => {
    const wireNames = ['a[b]', 'a(b)', 'a_b'];
    const forward = namesOf(wireNames.map((name) => request('query', name)));
    const backward = namesOf(wireNames.toReversed().map((name) => request('query', name)));
    expect(forward).toEqual(backward);
    expect(forward).toEqual({
      'query:a_b': 'a_b',
      'query:a[b]': `a_b_${hash('a[b]', 4)}`,
      'query:a(b)': `a_b_${hash('a(b)', 4)}`,
    });
  });

  it('A1 U34 of a parameter is never "body", whether there is a body or not', () => {
    expect(namesOf([request('query', 'body'), request('body', 'body')])).toEqual({
      'query:body': 'body_query',
      body: 'body',
    });
    expect(namesOf([request('query', 'body')])).toEqual({ 'query:body': 'body_query' });
  });

  it('is the one that a person gives, before any other', () => {
    expect(namesOf([request('path', 'id'), request('query', 'x', 'id')])).toEqual({
      'query:x': 'id',
      'path:id': 'id_path',
    });
  });

  it.each([
    ['2x', 'illegal'],
    ['a b', 'illegal'],
    ['', 'illegal'],
    ['__proto__', 'illegal'],
    ['body', 'taken'],
  ] as const)('that a person gives as %j is refused as %s', (given, reason) => {
    const { names, refused } = assignArgumentNames([request('query', 'x', given)]);
    expect(refused).toEqual([{ key: 'query:x', given, reason }]);
    expect(names.get('query:x')).toBe('x');
  });

  it('that a person gives twice is refused the second time', () => {
    const { names, refused } = assignArgumentNames([
      request('query', 'x', 'same'),
      request('query', 'y', 'same'),
    ]);
    expect([...names.values()]).toEqual(['same', 'y']);
    expect(refused).toEqual([{ key: 'query:y', given: 'same', reason: 'taken' }]);
  });

  it('N6 is kept from an earlier build where it is legal and free', () => {
    const locked = { 'query:a[b]': 'a_b', 'query:gone': 'gone', 'query:c': 'no good' };
    expect(
      namesOf([request('query', 'a_b'), request('query', 'a[b]'), request('query', 'c')], locked),
    ).toEqual({ 'query:a[b]': 'a_b', 'query:a_b': 'a_b_query', 'query:c': 'c' });
  });
});
