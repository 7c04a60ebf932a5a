import type { AuthorizationServer } from 'oauth4webapi';
import {
  authorizationCodeGrantRequest,
  calculatePKCECodeChallenge,
  generateRandomCodeVerifier,
  generateRandomState,
  processAuthorizationCodeResponse,
  validateAuthResponse,
} from 'oauth4webapi';
import { clientAuthOf } from '../client-authentication.ts';
import type { GrantedToken } from '../grants.ts';
import { clientOf, fetchOptions, grantedToken } from '../grants.ts';
import { TokenFailure } from '../token-failure.ts';
import type { LoginScene } from './log-in.ts';
import { listenForRedirect } from './loopback-server.ts';
import type { BrowserFlow, LoginOptions } from './options.ts';
import { scopesToAsk } from './scopes-to-ask.ts';

/** The options of a login in a browser. */
export type BrowserLogin = LoginOptions & { readonly flow: BrowserFlow };

/**
 * The authorization code flow with PKCE over a loopback redirect (RFC 6749 §4.1, RFC 7636, RFC 8252 §7.3). State and
 * issuer of the answer are checked (RFC 9207).
 *
 * @throws TokenFailure, or what oauth4webapi throws; see `toTokenFailure`.
 */
export async function logInWithBrowser(
  options: BrowserLogin,
  scene: LoginScene,
): Promise<GrantedToken> {
  const { flow, signal } = options;
  const endpoint = scene.server.authorization_endpoint;
  if (endpoint === undefined) {
    throw new TokenFailure(
      'endpoint',
      'The authorization server has no page to log in at; it may take a device code.',
    );
  }
  const state = generateRandomState();
  const verifier = generateRandomCodeVerifier();
  const listener = await listenForRedirect({
    state,
    signal,
    timeoutMs: flow.timeoutMs,
    ...(flow.redirectUri === undefined ? {} : { redirectUri: flow.redirectUri }),
  });
  try {
    const url = new URL(endpoint);
    const challenge = await calculatePKCECodeChallenge(verifier);
    const own = { redirectUri: listener.redirectUri, state, challenge };
    for (const [name, value] of Object.entries(parametersOf(options, scene.server, own))) {
      url.searchParams.set(name, value);
    }
    flow.open(url.href);
    const parameters = await listener.redirected;
    const token = await redeemCode(options, scene, {
      parameters,
      state,
      verifier,
      redirectUri: listener.redirectUri,
    });
    listener.finish('done');
    return token;
  } finally {
    listener.finish('failed');
  }
}

function parametersOf(
  options: BrowserLogin,
  server: AuthorizationServer,
  own: { readonly redirectUri: string; readonly state: string; readonly challenge: string },
): Readonly<Record<string, string>> {
  const { audience, resource, client, parameters } = options;
  const scopes = scopesToAsk(options.scopes, server);
  return {
    ...(scopes.length === 0 ? {} : { scope: scopes.join(' ') }),
    // OpenID Connect Core §11: without consent there is no offline access.
    ...(scopes.includes('offline_access') ? { prompt: 'consent' } : {}),
    ...(audience === undefined ? {} : { audience }),
    ...(resource === undefined ? {} : { resource }),
    ...parameters,
    response_type: 'code',
    client_id: client.id,
    redirect_uri: own.redirectUri,
    state: own.state,
    code_challenge: own.challenge,
    code_challenge_method: 'S256',
  };
}

interface ReceivedCode {
  readonly parameters: URLSearchParams;
  readonly state: string;
  readonly verifier: string;
  readonly redirectUri: string;
}

async function redeemCode(
  { client, resource }: BrowserLogin,
  scene: LoginScene,
  { parameters, state, verifier, redirectUri }: ReceivedCode,
): Promise<GrantedToken> {
  const server = withIssuer(scene, parameters.get('iss'));
  const checked = validateAuthResponse(server, clientOf(client), parameters, state);
  const answer = await authorizationCodeGrantRequest(
    server,
    clientOf(client),
    await clientAuthOf(client.authentication),
    checked,
    redirectUri,
    verifier,
    {
      ...fetchOptions(scene.fetch),
      ...(resource === undefined ? {} : { additionalParameters: { resource } }),
    },
  );
  return grantedToken(await processAuthorizationCodeResponse(server, clientOf(client), answer));
}

/** A server of which the document names only the endpoints may be any issuer, as long as it is at their origin. */
function withIssuer(
  { server, knowsIssuer }: LoginScene,
  issuer: string | null,
): AuthorizationServer {
  if (knowsIssuer || issuer === null) return server;
  const endpoint = new URL(server.authorization_endpoint ?? '');
  if (URL.canParse(issuer) && new URL(issuer).origin === endpoint.origin) {
    return { ...server, issuer };
  }
  throw new TokenFailure('request', 'The answer came from another authorization server.');
}
