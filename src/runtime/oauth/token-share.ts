import { createHash, createHmac, hkdfSync } from 'node:crypto';
import { CompactEncrypt, compactDecrypt } from 'jose';
import { isJsonObject } from '../../model/json.ts';
import type { TokenRequest } from '../middleware/auth/token-provider.ts';
import type { SharedStore } from '../shared-store.ts';
import type { KeptToken } from './kept-token.ts';

/** Tokens of one request that the replicas of a server share. A store that fails counts as empty. */
export interface TokenShare {
  read(): Promise<KeptToken | undefined>;
  keep(kept: KeptToken, now: number): Promise<void>;
}

/**
 * Shares the tokens of a request. They are encrypted with a key that only replicas with the client's secret can
 * derive, so that the store holds nothing that could be used. `undefined` for clients without a secret.
 */
export function createTokenShare(
  store: SharedStore,
  request: TokenRequest,
): TokenShare | undefined {
  const secret = secretOf(request);
  if (secret === undefined) return undefined;
  const name = nameOf(request, secret);
  const key = new Uint8Array(hkdfSync('sha256', secret, name, 'openapi-mcp shared token', 32));
  return {
    read: async () => {
      try {
        const sealed = await store.read(name);
        if (sealed === undefined) return undefined;
        const { plaintext } = await compactDecrypt(sealed, key, {
          keyManagementAlgorithms: ['dir'],
          contentEncryptionAlgorithms: ['A256GCM'],
        });
        return parseKept(new TextDecoder().decode(plaintext));
      } catch {
        return undefined;
      }
    },
    keep: async (kept, now) => {
      const plain = new TextEncoder().encode(JSON.stringify(kept));
      try {
        const sealed = await new CompactEncrypt(plain)
          .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
          .encrypt(key);
        await store.keep(name, sealed, kept.expiresAt - now);
      } catch {
        // Without the store every replica fetches tokens of its own.
      }
    },
  };
}

function secretOf({ client }: TokenRequest): string | undefined {
  const { authentication } = client;
  if ('secret' in authentication) return authentication.secret;
  return 'key' in authentication ? authentication.key : undefined;
}

/** One name for everything that decides what token comes back; it tells nothing to those who lack the secret. */
function nameOf(request: TokenRequest, secret: string): string {
  const { client, grant, ...rest } = request;
  const subject =
    grant.kind === 'exchange'
      ? createHash('sha256').update(grant.subjectToken, 'utf8').digest('base64url')
      : '';
  const decisive = JSON.stringify([
    rest,
    client.id,
    client.authentication.kind,
    grant.kind,
    subject,
  ]);
  return `oauth:${createHmac('sha256', secret).update(decisive, 'utf8').digest('base64url')}`;
}

function parseKept(text: string): KeptToken | undefined {
  const value: unknown = JSON.parse(text);
  if (!isJsonObject(value)) return undefined;
  const { token, expiresAt, lifetimeMs } = value;
  return typeof token === 'string' &&
    typeof expiresAt === 'number' &&
    typeof lifetimeMs === 'number'
    ? { token, expiresAt, lifetimeMs }
    : undefined;
}
