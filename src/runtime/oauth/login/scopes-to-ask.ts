import type { AuthorizationServer } from 'oauth4webapi';

/** The scopes of the tools, and the one that OpenID Connect wants for a refresh token, where the server has it. */
export function scopesToAsk(
  scopes: readonly string[],
  { scopes_supported: supported = [] }: AuthorizationServer,
): readonly string[] {
  return supported.includes('offline_access') && !scopes.includes('offline_access')
    ? [...scopes, 'offline_access']
    : scopes;
}
