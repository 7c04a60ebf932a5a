import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { documentText, folderWith, runHere, siteWith } from './in-process.ts';

/** A document of its own API: `list<Thing>` with a key that its scheme asks for. */
function apiOf(thing: string, more: Readonly<Record<string, unknown>> = {}): string {
  return documentText({
    info: { title: thing, version: '1' },
    servers: [{ url: `https://${thing}.example` }],
    security: [{ token: [] }],
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    paths: {
      [`/${thing}`]: {
        get: {
          operationId: `list_${thing}`,
          tags: [thing],
          summary: `Lists ${thing}.`,
          responses: { 204: { description: 'None.' } },
        },
        delete: {
          operationId: 'empty',
          summary: `Empties ${thing}.`,
          responses: { 204: { description: 'None.' } },
        },
      },
    },
    ...more,
  });
}

interface BuildReport {
  readonly tools: readonly { readonly name: string; readonly operation: { document: string } }[];
}

async function namesOf(folder: string, ...words: readonly string[]): Promise<readonly string[]> {
  const { code, stdout, stderr } = await runHere(
    ['build', ...words, '--name', 'kitchen', '-o', 'out', '--json'],
    { folder },
  );
  expect(stderr).toBe('');
  expect(code).toBe(0);
  return (JSON.parse(stdout) as BuildReport).tools.map(({ name }) => name);
}

describe('several documents in one server', () => {
  it('have names and variables of their own, which a further document does not change', async () => {
    const folder = folderWith({
      'jars.json': apiOf('jars'),
      'lids.json': apiOf('lids'),
      'boxes.json': apiOf('boxes'),
    });
    const variables = (): readonly string[] => {
      const text = readFileSync(path.join(folder, 'out', '.env.example'), 'utf8');
      return [...new Set(text.match(/\b[A-Z][A-Z_]*_(?:TOKEN|BASE_URL)\b/g))];
    };
    const two = await namesOf(folder, 'jars.json', 'lids.json');
    expect(two).toEqual(['jars_empty', 'jars_list_jars', 'lids_empty', 'lids_list_lids']);
    const before = variables();
    expect(before).toEqual(expect.arrayContaining(['JARS_TOKEN_TOKEN', 'LIDS_TOKEN_TOKEN']));
    const three = await namesOf(folder, 'boxes.json', 'lids.json', 'jars.json');
    expect(three).toEqual(['boxes_empty', 'boxes_list_boxes', ...two]);
    expect(variables()).toEqual(expect.arrayContaining([...before]));
  });

  it('give the same server whatever their order', async () => {
    const folder = folderWith({ 'jars.json': apiOf('jars'), 'lids.json': apiOf('lids') });
    const bridge = (): string => readFileSync(path.join(folder, 'out', 'bridge.json'), 'utf8');
    await namesOf(folder, 'jars.json', 'lids.json');
    const before = bridge();
    await namesOf(folder, 'lids.json', 'jars.json');
    expect(bridge()).toBe(before);
  });

  it('get their own credentials at their own origin, and no other', async () => {
    const seenByJars: string[] = [];
    const seenByLids: string[] = [];
    const jars = await siteWith(200, 'application/json', '[]', seenByJars);
    const lids = await siteWith(200, 'application/json', '[]', seenByLids);
    const folder = folderWith({
      'jars.json': apiOf('jars', { servers: [{ url: jars }] }),
      'lids.json': apiOf('lids', { servers: [{ url: lids }] }),
    });
    await namesOf(folder, 'jars.json', 'lids.json');
    const environment = {
      JARS_TOKEN_TOKEN: 'jar-secret',
      TOKEN_TOKEN: 'x',
      KITCHEN_TOKEN_TOKEN: 'y',
    };
    const call = (tool: string) => runHere(['call', 'out', tool], { folder, environment });
    expect(await call('jars_list_jars')).toMatchObject({ code: 0 });
    expect(seenByJars).toEqual(['GET /jars Bearer jar-secret']);
    const refused = await call('lids_list_lids');
    expect(refused.code).toBe(1);
    expect(refused.said).toContain('LIDS_TOKEN_TOKEN');
    expect(seenByLids).toEqual([]);
  });

  it('must not share a name', async () => {
    const folder = folderWith({ 'jars.json': apiOf('jars'), 'more/jars.json': apiOf('lids') });
    const clash = await runHere(['build', 'jars.json', 'more/jars.json'], { folder });
    expect(clash.code).toBe(1);
    expect(clash.stderr).toContain('error namespace-unusable');
    expect(clash.stderr).toContain('NAME=SPEC');
    expect(await namesOf(folder, 'jars.json', 'other=more/jars.json')).toHaveLength(4);
  });

  it('must not share a variable', async () => {
    const scheme = { type: 'http', scheme: 'bearer' };
    const folder = folderWith({
      'a.json': apiOf('jars', {
        security: [{ b_c: [] }],
        components: { securitySchemes: { b_c: scheme } },
      }),
      'a_b.json': apiOf('lids', {
        security: [{ c: [] }],
        components: { securitySchemes: { c: scheme } },
      }),
    });
    const { code, stderr } = await runHere(['build', 'a.json', 'a_b=a_b.json'], { folder });
    expect(code).toBe(1);
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain(
      'A_B_C_TOKEN would be read both for the security scheme "b_c" of a and for the security scheme "c" of a_b.',
    );
  });

  it('are selected by rules that match in one of them, but not by rules that match in none', async () => {
    const folder = folderWith({ 'jars.json': apiOf('jars'), 'lids.json': apiOf('lids') });
    const both = ['jars.json', 'lids.json'];
    expect(await namesOf(folder, ...both, '--include', 'tag:jars', '--include', 'empty')).toEqual([
      'jars_empty',
      'jars_list_jars',
      'lids_empty',
    ]);
    const { code, stderr } = await runHere(['build', ...both, '--exclude', 'DELETE /jar'], {
      folder,
    });
    expect(code).toBe(1);
    expect(stderr).toContain('error selection-unmatched');
    expect(stderr).toContain('Did you mean "DELETE /jars"?');
    expect(stderr.match(/selection-unmatched/g)).toHaveLength(1);
    const lenient = await runHere(['build', ...both, '--exclude', 'DELETE /jar', '--lenient'], {
      folder,
    });
    expect(lenient.code).toBe(0);
    expect(lenient.stderr).toContain('warning selection-unmatched');
  });

  it('stop the build where one of them cannot be read', async () => {
    const folder = folderWith({ 'jars.json': apiOf('jars'), 'lids.json': '{ "openapi": "3.1.0"' });
    const { code, stderr } = await runHere(['build', 'jars.json', 'lids.json'], { folder });
    expect(code).toBe(1);
    expect(stderr).toContain('lids.json:1:');
    expect(stderr).toContain('Nothing was written.');
  });
});
