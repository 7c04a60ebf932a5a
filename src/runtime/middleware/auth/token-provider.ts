/** An access token to get with a client's own credentials (RFC 6749 §4.4). */
export interface TokenRequest {
  /** Absolute token endpoint, where the document gives one. */
  readonly tokenUrl?: string;
  /** Metadata of the authorization server (RFC 8414, OpenID Connect Discovery), where the document gives it. */
  readonly metadataUrl?: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Sorted, each once: the union of what the tools of the document ask for (rule K5). */
  readonly scopes: readonly string[];
}

/** The token, or one sentence for the model that says why there is none. */
export type TokenAnswer =
  | { readonly ok: true; readonly token: string }
  | { readonly ok: false; readonly message: string };

/** Gets and keeps OAuth access tokens: early refresh, one request in flight for each client (rule K5). */
export interface TokenProvider {
  /** Never throws. */
  token(request: TokenRequest, signal: AbortSignal): Promise<TokenAnswer>;
  /** Forgets a token that the upstream has refused, so that the next request gets a new one (rule K9). */
  forget(request: TokenRequest, token: string): void;
}
