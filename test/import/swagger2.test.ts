import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/model/json.ts';
import { plainOperation, readOperation, swagger } from '../support/read-document.ts';

async function read(
  operation: JsonObject,
  root: JsonObject = {},
  path = '/a',
): ReturnType<typeof readOperation> {
  return readOperation(swagger({ [path]: { post: { ...plainOperation, ...operation } } }, root));
}

const strings: JsonObject = { type: 'array', items: { type: 'string' } };

describe('the parameters of 2.0', () => {
  it.each([
    ['query', undefined, ['comma'], false],
    ['query', 'csv', ['comma'], false],
    ['query', 'ssv', ['space'], false],
    ['query', 'tsv', ['tab'], false],
    ['query', 'pipes', ['pipe'], false],
    ['query', 'multi', [], true],
    ['header', 'pipes', ['pipe'], false],
    ['path', 'ssv', ['space'], false],
  ])(
    'V3 in %s with collectionFormat %s join with %j',
    async (place, format, delimiters, repeat) => {
      const { operation, codes } = await read(
        {
          parameters: [
            {
              name: 'x',
              in: place,
              ...strings,
              ...(format === undefined ? {} : { collectionFormat: format }),
            },
          ],
        },
        {},
        place === 'path' ? '/a/{x}' : '/a',
      );
      expect(operation.parameters).toMatchObject([
        {
          in: place,
          schema: { type: 'array', items: { type: 'string' } },
          serialization: { kind: 'delimited', delimiters, repeat },
        },
      ]);
      expect(codes).toEqual([]);
    },
  );

  it.each([
    [{ ...strings, collectionFormat: 'pipes' }, 'ssv', ['space', 'pipe'], false],
    [{ ...strings, collectionFormat: 'tsv' }, 'multi', ['tab'], true],
    [strings, 'multi', ['comma'], true],
  ])(
    'V3 have a separator of their own at every level: %j in %s',
    async (items, format, delimiters, repeat) => {
      const { operation } = await read({
        parameters: [{ name: 'x', in: 'query', type: 'array', items, collectionFormat: format }],
      });
      expect(operation.parameters[0]?.serialization).toEqual({
        kind: 'delimited',
        delimiters,
        repeat,
      });
    },
  );

  it.each(['header', 'path'])('V3 cannot repeat a name in %s', async (place) => {
    const { operation, codes } = await read(
      { parameters: [{ name: 'x', in: place, ...strings, collectionFormat: 'multi' }] },
      {},
      place === 'path' ? '/a/{x}' : '/a',
    );
    expect(operation.parameters[0]?.serialization).toMatchObject({
      delimiters: ['comma'],
      repeat: false,
    });
    expect(codes).toEqual(['style-illegal']);
  });

  it('have a schema of their own fields and nothing else of them', async () => {
    const { operation } = await read({
      parameters: [
        {
          name: 'x',
          in: 'query',
          description: 'Which',
          required: true,
          allowEmptyValue: true,
          type: 'integer',
          format: 'int32',
          minimum: 1,
          exclusiveMinimum: true,
          'x-nullable': true,
        },
      ],
    });
    expect(operation.parameters).toMatchObject([
      {
        description: 'Which',
        required: true,
        allowEmptyValue: true,
        schema: { type: ['integer', 'null'], format: 'int32', exclusiveMinimum: 1 },
        serialization: { kind: 'style', style: 'form' },
      },
    ]);
    expect(operation.parameters[0]?.schema).not.toHaveProperty('minimum');
    expect(operation.parameters[0]?.schema).not.toHaveProperty('description');
  });

  it('P1 P2 follow the rules of 3.x', async () => {
    const { operation, codes } = await read(
      {
        parameters: [
          { name: 'Accept', in: 'header', type: 'string' },
          { $ref: '#/parameters/page' },
          { name: 'c', in: 'cookie', type: 'string' },
        ],
      },
      { parameters: { page: { name: 'page', in: 'query', type: 'integer' } } },
    );
    expect(operation.parameters).toMatchObject([{ name: 'page', schema: { type: 'integer' } }]);
    expect(codes).toEqual(['parameter-invalid', 'parameter-reserved']);
  });
});

describe('the body of 2.0', () => {
  const body: JsonObject = {
    name: 'documentation only',
    in: 'body',
    description: 'A pet',
    required: true,
    schema: { type: 'object', properties: { name: { type: 'string' } } },
  };

  it.each([
    [['application/xml'], undefined, ['application/xml']],
    [['application/xml'], ['application/json', 'text/csv'], ['application/json', 'text/csv']],
    [['application/xml'], [], ['application/json']],
    [undefined, undefined, ['application/json']],
  ])('V4 with %j at the root and %j of its own is sent as %j', async (root, own, types) => {
    const { operation } = await read(
      { parameters: [body], ...(own === undefined ? {} : { consumes: own }) },
      root === undefined ? {} : { consumes: root },
    );
    expect(operation.requestBody?.content.map(({ mediaType }) => mediaType)).toEqual(types);
    expect(operation.requestBody).toMatchObject({ description: 'A pet', required: true });
    expect(operation.parameters).toEqual([]);
  });

  const field = (name: string, more: JsonObject): JsonObject => ({ name, in: 'formData', ...more });
  const form = 'application/x-www-form-urlencoded';
  const multipart = 'multipart/form-data';

  it.each([
    [[field('a', { type: 'file' })], [form], multipart],
    [[field('a', { type: 'file' })], [multipart], multipart],
    [[field('a', { type: 'array', items: { type: 'file' } })], [form], multipart],
    [[field('a', { type: 'string' })], [multipart, form], form],
    [[field('a', { type: 'string' })], [multipart], multipart],
    [[field('a', { type: 'string' })], ['application/json'], form],
    [[field('a', { type: 'string' })], [], form],
  ])('V4 of the fields %j with %j is %s', async (parameters, consumes, mediaType) => {
    const { operation } = await read({ parameters, consumes });
    expect(operation.requestBody?.content.map((media) => media.mediaType)).toEqual([mediaType]);
  });

  it('is one object of the form fields, each with its serialization', async () => {
    const { operation } = await read({
      consumes: [multipart],
      parameters: [
        field('title', { type: 'string', required: true, description: 'Its title' }),
        field('tags', { ...strings, collectionFormat: 'multi' }),
        field('codes', { ...strings }),
        field('photo', { type: 'file' }),
        { name: 'q', in: 'query', type: 'string' },
      ],
    });
    expect(operation.requestBody).toMatchObject({
      required: true,
      content: [
        {
          mediaType: multipart,
          schema: {
            type: 'object',
            required: ['title'],
            properties: {
              title: { type: 'string', description: 'Its title' },
              tags: { type: 'array', items: { type: 'string' } },
              codes: { type: 'array', items: { type: 'string' } },
              photo: { type: 'string', format: 'binary' },
            },
          },
          encoding: {
            tags: { serialization: { kind: 'delimited', delimiters: [], repeat: true } },
            codes: { serialization: { kind: 'delimited', delimiters: ['comma'], repeat: false } },
          },
        },
      ],
    });
    expect(operation.requestBody?.content[0].encoding).not.toHaveProperty('title');
    expect(operation.parameters.map(({ name }) => name)).toEqual(['q']);
  });

  it('wins over form fields, with a report', async () => {
    const { operation, codes } = await read({
      parameters: [field('a', { type: 'string' }), body],
    });
    expect(operation.requestBody?.content[0].schema).toMatchObject({ properties: { name: {} } });
    expect(codes).toEqual(['body-and-form']);
  });
});

describe('the answers of 2.0', () => {
  it('V6 have no content without a schema, and bytes of the produced types for a file', async () => {
    const { operation } = await read(
      {
        produces: ['image/png', 'image/gif'],
        responses: {
          200: { description: 'A picture', schema: { type: 'file' } },
          204: { description: 'Nothing' },
          default: { $ref: '#/responses/Wrong' },
        },
      },
      {
        responses: {
          Wrong: {
            description: 'Wrong',
            schema: { type: 'object' },
            examples: { 'image/gif': { code: 1 } },
            headers: {
              'X-Codes': { description: 'All', type: 'array', items: { type: 'integer' } },
            },
          },
        },
      },
    );
    const [picture, nothing, wrong] = operation.responses;
    expect(picture?.content).toMatchObject([
      { mediaType: 'image/png', schema: { type: 'string', format: 'binary' } },
      { mediaType: 'image/gif', schema: { type: 'string', format: 'binary' } },
    ]);
    expect(nothing?.content).toEqual([]);
    expect(wrong).toMatchObject({
      status: 'default',
      description: 'Wrong',
      content: [
        { mediaType: 'image/png', examples: [] },
        { mediaType: 'image/gif', examples: [{ code: 1 }] },
      ],
      headers: [
        {
          name: 'X-Codes',
          description: 'All',
          schema: { type: 'array', items: { type: 'integer' } },
        },
      ],
    });
  });

  it.each([
    [{ type: 'object' }, 'application/json'],
    [{ type: 'file' }, 'application/octet-stream'],
  ])('of %j without produced types are %s', async (schema, mediaType) => {
    const { operation } = await read({ responses: { 200: { description: 'x', schema } } });
    expect(operation.responses[0]?.content.map((media) => media.mediaType)).toEqual([mediaType]);
  });
});
