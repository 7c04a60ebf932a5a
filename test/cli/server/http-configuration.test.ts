import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { configureHttp } from '../../../cli/server/http-configuration.ts';
import { httpVariables } from '../../../cli/server/http-variables.ts';
import type { ServerFlags } from '../../../cli/server/server-flags.ts';
import { parseServerArguments, serverHelp } from '../../../cli/server/server-flags.ts';
import { unknownSettingVariables } from '../../../cli/server/setting-variables.ts';
import { artifactOf } from '../../support/artifact-builder.ts';
import { projectRoot } from '../../support/built-program.ts';

const artifact = artifactOf({
  document: {
    securitySchemes: {
      key: { type: 'apiKey', in: 'header', name: 'X-Key', deprecated: false },
    },
  },
});

type Variables = Readonly<Record<string, string>>;

function configure(
  variables: Variables = {},
  flags: Partial<ServerFlags> = { http: '8080' },
): ReturnType<typeof configureHttp> {
  return configureHttp(artifact, { baseUrls: [], ...flags }, (name) => variables[name]);
}

describe('whether HTTP is served, and where', () => {
  it('is not, unless a flag or variable says so', () => {
    expect(configure({}, {})).toBeUndefined();
    expect(configure({ OPENAPI_MCP_HTTP: '0.0.0.0:80' }, {})?.serve.listen).toEqual({
      host: '0.0.0.0',
      port: 80,
    });
  });

  it.each([
    ['8080', '127.0.0.1', 8_080],
    ['0', '127.0.0.1', 0],
    ['0.0.0.0:8080', '0.0.0.0', 8_080],
    ['localhost:1', 'localhost', 1],
    ['[::1]:8080', '::1', 8_080],
  ])('reads the address %s', (http, host, port) => {
    expect(configure({}, { http })?.serve.listen).toEqual({ host, port });
  });

  it.each(['', 'x', '65536', ':80', '::1:80', '80:', 'a:b:80', '-1', '80.5'])(
    'refuses the address "%s"',
    (http) => {
      expect(() => configure({}, { http })).toThrow(/--http .* is no address/);
    },
  );

  it('lets flags win over variables, and variables over defaults', () => {
    const variables = {
      OPENAPI_MCP_HTTP_PUBLIC_URL: 'https://one.example/api/mcp/',
      OPENAPI_MCP_HTTP_CORS_ORIGINS: 'https://a.example, https://b.example',
      OPENAPI_MCP_HTTP_ALLOWED_HOSTS: 'one two',
      OPENAPI_MCP_HTTP_SESSIONS: 'on',
      OPENAPI_MCP_HTTP_MAX_SESSIONS: '5',
      OPENAPI_MCP_HTTP_MAX_BODY_BYTES: '1000',
      OPENAPI_MCP_HTTP_METRICS: '9090',
      OPENAPI_MCP_HTTP_REVISIONS: 'modern',
    };
    expect(configure(variables)?.serve).toMatchObject({
      publicUrl: 'https://one.example/api/mcp/',
      path: '/api/mcp',
      corsOrigins: ['https://a.example', 'https://b.example'],
      allowedHosts: ['one', 'two'],
      sessions: { maxSessions: 5 },
      limits: { maxBodyBytes: 1_000 },
      metricsListen: { host: '127.0.0.1', port: 9_090 },
      revisions: 'modern',
      insecurePublic: false,
    });
    const flags = {
      http: '1',
      publicUrl: 'https://two.example',
      corsOrigins: ['https://c.example'],
      allowedHosts: ['three'],
      sessions: false,
      insecurePublic: true,
    };
    expect(configure(variables, flags)?.serve).toMatchObject({
      publicUrl: 'https://two.example',
      path: '/mcp',
      corsOrigins: ['https://c.example'],
      allowedHosts: ['three'],
      insecurePublic: true,
    });
    expect(configure(variables, flags)?.serve.sessions).toBeUndefined();
  });

  it('reads its flags from the command line, and tells each in the help', () => {
    const line =
      '--http 1 --sessions --public-url https://a.example --allowed-host b --allowed-host c ' +
      '--cors-origin https://d.example --insecure-public --metrics 2';
    expect(parseServerArguments(line.split(' '))).toEqual({
      kind: 'serve',
      flags: {
        baseUrls: [],
        http: '1',
        sessions: true,
        publicUrl: 'https://a.example',
        allowedHosts: ['b', 'c'],
        corsOrigins: ['https://d.example'],
        insecurePublic: true,
        metrics: '2',
      },
    });
    for (const flag of line.match(/--[a-z-]+/g) ?? []) expect(serverHelp('x')).toContain(flag);
  });

  it('takes a key for what clients carry only when it is long enough', () => {
    expect(() => configure({ OPENAPI_MCP_HTTP_STATE_KEY: 'short' })).toThrow(/32 bytes/);
    const key = 'k'.repeat(32);
    const configured = configure({ OPENAPI_MCP_HTTP_STATE_KEY: key });
    expect(configured?.serve.stateKey).toHaveLength(32);
    expect(configured?.secrets).toEqual([key]);
  });

  it('knows every variable that it reads, and the documentation tells each', () => {
    expect(unknownSettingVariables(httpVariables)).toEqual([]);
    const documentation = readFileSync(path.join(projectRoot, 'docs/http.md'), 'utf8');
    for (const name of httpVariables) expect(documentation).toContain(`\`${name}\``);
  });
});

describe('the sign-in', () => {
  it('is off without variables', () => {
    expect(configure()?.serve.signIn).toBeUndefined();
  });

  it('takes issuers, scopes and audiences', () => {
    const configured = configure({
      OPENAPI_MCP_AUTH_ISSUERS: 'https://id.example',
      OPENAPI_MCP_AUTH_JWKS_URL: 'https://id.example/keys',
      OPENAPI_MCP_AUTH_ALGORITHMS: 'ES256,RS256',
      OPENAPI_MCP_AUTH_AUDIENCES: 'api://shop',
      OPENAPI_MCP_AUTH_SCOPES: 'shop',
      OPENAPI_MCP_AUTH_READ_SCOPES: 'shop:read',
      OPENAPI_MCP_AUTH_WRITE_SCOPES: 'shop:write',
      OPENAPI_MCP_AUTH_DESTROY_SCOPES: 'shop:write shop:admin',
    });
    expect(configured?.serve.signIn).toEqual({
      issuers: [
        {
          issuer: 'https://id.example',
          jwksUrl: 'https://id.example/keys',
          algorithms: ['ES256', 'RS256'],
        },
      ],
      staticTokens: [],
      audiences: ['api://shop'],
      requiredScopes: ['shop'],
    });
    expect(configured?.hintScopes).toEqual({
      read: ['shop:read'],
      write: ['shop:write'],
      destroy: ['shop:write', 'shop:admin'],
    });
  });

  it('takes introspection, and the one issuer as its issuer', () => {
    const configured = configure({
      OPENAPI_MCP_AUTH_ISSUERS: 'https://id.example',
      OPENAPI_MCP_AUTH_INTROSPECTION_URL: 'https://id.example/introspect',
      OPENAPI_MCP_AUTH_INTROSPECTION_CLIENT_ID: 'bridge',
      OPENAPI_MCP_AUTH_INTROSPECTION_CLIENT_SECRET: 's3cret',
    });
    expect(configured?.serve.signIn?.introspection).toEqual({
      url: 'https://id.example/introspect',
      clientId: 'bridge',
      clientSecret: 's3cret',
      issuer: 'https://id.example',
    });
    expect(configured?.secrets).toEqual(['s3cret']);
  });

  it('takes fixed tokens with names and scopes, and hides them', () => {
    const configured = configure({
      OPENAPI_MCP_AUTH_TOKENS: 'ci:0123456789abcdef0, alice:abc:def read  write\n',
    });
    expect(configured?.serve.signIn?.staticTokens).toEqual([
      { name: 'ci', token: '0123456789abcdef0' },
      { name: 'alice', token: 'abc:def', scopes: ['read', 'write'] },
    ]);
    expect(configured?.secrets).toEqual(['0123456789abcdef0', 'abc:def']);
  });

  it.each<readonly [string, Variables, RegExp]>([
    [
      'a token without a name',
      { OPENAPI_MCP_AUTH_TOKENS: 's3cret-without-name' },
      /^An entry of OPENAPI_MCP_AUTH_TOKENS is not NAME:TOKEN\.$/,
    ],
    ['scopes that protect nothing', { OPENAPI_MCP_AUTH_SCOPES: 'a' }, /protect nothing/],
    ['an audience for nobody', { OPENAPI_MCP_AUTH_AUDIENCES: 'a' }, /protect nothing/],
    [
      'keys for two issuers',
      {
        OPENAPI_MCP_AUTH_ISSUERS: 'https://a.example https://b.example',
        OPENAPI_MCP_AUTH_JWKS_URL: 'https://a.example/keys',
      },
      /for one issuer/,
    ],
    [
      'introspection without a client',
      { OPENAPI_MCP_AUTH_INTROSPECTION_URL: 'https://a.example/i' },
      /not enough/,
    ],
  ])('refuses %s', (_what, variables, message) => {
    expect(() => configure(variables)).toThrow(message);
  });
});

describe('credentials of callers', () => {
  it('belong to schemes of the document', () => {
    const configured = configure({ OPENAPI_MCP_CALLER_CREDENTIALS: 'key=X-Shop-Key' });
    expect(configured?.callerCredentials).toEqual([
      { document: 'shop', scheme: 'key', header: 'x-shop-key' },
    ]);
    expect(configured?.serve.callerHeaders).toEqual(['x-shop-key']);
    expect(
      configure({ OPENAPI_MCP_CALLER_CREDENTIALS: 'shop/key=A' })?.callerCredentials,
    ).toHaveLength(1);
  });

  it.each(['other=X-Key', 'key', 'other/key=X', '__proto__=X', '=X'])('refuse "%s"', (entry) => {
    expect(() => configure({ OPENAPI_MCP_CALLER_CREDENTIALS: entry })).toThrow(
      /names no security scheme[\s\S]*/,
    );
  });
});
