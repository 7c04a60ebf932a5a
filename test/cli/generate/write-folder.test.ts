import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { generateFiles } from '../../../cli/generate/files.ts';
import { writeServerFolder } from '../../../cli/generate/write-folder.ts';
import { artifactOf } from '../artifact.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const files = generateFiles(artifactOf(), [
  { name: 'server.mjs', content: bytes('export {};') },
  { name: 'server-http.mjs', content: bytes('export {};') },
]);

let scratch: string;
let folder: string;

beforeEach(async () => {
  scratch = await mkdtemp(path.join(os.tmpdir(), 'openapi-mcp-folder-'));
  folder = path.join(scratch, 'petstore-mcp');
});

afterEach(async () => {
  await rm(scratch, { recursive: true, force: true });
});

describe('writing the folder of a server', () => {
  it('makes it with every file and nothing else', async () => {
    await writeServerFolder(folder, files);
    expect((await readdir(folder)).sort()).toEqual(files.map((file) => file.name).sort());
  });

  it('writes into an empty folder', async () => {
    await mkdir(folder);
    await writeServerFolder(folder, files);
    expect(await readdir(folder)).toHaveLength(files.length);
  });

  it('writes into a folder with nothing but what people write for a server', async () => {
    await mkdir(folder);
    for (const name of ['.env', 'middleware.mjs', 'tools.mjs']) {
      await writeFile(path.join(folder, name), `mine: ${name}`);
    }
    await writeServerFolder(folder, files);
    expect(await readdir(folder)).toHaveLength(files.length + 3);
    expect(await readFile(path.join(folder, 'tools.mjs'), 'utf8')).toBe('mine: tools.mjs');
  });

  it('writes again over its own folder and keeps what the user put there', async () => {
    await writeServerFolder(folder, files);
    const own = ['.env', 'middleware.mjs', 'tools.mjs', 'audit.jsonl', 'notes.txt'];
    for (const name of own) await writeFile(path.join(folder, name), `mine: ${name}`);
    await writeFile(path.join(folder, 'README.md'), 'changed by hand');
    await writeServerFolder(folder, files);
    for (const name of own) {
      expect(await readFile(path.join(folder, name), 'utf8')).toBe(`mine: ${name}`);
    }
    expect(await readFile(path.join(folder, 'README.md'), 'utf8')).toContain('# petstore');
  });

  it('removes parts of an older program that are written no more', async () => {
    await writeServerFolder(folder, files);
    await writeFile(path.join(folder, 'server-OLD1.mjs'), '');
    await writeServerFolder(folder, files);
    expect(await readdir(folder)).not.toContain('server-OLD1.mjs');
    expect(await readdir(folder)).toContain('server-http.mjs');
  });

  it.each([
    ['something else', { 'notes.txt': 'mine' }],
    ['a bridge.json of another program', { 'bridge.json': '{"bridges": []}' }],
    ['a bridge.json that is not JSON', { 'bridge.json': 'bridge' }],
  ])('refuses a folder with %s and leaves it alone', async (_what, present) => {
    await mkdir(folder);
    for (const [name, text] of Object.entries(present))
      await writeFile(path.join(folder, name), text);
    await expect(writeServerFolder(folder, files)).rejects.toMatchObject({
      code: 'folder-not-ours',
      message: expect.stringContaining(Object.keys(present)[0] ?? '') as unknown,
      fix: expect.stringContaining('-o') as unknown,
    });
    expect(await readdir(folder)).toEqual(Object.keys(present));
  });

  it('builds again over a folder of another format', async () => {
    await mkdir(folder);
    const text = '{"format": 99, "generator": {"name": "openapi-mcp", "version": "9.0.0"}}';
    await writeFile(path.join(folder, 'bridge.json'), text);
    await writeServerFolder(folder, files);
    expect(await readdir(folder)).toContain('server.mjs');
  });

  it('refuses a path that is a file', async () => {
    await writeFile(folder, '');
    await expect(writeServerFolder(folder, files)).rejects.toMatchObject({
      code: 'folder-not-ours',
    });
  });

  it('leaves the old files whole and no temporary ones when a write fails', async () => {
    await writeServerFolder(folder, files);
    const before = await readFile(path.join(folder, 'README.md'), 'utf8');
    const impossible = [
      { name: 'README.md', content: 'new' },
      { name: `${'x'.repeat(300)}.md`, content: 'too long a name' },
    ];
    await expect(writeServerFolder(folder, impossible)).rejects.toMatchObject({
      code: 'output-unwritable',
    });
    expect(await readFile(path.join(folder, 'README.md'), 'utf8')).toBe(before);
    expect((await readdir(folder)).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });
});
