import type { JsonObject } from '../../../../model/json.ts';
import { BridgeError } from '../../../../model/errors.ts';
import type { Clock } from '../../../clock.ts';
import type { Principal } from '../../../principal.ts';
import type { UpstreamFetch } from '../../../upstream-fetch.ts';
import { rpcError } from '../answers.ts';
import { challengeAnswer } from './challenge.ts';
import { createIntrospector } from './introspection.ts';
import { createJwtVerifier } from './jwt.ts';
import type { SignInOptions } from './options.ts';
import { createStaticTokens } from './static-tokens.ts';
import type { TokenVerdict } from './verdict.ts';
import { invalid } from './verdict.ts';

/** A caller who has signed in, or the answer for one who has not. */
export type SignedIn =
  | { readonly ok: true; readonly principal: Principal; readonly token: string }
  | { readonly ok: false; readonly reason: SignInFailure; readonly answer: Response };

/** Why a sign-in failed, for counting. */
export type SignInFailure = 'missing' | 'invalid' | 'scope' | 'unavailable';

/** The sign-in of a server: an OAuth 2.1 resource server, with fixed tokens beside it. */
export interface SignIn {
  check(headers: Headers): Promise<SignedIn>;
  /** The answer for a caller who lacks scopes; names everything that the request needs. */
  refuseScopes(scopes: readonly string[]): Response;
  /** RFC 9728 §2; absent without an authorization server. */
  readonly metadata?: JsonObject;
  readonly requiredScopes: readonly string[];
}

/** What a sign-in stands on. */
export interface SignInParts {
  readonly options: SignInOptions;
  /** The URL at which clients reach the endpoint; the resource that tokens are issued for. */
  readonly resource: string | undefined;
  readonly resourceName: string;
  /** Every scope that a tool asks for. */
  readonly toolScopes: readonly string[];
  readonly fetch: UpstreamFetch;
  readonly clock: Clock;
  readonly report: (problem: Error) => void;
}

/** Longer ones are no tokens. */
const maxTokenLength = 16_384;

/**
 * Builds the sign-in of a server.
 *
 * @throws BridgeError `configuration-invalid` for options with which no caller could sign in, or anybody could.
 */
export function createSignIn(parts: SignInParts): SignIn {
  const { options, resource, toolScopes } = parts;
  const { requiredScopes = [] } = options;
  checkOptions(options, resource);
  const judge = createJudge(parts);
  const servers = authorizationServers(options);
  const metadataUrl =
    servers.length === 0 || resource === undefined ? undefined : metadataUrlOf(resource);
  const where = metadataUrl === undefined ? {} : { metadataUrl };
  return {
    requiredScopes,
    ...(servers.length === 0 || resource === undefined
      ? {}
      : {
          metadata: {
            resource,
            authorization_servers: servers,
            scopes_supported: [...new Set([...requiredScopes, ...toolScopes])].sort(),
            bearer_methods_supported: ['header'],
            resource_name: parts.resourceName,
          },
        }),
    refuseScopes: (scopes) =>
      challengeAnswer({
        error: 'insufficient_scope',
        description: 'The token does not grant what this request needs.',
        scopes,
        ...where,
      }),
    check: async (headers) => {
      const token = tokenOf(headers);
      if (token === undefined) {
        const description = "Send an access token as 'Authorization: Bearer TOKEN'.";
        const answer = challengeAnswer({ description, scopes: requiredScopes, ...where });
        return { ok: false, reason: 'missing', answer };
      }
      const verdict = isToken(token) ? await judge(token) : invalid('The token is malformed.');
      return settle(verdict, token, { scopes: requiredScopes, where, report: parts.report });
    },
  };
}

/** Fixed tokens first, then signed ones of a known issuer, then whatever the introspection knows. */
function createJudge({
  options,
  resource,
  fetch,
  clock,
}: SignInParts): (token: string) => Promise<TokenVerdict> {
  const audiences = [...(options.audiences ?? []), ...(resource === undefined ? [] : [resource])];
  const findStatic = createStaticTokens(options.staticTokens ?? []);
  const jwt = createJwtVerifier(options.issuers ?? [], { audiences, fetch, clock });
  const introspect =
    options.introspection === undefined
      ? undefined
      : createIntrospector(options.introspection, { audiences, fetch, clock });
  return async (token) => {
    const known = findStatic(token);
    if (known !== undefined) return { kind: 'valid', principal: known };
    if (introspect === undefined || jwt.claimsIssuer(token)) {
      return (options.issuers ?? []).length === 0
        ? invalid('The token is not one of this server.')
        : jwt.verify(token);
    }
    return introspect(token);
  };
}

function settle(
  verdict: TokenVerdict,
  token: string,
  {
    scopes,
    where,
    report,
  }: {
    readonly scopes: readonly string[];
    readonly where: { readonly metadataUrl?: string };
    readonly report: (problem: Error) => void;
  },
): SignedIn {
  switch (verdict.kind) {
    case 'valid': {
      const { principal } = verdict;
      const granted = principal.scopes;
      if (granted === undefined || scopes.every((scope) => granted.includes(scope))) {
        return { ok: true, principal, token };
      }
      const description = 'The token does not grant the scopes of this server.';
      const answer = challengeAnswer({
        error: 'insufficient_scope',
        description,
        scopes,
        ...where,
      });
      return { ok: false, reason: 'scope', answer };
    }
    case 'invalid': {
      const { description } = verdict;
      const answer = challengeAnswer({ error: 'invalid_token', description, scopes, ...where });
      return { ok: false, reason: 'invalid', answer };
    }
    case 'unavailable': {
      const { cause } = verdict;
      report(cause instanceof Error ? cause : new Error('A token could not be checked.'));
      const answer = rpcError(503, 'Tokens cannot be checked just now.', {
        headers: { 'retry-after': '5' },
      });
      return { ok: false, reason: 'unavailable', answer };
    }
  }
}

/** What the `Authorization` header has for us (RFC 6750 §2.1); no other place holds tokens. */
function tokenOf(headers: Headers): string | undefined {
  return /^bearer +(.+)$/i.exec(headers.get('authorization') ?? '')?.[1];
}

function isToken(text: string): boolean {
  return text.length <= maxTokenLength && /^[A-Za-z0-9._~+/-]+=*$/.test(text);
}

function authorizationServers({ issuers = [], introspection }: SignInOptions): readonly string[] {
  const own = introspection === undefined ? [] : [introspection.issuer];
  return [...new Set([...issuers.map(({ issuer }) => issuer), ...own])];
}

/** The well-known address of a resource's metadata (RFC 9728 §3.1). */
export function metadataUrlOf(resource: string): string {
  const { origin, pathname } = new URL(resource);
  return `${origin}${metadataPathOf(pathname)}`;
}

/** The path of the metadata of a resource at this path. */
export function metadataPathOf(path: string): string {
  return `/.well-known/oauth-protected-resource${path.replace(/\/$/, '')}`;
}

function checkOptions(options: SignInOptions, resource: string | undefined): void {
  const { issuers = [], introspection, staticTokens = [] } = options;
  const hasServer = issuers.length > 0 || introspection !== undefined;
  if (!hasServer && staticTokens.length === 0) {
    throw new BridgeError('configuration-invalid', 'The sign-in knows no way to sign in.', {
      fix: 'Name an issuer, an introspection endpoint or a token.',
    });
  }
  if (hasServer && resource === undefined) {
    throw new BridgeError(
      'configuration-invalid',
      'Sign-in with an authorization server needs the public URL of this server: tokens are issued for it.',
      { fix: 'Give --public-url https://…/mcp, the URL that clients connect to.' },
    );
  }
}
