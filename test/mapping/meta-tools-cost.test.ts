import { expect, it } from 'vitest';
import { metaToolsTokens, tokensOfLength } from '../../src/mapping/tokens.ts';
import { createBridge } from '../../src/runtime/create-bridge.ts';
import { artifactOf } from '../support/artifact-builder.ts';

it('the tools of deferred mode cost in a list what the build counts for them', async () => {
  const bridge = createBridge({ artifact: artifactOf({ mode: 'deferred' }) });
  const shown = bridge.listTools(undefined).map(({ _meta, icons: _icons, ...tool }) => tool);
  await bridge.close();
  expect(shown).toHaveLength(4);
  expect(metaToolsTokens).toBe(tokensOfLength(JSON.stringify(shown).length));
});
