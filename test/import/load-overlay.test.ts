import { describe, expect, it } from 'vitest';
import { loadOverlay } from '../../src/import/index.ts';
import { memoryPorts } from './support/memory-ports.ts';

const overlay = `overlay: 1.0.0
info: { title: T, version: '1' }
extends: ../api.yaml
actions: [{ target: $ }]
`;

async function load(text: string, path = '/project/overlays/a.yaml') {
  const { ports } = memoryPorts({ files: { '/project/overlays/a.yaml': text } });
  return loadOverlay({ kind: 'file', path }, { ports, workingFolder: '/project' });
}

describe('a file given as an overlay', () => {
  it.each([
    overlay,
    JSON.stringify({
      overlay: '1.0.0',
      info: { title: 'T', version: '1' },
      extends: '../api.yaml',
      actions: [{ target: '$' }],
    }),
  ])('O15 is an OpenAPI Overlay: %j', async (text) => {
    const { result, sources } = await load(text);
    expect(result).toMatchObject({
      ok: true,
      value: { kind: 'openapi-overlay', extends: 'file:///project/api.yaml' },
    });
    expect(sources.displayName('file:///project/overlays/a.yaml')).toBe('overlays/a.yaml');
  });

  it('is a short form, unchecked', async () => {
    const { result, sources } = await load('openapi-mcp: 1\ntools: { a: { odd: 1 } }');
    expect(result).toMatchObject({
      ok: true,
      value: {
        kind: 'short-form',
        value: { 'openapi-mcp': 1, tools: { a: { odd: 1 } } },
        location: { document: 'file:///project/overlays/a.yaml', pointer: '' },
      },
    });
    const location = { document: 'file:///project/overlays/a.yaml', pointer: '/tools/a/odd' };
    expect(sources.position(location)).toEqual({ line: 2, column: 20 });
  });

  it.each([
    ['openapi: 3.0.0', 'it is an API document itself'],
    ['asyncapi: 3.0.0', 'looks like an AsyncAPI document'],
    ['[1]', 'it is a list'],
    ['tools: {}', 'neither the field overlay nor the field openapi-mcp'],
  ])('is neither: %j', async (text, words) => {
    const { result } = await load(text);
    expect(result).toMatchObject({
      ok: false,
      diagnostics: [{ code: 'overlay-invalid', message: expect.stringContaining(words) }],
    });
  });

  it.each([
    ['a: [', '/project/overlays/a.yaml', 'document-syntax'],
    ['', '/project/overlays/b.yaml', 'document-unreadable'],
    ['overlay: 1', '/project/overlays/a.yaml', 'overlay-invalid'],
  ])('says what is wrong with %j at %s', async (text, path, code) => {
    const { result } = await load(text, path);
    expect(result).toMatchObject({ ok: false });
    expect(result.diagnostics[0]?.code).toBe(code);
  });
});
