import { describe, expect, it } from 'vitest';
import type { ApiModel, Parameter } from '../../src/model/api.ts';
import type { JsonSchema } from '../../src/model/json.ts';
import type { Style } from '../../src/model/serialization.ts';
import { createMock, type MockResult, type ReceivedRequest } from '../../src/mock/index.ts';
import {
  apiOf,
  bodyOf,
  cookieParameter,
  encodingOf,
  headerParameter,
  jsonBody,
  jsonResponse,
  mediaOf,
  operationOf,
  pathParameter,
  queryParameter,
  ref,
  responseOf,
} from '../support/api-builder.ts';

const scalar: JsonSchema = { type: 'string' };
const array: JsonSchema = { type: 'array', items: { type: 'string' } };
const object: JsonSchema = {
  type: 'object',
  properties: { R: { type: 'integer' }, G: { type: 'integer' }, B: { type: 'integer' } },
};
const colors = ['blue', 'black', 'brown'];
const rgb = { R: 100, G: 200, B: 150 };

function send(
  api: ApiModel,
  request: Partial<ReceivedRequest> & { body?: Uint8Array },
): MockResult {
  return createMock(api).handle({
    method: 'GET',
    target: '/things',
    headers: [],
    body: new Uint8Array(),
    ...request,
  });
}

const withParameters = (parameters: readonly Parameter[], path = '/things'): ApiModel =>
  apiOf({ operations: [operationOf({ path, parameters, responses: [jsonResponse('200')] })] });

const styled = (style: Style, explode: boolean): { readonly serialization: never } =>
  // The tables below pair each place with its own styles.
  ({ serialization: { kind: 'style', style, explode, allowReserved: false } }) as never;

describe('a mock reads the table of styles (3.2 §Style Examples)', () => {
  it.each([
    ['matrix', false, scalar, ';color=blue', 'blue'],
    ['matrix', false, array, ';color=blue,black,brown', colors],
    ['matrix', true, array, ';color=blue;color=black;color=brown', colors],
    ['matrix', false, object, ';color=R,100,G,200,B,150', rgb],
    ['matrix', true, object, ';R=100;G=200;B=150', rgb],
    ['label', false, scalar, '.blue', 'blue'],
    ['label', false, array, '.blue,black,brown', colors],
    ['label', true, array, '.blue.black.brown', colors],
    ['label', false, object, '.R,100,G,200,B,150', rgb],
    ['label', true, object, '.R=100.G=200.B=150', rgb],
    ['simple', false, scalar, 'blue', 'blue'],
    ['simple', false, array, 'blue,black,brown', colors],
    ['simple', false, object, 'R,100,G,200,B,150', rgb],
    ['simple', true, object, 'R=100,G=200,B=150', rgb],
  ] as const)('path %s, explode %s: %o as %s', (style, explode, schema, text, expected) => {
    const api = withParameters(
      [pathParameter('color', { schema, ...styled(style, explode) })],
      '/things/{color}',
    );
    const result = send(api, { target: `/things/${text}` });
    expect(result.mismatches).toEqual([]);
    expect(result.decoded['path color']).toEqual(expected);
  });

  it.each([
    ['form', false, scalar, 'color=', ''],
    ['form', false, array, 'color=blue,black,brown', colors],
    ['form', true, array, 'color=blue&color=black&color=brown', colors],
    ['form', false, object, 'color=R,100,G,200,B,150', rgb],
    ['form', true, object, 'R=100&G=200&B=150', rgb],
    ['spaceDelimited', false, array, 'color=blue%20black%20brown', colors],
    ['pipeDelimited', false, array, 'color=blue%7Cblack%7Cbrown', colors],
    ['pipeDelimited', false, object, 'color=R%7C100%7CG%7C200%7CB%7C150', rgb],
    ['deepObject', true, object, 'color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150', rgb],
  ] as const)('query %s, explode %s: %o as %s', (style, explode, schema, query, expected) => {
    const api = withParameters([queryParameter('color', { schema, ...styled(style, explode) })]);
    const result = send(api, { target: `/things?${query}` });
    expect(result.mismatches).toEqual([]);
    expect(result.decoded['query color']).toEqual(expected);
  });

  it('header and cookie: lists and objects', () => {
    const api = withParameters([
      headerParameter('X-Color', { schema: object, ...styled('simple', true) }),
      cookieParameter('ids', { schema: array, ...styled('form', false) }),
    ]);
    const result = send(api, {
      headers: [
        ['x-color', 'R=100,G=200,B=150'],
        ['cookie', 'ids=blue,black,brown; other=1'],
      ],
    });
    expect(result.mismatches).toEqual([]);
    expect(result.decoded).toMatchObject({ 'header X-Color': rgb, 'cookie ids': colors });
  });

  it('undoes the encoding only after splitting, so that a delimiter inside a value survives', () => {
    const api = withParameters([
      queryParameter('color', { schema: array, ...styled('form', false) }),
    ]);
    expect(send(api, { target: '/things?color=a%2Cb,c' }).decoded['query color']).toEqual([
      'a,b',
      'c',
    ]);
  });
});

describe('a mock knows whose a pair or header is', () => {
  it('gives an exploded map what no other parameter and no credential claims', () => {
    const map: JsonSchema = { type: 'object', additionalProperties: { type: 'integer' } };
    const api = withParameters([
      queryParameter('filter', { schema: map, required: true }),
      queryParameter('limit', { schema: { type: 'integer' } }),
    ]);
    const result = send(api, { target: '/things?limit=5&size=7' });
    expect(result.decoded).toMatchObject({ 'query filter': { size: 7 }, 'query limit': 5 });
    expect(send(api, { target: '/things?limit=5' }).mismatches).toMatchObject([
      { place: 'query filter' },
    ]);
  });

  it.each([
    ['7', 7],
    ['all', 'all'],
    ['true', true],
  ])('reads %s as the kind of value that fits', (text, expected) => {
    const schema: JsonSchema = {
      anyOf: [
        { type: 'integer' },
        { type: 'boolean' },
        { enum: ['all'] },
        { type: 'string', maxLength: 1, pattern: '^x' },
      ],
    };
    const result = send(withParameters([queryParameter('level', { schema })]), {
      target: `/things?level=${text}`,
    });
    expect(result.mismatches).toEqual([]);
    expect(result.decoded['query level']).toBe(expected);
  });

  it('holds nothing against a header that every client sends', () => {
    const schema: JsonSchema = { enum: ['base64'] };
    const headers = [['accept-encoding', 'gzip, br']] as const;
    const optional = withParameters([headerParameter('Accept-Encoding', { schema })]);
    expect(send(optional, { headers }).mismatches).toEqual([]);
    const required = withParameters([
      headerParameter('Accept-Encoding', { schema, required: true }),
    ]);
    expect(send(required, { headers }).answer.status).toBe(400);
  });
});

describe('a mock refuses what the document does not describe', () => {
  const api = apiOf({
    operations: [
      operationOf({
        path: '/things/{id}',
        method: 'POST',
        parameters: [
          pathParameter('id', { schema: { type: 'integer' } }),
          queryParameter('limit', { required: true, schema: { type: 'integer', maximum: 10 } }),
        ],
        requestBody: jsonBody({
          type: 'object',
          required: ['name', 'id'],
          properties: { name: { type: 'string' }, id: { type: 'integer', readOnly: true } },
        }),
        responses: [jsonResponse('200')],
      }),
    ],
  });
  const good = {
    method: 'POST',
    target: '/things/7?limit=1',
    headers: [['content-type', 'application/json']] as const,
    body: Buffer.from('{"name":"a"}'),
  };

  it('accepts a request that fits, read-only members left out', () => {
    expect(send(api, good)).toMatchObject({ mismatches: [], operation: 'POST /things/{id}' });
  });

  it.each([
    ['an unknown path', { target: '/other' }, 404, ''],
    ['another method', { method: 'DELETE' }, 405, ''],
    ['a path value of another type', { target: '/things/seven?limit=1' }, 400, 'path id'],
    ['a missing required parameter', { target: '/things/7' }, 400, 'query limit'],
    ['a value out of bounds', { target: '/things/7?limit=99' }, 400, 'query limit'],
    ['an unknown query parameter', { target: '/things/7?limit=1&page=2' }, 400, 'query page'],
    ['a body that is not JSON', { body: Buffer.from('name=a') }, 422, 'body'],
    ['a body without a required member', { body: Buffer.from('{}') }, 422, 'body'],
    ['another media type', { headers: [['content-type', 'text/plain']] as const }, 415, 'body'],
  ])('refuses %s', (_name, change, status, place) => {
    const { answer, mismatches } = send(api, { ...good, ...change });
    expect(answer.status).toBe(status);
    expect(mismatches.map((mismatch) => mismatch.place)).toEqual(place === '' ? [] : [place]);
    expect(JSON.parse(Buffer.from(answer.body).toString())).toMatchObject({ status });
  });
});

describe('a mock reads bodies by their media type', () => {
  const receive = (contentType: string, body: string, schema: JsonSchema): MockResult =>
    send(
      apiOf({
        operations: [
          operationOf({
            method: 'POST',
            requestBody: bodyOf([mediaOf(contentType.split(';')[0] ?? '', schema)]),
          }),
        ],
      }),
      { method: 'POST', headers: [['content-type', contentType]], body: Buffer.from(body) },
    );

  it('reads a form: repeated fields are arrays, `+` is a space', () => {
    const schema = {
      type: 'object',
      properties: { tags: array, n: { type: 'integer' }, t: scalar },
    };
    const result = receive('application/x-www-form-urlencoded', 'tags=a&tags=b+c&n=5&t=7', schema);
    expect(result.decoded['body']).toEqual({ tags: ['a', 'b c'], n: 5, t: '7' });
    expect(result.mismatches).toEqual([]);
  });

  it('reads multipart parts by name, bytes as base64', () => {
    const body = [
      '--x',
      'Content-Disposition: form-data; name="label"',
      '',
      'h\u00E9',
      '--x',
      'Content-Disposition: form-data; name="photo"; filename="a.png"',
      'Content-Type: image/png',
      '',
      'PNG',
      '--x--',
      '',
    ].join('\r\n');
    const schema = {
      type: 'object',
      properties: { label: scalar, photo: { type: 'string', format: 'binary', maxLength: 1 } },
    };
    const result = receive('multipart/form-data; boundary=x', body, schema);
    expect(result.mismatches).toEqual([]);
    expect(result.decoded['body']).toEqual({ label: 'h\u00E9', photo: 'UE5H' });
  });

  it('reads a field whose schema has text only for an empty one as the number that it is', () => {
    const schema: JsonSchema = {
      type: 'object',
      properties: { n: { anyOf: [{ type: 'integer' }, { type: 'string', enum: [''] }] } },
    };
    const read = (text: string): unknown =>
      receive('application/x-www-form-urlencoded', text, schema).decoded['body'];
    expect(read('n=5')).toEqual({ n: 5 });
    expect(read('n=')).toEqual({ n: '' });
  });

  it('B6 reads parts with a style as names and values of a query', () => {
    const joined = styled('form', false);
    const deep = styled('deepObject', true);
    const api = apiOf({
      operations: [
        operationOf({
          method: 'POST',
          requestBody: bodyOf([
            mediaOf(
              'multipart/form-data',
              { type: 'object', properties: { a: object, b: object, c: scalar } },
              { encoding: { a: encodingOf(joined), b: encodingOf(deep) } },
            ),
          ]),
        }),
      ],
    });
    const part = (name: string, value: string): string =>
      `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    const body = `${part('a', 'R,100,G,200,B,150')}${part('b[R]', '1')}${part('b[G]', '2')}${part('c', 'd')}--x--\r\n`;
    const result = send(api, {
      method: 'POST',
      headers: [['content-type', 'multipart/form-data; boundary=x']],
      body: Buffer.from(body),
    });
    expect(result.decoded['body']).toEqual({ a: rgb, b: { R: 1, G: 2 }, c: 'd' });
    expect(result.mismatches).toEqual([]);
  });

  it('B9 reads a part for each item of a list, JSON or not', () => {
    const body = ['{"a":1}', '{"a":2}']
      .map(
        (text) =>
          `--x\r\nContent-Disposition: form-data; name="l"\r\nContent-Type: application/json\r\n\r\n${text}\r\n`,
      )
      .join('');
    const list = { type: 'array', items: { type: 'object' } } as const;
    const schema = { type: 'object', properties: { l: list } } as const;
    const read = (text: string): unknown =>
      receive('multipart/form-data; boundary=x', `${text}--x--\r\n`, schema).decoded['body'];
    expect(read(body)).toEqual({ l: [{ a: 1 }, { a: 2 }] });
    expect(read(body.slice(0, body.lastIndexOf('--x')))).toEqual({ l: [{ a: 1 }] });
  });

  it('takes any parts where a form is described as bytes', () => {
    const body = '--x\r\nContent-Disposition: form-data; name="f"\r\n\r\nabc\r\n--x--\r\n';
    const schema = { type: 'string', format: 'binary' } as const;
    expect(receive('multipart/form-data; boundary=x', body, schema).mismatches).toEqual([]);
  });

  it('takes the alternative that a discriminator names, also where a value fits others too', () => {
    const choice = (discriminator: JsonSchema): MockResult =>
      receive('application/json', '{"kind":"a"}', { oneOf: [{}, {}], ...discriminator });
    expect(choice({}).mismatches[0]?.message).toContain('fits 1 and 2');
    expect(choice({ discriminator: { propertyName: 'kind' } }).mismatches).toEqual([]);
  });

  it('reads JSON Lines as an array and names the line that is none', () => {
    const schema = { type: 'array', items: { type: 'object' } };
    expect(receive('application/jsonl', '{"a":1}\n{"a":2}\n', schema).decoded['body']).toEqual([
      { a: 1 },
      { a: 2 },
    ]);
    expect(receive('application/jsonl', '{"a":1}\n{', schema).mismatches[0]?.message).toContain(
      'line 2',
    );
  });

  it.each<[string, JsonSchema, number]>([
    ['all lines', { type: 'array', items: { type: 'object' } }, 204],
    ['one line', { type: 'object', required: ['a'] }, 204],
    ['a line that these are not', { type: 'object', required: ['b'] }, 422],
    ['text', { type: 'string', format: 'binary' }, 204],
  ])('checks JSON Lines by a schema of %s', (_name, schema, status) => {
    expect(receive('application/x-ndjson', '{"a":1}\n{"a":2}\n', schema).answer.status).toBe(
      status,
    );
  });

  it('refuses XML that is not well-formed', () => {
    expect(receive('application/xml', '<a><b></a>', {}).answer.status).toBe(422);
    expect(receive('application/xml', '<a><b/></a>', {}).mismatches).toEqual([]);
  });
});

describe('a mock answers from the document', () => {
  const answerOf = (api: ApiModel): unknown => {
    const { answer } = send(api, {});
    return JSON.parse(Buffer.from(answer.body).toString());
  };

  it('with the example where there is one', () => {
    const content = [mediaOf('application/json', scalar, { examples: ['shown'] })];
    expect(
      answerOf(apiOf({ operations: [operationOf({ responses: [responseOf('200', content)] })] })),
    ).toBe('shown');
  });

  it('with a sample that ends where a schema refers to itself', () => {
    const schemas = {
      Node: { type: 'object', required: ['name'], properties: { name: scalar, next: ref('Node') } },
    };
    const api = apiOf({
      schemas,
      operations: [operationOf({ responses: [jsonResponse('200', ref('Node'))] })],
    });
    expect(answerOf(api)).toMatchObject({ name: 'text', next: { name: 'text' } });
  });

  it('with a range code and without content where none is documented', () => {
    const api = apiOf({ operations: [operationOf({ responses: [responseOf('204')] })] });
    expect(send(api, {}).answer).toMatchObject({ status: 204, headers: [] });
  });
});

describe('the template that fits best', () => {
  it('is the one with more literal text, whatever the order in the document', () => {
    const api = apiOf({
      operations: [
        operationOf({ path: '/things/{id}', responses: [responseOf('204')] }),
        operationOf({ path: '/things/mine', responses: [responseOf('204')] }),
      ],
    });
    expect(send(api, { target: '/things/mine' })).toMatchObject({
      operation: 'GET /things/mine',
      fits: ['GET /things/mine', 'GET /things/{id}'],
    });
    expect(send(api, { target: '/things/x' }).operation).toBe('GET /things/{id}');
  });
});
