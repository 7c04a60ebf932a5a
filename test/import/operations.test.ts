import { describe, expect, it } from 'vitest';
import {
  openapi,
  plainOperation,
  readDocument,
  readOperation,
  refusalOf,
  swagger,
} from '../support/read-document.ts';

const named = (operationId: string): typeof plainOperation => ({ ...plainOperation, operationId });

describe('the operations of a document', () => {
  it('U60 are the methods of a path item and nothing else in it', async () => {
    const { model } = await readDocument(
      openapi('3.0.3', {
        '/well': {
          summary: 'About the well',
          description: 'Deep.',
          parameters: [{ name: 'depth', in: 'query', schema: { type: 'integer' } }],
          servers: [{ url: 'https://other.example.com' }],
          'x-owner': { operationId: 'notAnOperation' },
          get: named('readWell'),
          post: named('fillWell'),
        },
        'x-paths': { get: named('notOneEither') },
      }),
    );
    expect(model.operations.map(({ method, operationId }) => [method, operationId])).toEqual([
      ['GET', 'readWell'],
      ['POST', 'fillWell'],
    ]);
    expect(model.operations.map(({ parameters }) => parameters.map(({ name }) => name))).toEqual([
      ['depth'],
      ['depth'],
    ]);
  });

  it.each([
    ['2.0', ['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH']],
    ['3.0.3', ['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'TRACE']],
    ['3.1.0', ['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'TRACE']],
    ['3.2.0', ['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'TRACE', 'QUERY']],
  ])('V12 have the methods that %s knows', async (version, methods) => {
    const keys = 'get put post delete options head patch trace query link'.split(' ');
    const paths = { '/a': Object.fromEntries(keys.map((key) => [key, plainOperation])) };
    const { model } = await readDocument(
      version === '2.0' ? swagger(paths) : openapi(version, paths),
    );
    expect(model.operations.map(({ method }) => method)).toEqual(methods);
  });

  it('V12 include additional operations exactly as written, but none that repeats a fixed method', async () => {
    const { model, diagnostics } = await readDocument(
      openapi('3.2.0', {
        '/a': {
          get: plainOperation,
          additionalOperations: {
            COPY: named('copyIt'),
            Link: plainOperation,
            POST: named('repeats'),
            'bad method': plainOperation,
            CONNECT: plainOperation,
          },
        },
      }),
    );
    expect(model.operations.map(({ method, additional }) => [method, additional])).toEqual([
      ['GET', false],
      ['COPY', true],
      ['Link', true],
    ]);
    expect(model.leftOut).toEqual([
      { method: 'POST', path: '/a', operationId: 'repeats' },
      { method: 'bad method', path: '/a' },
      { method: 'CONNECT', path: '/a' },
    ]);
    expect(
      diagnostics.map(({ code, operation, effect }) => [code, operation?.method, effect]),
    ).toEqual([
      ['additional-method-repeated', 'POST', 'operation-left-out'],
      ['additional-method-invalid', 'bad method', 'operation-left-out'],
      ['additional-method-invalid', 'CONNECT', 'operation-left-out'],
    ]);
  });

  it('V12 know no additional operations before 3.2', async () => {
    const { model } = await readDocument(
      openapi('3.1.0', {
        '/a': { get: plainOperation, additionalOperations: { COPY: plainOperation } },
      }),
    );
    expect(model.operations.map(({ method }) => method)).toEqual(['GET']);
  });

  it('V13 do not include webhooks, callbacks and unused path items', async () => {
    const { model } = await readDocument(
      openapi(
        '3.1.0',
        {
          '/a': {
            post: {
              ...plainOperation,
              callbacks: { done: { '{$url}': { post: plainOperation } } },
            },
          },
          '/b': { $ref: '#/components/pathItems/Used' },
        },
        {
          webhooks: { told: { post: plainOperation } },
          components: {
            pathItems: { Used: { get: named('used') }, Unused: { get: named('unused') } },
          },
        },
      ),
    );
    expect(model.operations.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /a',
      'GET /b',
    ]);
  });

  it('V15 keep deprecated ones and say so', async () => {
    const { operation } = await readOperation(
      openapi('3.0.3', { '/a': { get: { ...plainOperation, deprecated: true } } }),
    );
    expect(operation.deprecated).toBe(true);
  });

  it('L5 take local fields before those of the referenced path item, and say where both have one', async () => {
    const { model, diagnostics } = await readDocument(
      openapi(
        '3.1.0',
        {
          '/a': { $ref: '#/components/pathItems/Shared', get: named('local'), put: named('added') },
        },
        { components: { pathItems: { Shared: { get: named('shared'), post: named('kept') } } } },
      ),
    );
    expect(model.operations.map(({ method, operationId }) => [method, operationId])).toEqual([
      ['GET', 'local'],
      ['POST', 'kept'],
      ['PUT', 'added'],
    ]);
    expect(diagnostics).toMatchObject([
      { code: 'path-item-overlap', location: { pointer: '/paths/~1a' } },
    ]);
  });

  it('L9 that are no object are left out one by one, and the rest goes on', async () => {
    const { model, diagnostics } = await readDocument(
      openapi('3.0.3', {
        '/a': { get: 'soon', post: named('fine'), put: null },
        '/b': 7,
        '/c': null,
      }),
    );
    expect(model.operations.map(({ operationId }) => operationId)).toEqual(['fine']);
    expect(model.leftOut).toEqual([{ method: 'GET', path: '/a' }]);
    expect(diagnostics).toMatchObject([
      { code: 'field-invalid', location: { pointer: '/paths/~1b' } },
      {
        code: 'operation-invalid',
        severity: 'error',
        location: { pointer: '/paths/~1a/get' },
        operation: { method: 'GET', path: '/a' },
        effect: 'operation-left-out',
      },
    ]);
  });

  it('L9 are refused only where there is none at all', async () => {
    const refusal = await refusalOf(
      openapi('3.1.0', {}, { webhooks: { told: { post: plainOperation } } }),
    );
    expect(refusal).toMatchObject([
      { code: 'operations-missing', severity: 'error', location: { pointer: '/paths' } },
    ]);
  });

  it('L9 whose body leads nowhere cannot be called and are left out', async () => {
    const { model, diagnostics } = await readDocument(
      openapi('3.0.3', {
        '/a': {
          post: { ...named('broken'), requestBody: { $ref: '#/components/requestBodies/Gone' } },
          get: named('fine'),
        },
      }),
    );
    expect(model.leftOut).toEqual([{ method: 'POST', path: '/a', operationId: 'broken' }]);
    expect(diagnostics).toMatchObject([
      { code: 'reference-unresolved', location: { pointer: '/paths/~1a/post/requestBody' } },
      { code: 'body-unreadable', effect: 'operation-left-out' },
    ]);
  });

  it('L9 stay where a parameter or an answer leads nowhere', async () => {
    const { operation, diagnostics } = await readOperation(
      openapi('3.0.3', {
        '/a': {
          get: {
            operationId: 'stays',
            parameters: [
              { $ref: '#/components/parameters/Gone' },
              { name: 'q', in: 'query', schema: { $ref: '#/components/schemas/Gone' } },
            ],
            responses: { '200': { $ref: '#/components/responses/Gone' } },
          },
        },
      }),
    );
    expect(operation.parameters).toMatchObject([{ name: 'q', schema: {} }]);
    expect(operation.responses).toEqual([{ status: '200', content: [], headers: [], links: [] }]);
    expect(diagnostics.map(({ code, operation: of }) => [code, of?.operationId])).toEqual([
      ['reference-unresolved', 'stays'],
      ['reference-unresolved', 'stays'],
      ['reference-unresolved', 'stays'],
    ]);
  });

  it('are found where authors refer to whole maps, lists and operations', async () => {
    const { operation, codes } = await readOperation(openapi('3.0.3', { $ref: 'paths.json' }), {
      files: {
        'paths.json': { '/pets/{id}': { get: { summary: 'One pet', $ref: 'get.json' } } },
        'get.json': {
          operationId: 'getPet',
          summary: 'Hidden by the one beside the reference',
          description: 'Kept.',
          parameters: { $ref: 'parameters.json' },
          responses: { '200': { description: 'Done.' } },
        },
        'parameters.json': [
          { name: 'id', in: 'path', required: true, schema: { type: 'integer' } },
        ],
      },
    });
    expect(operation).toMatchObject({
      operationId: 'getPet',
      summary: 'One pet',
      description: 'Kept.',
      path: '/pets/{id}',
      parameters: [{ name: 'id', in: 'path', schema: { type: 'integer' } }],
    });
    expect(codes).toEqual(['reference-misplaced', 'reference-misplaced', 'reference-misplaced']);
  });

  it('carry the x-mcp of their path item before their own, unchecked', async () => {
    const { operation } = await readOperation(
      openapi('3.0.3', {
        '/a': { 'x-mcp': { hints: ['read'] }, get: { ...plainOperation, 'x-mcp': { name: 'a' } } },
      }),
    );
    expect(operation.extensions).toEqual([
      {
        value: { hints: ['read'] },
        location: { document: 'file:///api/openapi.json', pointer: '/paths/~1a/x-mcp' },
        rank: 0,
      },
      {
        value: { name: 'a' },
        location: { document: 'file:///api/openapi.json', pointer: '/paths/~1a/get/x-mcp' },
        rank: 0,
      },
    ]);
  });

  it('take the texts of their path item only where they have none', async () => {
    const { model } = await readDocument(
      openapi('3.0.3', {
        '/a': {
          summary: 'Shared',
          description: 'By all.',
          get: plainOperation,
          post: { ...plainOperation, summary: 'Own' },
        },
      }),
    );
    expect(model.operations.map(({ summary, description }) => [summary, description])).toEqual([
      ['Shared', 'By all.'],
      ['Own', undefined],
    ]);
  });
});
