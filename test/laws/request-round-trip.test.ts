import { validateHeaderName, validateHeaderValue } from 'node:http';
import { parse as parseCookies } from 'cookie';
import * as fc from 'fast-check';
import { XMLParser } from 'fast-xml-parser';
import * as qs from 'qs';
import { parseTemplate } from 'url-template';
import { describe, expect, it } from 'vitest';
import type { FieldEncoding, PartEncoding, XmlNode } from '../../src/model/body-encoding.ts';
import type { JsonValue } from '../../src/model/json.ts';
import type { Delimiter, QuerySerialization } from '../../src/model/serialization.ts';
import type { ArgumentValue } from '../../src/runtime/arguments/argument-value.ts';
import { ExactNumber } from '../../src/runtime/arguments/argument-value.ts';
import { roundExactNumbers } from '../../src/runtime/arguments/prepare-arguments.ts';
import { jsonText } from '../../src/runtime/request/json-text.ts';
import {
  bodyOf,
  bodyText,
  build,
  cookieParameter,
  headerOf,
  headerParameter,
  pathParameter,
  planOf,
  queryOf,
  queryParameter,
  querystring,
  style,
} from '../support/binding-builder.ts';
import { readMultipart } from '../support/multipart-reader.ts';

/** Any well-formed text, control characters and astral planes included. */
const text = fc.string({ unit: 'binary', maxLength: 12 });
const filled = fc.string({ unit: 'binary', minLength: 1, maxLength: 12 });
const scalar = fc.oneof(
  text,
  fc.integer(),
  fc.boolean(),
  fc.double({ noDefaultInfinity: true, noNaN: true }),
);
const list = fc.array(text, { minLength: 1, maxLength: 5 });
/** `__proto__` as a key would be set, not stored, by the generators. */
const record = fc.dictionary(
  filled.filter((key) => key !== '__proto__'),
  text,
  {
    minKeys: 1,
    maxKeys: 5,
  },
);
const word = fc.stringMatching(/^[a-z]{1,6}$/);

function without(...parts: readonly string[]) {
  return (value: string) => parts.every((part) => !value.includes(part));
}

function flat(value: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(value).flat();
}

function pairsOf(delimited: readonly string[]): readonly (readonly string[])[] {
  return delimited.flatMap((key, index) =>
    index % 2 === 0 ? [[key, delimited[index + 1] ?? '']] : [],
  );
}

describe('queries decode to what was sent', () => {
  it('form scalars, by URLSearchParams', () => {
    fc.assert(
      fc.property(filled, scalar, (name, value) => {
        const read = new URLSearchParams(queryOf([queryParameter(name)], { [name]: value }));
        const expected = typeof value === 'string' ? value : JSON.stringify(value);
        expect([...read]).toHaveLength(1);
        // `1e21` and the like are written as integers, which are the same number.
        const actual = read.get(name) ?? 'missing';
        if (typeof value === 'number') expect(Number(actual)).toBe(Number(expected));
        else expect(actual).toBe(expected);
      }),
    );
  });

  it('exploded form lists and objects, by URLSearchParams', () => {
    fc.assert(
      fc.property(list, record, (items, object) => {
        expect(
          new URLSearchParams(queryOf([queryParameter('q')], { q: items })).getAll('q'),
        ).toEqual(items);
        expect([...new URLSearchParams(queryOf([queryParameter('q')], { q: object }))]).toEqual(
          Object.entries(object),
        );
      }),
    );
  });

  it.each([
    ['form', ',', []],
    ['spaceDelimited', '%20', [' ']],
    ['pipeDelimited', '%7C', ['|']],
  ] as const)('%s without explode, by splitting before decoding', (name, delimiter, banned) => {
    const part = text.filter(without(...banned));
    const serialization = style(name, { explode: false });
    const split = (value: ArgumentValue): readonly string[] =>
      queryOf([queryParameter('q', { serialization })], { q: value })
        .replace(/^q=/, '')
        .split(delimiter)
        .map(decodeURIComponent);
    fc.assert(
      fc.property(
        fc.array(part, { minLength: 1 }),
        fc.dictionary(
          part.filter((key) => key !== '__proto__'),
          part,
          { minKeys: 1 },
        ),
        (items, object) => {
          expect(split(items)).toEqual(items);
          expect(split(object)).toEqual(flat(object));
        },
      ),
    );
  });

  it('2.0 lists with every delimiter, nested ones too', () => {
    const delimiters = { comma: ',', space: '%20', tab: '%09', pipe: '%7C' } as const;
    const names = fc.constantFrom<Delimiter>('comma', 'space', 'tab', 'pipe');
    const part = text.filter(without(' ', '\t', '|'));
    fc.assert(
      fc.property(
        fc.uniqueArray(names, { minLength: 2, maxLength: 2 }),
        fc.array(fc.array(part, { minLength: 1 }), { minLength: 1 }),
        ([outer = 'comma', inner = 'pipe'], value) => {
          const serialization = {
            kind: 'delimited',
            delimiters: [outer, inner],
            repeat: false,
          } as const;
          const written = queryOf([queryParameter('q', { serialization })], { q: value });
          const read = written
            .replace(/^q=/, '')
            .split(delimiters[outer])
            .map((items) => items.split(delimiters[inner]).map(decodeURIComponent));
          expect(read).toEqual(value);
        },
      ),
    );
  });

  it('form lists without explode, by qs', () => {
    const serialization = style('form', { explode: false });
    fc.assert(
      fc.property(fc.array(scalar, { minLength: 2, maxLength: 5 }), (items) => {
        const query = queryOf([queryParameter('q', { serialization })], { q: items });
        expect(valuesOf(fieldsOf(query, { comma: true })['q'])).toEqual(items.map(valueOf));
      }),
    );
  });

  it.each(['spaceDelimited', 'pipeDelimited'] as const)(
    '%s with explode, as form does, by URLSearchParams',
    (name) => {
      const serialization = style(name, { explode: true });
      fc.assert(
        fc.property(fc.array(scalar, { minLength: 1, maxLength: 5 }), (items) => {
          const query = queryOf([queryParameter('q', { serialization })], { q: items });
          expect(valuesOf(new URLSearchParams(query).getAll('q'))).toEqual(items.map(valueOf));
        }),
      );
    },
  );

  it('deepObject of every type of scalar, by qs', () => {
    fc.assert(
      fc.property(fc.dictionary(word, scalar, { minKeys: 1 }), (value) => {
        const serialization = style('deepObject');
        const query = queryOf([queryParameter('q', { serialization })], { q: value });
        const members = Object.entries(value).map(([key, member]) => [key, valueOf(member)]);
        const read = Object.entries(Object(fieldsOf(query)['q']) as Record<string, unknown>);
        expect(read.map(([key, member]) => [key, valueOf(member)])).toEqual(members);
      }),
    );
  });

  it('deepObject with brackets, by qs', () => {
    const leaf = fc.oneof(text, fc.array(text, { minLength: 1, maxLength: 5 }));
    const nested = fc.dictionary(
      word,
      fc.oneof(leaf, fc.dictionary(word, leaf, { minKeys: 1, maxKeys: 3 })),
      {
        minKeys: 1,
        maxKeys: 3,
      },
    );
    fc.assert(
      fc.property(nested, (value) => {
        const serialization = style('deepObject');
        const query = queryOf([queryParameter('q', { serialization })], { q: value });
        expect(qs.parse(query)).toEqual({ q: value });
      }),
    );
  });

  it('deepObject lists of objects, by qs', () => {
    const items = fc.array(fc.dictionary(word, text, { minKeys: 1, maxKeys: 3 }), {
      minLength: 1,
      maxLength: 5,
    });
    fc.assert(
      fc.property(items, (value) => {
        const serialization = style('deepObject');
        const query = queryOf([queryParameter('q', { serialization })], { q: { items: value } });
        expect(qs.parse(query)).toEqual({ q: { items: value } });
      }),
    );
  });

  it('JSON content and whole queries', () => {
    const serialization = { kind: 'content', mediaType: 'application/json' } as const;
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), record, (value, object) => {
        if (value !== null) {
          const query = queryOf([queryParameter('q', { serialization })], {
            q: value as JsonValue,
          });
          expect(JSON.parse(new URLSearchParams(query).get('q') ?? '')).toEqual(normal(value));
        }
        const whole = queryOf([querystring('application/x-www-form-urlencoded')], {
          query: object,
        });
        expect([...new URLSearchParams(whole)]).toEqual(Object.entries(object));
      }),
    );
  });
});

/** What qs reads, which is an object whatever the text is. */
function fieldsOf(text: string, options?: { readonly comma: boolean }): Record<string, unknown> {
  return qs.parse(text, options) as Record<string, unknown>;
}

/** A value as text, numbers as the number that the text means: `1e21` and its digits are the same. */
function valueOf(value: unknown): string | number {
  const text = String(value);
  const read = Number(text);
  return text.trim() === '' || Number.isNaN(read) ? text : read + 0;
}

function valuesOf(values: unknown): readonly (string | number)[] {
  return [values].flat().map(valueOf);
}

/** What JSON itself makes of a value: `-0` becomes `0`. */
function normal(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

describe('expansion agrees with an independent RFC 6570 implementation', () => {
  const operators = { simple: '', label: '.', matrix: ';', form: '?' } as const;
  const cases = (['simple', 'label', 'matrix', 'form'] as const).flatMap((name) =>
    [false, true].map((explode) => ({ name, explode })),
  );

  it.each(cases)('$name, explode $explode', ({ name, explode }) => {
    const template = parseTemplate(`{${operators[name]}x${explode ? '*' : ''}}`);
    const values = fc.oneof(
      filled,
      fc.array(filled, { minLength: 1 }),
      fc.dictionary(
        filled.filter((k) => k !== '__proto__'),
        filled,
        { minKeys: 1 },
      ),
    );
    fc.assert(
      fc.property(values, (value) => {
        const expected = template.expand({ x: value });
        if (name === 'form') {
          const parameter = queryParameter('x', { serialization: style(name, { explode }) });
          expect(`?${queryOf([parameter], { x: value })}`).toBe(expected);
          return;
        }
        const parameter = pathParameter('x', { serialization: style(name, { explode }) });
        const built = build({ path: '/a/{x}', parameters: [parameter] }, { x: value });
        // What would leave the segment is refused; everything else is the same text.
        if (built.ok) expect(built.plan.target).toBe(`/a/${expected}`);
        else expect(expected).toMatch(/^\.{1,2}$|%2F|%5C|%25/);
      }),
    );
  });
});

describe('paths stay where the template puts them', () => {
  const hostile = fc
    .array(
      fc.constantFrom(
        '.',
        '..',
        '/',
        '\\',
        '%2e',
        '%2F',
        '%5c',
        '%',
        '?',
        '#',
        '@',
        ':',
        'a',
        ';',
        ' ',
        '\n',
        '{b}',
        '//',
      ),
      {
        maxLength: 8,
      },
    )
    .map((parts) => parts.join(''));

  it('whatever a value holds, for every kind of path parameter', () => {
    const kinds = fc.constantFrom(
      {},
      { serialization: style('label') },
      { serialization: style('matrix', { explode: true }) },
      { serialization: style('simple', { allowReserved: true }) },
    );
    fc.assert(
      fc.property(kinds, fc.oneof(hostile, text), fc.oneof(hostile, text), (kind, a, b) => {
        const parameters = [pathParameter('a', kind), pathParameter('b', kind)];
        const built = build({ path: '/v1/{a}{b}/end', parameters }, { a, b });
        if (!built.ok) return;
        const url = new URL(built.plan.url);
        expect(url.origin).toBe('https://api.example');
        expect(url.pathname + url.search).toBe(built.plan.target);
        const segments = url.pathname.split('/');
        expect(segments).toHaveLength(4);
        expect([segments[1], segments[3]]).toEqual(['v1', 'end']);
        const parts = decodeURIComponent(tolerant(segments[2] ?? '')).split(/[/\\]/);
        expect(parts).not.toContain('..');
        expect(parts).not.toContain('.');
      }),
      { numRuns: 1_000 },
    );
  });

  it('segment by segment where slashes are kept', () => {
    const parameters = [pathParameter('p', { multiSegment: true })];
    fc.assert(
      fc.property(hostile, (p) => {
        const built = build({ path: '/v1/{p}', parameters }, { p });
        if (!built.ok) return;
        expect(new URL(built.plan.url).pathname).toBe(built.plan.target);
        expect(built.plan.target.split('/').slice(2).map(decodeURIComponent)).toEqual(p.split('/'));
      }),
      { numRuns: 1_000 },
    );
  });

  it('and a plain value arrives as it was', () => {
    fc.assert(
      fc.property(filled, (a) => {
        const built = build({ path: '/v1/{a}', parameters: [pathParameter('a')] }, { a });
        if (built.ok) expect(decodeURIComponent(built.plan.target.slice(4))).toBe(a);
        else expect(a).toMatch(/^\.{1,2}$|[/\\%]/);
      }),
    );
  });
});

/** Triples beyond ASCII need not be UTF-8 under allowReserved; decoding must not stumble over them. */
function tolerant(segment: string): string {
  return segment.replace(/%[89a-f][0-9a-f]/gi, 'x');
}

describe('headers and cookies', () => {
  it('carry exactly the text, or nothing is sent', () => {
    fc.assert(
      fc.property(text, (value) => {
        const built = build({ parameters: [headerParameter('X-H')] }, { 'X-H': value });
        const isCarried = accepts(() => {
          validateHeaderValue('X-H', value);
        });
        expect(built.ok).toBe(isCarried);
        if (built.ok) expect(headerOf(built.plan, 'X-H')).toBe(value);
      }),
    );
  });

  it('let only names pass that Node takes', () => {
    fc.assert(
      fc.property(filled, (name) => {
        const built = build({}, {}, { headers: [[name, 'x']] });
        if (built.ok && headerOf(built.plan, name) !== undefined) validateHeaderName(name);
      }),
    );
  });

  it('form cookies decode to what was sent', () => {
    fc.assert(
      fc.property(filled, text, list, (name, value, items) => {
        const serialization = style('form', { explode: false });
        const parameters = [cookieParameter(name), cookieParameter('list', { serialization })];
        fc.pre(name !== 'list');
        const cookie = headerOf(planOf({ parameters }, { [name]: value, list: items }), 'cookie');
        const [first = '', second = ''] = cookie?.split('; ') ?? [];
        expect(first.split('=').map(decodeURIComponent)).toEqual([name, value]);
        expect(
          second
            .replace(/^list=/, '')
            .split(',')
            .map(decodeURIComponent),
        ).toEqual(items);
      }),
    );
  });

  it('form cookies of every type of scalar, by cookie', () => {
    fc.assert(
      fc.property(fc.dictionary(word, scalar, { minKeys: 1 }), (values) => {
        const parameters = Object.keys(values).map((name) => cookieParameter(name));
        const cookies = parseCookies(headerOf(planOf({ parameters }, values), 'cookie') ?? '');
        const read = Object.entries(cookies).map(([name, value]) => [name, valueOf(value)]);
        expect(read).toEqual(Object.entries(values).map(([name, value]) => [name, valueOf(value)]));
      }),
    );
  });

  it.each(['form', 'cookie'] as const)('exploded objects of style %s, by cookie', (name) => {
    const parameters = [cookieParameter('c', { serialization: style(name, { explode: true }) })];
    const octets = fc.stringMatching(/^[\x21\x23-\x24\x26-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]{1,8}$/);
    const part = name === 'form' ? filled : octets;
    fc.assert(
      fc.property(fc.dictionary(word, part, { minKeys: 1 }), (value) => {
        const cookie = headerOf(planOf({ parameters }, { c: value }), 'cookie') ?? '';
        // A form cookie is decoded; of style cookie nothing is encoded, and nothing may be decoded.
        const decode = name === 'form' ? decodeURIComponent : (text: string) => text;
        expect({ ...parseCookies(cookie, { decode }) }).toEqual(value);
      }),
    );
  });

  it('lists of style cookie, by cookie and their commas', () => {
    const serialization = style('cookie', { explode: false });
    const octets = fc.stringMatching(/^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]{1,8}$/);
    fc.assert(
      fc.property(fc.array(octets, { minLength: 1 }), (items) => {
        const parameters = [cookieParameter('c', { serialization })];
        const cookie = headerOf(planOf({ parameters }, { c: items }), 'cookie') ?? '';
        expect(parseCookies(cookie, { decode: (text) => text })['c']?.split(',')).toEqual(items);
      }),
    );
  });

  it('raw cookies never start another cookie', () => {
    fc.assert(
      fc.property(fc.oneof(text, fc.dictionary(word, text), fc.array(text)), (value) => {
        const parameters = [
          cookieParameter('c', { serialization: style('cookie', { explode: false }) }),
        ];
        const built = build({ parameters }, { c: value });
        if (!built.ok) return;
        const cookie = headerOf(built.plan, 'cookie') ?? '';
        expect(cookie).not.toContain(';');
        validateHeaderValue('Cookie', cookie);
      }),
    );
  });

  it('exploded simple headers split back', () => {
    const part = fc.stringMatching(/^[\x21-\x2b\x2d-\x3c\x3e-\x7e]{1,8}$/);
    fc.assert(
      fc.property(fc.dictionary(part, part, { minKeys: 1 }), (value) => {
        const exploded = headerParameter('X-H', {
          serialization: style('simple', { explode: true }),
        });
        const written = headerOf(planOf({ parameters: [exploded] }, { 'X-H': value }), 'X-H');
        expect(written?.split(',').map((pair) => pair.split('='))).toEqual(Object.entries(value));
        const plain = headerOf(
          planOf({ parameters: [headerParameter('X-H')] }, { 'X-H': value }),
          'X-H',
        );
        expect(pairsOf(plain?.split(',') ?? [])).toEqual(Object.entries(value));
      }),
    );
  });
});

function accepts(check: () => void): boolean {
  try {
    check();
    return true;
  } catch {
    return false;
  }
}

function element(name: string, given: Partial<XmlNode> = {}): XmlNode {
  return { nodeType: 'element', name, content: { kind: 'scalar' }, ...given };
}

describe('bodies decode to what was sent', () => {
  it('JSON, by JSON.parse', () => {
    const body = bodyOf({ kind: 'json', mediaType: 'application/json' });
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
        // The generator's type is JSON with mutable arrays.
        const plan = planOf({ method: 'POST', body }, { body: value as JsonValue });
        expect(JSON.parse(bodyText(plan))).toEqual(normal(value));
      }),
    );
  });

  it('exact digits, by JSON.parse of the same digits', () => {
    const digits = fc.bigInt().map((value) => new ExactNumber(value.toString()));
    const { value } = fc.letrec<{ value: ArgumentValue }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        digits,
        text,
        fc.constant(null),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(word, tie('value'), { maxKeys: 4 }),
      ),
    }));
    fc.assert(
      fc.property(value, (given) => {
        expect(JSON.parse(jsonText(given))).toEqual(normal(roundExactNumbers({ given })['given']));
      }),
    );
  });

  it('urlencoded forms, by URLSearchParams', () => {
    const body = bodyOf({
      kind: 'form',
      mediaType: 'application/x-www-form-urlencoded',
      fields: {},
      otherwise: { kind: 'byValue' },
    });
    const fields = fc.dictionary(
      filled.filter((key) => key !== '__proto__'),
      fc.oneof(text, list),
      { minKeys: 1 },
    );
    fc.assert(
      fc.property(fields, (value) => {
        const read = new URLSearchParams(
          bodyText(planOf({ method: 'POST', body }, { body: value })),
        );
        const expected = Object.entries(value).flatMap(([name, member]) =>
          [member].flat().map((item) => [name, item]),
        );
        expect([...read]).toEqual(expected);
      }),
    );
  });

  it('urlencoded fields with a style of their own, by qs', () => {
    const field = (serialization: QuerySerialization): FieldEncoding => ({
      kind: 'serialized',
      serialization,
      nested: 'brackets',
    });
    const body = bodyOf({
      kind: 'form',
      mediaType: 'application/x-www-form-urlencoded',
      fields: {
        deep: field(style('deepObject')),
        joined: field(style('form', { explode: false })),
      },
      otherwise: { kind: 'byValue' },
    });
    const fields = fc.record({
      deep: fc.dictionary(word, filled, { minKeys: 1 }),
      joined: fc.array(filled, { minLength: 2 }),
      plain: filled,
    });
    fc.assert(
      fc.property(fields, (value) => {
        const plan = planOf({ method: 'POST', body }, { body: value });
        expect(qs.parse(bodyText(plan), { comma: false, arrayLimit: 100 })).toMatchObject({
          deep: value.deep,
          plain: value.plain,
        });
        expect(fieldsOf(bodyText(plan), { comma: true })['joined']).toEqual(value.joined);
      }),
    );
  });

  it('multipart lists part by part and objects as JSON, by busboy', async () => {
    const part: PartEncoding = {
      value: 'byValue',
      allowedContentTypes: [],
      repeat: true,
      headers: [],
    };
    const body = bodyOf({
      kind: 'multipart',
      mediaType: 'multipart/form-data',
      parts: {},
      otherwise: part,
    });
    const values = fc.record({ list: fc.array(scalar, { minLength: 1 }), object: record });
    await fc.assert(
      fc.asyncProperty(values, async (value) => {
        const read = await readMultipart(planOf({ method: 'POST', body }, { body: value }));
        const texts = read.map(({ name, bytes }) => [name, bytes.toString('utf8')] as const);
        const listed = texts.filter(([name]) => name === 'list').map(([, item]) => valueOf(item));
        expect(listed).toEqual(value.list.map(valueOf));
        const [, object = ''] = texts.find(([name]) => name === 'object') ?? [];
        expect(JSON.parse(object)).toEqual(value.object);
      }),
    );
  });

  it('multipart forms, by busboy', async () => {
    const part: PartEncoding = {
      value: 'byValue',
      allowedContentTypes: [],
      repeat: true,
      headers: [],
    };
    const body = bodyOf({
      kind: 'multipart',
      mediaType: 'multipart/form-data',
      parts: { file: { ...part, value: 'bytes' } },
      otherwise: part,
    });
    const bytes = fc.uint8Array({ maxLength: 64 });
    await fc.assert(
      fc.asyncProperty(bytes, fc.dictionary(word, text, { maxKeys: 4 }), async (file, fields) => {
        fc.pre(!Object.hasOwn(fields, 'file'));
        const data = Buffer.from(file).toString('base64');
        const plan = planOf({ method: 'POST', body }, { body: { ...fields, file: { data } } });
        const [first, ...rest] = await readMultipart(plan);
        expect(first?.bytes).toEqual(Buffer.from(file));
        expect(rest.map(({ name, bytes: read }) => [name, read.toString('utf8')])).toEqual(
          Object.entries(fields),
        );
      }),
    );
  });

  it('XML, by fast-xml-parser', () => {
    const properties = [
      { property: 'k', node: element('k', { nodeType: 'attribute' }) },
      {
        property: 'v',
        node: element('v', { content: { kind: 'array', wrapped: false, item: element('v') } }),
      },
    ];
    const root = element('r', { content: { kind: 'object', properties } });
    const body = bodyOf({ kind: 'xml', mediaType: 'application/xml', root, definitions: {} });
    const parser = new XMLParser({
      ignoreAttributes: false,
      attributeNamePrefix: '@',
      parseTagValue: false,
      parseAttributeValue: false,
      trimValues: false,
      htmlEntities: true,
      isArray: (name) => name === 'v',
    });
    const printable = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(printable, fc.array(printable, { minLength: 1 }), (k, v) => {
        const written = bodyText(planOf({ method: 'POST', body }, { body: { k, v } }));
        expect(parser.parse(written)).toEqual({ r: { '@k': k, v } });
      }),
    );
  });
});

describe('building a request', () => {
  it('never throws, whatever the arguments are', () => {
    const parameters = [
      pathParameter('a'),
      queryParameter('b', { serialization: style('deepObject') }),
      headerParameter('c'),
      cookieParameter('d'),
    ];
    const body = bodyOf({
      kind: 'multipart',
      mediaType: 'multipart/form-data',
      parts: {},
      otherwise: { value: 'byValue', allowedContentTypes: [], repeat: true, headers: [] },
    });
    // Any UTF-16, lone surrogates included.
    const anything = fc.jsonValue({ stringUnit: fc.string({ unit: 'binary', maxLength: 1 }) });
    const ragged = fc.array(fc.nat(0xffff)).map((units) => String.fromCharCode(...units));
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd', 'body'), fc.oneof(anything, ragged)),
        (values) => {
          const built = build({ method: 'POST', path: '/{a}', parameters, body }, values as never);
          expect(built.ok || built.faults.length > 0).toBe(true);
        },
      ),
      { numRuns: 500 },
    );
  });
});
