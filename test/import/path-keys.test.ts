import { describe, expect, it } from 'vitest';
import { parsePathKey } from '../../src/import/shared/path-key.ts';
import type { PathPart } from '../../src/model/api.ts';
import { openapi, plainOperation, readDocument, readOperation } from '../support/read-document.ts';

const literal = (text: string): PathPart => ({ kind: 'literal', text });
const expression = (name: string): PathPart => ({ kind: 'expression', name });

describe('a path key', () => {
  it.each<[string, readonly string[], readonly PathPart[]]>([
    ['/pets', [], [literal('/pets')]],
    ['/pets/{id}', ['id'], [literal('/pets/'), expression('id')]],
    ['/{a}-{b}', ['a', 'b'], [literal('/'), expression('a'), literal('-'), expression('b')]],
    ['/{file}.{ext}', [], [literal('/'), expression('file'), literal('.'), expression('ext')]],
    ['/v1/{name}:cancel', [], [literal('/v1/'), expression('name'), literal(':cancel')]],
    ['/{+path}', ['path'], [literal('/'), expression('path')]],
    ['/{path*}', ['path'], [literal('/'), expression('path')]],
    ['/{name=shelves/*}', [], [literal('/'), expression('name')]],
    ['/{id:[0-9]+}', ['id'], [literal('/'), expression('id')]],
    ['/{id:[0-9]+}', ['id:[0-9]+'], [literal('/'), expression('id:[0-9]+')]],
    ['/x/{}', [], [literal('/x/'), expression('')]],
    ['/a b/ü/100%/%41', [], [literal('/a%20b/%C3%BC/100%25/%41')]],
    ['/a\ud800', [], [literal('/a%EF%BF%BD')]],
    ['/{a}#{b}', [], [literal('/'), expression('a')]],
  ])('P25 %s is cut into text and expressions', (key, declared, template) => {
    expect(parsePathKey(key, new Set(declared))).toMatchObject({ kind: 'usable', template });
  });

  it.each([
    ['/{+path}', true],
    ['/{path=**}', true],
    ['/{path=shelves/*}', true],
    ['/{path=*}', false],
    ['/{path}', false],
  ])('P23 %s lets a value hold several segments: %s', (key, several) => {
    const parsed = parsePathKey(key, new Set(['path']));
    expect(parsed.kind === 'usable' && parsed.multiSegment.has('path')).toBe(several);
  });

  it.each([
    ['/a?beta=true', [{ kind: 'fixed', name: 'beta', value: 'true' }]],
    ['/a?refresh', [{ kind: 'fixed', name: 'refresh', value: '' }]],
    [
      '/a?x=1+2&y=%26',
      [
        { kind: 'fixed', name: 'x', value: '1 2' },
        { kind: 'fixed', name: 'y', value: '&' },
      ],
    ],
    ['/a?id={id}', [{ kind: 'parameter', name: 'id', parameter: 'id' }]],
    [
      '/a{?page,limit}',
      [
        { kind: 'parameter', name: 'page', parameter: 'page' },
        { kind: 'parameter', name: 'limit', parameter: 'limit' },
      ],
    ],
  ])('%s says what its query holds', (key, query) => {
    expect(parsePathKey(key, new Set())).toMatchObject({ kind: 'usable', query });
  });

  it.each(['/a/{b', '/a/b}', '/a/{b{c}}', '/a?x=pre{b}', '/a?{b}=1'])(
    '%s cannot be sent',
    (key) => {
      expect(parsePathKey(key, new Set(['b'])).kind).toBe('unusable');
    },
  );
});

describe('paths and their parameters', () => {
  const path = (name: string, schema = { type: 'integer' }): object => ({
    name,
    in: 'path',
    required: true,
    schema,
  });
  const get = (parameters: readonly object[]): Parameters<typeof openapi>[1] => ({
    get: { ...plainOperation, parameters: parameters as never },
  });

  it('L10 make up a parameter that nobody declares, as required text', async () => {
    const { operation, diagnostics } = await readOperation(
      openapi('3.0.3', { '/pets/{id}': get([]) }),
    );
    expect(operation.parameters).toMatchObject([
      {
        in: 'path',
        name: 'id',
        required: true,
        schema: { type: 'string' },
        serialization: { kind: 'style', style: 'simple', explode: false },
      },
    ]);
    expect(diagnostics).toMatchObject([
      { code: 'path-parameter-undeclared', severity: 'warning', operation: { path: '/pets/{id}' } },
    ]);
  });

  it('L10 leave out a declared one that the path does not name', async () => {
    const { operation, codes } = await readOperation(
      openapi('3.0.3', { '/pets': get([path('id')]) }),
    );
    expect(operation.parameters).toEqual([]);
    expect(codes).toEqual(['path-parameter-unused']);
  });

  it('L10 join two names that differ in case only', async () => {
    const { operation, codes } = await readOperation(
      openapi('3.0.3', { '/pets/{petId}': get([path('PetID')]) }),
    );
    expect(operation.parameters).toMatchObject([{ name: 'petId', schema: { type: 'integer' } }]);
    expect(codes).toEqual(['path-parameter-case']);
  });

  it('L10 are required whatever the document says', async () => {
    const { operation } = await readOperation(
      openapi('3.0.3', { '/pets/{id}': get([{ ...path('id'), required: false }]) }),
    );
    expect(operation.parameters).toMatchObject([{ required: true }]);
  });

  it('L10 fill both places of a name that stands twice', async () => {
    const { operation, codes } = await readOperation(
      openapi('3.0.3', { '/a/{id}/b/{id}': get([path('id')]) }),
    );
    expect(operation.parameters).toHaveLength(1);
    expect(codes).toEqual(['path-expression-repeated']);
  });

  it('P23 honor x-multi-segment', async () => {
    const { operation } = await readOperation(
      openapi('3.0.3', { '/files/{path}': get([{ ...path('path'), 'x-multi-segment': true }]) }),
    );
    expect(operation.parameters).toMatchObject([{ multiSegment: true }]);
  });

  it('send the query that a key writes, and take it from a parameter where the key names one', async () => {
    const { model, codes } = await readDocument(
      openapi('3.0.3', {
        '/token?refresh': get([]),
        '/pets?by={id}&beta=true': get([
          path('id'),
          { name: 'beta', in: 'query', schema: { type: 'boolean' } },
        ]),
      }),
    );
    expect(
      model.operations.map(({ pathTemplate, parameters }) => [
        pathTemplate,
        parameters.map((parameter) => ({
          in: parameter.in,
          name: parameter.name,
          required: parameter.required,
          schema: parameter.schema,
          ...(parameter.in === 'query' && parameter.fixed !== undefined
            ? { fixed: parameter.fixed }
            : {}),
        })),
      ]),
    ).toEqual([
      [
        [literal('/token')],
        [
          {
            in: 'query',
            name: 'refresh',
            required: true,
            schema: { type: 'string', const: '' },
            fixed: '',
          },
        ],
      ],
      [
        [literal('/pets')],
        [
          { in: 'query', name: 'by', required: true, schema: { type: 'integer' } },
          {
            in: 'query',
            name: 'beta',
            required: true,
            schema: { type: 'string', const: 'true' },
            fixed: 'true',
          },
        ],
      ],
    ]);
    expect(codes).toEqual(['path-query', 'path-query']);
  });

  it('keep operations apart that differ in a fragment only, and never send it', async () => {
    const { model, codes } = await readDocument(
      openapi('3.0.3', { '/engage#set': get([]), '/engage#unset': get([]) }),
    );
    expect(model.operations.map(({ path: key, pathTemplate }) => [key, pathTemplate])).toEqual([
      ['/engage#set', [literal('/engage')]],
      ['/engage#unset', [literal('/engage')]],
    ]);
    expect(codes).toEqual(['path-fragment', 'path-fragment']);
  });

  it('get a slash in front where the key has none', async () => {
    const { operation, codes } = await readOperation(openapi('3.0.3', { pets: get([]) }));
    expect(operation).toMatchObject({ path: 'pets', pathTemplate: [literal('/pets')] });
    expect(codes).toEqual(['path-without-slash']);
  });

  it('that cannot be sent leave their operations out, with the reason', async () => {
    const { model, diagnostics } = await readDocument(
      openapi('3.0.3', { '/a/{b': { ...get([]), post: plainOperation }, '/ok': get([]) }),
    );
    expect(model.leftOut).toEqual([
      { method: 'GET', path: '/a/{b' },
      { method: 'POST', path: '/a/{b' },
    ]);
    expect(diagnostics.map(({ code, effect }) => [code, effect])).toEqual([
      ['path-unusable', 'operation-left-out'],
      ['path-unusable', 'operation-left-out'],
    ]);
  });
});
