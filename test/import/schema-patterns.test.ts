import { describe, expect, it } from 'vitest';
import { mayBacktrackForEver } from '../../src/import/schema/pattern-ambiguity.ts';
import { openapi, plainOperation, readOperation } from '../support/read-document.ts';

describe('patterns of schemas', () => {
  it.each([
    ['^\\p{L}+(?i)x$', 'schema-pattern-invalid'],
    ['(?<open', 'schema-pattern-invalid'],
    ['[a-z\\_]+', 'schema-pattern-invalid'],
    ['^(a+)+$', 'schema-pattern-unsafe'],
    ['^[a-z]+$', undefined],
    ['^\\p{L}+$', undefined],
  ])(
    'J12 U61 %s is dropped with %s, also as a name of patternProperties',
    async (pattern, code) => {
      const schema = { properties: { a: { pattern } }, patternProperties: { [pattern]: {} } };
      const { operation, codes } = await readOperation(
        openapi('3.1.0', {
          '/a': {
            post: {
              ...plainOperation,
              requestBody: { content: { 'application/json': { schema } } },
            },
          },
        }),
      );
      expect(operation.requestBody?.content[0].schema).toEqual(
        code === undefined ? schema : { properties: { a: {} }, patternProperties: {} },
      );
      expect(codes).toEqual(code === undefined ? [] : [code, code]);
    },
  );

  it.each([
    '(a+)+',
    '(a*)*',
    '(a|a)*',
    '(a?b?)*',
    '(\\w|\\d)+$',
    '^(a{1,2})+$',
    '^([a-z]{1,63}){1,63}$',
    '(x(a|a)y)*',
    '([a-z]+-?)*',
    '^(\\s*\\w+\\s*)+$',
    '(a|ab|b)*c',
    '(.*a){12}',
    '(?=(a+)+b)x',
    '(?<n>[^x]|é)+',
    '^(([a-z])+.)+[A-Z]([a-z])+$',
    '^([a-zA-Z0-9])(([\\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}[a-z0-9]+[.]{1}(([a-z]{2,3})|([a-z]{2,3}[.]{1}[a-z]{2,3}))$',
    `${'('.repeat(200)}a${')'.repeat(200)}+b+`,
  ])('J12 %s can read a text in two ways', (pattern) => {
    expect(() => new RegExp(pattern, 'u')).not.toThrow();
    expect(mayBacktrackForEver(pattern)).toBe(true);
  });

  it.each([
    '^[a-z]+(-[a-z]+)*$',
    '^(/[a-z]+)*$',
    '(ab*)*',
    '^(foo|far)*$',
    'a*b*',
    '^(\\d+\\.)*\\d+$',
    '^[^@]+@[^@]+$',
    '([a-z]{2})+',
    '^(?:[A-Z]{2}|[0-9]{2})*$',
    '^(([0-9]|1[0-9]|2[0-9])\\.){3}([0-9]|25[0-5])$',
    '^\\p{L}+( \\p{L}+)*$',
    '^[a-zA-Z]{2,3}(-[a-zA-Z0-9]{2,8})*$',
    '^(\\+|-)?\\d+(\\.\\d+)?([eE][+-]?\\d+)?$',
    '^#(?:[0-9a-fA-F]{3}){1,2}$',
    '^(?!-)[a-z-]{1,63}(?<!-)(\\.[a-z]+)*$',
    '(\\bx\\b,)*\\1',
    '[\\]\\\\(+*]+(?:;[(+*]+)*',
    Array.from({ length: 600 }, (_, index) => `Zone/${index}`).join('|'),
  ])('J12 %s can read a text in one way only', (pattern) => {
    expect(() => new RegExp(pattern, 'u')).not.toThrow();
    expect(mayBacktrackForEver(pattern)).toBe(false);
  });
});
