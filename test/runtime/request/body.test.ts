import { describe, expect, it } from 'vitest';
import type {
  BodyEncoding,
  FieldEncoding,
  FormEncoding,
} from '../../../src/model/body-encoding.ts';
import type { JsonValue } from '../../../src/model/json.ts';
import type { BodyBinding } from '../../../src/model/request-binding.ts';
import type { ArgumentValue } from '../../../src/runtime/arguments/argument-value.ts';
import { ExactNumber } from '../../../src/runtime/arguments/argument-value.ts';
import { bodyOf, bodyText, build, faultsOf, planOf, style } from '../../support/binding-builder.ts';

function sketchOf(encoding: BodyEncoding, given: Partial<BodyBinding> = {}, method = 'POST') {
  return { method, body: bodyOf(encoding, given) };
}

function sent(encoding: BodyEncoding, body: ArgumentValue): readonly [string, string] {
  const plan = planOf(sketchOf(encoding), { body });
  return [plan.body.kind === 'none' ? '' : plan.body.contentType, bodyText(plan)];
}

const json: BodyEncoding = { kind: 'json', mediaType: 'application/json' };

describe('JSON bodies', () => {
  it.each([
    ['hello', '"hello"'],
    [7, '7'],
    [false, 'false'],
    [null, 'null'],
    [[], '[]'],
    [{}, '{}'],
    [{ b: null, a: [1.5, ''] }, '{"b":null,"a":[1.5,""]}'],
    [JSON.parse('{"__proto__":{"a":1}}'), '{"__proto__":{"a":1}}'],
  ])('B3, U28 send %j as given', (value: JsonValue, expected) => {
    expect(sent(json, value)).toEqual(['application/json', expected]);
  });

  it.each([
    'application/merge-patch+json',
    'application/vnd.orchard.v2+json',
    'application/json; charset=utf-8',
  ])('U27 keep the declared type %s', (mediaType) => {
    expect(sent({ kind: 'json', mediaType }, { a: null })).toEqual([mediaType, '{"a":null}']);
  });

  it('J15 carry exact digits as numbers', () => {
    const body = {
      id: new ExactNumber('9223372036854775807'),
      list: [new ExactNumber('-0.10000000000000000001'), '"x"', null, true],
      'a"b': {},
    };
    expect(sent(json, body)[1]).toBe(
      String.raw`{"id":9223372036854775807,"list":[-0.10000000000000000001,"\"x\"",null,true],"a\"b":{}}`,
    );
  });

  it('B3 send nothing where no body is given', () => {
    expect(planOf(sketchOf(json), {}).body).toEqual({ kind: 'none' });
  });

  it('P7 refuse a missing required body', () => {
    expect(faultsOf(sketchOf(json, { required: true }), {})).toEqual([
      '`body` is required and is the request body; send it.',
    ]);
  });

  it('refuse a lone surrogate at its place, but not text that looks like one', () => {
    expect(faultsOf(sketchOf(json), { body: { tags: ['ok', '\udc00'] } })).toEqual([
      '`body.tags[1]` holds half of a surrogate pair, which is not a character; send valid Unicode text.',
    ]);
    expect(sent(json, '\\ud800 😀')[1]).toBe(JSON.stringify('\\ud800 😀'));
  });

  it('refuse endless nesting instead of running out of stack', () => {
    let body: JsonValue = [];
    for (let depth = 0; depth < 50_000; depth += 1) body = [body];
    expect(faultsOf(sketchOf(json), { body })).toEqual([
      '`body` is nested too deeply to be sent; send a flatter value.',
    ]);
    expect(build(sketchOf(json), { body: ['\ud800', body] })).toMatchObject({ ok: false });
  });

  it('are limited in size', () => {
    const [message] = faultsOf(sketchOf(json), { body: 'é'.repeat(50) }, { maxRequestBytes: 100 });
    expect(message).toContain('102 bytes, more than the 100');
  });
});

describe('methods', () => {
  it.each(['GET', 'DELETE', 'QUERY', 'PATCH', 'PURGE'])(
    'B4 %s carries a described body',
    (method) => {
      expect(bodyText(planOf(sketchOf(json, {}, method), { body: { a: 1 } }))).toBe('{"a":1}');
    },
  );

  it.each(['HEAD', 'OPTIONS', 'TRACE'])('B4 %s never carries a body', (method) => {
    expect(planOf(sketchOf(json, {}, method), {}).body).toEqual({ kind: 'none' });
    const [message] = faultsOf(sketchOf(json, {}, method), { body: {} });
    expect(message).toContain(`a ${method} request has no body`);
  });
});

describe('A8: a body out of several arguments', () => {
  const properties = [
    { property: 'title', source: { kind: 'argument', argument: 'title' } },
    { property: 'id', source: { kind: 'argument', argument: 'id_body' } },
    { property: 'kind', source: { kind: 'fixed', value: 'note' } },
  ] as const;

  it('has what is given under its own names, and constants', () => {
    const sketch = sketchOf(json, { source: { kind: 'properties', properties } });
    expect(bodyText(planOf(sketch, { id_body: 1, title: 'x' }))).toBe(
      '{"title":"x","id":1,"kind":"note"}',
    );
  });

  it('is absent where nothing is given, and empty where it is required', () => {
    const source = { kind: 'properties', properties: properties.slice(0, 2) } as const;
    expect(planOf(sketchOf(json, { source }), {}).body).toEqual({ kind: 'none' });
    expect(bodyText(planOf(sketchOf(json, { source, required: true }), {}))).toBe('{}');
  });

  it('names its own arguments in faults', () => {
    const source = { kind: 'properties', properties } as const;
    const files: BodyEncoding = {
      kind: 'multipart',
      mediaType: 'multipart/form-data',
      parts: {},
      otherwise: { value: 'bytes', allowedContentTypes: [], repeat: false, headers: [] },
    };
    const built = build(sketchOf(files, { source }), { title: '!' });
    expect(built.ok || built.faults.map(({ argument }) => argument)).toContain('title');
  });
});

type SerializedField = Extract<FieldEncoding, { kind: 'serialized' }>;

function styled(serialization: SerializedField['serialization']): SerializedField {
  return { kind: 'serialized', serialization, nested: 'brackets' };
}

describe('application/x-www-form-urlencoded', () => {
  const byValue: FieldEncoding = { kind: 'byValue' };
  const form = (fields: FormEncoding['fields'] = {}): FormEncoding => ({
    kind: 'form',
    mediaType: 'application/x-www-form-urlencoded',
    fields,
    otherwise: byValue,
  });
  it.each([
    [{ name: 'a b&c', n: 1 }, 'name=a+b%26c&n=1'],
    [{ tags: ['a', 'b'] }, 'tags=a&tags=b'],
    [{ id: '1', address: { city: 'X' } }, 'id=1&address=%7B%22city%22%3A%22X%22%7D'],
    [{ a: "*-._~!'()", 'b c': 'é+' }, 'a=*-._%7E%21%27%28%29&b+c=%C3%A9%2B'],
    [{ big: new ExactNumber('9007199254740993') }, 'big=9007199254740993'],
    [{ empty: '', list: [] }, 'empty='],
  ])('B5, B7 write %j by value', (body, expected) => {
    expect(sent(form(), body)).toEqual(['application/x-www-form-urlencoded', expected]);
  });

  it('3.2 "URL Encoded Form with JSON Values" and "with Binary Values"', () => {
    const body = {
      id: 'f81d4fae-7dec-11d0-a765-00a0c91e6bf6',
      address: {
        streetAddress: '123 Example Dr.',
        city: 'Somewhere',
        state: 'CA',
        zip: '99999+1234',
      },
    };
    expect(sent(form(), body)[1]).toBe(
      'id=f81d4fae-7dec-11d0-a765-00a0c91e6bf6&address=%7B%22streetAddress%22%3A%22123+Example+Dr.%22%2C%22city%22%3A%22Somewhere%22%2C%22state%22%3A%22CA%22%2C%22zip%22%3A%2299999%2B1234%22%7D',
    );
    expect(sent(form(), { name: 'example', icon: 'iVBORw0KGgo_-w==' })[1]).toBe(
      'name=example&icon=iVBORw0KGgo_-w%3D%3D',
    );
  });

  it.each([
    ['form', styled(style('form')), ['a b', 'c'], 'f=a%20b&f=c'],
    ['form without explode', styled(style('form', { explode: false })), ['a,b', 'c'], 'f=a%2Cb,c'],
    [
      'deepObject',
      styled(style('deepObject')),
      { a: '1', b: ['x'] },
      'f%5Ba%5D=1&f%5Bb%5D%5B%5D=x',
    ],
    ['allowReserved', styled(style('form', { allowReserved: true })), 'a/b&c', 'f=a/b%26c'],
    [
      '2.0 pipes',
      styled({ kind: 'delimited', delimiters: ['pipe'], repeat: false }),
      ['a', 'b'],
      'f=a%7Cb',
    ],
    [
      'JSON content',
      styled({ kind: 'content', mediaType: 'application/json' }),
      ['a b'],
      'f=%5B%22a+b%22%5D',
    ],
    [
      'JSON content of text',
      styled({ kind: 'content', mediaType: 'application/json' }),
      'x',
      'f=%22x%22',
    ],
  ] as const)('B6 write a field as %s', (_name, field, value, expected) => {
    expect(sent(form({ f: field }), { f: value })[1]).toBe(expected);
  });

  it('leave null out with a remark', () => {
    const built = build(sketchOf(form()), { body: { a: null, b: 1 } });
    expect(built.ok && bodyText(built.plan)).toBe('b=1');
    expect(built.ok && built.remarks).toEqual([expect.stringContaining('body.a')]);
  });

  it('refuse what has no fields', () => {
    expect(faultsOf(sketchOf(form()), { body: 'a=1' })).toEqual([
      '`body` is sent as a form; send an object of its fields.',
    ]);
  });
});

function text(mediaType: string): BodyEncoding {
  return { kind: 'text', mediaType };
}

function bytes(mediaType: string): BodyEncoding {
  return { kind: 'bytes', mediaType };
}

describe('text and bytes', () => {
  it.each([
    ['text/plain', 'hello', 'text/plain'],
    ['text/plain', 'wörld', 'text/plain; charset=utf-8'],
    ['text/plain; charset=iso-8859-1', 'wörld', 'text/plain; charset=iso-8859-1'],
    ['application/xml', '<a>é</a>', 'application/xml'],
  ])('B16 sends %s %j as %s', (mediaType, value, contentType) => {
    expect(sent(text(mediaType), value)).toEqual([contentType, value]);
  });

  it('B16 refuses objects and half characters', () => {
    expect(faultsOf(sketchOf(text('text/plain')), { body: { a: 1 } })).toEqual([
      '`body` is sent as text/plain; send the whole body as text.',
    ]);
    expect(faultsOf(sketchOf(text('text/plain')), { body: 'a\ud800' })).toHaveLength(1);
  });

  it('B14, U42 decodes base64 and sends bytes', () => {
    const plan = planOf(sketchOf(bytes('application/octet-stream')), { body: 'AAEC/w==' });
    expect(plan.body).toEqual({
      kind: 'bytes',
      contentType: 'application/octet-stream',
      bytes: Buffer.from([0, 1, 2, 255]),
    });
  });

  it('B14 keeps the concrete type of the document and fills a range with the type of the file', () => {
    const body = { data: 'AA==', contentType: 'image/gif' };
    expect(sent(bytes('image/png'), body)[0]).toBe('image/png');
    expect(sent(bytes('image/*'), body)[0]).toBe('image/gif');
    expect(sent(bytes('*/*'), 'AA==')[0]).toBe('application/octet-stream');
    expect(faultsOf(sketchOf(bytes('audio/*')), { body })).toEqual([
      '`body` is image/gif, where audio/* is accepted.',
    ]);
  });

  it('B14 refuses what is not base64, at the body', () => {
    expect(faultsOf(sketchOf(bytes('image/png')), { body: 'no base64!' })[0]).toMatch(
      /^`body` is not base64; send/,
    );
  });
});

describe('JSON streams', () => {
  it('B18 writes one text for each item', () => {
    const items = [{ a: 'x\ny' }, [1], null];
    const lines: BodyEncoding = {
      kind: 'jsonLines',
      mediaType: 'application/jsonl',
      framing: 'newline',
    };
    expect(sent(lines, items)).toEqual(['application/jsonl', '{"a":"x\\ny"}\n[1]\nnull\n']);
    const sequence: BodyEncoding = {
      kind: 'jsonLines',
      mediaType: 'application/json-seq',
      framing: 'recordSeparator',
    };
    expect(sent(sequence, [1, 2])[1]).toBe('\u001E1\n\u001E2\n');
    expect(faultsOf(sketchOf(lines), { body: {} })).toEqual([
      '`body` is sent item by item; send a list.',
    ]);
  });
});
