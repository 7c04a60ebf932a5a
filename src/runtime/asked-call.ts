import { createHash, randomBytes } from 'node:crypto';
import type { JsonObject } from '../model/json.ts';
import { canonicalStringify } from '../model/json.ts';

/** A key for one process, where replicas need not read each other's state. */
export function randomStateKey(): Uint8Array {
  return randomBytes(32);
}

/** Names a call by its tool and arguments, so that the answer to a question cannot be moved to another call. */
export function nameCall(tool: string, given: JsonObject): string {
  return createHash('sha256')
    .update(canonicalStringify([tool, given]), 'utf8')
    .digest('base64url');
}
