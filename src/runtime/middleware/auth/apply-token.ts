import type { OAuth2Scheme, OpenIdConnectScheme, SecurityScheme } from '../../../model/security.ts';
import type { CredentialParts } from './credential-source.ts';
import type { StoredLogin } from './login-store.ts';
import type { AppliedScheme, SchemeProblem, SchemeUse } from './scheme-use.ts';
import { bearerCredential, isSet, unusable } from './scheme-use.ts';
import type { ClientAuthentication, TokenProvider, TokenRequest } from './token-provider.ts';

/** Where tokens come from. */
type Endpoint = Pick<TokenRequest, 'tokenUrl' | 'metadataUrl'>;

/**
 * Turns the configured parts of an OAuth scheme into a token, or into the request for one. In this order: the
 * caller's own token to be exchanged, a ready token, a login, the client's own credentials (rules K5, K6).
 */
export function applyToken(
  use: SchemeUse,
  definition: OAuth2Scheme | OpenIdConnectScheme,
  tokens: TokenProvider | undefined,
): AppliedScheme {
  const { token, login, callerToken } = use.parts;
  if (callerToken === undefined && isSet(token)) return bearerCredential(use, token);
  const request =
    callerToken === undefined && login !== undefined
      ? loginRequest(use, login)
      : clientRequest(use, definition);
  if ('kind' in request) return request;
  if (tokens === undefined) {
    return unusable(use, 'this server cannot fetch tokens, so that only a ready token can be used');
  }
  return { kind: 'token', use, request };
}

/** Where tokens for a client's own credentials come from; `undefined` for schemes that have no such flow. */
export function tokenEndpoint(definition: SecurityScheme): Endpoint | undefined {
  if (definition.type === 'openIdConnect') return { metadataUrl: definition.openIdConnectUrl };
  if (definition.type !== 'oauth2') return undefined;
  return endpointOf(definition.flows.clientCredentials?.tokenUrl, definition.metadataUrl);
}

/** Whether somebody can log in for a scheme, in a browser or with a device code. */
export function takesLogin(definition: SecurityScheme): boolean {
  if (definition.type === 'openIdConnect') return true;
  if (definition.type !== 'oauth2') return false;
  const { metadataUrl, flows } = definition;
  return (
    metadataUrl !== undefined ||
    flows.authorizationCode !== undefined ||
    flows.deviceAuthorization !== undefined
  );
}

/** How the configured client shows who it is; `undefined` where a part of that is missing. */
export function authenticationOf({
  clientAuth,
  clientSecret,
  clientKey,
}: Pick<CredentialParts, 'clientAuth' | 'clientSecret' | 'clientKey'>):
  | ClientAuthentication
  | undefined {
  const method = clientAuth ?? (isSet(clientKey) ? 'private_key_jwt' : 'basic');
  switch (method) {
    case 'basic':
    case 'body':
      return isSet(clientSecret) ? { kind: method, secret: clientSecret } : undefined;
    case 'private_key_jwt':
      return isSet(clientKey) ? { kind: 'privateKey', key: clientKey } : undefined;
    case 'tls':
    case 'none':
      return { kind: method };
  }
}

/** A URL of a scheme as an absolute one: relative ones resolve like those of servers (rule K5). */
export function absoluteUrl(url: string, baseUrl: string): string {
  return !URL.canParse(url) && URL.canParse(url, baseUrl) ? new URL(url, baseUrl).href : url;
}

function loginRequest(use: SchemeUse, login: StoredLogin): TokenRequest | SchemeProblem {
  const { tokenUrl, metadataUrl, refreshUrl, document, scheme, clientId, scopes } = login;
  if (!login.origins.includes(use.origin)) {
    return unusable(use, `somebody logged in for ${login.origins.join(', ')}, not ${use.origin}`);
  }
  // What is configured for another client says nothing about the one that logged in.
  const configured = [undefined, clientId].includes(use.parts.clientId) ? use.parts : {};
  const { clientSecret } = login;
  const authentication = authenticationOf({
    ...(clientSecret === undefined ? {} : { clientSecret }),
    ...configured,
  });
  return {
    ...endpointOf(tokenUrl, metadataUrl),
    ...(refreshUrl === undefined ? {} : { refreshUrl }),
    client: { id: clientId, authentication: authentication ?? { kind: 'none' } },
    scopes,
    grant: { kind: 'login', key: { document, scheme } },
  };
}

function clientRequest(
  use: SchemeUse,
  definition: OAuth2Scheme | OpenIdConnectScheme,
): TokenRequest | SchemeProblem {
  const { clientId, audience, resource, callerToken, scopes = use.scopes() } = use.parts;
  const authentication = authenticationOf(use.parts);
  if (!isSet(clientId) || authentication === undefined) {
    return callerToken === undefined ? { kind: 'missing' } : { kind: 'missing', client: true };
  }
  const endpoint =
    endpointOf(use.parts.tokenUrl, undefined) ??
    tokenEndpoint(definition) ??
    (callerToken === undefined ? undefined : anyTokenEndpoint(definition));
  if (endpoint === undefined) {
    return unusable(
      use,
      'it has no client-credentials flow, so that only a ready token can be used',
    );
  }
  return {
    ...absoluteEndpoint(endpoint, use.baseUrl),
    client: { id: clientId, authentication },
    scopes,
    ...(audience === undefined ? {} : { audience }),
    ...(resource === undefined ? {} : { resource }),
    grant:
      callerToken === undefined
        ? { kind: 'clientCredentials' }
        : { kind: 'exchange', subjectToken: callerToken },
  };
}

/** An exchange is no flow of OpenAPI: it goes to the token endpoint of whichever there is. */
function anyTokenEndpoint(definition: OAuth2Scheme | OpenIdConnectScheme): Endpoint | undefined {
  if (definition.type === 'openIdConnect') return undefined;
  const { authorizationCode, deviceAuthorization, password } = definition.flows;
  const flow = [authorizationCode, deviceAuthorization, password].find(
    (each) => each?.tokenUrl !== undefined,
  );
  return endpointOf(flow?.tokenUrl, undefined);
}

function endpointOf(
  tokenUrl: string | undefined,
  metadataUrl: string | undefined,
): Endpoint | undefined {
  if (tokenUrl === undefined && metadataUrl === undefined) return undefined;
  return {
    ...(tokenUrl === undefined ? {} : { tokenUrl }),
    ...(metadataUrl === undefined ? {} : { metadataUrl }),
  };
}

function absoluteEndpoint(
  { tokenUrl, metadataUrl }: Endpoint,
  baseUrl: string,
): Endpoint | undefined {
  return endpointOf(
    tokenUrl === undefined ? undefined : absoluteUrl(tokenUrl, baseUrl),
    metadataUrl === undefined ? undefined : absoluteUrl(metadataUrl, baseUrl),
  );
}
