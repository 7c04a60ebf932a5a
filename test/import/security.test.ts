import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/model/json.ts';
import { openapi, plainOperation, readDocument, swagger } from '../support/read-document.ts';

const schemes: JsonObject = {
  key: { type: 'apiKey', in: 'header', name: 'X-Key' },
  token: { type: 'http', scheme: 'Bearer', bearerFormat: 'JWT' },
};

async function securityOf(
  root: JsonObject,
  own: JsonObject,
  version = '3.1.0',
): ReturnType<typeof readDocument> {
  return readDocument(
    openapi(
      version,
      { '/a': { get: { ...plainOperation, ...own } } },
      { ...root, components: { securitySchemes: schemes } },
    ),
  );
}

describe('the security of an operation', () => {
  it.each<[string, JsonObject, JsonObject, unknown]>([
    ['is that of the root without its own', { security: [{ key: [] }] }, {}, [['key']]],
    [
      'replaces that of the root',
      { security: [{ key: [] }] },
      { security: [{ token: [] }] },
      [['token']],
    ],
    ['is none where it is empty', { security: [{ key: [] }] }, { security: [] }, []],
    ['is none where nobody says anything', {}, {}, []],
    [
      'has alternatives in order, each with all its schemes',
      {},
      { security: [{ key: [], token: [] }, {}, { token: [] }] },
      [['key', 'token'], [], ['token']],
    ],
  ])('K1 %s', async (_name, root, own, expected) => {
    const { model, codes } = await securityOf(root, own);
    const security = model.operations[0]?.security;
    expect(security?.map((requirement) => requirement.schemes.map(({ scheme }) => scheme))).toEqual(
      expected,
    );
    expect(codes).toEqual([]);
  });

  it('K1 keeps scopes and roles', async () => {
    const { model } = await securityOf({}, { security: [{ token: ['read', 'write'] }] });
    expect(model.operations[0]?.security).toEqual([
      { schemes: [{ scheme: 'token', scopes: ['read', 'write'] }] },
    ]);
  });

  it('K1 leaves out an alternative with an unknown scheme, and says so', async () => {
    const { model, diagnostics } = await securityOf(
      {},
      { security: [{ key: [], nowhere: [] }, { token: [] }] },
    );
    expect(model.operations[0]?.security).toEqual([{ schemes: [{ scheme: 'token', scopes: [] }] }]);
    expect(diagnostics).toMatchObject([
      {
        code: 'security-scheme-unknown',
        location: { pointer: '/paths/~1a/get/security/0/nowhere' },
        operation: { method: 'GET', path: '/a' },
      },
    ]);
  });

  it('K7 may name a scheme by URI in 3.2, after components of that name', async () => {
    const own = { security: [{ '#/components/securitySchemes/key': [] }] };
    const { model } = await securityOf({}, own, '3.2.0');
    expect(model.operations[0]?.security).toEqual([
      { schemes: [{ scheme: '#/components/securitySchemes/key', scopes: [] }] },
    ]);
    expect(model.securitySchemes['#/components/securitySchemes/key']).toMatchObject({
      type: 'apiKey',
      name: 'X-Key',
    });
    const before = await securityOf({}, own, '3.1.0');
    expect(before.codes).toEqual(['security-scheme-unknown']);
  });
});

describe('security schemes', () => {
  const url = 'https://docs.example.com/specs/openapi.json';

  it('K4 K5 of 3.x are read with absolute URLs', async () => {
    const { model, codes } = await readDocument(
      openapi(
        '3.2.0',
        { '/a': { get: plainOperation } },
        {
          components: {
            securitySchemes: {
              ...schemes,
              login: {
                type: 'oauth2',
                description: 'Sign in',
                deprecated: true,
                oauth2MetadataUrl: '/.well-known/oauth',
                flows: {
                  authorizationCode: {
                    authorizationUrl: '/authorize',
                    tokenUrl: '../token',
                    refreshUrl: 'https://other.example.com/refresh',
                    scopes: { read: 'Read', 'x-note': 'none' },
                  },
                  deviceAuthorization: {
                    deviceAuthorizationUrl: '/device',
                    tokenUrl: '/token',
                    scopes: {},
                  },
                },
              },
              id: { type: 'openIdConnect', openIdConnectUrl: '/oidc' },
              tls: { $ref: '#/components/securitySchemes/real', description: 'Beside' },
              real: { type: 'mutualTLS' },
            },
          },
        },
      ),
      { uri: url },
    );
    expect(codes).toEqual([]);
    expect(model.securitySchemes).toEqual({
      key: { type: 'apiKey', in: 'header', name: 'X-Key', deprecated: false },
      token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', deprecated: false },
      login: {
        type: 'oauth2',
        description: 'Sign in',
        deprecated: true,
        metadataUrl: 'https://docs.example.com/.well-known/oauth',
        flows: {
          authorizationCode: {
            authorizationUrl: 'https://docs.example.com/authorize',
            tokenUrl: 'https://docs.example.com/token',
            refreshUrl: 'https://other.example.com/refresh',
            scopes: { read: 'Read' },
          },
          deviceAuthorization: {
            deviceAuthorizationUrl: 'https://docs.example.com/device',
            tokenUrl: 'https://docs.example.com/token',
            scopes: {},
          },
        },
      },
      id: {
        type: 'openIdConnect',
        openIdConnectUrl: 'https://docs.example.com/oidc',
        deprecated: false,
      },
      tls: { type: 'mutualTLS', description: 'Beside', deprecated: false },
      real: { type: 'mutualTLS', deprecated: false },
    });
  });

  const keyIn = (name: string): JsonObject => ({ type: 'apiKey', in: 'header', name });
  const asWritten = {
    '2.0': (key: JsonObject) =>
      swagger({ '/a': { get: plainOperation } }, { securityDefinitions: { key } }),
    '3.1': (key: JsonObject) =>
      openapi(
        '3.1.0',
        { '/a': { get: plainOperation } },
        { components: { securitySchemes: { key } } },
      ),
  };

  it.each(['2.0', '3.1'] as const)(
    'K4 of %s with a header and a scheme in the place of a name are HTTP authentication',
    async (version) => {
      const { model, codes } = await readDocument(
        asWritten[version](keyIn('Authorization: Bearer')),
      );
      expect(model.securitySchemes['key']).toEqual({
        type: 'http',
        scheme: 'bearer',
        deprecated: false,
      });
      expect(codes).toEqual([]);
    },
  );

  it.each(['2.0', '3.1'] as const)(
    'K4 of %s with a name that no header can have are refused',
    async (version) => {
      const { model, diagnostics } = await readDocument(asWritten[version](keyIn('X Key')));
      expect(model.securitySchemes).toEqual({});
      expect(diagnostics).toMatchObject([
        { code: 'security-scheme-invalid', message: expect.stringContaining('"X Key"') as string },
      ]);
    },
  );

  it('K5 keep URLs as written where nothing says what they are relative to', async () => {
    const { model } = await readDocument(
      openapi(
        '3.1.0',
        { '/a': { get: plainOperation } },
        {
          components: {
            securitySchemes: { id: { type: 'openIdConnect', openIdConnectUrl: '/oidc' } },
          },
        },
      ),
    );
    expect(model.securitySchemes['id']).toMatchObject({ openIdConnectUrl: '/oidc' });
  });

  it.each([
    ['implicit', 'implicit'],
    ['password', 'password'],
    ['application', 'clientCredentials'],
    ['accessCode', 'authorizationCode'],
  ])('K5 of 2.0 with flow %s are %s', async (flow, name) => {
    const { model } = await readDocument(
      swagger(
        { '/a': { get: plainOperation } },
        {
          securityDefinitions: {
            login: { type: 'oauth2', flow, tokenUrl: '/token', scopes: { read: 'Read' } },
            plain: { type: 'basic', description: 'A password' },
          },
        },
      ),
      { uri: url },
    );
    expect(model.securitySchemes).toEqual({
      login: {
        type: 'oauth2',
        deprecated: false,
        flows: { [name]: { tokenUrl: 'https://docs.example.com/token', scopes: { read: 'Read' } } },
      },
      plain: { type: 'http', scheme: 'basic', description: 'A password', deprecated: false },
    });
  });

  it.each<[JsonObject, string]>([
    [{ type: 'apiKey', in: 'header' }, 'has no name'],
    [{ type: 'apiKey', in: 'body', name: 'x' }, 'neither in a header'],
    [{ type: 'http' }, 'names no HTTP'],
    [{ type: 'magic' }, 'unknown type "magic"'],
    [{}, 'has no type'],
    [{ type: 'openIdConnect' }, 'has no openIdConnectUrl'],
  ])('that cannot be used are left out: %j', async (scheme, reason) => {
    const { model, diagnostics } = await readDocument(
      openapi(
        '3.0.3',
        { '/a': { get: plainOperation } },
        { components: { securitySchemes: { bad: scheme } } },
      ),
    );
    expect(model.securitySchemes).toEqual({});
    expect(diagnostics).toMatchObject([
      {
        code: 'security-scheme-invalid',
        message: expect.stringContaining(reason),
        location: { pointer: '/components/securitySchemes/bad' },
      },
    ]);
  });
});
