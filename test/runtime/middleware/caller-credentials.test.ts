import { describe, expect, it } from 'vitest';
import type { SecurityScheme } from '../../../src/model/security.ts';
import { createCallerCredentials } from '../../../src/runtime/middleware/auth/caller-credentials.ts';
import type {
  CredentialParts,
  CredentialSource,
} from '../../../src/runtime/middleware/auth/credential-source.ts';
import { peekCredentials } from '../../../src/runtime/middleware/auth/credential-source.ts';
import type { CallerSecrets, Principal } from '../../../src/runtime/principal.ts';
import { keepSecrets } from '../../../src/runtime/principal.ts';

const own: CredentialSource<unknown> = {
  find: () => ({ token: 'server-token', clientId: 'cid', clientSecret: 'sec' }),
  peek: () => ({ token: 'server-token' }),
};

const schemes = {
  key: { type: 'apiKey', in: 'header', name: 'X-Key', deprecated: false },
  bear: { type: 'http', scheme: 'bearer', deprecated: false },
  user: { type: 'http', scheme: 'basic', deprecated: false },
  idp: { type: 'oauth2', flows: {}, deprecated: false },
} as const satisfies Readonly<Record<string, SecurityScheme>>;

function principal(kind: Principal['kind'], secrets: Partial<CallerSecrets>): Principal {
  const who: Principal = { kind, id: 'alice', claims: {} };
  keepSecrets(who, { headers: {}, ...secrets });
  return who;
}

const source = createCallerCredentials(own, [
  { document: 'shop', scheme: 'key', header: 'x-shop-key' },
  { document: 'shop', scheme: 'bear', header: 'x-shop-token' },
  { document: 'shop', scheme: 'user', header: 'x-shop-user' },
  { document: 'shop', scheme: 'idp', exchange: true },
]);

async function find(
  scheme: keyof typeof schemes,
  session: Principal | undefined,
  document = 'shop',
): Promise<CredentialParts | undefined> {
  const definition = schemes[scheme];
  return source.find({ document, scheme, definition, access: 'read', session });
}

const sending = (header: string, value: string): Principal =>
  principal('anonymous', { headers: { [header]: value }, token: 'mcp-token' });

describe('a credential that callers bring', () => {
  it.each([
    ['key', 'x-shop-key', 'k1', { apiKey: 'k1' }],
    ['bear', 'x-shop-token', 't1', { token: 't1' }],
    ['bear', 'x-shop-token', 'Bearer t1', { token: 't1' }],
    ['user', 'x-shop-user', 'al:p:w', { username: 'al', password: 'p:w' }],
    ['user', 'x-shop-user', 'Basic YWw6cHc=', { username: 'al', password: 'pw' }],
  ] as const)('U100 for %s stands in %s: %s', async (scheme, header, value, expected) => {
    expect(await find(scheme, sending(header, value))).toEqual(expected);
  });

  it.each([
    ['nobody', undefined],
    ['a caller with another header', sending('x-other', 'k1')],
    ['a caller with an empty header', sending('x-shop-key', ' ')],
    ['a caller with an MCP token alone', principal('token', { token: 'mcp-token' })],
  ])('U99 U100 is never the one of the server, or the MCP token, for %s', async (_who, session) => {
    const parts = await find('key', session);
    expect(Object.keys(parts ?? {})).toEqual(['problem']);
    expect(parts?.problem).toMatch(/scheme "key".*header x-shop-key/);
  });

  it('U100 that cannot be read is no reason to send half of it', async () => {
    expect(await find('user', sending('x-shop-user', 'no colon here'))).toEqual({
      problem: expect.stringContaining('USER:PASSWORD'),
    });
  });

  it('U100 is for the documents that are named', async () => {
    expect(await find('key', sending('x-shop-key', 'k1'), 'depot')).toMatchObject({
      token: 'server-token',
    });
  });
});

describe('a token that is had for the one of the caller', () => {
  it('K6 takes the client of the server and the token of the caller, and no token of the server', async () => {
    const session = principal('token', { token: 'mcp-token' });
    expect(await find('idp', session)).toEqual({
      clientId: 'cid',
      clientSecret: 'sec',
      callerToken: 'mcp-token',
    });
  });

  it.each([
    ['nobody', undefined],
    ['an anonymous caller', principal('anonymous', { token: 'x' })],
    ['a caller with a fixed token', principal('static', { token: 'static-token' })],
    ['a caller without a token', principal('token', {})],
  ])('K6 is not had for %s', async (_who, session) => {
    expect(Object.keys((await find('idp', session)) ?? {})).toEqual(['problem']);
  });
});

describe('before a caller comes', () => {
  it('nothing that callers bring is missing, and nothing of the server is looked for', async () => {
    const peek = (scheme: keyof typeof schemes, document = 'shop'): Promise<unknown> =>
      peekCredentials(source, {
        document,
        scheme,
        definition: schemes[scheme],
        access: 'read',
        session: undefined,
      });
    expect(await peek('key')).toHaveProperty('apiKey');
    expect(await peek('idp')).toEqual({ callerToken: expect.any(String) });
    expect(await peek('bear', 'depot')).toEqual({ token: 'server-token' });
  });
});
