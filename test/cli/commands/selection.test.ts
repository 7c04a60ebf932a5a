import { describe, expect, it } from 'vitest';
import { folderWith, runHere } from './in-process.ts';

const none = { 204: { description: 'None.' } };

/** 3.2, with a tree of tags: jars and lids are kitchen, kitchen and garden are house. */
const house = JSON.stringify({
  openapi: '3.2.0',
  info: { title: 'House', version: '1' },
  servers: [{ url: 'https://house.example' }],
  tags: [
    { name: 'house' },
    { name: 'kitchen', parent: 'house' },
    { name: 'garden', parent: 'house' },
    { name: 'jars', parent: 'kitchen' },
  ],
  paths: {
    '/jars': {
      get: { operationId: 'listJars', tags: ['jars'], responses: none },
      post: { operationId: 'searchJars', tags: ['jars'], responses: none },
    },
    '/jars/{id}': {
      delete: {
        operationId: 'deleteJar',
        tags: ['jars'],
        deprecated: true,
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        responses: none,
      },
    },
    '/lids': { get: { operationId: 'listLids', tags: ['kitchen'], responses: none } },
    '/trees': { get: { operationId: 'listTrees', tags: ['garden'], responses: none } },
    '/health': { get: { operationId: 'health', responses: none } },
  },
});

const all = ['deleteJar', 'health', 'listJars', 'listLids', 'listTrees', 'searchJars'];

async function select(...words: readonly string[]): Promise<readonly string[]> {
  const folder = folderWith({ 'house.json': house });
  const { stdout } = await runHere(['inspect', 'house.json', '--json', ...words], { folder });
  const { tools } = JSON.parse(stdout) as { tools: { name: string }[] };
  return tools.map(({ name }) => name).toSorted();
}

const without = (...names: readonly string[]): readonly string[] =>
  all.filter((name) => !names.includes(name));

describe('selection', () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ['nothing said', [], all],
    ['an operationId', ['--include', 'health'], ['health']],
    ['a place', ['--exclude', 'GET /jars'], without('listJars')],
    ['a place of any method', ['--include', '/jars/**'], ['deleteJar']],
    [
      'a glob of one level',
      ['--include', 'GET /*'],
      ['health', 'listJars', 'listLids', 'listTrees'],
    ],
    ['a tag', ['--include', 'tag:garden'], ['listTrees']],
    ['V14 a tag and those below it', ['--exclude', 'tag:kitchen'], ['health', 'listTrees']],
    ['V14 the whole tree', ['--exclude', 'tag:house'], ['health']],
    [
      'the first rule that matches',
      ['--exclude', 'deleteJar', '--include', 'tag:jars', '--exclude', 'tag:kitchen'],
      ['listJars', 'searchJars'],
    ],
    [
      'the first rule that matches, in another order',
      ['--exclude', 'tag:kitchen', '--include', 'tag:house'],
      ['listTrees'],
    ],
    ['V15 nothing deprecated', ['--skip-deprecated'], without('deleteJar')],
    ['nothing that may change something', ['--read-only'], without('deleteJar', 'searchJars')],
    [
      'H3 nothing that may change something, with names that are trusted',
      ['--read-only', '--trust-read-names'],
      without('deleteJar'),
    ],
  ])('keeps what fits %s', async (_, words, names) => {
    expect(await select(...words)).toEqual(names);
  });

  it.each([
    ['listJar', 'Did you mean "listJars"'],
    ['GET /jar', 'Did you mean "GET /jars"'],
    ['tag:jar', 'Did you mean "tag:jars"'],
    ['DELETE /trees', 'matches no operation'],
  ])('refuses %s, which matches nothing, with the nearest', async (rule, said) => {
    const folder = folderWith({ 'house.json': house });
    for (const action of ['--include', '--exclude']) {
      const { code, stderr } = await runHere(['build', 'house.json', action, rule], { folder });
      expect(code).toBe(1);
      expect(stderr).toContain('error selection-unmatched');
      expect(stderr).toContain(`${action} "${rule}" matches no operation.`);
      expect(stderr).toContain(said);
    }
  });

  it('refuses to write a server without tools', async () => {
    const folder = folderWith({ 'house.json': house });
    const { code, stderr } = await runHere(['build', 'house.json', '--exclude', '/**'], { folder });
    expect(code).toBe(1);
    expect(stderr).toContain('error no-tools');
  });
});
