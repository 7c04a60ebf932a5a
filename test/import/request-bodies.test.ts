import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/model/json.ts';
import { openapi, plainOperation, readOperation } from '../support/read-document.ts';

async function bodyOf(
  requestBody: JsonObject,
  method = 'post',
  version = '3.2.0',
): ReturnType<typeof readOperation> {
  return readOperation(
    openapi(
      version,
      { '/a': { [method]: { ...plainOperation, requestBody } } },
      {
        components: {
          requestBodies: {
            Shared: {
              description: 'Own',
              content: { 'text/plain': { schema: { type: 'string' } } },
            },
          },
          mediaTypes: { Json: { schema: { type: 'object' } } },
          headers: { Sum: { required: true, schema: { type: 'string', example: 'abc' } } },
        },
      },
    ),
  );
}

const json = (schema: JsonObject): JsonObject => ({ content: { 'application/json': { schema } } });

describe('a request body', () => {
  it('B1 has every media type as written and in order', async () => {
    const { operation } = await bodyOf({
      required: true,
      description: 'What to add',
      content: {
        'text/*': {},
        'application/json; charset=utf-8': { schema: { type: 'object' } },
        'image/png': null,
      },
    });
    expect(operation.requestBody).toMatchObject({
      required: true,
      description: 'What to add',
      content: [
        { mediaType: 'text/*', encoding: {}, prefixEncoding: [], examples: [] },
        { mediaType: 'application/json; charset=utf-8', schema: { type: 'object' } },
        { mediaType: 'image/png' },
      ],
    });
    expect(operation.requestBody?.content[2]).not.toHaveProperty('schema');
  });

  it('B2 is optional where nothing is said', async () => {
    const { operation } = await bodyOf(json({ type: 'object' }));
    expect(operation.requestBody?.required).toBe(false);
  });

  it.each([
    ['get', '3.1.0', ['body-without-meaning'], true],
    ['delete', '3.0.3', ['body-without-meaning'], true],
    ['delete', '3.1.0', [], true],
    ['post', '3.0.3', [], true],
    ['query', '3.2.0', [], true],
    ['head', '3.1.0', ['body-not-sent'], false],
    ['options', '3.1.0', ['body-not-sent'], false],
    ['trace', '3.1.0', ['body-not-sent'], false],
  ])('B4 of %s in %s: %j, kept %s', async (method, version, codes, kept) => {
    const read = await bodyOf(json({ type: 'object' }), method, version);
    expect(read.codes).toEqual(codes);
    expect(read.operation.requestBody !== undefined).toBe(kept);
  });

  it('B4 of a GET that can hold nothing is left out', async () => {
    const empty = json({ type: 'object', properties: {}, additionalProperties: false });
    const read = await bodyOf(empty, 'get');
    expect(read.operation.requestBody).toBeUndefined();
    expect(read.codes).toEqual(['body-empty']);
    const required = await bodyOf({ ...empty, required: true }, 'get');
    expect(required.operation.requestBody).toBeDefined();
  });

  it('without any media type is none, and says so', async () => {
    const { operation, codes } = await bodyOf({ required: true, content: {} });
    expect(operation.requestBody).toBeUndefined();
    expect(codes).toEqual(['body-without-content']);
  });

  it('V9 may be a reference, and so may its media types in 3.2', async () => {
    const shared = await bodyOf({
      $ref: '#/components/requestBodies/Shared',
      description: 'Beside',
    });
    expect(shared.operation.requestBody).toMatchObject({
      description: 'Beside',
      content: [{ mediaType: 'text/plain' }],
    });
    const media = await bodyOf({
      content: { 'application/json': { $ref: '#/components/mediaTypes/Json' } },
    });
    expect(media.operation.requestBody?.content).toMatchObject([
      { mediaType: 'application/json', schema: { type: 'object' } },
    ]);
  });

  it('B6 has a style for a field only where the document sets one of its three words', async () => {
    const { operation } = await bodyOf({
      content: {
        'application/x-www-form-urlencoded': {
          schema: { type: 'object' },
          encoding: {
            typed: { contentType: 'application/json' },
            deep: { style: 'deepObject' },
            joined: { explode: false },
            raw: { allowReserved: true },
            wrong: { style: 'matrix' },
          },
        },
      },
    });
    const nothing = { headers: [], encoding: {}, prefixEncoding: [] };
    const style = { kind: 'style', style: 'form', explode: true, allowReserved: false };
    expect(operation.requestBody?.content[0].encoding).toEqual({
      typed: { ...nothing, contentType: 'application/json' },
      deep: { ...nothing, serialization: { ...style, style: 'deepObject', explode: false } },
      joined: { ...nothing, serialization: { ...style, explode: false } },
      raw: { ...nothing, serialization: { ...style, allowReserved: true } },
      wrong: { ...nothing, serialization: style },
    });
  });

  it('B11 B12 has part headers without Content-Type, nested encodings and encodings by position', async () => {
    const { operation } = await bodyOf({
      content: {
        'multipart/mixed': {
          itemSchema: { type: 'object' },
          prefixEncoding: [{ contentType: 'application/json' }],
          itemEncoding: {
            contentType: 'multipart/form-data',
            headers: {
              'content-type': { schema: { type: 'string' } },
              'X-Sum': { $ref: '#/components/headers/Sum' },
            },
            encoding: { file: { contentType: 'image/png, image/jpeg' } },
          },
        },
      },
    });
    expect(operation.requestBody?.content[0]).toMatchObject({
      mediaType: 'multipart/mixed',
      itemSchema: { type: 'object' },
      prefixEncoding: [{ contentType: 'application/json' }],
      itemEncoding: {
        contentType: 'multipart/form-data',
        headers: [{ name: 'X-Sum', required: true, schema: { type: 'string' }, examples: ['abc'] }],
        encoding: { file: { contentType: 'image/png, image/jpeg' } },
      },
    });
  });

  it('gives examples, and what a reference leads to where an example is nothing else', async () => {
    const { operation, diagnostics } = await readOperation(
      openapi(
        '3.0.3',
        {
          '/a': {
            post: {
              ...plainOperation,
              requestBody: {
                content: {
                  'application/json': {
                    schema: { type: 'object', example: { $ref: '#/x-examples/ada' } },
                    examples: {
                      data: { value: { $ref: '#/x-examples/ada', other: 1 } },
                      away: { value: { $ref: 'not-read.json' } },
                    },
                  },
                },
              },
            },
          },
        },
        { 'x-examples': { ada: { name: 'Ada' } } },
      ),
    );
    expect(operation.requestBody?.content[0].examples).toEqual([
      { $ref: '#/x-examples/ada', other: 1 },
      { name: 'Ada' },
    ]);
    expect(diagnostics).toMatchObject([{ severity: 'info' }]);
  });

  it('carries its x-mcp', async () => {
    const { operation } = await bodyOf({ ...json({}), 'x-mcp': { description: 'Body' } });
    expect(operation.requestBody?.extensions).toMatchObject([{ value: { description: 'Body' } }]);
  });
});
