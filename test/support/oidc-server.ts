import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { JWK } from 'jose';
import { exportJWK, exportPKCS8, generateKeyPair } from 'jose';
import { Provider } from 'oidc-provider';
import { onTestFinished } from 'vitest';

/** A real authorization server, oidc-provider, with an API beside it that takes its tokens. */
export interface OidcServer {
  readonly issuer: string;
  /** The API: answers with the token's own facts, or with 401. */
  readonly api: string;
  /** `METHOD /path` of every request, with the grant type of token requests. */
  readonly asked: readonly string[];
  /** Tokens that the API has seen, in order, each once. */
  readonly tokens: () => readonly string[];
  /** Takes a token's rights away, as an administrator would. */
  readonly revoke: (token: string) => void;
  /** The private key of the client `signer` as PEM, and as JWK. */
  readonly signerKey: { readonly pem: string; readonly jwk: JWK };
  /** Stops answering with tokens: every request gets this status. */
  readonly breakWith: (status: number | undefined) => void;
}

/** Clients of the server and how they show who they are. */
export const oidcClients = {
  service: { id: 'the service', secret: 'service secret: +/&%25=' },
  poster: { id: 'poster', secret: 'poster-secret-0123456789' },
  signer: { id: 'signer' },
  native: { id: 'native' },
} as const;

/** Every scope that the API knows. */
export const oidcScopes = ['jars:read', 'jars:write'] as const;

const resource = 'https://jars.example/';

/** Making one takes a while, and no test depends on it. */
let issuingKey: ReturnType<typeof generateKeyPair> | undefined;

/** Starts one until the test ends. */
export async function startOidcServer(): Promise<OidcServer> {
  const asked: string[] = [];
  const revoked = new Set<string>();
  const seen = new Set<string>();
  let broken: number | undefined;
  const signer = await generateKeyPair('ES256', { extractable: true });
  issuingKey ??= generateKeyPair('RS256', { extractable: true });
  const issuing = await issuingKey;
  let handle: ReturnType<Provider['callback']> = () => Promise.resolve();
  const issuer = await serve((request, response) => {
    if (broken !== undefined) {
      response.writeHead(broken).end();
      return;
    }
    note(request, asked);
    void handle(request, response);
  });
  handle = new Provider(issuer, {
    jwks: { keys: [{ ...(await exportJWK(issuing.privateKey)), use: 'sig', alg: 'RS256' }] },
    scopes: [...oidcScopes, 'openid', 'offline_access'],
    clients: clientsWith(await exportJWK(signer.publicKey)),
    pkce: { required: () => true },
    rotateRefreshToken: true,
    issueRefreshToken: () => true,
    ttl: { AccessToken: 60, ClientCredentials: 60, DeviceCode: 60, RefreshToken: 3_600 },
    cookies: { keys: ['for tests alone'] },
    features: {
      devInteractions: { enabled: true },
      clientCredentials: { enabled: true },
      deviceFlow: { enabled: true },
      introspection: { enabled: true, allowedPolicy: () => true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => resource,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: oidcScopes.join(' '),
          audience: resource,
          accessTokenTTL: 60,
          accessTokenFormat: 'opaque',
        }),
      },
    },
  }).callback();
  const api = await serve((request, response) => {
    void answerApi(request, response, { issuer, revoked, seen });
  });
  return {
    issuer,
    api,
    asked,
    tokens: () => [...seen],
    revoke: (token) => void revoked.add(token),
    signerKey: {
      pem: await exportPKCS8(signer.privateKey),
      jwk: { ...(await exportJWK(signer.privateKey)), kid: 'signer-1', alg: 'ES256' },
    },
    breakWith: (status) => {
      broken = status;
    },
  };
}

function clientsWith(signerKey: JWK): readonly unknown[] {
  const machine = { grant_types: ['client_credentials'], redirect_uris: [], response_types: [] };
  const { service, poster, signer, native } = oidcClients;
  return [
    { ...machine, client_id: service.id, client_secret: service.secret },
    {
      ...machine,
      client_id: poster.id,
      client_secret: poster.secret,
      token_endpoint_auth_method: 'client_secret_post',
    },
    {
      ...machine,
      client_id: signer.id,
      token_endpoint_auth_method: 'private_key_jwt',
      jwks: { keys: [{ ...signerKey, kid: 'signer-1', use: 'sig', alg: 'ES256' }] },
    },
    {
      client_id: native.id,
      application_type: 'native',
      token_endpoint_auth_method: 'none',
      redirect_uris: ['http://127.0.0.1/callback'],
      response_types: ['code'],
      grant_types: [
        'authorization_code',
        'refresh_token',
        'urn:ietf:params:oauth:grant-type:device_code',
      ],
    },
  ];
}

async function serve(
  handle: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<string> {
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // A server that listens on TCP has an address with a port.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The path alone for all but token requests, whose grant type tells them apart. */
function note(request: IncomingMessage, asked: string[]): void {
  const path = (request.url ?? '').split('?', 1)[0] ?? '';
  const index = asked.push(`${request.method} ${path}`) - 1;
  if (path !== '/token') return;
  let body = '';
  request.on('data', (piece: Buffer) => {
    body += piece.toString('utf8');
    const grant = new URLSearchParams(body).get('grant_type') ?? '';
    asked[index] = `token ${grant.split(':').at(-1)}`;
  });
}

async function answerApi(
  request: IncomingMessage,
  response: ServerResponse,
  {
    issuer,
    revoked,
    seen,
  }: {
    readonly issuer: string;
    readonly revoked: ReadonlySet<string>;
    readonly seen: Set<string>;
  },
): Promise<void> {
  const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
  if (token !== '') seen.add(token);
  const { poster } = oidcClients;
  const answer = await fetch(`${issuer}/token/introspection`, {
    method: 'POST',
    body: new URLSearchParams({ token, client_id: poster.id, client_secret: poster.secret }),
  });
  // The provider answers with an object.
  const facts = (await answer.json()) as { readonly active?: boolean };
  if (facts.active !== true || revoked.has(token)) {
    response.writeHead(401, { 'www-authenticate': 'Bearer error="invalid_token"' }).end();
    return;
  }
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(facts));
}

/** A person with a browser, as far as logins need one: cookies, redirects, and the forms of the provider. */
export interface TestBrowser {
  /** Opens a page, logs in, agrees to everything; the page at the end. */
  readonly logIn: (url: string) => Promise<string>;
  /** Opens a page and turns around at the first chance. */
  readonly refuse: (url: string) => Promise<string>;
}

/** Opens a browser. */
export function openTestBrowser(): TestBrowser {
  const jars = new Map<string, Map<string, string>>();

  async function request(url: URL, body?: URLSearchParams): Promise<Response> {
    const jar = jars.get(url.host) ?? new Map<string, string>();
    jars.set(url.host, jar);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { cookie },
      ...(body === undefined ? {} : { method: 'POST', body }),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    return answer;
  }

  async function follow(start: URL, body?: URLSearchParams): Promise<{ url: URL; page: string }> {
    let url = start;
    let answer = await request(url, body);
    for (let count = 0; count < 10 && answer.status >= 300 && answer.status < 400; count += 1) {
      url = new URL(answer.headers.get('location') ?? '', url);
      answer = await request(url);
    }
    return { url, page: await answer.text() };
  }

  async function fillForms(
    start: string,
    fields: Readonly<Record<string, string>>,
  ): Promise<string> {
    let { url, page } = await follow(new URL(start));
    for (let count = 0; count < 6; count += 1) {
      const action = /<form[^>]* action="([^"]+)"/.exec(page)?.[1];
      if (action === undefined) return page;
      const hidden = [...page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
      const body = new URLSearchParams({
        ...Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value])),
        ...fields,
      });
      ({ url, page } = await follow(new URL(action, url), body));
    }
    return page;
  }

  return {
    logIn: (url) => fillForms(url, { login: 'alice', password: 'any' }),
    refuse: async (start) => {
      const { url, page } = await follow(new URL(start));
      const cancel = /href="([^"]+\/abort)"/.exec(page)?.[1];
      // The page for device codes has a button instead of a link.
      if (cancel === undefined) return fillForms(start, { abort: 'yes' });
      return (await follow(new URL(cancel, url))).page;
    },
  };
}
