import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decodeLock,
  type DocumentLock,
  encodeLock,
  lockedOperations,
  type NameLock,
  updateLock,
} from '../../src/mapping/lock.ts';
import { mapTools } from '../../src/mapping/map-tools.ts';
import type { MappedApi } from '../../src/mapping/mapped-api.ts';
import type { MappingOptions } from '../../src/mapping/mapping-options.ts';
import type { ApiModel } from '../../src/model/api.ts';
import { api, operation, parameter } from './api-builder.ts';

const file = 'file:///specs/bridge.lock.json';

function mapped(model: ApiModel, options: Partial<MappingOptions> = {}): MappedApi {
  const result = mapTools(model, { namespace: 'petstore', ...options });
  if (!result.ok) throw new Error(result.diagnostics[0].message);
  return result.value;
}

function names(result: MappedApi): readonly string[] {
  return result.tools.map(({ tool }) => tool.name);
}

const locked: DocumentLock = {
  origins: ['https://api.example.com'],
  operations: {
    'GET /pets': { operationId: 'listPets', name: 'all_pets', arguments: { 'query:limit': 'max' } },
    'GET /pets/{id}': { operationId: 'getPet', name: 'getPet', arguments: {} },
  },
};

describe('a lock as text', () => {
  it('N6 comes back as it was, and does not depend on order', () => {
    const name = fc.string({ minLength: 1 });
    const entry = fc.record({
      operationId: fc.string(),
      name: fc.constantFrom('a', 'b_c', 'd-2'),
      arguments: fc.dictionary(name, fc.string()),
    });
    const documents = fc.dictionary(
      name,
      fc.record({ origins: fc.array(fc.webUrl()), operations: fc.dictionary(name, entry) }),
    );
    fc.assert(
      fc.property(documents, (each) => {
        const text = encodeLock({ documents: each });
        const back = decodeLock(text, file);
        expect(back.ok && encodeLock(back.value)).toBe(text);
        const reversed = Object.fromEntries(Object.entries(each).toReversed());
        expect(encodeLock({ documents: reversed })).toBe(text);
      }),
    );
  });

  it.each([
    'not json',
    '[]',
    '{}',
    '{"openapi-mcp-lock":2,"documents":{}}',
    '{"openapi-mcp-lock":1,"documents":{"a":{"origins":[],"operations":{"GET /":{"name":"a b","arguments":{}}}}}}',
    '{"openapi-mcp-lock":1,"documents":{"a":{"origins":[5],"operations":{}}}}',
  ])('N6 that is none is refused, not forgotten: %j', (text) => {
    expect(decodeLock(text, file)).toMatchObject({
      ok: false,
      diagnostics: [{ code: 'lock-invalid', severity: 'error', location: { document: file } }],
    });
  });
});

describe('names of the lock', () => {
  it('N6 are kept by method and path', () => {
    const model = api([operation('GET', '/pets', { operationId: 'renamed' })]);
    expect(names(mapped(model, { lock: locked }))).toEqual(['all_pets']);
    const { diagnostics } = mapTools(model, { namespace: 'petstore', lock: locked });
    expect(diagnostics).toMatchObject([
      {
        code: 'name-kept',
        severity: 'info',
        message:
          'GET /pets has the operationId "renamed" now; its tool keeps the name "all_pets" of the lock.',
      },
    ]);
  });

  it('N6 are kept by operationId where the operation has moved', () => {
    const model = api([operation('GET', '/v2/pets', { operationId: 'listPets' })]);
    expect(names(mapped(model, { lock: locked }))).toEqual(['all_pets']);
  });

  it('N6 do not move to an operation while the old place still exists, or the id stands twice', () => {
    const stays = [
      operation('GET', '/pets', { operationId: 'other' }),
      operation('GET', '/v2/pets', { operationId: 'listPets' }),
    ];
    expect(names(mapped(api(stays), { lock: locked }))).toEqual(['all_pets', 'listPets']);
    const twice = [
      operation('GET', '/a', { operationId: 'listPets' }),
      operation('GET', '/b', { operationId: 'listPets' }),
    ];
    expect(lockedOperations(locked, twice).size).toBe(0);
  });

  it('N6 for arguments reach the arguments', () => {
    const model = api([
      operation('GET', '/pets', { operationId: 'listPets', parameters: [parameter('limit')] }),
    ]);
    const [first] = mapped(model, { lock: locked }).tools;
    expect(Object.keys(Object(first?.tool.inputSchema['properties']))).toEqual(['max']);
  });

  it('N6 that an overlay changes are reported as breaking', () => {
    const value = { 'openapi-mcp': 1, tools: { listPets: { name: 'pets' } } };
    const result = mapTools(api([operation('GET', '/pets', { operationId: 'listPets' })]), {
      namespace: 'petstore',
      lock: locked,
      overlays: [{ value, location: { document: 'file:///o.yaml', pointer: '' }, rank: 1 }],
    });
    expect(result.diagnostics).toMatchObject([
      {
        code: 'name-changed',
        severity: 'warning',
        message:
          'The tool "all_pets" is now called "pets", which breaks whoever uses the old name.',
        location: { pointer: '/tools/listPets/name' },
      },
    ]);
  });

  it('N6 do not depend on what is selected', () => {
    const model = api([
      operation('GET', '/a', { operationId: 'jar/list' }),
      operation('GET', '/b', { operationId: 'jar.list' }),
    ]);
    const both = names(mapped(model));
    const one = names(mapped(model, { rules: [{ action: 'include', pattern: 'jar/list' }] }));
    expect(both).toContain(one[0]);
  });

  it('K7 an origin that the lock does not know is a warning', () => {
    const secured = operation('GET', '/pets', {
      operationId: 'listPets',
      security: [{ schemes: [{ scheme: 'key', scopes: [] }] }],
    });
    const model = api([secured], {
      securitySchemes: { key: { type: 'http', scheme: 'bearer', deprecated: false } },
    });
    const run = (origins: readonly string[]): readonly string[] =>
      mapTools(model, { namespace: 'petstore', lock: { ...locked, origins } }).diagnostics.map(
        ({ code }) => code,
      );
    expect(run(['https://api.example.com'])).toEqual([]);
    expect(run(['https://old.example.com'])).toEqual(['credential-origin-new']);
    expect(mapped(model).lock.origins).toEqual(['https://api.example.com']);
  });

  it('K7 a token endpoint that the lock does not know is a warning', () => {
    const flow = (host: string) => ({ tokenUrl: `https://${host}/token`, scopes: {} });
    const model = (host: string) =>
      api(
        [
          operation('GET', '/pets', {
            security: [{ schemes: [{ scheme: 'idp', scopes: [] }] }],
          }),
        ],
        {
          securitySchemes: {
            idp: {
              type: 'oauth2',
              flows: {
                clientCredentials: flow(host),
                authorizationCode: { tokenUrl: '/relative', scopes: {} },
              },
              deprecated: false,
            },
            unused: {
              type: 'openIdConnect',
              openIdConnectUrl: 'https://unused.example.com',
              deprecated: false,
            },
          },
        },
      );
    const first = mapped(model('id.example.com')).lock;
    expect(first.origins).toEqual(['https://api.example.com', 'https://id.example.com']);
    const run = (host: string): readonly string[] =>
      mapTools(model(host), { namespace: 'petstore', lock: first }).diagnostics.map(
        ({ code, message }) => `${code} ${/https:[^,\s]+/.exec(message)?.[0]}`,
      );
    expect(run('id.example.com')).toEqual([]);
    expect(run('evil.example.com')).toEqual(['credential-origin-new https://evil.example.com']);
  });
});

describe('the lock after a build', () => {
  const built = (operations: DocumentLock['operations']): NameLock => ({
    documents: { petstore: { origins: [], operations } },
  });

  it('keeps what was left out for a while, and forgets what stands in the way', () => {
    const before: NameLock = { documents: { petstore: locked, other: locked } };
    const after = updateLock(
      before,
      built({ 'GET /cats': { operationId: 'getPet', name: 'cats', arguments: {} } }),
    );
    expect(Object.keys(after.documents['petstore']?.operations ?? {})).toEqual([
      'GET /pets',
      'GET /cats',
    ]);
    expect(after.documents['other']).toEqual(locked);
  });
});
