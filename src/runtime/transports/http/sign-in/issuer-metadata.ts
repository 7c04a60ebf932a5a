import { BridgeError } from '../../../../model/errors.ts';
import { ownValue } from '../../../../model/json.ts';
import { isLoopbackAddress } from '../../../loopback.ts';
import type { UpstreamFetch } from '../../../upstream-fetch.ts';
import { fetchJson } from './fetch-json.ts';

/**
 * Finds where an authorization server keeps its keys: by its OAuth metadata (RFC 8414 §3), else by OpenID Connect
 * Discovery.
 *
 * @throws Error where neither names a key set, or both are of another issuer.
 */
export async function findJwksUrl(issuer: string, fetch: UpstreamFetch): Promise<string> {
  let failure: unknown;
  for (const url of metadataUrls(issuer)) {
    try {
      const metadata = await fetchJson(url, { fetch });
      if (ownValue(metadata, 'issuer') !== issuer) {
        throw new Error(`The metadata at ${url} is of another issuer.`);
      }
      const jwksUrl = ownValue(metadata, 'jwks_uri');
      if (typeof jwksUrl === 'string') return checkedUrl(jwksUrl, 'jwks_uri').href;
      throw new Error(`The metadata at ${url} names no jwks_uri.`);
    } catch (error) {
      failure ??= error;
    }
  }
  throw failure;
}

function metadataUrls(issuer: string): readonly string[] {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, '');
  return [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
  ];
}

/**
 * An address of an authorization server: encrypted, except on this machine.
 *
 * @throws BridgeError `configuration-invalid` for any other.
 */
export function checkedUrl(text: string, what: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isSafe =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopbackAddress(url.hostname));
  if (url !== undefined && isSafe && url.username === '' && url.password === '') return url;
  throw new BridgeError(
    'configuration-invalid',
    `The ${what} of the authorization server is no https URL.`,
    { fix: 'Give an absolute https URL; http is for servers on this machine.' },
  );
}
