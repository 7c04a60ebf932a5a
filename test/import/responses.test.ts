import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/model/json.ts';
import { openapi, plainOperation, readDocument } from '../support/read-document.ts';

async function responsesOf(
  responses: unknown,
  components: JsonObject = {},
): ReturnType<typeof readDocument> {
  return readDocument({
    ...openapi('3.2.0', {}, { components }),
    paths: { '/a': { get: { responses } }, '/pets/{id}': { get: plainOperation } },
  });
}

describe('the documented answers of an operation', () => {
  it('R1 are exact codes, ranges and default, in one spelling', async () => {
    const { model, codes } = await responsesOf({
      200: { description: 'Fine' },
      '4xx': { summary: 'Wrong' },
      Default: {},
      ok: {},
      600: {},
      'x-note': {},
    });
    expect(model.operations[0]?.responses).toEqual([
      { status: '200', description: 'Fine', content: [], headers: [], links: [] },
      { status: '4XX', description: 'Wrong', content: [], headers: [], links: [] },
      { status: 'default', content: [], headers: [], links: [] },
    ]);
    expect(codes).toEqual([
      'path-parameter-undeclared',
      'response-status-invalid',
      'response-status-invalid',
    ]);
  });

  it.each([undefined, null, {}])('may be %j', async (responses) => {
    const { model } = await responsesOf(responses);
    expect(model.operations[0]?.responses).toEqual([]);
  });

  it('R22 have headers but for Content-Type, with the schema of either kind', async () => {
    const { model } = await responsesOf(
      {
        200: {
          headers: {
            'X-Total': { description: 'All', schema: { type: 'integer' } },
            'X-Page': { content: { 'application/json': { schema: { type: 'object' } } } },
            'content-type': { schema: { type: 'string' } },
            'X-Shared': { $ref: '#/components/headers/Shared', description: 'Beside' },
            'X-Bare': {},
          },
        },
      },
      { headers: { Shared: { description: 'Own', schema: { type: 'string' } } } },
    );
    expect(model.operations[0]?.responses[0]?.headers).toEqual([
      { name: 'X-Total', description: 'All', schema: { type: 'integer' } },
      { name: 'X-Page', schema: { type: 'object' } },
      { name: 'X-Shared', description: 'Beside', schema: { type: 'string' } },
      { name: 'X-Bare', schema: {} },
    ]);
  });

  it('R21 have links by operationId and by operationRef into the same API', async () => {
    const { model, codes } = await responsesOf(
      {
        200: {
          links: {
            byId: { operationId: 'getPet', parameters: { id: '$response.body#/id' } },
            byRef: { operationRef: '#/paths/~1pets~1{id}/get', description: 'The pet' },
            away: { operationRef: 'https://other.example.com/#/paths/~1x/get' },
            shared: { $ref: '#/components/links/Shared' },
          },
        },
      },
      { links: { Shared: { operationId: 'listPets' } } },
    );
    expect(model.operations[0]?.responses[0]?.links).toEqual([
      { name: 'byId', operationId: 'getPet', parameters: { id: '$response.body#/id' } },
      {
        name: 'byRef',
        operation: { method: 'GET', path: '/pets/{id}' },
        parameters: {},
        description: 'The pet',
      },
      { name: 'shared', operationId: 'listPets', parameters: {} },
    ]);
    expect(codes).toEqual(['link-invalid', 'path-parameter-undeclared']);
  });

  it('have the schema of one item of a stream', async () => {
    const { model } = await responsesOf({
      200: { content: { 'text/event-stream': { itemSchema: { type: 'object' } } } },
    });
    expect(model.operations[0]?.responses[0]?.content).toMatchObject([
      { mediaType: 'text/event-stream', itemSchema: { type: 'object' } },
    ]);
  });
});
