import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { parseOverlay } from '../../../src/import/overlay/parse-overlay.ts';

const location = { document: 'file:///overlay.yaml', pointer: '' };
const head = { overlay: '1.1.0', info: { title: 'T', version: '1' } };

function codesOf(value: unknown): readonly string[] {
  return parseOverlay(value, location).diagnostics.map(({ code }) => code);
}

describe('the form of an overlay', () => {
  it('O1 is read with every field', () => {
    const overlay = {
      ...head,
      extends: 'openapi.yaml',
      'x-own': 1,
      actions: [
        { target: '$.info', update: { a: 1 }, description: 'd', 'x-own': 1 },
        { target: '$.paths', remove: true },
        { target: '$.paths', copy: '$.info' },
      ],
    };
    const parsed = parseOverlay(overlay, location);
    expect(parsed).toMatchObject({
      ok: true,
      value: {
        version: '1.1',
        title: 'T',
        extends: 'openapi.yaml',
        actions: [
          { remove: false, update: { a: 1 }, location: { pointer: '/actions/0' } },
          { remove: true },
          { copy: { text: '$.info' } },
        ],
      },
      diagnostics: [],
    });
  });

  it('O1 reports every fault at its place', () => {
    const overlay = {
      overlay: 1,
      info: { title: 2, extra: 3 },
      actions: [{ target: 'x' }, 4],
      more: 5,
    };
    const { diagnostics } = parseOverlay(overlay, location);
    expect(diagnostics.map((each) => each.location?.pointer)).toEqual([
      '/overlay',
      '/more',
      '/info/extra',
      '/info',
      '/info',
      '/info/title',
      '/actions/0/target',
      '/actions/1',
    ]);
  });

  it.each([
    ['1.0.0', []],
    ['1.0.99', []],
    ['1.1.0', []],
    ['1.2.0', ['overlay-version-newer']],
    ['2.0.0', ['overlay-invalid']],
    ['1.1', ['overlay-invalid']],
    ['1.1.0-rc1', ['overlay-invalid']],
  ])('O1 knows version %s', (overlay, codes) => {
    expect(codesOf({ ...head, overlay, actions: [{ target: '$' }] })).toEqual(codes);
  });

  it.each([
    ['$.paths[?@.x == 1', 'overlay-target-invalid'],
    ['$.paths[(@.length-1)]', 'overlay-target-invalid'],
    ['$.paths[?@.id =~ /x/]', 'overlay-target-invalid'],
    ['$.paths.*~', 'overlay-target-dialect'],
    ['$.paths.*.get[?@.x-oai-traits.paged]', 'overlay-target-dialect'],
    ['$.x-own', 'overlay-target-dialect'],
  ])('O3 says of the query %s that it is %s', (target, code) => {
    expect(codesOf({ ...head, actions: [{ target }] })).toEqual([code]);
  });

  it.each([
    "$.paths['/a-b'].get",
    "$.paths.*.get[?@['x-oai-traits'][?@ == 'paged']]",
    '$..[?@.operationId == "a-b"]',
    '$.paths[*][?search(@.operationId, "^list")]',
  ])('O3 accepts %s', (target) => {
    expect(codesOf({ ...head, actions: [{ target }] })).toEqual([]);
  });

  it('O1 does not mind what else the info of an overlay says', () => {
    const info = { title: 'T', version: '1', description: 'd' };
    const parsed = parseOverlay({ overlay: '1.0.0', info, actions: [{ target: '$' }] }, location);
    expect(parsed).toMatchObject({ ok: true, diagnostics: [{ severity: 'warning' }] });
  });

  it('O1 knows no copy in 1.0', () => {
    expect(codesOf({ ...head, overlay: '1.0.0', actions: [{ target: '$', copy: '$' }] })).toEqual([
      'overlay-invalid',
    ]);
  });

  it('tells equal actions from alike ones in linear time', () => {
    const actions = Array.from({ length: 20_000 }, (_, i) => ({ target: `$.a${i}`, update: i }));
    expect(codesOf({ ...head, actions })).toEqual([]);
  });
});

const suite = path.resolve(
  import.meta.dirname,
  '../../../../shared/corpus/overlay-oai-schema-tests',
);
const files = existsSync(suite)
  ? readdirSync(suite, { recursive: true, encoding: 'utf8' }).filter((file) => /ya?ml$/.test(file))
  : [];

describe.skipIf(files.length === 0)('the schema tests of the Overlay Specification', () => {
  it.each(files)('O1 agrees on %s', (file) => {
    const value: unknown = parseYaml(readFileSync(path.join(suite, file), 'utf8'));
    expect(parseOverlay(value, location).ok).toBe(file.includes('pass'));
  });
});
