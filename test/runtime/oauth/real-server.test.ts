import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { SecurityScheme } from '../../../src/model/security.ts';
import { defaultRuntimeSettings } from '../../../src/model/settings.ts';
import { createBridge } from '../../../src/runtime/bridge.ts';
import type { Bridge } from '../../../src/runtime/bridge-options.ts';
import type { ToolOutcome } from '../../../src/runtime/call.ts';
import { systemClock } from '../../../src/runtime/clock.ts';
import type { CredentialParts } from '../../../src/runtime/middleware/auth/credential-source.ts';
import { createLoginFile } from '../../../src/runtime/middleware/auth/login-file.ts';
import type { LoginStore, StoredLogin } from '../../../src/runtime/middleware/auth/login-store.ts';
import { logIn } from '../../../src/runtime/load-login.ts';
import type { GrantedToken } from '../../../src/runtime/oauth/grants.ts';
import type { LoginOptions } from '../../../src/runtime/oauth/login/options.ts';
import { createRedactor } from '../../../src/runtime/redact.ts';
import { createUpstream } from '../../../src/runtime/upstream.ts';
import { artifactOf, toolOf } from '../../support/artifact-builder.ts';
import { reasonOf, textOf } from '../../support/call-context.ts';
import type { OidcServer } from '../../support/oidc-server.ts';
import { oidcClients, openTestBrowser, startOidcServer } from '../../support/oidc-server.ts';

// The provider warns of everything that only tests may do.
vi.hoisted(() => {
  for (const name of ['warn', 'info'] as const) console[name] = () => undefined;
});

const tokenScheme = ({ issuer }: OidcServer): SecurityScheme => ({
  type: 'oauth2',
  flows: { clientCredentials: { tokenUrl: `${issuer}/token`, scopes: {} } },
  deprecated: false,
});

const discoveredScheme = ({ issuer }: OidcServer): SecurityScheme => ({
  type: 'openIdConnect',
  openIdConnectUrl: `${issuer}/.well-known/openid-configuration`,
  deprecated: false,
});

interface BridgeParts {
  readonly scheme?: SecurityScheme;
  readonly parts:
    | CredentialParts
    | ((oidc: OidcServer) => CredentialParts | Promise<CredentialParts>);
  readonly logins?: LoginStore;
}

/** A bridge in front of the API beside the authorization server. */
function bridgeTo(oidc: OidcServer, { scheme, parts, logins }: BridgeParts): Bridge {
  const bridge = createBridge({
    artifact: artifactOf({
      document: {
        servers: [{ kind: 'absolute', url: oidc.api, template: oidc.api, variables: {} }],
        securitySchemes: { idp: scheme ?? tokenScheme(oidc) },
      },
      tools: [toolOf({ security: [{ schemes: [{ scheme: 'idp', scopes: ['jars:read'] }] }] })],
    }),
    credentials: { find: () => (typeof parts === 'function' ? parts(oidc) : parts) },
    ...(logins === undefined ? {} : { logins }),
  });
  onTestFinished(() => bridge.close());
  return bridge;
}

async function call(bridge: Bridge): Promise<ToolOutcome> {
  const outcome = await bridge.callTool('getThing', {
    arguments: { id: '1' },
    meta: {},
    signal: new AbortController().signal,
    session: undefined,
  });
  if (outcome === undefined) throw new Error('no such tool');
  return outcome;
}

/** What the API learnt of the token. */
async function tokenFacts(bridge: Bridge): Promise<unknown> {
  const outcome = await call(bridge);
  if (outcome.kind === 'failure') throw new Error(textOf(outcome));
  return outcome.structuredContent;
}

const grants = (oidc: OidcServer): readonly string[] =>
  oidc.asked.filter((each) => each.startsWith('token '));

describe("a client's own credentials at oidc-provider", () => {
  const { service, poster, signer } = oidcClients;
  const ways: readonly (readonly [string, string, BridgeParts['parts']])[] = [
    [
      'in the Authorization header, with characters that need encoding',
      service.id,
      { clientId: service.id, clientSecret: service.secret },
    ],
    [
      'in the body, where that is configured',
      poster.id,
      { clientId: poster.id, clientSecret: poster.secret, clientAuth: 'body' },
    ],
    [
      'as an assertion signed with a JWK',
      signer.id,
      ({ signerKey }) => ({ clientId: signer.id, clientKey: JSON.stringify(signerKey.jwk) }),
    ],
    [
      'as an assertion signed with a key in PEM',
      signer.id,
      ({ signerKey }) => ({ clientId: signer.id, clientKey: signerKey.pem }),
    ],
  ];

  it.each(ways)('K5 go %s', async (_way, id, parts) => {
    const oidc = await startOidcServer();
    const bridge = bridgeTo(oidc, { parts });
    expect(await tokenFacts(bridge)).toMatchObject({ client_id: id, scope: 'jars:read' });
    await call(bridge);
    expect(grants(oidc)).toEqual(['token client_credentials']);
  });

  it('K5 find the endpoint by OpenID Connect Discovery', async () => {
    const oidc = await startOidcServer();
    const parts = { clientId: service.id, clientSecret: service.secret };
    const bridge = bridgeTo(oidc, { scheme: discoveredScheme(oidc), parts });
    expect(await tokenFacts(bridge)).toMatchObject({ client_id: service.id });
    expect(oidc.asked[0]).toBe('GET /.well-known/openid-configuration');
  });

  it('K9 get another token, once, when the API refuses the first', async () => {
    const oidc = await startOidcServer();
    const bridge = bridgeTo(oidc, {
      parts: { clientId: service.id, clientSecret: service.secret },
    });
    await call(bridge);
    expect(grants(oidc)).toHaveLength(1);
    for (const token of oidc.tokens()) oidc.revoke(token);
    expect((await call(bridge)).kind).toBe('success');
    expect(grants(oidc)).toHaveLength(2);
  });

  it.each([
    ['a wrong secret', { clientId: service.id, clientSecret: 'wrong-secret-of-the-test' }],
    [
      'a client that does not show who it is',
      { clientId: service.id, clientSecret: service.secret, clientAuth: 'none' as const },
    ],
    ['a client that is not there', { clientId: 'nobody', clientSecret: 'nobody-knows-me-here' }],
  ])('K5 say what to look after for %s, and show no secret', async (_fault, parts) => {
    const oidc = await startOidcServer();
    const outcome = await call(bridgeTo(oidc, { parts }));
    expect(reasonOf(outcome)).toBe('credentials');
    const text = textOf(outcome);
    expect(text).toMatch(/scheme "idp".*Nothing was sent.*refused with invalid_client/);
    expect(text).toMatch(
      /SHOP_IDP_CLIENT_ID and SHOP_IDP_CLIENT_SECRET.*SHOP_IDP_CLIENT_AUTH=body/,
    );
    expect(text).not.toContain(parts.clientSecret);
  });

  it('K5 say which scopes the server does not give', async () => {
    const oidc = await startOidcServer();
    const parts = {
      clientId: service.id,
      clientSecret: service.secret,
      resource: 'not a resource',
    };
    const text = textOf(await call(bridgeTo(oidc, { parts })));
    expect(text).toMatch(/refused with invalid_target.*SHOP_IDP_RESOURCE/);
  });
});

interface LoginParts {
  readonly flow: (oidc: OidcServer) => LoginOptions['flow'];
  readonly place?: (oidc: OidcServer) => LoginOptions['place'];
  readonly client?: string;
}

async function logInAt(
  oidc: OidcServer,
  { flow, place, client = oidcClients.native.id }: LoginParts,
): Promise<Awaited<ReturnType<typeof logIn>>> {
  const upstream = createUpstream();
  onTestFinished(() => upstream.close());
  return logIn({
    upstream,
    limits: defaultRuntimeSettings.limits,
    allowHttp: false,
    redactor: createRedactor(),
    clock: { ...systemClock, sleep: () => Promise.resolve() },
    place: place?.(oidc) ?? { metadataUrl: `${oidc.issuer}/.well-known/openid-configuration` },
    client: { id: client, authentication: { kind: 'none' } },
    scopes: ['openid', 'jars:read'],
    signal: new AbortController().signal,
    flow: flow(oidc),
  });
}

/** The page at the end may come when the test is over. */
function logInLater(url: string): void {
  openTestBrowser()
    .logIn(url)
    .catch(() => undefined);
}

const inBrowser = (): LoginOptions['flow'] => ({
  kind: 'browser',
  timeoutMs: 10_000,
  open: (url) => logInLater(url),
});

function loginFile(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'openapi-mcp-login-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return path.join(folder, 'deep', '.logins.json');
}

function storedLogin(oidc: OidcServer, token: GrantedToken): StoredLogin {
  const { accessToken, refreshToken, lifetimeMs = 0 } = token;
  return {
    document: 'shop',
    scheme: 'idp',
    metadataUrl: `${oidc.issuer}/.well-known/openid-configuration`,
    origins: [oidc.api],
    clientId: oidcClients.native.id,
    scopes: ['openid', 'jars:read'],
    accessToken,
    ...(refreshToken === undefined ? {} : { refreshToken }),
    obtainedAt: Date.now(),
    expiresAt: Date.now() + lifetimeMs,
  };
}

describe('a login at oidc-provider', () => {
  it('K5 is a code with PKCE over a loopback redirect, with state and issuer checked', async () => {
    const oidc = await startOidcServer();
    let seen = new URLSearchParams();
    const answer = await logInAt(oidc, {
      flow: () => ({
        kind: 'browser',
        timeoutMs: 10_000,
        open: (url) => {
          seen = new URL(url).searchParams;
          logInLater(url);
        },
      }),
    });
    expect(answer).toMatchObject({ ok: true, token: { scopes: ['jars:read'] } });
    expect(seen.get('code_challenge_method')).toBe('S256');
    expect(seen.get('redirect_uri')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/);
    expect(seen.get('state')).toMatch(/^[\w-]{32,}$/);
    expect(seen.get('scope')).toBe('openid jars:read offline_access');
  });

  it('K5 takes the endpoints of a document without metadata', async () => {
    const oidc = await startOidcServer();
    const answer = await logInAt(oidc, {
      flow: inBrowser,
      place: ({ issuer }) => ({ authorizationUrl: `${issuer}/auth`, tokenUrl: `${issuer}/token` }),
    });
    expect(answer.ok).toBe(true);
  });

  it('K5 is a device code, with the person on another machine', async () => {
    const oidc = await startOidcServer();
    const answer = await logInAt(oidc, {
      flow: () => ({
        kind: 'device',
        show: ({ completeUrl = '' }) => logInLater(completeUrl),
      }),
    });
    expect(answer).toMatchObject({ ok: true, token: { refreshToken: expect.any(String) } });
    expect(grants(oidc).at(-1)).toBe('token device_code');
  });

  it('K5 ends where the person says no, in the browser', async () => {
    const oidc = await startOidcServer();
    let page: Promise<string> | undefined;
    const answer = await logInAt(oidc, {
      flow: () => ({
        kind: 'browser',
        timeoutMs: 10_000,
        open: (url) => {
          page = openTestBrowser().refuse(url);
        },
      }),
    });
    expect(answer).toMatchObject({ ok: false, message: expect.stringMatching(/access_denied/) });
    expect(await page).toContain('The login failed');
  });

  it('K5 ends where the person says no, on another machine', async () => {
    const oidc = await startOidcServer();
    const answer = await logInAt(oidc, {
      flow: () => ({
        kind: 'device',
        show: ({ completeUrl = '' }) =>
          void openTestBrowser()
            .refuse(completeUrl)
            .catch(() => undefined),
      }),
    });
    expect(answer).toMatchObject({ ok: false, message: expect.stringMatching(/access_denied/) });
  });

  it('K5 says so where the client is not there', async () => {
    const oidc = await startOidcServer();
    const flow = (): LoginOptions['flow'] => ({ kind: 'device', show: () => undefined });
    const answer = await logInAt(oidc, { flow, client: 'nobody' });
    expect(answer).toMatchObject({ ok: false, message: expect.stringMatching(/invalid_client/) });
  });
});

describe('a server with a login at oidc-provider', () => {
  async function loggedIn(): Promise<{
    readonly oidc: OidcServer;
    readonly logins: LoginStore;
    readonly file: string;
    readonly bridge: Bridge;
  }> {
    const oidc = await startOidcServer();
    const answer = await logInAt(oidc, { flow: inBrowser });
    if (!answer.ok) throw new Error(answer.message);
    const file = loginFile();
    const logins = createLoginFile(file);
    const login = storedLogin(oidc, answer.token);
    await logins.update(login, () => Promise.resolve(login));
    const parts = (): Promise<CredentialParts> =>
      logins.read(login).then((found) => (found === undefined ? {} : { login: found }));
    const bridge = bridgeTo(oidc, { scheme: discoveredScheme(oidc), parts, logins });
    return { oidc, logins, file, bridge };
  }

  it('K5 calls in the name of the person, and renews a refused token once for all calls', async () => {
    const { oidc, bridge, file } = await loggedIn();
    expect(await tokenFacts(bridge)).toMatchObject({ sub: 'alice', scope: 'jars:read' });
    const before = readFileSync(file, 'utf8');
    for (const token of oidc.tokens()) oidc.revoke(token);
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => call(bridge)));
    expect(outcomes.map(({ kind }) => kind)).toEqual(Array(20).fill('success'));
    expect(grants(oidc)).toEqual(['token authorization_code', 'token refresh_token']);
    expect(readFileSync(file, 'utf8')).not.toBe(before);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('K5 shares one renewal between two processes, whose refresh token is good for once', async () => {
    const { oidc, logins, file, bridge } = await loggedIn();
    const other = bridgeTo(oidc, {
      scheme: discoveredScheme(oidc),
      parts: () =>
        createLoginFile(file)
          .read({ document: 'shop', scheme: 'idp' })
          .then((login) => (login === undefined ? {} : { login })),
      logins: createLoginFile(file),
    });
    await Promise.all([call(bridge), call(other)]);
    for (const token of oidc.tokens()) oidc.revoke(token);
    const outcomes = await Promise.all([call(bridge), call(other), call(bridge), call(other)]);
    expect(outcomes.map(({ kind }) => kind)).toEqual(Array(4).fill('success'));
    expect(grants(oidc)).toEqual(['token authorization_code', 'token refresh_token']);
    expect((await logins.read({ document: 'shop', scheme: 'idp' }))?.accessToken).toBe(
      oidc.tokens().at(-1),
    );
  });

  it('K5 says that the login has ended when the refresh token is refused', async () => {
    const { oidc, logins, bridge } = await loggedIn();
    const key = { document: 'shop', scheme: 'idp' };
    await logins.update(key, (login) =>
      Promise.resolve(login && { ...login, refreshToken: 'stale-refresh-token', expiresAt: 0 }),
    );
    const outcome = await call(bridge);
    expect(textOf(outcome)).toMatch(/invalid_grant.*has to log in again/);
    expect(textOf(outcome)).not.toContain('stale-refresh-token');
    expect(oidc.tokens()).toEqual([]);
  });
});
