import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../../support/built-program.ts';
import { documentText, folderWith, runHere, siteWith } from './in-process.ts';

const petstore = path.join(projectRoot, 'specs/petstore.yaml');

describe('openapi-mcp inspect', () => {
  it('shows tools with operation, hints, size, credentials and arguments', async () => {
    const { code, stdout } = await runHere(['inspect', petstore]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Petstore: 19 tools, [\d.]+ kB, about [\d,]+ tokens/);
    expect(stdout).toMatch(
      /\ngetPetById {2}Look up a pet\n {2}GET \/pet\/\{petId\} · read, idempotent · \d+ tokens · with api_key, or petstore_auth\n {4}petId\* {2}integer {2}path {2}Number of the pet\n/,
    );
    expect(stdout).toMatch(/credentials\n {2}PETSTORE_API_KEY_API_KEY/);
  });

  it('shows one tool whole', async () => {
    const { stdout } = await runHere(['inspect', petstore, '--tool', 'addPet']);
    expect(stdout).toMatch(/^addPet {2}Add a pet to the shop\n/);
    expect(stdout).toContain(
      'hints      readOnly false, destructive true, idempotent false, openWorld true',
    );
    expect(stdout).toContain('body       application/json');
    expect(stdout).toContain('"photoUrls"');
  });

  it('gives the same as JSON', async () => {
    const { stdout } = await runHere(['inspect', petstore, '--json', '--tool', 'deletePet']);
    expect(JSON.parse(stdout)).toMatchObject({
      server: { name: 'petstore', version: '1.0.0', title: 'Petstore' },
      documents: {
        petstore: { specification: '3.0', servers: ['https://petstore.example/api/v3'] },
      },
      mode: 'direct',
      credentials: [{ scheme: 'petstore_auth', variables: ['PETSTORE_PETSTORE_AUTH_TOKEN'] }],
      tools: [
        {
          name: 'deletePet',
          hints: { readOnly: false, destructive: true, idempotent: true, openWorld: true },
          arguments: [
            { name: 'petId', required: true, type: 'integer', to: 'path petId' },
            { name: 'api_key', required: false, type: 'string', to: 'header api_key' },
          ],
          security: [['petstore_auth']],
        },
      ],
    });
  });

  it('names the nearest where no tool has the name', async () => {
    const { code, stderr } = await runHere(['inspect', petstore, '--tool', 'addPets']);
    expect(code).toBe(1);
    expect(stderr).toMatch(/No tool is named "addPets"\.\n {2}→ Did you mean "addPet"/);
  });

  it('reads a built folder, and does not pretend that it could reshape it', async () => {
    const folder = folderWith();
    await runHere(['build', petstore], { folder });
    const fromFolder = await runHere(['inspect', 'petstore-mcp'], { folder });
    const fromDocument = await runHere(['inspect', petstore], { folder });
    expect(fromFolder.stdout).toBe(fromDocument.stdout);
    const reshaped = await runHere(['inspect', 'petstore-mcp', '--include', 'addPet'], { folder });
    expect(reshaped.code).toBe(2);
    expect(reshaped.stderr).toContain('give them to openapi-mcp build');
  });
});

describe('openapi-mcp call', () => {
  const api = (url: string): string => documentText({ servers: [{ url }] });

  it('prints what the API answers, with the credentials of the environment', async () => {
    const seen: string[] = [];
    const url = await siteWith(200, 'application/json', '[{"id":1}]', seen);
    const secured = documentText({
      servers: [{ url }],
      security: [{ token: [] }],
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    });
    const folder = folderWith({ 'jars.json': secured });
    const result = await runHere(['call', 'jars.json', 'listJars'], {
      folder,
      environment: { JARS_TOKEN_TOKEN: 'tok-secret' },
    });
    expect(result).toMatchObject({ code: 0, stdout: '[{"id":1}]\n' });
    expect(seen).toEqual(['GET /jars Bearer tok-secret']);
    const without = await runHere(['call', 'jars.json', 'listJars'], { folder });
    expect(without.code).toBe(1);
    expect(without.stderr).toContain('JARS_TOKEN_TOKEN');
    expect(seen).toHaveLength(1);
  });

  it('ends with 1 and says why where the API refuses', async () => {
    const url = await siteWith(404, 'application/problem+json', '{"title":"No such jar"}');
    const folder = folderWith({ 'jars.json': api(url) });
    const { code, stdout, stderr } = await runHere(['call', 'jars.json', 'listJars'], { folder });
    expect(code).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toContain('404');
    expect(stderr).toContain('No such jar');
  });

  it('gives the whole outcome with --json', async () => {
    const url = await siteWith(200, 'application/json', '{"id":1}');
    const folder = folderWith({ 'jars.json': api(url) });
    const { stdout } = await runHere(['call', 'jars.json', 'listJars', '--json'], { folder });
    expect(JSON.parse(stdout)).toMatchObject({
      kind: 'success',
      content: [{ type: 'text', text: '{"id":1}' }],
    });
  });

  it('refuses an argument that the tool does not have before anything is sent', async () => {
    const seen: string[] = [];
    const url = await siteWith(200, 'application/json', '[]', seen);
    const folder = folderWith({ 'jars.json': api(url) });
    const { code, stderr } = await runHere(['call', 'jars.json', 'listJars', '--arg', 'size=1'], {
      folder,
    });
    expect(code).toBe(1);
    expect(stderr).toContain('size');
    expect(seen).toEqual([]);
  });

  it('shows the request as curl and sends nothing with --dry-run', async () => {
    const { code, stdout } = await runHere(
      [
        'call',
        petstore,
        'addPet',
        '--dry-run',
        '--arg',
        "body.name=Rex 'the' dog",
        '--arg',
        'body.photoUrls=[]',
        '--arg',
        'body.tags=[{"id":1}]',
      ],
      { environment: { PETSTORE_PETSTORE_AUTH_TOKEN: 'abc' } },
    );
    expect(code).toBe(0);
    expect(stdout).toBe(
      [
        'curl --globoff --path-as-is \\',
        '  --request POST \\',
        '  https://petstore.example/api/v3/pet \\',
        "  --header 'Accept: application/json, application/xml;q=0.9, */*;q=0.1' \\",
        "  --header 'Authorization: Bearer [redacted]' \\",
        "  --header 'Content-Type: application/json' \\",
        String.raw`  --data-raw '{"name":"Rex '\''the'\'' dog","photoUrls":[],"tags":[{"id":1}]}'`,
        '',
      ].join('\n'),
    );
  });

  it('shows the request also without credentials, and says what would be missing', async () => {
    const { code, stdout, stderr } = await runHere([
      'call',
      petstore,
      'getPetById',
      '--arg',
      'petId=7',
      '--dry-run',
    ]);
    expect(code).toBe(0);
    expect(stdout).toContain("--header 'api_key: [redacted]'");
    expect(stderr).toContain('PETSTORE_API_KEY_API_KEY');
  });

  it.each([['query'], ['header'], ['cookie']])(
    'masks a key of three letters in the %s',
    async (place) => {
      const folder = folderWith({
        'jars.json': documentText({
          security: [{ key: [] }],
          components: { securitySchemes: { key: { type: 'apiKey', in: place, name: 'k' } } },
        }),
      });
      const { stdout } = await runHere(['call', 'jars.json', 'listJars', '--dry-run'], {
        folder,
        environment: { JARS_KEY_API_KEY: 'xyz' },
      });
      expect(stdout).not.toContain('xyz');
      expect(stdout).toContain('redacted');
    },
  );

  it('asks nobody and refuses where a tool wants confirmation, unless --yes answers', async () => {
    const seen: string[] = [];
    const url = await siteWith(200, 'application/json', '[]', seen);
    const folder = folderWith({
      'jars.json': api(url),
      'overlay.yaml': 'openapi-mcp: 1\ntools:\n  listJars: { confirm: true }\n',
    });
    const words = ['call', 'jars.json', 'listJars', '--overlay', 'overlay.yaml'];
    expect(await runHere(words, { folder })).toMatchObject({ code: 1 });
    expect(seen).toEqual([]);
    expect(await runHere([...words, '--yes'], { folder })).toMatchObject({ code: 0 });
    expect(seen).toEqual(['GET /jars']);
  });
});

describe('openapi-mcp check', () => {
  it('ends with 0 for a good document and names every remark', async () => {
    const { code, stdout, stderr } = await runHere(['check', petstore]);
    expect(code).toBe(0);
    expect(stderr).toBe('');
    expect(stdout).toContain('info hint-raised');
  });

  it('fails for warnings only under --strict', async () => {
    const tricky = path.join(projectRoot, 'specs/tricky.yaml');
    expect(await runHere(['check', tricky])).toMatchObject({ code: 0 });
    expect(await runHere(['check', tricky, '--strict'])).toMatchObject({ code: 1 });
  });

  it('checks the official schema, too', async () => {
    const folder = folderWith({
      'jars.json': documentText({ servers: [{ uri: 'https://a.example' }] }),
    });
    const { stdout } = await runHere(['check', 'jars.json'], { folder });
    expect(stdout).toContain('schema-violation');
  });

  it('gives diagnostics as JSON', async () => {
    const { stdout } = await runHere(['check', petstore, '--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      tools: 19,
      diagnostics: [
        { severity: 'info', file: 'specs/petstore.yaml', line: expect.any(Number) as unknown },
        { severity: 'info' },
      ],
    });
  });
});
