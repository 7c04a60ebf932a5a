import type { AuthorizationServer, Client, TokenEndpointResponse } from 'oauth4webapi';
import {
  allowInsecureRequests,
  customFetch,
  genericTokenEndpointRequest,
  processGenericTokenEndpointResponse,
} from 'oauth4webapi';
import type { OAuthClient, TokenRequest } from '../middleware/auth/token-provider.ts';
import { clientAuthOf } from './client-authentication.ts';
import type { EndpointFetch } from './endpoint-fetch.ts';
import { TokenFailure } from './token-failure.ts';

/** What a token endpoint gave. */
export interface GrantedToken {
  readonly accessToken: string;
  readonly refreshToken?: string;
  readonly lifetimeMs?: number;
  /** What was granted, where that was said. */
  readonly scopes?: readonly string[];
}

/** One request to a token endpoint. */
export interface GrantRequest {
  readonly server: AuthorizationServer;
  readonly client: OAuthClient;
  readonly grantType: string;
  readonly parameters: Readonly<Record<string, string>>;
}

const accessTokenType = 'urn:ietf:params:oauth:token-type:access_token';

/**
 * The options of every call of oauth4webapi. Which addresses are safe is decided before (`checkEndpoint`), by a rule
 * that knows loopback.
 */
export function fetchOptions(fetch: EndpointFetch): {
  readonly [customFetch]: EndpointFetch;
  readonly [allowInsecureRequests]: true;
} {
  return { [customFetch]: fetch, [allowInsecureRequests]: true };
}

/** The client as oauth4webapi wants it. */
export function clientOf({ id, authentication }: OAuthClient): Client {
  return {
    client_id: id,
    ...(authentication.kind === 'tls' ? { use_mtls_endpoint_aliases: true } : {}),
  };
}

/** Asks a token endpoint for a token with the client's own credentials (RFC 6749 §4.4). */
export function clientCredentialsGrant(
  server: AuthorizationServer,
  request: TokenRequest,
): GrantRequest {
  return {
    server,
    client: request.client,
    grantType: 'client_credentials',
    parameters: targetOf(request),
  };
}

/** Asks for another access token of a login (RFC 6749 §6). The granted scopes stay as they are. */
export function refreshGrant(
  server: AuthorizationServer,
  { client, refreshUrl, resource }: TokenRequest,
  refreshToken: string,
): GrantRequest {
  return {
    server: refreshUrl === undefined ? server : { ...server, token_endpoint: refreshUrl },
    client,
    grantType: 'refresh_token',
    parameters: {
      refresh_token: refreshToken,
      ...(resource === undefined ? {} : { resource }),
    },
  };
}

/** Asks to exchange a caller's token for one of the upstream (RFC 8693 §2.1). */
export function exchangeGrant(
  server: AuthorizationServer,
  request: TokenRequest,
  subjectToken: string,
): GrantRequest {
  return {
    server,
    client: request.client,
    grantType: 'urn:ietf:params:oauth:grant-type:token-exchange',
    parameters: {
      ...targetOf(request),
      subject_token: subjectToken,
      subject_token_type: accessTokenType,
      requested_token_type: accessTokenType,
    },
  };
}

/**
 * Sends a grant request.
 *
 * @throws whatever oauth4webapi does, or TokenFailure; see `toTokenFailure`.
 */
export async function sendGrant(
  { server, client, grantType, parameters }: GrantRequest,
  fetch: EndpointFetch,
): Promise<GrantedToken> {
  const authentication = await clientAuthOf(client.authentication);
  const answer = await genericTokenEndpointRequest(
    server,
    clientOf(client),
    authentication,
    grantType,
    parameters,
    fetchOptions(fetch),
  );
  return grantedToken(
    await processGenericTokenEndpointResponse(server, clientOf(client), answer, {
      // RFC 8693 §2.2.1: what an exchange gives need not be an access token by name.
      recognizedTokenTypes: { n_a: () => undefined, dpop: refuseDpop },
    }),
  );
}

/** What is used of a token endpoint's answer. */
export function grantedToken(answer: TokenEndpointResponse): GrantedToken {
  const { access_token: accessToken, refresh_token: refreshToken, scope } = answer;
  if (!/^[\x21-\x7e]+$/.test(accessToken)) {
    throw new TokenFailure('unavailable', 'The token has characters that no header can carry.');
  }
  return {
    accessToken,
    ...(refreshToken === undefined ? {} : { refreshToken }),
    ...(answer.expires_in === undefined ? {} : { lifetimeMs: answer.expires_in * 1_000 }),
    ...(scope === undefined ? {} : { scopes: scope.split(' ').filter((each) => each !== '') }),
  };
}

function refuseDpop(): never {
  throw new TokenFailure(
    'unavailable',
    'The token is bound to a key (DPoP), which is not supported.',
  );
}

function targetOf({
  scopes,
  audience,
  resource,
}: Pick<TokenRequest, 'scopes' | 'audience' | 'resource'>): Readonly<Record<string, string>> {
  return {
    ...(scopes.length === 0 ? {} : { scope: scopes.join(' ') }),
    ...(audience === undefined ? {} : { audience }),
    ...(resource === undefined ? {} : { resource }),
  };
}
