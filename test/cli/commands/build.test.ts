import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeLockFile } from '../../../cli/lock-file.ts';
import { emptyLock } from '../../../src/index.ts';
import { projectRoot } from '../../support/built-program.ts';
import { documentText, folderWith, runHere } from './in-process.ts';

const petstore = path.join(projectRoot, 'specs/petstore.yaml');

function hashesIn(folder: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    readdirSync(folder).map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(path.join(folder, name)))
        .digest('hex'),
    ]),
  );
}

describe('openapi-mcp build', () => {
  it('writes a server named after the document, and says what it is and what to type next', async () => {
    const folder = folderWith();
    const { code, stdout, stderr } = await runHere(['build', petstore], { folder });
    expect(code).toBe(0);
    expect(stdout).toBe('');
    expect(readdirSync(path.join(folder, 'petstore-mcp'))).toEqual(
      expect.arrayContaining([
        'server.mjs',
        'bridge.json',
        'README.md',
        '.env.example',
        'mcp.json',
      ]),
    );
    expect(stderr).toMatch(/^Petstore: 19 tools/m);
    expect(stderr).toMatch(/^ {2}read +7 {2}findPetsByStatus/m);
    expect(stderr).toMatch(/^ {2}may destroy +12 {2}addPet/m);
    expect(stderr).toMatch(/list every tool: [\d.]+ kB, about [\d,]+ tokens/);
    expect(stderr).toMatch(/PETSTORE_API_KEY_API_KEY +api_key: API key in header api_key/);
    expect(stderr).toContain(
      `claude mcp add petstore -- node ${path.join(folder, 'petstore-mcp/server.mjs')}`,
    );
  });

  it('gives the same bytes twice, wherever it writes', async () => {
    const folder = folderWith();
    await runHere(['build', petstore, '-o', 'one'], { folder });
    await runHere(['build', petstore, '-o', 'two/deep'], { folder });
    expect(hashesIn(path.join(folder, 'one'))).toEqual(hashesIn(path.join(folder, 'two/deep')));
  });

  it('builds again over its folder, and refuses another', async () => {
    const folder = folderWith({ 'taken/notes.txt': 'mine' });
    await runHere(['build', petstore, '-o', 'out'], { folder });
    writeFileSync(path.join(folder, 'out/.env'), 'PETSTORE_API_KEY_API_KEY=x');
    const again = await runHere(['build', petstore, '-o', 'out'], { folder });
    expect(again.code).toBe(0);
    expect(readFileSync(path.join(folder, 'out/.env'), 'utf8')).toBe('PETSTORE_API_KEY_API_KEY=x');
    const refused = await runHere(['build', petstore, '-o', 'taken'], { folder });
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/error folder-not-ours\n.*notes\.txt/);
  });

  it('prints one JSON value and nothing else with --json', async () => {
    const folder = folderWith();
    const { stdout, stderr } = await runHere(['build', petstore, '--json'], { folder });
    expect(stderr).toBe('');
    const report: unknown = JSON.parse(stdout);
    expect(report).toMatchObject({
      out: path.join(folder, 'petstore-mcp'),
      mode: 'direct',
      tokens: { total: expect.any(Number) as unknown, estimated: true },
      leftOut: [],
    });
    expect(report).toHaveProperty('tools.length', 19);
    expect(report).toHaveProperty('tools.0', {
      name: 'addPet',
      operation: { id: 'addPet', method: 'POST', path: '/pet', document: 'petstore' },
      hints: { readOnly: false, destructive: true, idempotent: false, openWorld: true },
      tokens: expect.any(Number) as unknown,
    });
  });

  it('names tools and variables after each of several documents', async () => {
    const folder = folderWith({ 'jars.json': documentText(), 'lids.json': documentText() });
    const { code, stdout } = await runHere(
      ['build', 'jars.json', 'caps=lids.json', '--name', 'kitchen', '--json'],
      { folder },
    );
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      out: path.join(folder, 'kitchen-mcp'),
      tools: [{ name: 'caps_listJars' }, { name: 'jars_listJars' }],
    });
  });

  it('keeps only what --include and --exclude leave, in the order given', async () => {
    const folder = folderWith();
    const run = async (...rules: readonly string[]): Promise<readonly string[]> => {
      const { stdout } = await runHere(['inspect', petstore, '--json', ...rules], { folder });
      const { tools } = JSON.parse(stdout) as { tools: { name: string }[] };
      return tools.map(({ name }) => name);
    };
    expect(await run('--include', 'tag:store')).toHaveLength(4);
    expect(await run('--exclude', 'deleteOrder', '--include', 'tag:store')).toHaveLength(3);
    expect(await run('--include', 'tag:store', '--exclude', 'deleteOrder')).toHaveLength(4);
    expect(await run('--read-only')).toHaveLength(7);
  });

  it('refuses a rule that matches nothing, with the nearest name', async () => {
    const { code, stderr } = await runHere(['build', petstore, '--include', 'addpet'], {
      folder: folderWith(),
    });
    expect(code).toBe(1);
    expect(stderr).toMatch(/addpet.*matches no operation/s);
    expect(stderr).toContain('addPet');
    expect(stderr).toContain('Nothing was written.');
  });

  it('says what an overlay changed', async () => {
    const folder = folderWith({
      'overlay.yaml':
        'openapi-mcp: 1\ntools:\n  deletePet: { name: remove_pet, title: Take a pet away }\n  "GET /user/logout": { enabled: false }\n',
    });
    const { code, stderr } = await runHere(
      ['build', petstore, '--overlay', 'overlay.yaml', '--no-lock'],
      { folder },
    );
    expect(code).toBe(0);
    expect(stderr).toMatch(
      /changed by overlays\n(?: {2}.*\n)* {2}remove_pet: name is remove_pet instead of deletePet/,
    );
    expect(stderr).toContain('remove_pet: title is Take a pet away instead of Remove a pet');
    expect(stderr).toContain('Petstore: 18 tools');
  });

  it('refuses an overlay that names what is not there, with its place', async () => {
    const folder = folderWith({
      'overlay.yaml': 'openapi-mcp: 1\ntools:\n  removePet: { title: X }\n',
    });
    const { code, stderr } = await runHere(['build', petstore, '--overlay', 'overlay.yaml'], {
      folder,
    });
    expect(code).toBe(1);
    expect(stderr).toMatch(/overlay\.yaml:3:\d+ error overlay-unmatched/);
    expect(stderr).toContain('> 3 |   removePet: { title: X }');
    const lenient = await runHere(
      ['build', petstore, '--overlay', 'overlay.yaml', '--lenient', '--no-lock'],
      { folder },
    );
    expect(lenient.code).toBe(0);
  });

  it('keeps no secret that was sent for the document', async () => {
    const folder = folderWith();
    const { said } = await runHere(
      ['build', petstore, '--spec-header', 'Authorization: Bearer doc-secret'],
      { folder },
    );
    expect(said).not.toContain('doc-secret');
    for (const name of readdirSync(path.join(folder, 'petstore-mcp'))) {
      const text = readFileSync(path.join(folder, 'petstore-mcp', name), 'utf8');
      expect(text, name).not.toContain('doc-secret');
    }
  });
});

describe('the lock file of a build', () => {
  const overlay = 'openapi-mcp: 1\ntools:\n  listJars: { title: Jars }\n';

  it('is not made where somebody only tries a document out', async () => {
    const folder = folderWith({ 'jars.json': documentText() });
    await runHere(['build', 'jars.json'], { folder });
    expect(readdirSync(folder).sort()).toEqual(['jars-mcp', 'jars.json']);
  });

  it('lies beside the first overlay', async () => {
    const folder = folderWith({ 'jars.json': documentText(), 'mcp/jars.yaml': overlay });
    await runHere(['build', 'jars.json', '--overlay', 'mcp/jars.yaml'], { folder });
    expect(existsSync(path.join(folder, 'mcp/bridge.lock.json'))).toBe(true);
  });

  it('lies where it is named', async () => {
    const folder = folderWith({ 'jars.json': documentText() });
    await runHere(['build', 'jars.json', '--lock', 'names.json'], { folder });
    expect(existsSync(path.join(folder, 'names.json'))).toBe(true);
  });

  it('keeps the name of a tool when its operationId changes (N6)', async () => {
    const folder = folderWith({ 'jars.json': documentText() });
    await runHere(['build', 'jars.json', '--lock', 'bridge.lock.json'], { folder });
    writeFileSync(
      path.join(folder, 'jars.json'),
      documentText().replace('"listJars"', '"getAllTheJars"'),
    );
    const kept = await runHere(['build', 'jars.json', '--json'], { folder });
    expect(JSON.parse(kept.stdout)).toMatchObject({
      tools: [{ name: 'listJars' }],
      diagnostics: [{ code: 'name-kept', severity: 'info' }],
    });
    const fresh = await runHere(['build', 'jars.json', '--json', '--no-lock'], { folder });
    expect(JSON.parse(fresh.stdout)).toMatchObject({ tools: [{ name: 'getAllTheJars' }] });
  });

  it('stops the build where it was named and cannot be written', async () => {
    const folder = folderWith({ 'jars.json': documentText() });
    const named = await runHere(['build', 'jars.json', '--lock', 'none/names.json'], { folder });
    expect(named.code).toBe(1);
    expect(named.stderr).toMatch(/error output-unwritable\n.*names\.json/);
    expect(readdirSync(folder)).toEqual(['jars.json']);
  });

  it('is only told of where nobody named it and it cannot be written', async () => {
    const file = {
      path: '/nowhere/bridge.lock.json',
      exists: false,
      named: false,
      lock: emptyLock,
    };
    expect(await writeLockFile(file, emptyLock)).toContain(
      '/nowhere/bridge.lock.json cannot be written',
    );
  });

  it('stops the build where it cannot be read, instead of renaming tools', async () => {
    const folder = folderWith({ 'jars.json': documentText(), 'bridge.lock.json': '{' });
    const { code, stderr } = await runHere(['build', 'jars.json'], { folder });
    expect(code).toBe(1);
    expect(stderr).toMatch(/error configuration-invalid\n.*bridge\.lock\.json/);
  });
});
