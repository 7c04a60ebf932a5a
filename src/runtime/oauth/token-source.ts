import type { TokenRequest } from '../middleware/auth/token-provider.ts';
import type { GrantedToken } from './grants.ts';
import { clientCredentialsGrant, exchangeGrant, sendGrant } from './grants.ts';
import type { KeptToken } from './kept-token.ts';
import { keptToken, refreshAt } from './kept-token.ts';
import type { LoginTokens, SourceParts } from './login-tokens.ts';
import { createLoginTokens } from './login-tokens.ts';
import type { TokenProviderOptions } from './options.ts';
import { TokenFailure } from './token-failure.ts';
import { createTokenShare } from './token-share.ts';

/** Gets tokens, from the shared store, the store of logins or the authorization server. */
export interface TokenSource {
  /**
   * A token that is good for a while.
   *
   * @param refused The last one that the upstream refused; it is not given again.
   * @throws whatever kept it from getting one; see `toTokenFailure`.
   */
  get(request: TokenRequest, refused: string | undefined): Promise<KeptToken>;
}

/** Gets tokens by every grant. */
export function createTokenSource(options: TokenProviderOptions, parts: SourceParts): TokenSource {
  const logins: LoginTokens = createLoginTokens(options, parts);
  return {
    get: (request, refused) => {
      const { grant } = request;
      switch (grant.kind) {
        case 'clientCredentials':
          return getShared(request, refused, () => ownCredentials(request, parts), options);
        case 'exchange': {
          const { subjectToken } = grant;
          return getShared(request, refused, () => exchange(request, subjectToken, parts), options);
        }
        case 'login':
          return logins.get(request, grant.key, refused);
      }
    },
  };
}

async function getShared(
  request: TokenRequest,
  refused: string | undefined,
  fetchToken: () => Promise<GrantedToken>,
  { clock, store }: Pick<TokenProviderOptions, 'clock' | 'store'>,
): Promise<KeptToken> {
  const share = createTokenShare(store, request);
  const found = await share?.read();
  const isFresh = found !== undefined && clock.now() < refreshAt(found);
  if (isFresh && found.token !== refused) return found;
  const { accessToken, lifetimeMs } = await fetchToken();
  const now = clock.now();
  const kept = keptToken(accessToken, now, lifetimeMs);
  await share?.keep(kept, now);
  return kept;
}

async function ownCredentials(
  request: TokenRequest,
  { fetch, directory }: SourceParts,
): Promise<GrantedToken> {
  const server = await directory.find(request);
  return sendGrant(clientCredentialsGrant(server, request), fetch);
}

async function exchange(
  request: TokenRequest,
  subjectToken: string,
  { fetch, directory }: SourceParts,
): Promise<GrantedToken> {
  const server = await directory.find(request);
  const granted = await sendGrant(exchangeGrant(server, request, subjectToken), fetch);
  if (granted.accessToken === subjectToken) {
    throw new TokenFailure(
      'request',
      "The authorization server gave the caller's own token back, which must not go to the upstream.",
    );
  }
  return granted;
}
