import { createHash, timingSafeEqual } from 'node:crypto';
import { BridgeError } from '../../../../model/errors.ts';
import type { Principal } from '../../../principal.ts';
import type { StaticToken } from './options.ts';

/** Shorter ones can be guessed. */
const minTokenLength = 16;

/**
 * Finds whose fixed token this is. Compares hashes, all of them and each in constant time, so that the time it takes
 * tells nothing about any token.
 *
 * @throws BridgeError `configuration-invalid` for a token that is too short, or a name that is used twice.
 */
export function createStaticTokens(
  tokens: readonly StaticToken[],
): (token: string) => Principal | undefined {
  const entries = tokens.map((entry) => {
    checkEntry(entry, tokens);
    const { name, token, scopes } = entry;
    const principal: Principal = {
      kind: 'static',
      id: `token:${name}`,
      ...(scopes === undefined ? {} : { scopes }),
      claims: {},
    };
    return { hash: hashOf(token), principal };
  });
  return (token) => {
    const hash = hashOf(token);
    let found: Principal | undefined;
    for (const entry of entries) {
      if (timingSafeEqual(hash, entry.hash)) found = entry.principal;
    }
    return found;
  };
}

function checkEntry({ name, token }: StaticToken, tokens: readonly StaticToken[]): void {
  if (token.length < minTokenLength || !/^[A-Za-z0-9._~+/-]+=*$/.test(token)) {
    throw new BridgeError(
      'configuration-invalid',
      `The token "${name}" has fewer than ${minTokenLength} characters, or some that no token has.`,
      { fix: 'Make one with `openssl rand -hex 32`.' },
    );
  }
  if (tokens.filter((other) => other.name === name).length > 1) {
    throw new BridgeError('configuration-invalid', `Two tokens are named "${name}".`, {
      fix: 'Give each its own name; the audit shows it.',
    });
  }
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text, 'utf8').digest();
}
