import { describe, expect, it } from 'vitest';
import { mapTools } from '../../src/mapping/map-tools.ts';
import type { MappingOptions } from '../../src/mapping/mapping-options.ts';
import type { ApiModel } from '../../src/model/api.ts';
import type { Diagnostic } from '../../src/model/diagnostic.ts';
import type { JsonObject } from '../../src/model/json.ts';
import { api, operation } from './api-builder.ts';

function reports(
  model: ApiModel,
  overlay: JsonObject = {},
  options: Partial<MappingOptions> = {},
): readonly Diagnostic[] {
  const location = { document: 'file:///o.yaml', pointer: '' };
  return mapTools(model, {
    namespace: 'petstore',
    overlays: [{ value: { 'openapi-mcp': 1, ...overlay }, location, rank: 1 }],
    ...options,
  }).diagnostics;
}

const long = 'retrieve_all_archived_subscription_invoices_for_billing_account_by_region';

describe('names are reported that', () => {
  it('N4 were shortened', () => {
    expect(reports(api([operation('GET', '/x', { operationId: long })]))).toMatchObject([
      {
        code: 'name-shortened',
        severity: 'info',
        message: expect.stringMatching(
          /^"retrieve_all_.*" is longer than 49 characters with its prefix and became "retrieve_all_.*"\.$/,
        ),
        operation: { operationId: long },
      },
    ]);
  });

  it('N5 got a suffix', () => {
    const clash = api([
      operation('GET', '/a', { operationId: 'jar/list' }),
      operation('GET', '/b', { operationId: 'jar_list' }),
    ]);
    expect(reports(clash)).toMatchObject([
      {
        code: 'name-suffixed',
        message: expect.stringMatching(
          /^Several operations would be called "jar_list"; GET \/a is "jar_list_[0-9a-f]{6}"\.$/,
        ),
      },
    ]);
    expect(reports(clash, {}, { rules: [{ action: 'exclude', pattern: 'jar/list' }] })).toEqual([]);
  });

  it('N2 a person gave and some clients refuse', () => {
    const given = { tools: { listPets: { name: 'x'.repeat(60) } } };
    expect(
      reports(api([operation('GET', '/x', { operationId: 'listPets' })]), given),
    ).toMatchObject([
      {
        code: 'name-long',
        severity: 'warning',
        location: { document: 'file:///o.yaml', pointer: '/tools/listPets/name' },
      },
    ]);
  });

  it('N2 depend on the name of the server', () => {
    const model = api([operation('GET', '/x', { operationId: 'x'.repeat(45) })]);
    expect(reports(model)).toEqual([]);
    expect(reports(model, {}, { name: 'a-longer-server-name' })).toMatchObject([
      { code: 'name-shortened' },
    ]);
    expect(reports(model, { server: { name: 'a-longer-server-name' } })).toMatchObject([
      { code: 'name-shortened' },
    ]);
  });
});
