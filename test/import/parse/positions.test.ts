import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseText } from '../../../src/import/parse/parse-text.ts';
import { combineSources, SourceRegistry } from '../../../src/import/parse/source-registry.ts';
import { childLocation } from '../../../src/model/source.ts';

const uri = 'file:///api';

function index(text: string): SourceRegistry {
  const parsed = parseText({ text, uri, name: 'api' });
  const registry = new SourceRegistry();
  registry.add({
    uri,
    name: 'api',
    text,
    syntax: parsed.syntax,
    ...(parsed.ok || parsed.faultOffset === undefined ? {} : { faultOffset: parsed.faultOffset }),
  });
  return registry;
}

function positionOf(text: string, pointer: string): string {
  const found = index(text).position({ document: uri, pointer });
  return `${found?.line}:${found?.column}`;
}

const yaml = `openapi: 3.0.0
info:
  title: >-
    folded
  version: "1"
paths:
  /pets/{id}:
    get: &get
      tags: [a, "b"]
      parameters:
        - name: id
          in: path
        -
          name: x
    put: *get
    post:
      <<: *get
      summary:
      deprecated: true
  'it''s~odd': {a: {b: 1}}
`;

describe('positions in YAML', () => {
  it.each([
    ['', '1:1'],
    ['/openapi', '1:10'],
    ['/info', '2:1'],
    ['/info/title', '3:3'],
    ['/info/version', '5:12'],
    ['/paths/~1pets~1{id}', '7:3'],
    ['/paths/~1pets~1{id}/get', '8:5'],
    ['/paths/~1pets~1{id}/get/tags/1', '9:17'],
    ['/paths/~1pets~1{id}/get/parameters', '10:7'],
    ['/paths/~1pets~1{id}/get/parameters/0', '11:11'],
    ['/paths/~1pets~1{id}/get/parameters/0/in', '12:15'],
    ['/paths/~1pets~1{id}/get/parameters/1/name', '14:17'],
    ['/paths/~1pets~1{id}/put', '15:10'],
    ['/paths/~1pets~1{id}/put/parameters/1', '14:11'],
    ['/paths/~1pets~1{id}/post/tags/0', '9:14'],
    ['/paths/~1pets~1{id}/post/summary', '18:7'],
    ['/paths/~1pets~1{id}/post/deprecated', '19:19'],
    ["/paths/it's~0odd/a/b", '20:24'],
    ['/paths/~1pets~1{id}/get/missing/deep', '8:5'],
    ['/nothing', '1:1'],
  ])('finds %s', (pointer, expected) => {
    expect(positionOf(yaml, pointer)).toBe(expected);
  });

  it('counts lines that end in CRLF or CR, and no U+2028', () => {
    expect(positionOf('a: "\u2028"\r\nb:\r  c: 1\r\n', '/b/c')).toBe('3:6');
  });

  it('points into the given text where lines had to be moved', () => {
    const text = "a:\n  b: 'x\n  y'\n  c:   [1, 2]\n";
    expect(positionOf(text, '/a/c/1')).toBe('4:12');
    expect(index(text).line(uri, 3)).toBe("  y'");
  });

  it('points to the fault of a text that is not YAML', () => {
    expect(positionOf('a: 1\nb: [', '/b')).toBe('2:5');
  });

  it('ends where a merge runs in a circle', () => {
    expect(positionOf('a: &a\n  <<: *a\n  b: 1', '/a/x/y')).toBe('1:1');
  });
});

describe('positions in JSON', () => {
  it.each([
    ['', '1:1'],
    ['/a', '2:7'],
    ['/a/1/b', '3:9'],
    ['/x~1y', '4:9'],
    ['/esc"', '5:15'],
    ['/dup', '7:9'],
  ])('finds %s', (pointer, expected) => {
    const text =
      '{\n "a": [1, \n  {"b": "c"}],\n "x/y": null,\n "esc\\u0022": 1,\n "dup": 1,\n "dup": 2\n}';
    expect(positionOf(text, pointer)).toBe(expected);
  });

  it('finds each value where it is written', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        const text = JSON.stringify([value]);
        const registry = index(text);
        for (const { pointer, value: expected } of everyValue(JSON.parse(text), '')) {
          const found = registry.position({ document: uri, pointer });
          expect(text.slice((found?.column ?? 0) - 1)).toSatisfy((rest: string) =>
            rest.startsWith(JSON.stringify(expected)),
          );
        }
      }),
    );
  });
});

describe('several texts', () => {
  it('answers for the documents that it knows', () => {
    const first = new SourceRegistry();
    first.add({ uri: 'file:///a', name: 'a.yaml', text: 'x: 1', syntax: 'yaml' });
    const second = new SourceRegistry();
    second.add({ uri: 'file:///b', name: 'b.yaml', text: '\ny: 1', syntax: 'yaml' });
    const both = combineSources(first, second);
    expect(both.position({ document: 'file:///b', pointer: '/y' })).toEqual({ line: 2, column: 4 });
    expect(both.displayName('file:///b')).toBe('b.yaml');
    expect(both.line('file:///a', 1)).toBe('x: 1');
    expect(both.position({ document: 'file:///c', pointer: '' })).toBeUndefined();
    expect(both.displayName('file:///c')).toBe('file:///c');
  });
});

function* everyValue(
  value: unknown,
  pointer: string,
): Iterable<{ readonly pointer: string; readonly value: unknown }> {
  yield { pointer, value };
  if (typeof value !== 'object' || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    yield* everyValue(member, childLocation({ document: uri, pointer }, key).pointer);
  }
}
