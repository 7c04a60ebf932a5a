import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { decodeText } from '../../../src/import/parse/decode-text.ts';
import type { ParsedText } from '../../../src/import/parse/parse-text.ts';
import { parseText } from '../../../src/import/parse/parse-text.ts';

function parse(text: string): ParsedText {
  return parseText({ text, uri: 'file:///api.yaml', name: 'api.yaml' });
}

function valueOf(text: string): unknown {
  const parsed = parse(text);
  if (!parsed.ok) throw new Error(parsed.diagnostics[0].message);
  return parsed.value;
}

function faultOf(text: string): readonly [code: string, message: string] {
  const parsed = parse(text);
  if (parsed.ok) throw new Error('the text was read');
  return [parsed.diagnostics[0].code, parsed.diagnostics[0].message];
}

describe('YAML values', () => {
  it.each([
    ['yes', 'yes'],
    ['NO', 'NO'],
    ['on', 'on'],
    ['off', 'off'],
    ['y', 'y'],
    ['true', true],
    ['False', false],
    ['null', null],
    ['~', null],
    ['2024-05-06', '2024-05-06'],
    ['2024-05-06T07:08:09Z', '2024-05-06T07:08:09Z'],
    ['12:30:45', '12:30:45'],
    ['1_000', '1_000'],
    ['0o17', 15],
    ['0x1F', 31],
    ['010', 10],
    ['1.0', 1],
    ['1e3', 1000],
    ['"1.0"', '1.0'],
    ["'yes'", 'yes'],
    ['!!str 12', '12'],
    ['1e400', '1e400'],
  ])('L7 reads %s by the core schema (U93)', (text, expected) => {
    expect(valueOf(`a: ${text}`)).toEqual({ a: expected });
  });

  it.each([
    ['200: ok', '200'],
    ['"200": ok', '200'],
    ['1.0: ok', '1.0'],
    ['010: ok', '010'],
    ['10: ok', '10'],
    ['07: ok', '07'],
    ['true: ok', 'true'],
    ['null: ok', 'null'],
    ['~: ok', '~'],
    ['2024-05-06: ok', '2024-05-06'],
    ['{ 404: ok }', '404'],
    ['? 500\n: ok', '500'],
  ])('L7 keeps the spelling of the key in %j', (text, key) => {
    expect(Object.entries(valueOf(text) as object)).toEqual([[key, 'ok']]);
  });

  it('L7 merges mappings with <<, nearer keys first', () => {
    const text = 'base: &b { a: 1, b: 2 }\nmore: &m { c: 3 }\nx: { <<: [*b, *m], b: 9 }';
    expect(valueOf(text)).toMatchObject({ x: { a: 1, b: 9, c: 3 } });
  });

  it('L7 takes a quoted << for an ordinary key', () => {
    expect(valueOf('"<<": 1')).toEqual({ '<<': 1 });
  });

  it('reads what another YAML writer writes', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        const text = stringify({ value }, { lineWidth: 40 });
        expect(JSON.stringify(valueOf(text))).toBe(JSON.stringify({ value }));
      }),
      { numRuns: 300 },
    );
  });
});

describe('JSON values', () => {
  it('reads every JSON value as JSON.parse does', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 1, '\t'), (value, indent) => {
        const text = JSON.stringify({ value }, undefined, indent);
        expect(valueOf(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it.each(['{"a": "\u2028"}', '{"a": "\u0085\u00a0"}'])(
    'tolerates odd characters in %j',
    (text) => {
      expect(valueOf(text)).toEqual(JSON.parse(text));
    },
  );

  it('reads flow YAML that looks like JSON, with a notice where JSON would go wrong', () => {
    const parsed = parse('{\n  "a": 1,\n  b: [2, 3,],\n}');
    expect(parsed).toMatchObject({ ok: true, syntax: 'yaml', value: { a: 1, b: [2, 3] } });
    expect(parsed.diagnostics).toMatchObject([{ code: 'json-not-strict', severity: 'warning' }]);
    expect(parsed.diagnostics[0]?.message).toContain('api.yaml:3:3');
  });

  it.each([
    ['{"a": 1 "b": 2}', 'api.yaml:1:9: this is not JSON, a comma or "}" is missing'],
    ['{"a": [1, }', 'api.yaml:1:11: this is not JSON, a value is expected'],
    ['{"a": "x', 'api.yaml:1:7: this is not JSON, a string is not closed'],
    ['{"a":\n"x\ty\\q"}', 'api.yaml:2:3: this is not JSON, a control character'],
    ['[1] x', 'api.yaml:1:5: this is not JSON, there is text after the end'],
    ['{"a" 1}', 'api.yaml:1:6: this is not JSON, a colon is missing'],
    ['[01', 'api.yaml:1:3: this is not JSON, a comma or "]" is missing'],
    ['{"a": "\\u12"', 'api.yaml:1:8: this is not JSON, a backslash begins no JSON escape'],
  ])('says where %j stops being JSON', (text, message) => {
    const [code, found] = faultOf(text);
    expect(code).toBe('document-syntax');
    expect(found).toContain(message);
  });

  it('reports a repeated key once, with its place', () => {
    const parsed = parse('{\n "a": {"b": 1, "c": 2,\n "b": 3}\n}');
    expect(parsed).toMatchObject({ ok: true, value: { a: { b: 3, c: 2 } } });
    expect(parsed.diagnostics).toMatchObject([
      { code: 'duplicate-key', severity: 'warning', location: { pointer: '/a/b' } },
    ]);
    expect(parsed.diagnostics[0]?.message).toContain('api.yaml:3:7');
  });

  it.each(['{"a": "\\": x"}', '{"a": ": x"}', '{"a\\\\": 1}', '{"a" : "b", "c"\n:1}'])(
    'finds no repeated key in %j',
    (text) => {
      expect(parse(text).diagnostics).toEqual([]);
    },
  );
});

describe('what is refused', () => {
  it.each([
    ['a: 1\nb: 2\na: 3', 'duplicate-key', 'api.yaml:3:1: the key a stands twice'],
    ['x:\n  200: a\n  "200": b', 'duplicate-key', 'api.yaml:3:3'],
    ['a: !Ref b', 'document-syntax', 'only the tags of the YAML core schema'],
    ['a: !!binary aGk=', 'document-syntax', 'only the tags of the YAML core schema'],
    ['? [a]\n: 1', 'document-syntax', 'a key is a list or an object'],
    ['a: *b', 'document-syntax', 'api.yaml:1:5'],
    [
      'a: 1\n---\nb: 2',
      'document-syntax',
      'api.yaml:3:1: this is not YAML that can be read, a second document',
    ],
    ['', 'document-syntax', 'is empty'],
    ['# only a comment\n', 'document-syntax', 'is empty'],
    ['a:\n\t- b', 'document-syntax', 'api.yaml:2'],
    ["a: 'b\nc: d", 'document-syntax', 'api.yaml:2:1'],
    ['a: &a [*a]', 'document-syntax', 'a YAML alias stands inside the value that it repeats'],
  ])('L7 refuses %j with its place', (text, code, message) => {
    const [found, text_] = faultOf(text);
    expect([found, text_]).toEqual([code, expect.stringContaining(message)]);
  });

  it('quotes nothing of the text in a syntax error, for a reference may name a file of secrets', () => {
    const [, message] = faultOf('PASSWORD=hunter2\nother: [');
    expect(message).not.toContain('hunter2');
  });
});

describe('lines that are indented too little', () => {
  it.each([
    ["a:\n  b: 'x\n  y'\n  c: 1", { a: { b: 'x y', c: 1 } }],
    ['a:\n  b: [1,\n  2\n  ]\n  c: 1', { a: { b: [1, 2], c: 1 } }],
    ['a:\n  b: {\n    "x": 1\n  }\n', { a: { b: { x: 1 } } }],
  ])('L7 reads %j with a warning', (text, expected) => {
    const parsed = parse(text);
    expect(parsed).toMatchObject({ ok: true, value: expected });
    expect(parsed.diagnostics.map(({ code }) => code)).toEqual(['yaml-indentation']);
  });

  it('reports the first fault where moving lines does not help', () => {
    expect(faultOf("a:\n  b: 'x\n  y\n  z")[1]).toContain('api.yaml:3:3');
  });
});

describe('hostile texts', () => {
  it('ends an alias bomb', () => {
    const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x, x]'];
    for (let level = 1; level < 12; level += 1) {
      const references = Array.from({ length: 10 }, () => `*a${level - 1}`).join(', ');
      lines.push(`a${level}: &a${level} [${references}]`);
    }
    expect(faultOf(lines.join('\n'))[0]).toBe('document-too-large');
  });

  it('writes out what aliases share, so that nothing is shared', () => {
    const value = valueOf('a: &x { b: [1] }\nc: *x\nd: { <<: *x }') as Record<
      string,
      { b: object }
    >;
    expect(value).toEqual({ a: { b: [1] }, c: { b: [1] }, d: { b: [1] } });
    expect(value['a']).not.toBe(value['c']);
    expect(value['a']?.b).not.toBe(value['d']?.b);
  });

  it.each([
    ['JSON arrays', '['.repeat(10_000) + ']'.repeat(10_000)],
    ['JSON objects', '{"a":'.repeat(10_000) + '1' + '}'.repeat(10_000)],
    ['YAML sequences', `${'- '.repeat(10_000)}x`],
    ['YAML flow', `x: ${'['.repeat(10_000)}${']'.repeat(10_000)}`],
    ['aliases', nestedAliases(1200)],
  ])('refuses 10,000 levels of %s', (_name, text) => {
    expect(faultOf(text)[0]).toBe('document-too-deep');
  });

  it('reads 900 levels', () => {
    expect(parse('{"a":'.repeat(900) + '1' + '}'.repeat(900)).ok).toBe(true);
    expect(parse(Array.from({ length: 900 }, (_, i) => `${' '.repeat(i)}a:`).join('\n')).ok).toBe(
      true,
    );
  });

  it.each(['{"__proto__": {"x": 1}, "constructor": 2}', '__proto__: { x: 1 }\nconstructor: 2'])(
    'keeps %j as own data',
    (text) => {
      const value = valueOf(text) as object;
      expect(Object.keys(value)).toEqual(['__proto__', 'constructor']);
      expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    },
  );

  it('keeps __proto__ own where aliases are written out', () => {
    const value = valueOf('a: &x { __proto__: { y: 1 } }\nb: *x') as Record<string, object>;
    expect(Object.keys(value['b'] ?? {})).toEqual(['__proto__']);
  });

  it('reads keys of a megabyte', () => {
    const key = 'k'.repeat(1_000_000);
    expect(Object.keys(valueOf(`{"${key}": 1}`) as object)).toEqual([key]);
    expect(Object.keys(valueOf(`${key}: 1`) as object)).toEqual([key]);
  });

  it.each([
    ['a: .inf', { a: 'Infinity' }, '/a'],
    ['a: [-.INF]', { a: ['-Infinity'] }, '/a/0'],
    ['a: { b: .nan }', { a: { b: 'NaN' } }, '/a/b'],
    ['{"a": 1e400}', { a: 'Infinity' }, '/a'],
    ['.nan', 'NaN', ''],
  ])('reads the number in %j as text with a warning', (text, expected, pointer) => {
    const parsed = parse(text);
    expect(parsed).toMatchObject({ ok: true, value: expected });
    expect(parsed.diagnostics).toMatchObject([
      { code: 'non-finite-number', severity: 'warning', location: { pointer } },
    ]);
  });

  it.each<[string, unknown, readonly string[]]>([
    ['{"a":"x\\ud800y"}', { a: 'x\uFFFDy' }, ['/a']],
    ['["\\uDFFF\\ud83d"]', ['\uFFFD\uFFFD'], ['/0']],
    ['a: "\\uD800"', { a: '\uFFFD' }, ['/a']],
    ['a: "\\U0000d800"', { a: '\uFFFD' }, ['/a']],
    [
      '{"b":1,"\\ud800":{"\\udc00":2}}',
      { b: 1, '\uFFFD': { '\uFFFD': 2 } },
      ['/\uFFFD', '/\uFFFD/\uFFFD'],
    ],
    ['{"__proto__":"\\ud800"}', JSON.parse('{"__proto__":"\uFFFD"}'), ['/__proto__']],
    ['"\ud800"', '\uFFFD', ['']],
    ['{"a":"\\ud83d\\ude00"}', { a: '\u{1F600}' }, []],
    ['{"a":"\\\\ud800"}', { a: '\\ud800' }, []],
    ["a: '[\\ud800-\\udfff]'", { a: '[\\ud800-\\udfff]' }, []],
  ])('reads halves of surrogate pairs in %j as U+FFFD with a warning', (text, expected, places) => {
    const { ok, diagnostics, ...rest } = parse(text);
    expect(ok).toBe(true);
    expect(rest).toMatchObject({ value: expected });
    expect(diagnostics.map(({ code, location }) => [code, location?.pointer])).toEqual(
      places.map((pointer) => ['text-broken', pointer]),
    );
  });

  it.each([
    ['halves of pairs', `[${Array.from({ length: 200_000 }, () => '"\\ud800"').join(',')}]`],
    ['repeated keys', `{${Array.from({ length: 200_000 }, () => '"a":1').join(',')}}`],
    ['odd numbers', `[${Array.from({ length: 200_000 }, () => '.inf').join(',')}]`],
  ])('tells of the first among very many %s, and counts the rest', (_name, text) => {
    const { diagnostics } = parse(text);
    expect(diagnostics.length).toBeLessThan(25);
    expect(diagnostics.at(-1)?.message).toMatch(
      /the same at 199979 more places|199980 more places/,
    );
  });

  it('never throws, whatever the text', () => {
    const pieces = [
      '{',
      '}',
      '[',
      ']',
      ':',
      ',',
      '"',
      "'",
      'a',
      '- ',
      '? ',
      '\n',
      '\n  ',
      '&a ',
      '*a',
      '<<: ',
      '!t ',
      '| ',
      '---',
      '%',
      '\t',
      '\ud800',
    ];
    const text = fc.array(fc.constantFrom(...pieces)).map((chosen) => chosen.join(''));
    fc.assert(
      fc.property(fc.oneof(text, fc.string({ unit: 'binary' })), (given) => {
        const parsed = parse(given);
        if (parsed.ok) expect(() => JSON.stringify(parsed.value)).not.toThrow();
        else expect(parsed.diagnostics[0].severity).toBe('error');
      }),
      { numRuns: 1000 },
    );
  });

  it('leaves quoted words for numbers alone', () => {
    expect(parse('a: ".inf"\nb: ".nan"')).toMatchObject({
      value: { a: '.inf', b: '.nan' },
      diagnostics: [],
    });
  });
});

describe('encodings', () => {
  const text = 'a: "é𝄞"\n';
  it.each([
    ['UTF-8', new TextEncoder().encode(text)],
    ['UTF-8 with a mark', new TextEncoder().encode(`\ufeff${text}`)],
    ['UTF-16 little-endian with a mark', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16 little-endian', Buffer.from(text, 'utf16le')],
    ['UTF-16 big-endian with a mark', Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
    ['UTF-16 big-endian', Buffer.from(text, 'utf16le').swap16()],
  ])('reads %s', (_name, bytes) => {
    expect(decodeText(bytes)).toEqual({ text, damaged: false });
  });

  it('says that Latin-1 is no UTF-8', () => {
    expect(decodeText(Buffer.from('a: é', 'latin1'))).toEqual({ text: 'a: \ufffd', damaged: true });
  });
});

/** Each alias puts the structure so far one level deeper. */
function nestedAliases(levels: number): string {
  const lines = ['a0: &a0 [x]'];
  for (let level = 1; level < levels; level += 1)
    lines.push(`a${level}: &a${level} [*a${level - 1}]`);
  return lines.join('\n');
}
