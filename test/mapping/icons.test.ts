import { describe, expect, it } from 'vitest';
import { mapTools } from '../../src/mapping/map-tools.ts';
import { findIconFiles } from '../../src/mapping/overlay/icons.ts';
import type { Extension } from '../../src/model/api.ts';
import { api, operation } from './api-builder.ts';

function source(src: string, document: string, rank: number): Extension {
  return {
    value: { 'openapi-mcp': 1, server: { 'icons+': [{ src }] } },
    location: { document, pointer: '' },
    rank,
  };
}

describe('icon files', () => {
  it.each([
    ['pet.svg', 'file:///a/o.yaml', 1, 'file:///a/pet.svg'],
    ['../pet.png', 'file:///a/o.yaml', 1, 'file:///pet.png'],
    ['icons/pet.svg', 'file:///a/spec.yaml', 0, 'file:///a/icons/pet.svg'],
    ['../pet.svg', 'file:///a/spec.yaml', 0, undefined],
    ['file:///etc/pet.svg', 'https://api.example/spec.yaml', 0, undefined],
    ['/etc/passwd', 'file:///a/o.yaml', 1, undefined],
    ['https://a.example/i.svg', 'file:///a/o.yaml', 1, undefined],
    ['data:image/png;base64,AA', 'file:///a/o.yaml', 1, undefined],
    ['pet.svg', 'https://api.example/spec.yaml', 0, undefined],
  ])('%s named by %s of rank %i is read as %s', (src, document, rank, url) => {
    expect(findIconFiles([source(src, document, rank)])).toEqual(url === undefined ? [] : [url]);
  });

  it('become data URIs, and relative ones beside a remote document whole URLs', () => {
    const [inline, remote] = ['file:///a/pet.svg', 'https://api.example/i.svg'].map((url) =>
      mapTools(api([operation('GET', '/pets')]), {
        namespace: 'petstore',
        overlays: [source(url.replace(/^.*\//, ''), url.replace(/[^/]*$/, 'o.yaml'), 1)],
        iconFiles: new Map([['file:///a/pet.svg', 'data:image/svg+xml;base64,AAAA']]),
      }),
    );
    expect(inline?.ok && inline.value.server.icons).toEqual([
      { src: 'data:image/svg+xml;base64,AAAA' },
    ]);
    expect(remote?.ok && remote.value.server.icons).toEqual([{ src: 'https://api.example/i.svg' }]);
  });
});
