import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadDocuments } from '../../../src/import/load-documents.ts';
import { checkAgainstSchema } from '../../../src/import/validate/check-against-schema.ts';
import { explainViolations } from '../../../src/import/validate/explain-violations.ts';
import type { DocumentSet } from '../../../src/import/document-set.ts';
import { openApi } from '../support/minimal.ts';

async function load(text: string): Promise<DocumentSet> {
  const { result } = await loadDocuments({ kind: 'text', text });
  if (!result.ok) throw new Error(result.diagnostics[0].message);
  return result.value.documents;
}

/** `pointer: problem` of every violation. */
async function check(text: string): Promise<readonly string[]> {
  const found = await checkAgainstSchema(await load(text));
  expect(
    found.every(({ code, severity }) => code === 'schema-violation' && severity === 'warning'),
  ).toBe(true);
  return found.map(({ location, message }) => `${location?.pointer}: ${message}`);
}

interface CorpusRecord {
  readonly id: string;
  readonly entry: string;
  readonly bytes: number;
  readonly faults: readonly string[];
}

const swagger = `swagger: '2.0'\ninfo: { title: T, version: '1' }\n`;

describe('documents that keep to their schema', () => {
  it.each([
    ['2.0', `${swagger}paths: {}`],
    ['2.0 as a number', `swagger: 2.0\ninfo: { title: T, version: '1' }\npaths: {}`],
    ['3.0 with an unknown patch', openApi('3.0.99', 'paths: {}')],
    ['3.1 with an unknown patch', openApi('3.1.17', 'paths: {}')],
    ['3.1 without paths', openApi('3.1.0', 'components: {}')],
    ['3.2', openApi('3.2.0', `paths: { /a: { query: {}, additionalOperations: { COPY: {} } } }`)],
    ['a newer minor', openApi('3.7.0', 'paths: {}')],
    ['a path item that is a reference', openApi('3.1.0', `paths: { /a: { $ref: other.yaml } }`)],
    [
      'references of every kind',
      openApi(
        '3.0.0',
        `paths: { /a: { get: { parameters: [{ $ref: '#/x' }], responses: { 200: { $ref: other.yaml } } } } }`,
      ),
    ],
  ])('L9 says nothing about %s', async (_name, text) => {
    expect(await check(text)).toEqual([]);
  });
});

describe('documents that break their schema', () => {
  it.each([
    [
      '2.0',
      `${swagger}paths: { /a: { get: {} } }\nextra: 1`,
      [
        ': The document has the unknown field "extra".',
        '/paths/~1a/get: /paths/~1a/get lacks the field "responses".',
      ],
    ],
    [
      '3.0',
      `openapi: 3.0.1\ninfo: { title: T, version: 1.0 }`,
      [
        '/info/version: /info/version must be of type string.',
        ': The document lacks the field "paths".',
      ],
    ],
    [
      '3.0 in a schema',
      openApi('3.0.0', 'paths: {}\ncomponents: { schemas: { A: { type: object, const: 1 } } }'),
      ['/components/schemas/A: /components/schemas/A has the unknown field "const".'],
    ],
    [
      '3.1',
      openApi('3.1.0', 'paths: { /a: { get: { tags: 5 } } }'),
      ['/paths/~1a/get/tags: /paths/~1a/get/tags must be of type array.'],
    ],
    [
      '3.2',
      openApi(
        '3.2.0',
        'paths: {}\ncomponents: { securitySchemes: { "a b": { type: http, scheme: basic } } }',
      ),
      [
        '/components/securitySchemes: /components/securitySchemes has a field called "a b": must match pattern "^[a-zA-Z0-9._-]+$".',
      ],
    ],
  ])('L9 says where in %s', async (_name, text, expected) => {
    expect(await check(text)).toEqual(expected);
  });

  it('L9 tells of the first hundred', async () => {
    const paths = Array.from({ length: 150 }, (_, i) => `/p${i}: { get: {} }`).join(', ');
    const found = await check(openApi('3.0.0', `paths: { ${paths} }`));
    expect(found).toHaveLength(101);
    expect(found.at(-1)).toContain('at 50 more places');
  });
});

describe('the check', () => {
  it('changes nothing in the document', async () => {
    const documents = await load(
      openApi('3.0.7', `servers: [{ url: /x }]\npaths: { /a: { $ref: '#/paths/~1b' }, /b: {} }`),
    );
    const before = JSON.stringify(documents.entry.root.value);
    await checkAgainstSchema(documents);
    expect(JSON.stringify(documents.entry.root.value)).toBe(before);
  });

  it('U94 fetches and reads nothing that a reference names', async () => {
    const requests: string[] = [];
    const server = createServer((request, response) => {
      requests.push(request.url ?? '');
      response.end('{}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    try {
      for (const version of ['3.0.0', '3.1.0', '3.2.0']) {
        const documents = await load(
          openApi(
            version,
            `paths: { /a: { $ref: 'http://127.0.0.1:${port}/a' } }\ncomponents: { schemas: { A: { $ref: 'http://127.0.0.1:${port}/b' } } }`,
          ),
        );
        expect(await checkAgainstSchema(documents)).toEqual([]);
      }
    } finally {
      server.close();
    }
    expect(requests).toEqual([]);
  });

  it.each([
    ['loops', openApi('3.0.0', `paths: { /a: { $ref: '#/paths/~1a' } }`)],
    ['odd types', 'openapi: 3.1.0\ninfo: 5\npaths: [1]\ncomponents: x'],
    ['prototype names', openApi('3.0.0', 'paths: {}\n__proto__: { a: 1 }\nconstructor: 1')],
    [
      'depth',
      `{"openapi":"3.0.0","info":{"title":"t","version":"1"},"paths":{},"components":{"schemas":{"A":${'{"items":'.repeat(900)}{}${'}'.repeat(900)}}}}`,
    ],
  ])('never rejects for %s', async (_name, text) => {
    await expect(checkAgainstSchema(await load(text))).resolves.toBeInstanceOf(Array);
  });
});

describe('errors of a validator', () => {
  it('are told once for each value, without what follows from others', () => {
    const error = (instancePath: string, keyword: string, params = {}) => ({
      instancePath,
      keyword,
      params,
      message: `breaks ${keyword}`,
    });
    const found = explainViolations([
      error('/b', 'oneOf'),
      error('', 'unevaluatedProperties', { unevaluatedProperty: 'b' }),
      error('/b', 'required', { missingProperty: '$ref' }),
      error('/b/c', 'type', { type: ['string', 'null'] }),
      error('/b/c', 'type', { type: ['string', 'null'] }),
      error('/a', 'if'),
      error('/a', 'unevaluatedProperties', { unevaluatedProperty: 'x' }),
    ]);
    expect(found).toEqual([
      { pointer: '/a', problem: 'has the field "x", which does not belong here' },
      { pointer: '/b/c', problem: 'must be of type string or null' },
    ]);
  });

  it('are told as alternatives where a value may take several forms', () => {
    const found = explainViolations([
      { instancePath: '/p/in', keyword: 'enum', params: { allowedValues: ['query'] } },
      { instancePath: '/p/in', keyword: 'enum', params: { allowedValues: ['body'] } },
      { instancePath: '/p', keyword: 'required', params: { missingProperty: 'schema' } },
      { instancePath: '/p', keyword: 'oneOf', params: {} },
    ]);
    expect(found).toEqual([
      {
        pointer: '/p',
        problem:
          'fits none of the forms that the specification allows here: its in must be one of "query", "body", or lacks the field "schema"',
      },
    ]);
  });

  it('stay readable and quick when there are very many', () => {
    const errors = Array.from({ length: 100_000 }, (_, i) => ({
      instancePath: '/a',
      keyword: 'additionalProperties',
      params: { additionalProperty: `p${i}` },
    }));
    expect(explainViolations(errors)).toEqual([
      {
        pointer: '/a',
        problem:
          'has the unknown field "p0"; has the unknown field "p1"; has the unknown field "p2"; has the unknown field "p3"; more',
      },
    ]);
  });
});

const corpus = path.resolve(import.meta.dirname, '../../../../shared/corpus');
const manifest = path.join(corpus, 'manifest.json');
const records: readonly CorpusRecord[] = existsSync(manifest)
  ? (JSON.parse(readFileSync(manifest, 'utf8')) as readonly CorpusRecord[])
  : [];

describe.skipIf(records.length === 0)('real documents', () => {
  const isInvalid = ({ faults }: CorpusRecord): boolean =>
    faults.some((fault) => fault.startsWith('schema-invalid'));
  // The other validator also checks formats, which JSON Schema leaves to annotation.
  const sample = records
    .filter(({ bytes, faults }) => bytes < 60_000 && !faults.some((fault) => /format/.test(fault)))
    .filter((record, index) => isInvalid(record) || index % 12 === 0);

  it.each(sample)('L9 agrees on $id with another validator', async (record) => {
    const source = { kind: 'file', path: path.join(corpus, record.entry) } as const;
    const { result } = await loadDocuments(source);
    if (!result.ok) throw new Error(result.diagnostics[0].message);
    const found = await checkAgainstSchema(result.value.documents);
    expect(found.length > 0).toBe(isInvalid(record));
  });
});
