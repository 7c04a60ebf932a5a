import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ArtifactOptions, buildArtifact } from '../../src/mapping/build-artifact.ts';
import { mapTools } from '../../src/mapping/map-tools.ts';
import type { MappedApi } from '../../src/mapping/mapped-api.ts';
import type { MappingOptions } from '../../src/mapping/mapping-options.ts';
import { nameBudget } from '../../src/mapping/names.ts';
import { defaultServerName, namespaceOf } from '../../src/mapping/server-name.ts';
import { estimateTokens } from '../../src/mapping/tokens.ts';
import type { ApiModel } from '../../src/model/api.ts';
import { type BridgeArtifact, decodeArtifact, encodeArtifact } from '../../src/model/artifact.ts';
import type { Staged } from '../../src/model/diagnostic.ts';
import type { JsonObject } from '../../src/model/json.ts';
import type { SecurityScheme } from '../../src/model/security.ts';
import { api, operation, server } from './api-builder.ts';

const generator = { name: 'openapi-mcp', version: '0.0.0' };

function mapped(model: ApiModel, options: Partial<MappingOptions> = {}): MappedApi {
  const result = mapTools(model, { namespace: 'petstore', ...options });
  if (!result.ok) throw new Error(result.diagnostics[0].message);
  return result.value;
}

function build(
  documents: readonly [MappedApi, ...MappedApi[]],
  options: Partial<ArtifactOptions> = {},
): Staged<BridgeArtifact> {
  return buildArtifact(documents, { generator, ...options });
}

function artifactOf(...given: Parameters<typeof build>): BridgeArtifact {
  const result = build(...given);
  if (!result.ok) throw new Error(result.diagnostics[0].message);
  return result.value;
}

function overlay(value: JsonObject): Pick<MappingOptions, 'overlays'> {
  const location = { document: 'file:///o.yaml', pointer: '' };
  return { overlays: [{ value: { 'openapi-mcp': 1, ...value }, location, rank: 1 }] };
}

const bearer: SecurityScheme = { type: 'http', scheme: 'bearer', deprecated: false };
const needs = (
  scheme: string,
): { readonly security: ApiModel['operations'][number]['security'] } => ({
  security: [{ schemes: [{ scheme, scopes: [] }] }],
});

const store = api(
  [
    operation('GET', '/pets', { operationId: 'listPets', ...needs('token') }),
    operation('POST', '/pets', { operationId: 'addPet', ...needs('token') }),
    operation('GET', '/files', {
      operationId: 'getFile',
      servers: [server('https://files.example.com')],
    }),
  ],
  { securitySchemes: { token: bearer, unused: bearer } },
);

describe('the artifact', () => {
  it('holds what the runtime needs, and only that', () => {
    const artifact = artifactOf([mapped(store)]);
    expect(artifact).toMatchObject({
      format: 1,
      generator,
      server: { name: 'petstore', version: '1.0.0', title: 'Pet store' },
      documents: {
        petstore: {
          environmentPrefix: 'PETSTORE',
          securitySchemes: { token: bearer },
          servers: [{ url: 'https://api.example.com/v1' }, { url: 'https://files.example.com' }],
        },
      },
      mode: 'direct',
      pinned: [],
      runtime: {},
      middleware: [],
    });
    expect(artifact.documents['petstore']?.securitySchemes).not.toHaveProperty('unused');
    expect(artifact.tools.map(({ name, request }) => [name, request.server])).toEqual([
      ['getFile', 1],
      ['listPets', 0],
      ['addPet', 0],
    ]);
  });

  it('survives the way through text', () => {
    const artifact = artifactOf([mapped(store)]);
    expect(decodeArtifact(encodeArtifact(artifact))).toEqual(artifact);
  });

  it('is the same bytes whatever the order of operations', () => {
    const text = encodeArtifact(artifactOf([mapped(store)]));
    const shuffled = fc.shuffledSubarray([...store.operations], { minLength: 3 });
    fc.assert(
      fc.property(shuffled, (operations) => {
        expect(encodeArtifact(artifactOf([mapped({ ...store, operations })]))).toBe(text);
      }),
    );
  });

  it('takes what an overlay says of the server, and flags over it', () => {
    const said = overlay({
      server: {
        name: 'pets',
        title: 'Pets',
        version: '9',
        websiteUrl: 'https://pets.example',
        instructions: 'Be kind.',
        runtime: { limits: { maxRedirects: 1, totalTimeoutMs: 9 }, audit: { sink: 'off' } },
        headers: { 'X-Tenant': 'a' },
        middleware: ['outer', 'rateLimit'],
      },
    });
    const artifact = artifactOf([mapped(store, said)], {
      runtime: { limits: { maxRedirects: 2 } },
    });
    expect(artifact.server).toEqual({
      name: 'pets',
      version: '9',
      title: 'Pets',
      websiteUrl: 'https://pets.example',
      instructions: 'Be kind.',
    });
    expect(artifact.runtime).toEqual({
      limits: { maxRedirects: 2, totalTimeoutMs: 9 },
      audit: { sink: 'off' },
      headers: { 'X-Tenant': 'a' },
    });
    expect(artifact.middleware).toEqual(['outer']);
    expect(artifact.tools[0]?.settings.configure).toEqual({ rateLimit: {} });
    expect(artifactOf([mapped(store, { ...said, name: 'flag' })]).server.name).toBe('flag');
  });

  it('--read-only goes into the settings, so that the gate checks again', () => {
    expect(artifactOf([mapped(store, { readOnly: true })]).runtime).toEqual({ readOnly: true });
  });
});

describe('a name for the server', () => {
  it.each([
    ['file:///specs/petstore.yaml', 'T', 'petstore'],
    ['file:///specs/Pet%20Store.openapi.json', 'T', 'pet-store'],
    ['file:///specs/.yaml', 'Pet Store!', 'pet-store'],
    ['https://api.example.com/openapi.json', 'Größe & Maß', 'gro-e-ma'],
    ['stdin:', '宠物', 'api'],
    ['stdin:', 'x'.repeat(300), 'x'.repeat(40)],
  ])('15.8 %s with title %j is %s', (uri, title, name) => {
    expect(namespaceOf(uri, title)).toBe(name);
  });

  it.each([
    [['petstore'], 'petstore'],
    [['pets', 'billing'], 'pets-billing'],
    [['esignature-rest-swagger-v2'], 'esignature-rest-swagger'],
    [['x'.repeat(40)], 'x'.repeat(25)],
    [['a', 'x'.repeat(40)], `a-${'x'.repeat(23)}`],
    [[''], 'api'],
  ])('N2 C6 C7 %j are served as %s, beside which every name fits', (namespaces, name) => {
    const server = defaultServerName(namespaces);
    expect(server).toBe(name);
    const longest = 'n'.repeat(nameBudget(server));
    expect(`mcp__${server}__${longest}`.length).toBeLessThanOrEqual(64);
    expect(`${server}${longest}`.length).toBeLessThanOrEqual(60);
  });
});

describe('several documents', () => {
  const both = { namespaces: ['pets', 'billing'] };
  const pets = mapped(store, { namespace: 'pets', ...both });
  const billing = mapped(api([operation('GET', '/bills', { operationId: 'listPets' })]), {
    namespace: 'billing',
    ...both,
  });

  it('15.8 put their namespace before names and into variables', () => {
    const artifact = artifactOf([pets, billing]);
    expect(artifact.server).toEqual({ name: 'pets-billing', version: '1.0.0' });
    expect(artifact.tools.map(({ name }) => name)).toEqual([
      'billing_listPets',
      'pets_getFile',
      'pets_listPets',
      'pets_addPet',
    ]);
    expect(Object.values(artifact.documents).map((each) => each.environmentPrefix)).toEqual([
      'BILLING',
      'PETS',
    ]);
    expect(encodeArtifact(artifactOf([billing, pets]))).toBe(encodeArtifact(artifact));
  });

  it('share overlays: an entry needs to match in one of them only', () => {
    const said = overlay({ tools: { addPet: { title: 'x' }, nobody: {} } });
    const documents = [
      mapped(store, { namespace: 'pets', ...both, ...said }),
      mapped(api([operation('GET', '/bills')]), { namespace: 'billing', ...both, ...said }),
    ] as const;
    expect(build([documents[0], documents[1]])).toMatchObject({
      ok: false,
      diagnostics: [{ code: 'overlay-unmatched', location: { pointer: '/tools/nobody' } }],
    });
  });

  it('N1 put an underscore before a namespace that begins with a digit', () => {
    const result = mapTools(store, { namespace: '2fa', namespaces: ['2fa', 'pets'] });
    expect(result.ok && result.value.tools[0]?.tool.name).toBe('_2fa_getFile');
  });

  it('must have namespaces of their own that leave room for names', () => {
    expect(build([pets, pets]).diagnostics[0]).toMatchObject({ code: 'namespace-unusable' });
    for (const namespace of ['a.b', 'a b', '', 'x'.repeat(40)]) {
      const result = mapTools(store, { namespace, namespaces: [namespace, 'other'] });
      expect(result.diagnostics[0]?.code).toBe('namespace-unusable');
    }
  });
});

describe('environment variables', () => {
  const withSchemes = (...names: readonly string[]): ApiModel =>
    api(
      names.map((name, index) => operation('GET', `/${index}`, needs(name))),
      { securitySchemes: Object.fromEntries(names.map((name) => [name, bearer])) },
    );

  it('K6 that two schemes would share are an error', () => {
    expect(build([mapped(withSchemes('api-key', 'api_key'))])).toMatchObject({
      ok: false,
      diagnostics: [
        {
          code: 'environment-clash',
          message:
            'PETSTORE_API_KEY_TOKEN would be read both for the security scheme "api-key" of petstore and for the security scheme "api_key" of petstore.',
        },
      ],
    });
  });

  it('K6 U103 that a scheme which no tool needs would share are worth a warning', () => {
    const model = api([operation('GET', '/pets', needs('local bearer'))], {
      securitySchemes: { local_bearer: bearer, 'local bearer': bearer, other: bearer },
    });
    expect(build([mapped(model)])).toMatchObject({
      ok: true,
      diagnostics: [
        {
          code: 'environment-clash',
          severity: 'warning',
          message:
            'PETSTORE_LOCAL_BEARER_TOKEN would be read both for the security scheme "local bearer" of petstore and for the security scheme "local_bearer" of petstore.',
        },
      ],
    });
  });

  it('K6 that two documents would share are an error', () => {
    const namespaces = ['a', 'a_b'];
    const clash = build([
      mapped(withSchemes('b_c'), { namespace: 'a', namespaces }),
      mapped(withSchemes('c'), { namespace: 'a_b', namespaces }),
    ]);
    expect(clash.diagnostics[0]?.message).toContain('A_B_C_TOKEN');
  });

  it('K6 of this program itself are not for servers', () => {
    const result = build([mapped(store, { name: 'openapi-mcp' })]);
    expect(result.diagnostics[0]).toMatchObject({ code: 'environment-clash' });
  });

  it.each(['a b', '', '-a', 'ä', 'x'.repeat(65)])('refuse the server name %j', (name) => {
    expect(mapTools(store, { namespace: 'petstore', name }).diagnostics[0]?.code).toBe(
      'server-name-illegal',
    );
  });

  it('do not begin with a digit', () => {
    const artifact = artifactOf([mapped(store, { name: '2fa' })]);
    expect(artifact.documents['petstore']?.environmentPrefix).toBe('_2FA');
  });
});

describe('direct or deferred', () => {
  const many = (count: number, description: string): MappedApi =>
    mapped(
      api(
        Array.from({ length: count }, (_, index) =>
          operation('GET', `/things/${index}`, { description }),
        ),
      ),
    );

  it('15.8 lists tools directly within 25,000 tokens', () => {
    const result = build([many(20, 'Short.')]);
    expect(result.ok && result.value.mode).toBe('direct');
    expect(result.diagnostics).toEqual([]);
  });

  it('finds tools by search beyond, and says so', () => {
    const result = build([many(200, 'A sentence of text. '.repeat(40))], {
      buildSearchIndex: (tools) => ({ count: tools.length }),
    });
    expect(result.ok && result.value).toMatchObject({ mode: 'deferred', search: { count: 200 } });
    expect(result.diagnostics).toMatchObject([{ code: 'deferred-chosen', severity: 'info' }]);
  });

  it('follows a flag, then an overlay, before the size', () => {
    const deferred = mapped(store, overlay({ server: { mode: 'deferred' } }));
    expect(artifactOf([deferred]).mode).toBe('deferred');
    expect(artifactOf([deferred], { mode: 'direct' }).mode).toBe('direct');
  });

  it('leaves out output schemas that nobody asked for before it gives up direct listing', () => {
    const outputSchema = {
      type: 'object',
      properties: Object.fromEntries(
        Array.from({ length: 30 }, (_, index) => [`property${index}`, { type: 'string' }]),
      ),
    };
    const plain = many(40, 'Short.');
    const withSchemas: MappedApi = {
      ...plain,
      tools: plain.tools.map((each, index) => {
        const tool = { ...each.tool, outputSchema };
        return { ...each, tool, outputSchemaWanted: index === 1, tokens: estimateTokens(tool) };
      }),
    };
    const result = build([withSchemas], { directTokenBudget: 5_000 });
    expect(result.diagnostics).toMatchObject([{ code: 'output-schemas-omitted' }]);
    const published = result.ok
      ? result.value.tools.filter(({ outputSchema }) => outputSchema !== undefined)
      : [];
    expect(published.map(({ name }) => name)).toEqual(['get_things_1']);
    expect(result.ok && result.value.mode).toBe('direct');
  });

  it('pins what an overlay pins, but not under a name of deferred mode', () => {
    const pinned = overlay({ tools: { listPets: { pinned: true } } });
    expect(artifactOf([mapped(store, pinned)], { mode: 'deferred' }).pinned).toEqual(['listPets']);
    const taken = overlay({ tools: { listPets: { pinned: true, name: 'call_tool' } } });
    expect(build([mapped(store, taken)], { mode: 'deferred' }).diagnostics[0]?.code).toBe(
      'name-clash',
    );
    expect(build([mapped(store, taken)], { mode: 'direct' }).ok).toBe(true);
  });
});

it('L9 is not built without any tool', () => {
  const result = build([mapped(store, { rules: [{ action: 'exclude', pattern: '/**' }] })]);
  expect(result).toMatchObject({
    ok: false,
    diagnostics: [
      {
        code: 'no-tools',
        fix: 'Loosen --include, --exclude, --read-only or the overlay: they leave out 3 operations.',
      },
    ],
  });
});
