import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { decodeProtectedHeader, importSPKI, jwtVerify } from 'jose';
import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../../src/runtime/memory-store.ts';
import type {
  ClientAuthentication,
  TokenAnswer,
  TokenProvider,
  TokenRequest,
} from '../../../src/runtime/middleware/auth/token-provider.ts';
import { createRedactor } from '../../../src/runtime/redact.ts';
import type { SharedStore } from '../../../src/runtime/shared-store.ts';
import type { EndpointAnswer, EndpointCall } from '../../support/fake-authorization-server.ts';
import {
  createFakeAuthorizationServer,
  providerOf,
} from '../../support/fake-authorization-server.ts';
import { createManualClock } from '../../support/manual-clock.ts';

const basic: ClientAuthentication = { kind: 'basic', secret: 'client-secret/1' };
const request: TokenRequest = {
  tokenUrl: 'https://id.example/token',
  client: { id: 'my-client', authentication: basic },
  scopes: ['read', 'write'],
  grant: { kind: 'clientCredentials' },
};

const newSignal = (): AbortSignal => new AbortController().signal;

function tokenOf(answer: TokenAnswer): string {
  return answer.ok ? answer.token : `${answer.fault}: ${answer.message}`;
}

async function get(provider: TokenProvider, given: Partial<TokenRequest> = {}): Promise<string> {
  return tokenOf(await provider.token({ ...request, ...given }, newSignal()));
}

/** What one request for a token looks like on the wire. */
async function wire(given: Partial<TokenRequest> = {}): Promise<EndpointCall> {
  const server = createFakeAuthorizationServer();
  const { provider } = providerOf(server);
  expect(await get(provider, given)).toBe('at1-token');
  const [call] = server.calls;
  if (call === undefined || server.calls.length !== 1) throw new Error('not one request');
  return call;
}

const clientOf = (
  authentication: ClientAuthentication,
  id = 'my-client',
): Partial<TokenRequest> => ({
  client: { id, authentication },
});

describe('a request with client credentials', () => {
  it('K5 is that of RFC 6749 §4.4.2', async () => {
    const { method, url, headers, form } = await wire();
    expect([method, url]).toEqual(['POST', 'https://id.example/token']);
    expect(headers).toEqual({
      accept: 'application/json',
      authorization: `Basic ${Buffer.from('my-client:client-secret%2F1').toString('base64')}`,
    });
    expect(Object.fromEntries(form)).toEqual({
      grant_type: 'client_credentials',
      scope: 'read write',
    });
  });

  // The pairs are those that URLSearchParams writes, without the equals sign.
  it.each([
    ['a b', 'p:w+d', 'a+b', 'p%3Aw%2Bd'],
    ['größe', '日本', 'gr%C3%B6%C3%9Fe', '%E6%97%A5%E6%9C%AC'],
    ['0f8-4.2_x', '-._*', '0f8-4.2_x', '-._*'],
  ])(
    'K5 encodes the client %s for the header (RFC 6749 §2.3.1)',
    async (id, secret, user, word) => {
      const { headers } = await wire(clientOf({ kind: 'basic', secret }, id));
      const pair = Buffer.from(headers['authorization']?.slice('Basic '.length) ?? '', 'base64');
      expect(pair.toString('utf8')).toBe(`${user}:${word}`);
    },
  );

  it('K5 puts the client into the body where that is wanted', async () => {
    const { headers, form } = await wire(clientOf({ kind: 'body', secret: 's3cr3t!+' }));
    expect(headers).not.toHaveProperty('authorization');
    expect(form.get('client_id')).toBe('my-client');
    expect(form.get('client_secret')).toBe('s3cr3t!+');
  });

  it.each(['none', 'tls'] as const)('K5 sends only the name of a client by %s', async (kind) => {
    const { headers, form } = await wire(clientOf({ kind }));
    expect(headers).not.toHaveProperty('authorization');
    expect(form.get('client_id')).toBe('my-client');
    expect(form.get('client_secret')).toBeNull();
  });

  it('K5 takes audience and resource along', async () => {
    const { form } = await wire({
      scopes: [],
      audience: 'https://api.example',
      resource: 'https://api.example/v1',
    });
    expect(Object.fromEntries(form)).toEqual({
      grant_type: 'client_credentials',
      audience: 'https://api.example',
      resource: 'https://api.example/v1',
    });
  });

  const pairs = [
    ['RS256', generateKeyPairSync('rsa', { modulusLength: 2048 })],
    ['ES256', generateKeyPairSync('ec', { namedCurve: 'P-256' })],
    ['ES384', generateKeyPairSync('ec', { namedCurve: 'P-384' })],
    ['ES512', generateKeyPairSync('ec', { namedCurve: 'P-521' })],
    ['EdDSA', generateKeyPairSync('ed25519')],
  ] as const;

  it.each(pairs)(
    'K5 signs an assertion with %s (RFC 7523 §2.2)',
    async (algorithm, { privateKey }) => {
      const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
      const { form } = await wire(clientOf({ kind: 'privateKey', key: pem }));
      expect(form.get('client_assertion_type')).toBe(
        'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      );
      const assertion = form.get('client_assertion') ?? '';
      expect(decodeProtectedHeader(assertion).alg).toBe(algorithm);
      const spki = createPublicKey(privateKey).export({ format: 'pem', type: 'spki' }).toString();
      const { payload } = await jwtVerify(assertion, await importSPKI(spki, algorithm));
      expect(payload).toMatchObject({
        iss: 'my-client',
        sub: 'my-client',
        aud: 'https://id.example/token',
      });
      expect(form.toString()).not.toContain('PRIVATE');
    },
  );

  it.each([['nonsense'], ['{"kty":"oct","k":"AAAA"}'], ['{"kty":"EC","crv":"P-256"}'], ['{']])(
    'K5 cannot sign with %s, and does not show it',
    async (key) => {
      const { provider } = providerOf(createFakeAuthorizationServer());
      const text = await get(provider, clientOf({ kind: 'privateKey', key }));
      expect(text).toMatch(/^client: The private key of the client cannot be read/);
      expect(text).not.toContain(key.length > 1 ? key : 'AAAA');
    },
  );
});

describe('a token', () => {
  it('K5 is asked for once by a hundred calls', async () => {
    const server = createFakeAuthorizationServer();
    const { provider } = providerOf(server);
    const open = server.hold();
    const all = Array.from({ length: 100 }, () => get(provider));
    open();
    expect(new Set(await Promise.all(all))).toEqual(new Set(['at1-token']));
    expect(server.calls).toHaveLength(1);
  });

  it('K5 is another one for another client, scope or endpoint', async () => {
    const server = createFakeAuthorizationServer();
    const { provider } = providerOf(server);
    const asked = [
      await get(provider),
      await get(provider, { scopes: ['read'] }),
      await get(provider, clientOf(basic, 'other')),
      await get(provider, { tokenUrl: 'https://id.example/other' }),
      await get(provider),
    ];
    expect(asked).toEqual(['at1-token', 'at2-token', 'at3-token', 'at4-token', 'at1-token']);
  });

  it('K5 is replaced before it ends, and used until the next has come', async () => {
    const server = createFakeAuthorizationServer();
    const { provider, clock } = providerOf(server);
    expect(await get(provider)).toBe('at1-token');
    await clock.advance(3_539_000);
    expect(await get(provider)).toBe('at1-token');
    expect(server.calls).toHaveLength(1);
    await clock.advance(2_000);
    const open = server.hold();
    expect(await get(provider)).toBe('at1-token');
    expect(await get(provider)).toBe('at1-token');
    await expect.poll(() => server.calls.length).toBe(2);
    expect(await get(provider)).toBe('at1-token');
    open();
    await expect.poll(() => get(provider)).toBe('at2-token');
    expect(server.calls).toHaveLength(2);
  });

  it('K5 is waited for when the last one has ended', async () => {
    const server = createFakeAuthorizationServer();
    const { provider, clock } = providerOf(server);
    await get(provider);
    await clock.advance(3_600_000);
    expect(await get(provider)).toBe('at2-token');
  });

  it.each([
    [0, 0, 'at2-token'],
    [10, 7_000, 'at1-token'],
    [10, 9_900, 'at2-token'],
    ['3600', 3_500_000, 'at1-token'],
    [undefined, 3_500_000, 'at1-token'],
    [undefined, 3_600_000, 'at2-token'],
  ])('K5 that lives %j seconds is the one after %i ms: %s', async (lifetime, later, expected) => {
    const server = createFakeAuthorizationServer((_call, index) => ({
      body: { access_token: `at${index + 1}-token`, token_type: 'bearer', expires_in: lifetime },
    }));
    const { provider, clock } = providerOf(server);
    expect(await get(provider)).toBe('at1-token');
    await clock.advance(later);
    expect(await get(provider)).toBe(expected);
  });

  it('K9 that was refused is replaced once, whoever says so', async () => {
    const server = createFakeAuthorizationServer();
    const { provider } = providerOf(server);
    await get(provider);
    const open = server.hold();
    const all = Array.from({ length: 50 }, () => {
      provider.forget(request, 'at1-token');
      return get(provider);
    });
    open();
    expect(new Set(await Promise.all(all))).toEqual(new Set(['at2-token']));
    provider.forget(request, 'at1-token');
    expect(await get(provider)).toBe('at2-token');
    expect(server.calls).toHaveLength(2);
  });

  it('is known to the redactor, and the ones before it for a while', async () => {
    const redactor = createRedactor();
    const server = createFakeAuthorizationServer();
    const { provider } = providerOf(server, { redactor });
    for (let count = 1; count <= 5; count += 1) {
      const token = await get(provider);
      expect(redactor.redact(`it is ${token}`)).toBe('it is [redacted]');
      provider.forget(request, token);
    }
    expect(redactor.redact('at1-token at5-token')).toBe('at1-token [redacted]');
  });

  it('is still fetched for the others when one call is given up', async () => {
    const server = createFakeAuthorizationServer();
    const { provider } = providerOf(server);
    const open = server.hold();
    const controller = new AbortController();
    const first = provider.token(request, controller.signal);
    const second = get(provider);
    controller.abort();
    expect(await first).toMatchObject({ ok: false, fault: 'cancelled' });
    open();
    expect(await second).toBe('at1-token');
    expect(await provider.token(request, AbortSignal.abort())).toMatchObject({ ok: true });
  });
});

describe('replicas', () => {
  it('K5 share a token through their store, which cannot be read without the secret', async () => {
    const clock = createManualClock();
    const kept: string[] = [];
    const memory = createMemoryStore(clock);
    const store: SharedStore = {
      ...memory,
      keep: (key, value, lifetimeMs) => {
        kept.push(key, value);
        return memory.keep(key, value, lifetimeMs);
      },
    };
    const server = createFakeAuthorizationServer();
    const one = providerOf(server, { store, clock }).provider;
    const two = providerOf(server, { store, clock }).provider;
    expect([await get(one), await get(two)]).toEqual(['at1-token', 'at1-token']);
    expect(server.calls).toHaveLength(1);
    expect(kept.join(' ')).not.toMatch(/at1-token|client-secret|my-client/);
    const other = clientOf({ kind: 'basic', secret: 'client-secret-2' });
    expect(await get(two, other)).toBe('at2-token');
  });

  it('K9 do not take a token from the store that was refused', async () => {
    const clock = createManualClock();
    const store = createMemoryStore(clock);
    const server = createFakeAuthorizationServer();
    const one = providerOf(server, { store, clock }).provider;
    const two = providerOf(server, { store, clock }).provider;
    await get(one);
    await get(two);
    one.forget(request, 'at1-token');
    expect(await get(one)).toBe('at2-token');
    two.forget(request, 'at1-token');
    expect(await get(two)).toBe('at2-token');
    expect(server.calls).toHaveLength(2);
  });

  it('go on alone when the store fails or holds something else', async () => {
    const broken: Partial<SharedStore>[] = [
      {
        read: () => Promise.reject(new Error('down')),
        keep: () => Promise.reject(new Error('down')),
      },
      { read: () => Promise.resolve('not sealed') },
    ];
    for (const part of broken) {
      const server = createFakeAuthorizationServer();
      const clock = createManualClock();
      const store = { ...createMemoryStore(clock), ...part };
      expect(await get(providerOf(server, { store, clock }).provider)).toBe('at1-token');
    }
  });

  it('share nothing of a client without a secret', async () => {
    const clock = createManualClock();
    const store: SharedStore = {
      ...createMemoryStore(clock),
      read: () => Promise.reject(new Error('asked')),
      keep: () => {
        throw new Error('kept');
      },
    };
    const { provider } = providerOf(createFakeAuthorizationServer(), { store, clock });
    expect(await get(provider, clientOf({ kind: 'none' }))).toBe('at1-token');
  });
});

describe('an authorization server that gives no token', () => {
  const down = {
    ok: false,
    failure: { kind: 'network', message: 'No connection to https://id.example.', sent: false },
  } as const;
  const error = (
    code: string,
    description: string | undefined,
    status = 400,
    headers: Readonly<Record<string, string>> = {},
  ): EndpointAnswer => ({
    status,
    headers,
    body: { error: code, ...(description === undefined ? {} : { error_description: description }) },
  });

  it.each<[string, EndpointAnswer | typeof down, RegExp]>([
    ['is down', down, /^unavailable: No connection to https:\/\/id\.example\.$/],
    [
      'refuses the client',
      error('invalid_client', 'Bad client.', 401, { 'www-authenticate': 'Basic realm="x"' }),
      /^client: The authorization server https:\/\/id\.example refused with invalid_client \(Bad client\.\)\.$/,
    ],
    ['refuses the client without a word', { status: 401, body: '' }, /^client: .* answered 401/],
    ['refuses the scope', error('invalid_scope', undefined), /^request: .* invalid_scope\.$/],
    [
      'refuses with 200',
      error('unauthorized_client', 'No.', 200),
      /^request: .*unauthorized_client/,
    ],
    ['is busy', error('temporarily_unavailable', 'Later.', 503), /^unavailable: .* answered 503/],
    ['fails', { status: 502, body: '<h1>Bad gateway</h1>' }, /^unavailable: .* answered 502/],
    [
      'sends elsewhere',
      { status: 302, headers: { location: 'https://evil.example/' } },
      /answered 302/,
    ],
    ['answers with a page', { body: '<html>' }, /^unavailable: .*something that is no token/],
    ['answers with half of it', { body: '{"access_token":"ha' }, /^unavailable: /],
    ['answers without end', { body: {}, truncated: true }, /^unavailable: .*endless answer/],
    ['gives no token', { body: { token_type: 'bearer' } }, /^unavailable: .*"access_token"/],
    ['gives no type', { body: { access_token: 'x' } }, /^unavailable: .*"token_type"/],
    [
      'gives a token of a type that is not known',
      { body: { access_token: 'x', token_type: 'mac' } },
      /^unavailable: .*token_type/,
    ],
    [
      'gives a token that is bound to a key',
      { body: { access_token: 'x', token_type: 'DPoP' } },
      /^unavailable: .*DPoP/,
    ],
    [
      'gives a token that would end the header',
      { body: { access_token: 'x\r\nX-Evil: 1', token_type: 'bearer' } },
      /^unavailable: .*characters that no header can carry/,
    ],
  ])('K5 and %s is told so', async (_case, answer, expected) => {
    const { provider } = providerOf(createFakeAuthorizationServer(() => answer));
    expect(await get(provider)).toMatch(expected);
  });

  it('K5 shows nothing of the secrets that its message repeats, and no line breaks', async () => {
    const sent = Buffer.from('my-client:client-secret%2F1').toString('base64');
    const echo = createFakeAuthorizationServer(() => error('invalid_client', `You sent ${sent}`));
    expect(await get(providerOf(echo).provider)).not.toContain(sent.slice(20));
    const description =
      'secret client-secret/1,\n\u001b[31mas client-secret%2F1 ' + 'x'.repeat(900);
    const server = createFakeAuthorizationServer(() => error('invalid_client', description));
    const text = await get(providerOf(server).provider);
    expect(text).toMatch(/\(secret \[redacted\], \[31mas \[redacted\] x+…\)\.$/);
    expect(text.length).toBeLessThan(500);
  });

  it('K5 is asked once by many calls, and not again at once', async () => {
    const server = createFakeAuthorizationServer(() => down);
    const { provider, clock } = providerOf(server);
    await Promise.all(Array.from({ length: 100 }, () => get(provider)));
    await get(provider);
    expect(server.calls).toHaveLength(1);
    await clock.advance(1_000);
    await get(provider);
    expect(server.calls).toHaveLength(2);
  });

  it('K5 does not matter while the last token is good', async () => {
    const server = createFakeAuthorizationServer((_call, index) =>
      index === 0
        ? { body: { access_token: 'at1-token', token_type: 'bearer', expires_in: 600 } }
        : down,
    );
    const { provider, clock } = providerOf(server);
    await get(provider);
    await clock.advance(550_000);
    for (let count = 0; count < 5; count += 1) {
      expect(await get(provider)).toBe('at1-token');
      await clock.advance(5_000);
    }
    await clock.advance(600_000);
    expect(await get(provider)).toMatch(/^unavailable/);
  });
});

describe('an endpoint', () => {
  it.each([
    ['http://id.example/token', 'it is not encrypted'],
    ['ftp://id.example/token', 'neither https nor http'],
    ['/token', 'not an absolute URL'],
    ['https://{tenant}.id.example/token', 'a template'],
    ['https://id.example/{tenant}/token', 'a template'],
    ['https://user:pass-word@id.example/token', 'holds a user name'],
    ['', 'not an absolute URL'],
  ])('K5 %j is never sent a secret', async (tokenUrl, why) => {
    const server = createFakeAuthorizationServer();
    const text = await get(providerOf(server).provider, { tokenUrl });
    expect(text).toMatch(/^endpoint: The token endpoint/);
    expect(text).toContain(why);
    expect(text).not.toContain('pass-word');
    expect(server.calls).toEqual([]);
  });

  it.each(['http://127.0.0.1:9/token', 'http://localhost/token', 'http://[::1]:9/token'])(
    'K5 %s is on this machine and may be plain',
    async (tokenUrl) => {
      expect(await get(providerOf(createFakeAuthorizationServer()).provider, { tokenUrl })).toBe(
        'at1-token',
      );
    },
  );

  it('K5 may be plain where somebody says so', async () => {
    const { provider } = providerOf(createFakeAuthorizationServer(), { allowHttp: true });
    expect(await get(provider, { tokenUrl: 'http://keycloak:8080/token' })).toBe('at1-token');
  });
});

describe('metadata', () => {
  const { tokenUrl: _tokenUrl, ...elsewhere } = request;

  async function discover(metadataUrl: string, metadata: EndpointAnswer): Promise<string> {
    const server = createFakeAuthorizationServer((call) =>
      call.method === 'GET'
        ? metadata
        : {
            body: {
              access_token: `token of ${new URL(call.url).pathname}`.replaceAll(' ', '_'),
              token_type: 'bearer',
            },
          },
    );
    const { provider } = providerOf(server);
    return tokenOf(await provider.token({ ...elsewhere, metadataUrl }, newSignal()));
  }

  it.each([
    ['https://id.example/.well-known/openid-configuration', 'https://id.example'],
    ['https://id.example/.well-known/openid-configuration', 'https://id.example/'],
    ['https://id.example/realms/a/.well-known/openid-configuration', 'https://id.example/realms/a'],
    ['https://id.example/.well-known/oauth-authorization-server/a', 'https://id.example/a'],
    ['https://id.example/oauth/metadata.json', 'https://id.example/any'],
  ])('K5 at %s is that of %s', async (url, issuer) => {
    const body = { issuer, token_endpoint: 'https://tokens.example/found' };
    expect(await discover(url, { body })).toBe('token_of_/found');
  });

  it.each<[string, EndpointAnswer, RegExp]>([
    [
      'of another issuer',
      { body: { issuer: 'https://evil.example', token_endpoint: 'https://evil.example/t' } },
      /^endpoint: .*another authorization server/,
    ],
    [
      'of another realm',
      { body: { issuer: 'https://id.example/other', token_endpoint: 'https://id.example/t' } },
      /^endpoint: .*another authorization server/,
    ],
    ['without an issuer', { body: { token_endpoint: 'https://id.example/t' } }, /^endpoint: /],
    [
      'with a plain endpoint',
      { body: { issuer: 'https://id.example', token_endpoint: 'http://id.example/t' } },
      /^endpoint: .*not encrypted/,
    ],
    [
      'without an endpoint',
      { body: { issuer: 'https://id.example' } },
      /^unavailable: .*token_endpoint/,
    ],
    ['that is a page', { body: '<html>' }, /^unavailable: .*no metadata/],
    ['that is not there', { status: 404, body: '' }, /^unavailable: .*answered with 404/],
  ])('K5 %s is of no use', async (_case, answer, expected) => {
    const url = 'https://id.example/.well-known/openid-configuration';
    expect(await discover(url, answer)).toMatch(expected);
  });

  it('K5 is asked for once an hour', async () => {
    const server = createFakeAuthorizationServer(({ method }, index) => ({
      body:
        method === 'GET'
          ? { issuer: 'https://id.example', token_endpoint: 'https://id.example/t' }
          : { access_token: `at${index}`, token_type: 'bearer', expires_in: 60 },
    }));
    const { provider, clock } = providerOf(server);
    const discovered = {
      ...elsewhere,
      metadataUrl: 'https://id.example/.well-known/openid-configuration',
    };
    const asked = (): number => server.calls.filter(({ method }) => method === 'GET').length;
    for (let count = 0; count < 3; count += 1) {
      await provider.token(discovered, newSignal());
      await clock.advance(100_000);
    }
    expect(asked()).toBe(1);
    await clock.advance(3_600_000);
    await provider.token(discovered, newSignal());
    expect(asked()).toBe(2);
  });
});

describe('an exchange', () => {
  const exchange: Partial<TokenRequest> = {
    grant: { kind: 'exchange', subjectToken: 'the-token-of-alice' },
    audience: 'https://api.example',
  };

  it('K6 is that of RFC 8693 §2.1, with its answer of §2.2.1', async () => {
    const server = createFakeAuthorizationServer(() => ({
      body: {
        access_token: 'upstream-token-1',
        issued_token_type: 'urn:ietf:params:oauth:token-type:access_token',
        token_type: 'N_A',
        expires_in: 60,
      },
    }));
    expect(await get(providerOf(server).provider, exchange)).toBe('upstream-token-1');
    expect(Object.fromEntries(server.calls[0]?.form ?? [])).toEqual({
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token: 'the-token-of-alice',
      subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      requested_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      audience: 'https://api.example',
      scope: 'read write',
    });
  });

  it('K6 keeps the tokens of callers apart, and those of one caller', async () => {
    const server = createFakeAuthorizationServer();
    const { provider } = providerOf(server);
    const bob: Partial<TokenRequest> = {
      grant: { kind: 'exchange', subjectToken: 'of-bob-12345' },
    };
    const tokens = [
      await get(provider, exchange),
      await get(provider, bob),
      await get(provider, exchange),
    ];
    expect(tokens).toEqual(['at1-token', 'at2-token', 'at1-token']);
  });

  it('K6 never ends in the very token of the caller', async () => {
    const server = createFakeAuthorizationServer(() => ({
      body: { access_token: 'the-token-of-alice', token_type: 'bearer' },
    }));
    const text = await get(providerOf(server).provider, exchange);
    expect(text).toMatch(/^request: .*must not go to the upstream/);
  });

  it.each(['invalid_grant', 'invalid_request'])(
    'K6 refused with %s is up to the caller',
    async (code) => {
      const server = createFakeAuthorizationServer(() => ({
        status: 400,
        body: { error: code, error_description: 'the-token-of-alice is no good' },
      }));
      const text = await get(providerOf(server).provider, exchange);
      expect(text).toMatch(/^caller: .*\(\[redacted\] is no good\)/);
    },
  );
});
