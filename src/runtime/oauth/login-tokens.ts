import type { LoginKey, StoredLogin } from '../middleware/auth/login-store.ts';
import type { TokenRequest } from '../middleware/auth/token-provider.ts';
import type { ServerDirectory } from './authorization-server.ts';
import type { EndpointFetch } from './endpoint-fetch.ts';
import { checkEndpoint } from './endpoint-url.ts';
import type { GrantedToken } from './grants.ts';
import { refreshGrant, sendGrant } from './grants.ts';
import type { KeptToken } from './kept-token.ts';
import { keptToken, refreshAt, usableUntil } from './kept-token.ts';
import type { TokenProviderOptions } from './options.ts';
import { TokenFailure } from './token-failure.ts';

/** How authorization servers are reached. */
export interface SourceParts {
  readonly fetch: EndpointFetch;
  readonly directory: ServerDirectory;
}

/** Gets the tokens of logins. */
export interface LoginTokens {
  /** See `TokenSource.get`. */
  get(request: TokenRequest, key: LoginKey, refused: string | undefined): Promise<KeptToken>;
}

/** Servers that rotate refresh tokens give many in the course of time. */
const maxShown = 16;

/** Takes tokens from the store of logins, and renews them there. */
export function createLoginTokens(
  { clock, logins, allowHttp, redactor }: TokenProviderOptions,
  { fetch, directory }: SourceParts,
): LoginTokens {
  /** Refresh tokens that the redactor knows. */
  const shown: string[] = [];

  function show(refreshToken: string): void {
    if (shown.includes(refreshToken)) return;
    redactor.add(refreshToken);
    shown.push(refreshToken);
    const oldest = shown.length > maxShown ? shown.shift() : undefined;
    if (oldest !== undefined) redactor.remove(oldest);
  }

  async function refresh(request: TokenRequest, login: StoredLogin): Promise<StoredLogin> {
    const { refreshToken } = login;
    if (refreshToken === undefined) {
      throw new TokenFailure('login', 'The login has ended, and cannot be renewed by itself.');
    }
    show(refreshToken);
    const { refreshUrl } = request;
    if (refreshUrl !== undefined) checkEndpoint(refreshUrl, 'refresh endpoint', allowHttp);
    const server = await directory.find(request);
    const granted = await sendGrant(refreshGrant(server, request, refreshToken), fetch);
    return renewedLogin(login, granted, clock.now());
  }

  return {
    get: async (request, key, refused) => {
      const isGood = (login: StoredLogin): boolean =>
        login.accessToken !== refused && clock.now() < refreshAt(keptLogin(login, clock.now()));
      const found = await logins?.read(key);
      if (found !== undefined && isGood(found)) return keptLogin(found, clock.now());
      try {
        // Another process may have renewed it in the meantime, with a refresh token that is no good any more.
        const renewed = await logins?.update(key, async (latest) =>
          latest === undefined || isGood(latest) ? undefined : refresh(request, latest),
        );
        if (renewed === undefined) throw new TokenFailure('login', 'Nobody has logged in.');
        return keptLogin(renewed, clock.now());
      } catch (thrown) {
        if (found === undefined || found.accessToken === refused) throw thrown;
        const kept = keptLogin(found, clock.now());
        if (clock.now() >= usableUntil(kept)) throw thrown;
        return kept;
      }
    },
  };
}

/** A login after its tokens were renewed; a server that rotates refresh tokens gives another one. */
function renewedLogin(login: StoredLogin, granted: GrantedToken, now: number): StoredLogin {
  const { accessToken, refreshToken = login.refreshToken, lifetimeMs } = granted;
  const { expiresAt: _before, ...rest } = login;
  return {
    ...rest,
    accessToken,
    ...(refreshToken === undefined ? {} : { refreshToken }),
    obtainedAt: now,
    ...(lifetimeMs === undefined ? {} : { expiresAt: now + lifetimeMs }),
  };
}

function keptLogin(
  { accessToken, refreshToken, obtainedAt, expiresAt }: StoredLogin,
  now: number,
): KeptToken {
  if (expiresAt === undefined) return keptToken(accessToken, now);
  // What cannot be renewed is used up to its end.
  const lifetimeMs = refreshToken === undefined ? 0 : Math.max(0, expiresAt - obtainedAt);
  return { token: accessToken, expiresAt, lifetimeMs };
}
