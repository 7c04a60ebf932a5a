import { describe, expect, it, onTestFinished } from 'vitest';
import type { OpenedStore } from '../../../cli/server/open-store.ts';
import { openStore } from '../../../cli/server/open-store.ts';
import { freePort } from '../../support/free-port.ts';
import { artifactOf } from '../artifact.ts';

const key = 'a key that all replicas have in common';

async function open(
  variables: Readonly<Record<string, string>>,
): Promise<{ readonly store: OpenedStore | undefined; readonly said: readonly string[] }> {
  const said: string[] = [];
  const store = await openStore({
    artifact: artifactOf(),
    read: (name) => variables[name],
    say: (sentence) => said.push(sentence),
  });
  onTestFinished(() => store?.close());
  return { store, said };
}

describe('the store that REDIS_URL names', () => {
  it('is none where nothing is named', async () => {
    expect(await open({ OPENAPI_MCP_HTTP_STATE_KEY: key })).toEqual({ store: undefined, said: [] });
  });

  it('keeps no server from starting, and tells no secret', async () => {
    const url = `redis://user:s%40fe%2Dword@127.0.0.1:${await freePort()}/2`;
    const { store, said } = await open({ REDIS_URL: url, OPENAPI_MCP_HTTP_STATE_KEY: key });
    expect(said).toEqual([
      expect.stringMatching(/^the shared store cannot be reached .*ECONNREFUSED/),
    ]);
    expect(said.join()).not.toMatch(/word|s%40|s@/);
    expect(store?.secrets).toEqual(['s%40fe%2Dword', 's@fe-word', key]);
    expect(store?.readiness()).toEqual({
      isReady: true,
      note: 'the shared store cannot be reached',
    });
    await expect(store?.lent.read('a')).rejects.toThrow();
  });

  it('makes a replica that needs it not ready while it is away', async () => {
    const url = `redis://127.0.0.1:${await freePort()}`;
    const { store } = await open({ REDIS_URL: url, OPENAPI_MCP_REDIS_REQUIRED: 'true' });
    expect(store?.readiness().isReady).toBe(false);
  });

  it.each<[string, Readonly<Record<string, string>>]>([
    ['an address of another kind', { REDIS_URL: 'http://:hunter2@127.0.0.1' }],
    ['no address', { REDIS_URL: 'hunter2' }],
    ['a password that is not encoded', { REDIS_URL: 'redis://:hunter2%@127.0.0.1' }],
    [
      'a key that somebody could guess',
      { REDIS_URL: 'redis://127.0.0.1', OPENAPI_MCP_HTTP_STATE_KEY: 'hunter2' },
    ],
    [
      'a time that is none',
      { REDIS_URL: 'redis://127.0.0.1', OPENAPI_MCP_REDIS_TIMEOUT_MS: 'soon' },
    ],
  ])('is refused for %s, without saying a secret', async (_what, variables) => {
    const refused = open(variables);
    await expect(refused).rejects.toMatchObject({ code: 'configuration-invalid' });
    await expect(refused).rejects.not.toThrow(/hunter2/);
  });
});
