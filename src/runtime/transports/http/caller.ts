import { BridgeError } from '../../../model/errors.ts';
import type { Principal } from '../../principal.ts';
import { keepSecrets } from '../../principal.ts';

/** A principal of this request alone, with what its sender brought. */
export function callerOf(
  signedIn: { readonly principal: Principal; readonly token: string } | undefined,
  headers: Headers,
  callerHeaders: readonly string[],
): Principal | undefined {
  if (signedIn === undefined && callerHeaders.length === 0) return undefined;
  const principal: Principal = {
    ...(signedIn?.principal ?? { kind: 'anonymous', id: 'anonymous', claims: {} }),
  };
  keepSecrets(principal, {
    ...(signedIn === undefined ? {} : { token: signedIn.token }),
    headers: Object.fromEntries(
      callerHeaders.flatMap((name) => {
        const value = headers.get(name);
        return value === null ? [] : [[name, value]];
      }),
    ),
  });
  return principal;
}

/**
 * The name of a header that callers may bring, in lower case. Never one that holds the MCP token, which must not
 * become an upstream credential.
 *
 * @throws BridgeError `configuration-invalid` for such a name, or one that is no header's.
 */
export function checkCallerHeader(name: string): string {
  const plain = name.toLowerCase();
  if (/^[a-z0-9!#$%&'*+.^_`|~-]+$/.test(plain) && !forbiddenCallerHeaders.includes(plain)) {
    return plain;
  }
  throw new BridgeError('configuration-invalid', `Callers cannot bring the header "${name}".`, {
    fix: 'Name a header of your own, for instance X-Shop-Key; Authorization is for the sign-in alone.',
  });
}

const forbiddenCallerHeaders = ['authorization', 'proxy-authorization', 'cookie', 'host', 'origin'];
