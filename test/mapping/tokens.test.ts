import { expect, it } from 'vitest';
import { mapTools } from '../../src/mapping/map-tools.ts';
import { estimateTokens } from '../../src/mapping/tokens.ts';
import { toWireTools } from '../../src/runtime/wire-tools.ts';
import { api, operation, parameter } from './api-builder.ts';

it('estimates what the runtime really sends, without what no model sees', () => {
  const location = { document: 'file:///o.yaml', pointer: '' };
  const value = {
    'openapi-mcp': 1,
    defaults: {
      icons: [{ src: `data:image/png;base64,${'A'.repeat(5_000)}` }],
      hints: [{ title: 'Title' }],
      execution: { taskSupport: 'optional' },
      outputSchema: { type: 'object', properties: { id: { type: 'string' } } },
    },
  };
  const mapped = mapTools(api([operation('GET', '/pets', { parameters: [parameter('limit')] })]), {
    namespace: 'petstore',
    overlays: [{ value, location, rank: 1 }],
  });
  const tool = mapped.ok ? mapped.value.tools[0]?.tool : undefined;
  if (tool === undefined) throw new Error('no tool');
  const [{ icons: _icons, _meta, ...seen } = {}] = toWireTools([{ kind: 'operation', tool }]);
  expect(estimateTokens(tool)).toBe(Math.ceil(JSON.stringify(seen).length / 4.5));
});
