import type { ArtifactDocument } from './artifact.ts';
import type { SecurityScheme } from './security.ts';

/** What a credential variable holds, as the ending of its name (rule K6). */
export type CredentialPart =
  | 'TOKEN'
  | 'API_KEY'
  | 'USERNAME'
  | 'PASSWORD'
  | 'CLIENT_ID'
  | 'CLIENT_SECRET'
  | 'CLIENT_CERTIFICATE'
  | 'CLIENT_KEY';

/** What a variable says about how a credential is used or got, as the ending of its name. */
export type CredentialOption =
  /** How the client shows who it is: `basic`, `body`, `private_key_jwt`, `tls` or `none`. */
  | 'CLIENT_AUTH'
  /** A private key as PEM or JWK, with which the client signs assertions (RFC 7523). */
  | 'CLIENT_KEY'
  | 'CLIENT_KEY_PASSPHRASE'
  /** Scopes to ask for instead of those of the tools, separated by spaces. */
  | 'SCOPES'
  | 'AUDIENCE'
  /** RFC 8707. */
  | 'RESOURCE'
  /** The token endpoint, instead of the document's. */
  | 'TOKEN_URL'
  /** `true`: each caller's token is exchanged for one of the upstream (RFC 8693). */
  | 'EXCHANGE';

/** One environment variable that supplies part of a credential. */
export interface CredentialVariable {
  readonly name: string;
  readonly scheme: string;
  readonly part: CredentialPart;
}

/** Which tools a credential is for; without one it is for all. */
export const accessKinds = ['READ', 'WRITE'] as const;

/** The part of an environment variable's name that comes from a free name: upper case, `_` for the rest. */
export function environmentName(name: string): string {
  return name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_');
}

/** The variable that replaces the base URL of a document: `<SERVER>_BASE_URL`. */
export function baseUrlVariable(document: Pick<ArtifactDocument, 'environmentPrefix'>): string {
  return `${document.environmentPrefix}_BASE_URL`;
}

/**
 * The variables that can supply one scheme, in the order in which they are documented. A bearer-like scheme
 * takes a ready token; OAuth 2.0 with client credentials takes a client as well.
 */
export function credentialVariables(
  prefix: string,
  schemeName: string,
  scheme: SecurityScheme,
): readonly CredentialVariable[] {
  return partsOf(scheme).map((part) => ({
    name: credentialVariable(prefix, schemeName, part),
    scheme: schemeName,
    part,
  }));
}

/** The name of one variable: `<SERVER>_<SCHEME>_<PART>`. */
export function credentialVariable(
  prefix: string,
  schemeName: string,
  part: CredentialPart | CredentialOption,
): string {
  return `${prefix}_${environmentName(schemeName)}_${part}`;
}

function partsOf(scheme: SecurityScheme): readonly CredentialPart[] {
  switch (scheme.type) {
    case 'apiKey':
      return ['API_KEY'];
    case 'http':
      if (scheme.scheme === 'none') return [];
      return scheme.scheme === 'basic' ? ['USERNAME', 'PASSWORD'] : ['TOKEN'];
    case 'oauth2':
      return ['TOKEN', 'CLIENT_ID', 'CLIENT_SECRET'];
    case 'openIdConnect':
      return ['TOKEN', 'CLIENT_ID', 'CLIENT_SECRET'];
    case 'mutualTLS':
      return ['CLIENT_CERTIFICATE', 'CLIENT_KEY'];
  }
}

/** What else variables may say about a scheme, in the order in which it is documented. */
export function credentialOptions(scheme: SecurityScheme): readonly CredentialOption[] {
  switch (scheme.type) {
    case 'apiKey':
    case 'http':
      return [];
    case 'oauth2':
    case 'openIdConnect':
      return [
        'CLIENT_AUTH',
        'CLIENT_KEY',
        'SCOPES',
        'AUDIENCE',
        'RESOURCE',
        'TOKEN_URL',
        'EXCHANGE',
      ];
    case 'mutualTLS':
      return ['CLIENT_KEY_PASSPHRASE'];
  }
}
