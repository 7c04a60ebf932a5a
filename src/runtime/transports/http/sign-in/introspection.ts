import { createHash } from 'node:crypto';
import type { JsonObject } from '../../../../model/json.ts';
import { ownValue } from '../../../../model/json.ts';
import type { Clock } from '../../../clock.ts';
import type { UpstreamFetch } from '../../../upstream-fetch.ts';
import { isForAudience, principalOf } from './claims.ts';
import { fetchJson } from './fetch-json.ts';
import { checkedUrl } from './issuer-metadata.ts';
import type { IntrospectionOptions } from './options.ts';
import type { TokenVerdict, VerifyToken } from './verdict.ts';
import { invalid } from './verdict.ts';

/** What opaque tokens are checked with. */
export interface IntrospectorOptions {
  readonly audiences: readonly string[];
  readonly fetch: UpstreamFetch;
  readonly clock: Clock;
}

/** Answers that are kept, and how long a refusal holds. */
const maxKept = 10_000;
const refusalHoldsMs = 10_000;
/** Tokens that are asked about at one time; beyond them nobody can say. */
const maxInFlight = 64;

interface Kept {
  readonly verdict: TokenVerdict;
  readonly until: number;
}

/**
 * Asks an authorization server about tokens (RFC 7662). Answers are kept for a while by the token's hash, and one
 * question about a token serves everybody who asks at the same time.
 *
 * @throws BridgeError `configuration-invalid` for an address that cannot be used.
 */
export function createIntrospector(
  options: IntrospectionOptions,
  { audiences, fetch, clock }: IntrospectorOptions,
): VerifyToken {
  const url = checkedUrl(options.url, 'introspection endpoint').href;
  checkedUrl(options.issuer, 'issuer');
  const cacheMs = options.cacheMs ?? 60_000;
  const kept = new Map<string, Kept>();
  const inFlight = new Map<string, Promise<TokenVerdict>>();

  async function ask(token: string): Promise<TokenVerdict> {
    try {
      const answer = await fetchJson(url, {
        fetch,
        method: 'POST',
        headers: {
          authorization: basic(options.clientId, options.clientSecret),
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: new URLSearchParams({ token, token_type_hint: 'access_token' }).toString(),
      });
      return judge(answer, { issuer: options.issuer, audiences, now: clock.now() });
    } catch (cause) {
      return { kind: 'unavailable', cause };
    }
  }

  function keep(key: string, verdict: TokenVerdict): void {
    if (verdict.kind === 'unavailable') return;
    const now = clock.now();
    const until =
      verdict.kind === 'valid'
        ? Math.min(now + cacheMs, verdict.principal.expiresAt ?? Number.POSITIVE_INFINITY)
        : now + Math.min(cacheMs, refusalHoldsMs);
    const [oldest] = kept.keys();
    if (kept.size >= maxKept && oldest !== undefined) kept.delete(oldest);
    kept.set(key, { verdict, until });
  }

  return (token) => {
    const key = createHash('sha256').update(token, 'utf8').digest('base64');
    const known = kept.get(key);
    if (known !== undefined && clock.now() < known.until) return Promise.resolve(known.verdict);
    kept.delete(key);
    const running = inFlight.get(key);
    if (running !== undefined) return running;
    if (inFlight.size >= maxInFlight) {
      const cause = new Error('Too many tokens are being introspected.');
      return Promise.resolve({ kind: 'unavailable', cause });
    }
    const asked = ask(token).then((verdict) => {
      keep(key, verdict);
      inFlight.delete(key);
      return verdict;
    });
    inFlight.set(key, asked);
    return asked;
  };
}

/** What an answer means for us; the server that gave it has checked signature and revocation. */
function judge(
  answer: JsonObject,
  expected: {
    readonly issuer: string;
    readonly audiences: readonly string[];
    readonly now: number;
  },
): TokenVerdict {
  if (ownValue(answer, 'active') !== true) return invalid('The token is not active.');
  const issuer = ownValue(answer, 'iss') ?? expected.issuer;
  if (issuer !== expected.issuer) {
    return invalid('The token is of an issuer that this server does not know.');
  }
  if (!isForAudience(ownValue(answer, 'aud'), expected.audiences)) {
    return invalid('The token is for another audience.');
  }
  const expires = ownValue(answer, 'exp');
  if (typeof expires === 'number' && expires * 1_000 <= expected.now) {
    return invalid('The token has expired.');
  }
  return principalOf(expected.issuer, answer);
}

/** Client id and secret are form-encoded before they are joined (RFC 6749 §2.3.1). */
function basic(clientId: string, clientSecret: string): string {
  const pair = `${formEncoded(clientId)}:${formEncoded(clientSecret)}`;
  return `Basic ${Buffer.from(pair, 'utf8').toString('base64')}`;
}

function formEncoded(text: string): string {
  return new URLSearchParams({ '': text }).toString().slice(1);
}
