import { describe, expect, it } from 'vitest';
import { documentText, folderWith, runHere, siteWith } from './in-process.ts';

const start = "openapi: 3.0.3\ninfo: { title: Jars, version: '1' }\n";
const listJars = '{ get: { operationId: listJars, responses: { 200: { description: Jars } } } }';

/** Text, and what is said of it with its place. */
const documents: readonly (readonly [what: string, text: string, said: RegExp])[] = [
  ['no YAML', 'openapi: [3.0.3\ninfo: {', /jars\.yaml:\d+:\d+ error document-syntax/],
  ['no JSON', '{"openapi": "3.0.3",}', /jars\.yaml:1:\d+ error/],
  ['a list', '- openapi\n- 3.0.3\n', /jars\.yaml:1:1 error document-not-openapi/],
  ['a word', 'petstore', /jars\.yaml:1:1 error document-not-openapi/],
  ['nothing', '', /jars\.yaml\S* error document/],
  [
    'no version',
    'info: { title: Jars }\npaths: {}\n',
    /error specification-unknown|error document-not-openapi/,
  ],
  ['a version of another kind', 'openapi: 4.0.0\npaths: {}\n', /error specification-unknown/],
  ['no paths', start, /jars\.yaml\S* error operations-missing/],
  ['empty paths', `${start}paths: {}\n`, /jars\.yaml:3:\d+ error operations-missing/],
  [
    'duplicate keys',
    `${start}paths:\n  /jars: ${listJars}\n  /jars: ${listJars}\n`,
    /jars\.yaml:5:3 error duplicate-key/,
  ],
];

describe('a document that cannot be used', () => {
  it.each(documents)('with %s is refused at its place', async (_what, text, said) => {
    const folder = folderWith({ 'jars.yaml': text });
    const result = await runHere(['build', 'jars.yaml'], { folder });
    expect(result.stderr).toMatch(said);
    expect(result.stderr).toMatch(/\n  → \S/);
    expect(result.stderr).not.toMatch(/\n\s+at .*\.[jt]s:/);
    expect(result.stdout).toBe('');
    expect(result.code).toBe(1);
  });

  it('shows the line and a caret', async () => {
    const folder = folderWith({
      'jars.yaml': documents.find(([what]) => what === 'duplicate keys')?.[1] ?? '',
    });
    const { stderr } = await runHere(['build', 'jars.yaml'], { folder });
    expect(stderr).toMatch(/> 5 \|   \/jars: \{ get[^\n]*\n\s+\|   \^/);
  });

  it('with a broken reference loses what stands there, and says where', async () => {
    const folder = folderWith({
      'jars.yaml': `${start}servers: [{ url: https://jars.example }]\npaths:\n  /jars: ${listJars}\n  /lids:\n    get:\n      operationId: listLids\n      parameters:\n        - $ref: '#/components/parameters/None'\n      responses: { 200: { description: Lids } }\n`,
    });
    const built = await runHere(['build', 'jars.yaml'], { folder });
    expect(built.stderr).toMatch(/jars\.yaml:10:11 error reference-unresolved\n  GET \/lids/);
    expect(built.stderr).toContain("> 10 |         - $ref: '#/components/parameters/None'");
    const checked = await runHere(['check', 'jars.yaml'], { folder });
    expect(checked.stdout).toContain('error reference-unresolved');
    expect(checked.code).toBe(1);
  });

  it('has the operations that cannot be read named one by one', async () => {
    const folder = folderWith({
      'jars.yaml': `${start}servers: [{ url: https://jars.example }]\npaths:\n  /jars: ${listJars}\n  /lids: { get: nonsense }\n`,
    });
    const json = await runHere(['build', 'jars.yaml', '--json'], { folder });
    expect(json.code).toBe(0);
    expect(JSON.parse(json.stdout)).toMatchObject({
      tools: [{ name: 'listJars' }],
      leftOut: [{ method: 'GET', path: '/lids', code: 'operation-invalid' }],
    });
    const text = await runHere(['build', 'jars.yaml'], { folder });
    expect(text.stderr).toMatch(/left out\n {2}GET \/lids {2}operation-invalid/);
  });

  it('warns of a template with an undeclared parameter, and fails under --strict', async () => {
    const folder = folderWith({
      'jars.yaml': `${start}servers: [{ url: https://jars.example }]\npaths:\n  /jars/{size}: ${listJars}\n`,
    });
    const lax = await runHere(['build', 'jars.yaml'], { folder });
    expect(lax.stderr).toMatch(/jars\.yaml:5:\d+ warning path-parameter-undeclared/);
    expect(lax.code).toBe(0);
    const strict = await runHere(['build', 'jars.yaml', '--strict', '-o', 'strict'], { folder });
    expect(strict.stderr).toContain('With --strict, warnings count as errors.');
    expect(strict.code).toBe(1);
  });

  it.each([
    ['a missing file', 'none.yaml', /none\.yaml/],
    ['a folder that holds no server', '.', /folder/],
    ['a file with a NUL byte', 'nul.yaml', /nul\.yaml/],
  ])('is refused where it is %s', async (_what, written, said) => {
    const folder = folderWith({ 'nul.yaml': 'openapi: 3.0.3\0' });
    for (const command of ['build', 'check', 'inspect']) {
      const { code, said: words } = await runHere([command, written], { folder });
      expect(words).toMatch(said);
      expect(code).toBe(1);
    }
  });

  it.each([
    ['404', 404, 'text/plain', 'nothing here', /404/],
    ['a page of HTML', 200, 'text/html', '<!doctype html><title>Sign in</title>', /web page/],
    ['a document of another kind', 200, 'application/json', '{"asyncapi":"2.6.0"}', /AsyncAPI/i],
  ])('is refused where its URL answers with %s', async (_what, status, type, body, said) => {
    const url = await siteWith(status, type, body);
    const result = await runHere(['build', `${url}/openapi.json`], { folder: folderWith() });
    expect(result.stderr).toMatch(said);
    expect(result.stderr).toContain(`${url}/openapi.json`);
    expect(result.code).toBe(1);
  });

  it('is read from a URL that answers with it, and headers go along', async () => {
    const seen: string[] = [];
    const url = await siteWith(200, 'application/json', documentText(), seen);
    const result = await runHere(
      ['inspect', `${url}/jars.json`, '--spec-header', 'Authorization: Bearer doc-token', '--json'],
      { folder: folderWith() },
    );
    expect(result.code).toBe(0);
    expect(seen).toEqual(['GET /jars.json Bearer doc-token']);
    expect(result.said).not.toContain('doc-token');
  });
});

describe('a command line that is wrong', () => {
  it.each([
    [[], /Usage: openapi-mcp/],
    [['bild'], /unknown command.*\(Did you mean build\?\)/s],
    [['build'], /missing required argument 'spec'/],
    [['build', 'a.yaml', '--nonsense'], /unknown option '--nonsense'/],
    [['build', 'a.yaml', '--base-url', 'petstore.example'], /http:\/\/ or https:\/\//],
    [['build', 'a.yaml', '--base-url', 'https://u:p@h.example'], /Credentials go into variables/],
    [['build', 'a.yaml', '--base-url', 'https://h.example?a=b'], /no query/],
    [['build', 'a.yaml', '--direct', '--deferred'], /cannot be used with/],
    [['build', 'a.yaml', '--strict', '--lenient'], /cannot be used with/],
    [['build', 'a.yaml', '--refs', 'all'], /inline, defs, or depth:N/],
    [['build', 'a.yaml', '--target', 'netscape'], /claude, openai/],
    [['build', 'a.yaml', '--spec-header', 'nocolon'], /Name: value/],
    [['build', '-', '-'], /Standard input/],
    [['build', 'a=x.yaml', 'a=y.yaml'], /Two documents are named "a"/],
    [
      ['build', 'https://a.example/x', 'https://b.example/y', '--spec-header', 'A: b'],
      /one by one/,
    ],
    [['call', 'specs/petstore.yaml', 'addPet', '--arg', 'nothing'], /name=value/],
    [['call', 'specs/petstore.yaml', 'addPet', '--json-args', '[1]'], /not a JSON object/],
    [
      ['call', 'specs/petstore.yaml', 'addPet', '--json-args', '{}', '--arg', 'a=b'],
      /cannot be used/,
    ],
  ])('%j ends with 2 and says why', async (words, said) => {
    const result = await runHere(words);
    expect(result.stderr).toMatch(said);
    expect(result.stdout).toBe('');
    expect(result.code).toBe(2);
  });

  it.each([['--help'], ['help'], ['build --help'], ['--version']])(
    '%s ends with 0',
    async (words) => {
      const result = await runHere(words.split(' '));
      expect(result.stdout).not.toBe('');
      expect(result.stderr).toBe('');
      expect(result.code).toBe(0);
    },
  );
});
