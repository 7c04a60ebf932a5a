import { describe, expect, it } from 'vitest';
import { compileGlob } from '../../src/mapping/glob.ts';
import { operationPattern, tagTree } from '../../src/mapping/pattern.ts';
import { type SelectionRule, selectOperations } from '../../src/mapping/select.ts';
import type { ApiModel } from '../../src/model/api.ts';
import { api, operation } from './api-builder.ts';

const store: ApiModel = api(
  [
    operation('GET', '/pets', { operationId: 'listPets', tags: ['pets'] }),
    operation('POST', '/pets', { operationId: 'addPet', tags: ['pets'] }),
    operation('GET', '/pets/{petId}', { operationId: 'getPet', tags: ['pets'] }),
    operation('GET', '/internal/health', { tags: ['ops'], deprecated: true }),
    operation('GET', '/internal/jobs/{id}', { operationId: 'jobs/get', tags: ['jobs'] }),
    operation('TRACE', '/pets', { operationId: 'tracePets' }),
  ],
  { tags: [{ name: 'ops' }, { name: 'jobs', parent: 'ops' }, { name: 'pets' }] },
);

function select(
  rules: readonly (readonly [SelectionRule['action'], string])[],
  more: { readonly skipDeprecated?: boolean; readonly disabled?: readonly string[] } = {},
): ReturnType<typeof selectOperations> {
  return selectOperations(store, {
    rules: rules.map(([action, pattern]) => ({ action, pattern })),
    skipDeprecated: more.skipDeprecated ?? false,
    enabled: ({ operationId }) =>
      operationId !== undefined && more.disabled?.includes(operationId) === true
        ? false
        : undefined,
  });
}

function keys(selection: ReturnType<typeof selectOperations>): readonly string[] {
  return selection.kept.map(({ method, path }) => `${method} ${path}`);
}

const all = [
  'GET /pets',
  'POST /pets',
  'GET /pets/{petId}',
  'GET /internal/health',
  'GET /internal/jobs/{id}',
];

describe('a glob', () => {
  it.each([
    ['/a/*', '/a/b', true],
    ['/a/*', '/a/b/c', false],
    ['/a/*', '/a/', true],
    ['/a/**', '/a/b/c', true],
    ['/a/**/z', '/a/b/c/z', true],
    ['/*/b', '/a/b', true],
    ['/a*c', '/abc', true],
    ['/a*c', '/ab/c', false],
    ['/a.c', '/abc', false],
    ['**', '', true],
    ['repos/*', 'repos/get', true],
  ])('%j matches %j: %j', (pattern, text, expected) => {
    expect(compileGlob(pattern)(text)).toBe(expected);
  });

  it('takes no time that a hostile pattern could stretch', () => {
    // Work that grows with the square of the length goes beyond the time of a test.
    expect(compileGlob('*a**'.repeat(60))('a'.repeat(3_000).concat('/b'))).toBe(true);
  });
});

describe('a pattern', () => {
  it.each([
    ['listPets', 'exact'],
    ['GET /pets', 'exact'],
    ['get /pets', 'exact'],
    ['/pets', 'glob'],
    ['* /pets', 'glob'],
    ['list*', 'glob'],
    ['tag:pets', 'tag'],
    ['POST /pets', undefined],
    ['ListPets', undefined],
    ['tag:Pets', undefined],
  ])('%j names GET /pets: %j', (text, kind) => {
    const [first] = store.operations;
    expect(first && operationPattern(text, tagTree(store.tags)).match(first)).toBe(kind);
  });

  it('V14 reaches the descendants of a tag, and ends in a circle of tags', () => {
    const circle = tagTree([
      { name: 'a', parent: 'b' },
      { name: 'b', parent: 'a' },
    ]);
    expect(circle.lineOf('a')).toEqual(['a', 'b']);
    expect(operationPattern('tag:b', circle).match(operation('GET', '/x', { tags: ['a'] }))).toBe(
      'tag',
    );
  });

  it('reads an operationId first, whatever it looks like', () => {
    const odd = operation('POST', '/x', { operationId: 'GET /y*' });
    expect(operationPattern('GET /y*', tagTree([])).match(odd)).toBe('exact');
  });
});

describe('selection', () => {
  it('keeps everything but TRACE where nothing is said', () => {
    const selection = select([]);
    expect(keys(selection)).toEqual(all);
    expect(selection.dropped).toMatchObject([{ method: 'TRACE', reason: 'trace' }]);
    expect(selection.diagnostics).toMatchObject([
      {
        code: 'trace-skipped',
        severity: 'info',
        effect: 'operation-left-out',
        operation: { method: 'TRACE', path: '/pets', operationId: 'tracePets' },
      },
    ]);
  });

  it.each([
    [[['include', 'tag:pets']], ['GET /pets', 'POST /pets', 'GET /pets/{petId}']],
    [[['exclude', 'tag:ops']], ['GET /pets', 'POST /pets', 'GET /pets/{petId}']],
    [
      [
        ['include', 'jobs/get'],
        ['exclude', 'tag:ops'],
      ],
      ['GET /internal/jobs/{id}'],
    ],
    [
      [
        ['exclude', 'GET /internal/**'],
        ['include', 'GET /**'],
      ],
      ['GET /pets', 'GET /pets/{petId}'],
    ],
    [
      [
        ['include', 'GET /**'],
        ['exclude', 'GET /internal/**'],
      ],
      ['GET /pets', 'GET /pets/{petId}', 'GET /internal/health', 'GET /internal/jobs/{id}'],
    ],
    [[['include', 'tracePets']], ['TRACE /pets']],
  ] as const)('first match decides: %j', (rules, expected) => {
    expect(keys(select(rules))).toEqual(expected);
  });

  it('says why each operation went, and by which rule', () => {
    const { dropped } = select([['exclude', 'listPets']], {
      skipDeprecated: true,
      disabled: ['getPet'],
    });
    expect(dropped.map(({ path, reason, rule }) => [path, reason, rule])).toEqual([
      ['/pets', 'excluded', 'listPets'],
      ['/pets/{petId}', 'disabled', undefined],
      ['/internal/health', 'deprecated', undefined],
      ['/pets', 'trace', undefined],
    ]);
  });

  it('never brings back what an overlay disabled', () => {
    expect(keys(select([['include', 'getPet']], { disabled: ['getPet'] }))).toEqual([]);
  });

  it.each([
    ['ListPets', 'Did you mean "listPets"'],
    ['GET /pet', 'Did you mean "GET /pets"'],
    ['tag:pet', 'Did you mean "tag:pets"'],
    ['get_internal_health', 'Did you mean "GET /internal/health"'],
    ['zzz', 'A rule is'],
  ])('U82 reports rule %j that matches nothing', (pattern, fix) => {
    const { unmatched } = select([['include', pattern]]);
    expect(unmatched).toMatchObject([{ code: 'selection-unmatched', severity: 'error' }]);
    expect(unmatched[0]?.message).toBe(`--include "${pattern}" matches no operation.`);
    expect(unmatched[0]?.fix).toContain(fix);
  });

  it('warns where an exclusion leaves deeper operations open', () => {
    const { diagnostics } = select([['exclude', 'GET /internal/*']]);
    expect(diagnostics.find(({ code }) => code === 'pattern-shallow')).toMatchObject({
      severity: 'warning',
      message:
        '"--exclude GET /internal/*" does not reach 1 operation further down, for instance GET /internal/jobs/{id}.',
      fix: 'Write "GET /internal/**" to reach every level.',
    });
  });
});
