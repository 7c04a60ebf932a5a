import { describe, expect, it } from 'vitest';
import type { SecurityScheme } from '../../../src/model/security.ts';
import { createCallerCredentials } from '../../../src/runtime/middleware/auth/caller-credentials.ts';
import type { CredentialParts } from '../../../src/runtime/middleware/auth/credential-source.ts';
import type { Principal } from '../../../src/runtime/principal.ts';
import { keepSecrets } from '../../../src/runtime/principal.ts';

const apiKey: SecurityScheme = { type: 'apiKey', in: 'header', name: 'X-Key', deprecated: false };
const bearer: SecurityScheme = { type: 'http', scheme: 'bearer', deprecated: false };
const basic: SecurityScheme = { type: 'http', scheme: 'basic', deprecated: false };
const oauth2: SecurityScheme = { type: 'oauth2', flows: {}, deprecated: false };

/** What a caller who brings this header has for a scheme that callers bring. */
function partsFor(
  definition: SecurityScheme,
  value: string | undefined,
  { scheme = 'own', document = 'shop' } = {},
): unknown {
  const principal: Principal = { kind: 'anonymous', id: 'anonymous', claims: {} };
  keepSecrets(principal, { headers: value === undefined ? {} : { 'x-own': value } });
  const server: CredentialParts = { apiKey: 'of the server' };
  const source = createCallerCredentials({ find: () => server }, [
    { document: 'shop', scheme: 'own', header: 'x-own' },
  ]);
  return source.find({
    document,
    scheme,
    definition,
    session: principal,
    access: { scopes: [] } as never, // nothing here looks at it
  });
}

describe('credentials that callers bring (U100)', () => {
  it.each<readonly [string, SecurityScheme, string, CredentialParts]>([
    ['a key', apiKey, 'k1', { apiKey: 'k1' }],
    ['a key that begins like a token', apiKey, 'Bearer k1', { apiKey: 'Bearer k1' }],
    ['a token', bearer, 't1', { token: 't1' }],
    ['a token with its scheme', bearer, 'bearer t1', { token: 't1' }],
    ['an OAuth token', oauth2, 'Bearer t1', { token: 't1' }],
    ['a name and a password', basic, 'me:a:b', { username: 'me', password: 'a:b' }],
    [
      'the same as a Basic header has them',
      basic,
      `Basic ${Buffer.from('me:ü').toString('base64')}`,
      { username: 'me', password: 'ü' },
    ],
  ])('are %s', (_what, definition, value, parts) => {
    expect(partsFor(definition, value)).toEqual(parts);
  });

  it('are none where the caller brings none; the credentials of the server never stand in', () => {
    const problem = { problem: expect.stringContaining('x-own') as string };
    expect(partsFor(apiKey, undefined)).toEqual(problem);
    expect(partsFor(basic, 'no password')).not.toHaveProperty('apiKey');
    expect(partsFor(basic, 'no password')).not.toHaveProperty('username');
  });

  it('leave other schemes and documents to the server', () => {
    const own = { apiKey: 'of the server' };
    expect(partsFor(apiKey, 'k1', { scheme: 'other' })).toEqual(own);
    expect(partsFor(apiKey, 'k1', { document: 'other' })).toEqual(own);
  });
});
