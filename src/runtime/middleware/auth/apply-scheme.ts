import { Buffer } from 'node:buffer';
import type { OAuth2Scheme, OpenIdConnectScheme, SecurityScheme } from '../../../model/security.ts';
import type { AppliedCredential } from '../../call.ts';
import type { CredentialParts } from './credential-source.ts';
import type { TokenProvider, TokenRequest } from './token-provider.ts';

/** One scheme of a requirement, with what is known for applying it. */
export interface SchemeUse {
  readonly name: string;
  readonly definition: SecurityScheme;
  readonly parts: CredentialParts;
  /** The only origin that the credential may be sent to. */
  readonly origin: string;
  /** Scopes of the token, for schemes that end in one that has to be fetched. */
  readonly scopes: () => readonly string[];
}

/** Why a scheme cannot be used: nothing is configured, or it never can be. */
export type SchemeProblem =
  | { readonly kind: 'missing' }
  /** A sentence that stands alone. */
  | { readonly kind: 'unusable'; readonly message: string };

/** How a scheme is used: at once, or through a token that has to be fetched. */
export type AppliedScheme =
  | { readonly kind: 'ready'; readonly credentials: readonly AppliedCredential[] }
  | { readonly kind: 'token'; readonly request: TokenRequest; readonly use: SchemeUse }
  | SchemeProblem;

/** Turns the configured parts of one scheme into what goes into the request (rule K4). No I/O. */
export function applyScheme(use: SchemeUse, tokens: TokenProvider | undefined): AppliedScheme {
  const { definition, parts } = use;
  if (parts.origins !== undefined && !parts.origins.includes(use.origin)) {
    return unusable(use, `its credential is not configured for ${use.origin}`);
  }
  switch (definition.type) {
    case 'apiKey':
      return isSet(parts.apiKey)
        ? ready(use, definition.in, definition.name, parts.apiKey)
        : { kind: 'missing' };
    case 'http':
      return applyHttp(use, definition.scheme.toLowerCase());
    case 'oauth2':
    case 'openIdConnect':
      return applyToken(use, definition, tokens);
    case 'mutualTLS':
      return parts.clientCertificate === true
        ? { kind: 'ready', credentials: [] }
        : unusable(use, 'it needs a client certificate, and none is configured');
  }
}

/** The header that a token ends in (RFC 6750 §2.1); never the query. */
export function bearerCredential(use: SchemeUse, token: string): AppliedScheme {
  return ready(use, 'header', 'Authorization', `Bearer ${token}`);
}

function applyHttp(use: SchemeUse, scheme: string): AppliedScheme {
  const { username, password, token } = use.parts;
  switch (scheme) {
    case 'basic':
      if (username === undefined || password === undefined) return { kind: 'missing' };
      // RFC 7617 §2: the first colon ends the user-id.
      if (username.includes(':'))
        return unusable(use, 'its user name has a colon, which Basic cannot carry');
      return ready(
        use,
        'header',
        'Authorization',
        `Basic ${Buffer.from(`${username}:${password}`, 'utf8').toString('base64')}`,
      );
    case 'bearer':
      return isSet(token) ? bearerCredential(use, token) : { kind: 'missing' };
    default:
      return unusable(use, `HTTP authentication "${scheme}" is not supported`);
  }
}

function applyToken(
  use: SchemeUse,
  definition: OAuth2Scheme | OpenIdConnectScheme,
  tokens: TokenProvider | undefined,
): AppliedScheme {
  const { token, clientId, clientSecret } = use.parts;
  if (isSet(token)) return bearerCredential(use, token);
  if (!isSet(clientId) || !isSet(clientSecret)) return { kind: 'missing' };
  const endpoint = tokenEndpoint(definition);
  if (endpoint === undefined) {
    return unusable(
      use,
      'it has no client-credentials flow, so that only a ready token can be used',
    );
  }
  if (tokens === undefined) {
    return unusable(use, 'this server cannot fetch tokens, so that only a ready token can be used');
  }
  return {
    kind: 'token',
    use,
    request: { ...endpoint, clientId, clientSecret, scopes: use.scopes() },
  };
}

/** Where tokens for a client's own credentials come from; `undefined` for schemes that have no such flow. */
export function tokenEndpoint(
  definition: SecurityScheme,
): Pick<TokenRequest, 'tokenUrl' | 'metadataUrl'> | undefined {
  if (definition.type === 'openIdConnect') return { metadataUrl: definition.openIdConnectUrl };
  if (definition.type !== 'oauth2') return undefined;
  const { metadataUrl } = definition;
  const tokenUrl = definition.flows.clientCredentials?.tokenUrl;
  if (tokenUrl === undefined && metadataUrl === undefined) return undefined;
  return {
    ...(tokenUrl === undefined ? {} : { tokenUrl }),
    ...(metadataUrl === undefined ? {} : { metadataUrl }),
  };
}

function ready(
  use: SchemeUse,
  place: AppliedCredential['in'],
  name: string,
  value: string,
): AppliedScheme {
  return {
    kind: 'ready',
    credentials: [{ scheme: use.name, in: place, name, value, origin: use.origin }],
  };
}

function unusable(use: SchemeUse, why: string): SchemeProblem {
  return { kind: 'unusable', message: `The scheme "${use.name}" cannot be used: ${why}.` };
}

/** An empty variable is one that is not set. */
function isSet(text: string | undefined): text is string {
  return text !== undefined && text !== '';
}
