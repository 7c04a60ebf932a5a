import type { ArtifactDocument } from './artifact.ts';
import type { SecurityScheme } from './security.ts';

/** What a credential variable holds, as the ending of its name (rule K6). */
export type CredentialPart =
  | 'TOKEN'
  | 'API_KEY'
  | 'USERNAME'
  | 'PASSWORD'
  | 'CLIENT_ID'
  | 'CLIENT_SECRET';

/** One environment variable that supplies part of a credential. */
export interface CredentialVariable {
  readonly name: string;
  readonly scheme: string;
  readonly part: CredentialPart;
}

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
    name: `${prefix}_${environmentName(schemeName)}_${part}`,
    scheme: schemeName,
    part,
  }));
}

function partsOf(scheme: SecurityScheme): readonly CredentialPart[] {
  switch (scheme.type) {
    case 'apiKey':
      return ['API_KEY'];
    case 'http':
      return scheme.scheme === 'basic' ? ['USERNAME', 'PASSWORD'] : ['TOKEN'];
    case 'oauth2':
      return ['TOKEN', 'CLIENT_ID', 'CLIENT_SECRET'];
    case 'openIdConnect':
      return ['TOKEN', 'CLIENT_ID', 'CLIENT_SECRET'];
    case 'mutualTLS':
      return [];
  }
}
