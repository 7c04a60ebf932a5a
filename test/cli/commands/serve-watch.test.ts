import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { cliMain, runCli } from '../../support/built-program.ts';
import { modernEnvelope, RawClient } from '../../support/raw-client.ts';
import { documentText, folderWith } from './in-process.ts';

const overlay = (name: string): string =>
  `openapi-mcp: 1\ntools: { listJars: { name: ${name} } }\n`;

/** Resolves with the first notification of this method. */
function notified(client: RawClient, method: string): Promise<unknown> {
  return new Promise((resolve) => {
    client.onNotification((message) => {
      if (message.method === method) resolve(message.params);
    });
  });
}

/** Resolves once standard error holds a text. */
function told(client: RawClient, text: string): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (!client.stderr.includes(text)) return;
      client.child.stderr.off('data', look);
      resolve();
    };
    client.child.stderr.on('data', look);
    look();
  });
}

function served(): { readonly client: RawClient; readonly tools: string } {
  const folder = folderWith({ 'jars.json': documentText(), 'tools.yaml': overlay('first') });
  const tools = path.join(folder, 'tools.yaml');
  const words = ['serve', path.join(folder, 'jars.json'), '--overlay', tools, '--watch'];
  return { client: new RawClient([cliMain, ...words]), tools };
}

const names = async (client: RawClient, params = {}): Promise<readonly unknown[]> => {
  const { result } = await client.request('tools/list', params);
  const tools = result?.['tools'] as readonly { readonly name: string }[];
  return tools.map(({ name }) => name);
};

describe('openapi-mcp serve --watch', () => {
  it('tells an old client, keeps the last good tools on error, and says what is wrong', async () => {
    const { client, tools } = served();
    await client.initialize();
    expect(await names(client)).toEqual(['first']);
    const changed = notified(client, 'notifications/tools/list_changed');
    writeFileSync(tools, overlay('second'));
    await changed;
    expect(await names(client)).toEqual(['second']);
    writeFileSync(tools, overlay('not a name'));
    await told(client, 'The tools of before stay.');
    expect(client.stderr).toMatch(/tools\.yaml:2:\d+ error overlay-bad-value/);
    expect(await names(client)).toEqual(['second']);
    const mended = notified(client, 'notifications/tools/list_changed');
    writeFileSync(tools, overlay('third'));
    await mended;
    expect(await names(client)).toEqual(['third']);
    expect(await client.end()).toBe(0);
  });

  it('tells a client of 2026-07-28 that listens, and lets it keep lists for a moment only', async () => {
    const { client, tools } = served();
    const { result } = await client.request('tools/list', modernEnvelope());
    expect(result).toMatchObject({ ttlMs: 1_000, tools: [{ name: 'first' }] });
    const acknowledged = notified(client, 'notifications/subscriptions/acknowledged');
    const changed = notified(client, 'notifications/tools/list_changed');
    void client.request('subscriptions/listen', {
      ...modernEnvelope(),
      notifications: { toolsListChanged: true },
    });
    expect(await acknowledged).toMatchObject({ notifications: { toolsListChanged: true } });
    writeFileSync(tools, overlay('second'));
    await changed;
    expect(await names(client, modernEnvelope())).toEqual(['second']);
    expect(await client.end()).toBe(0);
  });

  it('refuses a document that cannot be read again', async () => {
    const { code, stderr } = await runCli(['serve', '-', '--watch'], { input: documentText() });
    expect(code).toBe(2);
    expect(stderr).toContain('--watch needs documents that can be read again');
  });
});
