import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { DocumentNode, DocumentSet, Resolution } from '../../src/import/document-set.ts';
import type { LoadedDocuments, LoadOptions } from '../../src/import/load-documents.ts';
import { loadDocuments } from '../../src/import/load-documents.ts';
import { parsePointer } from '../../src/model/source.ts';
import type { World } from './support/memory-ports.ts';
import { memoryPorts } from './support/memory-ports.ts';
import { openApi } from './support/minimal.ts';

type Files = Readonly<Record<string, string>>;

/** Loads /project/openapi.yaml beside other files given by their path in /project. */
async function load(files: Files, options: LoadOptions = {}): Promise<LoadedDocuments> {
  const world: World = {
    files: Object.fromEntries(
      Object.entries(files).map(([name, text]) => [path.posix.join('/project', name), text]),
    ),
  };
  const { result } = await loadDocuments(
    { kind: 'file', path: 'openapi.yaml' },
    { workingFolder: '/project', ports: memoryPorts(world).ports, ...options },
  );
  if (!result.ok) throw new Error(result.diagnostics[0].message);
  return result.value;
}

function at(documents: DocumentSet, pointer: string): DocumentNode {
  const node = documents.child(documents.entry.root, ...parsePointer(pointer));
  if (node === undefined) throw new Error(`nothing at ${pointer}`);
  return node;
}

/** Resolves the `$ref` of the object at a pointer of the entry. */
function follow(documents: DocumentSet, pointer: string): Resolution {
  const node = at(documents, pointer);
  return documents.resolve((node.value as { $ref: string }).$ref, node);
}

function valueOf(resolution: Resolution): unknown {
  if (!resolution.ok) throw new Error(resolution.diagnostic.message);
  return resolution.node.value;
}

function placeOf(resolution: Resolution): string {
  if (!resolution.ok) throw new Error(resolution.diagnostic.message);
  const { document, pointer } = resolution.node.location;
  return `${document.replace('file:///project/', '')}#${pointer}`;
}

/** Resolves one reference from the root of a document with these parts. */
async function resolveFromRoot(
  reference: string,
  rest: string,
  version = '3.1.0',
): Promise<Resolution> {
  const { documents } = await load({ 'openapi.yaml': openApi(version, rest) });
  return documents.resolve(reference, documents.entry.root);
}

describe('references inside a document', () => {
  const rest = `
paths:
  /a b/{id}: { get: 1 }
  /200: { 200: code }
  /enc%2Foded: { x: 1 }
components:
  schemas:
    "it's": { a~b: 1, "": empty }
    Ünï: { list: [0, { deep: true }] }
`;
  it.each([
    ['#/paths/~1a%20b~1{id}/get', 1],
    ['#/paths/~1a b~1%7Bid%7D/get', 1],
    ['#/paths/~1200/200', 'code'],
    ["#/components/schemas/it's/a~0b", 1],
    ["#/components/schemas/it's/", 'empty'],
    ['#/components/schemas/%C3%9Cn%C3%AF/list/1/deep', true],
    ['#/components/schemas/Ünï/list/0', 0],
    ['#/paths/~1enc%252Foded/x', 1],
    ['#/paths/~1enc%2Foded/x', 1],
  ])('L2 resolves %s', async (reference, expected) => {
    expect(valueOf(await resolveFromRoot(reference, rest))).toBe(expected);
  });

  it('L2 resolves # to the document', async () => {
    expect(placeOf(await resolveFromRoot('#', rest))).toBe('openapi.yaml#');
  });

  it.each([
    ['#/components/schemas/None', 'there is no /components/schemas/None'],
    ['#/components/schemas/Ünï/list/01', 'there is no /components/schemas/Ünï/list/01'],
    ['#/components/schemas/Ünï/list/-', 'there is no'],
    ['#/components/constructor', 'there is no /components/constructor'],
    ['#/components/__proto__', 'there is no /components/__proto__'],
    ['#/%', 'there is no /%'],
    ['#components/schemas', 'no $anchor is called components/schemas'],
    ['other.yaml', 'other.yaml could not be read: there is no such file'],
    ['http://[', 'cannot be resolved to a document'],
  ])('L1 reports %s where it stands', async (reference, words) => {
    const { documents } = await load({
      'openapi.yaml': openApi('3.0.0', `${rest}\nx-ref: { $ref: '${reference}' }`),
    });
    const resolution = follow(documents, '/x-ref');
    expect(resolution).toMatchObject({
      ok: false,
      diagnostic: {
        code: expect.stringMatching(/^reference-un/),
        severity: 'error',
        message: expect.stringContaining(words),
        location: { document: 'file:///project/openapi.yaml', pointer: '/x-ref' },
      },
    });
  });

  it('L2 follows a chain to its end and keeps the nearest texts', async () => {
    const { documents } = await load({
      'openapi.yaml': openApi(
        '3.1.0',
        `
components:
  parameters:
    A: { $ref: '#/components/parameters/B', description: nearest }
    B: { $ref: '#/components/parameters/C', description: farther, summary: s }
    C: { name: c, in: query, description: own }
`,
      ),
    });
    const resolution = follow(documents, '/components/parameters/A');
    expect(placeOf(resolution)).toBe('openapi.yaml#/components/parameters/C');
    expect(resolution).toMatchObject({ overrides: { description: 'nearest', summary: 's' } });
    const node = at(documents, '/components/parameters/A');
    expect(placeOf(documents.locate('#/components/parameters/B', node))).toBe(
      'openapi.yaml#/components/parameters/B',
    );
  });

  it('L2 walks through a reference that stands in the way', async () => {
    const { documents } = await load({
      'openapi.yaml': openApi(
        '3.0.0',
        `paths:\n  /a: { $ref: paths.yaml#/a }\nx: { $ref: '#/paths/~1a/get/x' }`,
      ),
      'paths.yaml': 'a: { get: { x: { found: 1 } } }',
    });
    expect(placeOf(follow(documents, '/x'))).toBe('paths.yaml#/a/get/x');
  });
});

describe('loops of references', () => {
  it.each([
    ['to itself', `a: { $ref: '#/a' }`],
    ['of two', `a: { $ref: '#/b' }\nb: { $ref: '#/a' }`],
    ['by name of the file', `a: { $ref: 'openapi.yaml#/b' }\nb: { $ref: '#/a' }`],
    ['that is entered later', `a: { $ref: '#/b' }\nb: { $ref: '#/c' }\nc: { $ref: '#/b' }`],
    ['through another file', `a: { $ref: 'other.yaml#/b' }`],
  ])('L2 reports one %s', async (_name, rest) => {
    const { documents } = await load({
      'openapi.yaml': openApi('3.0.0', rest),
      'other.yaml': `b: { $ref: 'openapi.yaml#/a' }`,
    });
    expect(follow(documents, '/a')).toMatchObject({
      ok: false,
      diagnostic: { code: 'reference-loop', location: { pointer: '/a' } },
    });
  });

  it.each([
    ['a pointer below itself', `a: { $ref: '#/a/b' }`],
    ['pointers below each other', `a: { $ref: '#/b/x' }\nb: { $ref: '#/a/x' }`],
    ['pointers that branch', branchingReferences(60)],
  ])('ends for %s', async (_name, rest) => {
    const { documents } = await load({ 'openapi.yaml': openApi('3.0.0', rest) });
    expect(follow(documents, '/a').ok).toBe(false);
  });

  it('resolves a chain of two thousand', async () => {
    const links = Array.from({ length: 2000 }, (_, i) => `l${i}: { $ref: '#/l${i + 1}' }`);
    const { documents } = await load({
      'openapi.yaml': openApi('3.0.0', `${links.join('\n')}\nl2000: { end: 1 }`),
    });
    expect(placeOf(follow(documents, '/l0'))).toBe('openapi.yaml#/l2000');
  });
});

describe('references to other documents', () => {
  it('L3 finds them transitively, and each is read once', async () => {
    const files = {
      'openapi.yaml': openApi(
        '3.0.0',
        `paths: { /a: { $ref: paths/a.yaml } }\nx: { $ref: './paths/a.yaml#/get' }`,
      ),
      'paths/a.yaml': `get: { responses: { 200: { $ref: '../responses/ok.json' } } }`,
      'responses/ok.json': `{"content": {"a/b": {"schema": {"$ref": "../schemas/Pet.yaml#/Pet"}}}}`,
      'schemas/Pet.yaml': `Pet: { properties: { owner: { $ref: '../openapi.yaml#/info' }, self: { $ref: '#/Pet' } } }`,
    };
    const { ports, filesRead } = memoryPorts({
      files: Object.fromEntries(Object.entries(files).map(([k, v]) => [`/project/${k}`, v])),
    });
    const { documents, uris } = await load({}, { ports });
    expect(uris).toEqual([
      'file:///project/openapi.yaml',
      'file:///project/paths/a.yaml',
      'file:///project/responses/ok.json',
      'file:///project/schemas/Pet.yaml',
    ]);
    expect(filesRead).toHaveLength(4);
    const response = follow(documents, '/paths/~1a');
    if (!response.ok) throw new Error('unresolved');
    const ok = documents.child(response.node, 'get', 'responses', '200');
    const pet = documents.resolve('../responses/ok.json#/content/a~1b/schema', ok ?? response.node);
    expect(placeOf(pet)).toBe('schemas/Pet.yaml#/Pet');
    if (!pet.ok) throw new Error('unresolved');
    expect(placeOf(documents.resolve('#/Pet', pet.node))).toBe('schemas/Pet.yaml#/Pet');
    expect(placeOf(documents.resolve('../openapi.yaml#/info', pet.node))).toBe(
      'openapi.yaml#/info',
    );
  });

  it('reads the documents that a discriminator and a link name', async () => {
    const { uris } = await load({
      'openapi.yaml': openApi(
        '3.1.0',
        `
components:
  schemas:
    A: { discriminator: { propertyName: t, mapping: { x: cat.yaml#/Cat, y: Dog, z: ./fish.yaml } } }
  links:
    L: { operationRef: 'other.yaml#/paths/~1a/get' }
`,
      ),
      'cat.yaml': 'Cat: {}',
      'fish.yaml': '{}',
      'other.yaml': 'paths: {}',
      Dog: '{}',
    });
    expect(uris.map((uri) => path.posix.basename(uri))).toEqual([
      'openapi.yaml',
      'cat.yaml',
      'fish.yaml',
      'other.yaml',
    ]);
  });

  it('V2 takes a $ref in example data, defaults and constants for data', async () => {
    const { ports, filesRead } = memoryPorts({
      files: {
        '/project/openapi.yaml': openApi(
          '3.1.0',
          `
components:
  examples: { e: { value: { $ref: a.yaml } } }
  schemas:
    S:
      example: { $ref: b.yaml }
      examples: [{ $ref: c.yaml }]
      default: { $ref: d.yaml }
      enum: [{ $ref: e.yaml }]
      const: { $ref: f.yaml }
      x-other: { $ref: g.yaml }
      properties:
        example: { $ref: named.yaml }
        default: { $ref: named.yaml }
        x-thing: { $ref: named.yaml }
`,
        ),
        '/project/named.yaml': '{}',
      },
    });
    await load({}, { ports });
    expect(filesRead).toEqual(['/project/openapi.yaml', '/project/named.yaml']);
  });

  it('reads maps that are references, extensions at the root, and texts', async () => {
    const { documents, uris } = await load({
      'openapi.yaml': openApi(
        '3.0.0',
        `
tags: [{ name: t, description: { $ref: docs/t.md } }]
paths: { $ref: paths.yaml }
x-shared: { a: { $ref: shared.yaml } }
`,
      ),
      'docs/t.md': '# Title: with a colon\n',
      'paths.yaml': '/a: {}',
      'shared.yaml': 'a: 1',
    });
    expect(uris).toHaveLength(4);
    expect(valueOf(follow(documents, '/tags/0/description'))).toBe('# Title: with a colon\n');
  });

  it('an unreadable document stops nothing and is reported by the reference', async () => {
    const { documents, uris } = await load({
      'openapi.yaml': openApi(
        '3.0.0',
        `
a: { $ref: missing.yaml#/x }
b: { $ref: broken.yaml }
c: { $ref: '/etc/passwd' }
d: { $ref: 'https://schemas.example/x.json' }
e: { $ref: page.html }
f: { $ref: fine.yaml }
`,
      ),
      'broken.yaml': 'a: [',
      'page.html': '<html></html>',
      'fine.yaml': 'fine: true',
    });
    expect(uris).toHaveLength(2);
    const codes = ['a', 'b', 'c', 'd', 'e', 'f'].map((key) => {
      const resolution = follow(documents, `/${key}`);
      return resolution.ok ? 'ok' : resolution.diagnostic.code;
    });
    expect(codes).toEqual([
      'reference-unreadable',
      'reference-unreadable',
      'reference-refused',
      'reference-refused',
      'reference-unreadable',
      'ok',
    ]);
  });

  it('keeps the warnings about documents that were read', async () => {
    const { ports } = memoryPorts({
      files: {
        '/project/openapi.yaml': openApi('3.0.0', 'a: { $ref: b.json }'),
        '/project/b.json': '{"x": 1, "x": 2}',
      },
    });
    const { result } = await loadDocuments(
      { kind: 'file', path: '/project/openapi.yaml' },
      { ports, workingFolder: '/project' },
    );
    expect(result.diagnostics).toMatchObject([
      { code: 'duplicate-key', location: { document: 'file:///project/b.json', pointer: '/x' } },
    ]);
  });

  it.each([
    ['documents', { maxDocuments: 3 }],
    ['bytes', { maxTotalBytes: 300 }],
  ])('stops at the limit of %s', async (_name, limits) => {
    const files: Record<string, string> = {
      'openapi.yaml': openApi('3.0.0', `a: { $ref: f0.yaml }`),
    };
    for (let i = 0; i < 50; i += 1)
      files[`f${i}.yaml`] = `next: { $ref: f${i + 1}.yaml } # ${'x'.repeat(80)}`;
    const { documents, uris } = await load(files, { limits });
    expect(uris.length).toBeLessThan(5);
    const resolution = documents.resolve(`f${uris.length - 1}.yaml`, documents.entry.root);
    expect(resolution).toMatchObject({ ok: false });
    const last = documents.resolve(`f${uris.length - 2}.yaml#/next`, documents.entry.root);
    expect(last).toMatchObject({ ok: false, diagnostic: { code: 'reference-refused' } });
  });

  it('counts the hash over the bytes of all documents in the order of their URIs', async () => {
    const files = { 'openapi.yaml': openApi('3.0.0', 'a: { $ref: a.yaml }'), 'a.yaml': '{}' };
    const { documents } = await load(files);
    const expected = createHash('sha256').update('{}').update(files['openapi.yaml']).digest('hex');
    expect(documents.sourceHash).toBe(expected);
    const alone = await load({ 'openapi.yaml': openApi('3.0.0') });
    expect(alone.documents.sourceHash).toBe(
      createHash('sha256').update(openApi('3.0.0')).digest('hex'),
    );
  });
});

describe('identifiers', () => {
  const schemas = `
components:
  schemas:
    Root:
      $id: https://schemas.example/root.json
      $defs:
        Inner: { $anchor: inner, type: string }
        Relative: { $id: nested/leaf.json, properties: { up: { $ref: ../root.json }, own: { $ref: '#/$defs/Own' } }, $defs: { Own: { own: true } } }
      properties:
        byAnchor: { $ref: '#inner' }
        byPointer: { $ref: '#/$defs/Inner' }
        byDocument: { $ref: '#/components/schemas/Other' }
        leaf: { $ref: nested/leaf.json }
        recursive: { $ref: '#' }
    Other:
      $dynamicAnchor: node
      properties:
        byId: { $ref: 'https://schemas.example/root.json' }
        byIdAndAnchor: { $ref: 'https://schemas.example/root.json#inner' }
        byIdAndPointer: { $ref: 'https://schemas.example/root.json#/$defs/Inner' }
        byDynamicAnchor: { $ref: '#node' }
`;
  const properties = '/components/schemas';
  it.each([
    ['Root/properties/byAnchor', '/components/schemas/Root/$defs/Inner'],
    ['Root/properties/byPointer', '/components/schemas/Root/$defs/Inner'],
    ['Root/properties/byDocument', '/components/schemas/Other'],
    ['Root/properties/leaf', '/components/schemas/Root/$defs/Relative'],
    ['Root/properties/recursive', '/components/schemas/Root'],
    ['Root/$defs/Relative/properties/up', '/components/schemas/Root'],
    ['Root/$defs/Relative/properties/own', '/components/schemas/Root/$defs/Relative/$defs/Own'],
    ['Other/properties/byId', '/components/schemas/Root'],
    ['Other/properties/byIdAndAnchor', '/components/schemas/Root/$defs/Inner'],
    ['Other/properties/byIdAndPointer', '/components/schemas/Root/$defs/Inner'],
    ['Other/properties/byDynamicAnchor', '/components/schemas/Other'],
  ])('L1 resolves %s', async (from, expected) => {
    const { documents } = await load({ 'openapi.yaml': openApi('3.1.0', schemas) });
    expect(placeOf(follow(documents, `${properties}/${from}`))).toBe(`openapi.yaml#${expected}`);
  });

  it('says the base at each place', async () => {
    const { documents } = await load({ 'openapi.yaml': openApi('3.1.0', schemas) });
    expect(at(documents, '/components').base).toBe('file:///project/openapi.yaml');
    expect(at(documents, '/components/schemas/Root/properties').base).toBe(
      'https://schemas.example/root.json',
    );
    expect(at(documents, '/components/schemas/Root/$defs/Relative/properties').base).toBe(
      'https://schemas.example/nested/leaf.json',
    );
  });

  it('J6 finds anchors in the document of a node', async () => {
    const { documents } = await load({ 'openapi.yaml': openApi('3.1.0', schemas) });
    const inRoot = at(documents, '/components/schemas/Root/properties');
    expect(documents.anchor('inner', inRoot)?.location.pointer).toBe(
      '/components/schemas/Root/$defs/Inner',
    );
    expect(documents.anchor('node', inRoot)?.location.pointer).toBe('/components/schemas/Other');
    expect(documents.anchor('none', inRoot)).toBeUndefined();
  });

  it('mean nothing before 3.1', async () => {
    const { documents } = await load({ 'openapi.yaml': openApi('3.0.0', schemas) });
    expect(at(documents, '/components/schemas/Root/properties').base).toBe(
      'file:///project/openapi.yaml',
    );
    expect(follow(documents, '/components/schemas/Other/properties/byId').ok).toBe(false);
  });

  it('a property called $id is none', async () => {
    const { documents } = await load({
      'openapi.yaml': openApi(
        '3.1.0',
        'components: { schemas: { A: { properties: { $id: { type: string }, $anchor: { type: string } } } } }',
      ),
    });
    expect(at(documents, '/components/schemas/A/properties/$id').base).toBe(
      'file:///project/openapi.yaml',
    );
  });

  it('L1 finds an $id of another document, whichever way that was reached', async () => {
    const { documents } = await load({
      'openapi.yaml': openApi(
        '3.1.0',
        `a: { $ref: lib/all.yaml#/Any }\nb: { $ref: 'https://schemas.example/pet' }`,
      ),
      'lib/all.yaml': 'Any: {}\nPet: { $id: https://schemas.example/pet, pet: true }',
    });
    expect(placeOf(follow(documents, '/b'))).toBe('lib/all.yaml#/Pet');
  });

  it('files beside a schema that names itself by a URL are found all the same', async () => {
    const { documents } = await load({
      'openapi.yaml': openApi('3.1.0', 'a: { $ref: schemas/a.json }'),
      'schemas/a.json': '{"$id": "https://schemas.example/a.json", "b": {"$ref": "b.json#/x"}}',
      'schemas/b.json': '{"x": {"found": true}}',
    });
    const a = follow(documents, '/a');
    if (!a.ok) throw new Error('unresolved');
    expect(placeOf(documents.resolve('b.json#/x', a.node))).toBe('schemas/b.json#/x');
  });
});

describe('$self', () => {
  const entry = `$self: https://api.example/v2/openapi\npaths: {}\na: { $ref: 'openapi#/info' }\nb: { $ref: shared.yaml }\n`;

  it('V11 is the base of references, not the URI of the document', async () => {
    const { documents } = await load({
      'openapi.yaml': openApi('3.2.0', entry),
      'shared.yaml': 'x: 1',
    });
    expect(documents.entry.uri).toBe('file:///project/openapi.yaml');
    expect(documents.entry.root.base).toBe('https://api.example/v2/openapi');
    expect(placeOf(follow(documents, '/a'))).toBe('openapi.yaml#/info');
    expect(placeOf(follow(documents, '/b'))).toBe('shared.yaml#');
  });

  it('V11 of another document answers to its name', async () => {
    const { documents } = await load({
      'openapi.yaml': openApi(
        '3.2.0',
        `a: { $ref: lib.yaml }\nb: { $ref: 'https://lib.example/x#/info' }`,
      ),
      'lib.yaml': openApi('3.2.0', '$self: https://lib.example/x\n'),
    });
    expect(placeOf(follow(documents, '/b'))).toBe('lib.yaml#/info');
  });

  it('V11 may be relative', async () => {
    const { documents } = await load({ 'openapi.yaml': openApi('3.2.0', '$self: v2/api.yaml\n') });
    expect(documents.entry.root.base).toBe('file:///project/v2/api.yaml');
  });

  it('means nothing in 3.1', async () => {
    const { documents } = await load({ 'openapi.yaml': openApi('3.1.0', entry) });
    expect(documents.entry.root.base).toBe('file:///project/openapi.yaml');
  });
});

describe('documents from URLs', () => {
  const url = 'https://api.example/v1/openapi.yaml';

  it('refer to their neighbours', async () => {
    const { ports } = memoryPorts({
      urls: {
        [url]: openApi('3.0.0', 'a: { $ref: ../schemas/pet.json#/x }'),
        'https://api.example/schemas/pet.json': '{"x": {"found": true}}',
      },
    });
    const { result } = await loadDocuments({ kind: 'url', url }, { ports });
    if (!result.ok) throw new Error('refused');
    expect(valueOf(follow(result.value.documents, '/a'))).toEqual({ found: true });
    expect(result.value.uris).toEqual([url, 'https://api.example/schemas/pet.json']);
  });

  it('are named without their query and credentials, also in positions', async () => {
    const secret = 'https://me:s3cret@api.example/v1/openapi.yaml?key=s3cret';
    const { ports } = memoryPorts({ urls: { [`${url}?key=s3cret`]: 'openapi: 9' } });
    const loaded = await loadDocuments({ kind: 'url', url: secret }, { ports });
    expect(JSON.stringify(loaded.result)).not.toContain('s3cret');
    const [found] = loaded.result.diagnostics;
    expect(loaded.sources.displayName(found?.location?.document ?? '')).toBe(`${url}?…`);
  });
});

describe('an entry that is refused', () => {
  it.each([
    ['a: [', 'document-syntax'],
    ['[1, 2]', 'document-not-openapi'],
    ['<html>', 'document-not-openapi'],
    ['<?xml version="1.0"?><definitions/>', 'document-not-openapi'],
    ['openapi: 5.0.0', 'specification-unknown'],
    ['a: 1\na: 2', 'duplicate-key'],
  ])('%j has one diagnostic with a place', async (text, code) => {
    const { result, sources } = await loadDocuments({ kind: 'text', text });
    expect(result).toMatchObject({ ok: false, diagnostics: [{ code, severity: 'error' }] });
    const [found] = result.diagnostics;
    expect(found?.location && sources.position(found.location)).toBeDefined();
  });

  it('tells of bytes that are no text', async () => {
    const bytes = Buffer.from(openApi('3.0.0', 'x: é'), 'latin1');
    const { ports } = memoryPorts({ files: { '/api.yaml': bytes } });
    const { result } = await loadDocuments({ kind: 'file', path: '/api.yaml' }, { ports });
    expect(result).toMatchObject({ ok: true, diagnostics: [{ code: 'document-encoding' }] });
  });

  it('recognizes what is compressed', async () => {
    const bytes = new Uint8Array([0x1f, 0x8b, 8, 0, 1, 2, 3]);
    const { ports } = memoryPorts({ files: { '/api.yaml': bytes } });
    const { result } = await loadDocuments({ kind: 'file', path: '/api.yaml' }, { ports });
    expect(result.diagnostics[0]?.message).toContain('a compressed file');
  });
});

describe('hostile documents', () => {
  it('keeps __proto__ and constructor as names', async () => {
    const { documents } = await load({
      'openapi.yaml': openApi(
        '3.1.0',
        `components: { schemas: { __proto__: { type: string }, constructor: { $ref: '#/components/schemas/__proto__' } } }`,
      ),
    });
    expect(placeOf(follow(documents, '/components/schemas/constructor'))).toBe(
      'openapi.yaml#/components/schemas/__proto__',
    );
  });

  it('walks 900 levels, and keys of a megabyte', async () => {
    const deep = `${'{"x":'.repeat(900)}{"$ref":"#/info"}${'}'.repeat(900)}`;
    const key = 'k'.repeat(1_000_000);
    const text = `{"openapi":"3.1.0","info":{},"a":${deep},"${key}":{"$id":"${key}","b":{"$ref":"#/info"}}}`;
    const { documents } = await load({ 'openapi.yaml': text });
    expect(placeOf(follow(documents, `/a${'/x'.repeat(900)}`))).toBe('openapi.yaml#/info');
    expect(placeOf(follow(documents, `/${key}/b`))).toBe('openapi.yaml#/info');
  });

  it('shows no more of a long reference than a line holds', async () => {
    const reference = `#/${'x'.repeat(1_000_000)}`;
    const resolution = await resolveFromRoot(reference, '');
    if (resolution.ok) throw new Error('resolved');
    expect(resolution.diagnostic.message.length).toBeLessThan(600);
  });
});

const github = path.resolve(
  import.meta.dirname,
  '../../../shared/corpus/github-rest/api.github.com.json',
);

describe.skipIf(!existsSync(github))('a document of 13 megabytes', () => {
  it('is loaded and linked in about a third of a second', async () => {
    const bytes = readFileSync(github);
    const { ports } = memoryPorts({ files: { '/api.json': bytes } });
    const before = process.cpuUsage();
    const { result } = await loadDocuments({ kind: 'file', path: '/api.json' }, { ports });
    const { user, system } = process.cpuUsage(before);
    expect(result.ok).toBe(true);
    // The rest is for slow and busy machines, and for the test runner itself.
    expect((user + system) / 1000).toBeLessThan(1200);
  });
});

/** Each pointer leads through the one after it several times over. */
function branchingReferences(levels: number): string {
  const steps = Array.from(
    { length: levels },
    (_, i) => `${i === 0 ? 'a' : `r${i}`}: { $ref: '#/r${i + 1}/x/x/x/x' }`,
  );
  return `${steps.join('\n')}\nr${levels}: { x: { $ref: '#/r1' } }`;
}
