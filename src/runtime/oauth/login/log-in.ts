import type { AuthorizationServer } from 'oauth4webapi';
import { createServerDirectory } from '../authorization-server.ts';
import { secretsOfRequest, toTokenFailure } from '../describe-error.ts';
import type { EndpointFetch } from '../endpoint-fetch.ts';
import { createEndpointFetch } from '../endpoint-fetch.ts';
import { logInWithBrowser } from './authorization-code.ts';
import { logInWithDevice } from './device-code.ts';
import type { LoginAnswer, LoginOptions } from './options.ts';

/** Where a login takes place. */
export interface LoginScene {
  readonly server: AuthorizationServer;
  /** Whether the issuer stands in the server's own metadata, and not only in our imagination. */
  readonly knowsIssuer: boolean;
  readonly fetch: EndpointFetch;
}

/** Lets a person log in, and gets tokens in their name. Never throws. */
export async function logIn(options: LoginOptions): Promise<LoginAnswer> {
  const { place, flow, client, redactor } = options;
  try {
    const fetch = createEndpointFetch(options);
    const server = await createServerDirectory(options, fetch).describe(place);
    const scene = { server, knowsIssuer: place.metadataUrl !== undefined, fetch };
    const token =
      flow.kind === 'browser'
        ? await logInWithBrowser({ ...options, flow }, scene)
        : await logInWithDevice({ ...options, flow }, scene);
    return { ok: true, token };
  } catch (thrown) {
    const grant = flow.kind === 'browser' ? 'authorizationCode' : 'deviceCode';
    const { message } = toTokenFailure(thrown, {
      server: serverOf(options),
      grant,
      redactor,
      secrets: secretsOfRequest({ client, scopes: [], grant: { kind: 'clientCredentials' } }),
    });
    return { ok: false, message };
  }
}

function serverOf({ place }: LoginOptions): string {
  const url = place.tokenUrl ?? place.metadataUrl ?? '';
  return URL.canParse(url)
    ? `The authorization server ${new URL(url).origin}`
    : 'The authorization server';
}
