import { parseTemplate } from 'url-template';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../src/model/json.ts';
import {
  cookieParameter,
  headerOf,
  headerParameter,
  pathOf,
  pathParameter,
  planOf,
  queryOf,
  queryParameter,
  style,
} from '../../support/binding-builder.ts';

const string = 'blue';
const array = ['blue', 'black', 'brown'];
const object = { R: 100, G: 200, B: 150 };

/** The Style Examples of OpenAPI 3.2, row by row; `undefined` is "n/a". */
const table: readonly (readonly [
  style: string,
  explode: boolean,
  ...results: (string | undefined)[],
])[] = [
  // style, explode, empty string, string, array, object
  ['matrix', false, ';color', ';color=blue', ';color=blue,black,brown', ';color=R,100,G,200,B,150'],
  [
    'matrix',
    true,
    ';color',
    ';color=blue',
    ';color=blue;color=black;color=brown',
    ';R=100;G=200;B=150',
  ],
  ['label', false, '.', '.blue', '.blue,black,brown', '.R,100,G,200,B,150'],
  ['label', true, '.', '.blue', '.blue.black.brown', '.R=100.G=200.B=150'],
  ['simple', false, '', 'blue', 'blue,black,brown', 'R,100,G,200,B,150'],
  ['simple', true, '', 'blue', 'blue,black,brown', 'R=100,G=200,B=150'],
  ['form', false, 'color=', 'color=blue', 'color=blue,black,brown', 'color=R,100,G,200,B,150'],
  ['form', true, 'color=', 'color=blue', 'color=blue&color=black&color=brown', 'R=100&G=200&B=150'],
  [
    'spaceDelimited',
    false,
    undefined,
    undefined,
    'color=blue%20black%20brown',
    'color=R%20100%20G%20200%20B%20150',
  ],
  [
    'pipeDelimited',
    false,
    undefined,
    undefined,
    'color=blue%7Cblack%7Cbrown',
    'color=R%7C100%7CG%7C200%7CB%7C150',
  ],
  [
    'deepObject',
    true,
    undefined,
    undefined,
    undefined,
    'color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150',
  ],
  ['cookie', false, 'color=', 'color=blue', 'color=blue,black,brown', 'color=R,100,G,200,B,150'],
  [
    'cookie',
    true,
    'color=',
    'color=blue',
    'color=blue; color=black; color=brown',
    'R=100; G=200; B=150',
  ],
];

const values: readonly JsonValue[] = ['', string, array, object];

const rows = table.flatMap(([name, explode, ...results]) =>
  results.flatMap((expected, column) =>
    expected === undefined ? [] : [{ name, explode, value: values[column] ?? null, expected }],
  ),
);

/** Where each style of the table may stand. */
function write(name: string, explode: boolean, value: JsonValue): string {
  switch (name) {
    case 'matrix':
    case 'label':
      return pathOf(pathParameter('color', { serialization: style(name, { explode }) }), value);
    case 'simple': {
      const serialization = style(name, { explode });
      return value === ''
        ? (headerOf(
            planOf({ parameters: [headerParameter('color', { serialization })] }, { color: value }),
            'color',
          ) ?? 'not sent')
        : pathOf(pathParameter('color', { serialization }), value);
    }
    case 'form':
    case 'spaceDelimited':
    case 'pipeDelimited':
    case 'deepObject':
      return queryOf([queryParameter('color', { serialization: style(name, { explode }) })], {
        color: value,
      });
    case 'cookie': {
      const parameters = [cookieParameter('color', { serialization: style(name, { explode }) })];
      return headerOf(planOf({ parameters }, { color: value }), 'cookie') ?? 'not sent';
    }
    default:
      throw new Error(name);
  }
}

describe('the Style Examples table', () => {
  it('is covered in every cell that it defines', () => {
    expect(rows).toHaveLength(45);
  });

  it.each(rows.filter(({ name, value }) => value !== '' || !['matrix', 'label'].includes(name)))(
    'writes $name, explode $explode, $value as $expected',
    ({ name, explode, value, expected }) => {
      expect(write(name, explode, value)).toBe(expected);
    },
  );

  it.each(['matrix', 'label'])('P24 refuses an empty value in a path of the style %s', (name) => {
    expect(() => write(name, false, '')).toThrow('is empty');
  });

  it.each(['spaceDelimited', 'pipeDelimited'] as const)(
    'writes %s with explode like form with explode',
    (name) => {
      expect(write(name, true, array)).toBe('color=blue&color=black&color=brown');
      expect(write(name, true, object)).toBe('R=100&G=200&B=150');
    },
  );
});

/** The variables of RFC 6570 §3.2 and the values of §1.2 that a parameter can have. */
const variables: readonly JsonValue[] = [
  'value',
  'Hello World!',
  'half 50%',
  '/foo/bar'.slice(1),
  '1024',
  768,
  ['red', 'green', 'blue'],
  ['a,b', 'c;d', 'e.f'],
  { semi: ';', dot: '.', comma: ',' },
  'é☃',
  true,
];

const expressions = [
  { operator: '', name: 'simple' },
  { operator: '.', name: 'label' },
  { operator: ';', name: 'matrix' },
  { operator: '?', name: 'form' },
] as const;

const vectors = expressions.flatMap(({ operator, name }) =>
  [false, true].flatMap((explode) =>
    variables.map((value) => ({ operator, name, explode, value })),
  ),
);

describe('RFC 6570 expansion', () => {
  it.each(vectors)(
    'expands {$operator var}, explode $explode, of $value as an independent implementation does',
    ({ operator, name, explode, value }) => {
      const template = parseTemplate(`{${operator}color${explode ? '*' : ''}}`);
      // The library's types leave out booleans, which it writes with `toString`.
      const expected = template.expand({ color: value } as never);
      const actual =
        name === 'form'
          ? `?${queryOf([queryParameter('color', { serialization: style(name, { explode }) })], { color: value })}`
          : pathOf(pathParameter('color', { serialization: style(name, { explode }) }), value);
      expect(actual).toBe(expected);
    },
  );
});

describe('RFC 6570 §3.2.1, empty members', () => {
  const matrix = pathParameter('x', { serialization: style('matrix', { explode: true }) });

  it('writes the bare name of an empty member in matrix, where the independent implementation does not', () => {
    expect(pathOf(matrix, ['', 'a'])).toBe(';x;x=a');
    expect(pathOf(matrix, { k: '', l: 'a' })).toBe(';k;l=a');
  });

  it('keeps the equals sign of an empty member everywhere else', () => {
    const simple = pathParameter('x', { serialization: style('simple', { explode: true }) });
    expect(pathOf(simple, { k: '', l: 'a' })).toBe('k=,l=a');
    expect(queryOf([queryParameter('x')], { x: ['', 'a'] })).toBe('x=&x=a');
    expect(queryOf([queryParameter('x')], { x: { k: '' } })).toBe('k=');
  });
});
