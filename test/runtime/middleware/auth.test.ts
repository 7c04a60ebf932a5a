import { describe, expect, it } from 'vitest';
import type { SecurityRequirement, SecurityScheme } from '../../../src/model/security.ts';
import type { AppliedCredential, ToolOutcome } from '../../../src/runtime/call.ts';
import { failure } from '../../../src/runtime/call.ts';
import { createAuth } from '../../../src/runtime/middleware/auth/auth.ts';
import type { CredentialParts } from '../../../src/runtime/middleware/auth/credential-source.ts';
import type { StoredLogin } from '../../../src/runtime/middleware/auth/login-store.ts';
import type {
  TokenProvider,
  TokenRequest,
} from '../../../src/runtime/middleware/auth/token-provider.ts';
import { contextOf, done, reasonOf, textOf } from '../../support/call-context.ts';

const base = { deprecated: false };
const schemes: Readonly<Record<string, SecurityScheme>> = {
  bear: { ...base, type: 'http', scheme: 'Bearer' },
  user: { ...base, type: 'http', scheme: 'basic' },
  old: { ...base, type: 'http', scheme: 'digest' },
  open: { ...base, type: 'http', scheme: 'none' },
  key: { ...base, type: 'apiKey', in: 'header', name: 'X-Key' },
  tenant: { ...base, type: 'apiKey', in: 'query', name: 'tenant' },
  jar: { ...base, type: 'apiKey', in: 'cookie', name: 'sid' },
  idp: {
    ...base,
    type: 'oauth2',
    flows: { clientCredentials: { tokenUrl: 'https://id.example/token', scopes: {} } },
  },
  code: {
    ...base,
    type: 'oauth2',
    flows: { authorizationCode: { tokenUrl: 'https://id.example/token', scopes: {} } },
  },
  near: {
    ...base,
    type: 'oauth2',
    flows: { clientCredentials: { tokenUrl: '/oauth/token', scopes: {} } },
  },
  oidc: {
    ...base,
    type: 'openIdConnect',
    openIdConnectUrl: 'https://id.example/.well-known/openid-configuration',
  },
  cert: { ...base, type: 'mutualTLS' },
};

const all: Readonly<Record<string, CredentialParts>> = {
  bear: { token: 'tok' },
  user: { username: 'Zoë', password: 'p:w' },
  key: { apiKey: 'k1' },
  tenant: { apiKey: 't1' },
  jar: { apiKey: 's1' },
  idp: { token: 'at' },
  oidc: { token: 'ot' },
  cert: { clientCertificate: true },
};

/** `bear | key + tenant | {}` as alternatives; `{}` is the anonymous one. */
function security(text: string): readonly SecurityRequirement[] {
  if (text === '[]') return [];
  return text.split(' | ').map((alternative) => ({
    schemes:
      alternative === '{}'
        ? []
        : alternative.split(' + ').map((scheme) => ({ scheme, scopes: [] })),
  }));
}

interface Attempt {
  readonly outcome: ToolOutcome;
  readonly sent: readonly (readonly AppliedCredential[])[];
}

interface Setup {
  readonly security: string;
  readonly configured?: Readonly<Record<string, CredentialParts>>;
  readonly tokens?: TokenProvider;
  readonly statuses?: readonly number[];
  /** `WWW-Authenticate` of every answer. */
  readonly challenges?: readonly string[];
  readonly access?: 'read' | 'write';
  readonly loginCommand?: (scheme: string) => string;
}

async function call({
  security: text,
  configured = {},
  tokens,
  statuses = [200],
  challenges = [],
  access = 'read',
  loginCommand,
}: Setup): Promise<Attempt> {
  const sent: (readonly AppliedCredential[])[] = [];
  const auth = createAuth({
    document: { environmentPrefix: 'SHOP', securitySchemes: schemes },
    namespace: 'shop',
    security: security(text),
    origin: 'https://shop.example',
    baseUrl: 'https://shop.example/v1',
    access,
    ...(loginCommand === undefined ? {} : { loginCommand }),
    source: { find: ({ scheme }) => configured[scheme] },
    scopesOf: () => ['read', 'write'],
    ...(tokens === undefined ? {} : { tokens }),
  });
  const outcome = await auth((context) => {
    const status = statuses[sent.length] ?? 200;
    sent.push(context.credentials);
    context.exchange.status = status;
    context.exchange.lastAttempt = { status, sent: true, challenges };
    return Promise.resolve(status < 400 ? done : failure('status', `${status}`));
  })(contextOf());
  return { outcome, sent };
}

/** What goes into the request, in short: `header Authorization: Bearer tok`. */
function written(attempt: Attempt): string {
  if (attempt.sent.length === 0) return 'nothing sent';
  return (attempt.sent.at(-1) ?? [])
    .map((credential) => `${credential.in} ${credential.name}: ${credential.value}`)
    .join(', ');
}

const basic = `header Authorization: Basic ${Buffer.from('Zoë:p:w', 'utf8').toString('base64')}`;

describe('the shapes of security, with and without credentials', () => {
  // Twelve shapes: what is sent with every credential, with those named, and with none.
  it.each([
    ['[]', 'bear', '', '', ''],
    ['{}', 'bear', '', '', ''],
    [
      'bear',
      'bear',
      'header Authorization: Bearer tok',
      'header Authorization: Bearer tok',
      'nothing sent',
    ],
    ['bear | {}', 'key', 'header Authorization: Bearer tok', '', ''],
    [
      '{} | bear',
      'bear',
      'header Authorization: Bearer tok',
      'header Authorization: Bearer tok',
      '',
    ],
    ['key + tenant', 'key', 'header X-Key: k1, query tenant: t1', 'nothing sent', 'nothing sent'],
    [
      'bear | key + tenant',
      'key tenant',
      'header Authorization: Bearer tok',
      'header X-Key: k1, query tenant: t1',
      'nothing sent',
    ],
    [
      'key + tenant | bear',
      'key bear',
      'header X-Key: k1, query tenant: t1',
      'header Authorization: Bearer tok',
      'nothing sent',
    ],
    ['old | user', 'user', basic, basic, 'nothing sent'],
    ['jar', 'jar', 'cookie sid: s1', 'cookie sid: s1', 'nothing sent'],
    [
      'idp | oidc',
      'oidc',
      'header Authorization: Bearer at',
      'header Authorization: Bearer ot',
      'nothing sent',
    ],
    ['cert + key', 'cert key', 'header X-Key: k1', 'header X-Key: k1', 'nothing sent'],
  ])('K1 K2 K3 %s', async (text, ...[some, withAll, withSome, withNone]) => {
    const named = Object.fromEntries(
      Object.entries(all).filter(([scheme]) => some?.split(' ').includes(scheme)),
    );
    expect(written(await call({ security: text, configured: all }))).toBe(withAll);
    expect(written(await call({ security: text, configured: named }))).toBe(withSome);
    expect(written(await call({ security: text }))).toBe(withNone);
  });

  it('K7 binds every credential to the origin of the server', async () => {
    const { sent } = await call({ security: 'key + tenant + jar + bear', configured: all });
    expect(sent[0]?.map(({ origin }) => origin)).toEqual(Array(4).fill('https://shop.example'));
  });

  it('K7 keeps a credential that is configured for other origins', async () => {
    const configured = { key: { apiKey: 'k1', origins: ['https://other.example'] } };
    const { outcome, sent } = await call({ security: 'key', configured });
    expect(sent).toEqual([]);
    expect(textOf(outcome)).toContain('not configured for https://shop.example');
  });

  it('K7 follows no scheme that the document does not describe', async () => {
    const { outcome, sent } = await call({
      security: 'https://evil.example/scheme',
      configured: { 'https://evil.example/scheme': { token: 'tok' } },
    });
    expect(sent).toEqual([]);
    expect(textOf(outcome)).toContain('describes no scheme');
  });

  it.each(['__proto__', 'constructor', 'toString'])(
    'is not fooled by a scheme named %s',
    async (name) => {
      expect(written(await call({ security: name, configured: all }))).toBe('nothing sent');
    },
  );
});

describe('a call without its credentials', () => {
  it.each([
    ['bear', {}, /Set SHOP_BEAR_TOKEN \(scheme "bear"\)\./],
    ['user', { user: { username: 'u' } }, /Set SHOP_USER_USERNAME and SHOP_USER_PASSWORD/],
    [
      'bear | key + tenant',
      { key: { apiKey: 'k' } },
      /Set SHOP_BEAR_TOKEN \(scheme "bear"\); or SHOP_TENANT_API_KEY \(scheme "tenant"\)\./,
    ],
    ['idp', {}, /Set SHOP_IDP_TOKEN, or SHOP_IDP_CLIENT_ID and SHOP_IDP_CLIENT_SECRET/],
    ['old', {}, /HTTP authentication "digest" is not supported/],
    ['old', { old: { token: 't' } }, /HTTP authentication "digest" is not supported/],
    ['code', {}, /Set SHOP_CODE_TOKEN \(scheme "code"\)\./],
    ['cert', {}, /Set SHOP_CERT_CLIENT_CERTIFICATE and SHOP_CERT_CLIENT_KEY/],
    ['key', { key: { apiKey: '' } }, /Set SHOP_KEY_API_KEY/],
  ])('K2 says what %s needs', async (text, configured, expected) => {
    const { outcome, sent } = await call({ security: text, configured });
    expect(sent).toEqual([]);
    expect(reasonOf(outcome)).toBe('credentials');
    expect(textOf(outcome)).toMatch(expected);
    expect(textOf(outcome)).toContain('Nothing was sent');
  });

  it('K4 refuses a user name with a colon, without showing it', async () => {
    const { outcome } = await call({
      security: 'user',
      configured: { user: { username: 'a:b', password: 'pw-1234' } },
    });
    expect(textOf(outcome)).toMatch(/colon/);
    expect(textOf(outcome)).not.toMatch(/a:b|pw-1234/);
  });

  it('K4 sends nothing for the scheme "none", which asks for nothing', async () => {
    const { sent } = await call({ security: 'open | bear', configured: all });
    expect(sent).toEqual([[]]);
  });

  it('refuses an alternative whose schemes want one header', async () => {
    const { outcome, sent } = await call({ security: 'bear + user', configured: all });
    expect(sent).toEqual([]);
    expect(textOf(outcome)).toMatch(/"bear" and "user" both need the header authorization/);
  });

  // Google's documents ask for two OAuth schemes at once, which are two ways to one token.
  it.each([
    ['code + idp', { code: { token: 'one' } }],
    ['code + idp', { idp: { token: 'one' } }],
    ['code + idp', { code: { token: 'one' }, idp: { token: 'one' } }],
    ['bear + oidc + code', { oidc: { token: 'one' } }],
  ])('K1 lets one token stand for %s, given %o', async (text, configured) => {
    expect(written(await call({ security: text, configured }))).toBe(
      'header Authorization: Bearer one',
    );
  });

  it('K1 asks for the other schemes of an alternative beside a shared token', async () => {
    const { outcome, sent } = await call({
      security: 'code + idp + key',
      configured: { code: { token: 'one' } },
    });
    expect(sent).toEqual([]);
    expect(textOf(outcome)).toMatch(/Set SHOP_KEY_API_KEY/);
    expect(textOf(outcome)).not.toMatch(/SHOP_IDP/);
  });

  it('refuses an alternative with two different tokens', async () => {
    const { outcome, sent } = await call({
      security: 'code + idp',
      configured: { code: { token: 'one' }, idp: { token: 'two' } },
    });
    expect(sent).toEqual([]);
    expect(textOf(outcome)).toMatch(/"code" and "idp" both need the header authorization/);
  });
});

function provider(
  answers: readonly string[],
): TokenProvider & { readonly log: string[]; readonly requests: TokenRequest[] } {
  const log: string[] = [];
  const requests: TokenRequest[] = [];
  return {
    log,
    requests,
    token: (request) => {
      requests.push(request);
      const token = answers[requests.length - 1];
      return Promise.resolve(
        token === undefined
          ? { ok: false, fault: 'unavailable', message: 'The authorization server is down.' }
          : { ok: true, token },
      );
    },
    forget: (_request, token) => {
      log.push(`forgot ${token}`);
    },
  };
}

describe('tokens that are fetched', () => {
  const client = { clientId: 'cid', clientSecret: 'sec' };

  it('K5 asks with the endpoint, the client and every scope', async () => {
    const tokens = provider(['at1']);
    const attempt = await call({ security: 'idp', configured: { idp: client }, tokens });
    expect(written(attempt)).toBe('header Authorization: Bearer at1');
    expect(tokens.requests).toEqual([
      {
        tokenUrl: 'https://id.example/token',
        client: { id: 'cid', authentication: { kind: 'basic', secret: 'sec' } },
        scopes: ['read', 'write'],
        grant: { kind: 'clientCredentials' },
      },
    ]);
  });

  it('K5 hands on the metadata of OpenID Connect', async () => {
    const tokens = provider(['at1']);
    await call({ security: 'oidc', configured: { oidc: client }, tokens });
    expect(tokens.requests[0]).toMatchObject({
      metadataUrl: 'https://id.example/.well-known/openid-configuration',
    });
  });

  it('K9 replaces a refused token once', async () => {
    const tokens = provider(['at1', 'at2', 'at3']);
    const attempt = await call({
      security: 'idp',
      configured: { idp: client },
      tokens,
      statuses: [401, 401, 200],
    });
    expect(attempt.sent).toHaveLength(2);
    expect(reasonOf(attempt.outcome)).toBe('status');
    expect(tokens.log).toEqual(['forgot at1']);
    expect(written(attempt)).toBe('header Authorization: Bearer at2');
  });

  it('does not try again with a configured token', async () => {
    const attempt = await call({ security: 'bear', configured: all, statuses: [401, 200] });
    expect(attempt.sent).toHaveLength(1);
  });

  it.each([
    ['Bearer error="invalid_token"', 2],
    ['Bearer realm="x"', 2],
    ['Bearer error="insufficient_scope", scope="admin"', 1],
    ['Bearer realm="x", error=invalid_request', 1],
  ])('K9 answers the challenge %s with %i calls', async (challenge, calls) => {
    const attempt = await call({
      security: 'idp',
      configured: { idp: client },
      tokens: provider(['at1', 'at2']),
      statuses: [401, 200],
      challenges: [challenge],
    });
    expect(attempt.sent).toHaveLength(calls);
  });

  it.each([403, 407, 500])('K9 replaces nothing for %i', async (status) => {
    const attempt = await call({
      security: 'idp',
      configured: { idp: client },
      tokens: provider(['at1', 'at2']),
      statuses: [status, 200],
    });
    expect(attempt.sent).toHaveLength(1);
  });

  it('K5 resolves relative URLs at the server of the API', async () => {
    const tokens = provider(['at1']);
    await call({ security: 'near', configured: { near: client }, tokens });
    expect(tokens.requests[0]).toMatchObject({ tokenUrl: 'https://shop.example/oauth/token' });
  });

  it('K5 asks where, and for what, the configuration says', async () => {
    const tokens = provider(['at1']);
    const own = {
      tokenUrl: 'https://other.example/token',
      scopes: ['api/.default'],
      audience: 'api',
      resource: 'https://api.example',
      clientAuth: 'body' as const,
    };
    await call({ security: 'code', configured: { code: { ...client, ...own } }, tokens });
    expect(tokens.requests).toEqual([
      {
        tokenUrl: 'https://other.example/token',
        client: { id: 'cid', authentication: { kind: 'body', secret: 'sec' } },
        scopes: ['api/.default'],
        audience: 'api',
        resource: 'https://api.example',
        grant: { kind: 'clientCredentials' },
      },
    ]);
  });

  it('says why no token could be had', async () => {
    const { outcome, sent } = await call({
      security: 'idp',
      configured: { idp: client },
      tokens: provider([]),
    });
    expect(sent).toEqual([]);
    expect(textOf(outcome)).toMatch(/scheme "idp".*The authorization server is down/);
  });

  it.each([
    ['code', /no client-credentials flow/],
    ['idp', /cannot fetch tokens/],
  ])('says that only a ready token helps %s', async (scheme, expected) => {
    const tokens = scheme === 'code' ? { tokens: provider(['x']) } : {};
    const { outcome } = await call({
      security: scheme,
      configured: { [scheme]: client },
      ...tokens,
    });
    expect(textOf(outcome)).toMatch(expected);
  });
});

describe('a login', () => {
  const login: StoredLogin = {
    document: 'shop',
    scheme: 'code',
    tokenUrl: 'https://id.example/token',
    refreshUrl: 'https://id.example/refresh',
    origins: ['https://shop.example'],
    clientId: 'native',
    scopes: ['read'],
    accessToken: 'at0',
    obtainedAt: 0,
  };

  it('K6 gives the token where none is configured, with the client that logged in', async () => {
    const tokens = provider(['at1']);
    const attempt = await call({ security: 'code', configured: { code: { login } }, tokens });
    expect(written(attempt)).toBe('header Authorization: Bearer at1');
    expect(tokens.requests).toEqual([
      {
        tokenUrl: 'https://id.example/token',
        refreshUrl: 'https://id.example/refresh',
        client: { id: 'native', authentication: { kind: 'none' } },
        scopes: ['read'],
        grant: { kind: 'login', key: { document: 'shop', scheme: 'code' } },
      },
    ]);
  });

  it('K6 comes after a configured token, and before the client', async () => {
    const tokens = provider(['at1']);
    const parts = { login, clientId: 'cid', clientSecret: 'sec' };
    const configured = { code: { ...parts, token: 'tok' } };
    expect(written(await call({ security: 'code', configured, tokens }))).toContain('Bearer tok');
    await call({ security: 'code', configured: { code: parts }, tokens });
    // The secret is that of another client than the one that logged in.
    expect(tokens.requests.map((request) => [request.client, request.grant.kind])).toEqual([
      [{ id: 'native', authentication: { kind: 'none' } }, 'login'],
    ]);
  });

  it('K7 goes to no other host than the one that the person logged in for', async () => {
    const elsewhere = { ...login, origins: ['https://old.example'] };
    const { outcome, sent } = await call({
      security: 'code',
      configured: { code: { login: elsewhere } },
      tokens: provider(['at1']),
    });
    expect(sent).toEqual([]);
    expect(textOf(outcome)).toMatch(/logged in for https:\/\/old\.example, not https:\/\/shop/);
  });

  it('is offered as a command where it would help, and nowhere else', async () => {
    const loginCommand = (scheme: string): string =>
      `openapi-mcp login shop-mcp --scheme ${scheme}`;
    const texts = await Promise.all(
      ['code', 'oidc', 'idp', 'key'].map(async (security) =>
        textOf((await call({ security, loginCommand })).outcome),
      ),
    );
    expect(texts[0]).toContain(
      'Set SHOP_CODE_TOKEN (scheme "code"), or run `openapi-mcp login shop-mcp --scheme code`.',
    );
    expect(texts[1]).toContain('or run `openapi-mcp login shop-mcp --scheme oidc`');
    expect(texts[2]).not.toContain('openapi-mcp login');
    expect(texts[3]).not.toContain('openapi-mcp login');
  });

  it('that has ended says how to begin another', async () => {
    const tokens: TokenProvider = {
      token: () => Promise.resolve({ ok: false, fault: 'login', message: 'The login has ended.' }),
      forget: () => undefined,
    };
    const { outcome } = await call({
      security: 'code',
      configured: { code: { login } },
      tokens,
      loginCommand: (scheme) => `openapi-mcp login . --scheme ${scheme}`,
    });
    expect(textOf(outcome)).toMatch(/The login has ended\..*openapi-mcp login \. --scheme code/);
  });
});

describe('a credential that changes while the server runs', () => {
  it.each([
    [true, 2],
    [false, 1],
  ])('K9 is read again when it is refused; another one: %s', async (changed, calls) => {
    const configured = { bear: { token: 'tok', renew: () => Promise.resolve(changed) } };
    const attempt = await call({ security: 'bear', configured, statuses: [401, 200] });
    expect(attempt.sent).toHaveLength(calls);
  });

  it('says why it cannot be had', async () => {
    const configured = {
      bear: { problem: 'The command of SHOP_BEAR_TOKEN_COMMAND ended with 1.' },
    };
    const { outcome, sent } = await call({ security: 'bear', configured });
    expect(sent).toEqual([]);
    expect(textOf(outcome)).toContain('SHOP_BEAR_TOKEN_COMMAND ended with 1');
  });
});
