import type { TokenProvider } from './middleware/auth/token-provider.ts';
import type { TokenProviderOptions } from './oauth/options.ts';

/** A token provider that loads its OAuth client with the first token: most servers never need one. */
export function createLazyTokenProvider(options: TokenProviderOptions): TokenProvider {
  let loading: Promise<TokenProvider> | undefined;
  let loaded: TokenProvider | undefined;

  async function load(): Promise<TokenProvider> {
    const { createTokenProvider } = await import('./oauth/oauth.ts');
    loaded = createTokenProvider(options);
    return loaded;
  }

  return {
    token: async (request, signal) => {
      const provider = loaded ?? (await (loading ??= load()));
      return provider.token(request, signal);
    },
    // Nobody has a token to be forgotten from a provider that was never loaded.
    forget: (request, token) => loaded?.forget(request, token),
  };
}
