import { generateKeyPair } from 'jose';
import { describe, expect, it } from 'vitest';
import type { Principal } from '../../../src/runtime/principal.ts';
import { secretsOf } from '../../../src/runtime/principal.ts';
import type { SignInOptions } from '../../../src/runtime/transports/http/sign-in/options.ts';
import { artifactOf, toolOf } from '../../support/artifact-builder.ts';
import type { TestAuthorizationServer, TokenParts } from '../../support/authorization-server.ts';
import {
  startAuthorizationServer,
  testClient,
  testResource,
} from '../../support/authorization-server.ts';
import { done } from '../../support/call-context.ts';
import type { HttpParts, PostAnswer, ServedHttp } from '../../support/http-bridge.ts';
import { modern, post, rpc, startHttp } from '../../support/http-bridge.ts';
import { connectOld, httpClients } from '../../support/http-clients.ts';

const list = rpc('tools/list');
const tools = [
  toolOf({ settings: { scopes: ['things:read'] } }),
  toolOf({ name: 'setThing', hints: { readOnly: false }, settings: { scopes: ['things:write'] } }),
  toolOf({ name: 'freeThing' }),
];

interface Guarded extends ServedHttp {
  readonly authorization: TestAuthorizationServer;
  readonly ask: (token: string | undefined, body?: unknown) => Promise<PostAnswer>;
}

/** A server that takes tokens of one authorization server. */
async function startGuarded(
  signIn: Partial<SignInOptions> = {},
  { http, bridge, ...parts }: HttpParts = {},
): Promise<Guarded> {
  const authorization = await startAuthorizationServer();
  const served = await startHttp({
    ...parts,
    bridge: { artifact: artifactOf({ tools }), ...bridge },
    http: {
      publicUrl: testResource,
      signIn: {
        issuers: [{ issuer: authorization.issuer, jwksCooldownMs: 0 }],
        requiredScopes: ['things:read'],
        ...signIn,
      },
      ...http,
    },
  });
  const ask: Guarded['ask'] = (token, body = list) =>
    post(served.url, body, token === undefined ? {} : { authorization: `Bearer ${token}` });
  return { ...served, authorization, ask };
}

const metadataUrl = 'http://localhost/.well-known/oauth-protected-resource/mcp';
const now = Math.floor(Date.now() / 1_000);

describe('a caller who has not signed in', () => {
  it.each([
    ['no header', undefined],
    ['another scheme', 'Basic YTpi'],
    ['no token', 'Bearer '],
  ])('is told where to sign in, with %s', async (_what, authorization) => {
    const { url } = await startGuarded();
    const answer = await post(url, list, authorization === undefined ? {} : { authorization });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe(
      `Bearer scope="things:read", resource_metadata="${metadataUrl}"`,
    );
    expect(answer.message.result).toBeUndefined();
  });

  it('finds the metadata of the resource at both well-known places', async () => {
    const { url, authorization } = await startGuarded();
    for (const path of ['oauth-protected-resource/mcp', 'oauth-protected-resource']) {
      const answer = await fetch(new URL(`/.well-known/${path}`, url));
      expect(answer.status).toBe(200);
      expect(await answer.json()).toEqual({
        resource: testResource,
        authorization_servers: [authorization.issuer],
        scopes_supported: ['things:read', 'things:write'],
        bearer_methods_supported: ['header'],
        resource_name: 'shop',
      });
    }
  });

  it('cannot use a token in the URL, nor hide behind a second one', async () => {
    const { url, authorization } = await startGuarded();
    const token = await authorization.sign();
    expect((await post(`${url}?access_token=${token}`, list)).status).toBe(401);
    const two = await post(url, list, { authorization: `Bearer ${token}, Bearer ${token}` });
    expect(two.status).toBe(401);
  });

  it('is refused before its body is read', async () => {
    const { url } = await startGuarded();
    const answer = await post(url, '{ this is no JSON');
    expect(answer.status).toBe(401);
  });
});

describe('a signed token', () => {
  it.each(httpClients)('lets the %s in', async (_name, connect) => {
    const { url, authorization } = await startGuarded();
    const headers = { authorization: `Bearer ${await authorization.sign()}` };
    const client = await connect(url, { headers });
    expect((await client.callTool('getThing', { id: '1' })).isError).toBeFalsy();
  });

  it.each<readonly [string, TokenParts]>([
    ['a list of audiences', { claims: { aud: ['https://other.example', testResource] } }],
    ['a slash after the audience', { claims: { aud: `${testResource}/` } }],
    ['scopes as a list', { claims: { scope: undefined, scp: ['things:read'] } }],
    ['a client and no subject', { claims: { sub: undefined } }],
    ['a clock that is a little ahead', { claims: { nbf: now + 3 } }],
  ])('is taken with %s', async (_what, parts) => {
    const { ask, authorization } = await startGuarded();
    expect((await ask(await authorization.sign(parts))).status).toBe(200);
  });

  it.each<readonly [string, TokenParts, RegExp]>([
    ['another audience', { claims: { aud: 'https://other.example' } }, /audience/],
    ['no audience', { claims: { aud: undefined } }, /audience/],
    ['an audience that begins alike', { claims: { aud: `${testResource}.evil` } }, /audience/],
    ['another issuer', { claims: { iss: 'https://evil.example' } }, /issuer/],
    ['no issuer', { claims: { iss: undefined } }, /not one of this server/],
    ['its time over', { claims: { exp: now - 60 } }, /expired/],
    ['no end', { claims: { exp: undefined } }, /'exp'/],
    ['its time still to come', { claims: { nbf: now + 600 } }, /'nbf'/],
    ['nobody in it', { claims: { sub: undefined, client_id: undefined } }, /subject/],
    ['an unknown key', { header: { kid: 'made-up' } }, /signed/],
  ])('is refused with %s', async (_what, parts, description) => {
    const { ask, authorization } = await startGuarded();
    const answer = await ask(await authorization.sign(parts));
    expect(answer.status).toBe(401);
    const challenge = answer.headers.get('www-authenticate') ?? '';
    expect(challenge).toMatch(/^Bearer error="invalid_token", error_description="/);
    expect(challenge).toMatch(description);
    expect(challenge).toContain(`resource_metadata="${metadataUrl}"`);
  });

  it('is refused when it is signed by nobody, or by a secret that everybody knows', async () => {
    const { ask, authorization } = await startGuarded();
    const [header = '', payload = ''] = (await authorization.sign()).split('.');
    const encode = (value: unknown): string =>
      Buffer.from(JSON.stringify(value)).toString('base64url');
    expect((await ask(`${encode({ alg: 'none' })}.${payload}.`)).status).toBe(401);
    expect((await ask(`${header}.${payload}.`)).status).toBe(401);
    expect((await ask(`${header}.${payload}.AAAA`)).status).toBe(401);
    const shared = await authorization.sign({
      header: { alg: 'HS256' },
      key: await authorization.publicKeyBytes(),
    });
    const refused = await ask(shared);
    expect(refused.status).toBe(401);
    expect(refused.text).toContain('algorithm');
    const { privateKey } = await generateKeyPair('ES256');
    expect((await ask(await authorization.sign({ key: privateKey }))).status).toBe(401);
  });

  it('is refused when it brings its own key', async () => {
    const { ask, authorization } = await startGuarded();
    const forged = await startAuthorizationServer();
    const answer = await ask(
      await forged.sign({
        claims: { iss: authorization.issuer },
        header: { jku: `${forged.issuer}/jwks` },
      }),
    );
    expect(answer.status).toBe(401);
    expect(forged.asked).toEqual([]);
  });

  it('is taken after its issuer has changed keys, and the old one no longer is', async () => {
    const { ask, authorization } = await startGuarded();
    const old = await authorization.sign();
    expect((await ask(old)).status).toBe(200);
    await authorization.rotate();
    expect((await ask(await authorization.sign())).status).toBe(200);
    expect((await ask(old)).status).toBe(401);
  });

  it('does not make the server ask for keys again and again', async () => {
    const authorization = await startAuthorizationServer();
    const { url } = await startHttp({
      http: {
        publicUrl: testResource,
        signIn: { issuers: [{ issuer: authorization.issuer }] },
      },
    });
    for (let turn = 0; turn < 20; turn += 1) {
      const token = await authorization.sign({ header: { kid: `made-up-${turn}` } });
      const answer = await post(url, list, { authorization: `Bearer ${token}` });
      expect(answer.status).toBe(401);
    }
    expect(authorization.asked.filter((path) => path === '/jwks')).toHaveLength(1);
  });

  it('needs no key id where its issuer publishes none', async () => {
    const { ask, authorization } = await startGuarded();
    await authorization.publishUnnamed();
    expect((await ask(await authorization.sign())).status).toBe(200);
    const { privateKey } = await generateKeyPair('ES256');
    expect((await ask(await authorization.sign({ key: privateKey }))).status).toBe(401);
  });

  it('is not called wrong while nobody can check it', async () => {
    const { ask, authorization, problems } = await startGuarded();
    const token = await authorization.sign();
    authorization.fail(true);
    const answer = await ask(token);
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).not.toBeNull();
    expect(problems.map(({ message }) => message).join()).toContain('answered 500');
    expect(problems.map(({ message }) => message).join()).not.toContain(token);
  });

  it('of an algorithm that the configuration leaves out is refused', async () => {
    const authorization = await startAuthorizationServer();
    const { url } = await startHttp({
      http: {
        publicUrl: testResource,
        signIn: { issuers: [{ issuer: authorization.issuer, algorithms: ['RS256'] }] },
      },
    });
    const token = await authorization.sign();
    expect((await post(url, list, { authorization: `Bearer ${token}` })).status).toBe(401);
  });
});

describe('what a caller may do', () => {
  it('is what the list shows, for each caller its own', async () => {
    const { ask, authorization } = await startGuarded();
    const names = async (scope: string): Promise<readonly string[] | undefined> =>
      (await ask(await authorization.sign({ claims: { scope } }))).message.result?.tools?.map(
        ({ name }) => name,
      );
    expect(await names('things:read')).toEqual(['getThing', 'freeThing']);
    expect(await names('things:read things:write')).toEqual(['getThing', 'setThing', 'freeThing']);
    expect(await names('other things:read')).toEqual(['getThing', 'freeThing']);
  });

  it('is kept to the caller by whoever keeps the list', async () => {
    const { url, authorization } = await startGuarded();
    const { body, headers } = modern('tools/list');
    const authorized = { ...headers, authorization: `Bearer ${await authorization.sign()}` };
    expect((await post(url, body, authorized)).message.result?.cacheScope).toBe('private');
  });

  it.each([
    ['before 2026-07-28', { body: rpc('tools/call', { name: 'setThing' }), headers: {} }],
    ['2026-07-28', modern('tools/call', { name: 'setThing' })],
    ['in a batch', { body: [list, rpc('tools/call', { name: 'setThing' }, 2)], headers: {} }],
  ])('is answered with all scopes that the call needs, %s', async (_what, { body, headers }) => {
    const { url, authorization, upstream } = await startGuarded();
    const answer = await post(url, body, {
      ...headers,
      authorization: `Bearer ${await authorization.sign()}`,
    });
    expect(answer.status).toBe(403);
    expect(answer.headers.get('www-authenticate')).toMatch(
      /^Bearer error="insufficient_scope", error_description="[^"]+", scope="things:read things:write", resource_metadata="/,
    );
    expect(upstream.plans).toEqual([]);
  });

  it('needs the scopes of the server for everything', async () => {
    const { ask, authorization } = await startGuarded();
    const answer = await ask(await authorization.sign({ claims: { scope: 'things:write' } }));
    expect(answer.status).toBe(403);
    expect(answer.headers.get('www-authenticate')).toContain('scope="things:read"');
  });

  it('may depend on what tools do', async () => {
    const { ask, authorization } = await startGuarded(
      {},
      {
        bridge: {
          artifact: artifactOf({
            tools: [
              toolOf(),
              toolOf({ name: 'addThing', hints: { readOnly: false, destructive: false } }),
              toolOf({ name: 'dropThing', hints: { readOnly: false, destructive: true } }),
              toolOf({ name: 'oddThing', hints: {} }),
            ],
          }),
          hintScopes: { write: ['things:write'], destroy: ['things:admin'] },
        },
      },
    );
    const names = async (scope: string): Promise<readonly string[] | undefined> =>
      (await ask(await authorization.sign({ claims: { scope } }))).message.result?.tools?.map(
        ({ name }) => name,
      );
    expect(await names('things:read')).toEqual(['getThing']);
    expect(await names('things:read things:write')).toEqual(['getThing', 'addThing']);
    expect(await names('things:read things:admin')).toEqual(['getThing', 'dropThing', 'oddThing']);
    const call = rpc('tools/call', { name: 'oddThing', arguments: { id: '1' } });
    expect((await ask(await authorization.sign(), call)).status).toBe(403);
  });
});

describe('who calls', () => {
  /** A tool that remembers who called it. */
  function watching(): { readonly parts: HttpParts; readonly seen: (Principal | undefined)[] } {
    const seen: (Principal | undefined)[] = [];
    const handler = ({ session }: { readonly session: Principal | undefined }) => {
      seen.push(session);
      return Promise.resolve(done);
    };
    const watch = { name: 'watch', description: 'Watches.', hints: { readOnly: true }, handler };
    return { seen, parts: { bridge: { tools: [watch] } } };
  }

  it('is known to middleware with every claim, and without the token', async () => {
    const { parts, seen } = watching();
    const { ask, authorization } = await startGuarded({}, parts);
    const token = await authorization.sign({ claims: { tenant: 'acme' } });
    await ask(token, rpc('tools/call', { name: 'watch' }));
    const [principal] = seen;
    expect(principal).toMatchObject({
      kind: 'token',
      id: `${authorization.issuer} sub:alice`,
      issuer: authorization.issuer,
      subject: 'alice',
      clientId: 'agent',
      scopes: ['things:read'],
      claims: { tenant: 'acme' },
    });
    expect(JSON.stringify(principal)).not.toContain(token);
    expect(principal === undefined ? undefined : secretsOf(principal).token).toBe(token);
  });

  it('may change tokens within a session, but not be another', async () => {
    const { parts, seen } = watching();
    const { url, authorization } = await startGuarded({}, { ...parts, http: { sessions: {} } });
    let claims: Record<string, unknown> = { jti: 'first' };
    const client = await connectOld(url, {
      fetch: async (input, init) => {
        const headers = new Headers(init?.headers);
        headers.set('authorization', `Bearer ${await authorization.sign({ claims })}`);
        return fetch(input, { ...init, headers });
      },
    });
    await client.callTool('watch');
    claims = { jti: 'second', scope: 'things:read things:write' };
    await client.callTool('watch');
    expect(seen.map((principal) => principal?.claims['jti'])).toEqual(['first', 'second']);
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('setThing');
    claims = { sub: 'mallory' };
    await expect(client.callTool('watch')).rejects.toThrow();
    expect(seen).toHaveLength(2);
  });

  it('never sends their token upstream (U99)', async () => {
    const { ask, authorization, upstream } = await startGuarded();
    const token = await authorization.sign();
    await ask(token, rpc('tools/call', { name: 'getThing', arguments: { id: '1' } }));
    expect(upstream.plans).toHaveLength(1);
    expect(JSON.stringify(upstream.plans)).not.toContain(token);
    expect(JSON.stringify(upstream.plans).toLowerCase()).not.toContain('bearer');
  });
});

describe('opaque tokens', () => {
  async function startOpaque(cacheMs?: number): Promise<Guarded> {
    const authorization = await startAuthorizationServer();
    const { issuer } = authorization;
    const guarded = await startGuarded({
      issuers: [],
      introspection: {
        url: `${issuer}/introspect`,
        issuer,
        ...testClient,
        ...(cacheMs === undefined ? {} : { cacheMs }),
      },
    });
    return { ...guarded, authorization };
  }
  const active = { active: true, sub: 'alice', aud: testResource, scope: 'things:read' };

  it('are asked about once, however often and at the same time they come', async () => {
    const { ask, authorization } = await startOpaque();
    authorization.opaque.set('opaque-1', active);
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask('opaque-1')));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect((await ask('unknown')).status).toBe(401);
    expect((await ask('unknown')).status).toBe(401);
    expect(authorization.asked).toEqual(['/introspect', '/introspect']);
  });

  it.each([
    ['is not active', { ...active, active: false }],
    ['has expired', { ...active, exp: now - 1 }],
    ['is for another audience', { ...active, aud: 'https://other.example' }],
    ['is for nobody in particular', { active: true, sub: 'alice' }],
    ['is of another issuer', { ...active, iss: 'https://evil.example' }],
    ['claims to be active with a text', { ...active, active: 'true' }],
    ['names nobody', { active: true, aud: testResource }],
  ])('are refused when the answer %s', async (_what, answer) => {
    const { ask, authorization } = await startOpaque();
    authorization.opaque.set('opaque-1', answer);
    expect((await ask('opaque-1')).status).toBe(401);
  });

  it('are asked about again after the answer has aged', async () => {
    const { ask, authorization } = await startOpaque(0);
    authorization.opaque.set('opaque-1', active);
    expect((await ask('opaque-1')).status).toBe(200);
    authorization.opaque.delete('opaque-1');
    expect((await ask('opaque-1')).status).toBe(401);
  });

  it('are not called wrong while nobody answers, and that is not kept', async () => {
    const { ask, authorization } = await startOpaque();
    authorization.opaque.set('opaque-1', active);
    authorization.fail(true);
    expect((await ask('opaque-1')).status).toBe(503);
    authorization.fail(false);
    expect((await ask('opaque-1')).status).toBe(200);
  });
});

describe('fixed tokens', () => {
  const signIn: SignInOptions = {
    staticTokens: [
      { name: 'all', token: 'a'.repeat(32) },
      { name: 'reader', token: 'b'.repeat(32), scopes: ['things:read'] },
    ],
  };
  const start = (): Promise<ServedHttp> =>
    startHttp({ bridge: { artifact: artifactOf({ tools }) }, http: { signIn } });

  it('grant everything, or what they are given', async () => {
    const { url } = await start();
    const ask = async (token: string): Promise<PostAnswer> =>
      post(url, list, { authorization: `Bearer ${token}` });
    expect((await ask('a'.repeat(32))).message.result?.tools).toHaveLength(3);
    expect((await ask('b'.repeat(32))).message.result?.tools).toHaveLength(2);
    expect((await ask('c'.repeat(32))).status).toBe(401);
    expect((await ask('a'.repeat(31))).status).toBe(401);
  });

  it('come without an authorization server to point to', async () => {
    const { url } = await start();
    const answer = await post(url, list);
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    const path = '/.well-known/oauth-protected-resource/mcp';
    expect((await fetch(new URL(path, url))).status).toBe(404);
  });

  it.each([
    ['a short token', [{ name: 'a', token: 'short' }], /16 characters/],
    ['a token that no header holds', [{ name: 'a', token: 'x'.repeat(20) + ' y' }], /no token/],
    [
      'a name that is used twice',
      ['a', 'b'].map((letter) => ({ name: 'same', token: letter.repeat(32) })),
      /Two tokens/,
    ],
    ['none at all', [], /no way to sign in/],
  ])('are refused at start with %s', async (_what, staticTokens, message) => {
    await expect(startHttp({ http: { signIn: { staticTokens } } })).rejects.toThrow(message);
  });
});

describe('a sign-in that cannot work', () => {
  it.each<readonly [string, SignInOptions, string | undefined, RegExp]>([
    ['no public URL', { issuers: [{ issuer: 'https://id.example' }] }, undefined, /public URL/],
    [
      'an issuer without https',
      { issuers: [{ issuer: 'http://id.example' }] },
      testResource,
      /https/,
    ],
    [
      'a shared secret as algorithm',
      { issuers: [{ issuer: 'https://id.example', algorithms: ['HS256'] }] },
      testResource,
      /HS256/,
    ],
    [
      'a password in the address',
      { issuers: [{ issuer: 'https://a:b@id.example' }] },
      testResource,
      /https/,
    ],
    [
      'a public URL that is none',
      { issuers: [{ issuer: 'https://id.example' }] },
      'shop',
      /public/,
    ],
  ])('stops the start: %s', async (_what, signIn, publicUrl, message) => {
    const http = { signIn, ...(publicUrl === undefined ? {} : { publicUrl }) };
    await expect(startHttp({ http })).rejects.toThrow(message);
  });
});

describe('headers of callers', () => {
  it('are kept beside the principal, where the configuration names them', async () => {
    const seen: (Principal | undefined)[] = [];
    const watch = {
      name: 'watch',
      description: 'Watches.',
      handler: ({ session }: { readonly session: Principal | undefined }) => {
        seen.push(session);
        return Promise.resolve(done);
      },
    };
    const { url } = await startHttp({
      bridge: { tools: [watch] },
      http: { callerHeaders: ['X-Shop-Key'] },
    });
    await post(url, rpc('tools/call', { name: 'watch' }), { 'x-shop-key': 'k1', 'x-other': 'o' });
    const [principal] = seen;
    if (principal === undefined) throw new Error('no principal');
    expect(principal).toEqual({ kind: 'anonymous', id: 'anonymous', claims: {} });
    expect(secretsOf(principal)).toEqual({ headers: { 'x-shop-key': 'k1' } });
  });

  it.each(['Authorization', 'cookie', 'a b', ''])('never are "%s" (U99)', async (name) => {
    await expect(startHttp({ http: { callerHeaders: [name] } })).rejects.toMatchObject({
      code: 'configuration-invalid',
    });
  });
});
