import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { SharedStore } from './shared-store.ts';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/**
 * A store whose values nobody can read or write who lacks the key: they are encrypted (AES-256-GCM), each with a key
 * of its own for its place, so that a value which was changed, or moved from one place to another, counts as none.
 * Buckets stay as they are: they hold numbers, which the store itself counts.
 *
 * @param secret At least 32 bytes, the same for all replicas.
 */
export function sealStore(store: SharedStore, secret: Uint8Array): SharedStore {
  const keyOf = (place: string): Uint8Array =>
    new Uint8Array(hkdfSync('sha256', secret, place, 'openapi-mcp kept value', 32));
  return {
    ...(store.isShared === undefined ? {} : { isShared: store.isShared }),
    takeToken: (key, bucket) => store.takeToken(key, bucket),
    read: async (place) => {
      const sealed = await store.read(place);
      return sealed === undefined ? undefined : unseal(sealed, keyOf(place));
    },
    keep: (place, value, lifetimeMs) => store.keep(place, seal(value, keyOf(place)), lifetimeMs),
    close: () => store.close(),
  };
}

/** The nonce, the text and its tag, in base64url. */
function seal(text: string, key: Uint8Array): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
  const hidden = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, hidden, cipher.getAuthTag()]).toString('base64url');
}

function unseal(sealed: string, key: Uint8Array): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length < nonceBytes + tagBytes) return undefined;
  const nonce = bytes.subarray(0, nonceBytes);
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
  decipher.setAuthTag(bytes.subarray(-tagBytes));
  const open = decipher.update(bytes.subarray(nonceBytes, -tagBytes));
  try {
    return Buffer.concat([open, decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
