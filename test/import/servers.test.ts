import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/model/json.ts';
import { openapi, plainOperation, readDocument, swagger } from '../support/read-document.ts';

const paths = { '/a': { get: plainOperation } };
const file = 'file:///home/me/openapi.json';
const fetched = 'https://docs.example.com/specs/v2/openapi.json';

async function serversOf(servers: unknown, uri = file): ReturnType<typeof readDocument> {
  return readDocument({ ...openapi('3.1.0', paths), servers }, { uri });
}

describe('the servers of a 3.x document', () => {
  it.each([
    ['https://api.example.com/v1/', file, 'absolute', 'https://api.example.com/v1'],
    ['https://api.example.com:443', file, 'absolute', 'https://api.example.com'],
    ['http://api.example.com:8080/a/../b', file, 'absolute', 'http://api.example.com:8080/b'],
    ['/api/v3', fetched, 'absolute', 'https://docs.example.com/api/v3'],
    ['../v1', fetched, 'absolute', 'https://docs.example.com/specs/v1'],
    ['.', fetched, 'absolute', 'https://docs.example.com/specs/v2'],
    ['//api.example.com/x', fetched, 'absolute', 'https://api.example.com/x'],
    ['/api/v3', file, 'relative', '/api/v3'],
    ['./v1/', file, 'relative', '/v1'],
    ['/', file, 'relative', ''],
    ['//api.example.com/x', file, 'absolute', 'https://api.example.com/x'],
  ])('S2 %s in %s is %s: %s', async (url, uri, kind, resolved) => {
    const { model } = await serversOf([{ url }], uri);
    expect(model.servers).toEqual([{ kind, url: resolved, template: url, variables: {} }]);
  });

  it.each([[[]], [undefined], [null]])(
    'S1 U91 are / where the document has %j',
    async (servers) => {
      const local = await serversOf(servers);
      expect(local.model.servers).toEqual([
        { kind: 'relative', url: '', template: '/', variables: {} },
      ]);
      expect(local.codes).toEqual(['server-relative']);
      const remote = await serversOf(servers, fetched);
      expect(remote.model.servers).toEqual([
        { kind: 'absolute', url: 'https://docs.example.com', template: '/', variables: {} },
      ]);
      expect(remote.codes).toEqual([]);
    },
  );

  it('S1 of an operation go before those of its path item, and those before the root', async () => {
    const at = (host: string): JsonObject[] => [{ url: `https://${host}.example.com` }];
    const { model } = await readDocument(
      openapi('3.0.3', {
        '/a': {
          servers: at('item'),
          get: { ...plainOperation, servers: at('own') },
          post: plainOperation,
          put: { ...plainOperation, servers: [] },
        },
        '/b': { get: plainOperation },
      }),
    );
    expect(model.operations.map(({ servers }) => servers?.map(({ url }) => url))).toEqual([
      ['https://own.example.com'],
      ['https://item.example.com'],
      ['https://item.example.com'],
      undefined,
    ]);
  });

  it('S3 take the first value without a default, and substitute a text once only', async () => {
    const { model, codes } = await serversOf([
      {
        url: 'https://{region}.example.com:{port}/{base}',
        name: 'main',
        description: 'The main one',
        variables: {
          region: { default: 'eu', enum: ['eu', 'us'], description: 'Where' },
          port: { default: 8443 },
          base: { default: 'v{port}' },
        },
      },
      { url: 'https://{env}.example.com', variables: { env: { enum: ['test', 'live'] } } },
    ]);
    expect(model.servers).toEqual([
      {
        kind: 'absolute',
        url: 'https://test.example.com',
        template: 'https://{env}.example.com',
        variables: { env: { default: 'test', enum: ['test', 'live'] } },
      },
    ]);
    expect(codes).toEqual(['server-invalid', 'server-variable-invalid']);
  });

  it('S3 substitute every variable', async () => {
    const { model } = await serversOf([
      {
        url: 'https://{region}.example.com/{base}',
        variables: { region: { default: 'eu' }, base: { default: 'v1' } },
      },
    ]);
    expect(model.servers[0]).toMatchObject({ url: 'https://eu.example.com/v1' });
  });

  it('S3 say where a default is not among the values', async () => {
    const { model, diagnostics } = await serversOf([
      { url: 'https://{a}.example.com', variables: { a: { default: 'x', enum: ['y'] } } },
    ]);
    expect(model.servers[0].url).toBe('https://x.example.com');
    expect(diagnostics).toMatchObject([
      { code: 'server-variable-invalid', location: { pointer: '/servers/0/variables/a' } },
    ]);
  });

  it.each([
    ['S3', 'https://{region}.example.com', 'names {region}'],
    ['S5', 'https://example.com/a?x=1', 'query or a fragment'],
    ['S5', 'https://example.com/a#x', 'query or a fragment'],
    ['S5', 'https://me:secret@example.com', 'user name or a password'],
    ['S6', 'ws://example.com', 'neither http nor https'],
    ['S6', 'localhost:8080/api', 'neither http nor https'],
    ['S6', 'https://', 'cannot be read'],
  ])('%s refuse %s: %s', async (_rule, url, reason) => {
    const { model, diagnostics } = await serversOf([{ url }, { url: 'https://ok.example.com' }]);
    expect(model.servers.map((server) => server.url)).toEqual(['https://ok.example.com']);
    expect(diagnostics).toMatchObject([
      { code: 'server-invalid', severity: 'error', message: expect.stringContaining(reason) },
    ]);
  });

  it('never are another host than the document names: without a usable one the base URL is asked for', async () => {
    const { model, codes } = await serversOf([{ url: 'https://{region}.example.com' }], fetched);
    expect(model.servers).toEqual([
      { kind: 'relative', url: '', template: 'https://{region}.example.com', variables: {} },
    ]);
    expect(codes).toEqual(['server-invalid', 'server-relative']);
  });

  it('S2 V11 resolve against the place that the document came from, not against $self', async () => {
    const { model } = await readDocument(
      {
        ...openapi('3.2.0', paths),
        $self: 'https://elsewhere.example.com/openapi.json',
        servers: [{ url: '/v1' }],
      },
      { uri: fetched },
    );
    expect(model.servers[0].url).toBe('https://docs.example.com/v1');
  });
});

describe('the servers of a 2.0 document', () => {
  it.each([
    [
      { schemes: ['http', 'https', 'wss'] },
      file,
      ['https://api.example.com', 'http://api.example.com'],
    ],
    [{ schemes: ['http'], basePath: '/v1/' }, file, ['http://api.example.com/v1']],
    [{ schemes: [], basePath: 'v1' }, file, ['https://api.example.com/v1']],
    [{ schemes: ['ws'] }, file, ['https://api.example.com']],
    [{ schemes: undefined }, 'http://docs.example.com/x.json', ['http://api.example.com']],
    [{ host: undefined, basePath: '/v1' }, fetched, ['https://docs.example.com/v1']],
    [{ host: undefined, schemes: undefined }, 'http://h:81/x.json', ['http://h:81']],
  ])('V5 of %j in %s are %j', async (fields, uri, urls) => {
    const { model } = await readDocument({ ...swagger(paths), ...fields }, { uri });
    expect(model.servers.map(({ url }) => url)).toEqual(urls);
  });

  it('V5 need a base URL where a file names no host', async () => {
    const { model, codes } = await readDocument(
      { ...swagger(paths), host: undefined, basePath: '/v1' },
      { uri: file },
    );
    expect(model.servers).toEqual([
      { kind: 'relative', url: '/v1', template: '/v1', variables: {} },
    ]);
    expect(codes).toEqual(['server-relative']);
  });

  it('V5 follow the schemes of an operation', async () => {
    const { model } = await readDocument(
      swagger({ '/a': { get: { ...plainOperation, schemes: ['http'] }, post: plainOperation } }),
    );
    expect(model.operations.map(({ servers }) => servers?.map(({ url }) => url))).toEqual([
      ['http://api.example.com'],
      undefined,
    ]);
  });

  it('V5 have no templates in the base path', async () => {
    const { model, codes } = await readDocument(swagger(paths, { basePath: '/{tenant}' }));
    expect(model.servers[0].kind).toBe('relative');
    expect(codes).toContain('server-invalid');
  });
});
