/**
 * One alternative of a security requirement: all its schemes are needed together (AND). Without schemes
 * it allows anonymous calls (`{}`).
 */
export interface SecurityRequirement {
  readonly schemes: readonly RequiredScheme[];
}

/** A scheme that a requirement names, with the scopes or roles it asks for. */
export interface RequiredScheme {
  /** A key of the security schemes of the same document. */
  readonly scheme: string;
  readonly scopes: readonly string[];
}

/** A security scheme (3.2 §Security Scheme Object); 2.0 schemes are read into the same cases. */
export type SecurityScheme =
  | ApiKeyScheme
  | HttpScheme
  | OAuth2Scheme
  | OpenIdConnectScheme
  | MutualTlsScheme;

interface SchemeBase {
  readonly description?: string;
  readonly deprecated: boolean;
}

/** A key in a header, query parameter or cookie. */
export interface ApiKeyScheme extends SchemeBase {
  readonly type: 'apiKey';
  readonly in: 'header' | 'query' | 'cookie';
  readonly name: string;
}

/** HTTP authentication; `scheme` is lower case (`basic`, `bearer`, `digest`, …). */
export interface HttpScheme extends SchemeBase {
  readonly type: 'http';
  readonly scheme: string;
  readonly bearerFormat?: string;
}

/** OAuth 2.0; ends as a bearer token. */
export interface OAuth2Scheme extends SchemeBase {
  readonly type: 'oauth2';
  readonly flows: OAuthFlows;
  /** RFC 8414 metadata (3.2), absolute where it could be resolved. */
  readonly metadataUrl?: string;
}

/** The flows of a scheme by their 3.x names. */
export interface OAuthFlows {
  readonly implicit?: OAuthFlow;
  readonly password?: OAuthFlow;
  readonly clientCredentials?: OAuthFlow;
  readonly authorizationCode?: OAuthFlow;
  readonly deviceAuthorization?: OAuthFlow;
}

/** One flow; URLs are absolute where they could be resolved (rule K5). */
export interface OAuthFlow {
  readonly authorizationUrl?: string;
  readonly deviceAuthorizationUrl?: string;
  readonly tokenUrl?: string;
  readonly refreshUrl?: string;
  /** Scope to description. */
  readonly scopes: Readonly<Record<string, string>>;
}

/** OpenID Connect; ends as a bearer token. */
export interface OpenIdConnectScheme extends SchemeBase {
  readonly type: 'openIdConnect';
  readonly openIdConnectUrl: string;
}

/** A client certificate. */
export interface MutualTlsScheme extends SchemeBase {
  readonly type: 'mutualTLS';
}
