import type { JWTVerifyGetKey, JWTVerifyOptions } from 'jose';
import { createRemoteJWKSet, customFetch, decodeJwt, errors, jwtVerify } from 'jose';
import { BridgeError } from '../../../../model/errors.ts';
import type { JsonObject } from '../../../../model/json.ts';
import type { Clock } from '../../../clock.ts';
import type { UpstreamFetch } from '../../../upstream-fetch.ts';
import { isForAudience, principalOf } from './claims.ts';
import { fetchJson } from './fetch-json.ts';
import { checkedUrl, findJwksUrl } from './issuer-metadata.ts';
import type { IssuerOptions } from './options.ts';
import { asymmetricAlgorithms } from './options.ts';
import type { TokenVerdict } from './verdict.ts';
import { invalid } from './verdict.ts';

/** What signed tokens are checked with. */
export interface JwtOptions {
  readonly audiences: readonly string[];
  readonly fetch: UpstreamFetch;
  readonly clock: Clock;
}

/** Checks signed tokens of the configured issuers. */
export interface JwtVerifier {
  /** Whether the token says that it is of one of the issuers; nothing about it is true yet. */
  claimsIssuer(token: string): boolean;
  verify(token: string): Promise<TokenVerdict>;
}

/** Clocks of servers differ by so much. */
const clockToleranceSeconds = 5;
/** After a key set could not be had, nobody asks for it again for so long. */
const failureCooldownMs = 2_000;

/**
 * Verifies signature, algorithm, issuer, audience and lifetime of access tokens (RFC 9068 §4). Keys are fetched when
 * they are first needed, and again when a token names one that is not known, which is how issuers rotate them.
 *
 * @throws BridgeError `configuration-invalid` for an issuer or algorithm that cannot be used.
 */
export function createJwtVerifier(
  issuers: readonly IssuerOptions[],
  options: JwtOptions,
): JwtVerifier {
  const verifiers = new Map(
    issuers.map((issuer) => [issuer.issuer, createIssuerVerifier(issuer, options)]),
  );
  return {
    claimsIssuer: (token) => verifiers.has(issuerOf(token) ?? ''),
    verify: async (token) => {
      const issuer = issuerOf(token);
      if (issuer === undefined) return invalid('The token is not one of this server.');
      const verify = verifiers.get(issuer);
      return verify === undefined
        ? invalid('The token is of an issuer that this server does not know.')
        : verify(token);
    },
  };
}

/** The issuer that a token claims; `undefined` for what is no JWT. */
function issuerOf(token: string): string | undefined {
  try {
    return decodeJwt(token).iss;
  } catch {
    return undefined;
  }
}

function createIssuerVerifier(
  issuer: IssuerOptions,
  { audiences, fetch, clock }: JwtOptions,
): (token: string) => Promise<TokenVerdict> {
  checkIssuer(issuer);
  const keys = createKeySource(issuer, fetch, clock);
  return async (token) => {
    const options: JWTVerifyOptions = {
      issuer: issuer.issuer,
      algorithms: [...(issuer.algorithms ?? asymmetricAlgorithms)],
      clockTolerance: clockToleranceSeconds,
      currentDate: new Date(clock.now()),
      requiredClaims: ['exp'],
    };
    try {
      const claims = await verifiedClaims(token, await keys(), options);
      return isForAudience(claims['aud'], audiences)
        ? principalOf(issuer.issuer, claims)
        : invalid('The token is for another audience.');
    } catch (error) {
      return verdictOf(error);
    }
  };
}

async function verifiedClaims(
  token: string,
  keys: JWTVerifyGetKey,
  options: JWTVerifyOptions,
): Promise<JsonObject> {
  try {
    const { payload } = await jwtVerify(token, keys, options);
    return payload as JsonObject; // came out of JSON.parse
  } catch (error) {
    // A token without a key id, and several keys of its kind: one of them must have signed it.
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
    for await (const key of error) {
      try {
        const { payload } = await jwtVerify(token, key, options);
        return payload as JsonObject; // came out of JSON.parse
      } catch (tried) {
        if (!(tried instanceof errors.JWSSignatureVerificationFailed)) throw tried;
      }
    }
    throw new errors.JWSSignatureVerificationFailed();
  }
}

/** The keys of an issuer; where they are is found out once. */
function createKeySource(
  { issuer, jwksUrl, jwksCooldownMs = 10_000 }: IssuerOptions,
  fetch: UpstreamFetch,
  clock: Clock,
): () => Promise<JWTVerifyGetKey> {
  let source: Promise<JWTVerifyGetKey> | undefined;
  let failure: { readonly until: number; readonly cause: unknown } | undefined;

  /** Asks nobody who has just failed to answer. */
  async function careful<T>(ask: () => Promise<T>): Promise<T> {
    if (failure !== undefined && clock.elapsed() < failure.until) throw failure.cause;
    try {
      return await ask();
    } catch (cause) {
      failure = { until: clock.elapsed() + failureCooldownMs, cause };
      throw cause;
    }
  }

  async function find(): Promise<JWTVerifyGetKey> {
    const url = jwksUrl ?? (await careful(() => findJwksUrl(issuer, fetch)));
    return createRemoteJWKSet(new URL(url), {
      cooldownDuration: jwksCooldownMs,
      [customFetch]: async (resource) =>
        Response.json(await careful(() => fetchJson(resource, { fetch }))),
    });
  }

  return () => {
    source ??= find().catch((cause: unknown) => {
      source = undefined;
      throw cause;
    });
    return source;
  };
}

function checkIssuer({ issuer, jwksUrl, algorithms = [] }: IssuerOptions): void {
  checkedUrl(issuer, 'issuer');
  if (jwksUrl !== undefined) checkedUrl(jwksUrl, 'key set');
  const unsafe = algorithms.filter((name) => !asymmetricAlgorithms.includes(name));
  if (unsafe.length > 0) {
    throw new BridgeError(
      'configuration-invalid',
      `Tokens signed with ${unsafe.join(', ')} are not taken.`,
      { fix: `Name some of these: ${asymmetricAlgorithms.join(', ')}.` },
    );
  }
}

/** What jose finds wrong, in words for the client; whatever else is thrown is no fault of the token. */
function verdictOf(error: unknown): TokenVerdict {
  if (error instanceof errors.JWKSInvalid || error instanceof errors.JWKSTimeout) {
    return { kind: 'unavailable', cause: error };
  }
  if (error instanceof errors.JWTExpired) return invalid('The token has expired.');
  if (error instanceof errors.JWTClaimValidationFailed) {
    return invalid(`The token's claim "${error.claim}" is missing or wrong.`);
  }
  if (error instanceof errors.JOSEAlgNotAllowed || error instanceof errors.JOSENotSupported) {
    return invalid('The token is signed with an algorithm that is not taken.');
  }
  if (
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWSSignatureVerificationFailed
  ) {
    return invalid('The token is not signed by its issuer.');
  }
  if (error instanceof errors.JWSInvalid || error instanceof errors.JWTInvalid) {
    return invalid('The token is malformed.');
  }
  return { kind: 'unavailable', cause: error };
}
