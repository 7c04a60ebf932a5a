import { describe, expect, it } from 'vitest';
import type { ApiModel, MediaType, RequestBody } from '../../../src/model/api.ts';
import type { JsonSchema, JsonValue } from '../../../src/model/json.ts';
import { mapArguments } from '../../../src/mapping/arguments.ts';
import type { RequestDirectives } from '../../../src/mapping/directives.ts';
import { noDirectives } from '../../../src/mapping/directives.ts';
import type { BodyEncoding } from '../../../src/model/body-encoding.ts';
import {
  apiOf,
  at,
  bodyOf,
  encodingOf,
  mediaOf,
  operationOf,
  ref,
} from '../../support/api-builder.ts';
import { accepts } from '../../support/schema-check.ts';

interface Mapped {
  readonly encoding: BodyEncoding | undefined;
  readonly schema: JsonSchema;
  readonly codes: readonly string[];
}

function mapBody(
  content: RequestBody['content'],
  rest: {
    readonly api?: ApiModel;
    readonly directives?: Partial<RequestDirectives>;
    readonly body?: Partial<RequestBody>;
    readonly method?: string;
  } = {},
): Mapped {
  const mapped = mapArguments(
    operationOf({ method: rest.method ?? 'POST', requestBody: bodyOf(content, rest.body) }),
    rest.api ?? apiOf(),
    { ...noDirectives.request, ...rest.directives },
    {},
  );
  if (!mapped.ok) throw new Error(mapped.diagnostics[0].message);
  const { inputSchema, body } = mapped.value;
  const properties = inputSchema['properties'] as Readonly<Record<string, JsonSchema>>;
  return {
    encoding: body?.encoding,
    schema: properties['body'] ?? {},
    codes: mapped.diagnostics.map(({ code }) => code),
  };
}

const binary: JsonSchema = { type: 'string', format: 'binary' };
const object: JsonSchema = { type: 'object', properties: { a: { type: 'string' } } };
const pngBase64 = 'iVBORw0KGgo=';

function media(...types: readonly string[]): RequestBody['content'] {
  const [first = 'application/json', ...others] = types;
  return [mediaOf(first, object), ...others.map((type) => mediaOf(type, object))];
}

describe('the media type of a body', () => {
  it.each([
    [['application/xml', 'application/json'], 'application/json'],
    [['application/json; charset=utf-8', 'text/plain'], 'application/json; charset=utf-8'],
    [
      ['application/json-patch+json', 'application/merge-patch+json'],
      'application/merge-patch+json',
    ],
    [['application/json-patch+json', 'application/vnd.x+json'], 'application/vnd.x+json'],
    [
      ['multipart/form-data', 'application/x-www-form-urlencoded'],
      'application/x-www-form-urlencoded',
    ],
    [['text/plain', 'multipart/form-data'], 'multipart/form-data'],
    [['application/octet-stream', 'text/csv'], 'text/csv'],
    [['application/xml', 'application/pdf'], 'application/pdf'],
    [['application/x-unheard-of', 'application/xml'], 'application/xml'],
    [['*/*'], 'application/json'],
    [['application/*'], 'application/json'],
    [['text/*'], 'text/plain'],
    [['*/*', 'application/json'], 'application/json'],
  ])('B1 of %j is %s', (types, expected) => {
    expect(mapBody(media(...types)).encoding?.mediaType).toBe(expected);
  });

  it('B1 is multipart rather than urlencoded where a field is binary', () => {
    const form: JsonSchema = { type: 'object', properties: { photo: binary } };
    const { encoding } = mapBody([
      mediaOf('application/x-www-form-urlencoded', form),
      mediaOf('multipart/form-data', form),
    ]);
    expect(encoding?.kind).toBe('multipart');
  });

  it('B1 is the one that an overlay chooses, in the document’s spelling or within its range', () => {
    const content = media('application/json', 'application/xml', 'text/*');
    const choose = (mediaType: string): string | undefined =>
      mapBody(content, { directives: { mediaType } }).encoding?.mediaType;
    expect(choose('application/xml')).toBe('application/xml');
    expect(choose('text/markdown')).toBe('text/markdown');
  });

  it('B1 is refused where the body does not have it', () => {
    const { codes, encoding } = mapBody(media('application/json'), {
      directives: { mediaType: 'text/csv' },
    });
    expect(codes).toEqual(['body-media-type-unknown']);
    expect(encoding?.mediaType).toBe('application/json');
  });
});

describe('a body', () => {
  it.each(['HEAD', 'OPTIONS', 'TRACE'])('B4 is left out of %s, which sends none', (method) => {
    const { encoding, codes } = mapBody(media('application/json'), { method });
    expect(encoding).toBeUndefined();
    expect(codes).toEqual(['body-ignored']);
  });

  it.each(['GET', 'DELETE', 'QUERY'])('B4 is sent with %s', (method) => {
    expect(mapBody(media('application/json'), { method }).encoding?.kind).toBe('json');
  });

  it('B3 U22 U31 of JSON is published as the schema says, whatever its type', () => {
    const { schema, encoding } = mapBody([
      mediaOf('application/json', { type: 'array', items: { type: 'integer' } }),
    ]);
    expect(encoding).toEqual({ kind: 'json', mediaType: 'application/json' });
    expect(schema).toEqual({ type: 'array', items: { type: 'integer' } });
  });

  it('J14 of JSON without a schema is any value', () => {
    expect(mapBody([mediaOf('application/json')]).schema).toEqual({
      description: 'Any JSON value.',
    });
  });

  it('takes the description of the body before that of its schema', () => {
    const content: RequestBody['content'] = [
      mediaOf('application/json', { ...object, description: 'Of the schema' }),
    ];
    expect(mapBody(content, { body: { description: 'Of the *body*' } }).schema).toMatchObject({
      description: 'Of the body',
    });
    expect(mapBody(content).schema).toMatchObject({ description: 'Of the schema' });
  });

  it('B14 U42 of raw bytes is base64 text or an object that names the file', () => {
    const { schema, encoding } = mapBody([mediaOf('application/octet-stream', binary)]);
    expect(encoding).toEqual({ kind: 'bytes', mediaType: 'application/octet-stream' });
    expect(schema['description']).toContain('base64');
    expect(accepts(schema, pngBase64)).toBe(true);
    expect(accepts(schema, { data: pngBase64, filename: 'a.png', contentType: 'image/png' })).toBe(
      true,
    );
    expect(accepts(schema, { filename: 'a.png' })).toBe(false);
    expect(accepts(schema, { data: pngBase64, path: '/etc/passwd' })).toBe(false);
  });

  it.each<[string, string, JsonSchema | undefined, BodyEncoding['kind']]>([
    ['B14 an image without a schema', 'image/png', undefined, 'bytes'],
    ['B14 a range of images', 'image/*', binary, 'bytes'],
    ['B14 anything that is binary', '*/*', binary, 'bytes'],
    [
      'B14 encoded text, which is sent as it is',
      'application/octet-stream',
      { type: 'string', contentEncoding: 'base64' },
      'text',
    ],
    ['B16 text', 'text/csv', binary, 'text'],
    ['B16 text of an object', 'text/plain', object, 'text'],
    ['B19 an unknown type without a schema', 'application/x-unheard-of', undefined, 'bytes'],
    ['B19 an unknown type that is text', 'application/x-unheard-of', { type: 'string' }, 'text'],
    ['B19 an unknown type with parts', 'application/x-unheard-of', object, 'json'],
    ['B18 JSON lines', 'application/x-ndjson', object, 'jsonLines'],
    ['YAML, which JSON is', 'application/yaml', object, 'json'],
    ['text in a form', 'application/x-www-form-urlencoded', { type: 'string' }, 'text'],
  ])('%s', (_, mediaType, schema, kind) => {
    expect(mapBody([mediaOf(mediaType, schema)]).encoding?.kind).toBe(kind);
  });

  it('B1 keeps the range of a binary type, which the file settles', () => {
    const { encoding, schema } = mapBody([mediaOf('image/*', binary)]);
    expect(encoding?.mediaType).toBe('image/*');
    expect(schema['description']).toContain('Accepted: image/*.');
  });

  it('B16 of text keeps what is said of the text', () => {
    const { schema } = mapBody([mediaOf('text/plain', { type: 'string', maxLength: 9 })]);
    expect(schema).toEqual({
      type: 'string',
      maxLength: 9,
      description: 'The whole body as text/plain text.',
    });
  });

  it('B16 of text takes the scalar that the schema asks for', () => {
    const { schema, codes } = mapBody([mediaOf('text/plain', { type: 'boolean' })]);
    expect(accepts(schema, true)).toBe(true);
    expect(accepts(schema, 'true')).toBe(false);
    expect(codes).toEqual([]);
  });

  it('B16 of text keeps what a component says of the text', () => {
    const api = apiOf({ schemas: { Key: { type: 'string', minLength: 5 } } });
    const { schema } = mapBody([mediaOf('text/plain', ref('Key'))], { api });
    expect(accepts(schema, 'abcde')).toBe(true);
    expect(accepts(schema, 'abcd')).toBe(false);
  });

  it.each<
    [string, Partial<MediaType>, JsonSchema | undefined, 'newline' | 'recordSeparator', string]
  >([
    ['application/jsonl', { itemSchema: object }, undefined, 'newline', 'object'],
    ['application/x-ndjson', {}, object, 'newline', 'object'],
    ['application/json-seq', {}, { type: 'array', items: object }, 'recordSeparator', 'object'],
  ])('B18 of %s is a list', (mediaType, parts, given, framing, type) => {
    const { schema, encoding } = mapBody([mediaOf(mediaType, given, parts)]);
    expect(encoding).toEqual({ kind: 'jsonLines', mediaType, framing });
    expect(schema).toMatchObject({ type: 'array', items: { type } });
  });
});

describe('an urlencoded form', () => {
  const form = (encoding: MediaType['encoding'], schema: JsonSchema): RequestBody['content'] => [
    mediaOf('application/x-www-form-urlencoded', schema, { encoding }),
  ];

  it('B5 U24 writes fields by their value where nothing is said', () => {
    const { encoding, schema } = mapBody(form({}, object));
    expect(encoding).toEqual({
      kind: 'form',
      mediaType: 'application/x-www-form-urlencoded',
      fields: {},
      otherwise: { kind: 'byValue' },
    });
    expect(schema).toEqual(object);
  });

  it('B6 writes a styled field like a query parameter, content types aside', () => {
    const serialization = {
      kind: 'style',
      style: 'deepObject',
      explode: true,
      allowReserved: false,
    } as const;
    const { encoding } = mapBody(
      form(
        {
          a: encodingOf({ serialization, contentType: 'application/json' }),
          b: encodingOf({ contentType: 'application/json' }),
          c: encodingOf({ contentType: 'application/json' }),
          stray: encodingOf({ serialization }),
        },
        {
          type: 'object',
          properties: { a: { type: 'object' }, b: { type: 'string' }, c: { type: 'object' } },
        },
      ),
      { directives: { arguments: { body: { nested: 'indices', location: at('') } } } },
    );
    expect(encoding).toMatchObject({
      fields: {
        a: { kind: 'serialized', serialization, nested: 'indices' },
        b: {
          kind: 'serialized',
          serialization: { kind: 'content', mediaType: 'application/json' },
        },
      },
    });
    // Objects are JSON anyway, and encodings without a property are ignored (rule B11).
    expect(Object.keys((encoding as { readonly fields: object }).fields)).toEqual(['a', 'b']);
  });

  it('B6 finds fields behind references, members and choices', () => {
    const serialization = {
      kind: 'style',
      style: 'form',
      explode: false,
      allowReserved: false,
    } as const;
    const api = apiOf({
      schemas: {
        Base: { type: 'object', properties: { a: { type: 'array' } } },
        Form: {
          allOf: [ref('Base')],
          oneOf: [{ properties: { b: { type: 'array' } } }, ref('More')],
        },
        More: { type: 'object', properties: { c: { type: 'array' } } },
      },
    });
    const all = encodingOf({ serialization });
    const { encoding } = mapBody(form({ a: all, b: all, c: all }, ref('Form')), { api });
    expect(Object.keys((encoding as { readonly fields: object }).fields)).toEqual(['a', 'b', 'c']);
  });

  it('B8 takes binary fields as base64 text', () => {
    const { schema } = mapBody(form({}, { type: 'object', properties: { icon: binary } }));
    expect(schema['properties']).toEqual({
      icon: { type: 'string', contentEncoding: 'base64', description: 'Bytes as base64 text.' },
    });
  });

  it('is open, with a word about it, where no fields are known', () => {
    const { schema, codes } = mapBody([mediaOf('application/x-www-form-urlencoded')]);
    expect(schema).toEqual({ type: 'object' });
    expect(codes).toEqual(['body-shape-unclear']);
  });
});

describe('a multipart form', () => {
  it('B9 without names of parts takes one file under a name of the caller', () => {
    const upload: JsonSchema = { ...binary, description: 'The receipt' };
    const { encoding, schema, codes } = mapBody([mediaOf('multipart/form-data', upload)]);
    expect(accepts(schema, { file: 'YQ==' })).toBe(true);
    expect(accepts(schema, { file: { data: 'YQ==', filename: 'a.txt' } })).toBe(true);
    expect(accepts(schema, 'YQ==')).toBe(false);
    expect(accepts(schema, { file: 7 })).toBe(false);
    expect(schema['description']).toContain('The receipt');
    expect(encoding).toMatchObject({ kind: 'multipart', otherwise: { value: 'bytes' } });
    expect(codes).toEqual(['body-shape-unclear']);
  });

  it('B13 shows no example whose files are not given as callers give them', () => {
    const schema: JsonSchema = {
      type: 'object',
      properties: { file: binary },
      examples: [{ file: '@/path' }],
      default: { file: '@/path' },
    };
    const examples: readonly JsonValue[] = [{ file: '<bytes>' }];
    const mapped = mapBody([mediaOf('multipart/form-data', schema, { examples })]);
    expect(mapped.schema['examples']).toBeUndefined();
    expect(mapped.schema['default']).toBeUndefined();
    const plain: JsonSchema = { type: 'object', properties: { a: { type: 'string' } } };
    const shown = mapBody([mediaOf('multipart/form-data', plain, { examples: [{ a: 'b' }] })]);
    expect(shown.schema['examples']).toEqual([{ a: 'b' }]);
  });

  it('B9 takes any parts where the schema is neither an object nor bytes', () => {
    const { schema } = mapBody([mediaOf('multipart/form-data', { type: 'string' })]);
    expect(accepts(schema, { any: 'text' })).toBe(true);
    expect(accepts(schema, 'text')).toBe(false);
  });

  const multipart = (
    properties: Readonly<Record<string, JsonSchema>>,
    encoding: MediaType['encoding'] = {},
  ): RequestBody['content'] => [
    mediaOf('multipart/form-data', { type: 'object', properties }, { encoding }),
  ];
  const partsOf = (mapped: Mapped): Readonly<Record<string, JsonValue>> =>
    (mapped.encoding as unknown as { readonly parts: Readonly<Record<string, JsonValue>> }).parts;
  const plain = { allowedContentTypes: [], repeat: false, headers: [] };

  it('B9 writes parts by their value', () => {
    const mapped = mapBody(
      multipart({
        text: { type: 'string' },
        object: { type: 'object' },
        list: { type: 'array', items: { type: 'integer' } },
        lists: { type: 'array', items: { type: 'array', items: { type: 'string' } } },
        encoded: { type: 'string', contentEncoding: 'base64' },
      }),
    );
    expect(partsOf(mapped)).toEqual({
      text: { ...plain, value: 'byValue' },
      object: { ...plain, value: 'byValue' },
      list: { ...plain, value: 'byValue', repeat: true },
      lists: { ...plain, value: 'json', repeat: true },
      encoded: { ...plain, value: 'text', contentType: 'application/octet-stream' },
    });
  });

  it('B13 U25 takes files as base64 text or as objects, one by one or in lists', () => {
    const mapped = mapBody(
      multipart({
        photo: { ...binary, description: 'The photo' },
        more: { type: 'array', items: binary, maxItems: 3 },
        label: { type: 'string' },
      }),
    );
    expect(partsOf(mapped)).toMatchObject({
      photo: { value: 'bytes', repeat: false },
      more: { value: 'bytes', repeat: true },
      label: { value: 'byValue' },
    });
    const file = { data: pngBase64 };
    expect(accepts(mapped.schema, { photo: pngBase64, more: [file, pngBase64], label: 'x' })).toBe(
      true,
    );
    expect(accepts(mapped.schema, { photo: { name: 'x' } })).toBe(false);
    expect(accepts(mapped.schema, { more: [file, file, file, file] })).toBe(false);
    const properties = mapped.schema['properties'] as Readonly<Record<string, JsonSchema>>;
    expect(properties['photo']?.['description']).toBe(
      'The photo. A file: base64 text, a data: URI, or an object with data, filename and contentType.',
    );
  });

  it('B10 offers the media types that a part may have', () => {
    const mapped = mapBody(
      multipart(
        { one: binary, several: binary, range: binary },
        {
          one: encodingOf({ contentType: 'image/png' }),
          several: encodingOf({ contentType: 'image/png, image/jpeg' }),
          range: encodingOf({ contentType: 'image/*' }),
        },
      ),
    );
    expect(partsOf(mapped)).toMatchObject({
      one: { contentType: 'image/png', allowedContentTypes: ['image/png'] },
      several: { contentType: 'image/png', allowedContentTypes: ['image/png', 'image/jpeg'] },
      range: { allowedContentTypes: ['image/*'] },
    });
    expect(accepts(mapped.schema, { several: { data: '', contentType: 'image/jpeg' } })).toBe(true);
    expect(accepts(mapped.schema, { several: { data: '', contentType: 'image/gif' } })).toBe(false);
  });

  it('B9 B15 follows the content type of an encoding', () => {
    const mapped = mapBody(
      multipart(
        { json: { type: 'string' }, csv: { type: 'string' }, pdf: { type: 'string' } },
        {
          json: encodingOf({ contentType: 'application/json' }),
          csv: encodingOf({ contentType: 'text/csv' }),
          pdf: encodingOf({ contentType: 'application/pdf' }),
        },
      ),
    );
    expect(partsOf(mapped)).toMatchObject({
      json: { value: 'json', contentType: 'application/json' },
      csv: { value: 'text', contentType: 'text/csv' },
      pdf: { value: 'bytes', contentType: 'application/pdf' },
    });
  });

  it('B14 reads a property without a type as raw bytes from 3.1 on, and by its value before', () => {
    const content = multipart({ raw: {} });
    expect(partsOf(mapBody(content, { api: apiOf({ specification: '3.1' }) }))).toMatchObject({
      raw: { value: 'bytes' },
    });
    expect(partsOf(mapBody(content, { api: apiOf({ specification: '3.0' }) }))).toMatchObject({
      raw: { value: 'byValue' },
    });
  });

  it('B11 sends part headers whose value is known, and says which are not', () => {
    const header = (
      name: string,
      schema: JsonSchema,
    ): MediaType['encoding'][string]['headers'][number] => ({
      name,
      required: false,
      schema,
      examples: [],
    });
    const mapped = mapBody(
      multipart(
        { a: { type: 'string' } },
        {
          a: encodingOf({
            headers: [
              header('X-Const', { const: 1 }),
              header('X-Default', { type: 'string', default: 'd' }),
              header('X-Free', { type: 'string' }),
              header('Content-Type', { const: 'text/html' }),
            ],
          }),
        },
      ),
    );
    expect(partsOf(mapped)).toMatchObject({
      a: {
        headers: [
          { name: 'X-Const', value: '1' },
          { name: 'X-Default', value: 'd' },
        ],
      },
    });
    expect(mapped.codes).toEqual(['body-part-header-unknown']);
  });

  it('B13 finds files behind references and in choices', () => {
    const api = apiOf({
      schemas: {
        Upload: {
          type: 'object',
          oneOf: [
            { properties: { photo: ref('Photo') } },
            { properties: { url: { type: 'string' } } },
          ],
        },
        Photo: binary,
      },
    });
    const mapped = mapBody([mediaOf('multipart/form-data', ref('Upload'))], { api });
    expect(partsOf(mapped)).toMatchObject({ photo: { value: 'bytes' } });
    expect(JSON.stringify(mapped.schema)).toContain('data: URI');
  });

  it('B12 of a list goes by position, with its own prefix and items', () => {
    const mapped = mapBody([
      mediaOf(
        'multipart/mixed',
        { type: 'array', prefixItems: [{ type: 'object' }], items: binary },
        {
          prefixEncoding: [encodingOf({ contentType: 'application/json' })],
          itemEncoding: encodingOf({ contentType: 'image/png' }),
        },
      ),
    ]);
    expect(mapped.encoding).toMatchObject({
      kind: 'multipartSequence',
      mediaType: 'multipart/mixed',
      prefix: [{ value: 'json', contentType: 'application/json' }],
      item: { value: 'bytes', contentType: 'image/png' },
    });
    expect(accepts(mapped.schema, [{ a: 1 }, pngBase64])).toBe(true);
    expect(accepts(mapped.schema, [{ a: 1 }, { no: 'file' }])).toBe(false);
  });

  it('B12 may hold a part that is multipart itself', () => {
    const mapped = mapBody(
      multipart(
        { bundle: { type: 'object', properties: { photo: binary, note: { type: 'string' } } } },
        {
          bundle: encodingOf({
            contentType: 'multipart/form-data',
            encoding: { photo: encodingOf({ contentType: 'image/png' }) },
          }),
        },
      ),
    );
    expect(partsOf(mapped)).toMatchObject({
      bundle: {
        nested: {
          kind: 'multipart',
          parts: {
            photo: { value: 'bytes', contentType: 'image/png' },
            note: { value: 'byValue' },
          },
        },
      },
    });
    expect(accepts(mapped.schema, { bundle: { photo: { data: pngBase64 }, note: 'x' } })).toBe(
      true,
    );
  });
});
