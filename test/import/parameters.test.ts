import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/model/json.ts';
import type { ReadDocument } from '../support/read-document.ts';
import { openapi, plainOperation, readOperation } from '../support/read-document.ts';

interface Lists {
  readonly own?: readonly JsonObject[];
  readonly shared?: readonly JsonObject[];
  readonly version?: string;
  readonly components?: JsonObject;
  readonly security?: readonly JsonObject[];
}

async function read(lists: Lists): ReturnType<typeof readOperation> {
  const { own = [], shared = [], version = '3.2.0', components = {}, security = [] } = lists;
  return readOperation(
    openapi(
      version,
      { '/a': { parameters: shared, get: { ...plainOperation, parameters: own, security } } },
      { components },
    ),
  );
}

const text: JsonObject = { type: 'string' };
const query = (name: string, more: JsonObject = { schema: text }): JsonObject => ({
  name,
  in: 'query',
  ...more,
});

async function serializationOf(
  parameter: JsonObject,
  version = '3.2.0',
): Promise<{ readonly serialization: unknown; readonly codes: ReadDocument['codes'] }> {
  const { operation, codes } = await readOperation(
    openapi(version, {
      [parameter['in'] === 'path' ? '/a/{color}' : '/a']: {
        get: { ...plainOperation, parameters: [{ name: 'color', schema: text, ...parameter }] },
      },
    }),
  );
  return { serialization: operation.parameters[0]?.serialization, codes };
}

describe('the parameters of an operation', () => {
  it('P1 merge the lists by name and place; the operation wins and removes nothing', async () => {
    const { operation } = await read({
      shared: [
        query('a', { description: 'shared', schema: text }),
        query('b'),
        { name: 'X-Trace', in: 'header', description: 'shared', schema: text },
      ],
      own: [
        query('a', { description: 'own', schema: { type: 'integer' } }),
        query('A'),
        { name: 'x-trace', in: 'header', description: 'own', schema: text },
        { name: 'a', in: 'cookie', schema: text },
      ],
    });
    expect(
      operation.parameters.map(({ in: place, name, description }) => [place, name, description]),
    ).toEqual([
      ['query', 'a', 'own'],
      ['query', 'b', undefined],
      ['header', 'x-trace', 'own'],
      ['query', 'A', undefined],
      ['cookie', 'a', undefined],
    ]);
  });

  it('P1 take the first of two in one list, and say so', async () => {
    const { operation, diagnostics } = await read({
      own: [query('a', { description: 'first', schema: text }), query('a')],
    });
    expect(operation.parameters).toMatchObject([{ description: 'first' }]);
    expect(diagnostics).toMatchObject([
      { code: 'parameter-repeated', location: { pointer: '/paths/~1a/get/parameters/1' } },
    ]);
  });

  it.each(['Accept', 'content-type', 'AUTHORIZATION'])(
    'P2 never include the header %s',
    async (name) => {
      const { operation, codes } = await read({ own: [{ name, in: 'header', schema: text }] });
      expect(operation.parameters).toEqual([]);
      expect(codes).toEqual(['parameter-reserved']);
    },
  );

  it.each([
    'Host',
    'Content-Length',
    'Transfer-Encoding',
    'Connection',
    'Upgrade',
    'TE',
    'Trailer',
    'Proxy-Authorization',
    'cookie',
  ])('P3 never include the header %s, which the connection decides', async (name) => {
    const { operation } = await read({ own: [{ name, in: 'header', schema: text }, query(name)] });
    expect(operation.parameters.map(({ in: place }) => place)).toEqual(['query']);
  });

  it.each([
    ['header', 'x-api-key', 'X-API-Key', 0],
    ['query', 'api_key', 'api_key', 0],
    ['query', 'API_KEY', 'api_key', 1],
    ['cookie', 'session', 'session', 0],
    ['query', 'session', 'other', 1],
  ])(
    'K8 drop the %s parameter %s only where the scheme of the operation supplies it (%s)',
    async (place, name, schemeName, left) => {
      const { operation } = await read({
        own: [{ name, in: place, schema: text }],
        security: [{ key: [] }],
        components: { securitySchemes: { key: { type: 'apiKey', in: place, name: schemeName } } },
      });
      expect(operation.parameters).toHaveLength(left);
    },
  );

  it('K8 keep one that a scheme supplies to other operations only', async () => {
    const { operation } = await read({
      own: [{ name: 'api_key', in: 'header', schema: text }],
      components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'api_key' } } },
    });
    expect(operation.parameters).toMatchObject([{ name: 'api_key' }]);
  });

  it('P4 J14 are text without schema and content, with a warning', async () => {
    const { operation, codes } = await read({ own: [query('a', {})] });
    expect(operation.parameters).toMatchObject([{ schema: text }]);
    expect(codes).toEqual(['parameter-schema-missing']);
  });

  it('P4 take the fields of 2.0 where an author writes them without a schema', async () => {
    const { operation } = await read({ own: [query('a', { type: 'integer', maximum: 9 })] });
    expect(operation.parameters).toMatchObject([{ schema: { type: 'integer', maximum: 9 } }]);
  });

  it('P4 take the schema beside a content, and the first media type of several', async () => {
    const { operation, codes } = await read({
      own: [
        query('both', { schema: text, content: { 'application/json': { schema: {} } } }),
        query('several', {
          content: {
            'application/json': { schema: { type: 'object' } },
            'text/plain': { schema: text },
          },
        }),
      ],
    });
    expect(operation.parameters).toMatchObject([
      { name: 'both', schema: text, serialization: { kind: 'style' } },
      {
        name: 'several',
        schema: { type: 'object' },
        serialization: { kind: 'content', mediaType: 'application/json' },
      },
    ]);
    expect(codes).toEqual(['parameter-content', 'parameter-content']);
  });

  it('P4 allow one querystring, by content and without query parameters', async () => {
    const whole = (name: string): JsonObject => ({
      name,
      in: 'querystring',
      content: { 'application/json': { schema: { type: 'object' } } },
    });
    const alone = await read({ own: [whole('q')] });
    expect(alone.operation.parameters).toMatchObject([
      { in: 'querystring', serialization: { kind: 'content', mediaType: 'application/json' } },
    ]);
    expect(alone.codes).toEqual([]);
    const twice = await read({ own: [whole('q'), whole('r')] });
    expect(twice.operation.parameters).toMatchObject([{ name: 'q' }]);
    expect(twice.codes).toEqual(['querystring-conflict']);
    const mixed = await read({ own: [whole('q'), query('a')] });
    expect(mixed.operation.parameters).toMatchObject([{ name: 'a' }]);
    expect(mixed.codes).toEqual(['querystring-conflict']);
    const styled = await read({ own: [{ name: 'q', in: 'querystring', schema: text }] });
    expect(styled.operation.parameters).toMatchObject([
      { serialization: { kind: 'content', mediaType: 'application/x-www-form-urlencoded' } },
    ]);
    expect(styled.codes).toEqual(['parameter-content']);
  });

  it('P30 report a key in the query beside a parameter that is the whole query', async () => {
    const { codes } = await read({
      own: [{ name: 'q', in: 'querystring', content: { 'text/plain': { schema: text } } }],
      security: [{ key: [] }],
      components: { securitySchemes: { key: { type: 'apiKey', in: 'query', name: 'key' } } },
    });
    expect(codes).toEqual(['querystring-conflict']);
  });

  it.each([
    ['path', 'simple', false],
    ['query', 'form', true],
    ['header', 'simple', false],
    ['cookie', 'form', true],
  ])('P5 in %s have style %s and explode %s by default', async (place, style, explode) => {
    const { serialization } = await serializationOf({ in: place });
    expect(serialization).toEqual({ kind: 'style', style, explode, allowReserved: false });
  });

  it.each([
    ['path', 'label', false],
    ['path', 'matrix', false],
    ['query', 'spaceDelimited', false],
    ['query', 'pipeDelimited', false],
    ['query', 'deepObject', false],
    ['cookie', 'cookie', true],
  ])('P5 in %s with style %s have explode %s by default', async (place, style, explode) => {
    const { serialization, codes } = await serializationOf({ in: place, style });
    expect(serialization).toMatchObject({ style, explode });
    expect(codes).toEqual([]);
  });

  it.each([
    ['path', 'form', 'simple'],
    ['path', 'deepObject', 'simple'],
    ['query', 'simple', 'form'],
    ['query', 'cookie', 'form'],
    ['header', 'form', 'simple'],
    ['cookie', 'simple', 'form'],
    ['cookie', 7, 'form'],
  ])('P6 in %s with the illegal style %s fall back to %s', async (place, style, fallback) => {
    const { serialization, codes } = await serializationOf({ in: place, style });
    expect(serialization).toMatchObject({ style: fallback });
    expect(codes).toEqual(['style-illegal']);
  });

  it.each([
    ['3.0.3', 'query', true],
    ['3.1.0', 'path', false],
    ['3.2.0', 'path', true],
    ['3.2.0', 'cookie', true],
    ['3.2.0', 'header', false],
  ])('in %s %s allow reserved characters: %s', async (version, place, allowed) => {
    const { serialization } = await serializationOf({ in: place, allowReserved: true }, version);
    expect(serialization).toMatchObject({ allowReserved: allowed });
  });

  it('P12 warn where an exploded object can meet another parameter', async () => {
    const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
      schema: { type: 'object', properties, ...more },
    });
    const clash = await read({
      own: [query('filter', { schema: { $ref: '#/components/schemas/F' } }), query('page')],
      components: { schemas: { F: { type: 'object', properties: { page: text } } } },
    });
    expect(clash.diagnostics).toMatchObject([
      { code: 'parameter-collision', message: expect.stringContaining(': page.') },
    ]);
    const open = await read({
      own: [query('filter', object({}, { additionalProperties: true })), query('page')],
    });
    expect(open.codes).toEqual(['parameter-collision']);
    const apart = await read({
      own: [
        query('filter', { ...object({ page: text }), style: 'deepObject' }),
        query('only', object({ other: text })),
        query('page'),
      ],
    });
    expect(apart.codes).toEqual([]);
  });

  it.each<[string, boolean, JsonObject]>([
    ['objects in a list', true, { schema: { type: 'array', items: { type: 'object' } } }],
    [
      'a list in an object',
      true,
      { schema: { type: 'object', properties: { a: { items: text } } } },
    ],
    [
      'objects as members of any name',
      true,
      { schema: { additionalProperties: { type: 'object' } } },
    ],
    ['what a reference leads to', true, { schema: { $ref: '#/components/schemas/Lists' } }],
    [
      'one branch of a choice',
      true,
      { schema: { anyOf: [text, { items: { type: ['object', 'null'] } }] } },
    ],
    ['scalars in a list', false, { schema: { type: 'array', items: text } }],
    ['scalars in an object', false, { schema: { type: 'object', properties: { a: text } } }],
    ['a schema that comes back to itself', true, { schema: { $ref: '#/components/schemas/Tree' } }],
    [
      'deepObject',
      false,
      { style: 'deepObject', schema: { type: 'object', properties: { a: { items: text } } } },
    ],
    ['JSON', false, { content: { 'application/json': { schema: { items: { type: 'object' } } } } }],
  ])('P13 warn of lists and objects inside another: %s: %s', async (_name, warns, more) => {
    const schemas = {
      Lists: { type: 'array', items: { $ref: '#/components/schemas/Names' } },
      Names: { type: 'array', items: text },
      Tree: { type: 'object', properties: { child: { $ref: '#/components/schemas/Tree' } } },
    };
    const { codes } = await read({
      version: '3.1.0',
      own: [{ name: 'q', in: 'query', ...more }],
      components: { schemas },
    });
    expect(codes).toEqual(warns ? ['parameter-nested'] : []);
  });

  it('V9 take the description beside a reference in 3.1, and ignore it in 3.0', async () => {
    const lists = {
      own: [{ $ref: '#/components/parameters/Page', description: 'Beside.', required: true }],
      components: { parameters: { Page: query('page', { description: 'Own.', schema: text }) } },
    };
    const modern = await read({ ...lists, version: '3.1.0' });
    expect(modern.operation.parameters).toMatchObject([
      { description: 'Beside.', required: false },
    ]);
    const old = await read({ ...lists, version: '3.0.3' });
    expect(old.operation.parameters).toMatchObject([{ description: 'Own.', required: false }]);
  });

  it('carry their x-mcp, that beside a reference too', async () => {
    const { operation } = await read({
      own: [{ $ref: '#/components/parameters/Page', 'x-mcp': { hide: true } }],
      components: { parameters: { Page: query('page', { schema: text, 'x-mcp': { name: 'p' } }) } },
    });
    expect(operation.parameters[0]?.extensions).toMatchObject([
      { value: { name: 'p' }, location: { pointer: '/components/parameters/Page/x-mcp' } },
      { value: { hide: true }, location: { pointer: '/paths/~1a/get/parameters/0/x-mcp' } },
    ]);
  });

  it('give their own examples before those of the schema', async () => {
    const { operation } = await read({
      own: [
        query('a', { example: 'own', schema: { type: 'string', example: 'of the schema' } }),
        query('b', {
          examples: {
            one: { value: [1, 2] },
            two: { dataValue: null },
            three: { externalValue: 'https://example.com/x' },
            four: { $ref: '#/components/examples/Four' },
          },
          schema: {},
        }),
      ],
      components: { examples: { Four: { value: 4 } } },
    });
    expect(operation.parameters.map(({ examples }) => examples)).toEqual([
      ['own', 'of the schema'],
      [[1, 2], null, 4],
    ]);
  });

  it('that have no name or no known place are left out, and the rest stays', async () => {
    const { operation, codes } = await read({
      own: [
        { in: 'query', schema: text },
        { name: 'a', schema: text },
        { name: 'b', in: 'body', schema: text },
        query('fine'),
      ],
    });
    expect(operation.parameters.map(({ name }) => name)).toEqual(['fine']);
    expect(codes).toEqual(['parameter-invalid', 'parameter-invalid', 'parameter-invalid']);
  });
});
