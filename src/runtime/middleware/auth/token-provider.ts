import type { LoginKey } from './login-store.ts';

/** An OAuth client and how it shows who it is. */
export interface OAuthClient {
  readonly id: string;
  readonly authentication: ClientAuthentication;
}

/** How a client shows the authorization server who it is (RFC 6749 §2.3, RFC 7523 §2.2, RFC 8705 §2). */
export type ClientAuthentication =
  | { readonly kind: 'basic' | 'body'; readonly secret: string }
  /** The private key as PEM (PKCS #8) or JWK. */
  | { readonly kind: 'privateKey'; readonly key: string }
  /** The certificate that the connection presents. */
  | { readonly kind: 'tls' }
  /** A public client. */
  | { readonly kind: 'none' };

/** What a token is asked for with. */
export type TokenGrant =
  /** The client's own credentials (RFC 6749 §4.4). */
  | { readonly kind: 'clientCredentials' }
  /** What somebody got by logging in; refreshed where it runs out (RFC 6749 §6). */
  | { readonly kind: 'login'; readonly key: LoginKey }
  /** The caller's token, exchanged (RFC 8693). */
  | { readonly kind: 'exchange'; readonly subjectToken: string };

/** An access token to get. */
export interface TokenRequest {
  /** Token endpoint, absolute; counts before the one of the metadata. */
  readonly tokenUrl?: string;
  /** Metadata of the authorization server (RFC 8414, OpenID Connect Discovery), absolute. */
  readonly metadataUrl?: string;
  /** Where a login is refreshed, if that is not the token endpoint; absolute. */
  readonly refreshUrl?: string;
  readonly client: OAuthClient;
  /** Sorted, each once: the union of what the tools of the document ask for (rule K5). */
  readonly scopes: readonly string[];
  readonly audience?: string;
  /** RFC 8707. */
  readonly resource?: string;
  readonly grant: TokenGrant;
}

/** What is to blame for a missing token. */
export type TokenFault =
  /** The authorization server does not accept the client. */
  | 'client'
  /** It accepts the client, and refuses what it asks for. */
  | 'request'
  /** Nobody has logged in, or the login has ended. */
  | 'login'
  /** It does not accept the caller's token. */
  | 'caller'
  /** The endpoint cannot be used as it is configured. */
  | 'endpoint'
  /** No answer, or none that can be read. */
  | 'unavailable'
  | 'cancelled';

/** The token, or one sentence for the model that says why there is none. */
export type TokenAnswer =
  | { readonly ok: true; readonly token: string }
  | {
      readonly ok: false;
      readonly fault: TokenFault;
      /** Without secrets. */
      readonly message: string;
    };

/** Gets and keeps OAuth access tokens: early refresh, one request in flight for each client (rule K5). */
export interface TokenProvider {
  /** Never throws. */
  token(request: TokenRequest, signal: AbortSignal): Promise<TokenAnswer>;
  /** Forgets a token that the upstream has refused, so that the next request gets a new one (rule K9). */
  forget(request: TokenRequest, token: string): void;
}
