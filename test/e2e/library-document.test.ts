import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { transformSync } from 'esbuild';
import { beforeAll, afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { bareEnvironment, projectRoot, runProgram } from '../support/built-program.ts';
import { blocksOf } from '../support/document-blocks.ts';
import { startPetstoreUpstream } from '../support/petstore-upstream.ts';
import { RawClient } from '../support/raw-client.ts';

/** Below the project, whose name the examples import as a reader's project imports the installed package. */
let folder = '';

/** Each program of the page under the name that its first line gives. */
const programs = new Map(
  blocksOf('docs/library.md').flatMap(({ language, text }) => {
    const [, name] = /^\/\/ (\w+)\.ts\n/.exec(text) ?? [];
    return language === 'ts' && name !== undefined ? [[name, text] as const] : [];
  }),
);

beforeAll(async () => {
  const parent = path.join(projectRoot, '.cache');
  mkdirSync(parent, { recursive: true });
  folder = mkdtempSync(path.join(parent, 'library-'));
  cpSync(path.join(projectRoot, 'specs/petstore.yaml'), path.join(folder, 'petstore.yaml'));
  for (const [name, text] of programs) {
    writeFileSync(path.join(folder, `${name}.ts`), text);
    const { code } = transformSync(text, { loader: 'ts', target: 'node20', format: 'esm' });
    writeFileSync(path.join(folder, `${name}.mjs`), code);
  }
  // Other examples serve what this one writes.
  await runProgram([path.join(folder, 'stages.mjs')], { cwd: folder });
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const fileOf = (name: string): string => path.join(folder, `${name}.mjs`);

/** Runs a program to its end against a pet store of the tests. */
async function run(name: string) {
  const upstream = await startPetstoreUpstream();
  onTestFinished(() => upstream.close());
  const env = { PETSTORE_BASE_URL: upstream.url };
  return { ...(await runProgram([fileOf(name)], { cwd: folder, env })), upstream };
}

describe('an example of docs/library.md', () => {
  it('is a program that the compiler takes', { timeout: 60_000 }, () => {
    const names = [...programs.keys()];
    expect(names).toEqual(['call', 'stages', 'session', 'stdio', 'http', 'old']);
    const tsc = path.join(projectRoot, 'node_modules/typescript/bin/tsc');
    const strict = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess'];
    const words = ['--ignoreConfig', '--noEmit', '--module', 'nodenext', '--types', 'node'];
    const files = names.map((name) => `${name}.ts`);
    const checked = spawnSync(
      process.execPath,
      [tsc, ...words, ...strict, '--target', 'es2023', '--skipLibCheck', ...files],
      { cwd: folder, encoding: 'utf8' },
    );
    expect(checked.stdout).toBe('');
  });

  it('builds from a document and calls a tool', async () => {
    const { stdout, code, upstream } = await run('call');
    expect(stdout).toMatch(/^success \[\{"type":"text","text":".*Rex/);
    expect(upstream.seen.map(({ headers }) => headers['api_key'])).toEqual(['secret']);
    expect(code).toBe(0);
  });

  it('goes stage by stage and writes an artifact', async () => {
    const { stdout, code } = await run('stages');
    expect(stdout.trim().split(' ')).toContain('getPetById');
    expect(stdout).not.toContain('deletePet');
    expect(code).toBe(0);
    const artifact: unknown = JSON.parse(readFileSync(path.join(folder, 'bridge.json'), 'utf8'));
    expect(artifact).toMatchObject({ generator: { name: 'my-program' } });
  });

  it('carries a session through middleware, credentials and tools', async () => {
    const { stdout, stderr, upstream } = await run('session');
    expect(stderr).toBe('');
    expect(stdout.trimEnd().split('\n')).toEqual([
      '{"id":7,"name":"Rex","photoUrls":[]}',
      'You belong to no tenant.',
      '860 cents',
    ]);
    expect(upstream.seen.map(({ headers }) => [headers['x-tenant'], headers['api_key']])).toEqual([
      ['acme', 'key of ada'],
    ]);
  });

  it.each(['stdio', 'old'])('serves standard input and output: %s', async (name) => {
    const client = new RawClient([fileOf(name)], { cwd: folder });
    await client.initialize();
    const { result } = await client.request('tools/list');
    expect(JSON.stringify(result)).toContain('"getPetById"');
  });

  it('serves HTTP', async () => {
    const server = spawn(process.execPath, [fileOf('http')], {
      cwd: folder,
      env: bareEnvironment(),
    });
    const exited = new Promise((resolve) => server.once('close', resolve));
    onTestFinished(() => void server.kill('SIGKILL'));
    const [url]: readonly unknown[] = await once(server.stdout.setEncoding('utf8'), 'data');
    const client = new Client({ name: 'reader', version: '1' });
    await client.connect(new StreamableHTTPClientTransport(new URL(String(url).trim())));
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('getPetById');
    await client.close();
    server.kill('SIGTERM');
    expect(await exited).toBe(0);
  });
});
