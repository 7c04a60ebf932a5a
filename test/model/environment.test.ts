import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  accessKinds,
  credentialOptions,
  credentialVariables,
} from '../../src/model/environment.ts';
import type { SecurityScheme } from '../../src/model/security.ts';
import { projectRoot } from '../support/built-program.ts';

const base = { deprecated: false } as const;
const schemes: readonly (readonly [string, SecurityScheme, readonly string[]])[] = [
  ['an API key', { ...base, type: 'apiKey', in: 'query', name: 'k' }, ['API_KEY']],
  ['a bearer token', { ...base, type: 'http', scheme: 'bearer' }, ['TOKEN']],
  ['a password', { ...base, type: 'http', scheme: 'basic' }, ['USERNAME', 'PASSWORD']],
  ['OAuth', { ...base, type: 'oauth2', flows: {} }, ['TOKEN', 'CLIENT_ID', 'CLIENT_SECRET']],
  [
    'OpenID Connect',
    { ...base, type: 'openIdConnect', openIdConnectUrl: 'https://id.example' },
    ['TOKEN', 'CLIENT_ID', 'CLIENT_SECRET'],
  ],
  ['a certificate', { ...base, type: 'mutualTLS' }, ['CLIENT_CERTIFICATE', 'CLIENT_KEY']],
];

describe('variables of credentials', () => {
  it.each(schemes)('K6 U103 for %s have fixed names', (_kind, scheme, endings) => {
    expect(credentialVariables('SHOP', 'my scheme-2', scheme).map(({ name }) => name)).toEqual(
      endings.map((ending) => `SHOP_MY_SCHEME_2_${ending}`),
    );
  });

  it.each(schemes)('for %s stand in the documentation, all of them', (_kind, scheme, endings) => {
    const text = readFileSync(path.join(projectRoot, 'docs/credentials.md'), 'utf8');
    const named = [
      ...endings,
      ...credentialOptions(scheme),
      ...accessKinds.map((kind) => `NAME_${kind}`),
      'NAME_FILE',
      'NAME_COMMAND',
    ];
    expect(named.filter((name) => !new RegExp(`[\`_]${name}[\`=]`).test(text))).toEqual([]);
  });
});
