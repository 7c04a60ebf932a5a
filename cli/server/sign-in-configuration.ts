import { BridgeError } from '../../src/model/errors.ts';
import type {
  HintScopes,
  IntrospectionOptions,
  IssuerOptions,
  SignInOptions,
  StaticToken,
} from '../../src/runtime/index.ts';
import type { ReadVariable } from './variable-values.ts';
import { readList } from './variable-values.ts';

/** Who may call a server, as variables say it. */
export interface SignInConfiguration {
  /** Absent where nobody has to sign in. */
  readonly signIn?: SignInOptions;
  readonly hintScopes: HintScopes;
  /** For the redactor. */
  readonly secrets: readonly string[];
}

/**
 * Reads the sign-in from the `OPENAPI_MCP_AUTH_*` variables.
 *
 * @throws BridgeError `configuration-invalid` for variables that do not fit together.
 */
export function configureSignIn(read: ReadVariable): SignInConfiguration {
  const issuers = issuersOf(read);
  const introspection = introspectionOf(issuers, read);
  const staticTokens = staticTokensOf(read);
  const requiredScopes = readList('OPENAPI_MCP_AUTH_SCOPES', read);
  const audiences = readList('OPENAPI_MCP_AUTH_AUDIENCES', read);
  const hasSignIn = issuers.length > 0 || introspection !== undefined || staticTokens.length > 0;
  if (!hasSignIn) refuseIdleSettings(read);
  return {
    ...(hasSignIn
      ? {
          signIn: {
            issuers,
            staticTokens,
            ...(introspection === undefined ? {} : { introspection }),
            ...(audiences === undefined ? {} : { audiences }),
            ...(requiredScopes === undefined ? {} : { requiredScopes }),
          },
        }
      : {}),
    hintScopes: hintScopesOf(read),
    secrets: [
      ...staticTokens.map(({ token }) => token),
      ...(introspection === undefined ? [] : [introspection.clientSecret]),
    ],
  };
}

function issuersOf(read: ReadVariable): readonly IssuerOptions[] {
  const issuers = readList('OPENAPI_MCP_AUTH_ISSUERS', read) ?? [];
  const jwksUrl = read('OPENAPI_MCP_AUTH_JWKS_URL');
  const algorithms = readList('OPENAPI_MCP_AUTH_ALGORITHMS', read);
  if (jwksUrl !== undefined && issuers.length !== 1) {
    throw new BridgeError(
      'configuration-invalid',
      `OPENAPI_MCP_AUTH_JWKS_URL is for one issuer; OPENAPI_MCP_AUTH_ISSUERS names ${issuers.length}.`,
      { fix: 'Name one issuer, or leave the key sets to the metadata of the issuers.' },
    );
  }
  return issuers.map((issuer) => ({
    issuer,
    ...(jwksUrl === undefined ? {} : { jwksUrl }),
    ...(algorithms === undefined ? {} : { algorithms }),
  }));
}

function introspectionOf(
  issuers: readonly IssuerOptions[],
  read: ReadVariable,
): IntrospectionOptions | undefined {
  const url = read('OPENAPI_MCP_AUTH_INTROSPECTION_URL');
  if (url === undefined) return undefined;
  const clientId = read('OPENAPI_MCP_AUTH_INTROSPECTION_CLIENT_ID');
  const clientSecret = read('OPENAPI_MCP_AUTH_INTROSPECTION_CLIENT_SECRET');
  const [only] = issuers;
  const issuer =
    read('OPENAPI_MCP_AUTH_INTROSPECTION_ISSUER') ??
    (issuers.length === 1 ? only?.issuer : undefined);
  if (clientId === undefined || clientSecret === undefined || issuer === undefined) {
    throw new BridgeError(
      'configuration-invalid',
      'OPENAPI_MCP_AUTH_INTROSPECTION_URL alone is not enough.',
      {
        fix:
          'Set OPENAPI_MCP_AUTH_INTROSPECTION_CLIENT_ID, _CLIENT_SECRET and _ISSUER too; one issuer in ' +
          'OPENAPI_MCP_AUTH_ISSUERS will do for the last.',
      },
    );
  }
  return { url, clientId, clientSecret, issuer };
}

/** `NAME:TOKEN` and, after blanks, the scopes; commas or line breaks between them. */
function staticTokensOf(read: ReadVariable): readonly StaticToken[] {
  const text = read('OPENAPI_MCP_AUTH_TOKENS') ?? '';
  return text
    .split(/[,\r\n]+/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map((entry) => {
      const [first = '', ...scopes] = entry.split(/\s+/);
      const [, name, token] = /^([^:]+):(.+)$/.exec(first) ?? [];
      if (name === undefined || token === undefined) {
        throw new BridgeError(
          'configuration-invalid',
          'An entry of OPENAPI_MCP_AUTH_TOKENS is not NAME:TOKEN.',
          { fix: 'Write NAME:TOKEN, or NAME:TOKEN SCOPE SCOPE, with commas between entries.' },
        );
      }
      return { name, token, ...(scopes.length === 0 ? {} : { scopes }) };
    });
}

function hintScopesOf(read: ReadVariable): HintScopes {
  const readOnly = readList('OPENAPI_MCP_AUTH_READ_SCOPES', read);
  const write = readList('OPENAPI_MCP_AUTH_WRITE_SCOPES', read);
  const destroy = readList('OPENAPI_MCP_AUTH_DESTROY_SCOPES', read);
  return {
    ...(readOnly === undefined ? {} : { read: readOnly }),
    ...(write === undefined ? {} : { write }),
    ...(destroy === undefined ? {} : { destroy }),
  };
}

/** Scopes without a sign-in would look like protection and be none. */
function refuseIdleSettings(read: ReadVariable): void {
  const idle = [
    'OPENAPI_MCP_AUTH_ALGORITHMS',
    'OPENAPI_MCP_AUTH_AUDIENCES',
    'OPENAPI_MCP_AUTH_DESTROY_SCOPES',
    'OPENAPI_MCP_AUTH_READ_SCOPES',
    'OPENAPI_MCP_AUTH_SCOPES',
    'OPENAPI_MCP_AUTH_WRITE_SCOPES',
  ].filter((name) => read(name) !== undefined);
  if (idle.length === 0) return;
  throw new BridgeError(
    'configuration-invalid',
    `${idle.join(' and ')} protect nothing: nobody has to sign in.`,
    { fix: 'Set OPENAPI_MCP_AUTH_ISSUERS, _INTROSPECTION_URL or _TOKENS too.' },
  );
}
