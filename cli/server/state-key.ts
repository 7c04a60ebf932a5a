import { BridgeError } from '../../src/model/errors.ts';
import type { ReadVariable } from './variable-values.ts';

/**
 * The key that all replicas of a server have in common. `undefined` where it is not set.
 *
 * @throws BridgeError `configuration-invalid` for one that somebody could guess.
 */
export function readStateKey(read: ReadVariable): Buffer | undefined {
  const text = read('OPENAPI_MCP_HTTP_STATE_KEY');
  if (text === undefined) return undefined;
  const key = Buffer.from(text, 'utf8');
  if (key.length >= 32) return key;
  throw new BridgeError(
    'configuration-invalid',
    'OPENAPI_MCP_HTTP_STATE_KEY has fewer than 32 bytes.',
    { fix: 'Make one with `openssl rand -hex 32`; all replicas need the same.' },
  );
}
