import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildServer, cliMain, projectRoot, runCli } from '../../support/built-program.ts';
import { RawClient } from '../../support/raw-client.ts';
import { documentText, folderWith, siteWith } from './in-process.ts';

/** Lists and calls through the built command line, ends its input, and returns what it was. */
async function converse(words: readonly string[]): Promise<RawClient> {
  const client = new RawClient([cliMain, 'serve', ...words]);
  expect(await client.initialize()).toBe('2025-11-25');
  const { result } = await client.request('tools/list');
  expect(result).toMatchObject({ tools: [{ name: 'listJars' }] });
  const called = await client.request('tools/call', { name: 'listJars', arguments: {} });
  expect(called.result).toMatchObject({ content: [{ type: 'text', text: '[{"id":1}]' }] });
  expect(await client.end()).toBe(0);
  for (const line of client.lines) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
  return client;
}

describe('openapi-mcp serve', () => {
  it('serves a document from memory, and its calls go on record on stderr', async () => {
    const url = await siteWith(200, 'application/json', '[{"id":1}]');
    const folder = folderWith({ 'jars.json': documentText({ servers: [{ url }] }) });
    const { stderr } = await converse([path.join(folder, 'jars.json')]);
    expect(stderr).toContain('"listJars"');
  });

  it('serves a built folder, with the record where --audit says', async () => {
    const url = await siteWith(200, 'application/json', '[{"id":1}]');
    const folder = folderWith({ 'jars.json': documentText({ servers: [{ url }] }) });
    await buildServer(path.join(folder, 'jars.json'), path.join(folder, 'out'));
    const record = path.join(folder, 'calls.jsonl');
    const { stderr } = await converse([path.join(folder, 'out'), '--audit', record]);
    expect(stderr).toBe('');
    expect(readFileSync(record, 'utf8')).toContain('"listJars"');
  });

  it('ends with 1 and says why where there is nothing to serve', async () => {
    const none = await runCli(['serve', path.join(projectRoot, 'specs/none.yaml')]);
    expect(none.code).toBe(1);
    expect(none.stdout).toBe('');
    expect(none.stderr).toMatch(/error document-unreadable/);
    const folder = folderWith({ 'jars.json': documentText({ servers: [] }) });
    const nowhere = await runCli(['serve', path.join(folder, 'jars.json')]);
    expect(nowhere.code).toBe(1);
    expect(nowhere.stdout).toBe('');
    expect(nowhere.stderr).toMatch(/--base-url.*JARS_BASE_URL/);
  });
});
