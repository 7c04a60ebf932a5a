import type { SecurityScheme } from '../../../model/security.ts';
import type { AppliedCredential } from '../../call.ts';
import type { CredentialParts } from './credential-source.ts';
import type { TokenRequest } from './token-provider.ts';

/** One scheme of a requirement, with what is known for applying it. */
export interface SchemeUse {
  readonly name: string;
  readonly definition: SecurityScheme;
  readonly parts: CredentialParts;
  /** The only origin that the credential may be sent to. */
  readonly origin: string;
  /** The URL of the server that the credential is for; relative URLs of the scheme start from it. */
  readonly baseUrl: string;
  /** Scopes of the token, for schemes that end in one that has to be fetched. */
  readonly scopes: () => readonly string[];
}

/** Why a scheme cannot be used: nothing is configured, or it never can be. */
export type SchemeProblem =
  | {
      readonly kind: 'missing';
      /** Only a client would help: a ready token would be the server's, not the caller's. */
      readonly client?: true;
    }
  /** A sentence that stands alone. */
  | { readonly kind: 'unusable'; readonly message: string };

/** How a scheme is used: at once, or through a token that has to be fetched. */
export type AppliedScheme =
  | {
      readonly kind: 'ready';
      readonly credentials: readonly AppliedCredential[];
      /** See `CredentialParts.renew`. */
      readonly renew?: () => Promise<boolean>;
    }
  | { readonly kind: 'token'; readonly request: TokenRequest; readonly use: SchemeUse }
  | SchemeProblem;

/** A credential that can go into the request as it is. */
export function ready(
  use: SchemeUse,
  place: AppliedCredential['in'],
  name: string,
  value: string,
): Extract<AppliedScheme, { readonly kind: 'ready' }> {
  const { renew } = use.parts;
  return {
    kind: 'ready',
    credentials: [{ scheme: use.name, in: place, name, value, origin: use.origin }],
    ...(renew === undefined ? {} : { renew }),
  };
}

/** The header that a token ends in (RFC 6750 §2.1); never the query. */
export function bearerCredential(
  use: SchemeUse,
  token: string,
): Extract<AppliedScheme, { readonly kind: 'ready' }> {
  return ready(use, 'header', 'Authorization', `Bearer ${token}`);
}

/** A scheme that no variable could make usable as things are; `why` completes "it cannot be used:". */
export function unusable(use: SchemeUse, why: string): SchemeProblem {
  return { kind: 'unusable', message: `The scheme "${use.name}" cannot be used: ${why}.` };
}

/** An empty variable is one that is not set. */
export function isSet(text: string | undefined): text is string {
  return text !== undefined && text !== '';
}
