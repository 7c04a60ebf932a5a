import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../src/model/json.ts';
import type { NestedStyle, QueryBinding } from '../../../src/model/request-binding.ts';
import type { DelimitedSerialization, Delimiter } from '../../../src/model/serialization.ts';
import { ExactNumber } from '../../../src/runtime/arguments/argument-value.ts';
import {
  build,
  faultsOf,
  planOf,
  queryOf,
  queryParameter,
  querystring,
  style,
} from '../../support/binding-builder.ts';

describe('examples of OpenAPI 3.2', () => {
  const formulas = { a: 'x+y', b: 'x/y', c: 'x^y' };
  const words = ['math', 'is', 'fun'];

  it('Appendix C.4.1 expands two form parameters', () => {
    const parameters = [
      queryParameter('formulas'),
      queryParameter('words', { serialization: style('form', { explode: false }) }),
    ];
    expect(queryOf(parameters, { formulas, words })).toBe(
      'a=x%2By&b=x%2Fy&c=x%5Ey&words=math,is,fun',
    );
  });

  it('Appendix C.4.2 lets reserved characters through and joins with spaces', () => {
    const parameters = [
      queryParameter('formulas', { serialization: style('form', { allowReserved: true }) }),
      queryParameter('words', { serialization: style('spaceDelimited') }),
    ];
    expect(queryOf(parameters, { formulas, words })).toBe(
      'a=x%2By&b=x/y&c=x%5Ey&words=math%20is%20fun',
    );
  });

  it('Appendix C.4.3 leaves an empty object out', () => {
    const parameters = [
      queryParameter('formulas'),
      queryParameter('words', { serialization: style('form', { explode: false }) }),
    ];
    expect(queryOf(parameters, { formulas: {}, words: ['hello', 'world'] })).toBe(
      'words=hello,world',
    );
  });

  it('Appendix C.4.4 encodes names', () => {
    expect(queryOf([queryParameter('❤️')], { '❤️': 'love!' })).toBe('%E2%9D%A4%EF%B8%8F=love%21');
  });

  it('Parameter Object: repeated names, exploded objects, JSON content', () => {
    expect(queryOf([queryParameter('thing')], { thing: ['one thing', 'another thing'] })).toBe(
      'thing=one%20thing&thing=another%20thing',
    );
    expect(queryOf([queryParameter('params')], { params: { page: 4, pageSize: 50 } })).toBe(
      'page=4&pageSize=50',
    );
    const coordinates = queryParameter('coordinates', {
      serialization: { kind: 'content', mediaType: 'application/json' },
    });
    expect(queryOf([coordinates], { coordinates: { lat: 10, long: 60 } })).toBe(
      'coordinates=%7B%22lat%22%3A10%2C%22long%22%3A60%7D',
    );
  });

  it.each([
    ['application/x-www-form-urlencoded', { foo: 'a + b', bar: true }, 'foo=a+%2B+b&bar=true'],
    [
      'application/json',
      { numbers: [1, 2], flag: null },
      '%7B%22numbers%22%3A%5B1%2C2%5D%2C%22flag%22%3Anull%7D',
    ],
    ['application/jsonpath', '$.a.b[1:1]', '%24.a.b%5B1%3A1%5D'],
  ])('P30 writes the whole query as %s', (mediaType, value, expected) => {
    expect(queryOf([querystring(mediaType)], { query: value })).toBe(expected);
  });
});

describe('absent, null and empty values', () => {
  const cases: readonly (readonly [
    string,
    Partial<QueryBinding>,
    JsonValue | undefined,
    string,
  ])[] = [
    ['P7 an absent value', {}, undefined, ''],
    ['P8 null', {}, null, ''],
    ['P8 null where it is required and allowed', { required: true, nullable: true }, null, 'q='],
    ['P9 an empty array', {}, [], ''],
    ['P9 an empty object', {}, {}, ''],
    ['P9 an empty array where it is required', { required: true }, [], 'q='],
    ['P9 an empty array with allowEmptyValue', { allowEmptyValue: true }, [], 'q='],
    [
      'P9 an empty object as deepObject where it is required',
      { required: true, serialization: style('deepObject') },
      {},
      'q=',
    ],
    ['P9 nested emptiness as deepObject', { serialization: style('deepObject') }, { a: [] }, ''],
    ['P10 null items', {}, ['a', null, 'b'], 'q=a&q=b'],
    ['P10 nothing but null items', {}, [null], ''],
    ['P10 null members', {}, { a: null, b: 1 }, 'b=1'],
    ['P11 the empty string', {}, '', 'q='],
    ['P11 the empty string with allowEmptyValue', { allowEmptyValue: true }, '', 'q='],
    ['P11 a value with allowEmptyValue', { allowEmptyValue: true }, 'x', 'q=x'],
    [
      'P29 null and emptiness as JSON',
      { serialization: { kind: 'content', mediaType: 'application/json' } },
      [],
      'q=%5B%5D',
    ],
  ];

  it.each(cases)('%s', (_name, given, value, expected) => {
    expect(queryOf([queryParameter('q', given)], value === undefined ? {} : { q: value })).toBe(
      expected,
    );
  });

  it('P7 refuses a missing required value before any traffic', () => {
    expect(faultsOf({ parameters: [queryParameter('q', { required: true })] }, {})).toEqual([
      '`q` is required and goes into the query; send a value.',
    ]);
  });

  it('P8 refuses null for a required value whose schema has none', () => {
    expect(
      faultsOf({ parameters: [queryParameter('q', { required: true })] }, { q: null }),
    ).toEqual(['`q` is required and may not be null; send a value.']);
  });
});

describe('text of values', () => {
  it.each([
    [true, 'true'],
    [false, 'false'],
    [0, '0'],
    [-0, '0'],
    [0.5, '0.5'],
    [1e21, '1000000000000000000000'],
    [1e-7, '1e-7'],
    [new ExactNumber('9223372036854775807'), '9223372036854775807'],
    ['2024-01-01T00:00:00Z', '2024-01-01T00%3A00%3A00Z'],
    [[{ a: 1 }, [1, 2]], '%7B%22a%22%3A1%7D&q=%5B1%2C2%5D'],
  ])('P13 writes %s as %s', (value, expected) => {
    expect(queryOf([queryParameter('q')], { q: value })).toBe(`q=${expected}`);
  });
});

describe('percent-encoding', () => {
  it.each([
    ["!'()*", '%21%27%28%29%2A'],
    ['-._~', '-._~'],
    ['a&b=c d+e?/é', 'a%26b%3Dc%20d%2Be%3F%2F%C3%A9'],
    ['100%', '100%25'],
    ['%41', '%2541'],
    ['\0\n', '%00%0A'],
  ])('P14 encodes %j as %s', (value, expected) => {
    expect(queryOf([queryParameter('q')], { q: value })).toBe(`q=${expected}`);
  });

  it.each([
    [":/?@!$'()*,;", ":/?@!$'()*,;"],
    ['#[]&=+', '%23%5B%5D%26%3D%2B'],
    ['%41%2b', '%41%2b'],
    ['100% %zz %', '100%25%20%25zz%20%25'],
    ['%%20', '%25%20'],
    ['😀', '%F0%9F%98%80'],
  ])('P16 under allowReserved encodes %j as %s', (value, expected) => {
    const serialization = style('form', { allowReserved: true });
    expect(queryOf([queryParameter('q', { serialization })], { q: value })).toBe(`q=${expected}`);
  });

  it('P15 writes a space as %20 by style, and by the rules of forms as a whole query', () => {
    const value = 'a b~*-._';
    expect(queryOf([queryParameter('q')], { q: value })).toBe('q=a%20b~%2A-._');
    const whole = querystring('application/x-www-form-urlencoded');
    const written = queryOf([whole], { query: { q: value } });
    expect(written).toBe('q=a+b%7E*-._');
    expect(written).toBe(new URLSearchParams({ q: value }).toString());
  });

  it('P26 expands objects of scalars by deepObject as the specification shows', () => {
    const color = { R: 100, G: 200, B: 150 };
    expect(
      queryOf([queryParameter('color', { serialization: style('deepObject') })], { color }),
    ).toBe('color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150');
  });

  it('P17 encodes a delimiter inside a value', () => {
    const serialization = style('form', { explode: false });
    expect(queryOf([queryParameter('q', { serialization })], { q: ['a,b', 'c'] })).toBe(
      'q=a%2Cb,c',
    );
  });

  it.each([
    ['pipeDelimited', 'a|b'],
    ['spaceDelimited', 'a b'],
  ] as const)('P17 remarks that %s cannot tell %j from two values', (name, value) => {
    const parameters = [queryParameter('q', { serialization: style(name) })];
    const built = build({ parameters }, { q: [value, 'c'] });
    expect(built).toMatchObject({
      ok: true,
      remarks: [expect.stringContaining('delimiter of its own list')],
    });
    expect(build({ parameters }, { q: ['a,b', 'c'] })).toMatchObject({ ok: true, remarks: [] });
  });

  it('P18 encodes brackets of a name, or leaves them by choice of the overlay', () => {
    expect(queryOf([queryParameter('filter[name]')], { 'filter[name]': 'x' })).toBe(
      'filter%5Bname%5D=x',
    );
    const bare = queryParameter('f[n]', {
      encodeBrackets: false,
      serialization: style('deepObject'),
    });
    expect(queryOf([bare], { 'f[n]': { 'a]b': 1 } })).toBe('f[n][a%5Db]=1');
  });

  it('P14 refuses a lone surrogate and says where it is', () => {
    expect(faultsOf({ parameters: [queryParameter('q')] }, { q: ['ok', 'a\ud800'] })).toEqual([
      '`q[1]` holds half of a surrogate pair, which is not a character; send valid Unicode text.',
    ]);
  });
});

function delimited(delimiters: readonly Delimiter[], repeat = false): DelimitedSerialization {
  return { kind: 'delimited', delimiters, repeat };
}

describe('2.0 collectionFormat', () => {
  it.each([
    [delimited(['comma']), 'q=blue,black,a%2Cb'],
    [delimited(['space']), 'q=blue%20black%20a%2Cb'],
    [delimited(['tab']), 'q=blue%09black%09a%2Cb'],
    [delimited(['pipe']), 'q=blue%7Cblack%7Ca%2Cb'],
    [delimited([], true), 'q=blue&q=black&q=a%2Cb'],
  ])('V3 joins by $delimiters, repeat $repeat', (serialization, expected) => {
    expect(queryOf([queryParameter('q', { serialization })], { q: ['blue', 'black', 'a,b'] })).toBe(
      expected,
    );
  });

  it('V3 joins inner arrays first, then the outer one', () => {
    const value = [
      [1, 2],
      [3, 4],
    ];
    const pipes = queryParameter('q', { serialization: delimited(['pipe', 'comma']) });
    expect(queryOf([pipes], { q: value })).toBe('q=1,2%7C3,4');
    const multi = queryParameter('q', { serialization: delimited(['comma'], true) });
    expect(queryOf([multi], { q: value })).toBe('q=1,2&q=3,4');
  });
});

function deep(nested: NestedStyle, value: JsonValue): string {
  const parameter = queryParameter('a', { nested, serialization: style('deepObject') });
  return decodeURIComponent(queryOf([parameter], { a: value }));
}

describe('deepObject', () => {
  it.each([
    ['brackets', { b: [1, 2] }, 'a[b][]=1&a[b][]=2'],
    ['indices', { b: [1, 2] }, 'a[b][0]=1&a[b][1]=2'],
    ['repeat', { b: [1, 2] }, 'a[b]=1&a[b]=2'],
    ['comma', { b: [1, 2] }, 'a[b]=1,2'],
    ['json', { b: [1, 2], c: 'x' }, 'a[b]=[1,2]&a[c]=x'],
    ['brackets', { b: { c: { d: 'v' } } }, 'a[b][c][d]=v'],
    ['json', { b: { c: { d: 'v' } } }, 'a[b]={"c":{"d":"v"}}'],
    ['brackets', { b: [{ x: 1 }, { x: 2 }] }, 'a[b][0][x]=1&a[b][1][x]=2'],
    ['repeat', { b: [{ x: 1 }] }, 'a[b][0][x]=1'],
    ['brackets', { b: [[1, 2], [3]] }, 'a[b][0][]=1&a[b][0][]=2&a[b][1][]=3'],
  ] as const)('P27 writes arrays and nesting as %s: %j', (nested, value, expected) => {
    expect(deep(nested, value)).toBe(expected);
  });

  it.each([
    ['scalars', [1, 2], 'a[]=1&a[]=2'],
    ['objects', [{ x: 1 }], 'a[0][x]=1'],
    ['nothing but a scalar', 'v', 'a=v'],
  ] as const)('P28 goes by the value at hand: %s', (_name, value, expected) => {
    expect(deep('brackets', value)).toBe(expected);
  });

  it('P27 remarks on nesting that common parsers cut', () => {
    const parameters = [queryParameter('a', { serialization: style('deepObject') })];
    const five = { 1: { 2: { 3: { 4: { 5: 'v' } } } } };
    expect(build({ parameters }, { a: five })).toMatchObject({ remarks: [] });
    expect(build({ parameters }, { a: { 0: five } })).toMatchObject({
      remarks: [expect.stringContaining('6 levels deep')],
    });
  });

  it('refuses endless nesting instead of running out of stack', () => {
    let value: JsonValue = 'v';
    for (let depth = 0; depth < 5_000; depth += 1) value = { a: value };
    const parameters = [queryParameter('a', { serialization: style('deepObject') })];
    expect(faultsOf({ parameters }, { a: value })).toEqual([
      '`a` is nested too deeply to be sent; send a flatter value.',
    ]);
  });
});

describe('the query as a whole', () => {
  it('keeps the order of the binding and joins with &', () => {
    const parameters = [queryParameter('b'), queryParameter('a')];
    expect(queryOf(parameters, { a: 1, b: 2 })).toBe('b=2&a=1');
  });

  it('P7 sends a constant of the overlay without any argument', () => {
    const fixed = queryParameter('per_page', { source: { kind: 'fixed', value: 100 } });
    expect(queryOf([fixed], { per_page: 5 })).toBe('per_page=100');
  });

  it('keeps keys like __proto__ and constructor as data', () => {
    const q = queryParameter('q');
    const value = JSON.parse('{"__proto__":"a","constructor":"b"}') as JsonValue;
    expect(queryOf([q], { q: value })).toBe('__proto__=a&constructor=b');
    expect(queryOf([queryParameter('constructor')], {})).toBe('');
  });

  it('puts a fixed query of the path template first and drops its fragment', () => {
    const sketch = { path: '/files?kind=all#list', parameters: [queryParameter('q')] };
    expect(planOf(sketch, { q: 'x' }).target).toBe('/files?kind=all&q=x');
  });
});
