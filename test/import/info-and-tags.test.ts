import { describe, expect, it } from 'vitest';
import { openapi, plainOperation, readDocument } from '../support/read-document.ts';

const paths = { '/a': { get: { ...plainOperation, tags: ['pets', 7] } } };

describe('what a document says about itself', () => {
  it('L7 has a version that is text, also where YAML made a number of it', async () => {
    const { model } = await readDocument(
      'openapi: 3.1.0\ninfo: {title: 1984, version: 2.5, summary: Short, description: Long}\npaths: {/a: {get: {}}}\n',
    );
    expect(model.info).toEqual({
      title: '1984',
      version: '2.5',
      summary: 'Short',
      description: 'Long',
    });
  });

  it('is replaced where it is missing, with a report', async () => {
    const { model, codes } = await readDocument({ ...openapi('3.0.3', paths), info: {} });
    expect(model.info).toEqual({ title: 'Untitled API', version: '0' });
    expect(codes).toEqual(['info-incomplete']);
  });

  it('has its x-mcp, its URI and its hash', async () => {
    const { model } = await readDocument(openapi('3.0.3', paths, { 'x-mcp': { server: {} } }));
    expect(model.extension).toMatchObject({
      value: { server: {} },
      location: { pointer: '/x-mcp' },
    });
    expect(model.document).toBe('file:///api/openapi.json');
    expect(model.sourceHash).toMatch(/^[0-9a-f]{64}$/);
    expect(model.operations[0]?.tags).toEqual(['pets', '7']);
  });
});

describe('tags', () => {
  it('V14 keep a parent that leads to the top', async () => {
    const { model, codes } = await readDocument(
      openapi('3.2.0', paths, {
        tags: [
          { name: 'pets', parent: 'animals', summary: 'Pets', 'x-mcp': { hints: ['read'] } },
          { name: 'animals', description: 'All of them' },
        ],
      }),
    );
    expect(model.tags).toMatchObject([
      {
        name: 'pets',
        parent: 'animals',
        summary: 'Pets',
        extension: { value: { hints: ['read'] }, location: { pointer: '/tags/0/x-mcp' } },
      },
      { name: 'animals', description: 'All of them' },
    ]);
    expect(codes).toEqual([]);
  });

  it('V14 lose a parent that is unknown or leads back, and keep one beside a ring', async () => {
    const { model, codes } = await readDocument(
      openapi('3.2.0', paths, {
        tags: [
          { name: 'a', parent: 'b' },
          { name: 'b', parent: 'a' },
          { name: 'c', parent: 'nobody' },
          { name: 'd', parent: 'a' },
          { name: 'e', parent: 'e' },
        ],
      }),
    );
    expect(model.tags.map(({ name, parent }) => [name, parent])).toEqual([
      ['a', undefined],
      ['b', undefined],
      ['c', undefined],
      ['d', 'a'],
      ['e', undefined],
    ]);
    expect(codes).toEqual(['tag-invalid', 'tag-invalid', 'tag-invalid', 'tag-invalid']);
  });

  it('are taken once, and only with a name', async () => {
    const { model, codes } = await readDocument(
      openapi('3.0.3', paths, {
        tags: [
          { name: 'a', description: 'first' },
          { name: 'a' },
          { description: 'nameless' },
          'b',
        ],
      }),
    );
    expect(model.tags).toEqual([{ name: 'a', description: 'first' }]);
    expect(codes).toEqual(['field-invalid', 'field-invalid', 'tag-invalid']);
  });
});
