import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseTemplate } from 'url-template';
import { compileUriTemplate } from '../../../src/runtime/resources/match-uri.ts';

function match(template: string, uri: string): Record<string, string> | undefined {
  const values = compileUriTemplate(template)(uri);
  return values && Object.fromEntries(values);
}

describe('compileUriTemplate', () => {
  it.each([
    ['api://shop/pets/{id}', 'api://shop/pets/7', { id: '7' }],
    ['api://shop/pets/{id}', 'api://shop/pets/a%2Fb%20c', { id: 'a/b c' }],
    ['api://shop/pets/{id}.json', 'api://shop/pets/7.json', { id: '7' }],
    ['api://shop/pets/{id}.json', 'api://shop/pets/7.json.json', { id: '7.json' }],
    ['api://shop/{a}-{b}', 'api://shop/1-2-3', { a: '1', b: '2-3' }],
    ['api://shop/{+path}/raw', 'api://shop/a/b/c/raw', { path: 'a/b/c' }],
    ['api://shop/find{?q,limit}', 'api://shop/find?limit=2&q=a%26b', { q: 'a&b', limit: '2' }],
    ['api://shop/find{?q}', 'api://shop/find?q=', { q: '' }],
    ['api://shop/pets', 'api://shop/pets', {}],
  ])('finds the values of %s in %s', (template, uri, values) => {
    expect(match(template, uri)).toEqual(values);
  });

  it.each([
    ['api://shop/pets/{id}', 'api://shop/pets/', 'an empty value'],
    ['api://shop/pets/{id}', 'api://shop/pets/1/2', 'a second segment'],
    ['api://shop/pets/{id}', 'api://shop/pets', 'no value'],
    ['api://shop/pets/{id}', 'api://shop/pets/%E0%A4%A', 'a broken escape'],
    ['api://shop/pets/{id}', 'API://shop/pets/1', 'another scheme'],
    ['api://shop/pets/{id}/x', 'api://shop/pets/1/xy', 'more at the end'],
    ['api://shop/find{?q}', 'api://shop/find', 'no query'],
    ['api://shop/find{?q}', 'api://shop/find?q=1&r=2', 'an unknown parameter'],
    ['api://shop/find{?q}', 'api://shop/find?q=1&q=2', 'a parameter twice'],
    ['api://shop/find{?q,r}', 'api://shop/find?q=1', 'a missing parameter'],
    ['api://shop/pets/{id}', `api://shop/pets/${'a'.repeat(20_000)}`, 'a URI beyond the limit'],
  ])('%s does not match %s: %s', (template, uri) => {
    expect(match(template, uri)).toBeUndefined();
  });

  it('reads back what a client of RFC 6570 expands', () => {
    const template = 'api://shop/{kind}/pets/{id}{?q}';
    const value = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(fc.record({ kind: value, id: value, q: value }), (values) => {
        expect(match(template, parseTemplate(template).expand(values))).toEqual(values);
      }),
    );
  });

  it('takes no more time for hostile text than for any other', () => {
    const variables = Array.from({ length: 40 }, (_, index) => `{v${index}}a`).join('');
    const uri = `x:${'a'.repeat(16_000)}b`;
    expect(match(`x:${variables}`, uri)).toBeUndefined();
  });
});
