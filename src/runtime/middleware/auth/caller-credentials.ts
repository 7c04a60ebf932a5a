import type { Principal } from '../../principal.ts';
import { secretsOf } from '../../principal.ts';
import type { CredentialParts, CredentialQuery, CredentialSource } from './credential-source.ts';
import { peekCredentials } from './credential-source.ts';

/** A security scheme whose credential is each caller's own. */
export type CallerCredential = BroughtCredential | ExchangedCredential;

interface CallerScheme {
  /** Namespace of the document. */
  readonly document: string;
  readonly scheme: string;
}

/** The caller brings it in a header. */
export interface BroughtCredential extends CallerScheme {
  /** In lower case; never `authorization`, which holds the caller's MCP token. */
  readonly header: string;
}

/** It is had in exchange for the token with which the caller signed in (RFC 8693). */
interface ExchangedCredential extends CallerScheme {
  readonly exchange: true;
}

type CallerQuery = CredentialQuery<Principal | undefined>;

/**
 * A source in which some schemes are the callers' own. Who brings no credential for such a scheme has none: the
 * server's own would let every caller act as the server.
 */
export function createCallerCredentials(
  own: CredentialSource<unknown>,
  callers: readonly CallerCredential[],
): CredentialSource<Principal | undefined> {
  const matchOf = ({ document, scheme }: CallerQuery): CallerCredential | undefined =>
    callers.find((caller) => caller.document === document && caller.scheme === scheme);
  return {
    find: (query) => {
      const match = matchOf(query);
      if (match === undefined) return own.find(query);
      return 'header' in match ? broughtParts(match.header, query) : exchangedParts(own, query);
    },
    peek: (query) => {
      const match = matchOf(query);
      if (match === undefined) return peekCredentials(own, query);
      // Nobody lacks anything before a caller comes.
      return 'header' in match ? anyParts : peekedExchange(own, query);
    },
  };
}

const unknownYet = '(not here yet)';
const anyParts: CredentialParts = {
  token: unknownYet,
  apiKey: unknownYet,
  username: unknownYet,
  password: unknownYet,
};

/** What a header holds, as the scheme needs it; `Bearer` and `Basic` in front make no difference. */
function broughtParts(
  header: string,
  { definition, scheme, session }: CallerQuery,
): CredentialParts {
  const value = session === undefined ? undefined : secretsOf(session).headers[header];
  if (value === undefined || value.trim() === '') {
    return {
      problem: `Every caller brings a credential of their own for the scheme "${scheme}": it belongs in the header ${header} of the requests to this server.`,
    };
  }
  switch (definition.type) {
    case 'apiKey':
      return { apiKey: value };
    case 'http':
      return definition.scheme === 'basic'
        ? basicParts(value, header)
        : { token: value.replace(/^bearer +/i, '') };
    case 'oauth2':
    case 'openIdConnect':
      return { token: value.replace(/^bearer +/i, '') };
    case 'mutualTLS':
      return {};
  }
}

/** `USER:PASSWORD`, plain or as a Basic header has it (RFC 7617 §2). */
function basicParts(value: string, header: string): CredentialParts {
  const [, encoded] = /^basic +(.+)$/i.exec(value) ?? [];
  const pair = encoded === undefined ? value : Buffer.from(encoded, 'base64').toString('utf8');
  const colon = pair.indexOf(':');
  return colon === -1
    ? { problem: `The header ${header} has to hold USER:PASSWORD.` }
    : { username: pair.slice(0, colon), password: pair.slice(colon + 1) };
}

/** The server's own client, and the caller's token that it exchanges. */
async function exchangedParts(
  own: CredentialSource<unknown>,
  query: CallerQuery,
): Promise<CredentialParts> {
  const { scheme, session } = query;
  // Only of a token that an authorization server has issued can another one know whose it is.
  const callerToken = session?.kind === 'token' ? secretsOf(session).token : undefined;
  if (callerToken === undefined) {
    return {
      problem: `The scheme "${scheme}" takes callers who have signed in with an authorization server.`,
    };
  }
  return withCallerToken(await own.find(query), callerToken);
}

async function peekedExchange(
  own: CredentialSource<unknown>,
  query: CallerQuery,
): Promise<CredentialParts> {
  return withCallerToken(await peekCredentials(own, query), unknownYet);
}

/** What else the server has for the scheme is not the caller's. */
function withCallerToken(found: CredentialParts | undefined, callerToken: string): CredentialParts {
  const { token: _ready, login: _login, ...parts } = found ?? {};
  return { ...parts, callerToken };
}
