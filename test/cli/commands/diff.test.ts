import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { documentText, folderWith, runHere } from './in-process.ts';

/** A document with these operations below `/jars`, each with the parameters that it is given. */
function jars(
  operations: Readonly<Record<string, readonly object[]>>,
  url = 'https://jars.example/v1',
): string {
  const paths = Object.entries(operations).map(([operationId, parameters]) => [
    `/jars/${operationId.toLowerCase()}`,
    {
      get: {
        operationId,
        summary: operationId,
        parameters,
        responses: { 200: { description: 'OK' } },
      },
    },
  ]);
  return documentText({ servers: [{ url }], paths: Object.fromEntries(paths) });
}

const query = (name: string, schema: object, more = {}): object => ({
  name,
  in: 'query',
  schema,
  ...more,
});
const text = { type: 'string' };

const before = jars({
  List: [query('state', { enum: ['open', 'shut'] }), query('limit', { type: 'integer' })],
  Drop: [],
});
const after = jars({
  List: [
    query('state', { enum: ['open'] }),
    query('limit', { type: 'integer' }, { required: true }),
    query('page', text),
  ],
  Find: [query('q', text)],
});

describe('openapi-mcp diff', () => {
  it('tells what breaks, what changes and what is new, and ends with 1 where something breaks', async () => {
    const folder = folderWith({ 'old.json': before, 'new.json': after });
    const { code, stdout, stderr } = await runHere(['diff', 'old.json', 'new.json'], { folder });
    expect(stderr).toBe('');
    expect(stdout).toBe(
      [
        'breaking',
        '  Drop  is gone',
        '  List  state no longer takes "shut"',
        '  List  limit is required now',
        '',
        'additive',
        '  Find  is new',
        '  List  page is new',
        '',
        '3 breaking changes, 0 behavioral, 2 additive',
        '',
      ].join('\n'),
    );
    expect(code).toBe(1);
  });

  it('ends with 0 where nothing breaks', async () => {
    const folder = folderWith({
      'old.json': before,
      'new.json': before.replace('"summary": "List"', '"summary": "List jars"'),
    });
    const same = await runHere(['diff', 'old.json', 'old.json'], { folder });
    expect(same).toMatchObject({ code: 0, stdout: 'nothing changes for agents\n' });
    const other = await runHere(['diff', 'old.json', 'new.json'], { folder });
    expect(other.code).toBe(0);
    expect(other.stdout).toContain('List  has another title');
  });

  it('gives JSON and Markdown', async () => {
    const folder = folderWith({ 'old.json': before, 'new.json': after });
    const json = await runHere(['diff', 'old.json', 'new.json', '--json'], { folder });
    expect(json.code).toBe(1);
    expect(JSON.parse(json.stdout)).toMatchObject({
      old: 'old.json',
      new: 'new.json',
      breaking: 3,
      behavioral: 0,
      additive: 2,
      changes: expect.arrayContaining([
        {
          impact: 'breaking',
          kind: 'enum-value-gone',
          subject: { kind: 'tool', name: 'List' },
          path: 'state',
          message: 'no longer takes "shut"',
          before: 'shut',
        },
      ]),
    });
    const markdown = await runHere(['diff', 'old.json', 'new.json', '--markdown'], { folder });
    expect(markdown.stdout).toContain('**3 breaking changes**, 0 behavioral, 2 additive.');
    expect(markdown.stdout).toContain('| `List` | `limit` is required now |');
  });

  it('keeps hostile words of documents out of the Markdown', async () => {
    const hostile = '`|<img src=x>@team\n[x](y)';
    const folder = folderWith({
      'old.json': jars({ List: [query('state', { enum: [hostile] })] }),
      'new.json': jars({ List: [query('state', { enum: ['a'] }), query(hostile, text)] }),
    });
    const { stdout } = await runHere(['diff', 'old.json', 'new.json', '--markdown'], { folder });
    const rows = stdout.split('\n').filter((line) => line.startsWith('|'));
    for (const row of rows) expect(row.replaceAll(/\\./g, '').match(/\|/g)).toHaveLength(3);
    expect(stdout).not.toMatch(/[^\\]<img|@team/);
  });

  it('compares with a built folder, and with its bridge.json', async () => {
    const folder = folderWith({ 'api.json': before, 'new.json': after });
    expect((await runHere(['build', 'api.json', '-o', 'out'], { folder })).code).toBe(0);
    for (const old of ['out', 'out/bridge.json']) {
      const { stdout } = await runHere(['diff', old, 'new.json'], { folder });
      expect(stdout).toContain('3 breaking changes, 0 behavioral, 2 additive');
    }
  });

  it('shapes both sides, or one of them, by overlays', async () => {
    const folder = folderWith({
      'api.json': before,
      'both.yaml': 'openapi-mcp: 1\ntools: { Drop: { enabled: false } }\n',
      'one.yaml': 'openapi-mcp: 1\ntools: { List: { name: find_jars } }\n',
    });
    const words = ['diff', 'api.json', 'api.json', '--overlay', 'both.yaml', '--no-lock'];
    expect(await runHere(words, { folder })).toMatchObject({ code: 0 });
    const renamed = await runHere([...words, '--new-overlay', 'one.yaml'], { folder });
    expect(renamed.stdout).toContain('List  is called find_jars now');
    expect(renamed.code).toBe(1);
  });

  it('says why a side gives nothing', async () => {
    const folder = folderWith({ 'old.json': before, 'broken.json': '{' });
    const { code, stdout, stderr } = await runHere(['diff', 'old.json', 'broken.json'], { folder });
    expect(code).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/broken\.json.*error document-syntax/);
    const missing = await runHere(['diff', 'old.json', 'none/bridge.json'], { folder });
    expect(missing.code).toBe(1);
    expect(missing.stderr).toContain('error artifact-invalid');
    expect((await runHere(['diff', '-', '-'], { folder })).code).toBe(2);
  });
});

describe('revisions of git', () => {
  function repository(): { readonly folder: string; readonly git: (...words: string[]) => void } {
    const folder = folderWith({
      'specs/api.yaml': '',
      'specs/parts.yaml': 'Limit: { name: limit, in: query, schema: { type: integer } }\n',
      'specs/tools.yaml': 'openapi-mcp: 1\ntools: { List: { title: One } }\n',
    });
    const referring = before.replace(
      /\{\s*"name": "limit"[^}]*\}\s*\}/,
      '{ "$ref": "parts.yaml#/Limit" }',
    );
    expect(referring).toContain('parts.yaml');
    writeFileSync(path.join(folder, 'specs/api.yaml'), referring);
    const environment = {
      ...process.env,
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_AUTHOR_NAME: 'a',
      GIT_AUTHOR_EMAIL: 'a@example.com',
      GIT_COMMITTER_NAME: 'a',
      GIT_COMMITTER_EMAIL: 'a@example.com',
    };
    const git = (...words: string[]): void => {
      execFileSync('git', words, { cwd: folder, env: environment, stdio: 'ignore' });
    };
    git('init', '-q', '-b', 'main');
    git('add', '.');
    git('commit', '-q', '-m', 'first');
    return { folder, git };
  }

  it('are read with everything that the document refers to, and with their overlays', async () => {
    const { folder } = repository();
    writeFileSync(path.join(folder, 'specs/api.yaml'), after);
    writeFileSync(
      path.join(folder, 'specs/tools.yaml'),
      'openapi-mcp: 1\ntools: { List: { title: Two } }\n',
    );
    rmSync(path.join(folder, 'specs/parts.yaml'));
    const words = [
      'diff',
      'git:main:specs/api.yaml',
      'specs/api.yaml',
      '--overlay',
      'specs/tools.yaml',
    ];
    const { stdout, stderr } = await runHere([...words, '--no-lock'], { folder });
    expect(stderr).toBe('');
    expect(stdout).toContain('3 breaking changes, 1 behavioral, 2 additive');
    expect(stdout).toContain('List  has another title');
  });

  it('count paths from where the person stands', async () => {
    const { folder } = repository();
    const inside = { folder: path.join(folder, 'specs') };
    const words = ['diff', 'git:HEAD:api.yaml', 'api.yaml'];
    expect(await runHere(words, inside)).toMatchObject({ code: 0 });
  });

  it('hold built folders too', async () => {
    const { folder, git } = repository();
    expect((await runHere(['build', 'specs/api.yaml', '-o', 'out'], { folder })).code).toBe(0);
    git('add', '.');
    git('commit', '-q', '-m', 'second');
    rmSync(path.join(folder, 'out'), { recursive: true });
    const { code } = await runHere(['diff', 'git:main:out', 'specs/api.yaml'], { folder });
    expect(code).toBe(0);
  });

  it('do without an overlay that they do not have yet', async () => {
    const { folder } = repository();
    mkdirSync(path.join(folder, 'more'));
    writeFileSync(
      path.join(folder, 'more/new.yaml'),
      'openapi-mcp: 1\ntools: { Drop: { enabled: false } }\n',
    );
    const words = [
      'diff',
      'git:main:specs/api.yaml',
      'specs/api.yaml',
      '--overlay',
      'more/new.yaml',
      '--no-lock',
    ];
    expect((await runHere(words, { folder })).stdout).toContain('Drop  is gone');
  });

  it.each([
    ['git:none:specs/api.yaml', 'error configuration-invalid'],
    ['git:--output=x:specs/api.yaml', 'error configuration-invalid'],
    ['git:main:specs/none.yaml', 'error document-unreadable'],
  ])('%s is refused', async (old, problem) => {
    const { folder } = repository();
    const { code, stderr } = await runHere(['diff', old, 'specs/api.yaml'], { folder });
    expect(code).toBe(1);
    expect(stderr).toContain(problem);
  });
});
