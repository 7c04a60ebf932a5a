import type {
  BridgeArtifact,
  CredentialParts,
  LoginOptions,
  OAuthClient,
  OAuthFlow,
  StoredLogin,
} from '../../src/index.ts';
import {
  BridgeError,
  absoluteUrl,
  authenticationOf,
  baseOf,
  credentialVariable,
  everyTool,
  resolveBases,
  scopeIndex,
} from '../../src/index.ts';
import type { LoginScheme } from './choose-scheme.ts';

/** What a person says about a login. */
export interface LoginWishes {
  readonly clientId?: string;
  readonly scopes?: readonly string[];
  readonly device: boolean;
}

/** A login that is ready to begin. */
export interface LoginRequest {
  readonly kind: 'browser' | 'device';
  readonly options: Pick<LoginOptions, 'place' | 'client' | 'scopes' | 'audience' | 'resource'>;
  /** What is kept of it beside the tokens. */
  readonly binding: Pick<
    StoredLogin,
    | 'document'
    | 'scheme'
    | 'tokenUrl'
    | 'metadataUrl'
    | 'refreshUrl'
    | 'origins'
    | 'clientId'
    | 'clientSecret'
  >;
}

/**
 * Settles where, as which client and for what somebody logs in.
 *
 * @param parts What is configured for the scheme.
 * @throws BridgeError `configuration-invalid` where no client is known.
 */
export function loginRequest(
  artifact: BridgeArtifact,
  chosen: LoginScheme,
  parts: CredentialParts,
  {
    baseUrls,
    wishes,
  }: { readonly baseUrls: Readonly<Record<string, string>>; readonly wishes: LoginWishes },
): LoginRequest {
  const { namespace, scheme, definition } = chosen;
  const bases = basesOf(artifact, chosen, baseUrls);
  const [base] = bases;
  const resolve = (url: string): string => absoluteUrl(url, base?.url ?? '');
  const { kind, flow } = chooseFlow(chosen, wishes.device);
  const urls = resolvedUrls(flow, parts.tokenUrl, resolve);
  const metadataUrl = metadataOf(chosen, resolve);
  const client = clientOf(chosen, parts, wishes);
  const { tokenUrl, refreshUrl, ...pages } = urls;
  const metadata = metadataUrl === undefined ? {} : { metadataUrl };
  const token = tokenUrl === undefined ? {} : { tokenUrl };
  const asked = wishes.scopes ?? parts.scopes ?? scopeIndex(everyTool(artifact))(namespace, scheme);
  const isOpenId = definition.type === 'openIdConnect' && !asked.includes('openid');
  return {
    kind,
    options: {
      place: { ...pages, ...token, ...metadata },
      client,
      scopes: isOpenId ? ['openid', ...asked] : asked,
      ...(parts.audience === undefined ? {} : { audience: parts.audience }),
      ...(parts.resource === undefined ? {} : { resource: parts.resource }),
    },
    binding: {
      document: namespace,
      scheme,
      ...token,
      ...metadata,
      ...(refreshUrl === undefined ? {} : { refreshUrl }),
      origins: [...new Set(bases.map(({ origin }) => origin))],
      clientId: client.id,
      ...('secret' in client.authentication ? { clientSecret: client.authentication.secret } : {}),
    },
  };
}

/** Where the tools that use the scheme send their requests; tokens of the login go nowhere else (rule K7). */
function basesOf(
  artifact: BridgeArtifact,
  { namespace, scheme: name }: LoginScheme,
  baseUrls: Readonly<Record<string, string>>,
): readonly { readonly url: string; readonly origin: string }[] {
  const bases = resolveBases(artifact, baseUrls);
  return everyTool(artifact)
    .filter(
      ({ operation, security }) =>
        operation.document === namespace &&
        security.some(({ schemes }) => schemes.some(({ scheme }) => scheme === name)),
    )
    .map((tool) => baseOf(tool, bases));
}

function chooseFlow(
  { definition, scheme }: LoginScheme,
  device: boolean,
): { readonly kind: LoginRequest['kind']; readonly flow: OAuthFlow } {
  const none: OAuthFlow = { scopes: {} };
  if (definition.type !== 'oauth2') return { kind: device ? 'device' : 'browser', flow: none };
  const { authorizationCode, deviceAuthorization } = definition.flows;
  const hasMetadata = definition.metadataUrl !== undefined;
  if (device || (authorizationCode === undefined && deviceAuthorization !== undefined)) {
    if (deviceAuthorization !== undefined || hasMetadata) {
      return { kind: 'device', flow: deviceAuthorization ?? none };
    }
    throw new BridgeError(
      'configuration-invalid',
      `The document describes no device flow for the scheme "${scheme}".`,
      { fix: 'Log in without --device.' },
    );
  }
  return { kind: 'browser', flow: authorizationCode ?? none };
}

function resolvedUrls(
  flow: OAuthFlow,
  configured: string | undefined,
  resolve: (url: string) => string,
): Omit<OAuthFlow, 'scopes'> {
  const { scopes: _scopes, ...urls } = flow;
  const given = { ...urls, ...(configured === undefined ? {} : { tokenUrl: configured }) };
  return Object.fromEntries(Object.entries(given).map(([name, url]) => [name, resolve(url)]));
}

function metadataOf(
  { definition }: LoginScheme,
  resolve: (url: string) => string,
): string | undefined {
  if (definition.type === 'openIdConnect') return resolve(definition.openIdConnectUrl);
  const url = definition.type === 'oauth2' ? definition.metadataUrl : undefined;
  return url === undefined ? undefined : resolve(url);
}

function clientOf(
  { document, scheme }: LoginScheme,
  parts: CredentialParts,
  { clientId = parts.clientId }: LoginWishes,
): OAuthClient {
  if (clientId === undefined) {
    const variable = credentialVariable(document.environmentPrefix, scheme, 'CLIENT_ID');
    throw new BridgeError('configuration-invalid', 'It is not known as which client to log in.', {
      fix:
        'Register a client at the authorization server, with the redirect URI http://127.0.0.1/callback, ' +
        `then set ${variable} or give --client-id.`,
    });
  }
  const isConfigured = clientId === parts.clientId;
  const authentication = isConfigured ? authenticationOf(parts) : undefined;
  return { id: clientId, authentication: authentication ?? { kind: 'none' } };
}
