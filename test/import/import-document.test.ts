import { describe, expect, it } from 'vitest';
import type { ImportResult, OverlayToApply } from '../../src/import/index.ts';
import { importDocument, loadOverlay, overlayDocument } from '../../src/import/index.ts';
import { memoryPorts } from './support/memory-ports.ts';
import { openApi } from './support/minimal.ts';

const api = openApi(
  '3.0.3',
  `servers: [{ url: https://api.example }]
paths:
  /pets:
    get:
      operationId: listPets
      parameters:
        - { name: first, in: query, schema: { type: string } }
        - { name: second, in: nowhere, schema: { type: string } }
      responses: { 200: { description: ok } }
`,
);

async function overlays(...texts: readonly string[]): Promise<readonly OverlayToApply[]> {
  return Promise.all(
    texts.map(async (text, index) => {
      const uri = `file:///overlay-${index + 1}.yaml`;
      const { result, sources } = await loadOverlay({ kind: 'text', text, uri });
      if (!result.ok || result.value.kind !== 'openapi-overlay') throw new Error('no overlay');
      const { overlay, extends: extended } = result.value;
      const rank = index + 1;
      return { overlay, rank, sources, ...(extended === undefined ? {} : { extends: extended }) };
    }),
  );
}

function overlay(actions: string, more = ''): string {
  return `overlay: 1.0.0\ninfo: { title: T, version: '1' }\n${more}actions:\n${actions}\n`;
}

async function importText(
  text: string,
  given: readonly OverlayToApply[] = [],
): Promise<ImportResult> {
  return importDocument({ kind: 'text', text }, { overlays: given });
}

function codesOf({ result }: ImportResult): readonly string[] {
  return result.diagnostics.map(({ code }) => code);
}

describe('importing with overlays', () => {
  it('O2 reads the document after them', async () => {
    const given = await overlays(
      overlay(`  - { target: "$.paths['/pets'].get", update: { operationId: listAnimals } }`),
    );
    const { result } = await importText(api, given);
    if (!result.ok) throw new Error(result.diagnostics[0].message);
    expect(result.value.operations.map(({ operationId }) => operationId)).toEqual(['listAnimals']);
  });

  it('O14 hands on the rank of every x-mcp', async () => {
    const given = await overlays(
      overlay(`  - { target: "$.paths['/pets'].get", update: { x-mcp: { name: a } } }`),
      overlay(`  - { target: "$.paths['/pets'].get['x-mcp']", update: { title: B } }`),
    );
    const { result, sources } = await importText(api, given);
    if (!result.ok) throw new Error(result.diagnostics[0].message);
    const extensions = result.value.operations[0]?.extensions ?? [];
    expect(extensions.map(({ rank, value }) => [rank, value])).toEqual([
      [1, { name: 'a' }],
      [2, { title: 'B' }],
    ]);
    const positions = extensions.map(({ location }) => sources.position(location)?.line);
    expect(positions).toEqual([4, 4]);
  });

  it('O4 warns of what matches nothing, with the place in the overlay', async () => {
    const given = await overlays(overlay(`  - { target: $.nothing, update: {} }`));
    const imported = await importText(api, given);
    expect(imported.result.ok).toBe(true);
    const found = imported.result.diagnostics.find(
      ({ code }) => code === 'overlay-matches-nothing',
    );
    expect(found?.location && imported.sources.position(found.location)).toEqual({
      line: 4,
      column: 5,
    });
  });

  it('is refused where an action cannot be carried out', async () => {
    const given = await overlays(overlay(`  - { target: $.paths, update: [1] }`));
    const imported = await importText(api, given);
    expect(imported).toMatchObject({ result: { ok: false }, documents: [] });
    expect(codesOf(imported)).toEqual(['overlay-kind-mismatch']);
  });

  it('O7 goes on where only the form of the overlay is wrong', async () => {
    const given = await overlays(overlay(`  - { target: $.info.title, update: New }`));
    const imported = await importText(api, given);
    expect(imported.result).toMatchObject({ ok: true, value: { info: { title: 'New' } } });
    expect(codesOf(imported)).toContain('overlay-target-primitive');
  });

  it('O15 warns where the overlay is for another document', async () => {
    const files = { '/project/api.yaml': api };
    const { ports } = memoryPorts({ files });
    const source = { kind: 'file', path: '/project/api.yaml' } as const;
    const action = '  - { target: $ }';
    const same = await overlays(overlay(action, 'extends: file:///project/api.yaml\n'));
    expect(codesOf(await importDocument(source, { ports, overlays: same }))).not.toContain(
      'overlay-extends-differs',
    );
    const other = await overlays(overlay(action, 'extends: https://api.example/v2.yaml\n'));
    expect(codesOf(await importDocument(source, { ports, overlays: other }))).toContain(
      'overlay-extends-differs',
    );
  });

  it('finds places in the text though items before them were removed', async () => {
    const given = await overlays(
      overlay(`  - { target: "$.paths['/pets'].get.parameters[0]", remove: true }`),
    );
    const { sources } = await importText(api, given);
    const at = (pointer: string) => sources.position({ document: 'inline:', pointer });
    expect(at('/paths/~1pets/get/parameters/0/in')).toEqual({ line: 10, column: 31 });
    expect(at('/paths/~1pets/get/operationId')).toEqual({ line: 7, column: 20 });
    expect(sources.line('inline:', 10)).toContain('second');
  });

  it('points to the array where an item came from an overlay', async () => {
    const given = await overlays(
      overlay(`  - { target: "$.paths['/pets'].get.parameters", update: [{ name: x, in: y }] }`),
    );
    const { sources } = await importText(api, given);
    const place = { document: 'inline:', pointer: '/paths/~1pets/get/parameters/2/in' };
    expect(sources.position(place)).toEqual({ line: 8, column: 7 });
  });

  it('gives the document after overlays unresolved', async () => {
    const given = await overlays(overlay(`  - { target: $.info, update: { x: 1 } }`));
    const text = openApi('3.0.0', `a: { $ref: '#/b' }`);
    const { result } = await overlayDocument({ kind: 'text', text }, { overlays: given });
    expect(result).toMatchObject({
      ok: true,
      value: { info: { x: 1 }, a: { $ref: '#/b' } },
    });
  });
});

describe('importing', () => {
  it('L9 checks the official schema when it is asked to', async () => {
    const text = `${api}surprise: 1\n`;
    expect(codesOf(await importText(text))).not.toContain('schema-violation');
    const checked = await importDocument({ kind: 'text', text }, { checkSchema: true });
    expect(checked.result.ok).toBe(true);
    expect(codesOf(checked)).toContain('schema-violation');
  });

  it('tells which documents were read', async () => {
    const files = { '/p/api.yaml': `${api}x: { $ref: more.yaml }`, '/p/more.yaml': '{}' };
    const { ports } = memoryPorts({ files });
    const { documents } = await importDocument({ kind: 'file', path: '/p/api.yaml' }, { ports });
    expect(documents).toEqual(['file:///p/api.yaml', 'file:///p/more.yaml']);
  });

  it('U88 keeps where the document came from apart from $self', async () => {
    const url = 'https://jars.example/specs/openapi.json';
    const text = openApi(
      '3.2.0',
      `$self: https://other.example/x\nservers: [{ url: /api/v3 }]\npaths: { /a: { get: { responses: {} } } }`,
    );
    const { ports } = memoryPorts({ urls: { [url]: text } });
    const { result } = await importDocument({ kind: 'url', url }, { ports });
    if (!result.ok) throw new Error(result.diagnostics[0].message);
    expect(result.value.servers[0].url).toBe('https://jars.example/api/v3');
    expect(result.value.document).toBe(url);
  });

  it('U91 takes an empty list of servers for the root', async () => {
    const url = 'https://jars.example/specs/openapi.json';
    const text = openApi('3.0.0', `servers: []\npaths: { /a: { get: { responses: {} } } }`);
    const { ports } = memoryPorts({ urls: { [url]: text } });
    const { result } = await importDocument({ kind: 'url', url }, { ports });
    if (!result.ok) throw new Error(result.diagnostics[0].message);
    expect(result.value.servers[0].url).toBe('https://jars.example');
  });

  it.each<[string, string]>([
    ['nothing at all', ''],
    ['a deep document', `{"openapi":"3.0.0","paths":${'{"/a":'.repeat(5000)}1${'}'.repeat(5001)}`],
    [
      'odd types everywhere',
      'openapi: 3.0.0\ninfo: 1\nservers: x\ntags: {}\npaths: [1]\ncomponents: null\nsecurity: 5',
    ],
    [
      'loops of path items',
      openApi('3.1.0', `paths: { /a: { $ref: '#/paths/~1b' }, /b: { $ref: '#/paths/~1a' } }`),
    ],
    [
      'prototype names',
      openApi('3.0.0', 'paths: { /__proto__: { __proto__: { get: {} }, constructor: {} } }'),
    ],
  ])('ends with diagnostics for %s', async (_name, text) => {
    const { result } = await importText(text);
    expect(result.ok || result.diagnostics.length > 0).toBe(true);
  });
});
