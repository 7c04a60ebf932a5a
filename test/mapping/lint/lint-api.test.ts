import { describe, expect, it } from 'vitest';
import { buildBridge, type BuildOptions, type BuildResult } from '../../../src/build.ts';
import { lintCodes } from '../../../src/model/diagnostic-codes/lint.ts';
import type { Diagnostic, DiagnosticCode } from '../../../src/model/diagnostic.ts';
import type { JsonObject } from '../../../src/model/json.ts';

const done = { 200: { description: 'Done.' } };
const jsonOf = (schema: JsonObject): JsonObject => ({
  content: { 'application/json': { schema } },
});
const answer = { 200: { description: 'Done.', ...jsonOf({ type: 'object' }) } };
const wide = (count: number): JsonObject => ({
  type: 'object',
  properties: Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `member${index}`,
      { type: 'string', description: `What member ${index} is for.` },
    ]),
  ),
});

function documentOf(paths: JsonObject, more: JsonObject = {}): JsonObject {
  return {
    openapi: '3.1.0',
    info: { title: 'Jugs', version: '1' },
    servers: [{ url: 'https://api.example.com' }],
    paths,
    ...more,
  };
}

async function build(
  document: JsonObject,
  overlay?: string,
  more: Partial<BuildOptions> = {},
): Promise<BuildResult> {
  const text = (content: string, uri: string) => ({ kind: 'text', text: content, uri }) as const;
  return buildBridge([{ source: text(JSON.stringify(document), 'file:///jugs.json') }], {
    generator: { name: 'test', version: '0' },
    lint: true,
    ...(overlay === undefined ? {} : { overlays: [text(overlay, 'file:///overlay.yaml')] }),
    ...more,
  });
}

async function lint(document: JsonObject): Promise<readonly Diagnostic[]> {
  const { diagnostics } = await build(document);
  return diagnostics.filter(({ code }) => Object.hasOwn(lintCodes, code));
}

/** The lines as the whole file that they are pasted into. */
function fileOf({ overlay = '' }: Diagnostic): string {
  return overlay.startsWith('overlay:') ? overlay : `openapi-mcp: 1\n${overlay}`;
}

const read = { summary: 'Reads a jug.', responses: answer };

/** A document with one fault each, and the operation that is named. */
const faults: readonly (readonly [DiagnosticCode, string, JsonObject])[] = [
  [
    'lint-answer-undescribed',
    'GET /jugs',
    documentOf({ '/jugs': { get: { ...read, responses: done } } }),
  ],
  [
    'lint-answer-undescribed',
    'POST /jugs',
    documentOf({
      '/jugs': {
        post: {
          summary: 'Fills a jug.',
          requestBody: jsonOf({ type: 'object' }),
          responses: { 200: { description: 'Done.', content: { 'application/json': {} } } },
        },
      },
    }),
  ],
  [
    'lint-body-missing',
    'POST /jugs',
    documentOf({ '/jugs': { post: { summary: 'Fills a jug.', responses: answer } } }),
  ],
  [
    'lint-body-missing',
    "PUT /jug's \\ lid",
    documentOf({ "/jug's \\ lid": { put: { summary: 'Shuts a jug.', responses: answer } } }),
  ],
  [
    'lint-body-missing',
    'POST /jugs',
    {
      swagger: '2.0',
      info: { title: 'Jugs', version: '1' },
      host: 'api.example.com',
      paths: {
        '/jugs': {
          post: {
            summary: 'Fills a jug.',
            responses: { 200: { description: 'Done.', schema: { type: 'object' } } },
          },
        },
      },
    },
  ],
  [
    'lint-description-missing',
    'DELETE /jugs/{id}',
    documentOf({
      '/jugs/{id}': {
        delete: {
          deprecated: true,
          parameters: [
            {
              name: 'id',
              in: 'path',
              required: true,
              description: 'x',
              schema: { type: 'string' },
            },
          ],
          responses: answer,
        },
      },
    }),
  ],
  [
    'lint-descriptions-alike',
    'GET /jugs',
    documentOf({
      '/jugs': { get: { operationId: 'jug', summary: 'Reads  jugs.', responses: answer } },
      '/mugs': { get: { operationId: 'jug', summary: 'reads jugs.', responses: answer } },
    }),
  ],
  [
    'lint-parameter-undescribed',
    'GET /jugs/{id}',
    documentOf({
      '/jugs/{id}': {
        get: {
          ...read,
          parameters: [
            { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
            { name: 'id', in: 'query', schema: { type: 'string' } },
            { name: 'yes', in: 'header', schema: { type: 'string' } },
            { name: 'a\u2028b\u0085: "c"', in: 'query', schema: { type: 'string' } },
          ],
        },
      },
    }),
  ],
  [
    'lint-read-unexplained',
    'GET /jugs',
    documentOf({ '/jugs': { get: { operationId: 'tag:x', responses: answer } } }),
  ],
  [
    'lint-schema-large',
    'POST /jugs',
    documentOf({
      '/jugs': {
        post: {
          summary: 'Fills a jug.',
          parameters: [{ name: 'dry', in: 'query', description: 'x', schema: { type: 'boolean' } }],
          requestBody: jsonOf(wide(200)),
          responses: answer,
        },
      },
    }),
  ],
  [
    'lint-schema-large',
    'QUERY /jugs',
    documentOf(
      {
        '/jugs': {
          query: {
            summary: 'Finds a jug.',
            parameters: [
              { name: 'filter', in: 'query', schema: { $ref: '#/components/schemas/Filter' } },
            ],
            requestBody: jsonOf({ type: 'array', items: wide(50) }),
            responses: answer,
          },
        },
      },
      {
        openapi: '3.2.0',
        components: {
          schemas: {
            Filter: {
              description: 'Which jugs.',
              anyOf: [{ $ref: '#/components/schemas/Filter2' }, wide(120)],
            },
            Filter2: {
              type: 'object',
              properties: {
                ...(wide(100)['properties'] as JsonObject),
                and: { $ref: '#/components/schemas/Filter' },
              },
            },
          },
        },
      },
    ),
  ],
  [
    'lint-schema-large',
    'GET /jugs',
    documentOf({
      '/jugs': {
        get: {
          ...read,
          parameters: Array.from({ length: 120 }, (_, index) => ({
            name: `filter${index}`,
            in: 'query',
            required: index < 3,
            description: `Only jugs whose member ${index} is this.`,
            schema: { type: 'string' },
          })),
        },
      },
    }),
  ],
];

describe('lint', () => {
  it.each(faults)('says %s of %s', async (code, key, document) => {
    const found = (await lint(document)).filter((each) => each.code === code);
    expect(found).toHaveLength(1);
    const [{ operation, location, message, fix }] = found as [Diagnostic];
    expect(`${operation?.method} ${operation?.path}`).toBe(key);
    expect(location?.document).toBe('file:///jugs.json');
    expect([message, fix]).not.toContain('');
  });

  it.each(faults)('%s of %s has lines that mend it', async (code, _, document) => {
    const found = (await lint(document)).find((each) => each.code === code);
    const { diagnostics, artifact } = await build(document, fileOf(found as Diagnostic));
    expect(diagnostics.filter((each) => each.code.startsWith('overlay-'))).toEqual([]);
    expect(diagnostics.map((each) => each.code)).not.toContain(code);
    expect(artifact).toBeDefined();
  });

  it('has a fault of every code', () => {
    const codes = new Set(faults.map(([code]) => code));
    expect([...codes].toSorted()).toEqual(Object.keys(lintCodes));
  });

  it('says nothing of what is well described', async () => {
    const document = documentOf({
      '/jugs': {
        get: {
          ...read,
          parameters: [{ name: 'q', in: 'query', description: 'Words.', schema: {} }],
        },
        post: {
          summary: 'Fills a jug.',
          requestBody: jsonOf({ type: 'object' }),
          responses: { 201: { description: 'Filled.' } },
        },
        head: { summary: 'Asks for a jug.', responses: done },
        put: {
          summary: 'Turns a jug.',
          parameters: [{ name: 'q', in: 'query', description: 'x', schema: {} }],
          responses: answer,
        },
      },
      '/jugs/picture': {
        get: { summary: 'Shows a jug.', responses: { 302: { description: 'There.' } } },
      },
      '/jugs/image': {
        get: {
          summary: 'Draws a jug.',
          responses: { 200: { description: 'A picture.', content: { 'image/png': {} } } },
        },
      },
      '/jugs/none': {
        get: { summary: 'Empties a jug.', responses: { 204: { description: 'Empty.' } } },
      },
    });
    expect(await lint(document)).toEqual([]);
  });

  it('looks at tools after overlays', async () => {
    const document = documentOf({
      '/jugs': { get: { operationId: 'getJugs', responses: answer } },
    });
    const overlay = 'openapi-mcp: 1\ntools: { getJugs: { description: Reads all jugs. } }';
    const { diagnostics } = await build(document, overlay);
    expect(diagnostics).toEqual([]);
  });

  it('believes a description that says that there is nothing to give', async () => {
    const post = { summary: 'Empties all jugs. Takes no input.', responses: answer };
    expect(await lint(documentOf({ '/jugs': { post } }))).toEqual([]);
  });

  it('has lines for operations of other files, too', async () => {
    const entry = documentOf({
      '/jugs': { $ref: './a.json' },
      '/mugs': { $ref: './b.json' },
    });
    const item = JSON.stringify({ post: { summary: 'Fills.', responses: answer } });
    const ports = {
      inspectFile: async (path: string) => ({
        path,
        kind: path.endsWith('.json') ? ('file' as const) : ('folder' as const),
      }),
      readFile: async () => new TextEncoder().encode(item),
    } as unknown as NonNullable<BuildOptions['ports']>;
    const options = { ports, refRoot: '/' };
    const { diagnostics } = await build(entry, undefined, options);
    const found = diagnostics.filter(({ code }) => code === 'lint-body-missing');
    expect(found).toHaveLength(2);
    const lines = found.map((each) => (each.overlay ?? '').replace('tools:\n', ''));
    const overlay = `openapi-mcp: 1\ntools:\n${lines.join('\n')}`;
    const after = await build(entry, overlay, options);
    expect(after.diagnostics.filter(({ severity }) => severity !== 'info')).toEqual([]);
  });

  it('is asked for', async () => {
    const document = documentOf({ '/jugs': { get: { responses: answer } } });
    const { diagnostics } = await build(document, undefined, { lint: false });
    expect(diagnostics).toEqual([]);
  });
});

describe('remarks of mapping', () => {
  it.each<[DiagnosticCode, JsonObject]>([
    ['hint-raised', { '/jugs/reset': { get: { ...read, operationId: 'resetJug' } } }],
    [
      'hint-read-candidate',
      { '/jugs': { post: { ...read, operationId: 'searchJugs', requestBody: jsonOf({}) } } },
    ],
    ['name-shortened', { '/jugs': { get: { ...read, operationId: 'jug'.repeat(40) } } }],
    [
      'name-suffixed',
      { '/jugs': { get: { ...read, operationId: 'a' }, put: { ...read, operationId: 'a' } } },
    ],
  ])('%s have lines that settle it', async (code, paths) => {
    const before = await build(documentOf(paths));
    const found = before.diagnostics.filter((each) => each.code === code);
    expect(found.length).toBeGreaterThan(0);
    const lines = found.map((each) => (each.overlay ?? '').replace('tools:\n', ''));
    const after = await build(documentOf(paths), `openapi-mcp: 1\ntools:\n${lines.join('\n')}`);
    expect(after.diagnostics.map((each) => each.code)).not.toContain(code);
    expect(after.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    const namesOf = ({ artifact }: BuildResult) => artifact?.tools.map(({ name }) => name);
    expect(namesOf(after)).toEqual(namesOf(before));
  });
});
