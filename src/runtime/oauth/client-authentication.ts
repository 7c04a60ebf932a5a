import { createPrivateKey } from 'node:crypto';
import type { CryptoKey, JWK } from 'jose';
import { importJWK } from 'jose';
import type { ClientAuth } from 'oauth4webapi';
import {
  ClientSecretPost,
  None,
  PrivateKeyJwt,
  TlsClientAuth,
  modifyAssertion,
} from 'oauth4webapi';
import { isJsonObject } from '../../model/json.ts';
import type { ClientAuthentication } from '../middleware/auth/token-provider.ts';
import { formEncode } from './form-encode.ts';
import { TokenFailure } from './token-failure.ts';

/**
 * Shows the authorization server who the client is.
 *
 * @throws TokenFailure `client` for a private key that cannot be used.
 */
export async function clientAuthOf(authentication: ClientAuthentication): Promise<ClientAuth> {
  switch (authentication.kind) {
    case 'basic':
      return basicAuth(authentication.secret);
    case 'body':
      return ClientSecretPost(authentication.secret);
    case 'privateKey':
      return privateKeyAuth(authentication.key);
    case 'tls':
      return TlsClientAuth();
    case 'none':
      return None();
  }
}

/**
 * RFC 6749 §2.3.1. The library would percent-encode `-`, `.` and `_` as well: servers that do not decode, of which
 * there are many, would then see another client id than the one that was given.
 */
function basicAuth(secret: string): ClientAuth {
  return (_server, client, _body, headers) => {
    const pair = `${formEncode(client.client_id)}:${formEncode(secret)}`;
    headers.set('authorization', `Basic ${Buffer.from(pair, 'utf8').toString('base64')}`);
  };
}

/** RFC 7523 §2.2. */
async function privateKeyAuth(text: string): Promise<ClientAuth> {
  const { key, kid } = await readPrivateKey(text);
  const given = kid === undefined ? { key } : { key, kid };
  return PrivateKeyJwt(given, {
    [modifyAssertion]: (header) => {
      // The name that servers of before RFC 9864 know.
      if (header['alg'] === 'Ed25519') header['alg'] = 'EdDSA';
    },
  });
}

async function readPrivateKey(
  text: string,
): Promise<{ readonly key: CryptoKey; readonly kid?: string }> {
  try {
    const jwk = text.trimStart().startsWith('{') ? parseJwk(text) : jwkOfPem(text);
    const key = await importJWK(jwk, jwk.alg ?? algorithmOf(jwk));
    if (key instanceof Uint8Array || key.type !== 'private') throw new TypeError('no private key');
    return { key, ...(jwk.kid === undefined ? {} : { kid: jwk.kid }) };
  } catch {
    // What was thrown may show a part of the key.
    throw new TokenFailure(
      'client',
      'The private key of the client cannot be read: it has to be a PEM text or a JWK of type RSA, EC or Ed25519.',
    );
  }
}

function parseJwk(text: string): JWK {
  const value: unknown = JSON.parse(text);
  if (!isJsonObject(value)) throw new TypeError('no key');
  return value;
}

function jwkOfPem(text: string): JWK {
  return createPrivateKey(text).export({ format: 'jwk' });
}

const algorithmsByCurve: ReadonlyMap<string, string> = new Map([
  ['P-256', 'ES256'],
  ['P-384', 'ES384'],
  ['P-521', 'ES512'],
]);

function algorithmOf({ kty, crv = '' }: JWK): string {
  return kty === 'RSA' ? 'RS256' : (algorithmsByCurve.get(crv) ?? 'EdDSA');
}
