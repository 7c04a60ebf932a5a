import type { AuthorizationServer } from 'oauth4webapi';
import { isJsonObject, ownValue } from '../../model/json.ts';
import type { TokenRequest } from '../middleware/auth/token-provider.ts';
import type { EndpointFetch } from './endpoint-fetch.ts';
import { checkEndpoint } from './endpoint-url.ts';
import type { EndpointOptions } from './options.ts';
import { TokenFailure } from './token-failure.ts';

/** Where a client finds an authorization server. */
export type ServerPlace = Pick<TokenRequest, 'tokenUrl' | 'metadataUrl'> & {
  readonly authorizationUrl?: string;
  readonly deviceAuthorizationUrl?: string;
};

/** Finds out about authorization servers. */
export interface ServerDirectory {
  /**
   * As much as it takes to get a token.
   *
   * @throws TokenFailure `endpoint` or `unavailable` where nothing usable is found.
   */
  find(place: ServerPlace): Promise<AuthorizationServer>;
  /** Everything: the metadata, where there is some, and the endpoints of the document over it. Throws like `find`. */
  describe(place: ServerPlace): Promise<AuthorizationServer>;
}

/** Metadata is asked for again after this time. */
const metadataHoldsMs = 3_600_000;

/** Endpoints of the metadata that secrets, or people, are sent to. */
const endpointNames = [
  'token_endpoint',
  'authorization_endpoint',
  'device_authorization_endpoint',
] as const;

/** Knows authorization servers by the URLs of a document, or by their metadata (RFC 8414, OpenID Connect Discovery). */
export function createServerDirectory(
  options: Pick<EndpointOptions, 'allowHttp' | 'clock'>,
  fetch: EndpointFetch,
): ServerDirectory {
  const { allowHttp, clock } = options;
  const known = new Map<
    string,
    { readonly server: Promise<AuthorizationServer>; readonly until: number }
  >();

  function discovered(metadataUrl: string): Promise<AuthorizationServer> {
    const kept = known.get(metadataUrl);
    if (kept !== undefined && clock.now() < kept.until) return kept.server;
    const server = discover(metadataUrl, { allowHttp, fetch });
    known.set(metadataUrl, { server, until: clock.now() + metadataHoldsMs });
    server.catch(() => known.delete(metadataUrl));
    return server;
  }

  async function describe(place: ServerPlace): Promise<AuthorizationServer> {
    const { metadataUrl, tokenUrl, authorizationUrl, deviceAuthorizationUrl } = place;
    const given = {
      ...endpoint('token_endpoint', tokenUrl, allowHttp),
      ...endpoint('authorization_endpoint', authorizationUrl, allowHttp),
      ...endpoint('device_authorization_endpoint', deviceAuthorizationUrl, allowHttp),
    };
    if (metadataUrl !== undefined) return { ...(await discovered(metadataUrl)), ...given };
    if (tokenUrl !== undefined) return { issuer: tokenUrl, ...given };
    throw new TokenFailure('endpoint', 'The document names no token endpoint.');
  }

  return {
    describe,
    // Metadata would say nothing that getting a token needs beyond the endpoint.
    find: ({ tokenUrl, metadataUrl }) => {
      if (tokenUrl !== undefined) return describe({ tokenUrl });
      return describe(metadataUrl === undefined ? {} : { metadataUrl });
    },
  };
}

function endpoint(
  name: (typeof endpointNames)[number],
  url: string | undefined,
  allowHttp: boolean,
): Partial<AuthorizationServer> {
  if (url === undefined) return {};
  return { [name]: checkEndpoint(url, name.replaceAll('_', ' '), allowHttp).href };
}

async function discover(
  metadataUrl: string,
  { allowHttp, fetch }: { readonly allowHttp: boolean; readonly fetch: EndpointFetch },
): Promise<AuthorizationServer> {
  const url = checkEndpoint(metadataUrl, 'metadata URL', allowHttp);
  const answer = await fetch(url.href, {
    method: 'GET',
    headers: { accept: 'application/json' },
  });
  const value: unknown = answer.status === 200 ? await answer.json().catch(() => undefined) : {};
  if (answer.status !== 200 || !isJsonObject(value)) {
    const what = answer.status === 200 ? 'no metadata' : String(answer.status);
    throw new TokenFailure(
      'unavailable',
      `${url.origin}${url.pathname} answered with ${what} instead of the authorization server's metadata.`,
    );
  }
  const issuer = ownValue(value, 'issuer');
  if (typeof issuer !== 'string' || !isIssuerOf(issuer, url)) {
    throw new TokenFailure(
      'endpoint',
      `The metadata at ${url.origin}${url.pathname} is that of another authorization server.`,
    );
  }
  for (const name of endpointNames) {
    const found = ownValue(value, name);
    if (typeof found === 'string') checkEndpoint(found, name.replaceAll('_', ' '), allowHttp);
  }
  return { ...value, issuer };
}

const wellKnown = /\/\.well-known\/(?:openid-configuration|oauth-authorization-server)/;

/**
 * The issuer has to be the one that the well-known URL is built of (RFC 8414 §3.3, OpenID Connect Discovery §4.3);
 * behind any other URL, one of the same origin.
 */
function isIssuerOf(issuer: string, { origin, pathname }: URL): boolean {
  if (!URL.canParse(issuer)) return false;
  const found = new URL(issuer);
  if (!wellKnown.test(pathname)) return found.origin === origin;
  const expected = pathname.replace(wellKnown, '');
  return found.origin === origin && withoutSlash(found.pathname) === withoutSlash(expected);
}

function withoutSlash(path: string): string {
  return path.replace(/\/$/, '');
}
