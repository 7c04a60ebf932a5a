import { describe, expect, it } from 'vitest';
import type { ArtifactServer } from '../../src/model/artifact.ts';
import { resolveBases } from '../../src/runtime/base-urls.ts';
import { artifactOf, toolOf } from '../support/artifact-builder.ts';

const relative = (url: string): ArtifactServer => ({
  kind: 'relative',
  url,
  template: url,
  variables: {},
});
const absolute = (url: string): ArtifactServer => ({
  kind: 'absolute',
  url,
  template: url,
  variables: {},
});

function basesOf(
  servers: readonly [ArtifactServer, ...ArtifactServer[]],
  baseUrls: Record<string, string> = {},
  used: readonly number[] = servers.map((_server, index) => index),
): readonly (string | undefined)[] {
  const tools = used.map((server, index) => toolOf({ name: `tool${index}`, request: { server } }));
  const bases = resolveBases(artifactOf({ tools, document: { servers } }), baseUrls);
  return (bases.get('shop') ?? []).map((base) => base?.url);
}

describe('where requests go', () => {
  it.each([
    [
      'S4 drops one trailing slash',
      [absolute('https://api.example/v1/')],
      {},
      ['https://api.example/v1'],
    ],
    [
      'S2 puts a relative server below the configured base',
      [relative('/api/v3')],
      { shop: 'http://localhost:1/x' },
      ['http://localhost:1/x'],
    ],
    [
      'moves servers of the own origin along',
      [absolute('https://api.example/v1'), absolute('https://api.example/upload')],
      { shop: 'http://localhost:1' },
      ['http://localhost:1', 'http://localhost:1/upload'],
    ],
    [
      'S6 leaves servers of other origins alone',
      [absolute('https://api.example'), absolute('https://files.example/f')],
      { shop: 'http://localhost:1' },
      ['http://localhost:1', 'https://files.example/f'],
    ],
    [
      'moves other relative servers to the configured origin',
      [absolute('https://api.example'), relative('/files')],
      { shop: 'http://localhost:1/a' },
      ['http://localhost:1/a', 'http://localhost:1/files'],
    ],
  ] as const)('%s', (_rule, servers, baseUrls, expected) => {
    expect(basesOf(servers as never, baseUrls)).toEqual(expected);
  });

  it('names the flag and the variable where a used server is relative', () => {
    expect(() => basesOf([relative('/')])).toThrow(
      expect.objectContaining({
        code: 'base-url-missing',
        fix: expect.stringMatching(/--base-url .*SHOP_BASE_URL/),
      }),
    );
  });

  it('needs no base for a relative server that no tool uses', () => {
    expect(basesOf([absolute('https://api.example'), relative('/x')], {}, [0])).toEqual([
      'https://api.example',
      undefined,
    ]);
  });

  it.each([
    ['a base for an unknown document', { shpo: 'https://a.example' }],
    ['a base with a user name', { shop: 'https://u:p@a.example' }],
    ['S5 a base with a query', { shop: 'https://a.example?x=1' }],
    ['a base that is no URL', { shop: 'a.example' }],
    ['a base of another protocol', { shop: 'file:///etc' }],
  ])('refuses %s', (_case, baseUrls) => {
    expect(() =>
      basesOf([absolute('https://api.example')], baseUrls as unknown as Record<string, string>),
    ).toThrow(expect.objectContaining({ code: 'configuration-invalid' }));
  });
});
