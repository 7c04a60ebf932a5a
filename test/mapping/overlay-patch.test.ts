import { describe, expect, it } from 'vitest';
import { mapTools } from '../../src/mapping/map-tools.ts';
import type { JsonObject } from '../../src/model/json.ts';
import { api, operation, parameter } from './api-builder.ts';

const model = api([
  operation('GET', '/pets', {
    operationId: 'op',
    parameters: [parameter('limit'), parameter('q')],
  }),
]);

function map(...entries: readonly JsonObject[]) {
  const result = mapTools(model, {
    namespace: 'store',
    overlays: entries.map((op, index) => ({
      value: { 'openapi-mcp': 1, tools: { op } },
      location: { document: `file:///${index}.yaml`, pointer: '' },
      rank: index + 1,
    })),
  });
  const tool = result.ok ? result.value.tools[0]?.tool : undefined;
  return { tool, diagnostics: result.diagnostics };
}

describe('what is merged into a schema', () => {
  it('changes what it names, and takes away what is null', () => {
    const patch = {
      properties: { limit: { type: 'integer', maximum: 50 }, q: null },
      required: ['limit'],
    };
    const { tool, diagnostics } = map({ 'inputSchema+': patch });
    expect(diagnostics).toEqual([]);
    expect(tool?.inputSchema).toEqual({
      type: 'object',
      properties: { limit: { type: 'integer', maximum: 50 } },
      required: ['limit'],
      additionalProperties: false,
    });
  });

  it('adds up over files, and is taken back by a schema that replaces all', () => {
    const one = { 'inputSchema+': { properties: { limit: { minimum: 1 } } } };
    const two = { 'inputSchema+': { properties: { limit: { maximum: 9 } } } };
    expect(map(one, two).tool?.inputSchema['properties']).toMatchObject({
      limit: { type: 'string', minimum: 1, maximum: 9 },
    });
    const whole = { type: 'object', properties: { q: { type: 'string' } } };
    expect(map(one, { inputSchema: whole }).tool?.inputSchema).toEqual(whole);
    expect(map({ inputSchema: whole }, two).tool?.inputSchema).toMatchObject({
      properties: { q: { type: 'string' }, limit: { maximum: 9 } },
    });
  });

  it('publishes an output schema where there was none', () => {
    const patch = { properties: { count: { type: 'integer' } } };
    const { tool } = map({ 'outputSchema+': patch });
    expect(tool?.outputSchema).toEqual({ type: 'object', ...patch });
    expect(tool?.settings.outputSchema).toBe('relaxed');
    expect(
      map({ 'outputSchema+': patch }, { outputSchema: 'off' }).tool?.outputSchema,
    ).toBeUndefined();
  });

  it('names arguments that there are, and leaves a schema that can be published', () => {
    const unknown = map({ 'inputSchema+': { properties: { none: {} } } });
    expect(unknown.diagnostics).toMatchObject([
      {
        code: 'overlay-unknown-argument',
        severity: 'error',
        location: { document: 'file:///0.yaml' },
      },
    ]);
    for (const patch of [
      { type: 'array' },
      { anyOf: [{}] },
      { properties: { q: { type: 'text' } } },
    ]) {
      expect(map({ 'inputSchema+': patch }).diagnostics).toMatchObject([
        { code: 'overlay-bad-value', location: { pointer: '/tools/op/inputSchema+' } },
      ]);
    }
  });

  it('is listed among the changes', () => {
    const result = mapTools(model, {
      namespace: 'store',
      overlays: [
        {
          value: { 'openapi-mcp': 1, tools: { op: { 'inputSchema+': { title: 'T' } } } },
          location: { document: 'file:///o.yaml', pointer: '' },
          rank: 1,
        },
      ],
    });
    expect(result.ok && result.value.changes).toMatchObject([
      {
        field: 'inputSchema+',
        after: [{ title: 'T' }],
        location: { pointer: '/tools/op/inputSchema+' },
      },
    ]);
  });
});
