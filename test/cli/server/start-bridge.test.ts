import { describe, expect, it, onTestFinished } from 'vitest';
import { configureServer } from '../../../cli/server/configuration.ts';
import { configureHttp } from '../../../cli/server/http-configuration.ts';
import type { StartedBridge } from '../../../cli/server/start-bridge.ts';
import { startBridge } from '../../../cli/server/start-bridge.ts';
import type { SecurityScheme } from '../../../src/model/security.ts';
import type { Principal } from '../../../src/runtime/principal.ts';
import { keepSecrets } from '../../../src/runtime/principal.ts';
import { artifactOf, toolOf } from '../../support/artifact-builder.ts';

const schemes: Readonly<Record<string, SecurityScheme>> = {
  code: {
    type: 'oauth2',
    flows: { authorizationCode: { tokenUrl: 'https://id.example/token', scopes: {} } },
    deprecated: false,
  },
  key: { type: 'apiKey', in: 'header', name: 'X-Key', deprecated: false },
};

const artifact = artifactOf({
  document: { securitySchemes: schemes },
  tools: Object.keys(schemes).map((scheme) =>
    toolOf({ name: `with_${scheme}`, security: [{ schemes: [{ scheme, scopes: [] }] }] }),
  ),
});

async function start(
  variables: Readonly<Record<string, string>>,
  loginTarget: readonly string[] = ['shop mcp'],
): Promise<StartedBridge> {
  const read = (name: string): string | undefined => variables[name];
  const configuration = configureServer(artifact, { baseUrls: [] }, read);
  const http = configureHttp(artifact, { baseUrls: [] }, read);
  const started = await startBridge(artifact, {
    configuration,
    http,
    read,
    say: () => undefined,
    loginTarget,
    folder: undefined,
    audit: undefined,
  });
  onTestFinished(() => started.bridge.close());
  return started;
}

async function textOfCall(
  { bridge }: StartedBridge,
  name: string,
  session?: Principal,
): Promise<string> {
  const outcome = await bridge.callTool(name, {
    arguments: { id: '1' },
    meta: {},
    signal: new AbortController().signal,
    session,
  });
  return JSON.stringify(outcome?.content);
}

describe('the bridge of a server', () => {
  it('says at start, and in every answer, which command logs in', async () => {
    const started = await start({});
    const missing = await started.bridge.missingCredentials(undefined);
    expect(missing.map(({ fix }) => fix)).toEqual([
      `Set SHOP_CODE_TOKEN (scheme "code"), or run \`openapi-mcp login 'shop mcp' --scheme code\`.`,
      'Set SHOP_KEY_API_KEY (scheme "key").',
    ]);
    expect(await textOfCall(started, 'with_code')).toContain(
      "openapi-mcp login 'shop mcp' --scheme code",
    );
  });

  const http = { OPENAPI_MCP_HTTP: '0' };

  it('U100 takes the credentials that callers bring, and misses none before', async () => {
    const started = await start({ ...http, OPENAPI_MCP_CALLER_CREDENTIALS: 'key=X-Shop-Key' });
    const missing = await started.bridge.missingCredentials(undefined);
    expect(missing.map(({ tools }) => tools)).toEqual([['with_code']]);
    expect(await textOfCall(started, 'with_key')).toContain('x-shop-key');
  });

  it('K6 exchanges tokens only where callers sign in', async () => {
    const exchange = { SHOP_CODE_EXCHANGE: 'true' };
    await expect(start({ ...http, ...exchange })).rejects.toMatchObject({
      code: 'configuration-invalid',
      message: expect.stringContaining('nobody has to sign in'),
    });
    const guarded = await start({
      ...http,
      ...exchange,
      OPENAPI_MCP_AUTH_ISSUERS: 'https://login.example',
    });
    const alice: Principal = { kind: 'token', id: 'alice', claims: {} };
    keepSecrets(alice, { token: 'mcp-token-of-alice', headers: {} });
    // Without a client there is nobody to ask for the exchange.
    expect(await textOfCall(guarded, 'with_code', alice)).toContain('SHOP_CODE_CLIENT_ID');
    expect(await textOfCall(await start(exchange), 'with_code')).toContain('signed in');
  });
});
