import type { Principal } from '../../../principal.ts';

/** What a token is worth. */
export type TokenVerdict =
  | { readonly kind: 'valid'; readonly principal: Principal }
  /** `description` tells the client what is wrong; it holds nothing of the token. */
  | { readonly kind: 'invalid'; readonly description: string }
  /** Nobody can say just now: an authorization server does not answer. */
  | { readonly kind: 'unavailable'; readonly cause: unknown };

/** Finds out what a token is worth. Never rejects. */
export type VerifyToken = (token: string) => Promise<TokenVerdict>;

/** A token that is refused. */
export function invalid(description: string): TokenVerdict {
  return { kind: 'invalid', description };
}
