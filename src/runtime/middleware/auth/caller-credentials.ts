import type { Principal } from '../../principal.ts';
import { secretsOf } from '../../principal.ts';
import type { CredentialParts, CredentialQuery, CredentialSource } from './credential-source.ts';

/** A security scheme whose credential each caller brings in a header. */
export interface CallerCredential {
  /** Namespace of the document. */
  readonly document: string;
  readonly scheme: string;
  /** In lower case; never `authorization`, which holds the caller's MCP token. */
  readonly header: string;
}

/**
 * A source in which some schemes are the callers' own. Who brings no credential for such a scheme has none: the
 * server's own would let every caller act as the server.
 */
export function createCallerCredentials(
  own: CredentialSource<unknown>,
  brought: readonly CallerCredential[],
): CredentialSource<Principal | undefined> {
  return {
    find: (query) => {
      const match = brought.find(
        ({ document, scheme }) => document === query.document && scheme === query.scheme,
      );
      if (match === undefined) return own.find(query);
      const value =
        query.session === undefined ? undefined : secretsOf(query.session).headers[match.header];
      return value === undefined ? undefined : partsOf(value, query);
    },
  };
}

/** What a header holds, as the scheme needs it; `Bearer` and `Basic` in front make no difference. */
function partsOf(
  value: string,
  { definition }: CredentialQuery<Principal | undefined>,
): CredentialParts | undefined {
  switch (definition.type) {
    case 'apiKey':
      return { apiKey: value };
    case 'http':
      return definition.scheme === 'basic'
        ? basicParts(value)
        : { token: value.replace(/^bearer +/i, '') };
    case 'oauth2':
    case 'openIdConnect':
      return { token: value.replace(/^bearer +/i, '') };
    case 'mutualTLS':
      return undefined;
  }
}

/** `USER:PASSWORD`, plain or as a Basic header has it (RFC 7617 §2). */
function basicParts(value: string): CredentialParts | undefined {
  const [, encoded] = /^basic +(.+)$/i.exec(value) ?? [];
  const pair = encoded === undefined ? value : Buffer.from(encoded, 'base64').toString('utf8');
  const colon = pair.indexOf(':');
  return colon === -1
    ? undefined
    : { username: pair.slice(0, colon), password: pair.slice(colon + 1) };
}
