import type { SecurityScheme } from '../../../model/security.ts';
import type { StoredLogin } from './login-store.ts';

/** How an OAuth client shows the authorization server who it is (RFC 6749 §2.3, RFC 7523, RFC 8705). */
export type ClientAuthenticationMethod = 'basic' | 'body' | 'private_key_jwt' | 'tls' | 'none';

/** What is configured for one security scheme; which parts matter depends on the scheme. */
export interface CredentialParts {
  /** A ready token, without `Bearer`. */
  readonly token?: string;
  readonly apiKey?: string;
  readonly username?: string;
  readonly password?: string;
  readonly clientId?: string;
  readonly clientSecret?: string;
  /** A private key as PEM (PKCS #8) or JWK that signs the client's assertions. */
  readonly clientKey?: string;
  /** `private_key_jwt` by default where there is a key, else `basic`. */
  readonly clientAuth?: ClientAuthenticationMethod;
  /** Scopes of a fetched token, instead of those that the tools ask for. */
  readonly scopes?: readonly string[];
  /** What a fetched token is for, where the authorization server wants to know. */
  readonly audience?: string;
  /** RFC 8707. */
  readonly resource?: string;
  /** The token endpoint, instead of the document's. */
  readonly tokenUrl?: string;
  /** What somebody got by logging in (authorization code or device code). */
  readonly login?: StoredLogin;
  /** The caller's own token, which is exchanged for one of the upstream and never sent there (RFC 8693). */
  readonly callerToken?: string;
  /** The upstream presents the client certificate of this scheme (mutualTLS). */
  readonly clientCertificate?: boolean;
  /** Origins that the credential may go to; absent means the origins of the document's servers (rule K7). */
  readonly origins?: readonly string[];
  /** Why nothing can be sent, as a sentence that stands alone; for sources that know better than the variables. */
  readonly problem?: string;
  /**
   * Reads the credential again after the upstream has refused it, where it may have changed: a file, a command.
   *
   * @returns Whether it is another one now.
   */
  readonly renew?: () => Promise<boolean>;
}

/** Which credential is asked for. */
export interface CredentialQuery<S> {
  /** Namespace of the document. */
  readonly document: string;
  readonly scheme: string;
  readonly definition: SecurityScheme;
  /** `read` for tools whose final hint says that they change nothing. */
  readonly access: 'read' | 'write';
  /** The caller, for servers where everybody brings their own credentials. */
  readonly session: S;
}

/**
 * Where credentials come from: configuration, environment variables, a store of the caller's own (rule K6).
 * Never the tool's arguments, never the document, never the caller's MCP token.
 */
export interface CredentialSource<S = undefined> {
  /** `undefined` or no parts where nothing is configured. */
  find(
    query: CredentialQuery<S>,
  ): CredentialParts | undefined | Promise<CredentialParts | undefined>;
  /**
   * What is configured, without running or fetching anything, for the check at start: parts that are not known yet
   * hold any text. {@link CredentialSource.find} by default.
   */
  peek?(
    query: CredentialQuery<S>,
  ): CredentialParts | undefined | Promise<CredentialParts | undefined>;
}

/** The source of a server that has no credentials. */
export const noCredentials: CredentialSource<unknown> = { find: () => undefined };

/** {@link CredentialSource.peek}, or `find` where there is none. */
export async function peekCredentials<S>(
  source: CredentialSource<S>,
  query: CredentialQuery<S>,
): Promise<CredentialParts | undefined> {
  return source.peek === undefined ? source.find(query) : source.peek(query);
}
