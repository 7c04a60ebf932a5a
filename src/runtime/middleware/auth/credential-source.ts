import type { SecurityScheme } from '../../../model/security.ts';

/** What is configured for one security scheme; which parts matter depends on the scheme. */
export interface CredentialParts {
  /** A ready token, without `Bearer`. */
  readonly token?: string;
  readonly apiKey?: string;
  readonly username?: string;
  readonly password?: string;
  readonly clientId?: string;
  readonly clientSecret?: string;
  /** The upstream presents the client certificate of this scheme (mutualTLS). */
  readonly clientCertificate?: boolean;
  /** Origins that the credential may go to; absent means the origins of the document's servers (rule K7). */
  readonly origins?: readonly string[];
}

/** Which credential is asked for. */
export interface CredentialQuery<S> {
  /** Namespace of the document. */
  readonly document: string;
  readonly scheme: string;
  readonly definition: SecurityScheme;
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
}

/** The source of a server that has no credentials. */
export const noCredentials: CredentialSource<unknown> = { find: () => undefined };
