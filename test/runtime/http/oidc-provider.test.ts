import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';
import { Provider } from 'oidc-provider';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { artifactOf, toolOf } from '../../support/artifact-builder.ts';
import type { PostAnswer } from '../../support/http-bridge.ts';
import { post, rpc, startHttp } from '../../support/http-bridge.ts';
import { connectModern } from '../../support/http-clients.ts';

// The provider warns of everything that only tests may do, the first time while it is imported.
vi.hoisted(() => {
  for (const name of ['warn', 'info'] as const) console[name] = () => undefined;
});

const resource = 'http://localhost/mcp';
const otherResource = 'https://other.example/mcp';
const client = { client_id: 'agent', client_secret: 'agent-secret-of-some-length' };
const scopes = 'things:read things:write';

interface OidcServer {
  readonly issuer: string;
  /** Gets a token with the client's own credentials. */
  readonly token: (parameters: Record<string, string>) => Promise<string>;
  /** Replaces the provider by one with other keys. */
  readonly changeKeys: () => Promise<void>;
}

/** A real authorization server: oidc-provider, with resource indicators (RFC 8707). */
async function startOidc(format: 'jwt' | 'opaque'): Promise<OidcServer> {
  let handle: ReturnType<Provider['callback']> = () => Promise.resolve();
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // A server that listens on TCP has an address with a port.
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const changeKeys = async (): Promise<void> => {
    const { privateKey } = await generateKeyPair('RS256', { extractable: true });
    const provider = new Provider(issuer, {
      jwks: { keys: [{ ...(await exportJWK(privateKey)), use: 'sig', alg: 'RS256' }] },
      clients: [
        {
          ...client,
          grant_types: ['client_credentials'],
          redirect_uris: [],
          response_types: [],
        },
      ],
      features: {
        devInteractions: { enabled: false },
        clientCredentials: { enabled: true },
        introspection: { enabled: true, allowedPolicy: () => true },
        resourceIndicators: {
          enabled: true,
          getResourceServerInfo: (_context: unknown, indicator: string) => ({
            scope: scopes,
            audience: indicator,
            accessTokenTTL: 60,
            accessTokenFormat: format,
            ...(format === 'jwt' ? { jwt: { sign: { alg: 'RS256' } } } : {}),
          }),
        },
      },
    });
    handle = provider.callback();
  };
  await changeKeys();
  return {
    issuer,
    changeKeys,
    token: async (parameters) => {
      const answer = await fetch(`${issuer}/token`, {
        method: 'POST',
        body: new URLSearchParams({ grant_type: 'client_credentials', ...client, ...parameters }),
      });
      // Tests fail on the token where this is an error.
      const { access_token: token } = (await answer.json()) as { access_token?: string };
      if (token === undefined) throw new Error(`no token: ${answer.status}`);
      return token;
    },
  };
}

const tools = [
  toolOf({ settings: { scopes: ['things:read'] } }),
  toolOf({ name: 'setThing', hints: { readOnly: false }, settings: { scopes: ['things:write'] } }),
];

describe('behind oidc-provider', () => {
  async function start(
    oidc: OidcServer,
    format: 'jwt' | 'opaque',
  ): Promise<{ readonly url: string; readonly ask: (token: string) => Promise<PostAnswer> }> {
    const { issuer } = oidc;
    const signIn =
      format === 'jwt'
        ? { issuers: [{ issuer, jwksCooldownMs: 0 }] }
        : {
            introspection: {
              url: `${issuer}/token/introspection`,
              issuer,
              clientId: client.client_id,
              clientSecret: client.client_secret,
            },
          };
    const { url } = await startHttp({
      bridge: { artifact: artifactOf({ tools }) },
      http: { publicUrl: resource, signIn },
    });
    const ask = (token: string): Promise<PostAnswer> =>
      post(url, rpc('tools/list'), { authorization: `Bearer ${token}` });
    return { url, ask };
  }

  it.each(['jwt', 'opaque'] as const)(
    'takes %s tokens for this server, with the rights that they grant, and no others',
    async (format) => {
      const oidc = await startOidc(format);
      const { url, ask } = await start(oidc, format);
      const token = await oidc.token({ resource, scope: 'things:read' });
      const listed = await ask(token);
      expect(listed.message.result?.tools?.map(({ name }) => name)).toEqual(['getThing']);
      const call = rpc('tools/call', { name: 'setThing', arguments: { id: '1' } });
      const refused = await post(url, call, { authorization: `Bearer ${token}` });
      expect(refused.status).toBe(403);
      expect(refused.headers.get('www-authenticate')).toContain('scope="things:write"');
      const foreign = await ask(await oidc.token({ resource: otherResource, scope: scopes }));
      expect(foreign.status).toBe(401);
      expect(foreign.headers.get('www-authenticate')).toContain('audience');
      const full = await oidc.token({ resource, scope: scopes });
      const headers = { authorization: `Bearer ${full}` };
      const connected = await connectModern('auto')(url, { headers });
      expect((await connected.callTool('setThing', { id: '1' })).isError).toBeFalsy();
    },
  );

  it('follows the provider when it changes its keys', async () => {
    const oidc = await startOidc('jwt');
    const { ask } = await start(oidc, 'jwt');
    const old = await oidc.token({ resource, scope: scopes });
    expect((await ask(old)).status).toBe(200);
    await oidc.changeKeys();
    expect((await ask(await oidc.token({ resource, scope: scopes }))).status).toBe(200);
    expect((await ask(old)).status).toBe(401);
  });

  it('refuses the tokens of another provider', async () => {
    const oidc = await startOidc('jwt');
    const other = await startOidc('jwt');
    const { ask } = await start(oidc, 'jwt');
    expect((await ask(await other.token({ resource, scope: scopes }))).status).toBe(401);
  });
});
