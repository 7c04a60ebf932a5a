/** Who may call a server, and how callers prove who they are. Several kinds may stand side by side. */
export interface SignInOptions {
  /** Authorization servers whose signed tokens (JWT) are taken. */
  readonly issuers?: readonly IssuerOptions[];
  /** An authorization server that is asked about each token that is no JWT of those issuers (RFC 7662). */
  readonly introspection?: IntrospectionOptions;
  /** Fixed tokens, for small set-ups. */
  readonly staticTokens?: readonly StaticToken[];
  /**
   * Audiences that mean this server, beside its public URL. A token for any other audience is refused
   * (RFC 8707 §2).
   */
  readonly audiences?: readonly string[];
  /** Scopes that every caller must hold. */
  readonly requiredScopes?: readonly string[];
}

/** An authorization server that signs its tokens. */
export interface IssuerOptions {
  /** Exactly as it stands in the tokens' `iss`. */
  readonly issuer: string;
  /** Where its keys are (RFC 7517); found by its metadata where absent (RFC 8414, OpenID Connect Discovery). */
  readonly jwksUrl?: string;
  /** JWS algorithms that are taken; every asymmetric one by default, never `none` or a shared secret. */
  readonly algorithms?: readonly string[];
  /** Keys are not fetched again for an unknown key id before this time has passed; 10 seconds by default. */
  readonly jwksCooldownMs?: number;
}

/** An endpoint that tells what a token is worth. */
export interface IntrospectionOptions {
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The authorization server, for the resource metadata and for answers without `iss`. */
  readonly issuer: string;
  /** How long an answer holds; 60 seconds by default, never longer than the token. */
  readonly cacheMs?: number;
}

/** A token that the configuration holds. */
export interface StaticToken {
  /** Stands in the audit for whoever uses it. */
  readonly name: string;
  readonly token: string;
  /** What it may do; everything where absent. */
  readonly scopes?: readonly string[];
}

/** The algorithms that are taken where an issuer names none: asymmetric signatures (RFC 7518 §3.1, RFC 8037). */
export const asymmetricAlgorithms: readonly string[] = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
