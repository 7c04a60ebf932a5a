import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { documentText, folderWith, runHere } from './in-process.ts';

const yaml = `openapi: 3.1.0
info: { title: Jars, version: '1' } # ours
servers: [{ url: https://jars.example }]
paths:
  /jars:
    get:
      operationId: listJars
      summary: List jars
      responses: { '200': { description: Jars } }
    # Makes one.
    post:
      operationId: searchJars
      responses: { '200': { description: A jar } }
`;
const openApiOverlay = (...actions: readonly object[]): string =>
  JSON.stringify({ overlay: '1.0.0', info: { title: 't', version: '1' }, actions });

describe('openapi-mcp overlay init', () => {
  it('writes an overlay that builds to the same tools, and names its schema for editors', async () => {
    const folder = folderWith({ 'jars.yaml': yaml });
    const init = await runHere(['overlay', 'init', 'jars.yaml', '-o', 'tools.yaml'], { folder });
    expect(init).toMatchObject({ code: 0, stdout: '' });
    expect(init.stderr).toContain('tools.yaml: begun for 2 tools.');
    const text = readFileSync(path.join(folder, 'tools.yaml'), 'utf8');
    expect(text).toMatch(
      /^# yaml-language-server: \$schema=\.\/node_modules\/openapi-mcp\/schema\/openapi-mcp-overlay\.schema\.json\n/,
    );
    expect(text).toContain('  listJars: # GET /jars\n    # name: listJars\n');
    const words = ['overlay', 'check', 'jars.yaml', '--overlay', 'tools.yaml'];
    const check = await runHere(words, { folder });
    expect(check.code).toBe(0);
    expect(check.stdout).toContain('0 changes of 0 tools');
  });

  it('names the schema of the package where it is installed', async () => {
    const folder = folderWith({
      'jars.yaml': yaml,
      'node_modules/openapi-mcp/schema/openapi-mcp-overlay.schema.json': '{}',
    });
    mkdirSync(path.join(folder, 'api'));
    await runHere(['overlay', 'init', 'jars.yaml', '-o', 'api/tools.yaml'], { folder });
    expect(readFileSync(path.join(folder, 'api/tools.yaml'), 'utf8')).toContain(
      '$schema=../node_modules/openapi-mcp/schema/openapi-mcp-overlay.schema.json\n',
    );
  });

  it('with --only-problems keeps to what check complains about', async () => {
    const folder = folderWith({ 'jars.yaml': yaml });
    const words = ['overlay', 'init', 'jars.yaml', '--only-problems'];
    const { code, stdout } = await runHere(words, { folder });
    expect(code).toBe(0);
    expect(stdout).toMatch(/# info hint-read-candidate: .*\n.*\n(?: {2}# .*\n)* {2}searchJars:/);
  });

  it('does not write over a file', async () => {
    const folder = folderWith({ 'jars.yaml': yaml, 'tools.yaml': 'mine' });
    const words = ['overlay', 'init', 'jars.yaml', '-o', 'tools.yaml'];
    const { code, stderr } = await runHere(words, { folder });
    expect(code).toBe(1);
    expect(stderr).toContain('error output-unwritable');
    expect(readFileSync(path.join(folder, 'tools.yaml'), 'utf8')).toBe('mine');
  });

  it('says why there is nothing to begin', async () => {
    const folder = folderWith({ 'jars.yaml': '{' });
    const { code, stdout, stderr } = await runHere(['overlay', 'init', 'jars.yaml'], { folder });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('error document-syntax');
  });
});

describe('openapi-mcp overlay apply', () => {
  it('prints the document with its comments, after every overlay in order', async () => {
    const folder = folderWith({
      'jars.yaml': yaml,
      'one.json': openApiOverlay({ target: "$.paths['/jars'].post", remove: true }),
      'two.json': openApiOverlay({ target: '$.info', update: { title: 'Our jars' } }),
    });
    const words = ['overlay', 'apply', 'jars.yaml', 'one.json', 'two.json'];
    const { code, stdout, stderr } = await runHere(words, { folder });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain("title: Our jars, version: '1' } # ours");
    expect(stdout).not.toContain('searchJars');
    expect(readFileSync(path.join(folder, 'jars.yaml'), 'utf8')).toBe(yaml);
  });

  it('leaves JSON JSON, and writes a file where one is named', async () => {
    const folder = folderWith({
      'jars.json': documentText(),
      'one.json': openApiOverlay({ target: '$.info', update: { title: 'Our jars' } }),
    });
    const words = ['overlay', 'apply', 'jars.json', 'one.json', '-o', 'out.json'];
    expect(await runHere(words, { folder })).toMatchObject({ code: 0, stdout: '' });
    const written = readFileSync(path.join(folder, 'out.json'), 'utf8');
    expect(written).toBe(documentText({ info: { title: 'Our jars', version: '1.0.0' } }));
  });

  it('U97 tells of an action that matches nothing, and fails for it under --strict', async () => {
    const folder = folderWith({
      'jars.yaml': yaml,
      'one.json': openApiOverlay({ target: "$.paths['/jar'].get", update: { summary: 'x' } }),
    });
    const words = ['overlay', 'apply', 'jars.yaml', 'one.json'];
    const mild = await runHere(words, { folder });
    expect(mild).toMatchObject({ code: 0, stdout: yaml });
    expect(mild.stderr).toContain('warning overlay-matches-nothing');
    expect((await runHere([...words, '--strict'], { folder })).code).toBe(1);
  });

  it('refuses the short form, and an action that cannot be carried out', async () => {
    const folder = folderWith({
      'jars.yaml': yaml,
      'short.yaml': 'openapi-mcp: 1\n',
      'wrong.json': openApiOverlay({ target: '$.info', update: [1] }),
    });
    for (const [file, problem] of [
      ['short.yaml', 'overlay-not-applicable'],
      ['wrong.json', 'overlay-kind-mismatch'],
    ] as const) {
      const result = await runHere(['overlay', 'apply', 'jars.yaml', file], { folder });
      expect(result).toMatchObject({ code: 1, stdout: '' });
      expect(result.stderr).toContain(`error ${problem}`);
    }
  });
});

describe('openapi-mcp overlay check', () => {
  const shape = (tools: object): string => JSON.stringify({ 'openapi-mcp': 1, tools });

  it('lists what the overlays change, each with its place', async () => {
    const folder = folderWith({
      'jars.yaml': yaml,
      'tools.yaml':
        'openapi-mcp: 1\ntools:\n  listJars:\n    title: All jars\n    hints: [write]\n',
    });
    const words = ['overlay', 'check', 'jars.yaml', '--overlay', 'tools.yaml'];
    const { code, stdout } = await runHere(words, { folder });
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /listJars GET \/jars\n {2}title +is All jars instead of List jars +tools\.yaml:4:/,
    );
    expect(stdout).toContain('2 changes of 1 tool');
    const json = await runHere([...words, '--json'], { folder });
    expect(JSON.parse(json.stdout)).toMatchObject({
      changes: [
        { tool: 'listJars', field: 'title', after: 'All jars', file: 'tools.yaml', line: 4 },
        {},
      ],
    });
  });

  it.each([
    ['an entry that matches nothing', [{ listJar: { title: 'x' } }], 'overlay-unmatched', 1],
    [
      'an entry that changes nothing',
      [{ listJars: { title: 'List jars' } }],
      'overlay-no-effect',
      0,
    ],
    [
      'an entry that a stronger one shadows',
      [{ listJars: { title: 'x', confirm: true } }, { listJars: { title: 'y' } }],
      'overlay-shadowed',
      0,
    ],
    [
      'caution that is lowered',
      [{ searchJars: { hints: ['read'] } }],
      'overlay-caution-lowered',
      0,
    ],
    ['a key that is not known', [{ listJars: { titel: 'x' } }], 'overlay-unknown-key', 1],
  ] as const)('tells of %s', async (_what, overlays, problem, code) => {
    const folder = folderWith({ 'jars.yaml': yaml });
    const files = overlays.map((tools, index) => {
      writeFileSync(path.join(folder, `${index}.yaml`), shape(tools));
      return ['--overlay', `${index}.yaml`];
    });
    const words = ['overlay', 'check', 'jars.yaml', ...files.flat(), '--all'];
    const result = await runHere(words, { folder });
    expect(result.stdout).toContain(` ${problem}\n`);
    expect(result.code).toBe(code);
  });

  it('keeps to what concerns overlays, and needs one', async () => {
    const folder = folderWith({ 'jars.yaml': yaml, 'tools.yaml': 'openapi-mcp: 1\n' });
    const words = ['overlay', 'check', 'jars.yaml'];
    const { code, stdout } = await runHere([...words, '--overlay', 'tools.yaml'], { folder });
    expect(code).toBe(0);
    expect(stdout).not.toContain('hint-read-candidate');
    expect((await runHere(words, { folder })).code).toBe(2);
    expect(existsSync(path.join(folder, 'bridge.lock.json'))).toBe(false);
  });
});
