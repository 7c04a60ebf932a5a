import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/** One row of the import table of ARCHITECTURE.md: the first row whose prefix fits a file holds for it. */
interface Row {
  readonly zone: string;
  /** Files or folders of the project that it may import. */
  readonly inside: readonly string[];
  /** Packages and `node:` modules that it may import. */
  readonly packages: readonly string[];
}

const table: readonly Row[] = [
  { zone: 'src/model/', inside: ['src/model/'], packages: [] },
  {
    zone: 'src/import/read/',
    inside: ['src/import/', 'src/model/'],
    packages: ['node:*', 'undici'],
  },
  { zone: 'src/import/parse/', inside: ['src/import/', 'src/model/'], packages: ['js-yaml'] },
  {
    zone: 'src/import/validate/',
    inside: ['src/import/', 'src/model/'],
    packages: ['@apidevtools/swagger-parser', '@seriousme/openapi-schema-validator'],
  },
  {
    zone: 'src/import/overlay/edit/',
    inside: ['src/import/', 'src/model/'],
    packages: ['yaml'],
  },
  {
    zone: 'src/import/',
    inside: ['src/import/', 'src/model/'],
    packages: ['openapi-types', 'node:crypto', 'json-p3'],
  },
  {
    zone: 'src/mapping/',
    inside: ['src/mapping/', 'src/model/'],
    packages: ['ajv', 'node:crypto', 'jmespath'],
  },
  {
    zone: 'src/runtime/transports/http/sign-in/',
    inside: ['src/runtime/', 'src/model/'],
    packages: ['jose', 'node:*'],
  },
  {
    zone: 'src/runtime/redis/',
    inside: ['src/runtime/', 'src/model/'],
    packages: ['ioredis', 'node:*'],
  },
  {
    zone: 'src/runtime/oauth/',
    inside: ['src/runtime/', 'src/model/'],
    packages: ['oauth4webapi', 'jose', 'node:*'],
  },
  {
    zone: 'src/runtime/transports/',
    inside: ['src/runtime/', 'src/model/'],
    packages: ['@modelcontextprotocol/server', 'node:*'],
  },
  {
    zone: 'src/runtime/mcp-',
    inside: ['src/runtime/', 'src/model/'],
    packages: ['@modelcontextprotocol/server'],
  },
  {
    zone: 'src/runtime/',
    inside: ['src/runtime/', 'src/model/'],
    packages: [
      'node:*',
      'undici',
      'ajv',
      'ajv-formats',
      'jmespath',
      'fast-xml-parser',
      'eventsource-parser',
    ],
  },
  {
    zone: 'src/otel/',
    inside: ['src/otel/', 'src/runtime/index.ts', 'src/model/'],
    packages: ['node:*', '@opentelemetry/*'],
  },
  {
    zone: 'src/mock/',
    inside: ['src/mock/', 'src/model/'],
    packages: ['node:*', 'ajv', 'ajv-formats', 'fast-xml-parser'],
  },
  {
    zone: 'src/sdk-v1.ts',
    inside: ['src/runtime/', 'src/model/'],
    packages: ['@modelcontextprotocol/sdk'],
  },
  { zone: 'src/read-apis.ts', inside: ['src/import/index.ts', 'src/model/'], packages: [] },
  {
    zone: 'src/build.ts',
    inside: ['src/read-apis.ts', 'src/import/index.ts', 'src/mapping/index.ts', 'src/model/'],
    packages: [],
  },
  { zone: 'src/index.ts', inside: ['src/'], packages: [] },
  {
    zone: 'cli/server/',
    inside: ['cli/server/', 'src/runtime/index.ts', 'src/otel/', 'src/model/'],
    packages: ['node:*'],
  },
  {
    zone: 'cli/',
    inside: ['cli/', 'src/index.ts'],
    packages: ['node:*', 'commander', 'picocolors'],
  },
];

const files = ['src', 'cli'].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name))),
);

const importPattern =
  /(?:^|\n)\s*(?:import|export)\s(?:[^'";]*?\sfrom\s)?'([^']+)'|\bimport\(\s*'([^']+)'/g;

function importsOf(file: string): readonly string[] {
  const text = readFileSync(path.join(root, file), 'utf8');
  return [...text.matchAll(importPattern)].map((match) => match[1] ?? match[2] ?? '');
}

function violations(file: string): readonly string[] {
  const row = table.find(({ zone }) => file.startsWith(zone));
  if (row === undefined) return [`${file} stands in no zone of the table`];
  return importsOf(file).flatMap((specifier) => {
    if (specifier.startsWith('.')) {
      const target = path.join(path.dirname(file), specifier);
      return row.inside.some((prefix) => target.startsWith(prefix))
        ? []
        : [`${file} may not import ${target}`];
    }
    const allowed = row.packages.some((name) =>
      name.endsWith('*')
        ? specifier.startsWith(name.slice(0, -1))
        : specifier === name || specifier.startsWith(`${name}/`),
    );
    return allowed ? [] : [`${file} may not import the package ${specifier}`];
  });
}

describe('the import table', () => {
  it('looked at the files of every zone that exists', () => {
    expect(files.length).toBeGreaterThan(20);
    expect(files.some((file) => importsOf(file).length > 3)).toBe(true);
  });

  it.each(files)('is kept by %s', (file) => {
    expect(violations(file)).toEqual([]);
  });
});
