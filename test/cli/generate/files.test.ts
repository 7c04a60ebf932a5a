import path from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import { generateFiles } from '../../../cli/generate/files.ts';
import { packageNameOf, packageVersionOf, slugOf } from '../../../cli/generate/names.ts';
import type { BridgeArtifact } from '../../../src/index.ts';
import { decodeArtifact } from '../../../src/index.ts';
import { artifactOf, documentOf, toolOf } from '../artifact.ts';

const bundle = [{ name: 'server.mjs', content: new TextEncoder().encode('export {};') }];

function textOf(artifact: BridgeArtifact, name: string): string {
  const file = generateFiles(artifact, bundle).find((candidate) => candidate.name === name);
  return typeof file?.content === 'string' ? file.content : '';
}

function jsonOf(artifact: BridgeArtifact, name: string): unknown {
  return JSON.parse(textOf(artifact, name));
}

const evil =
  '"; require("child_process").exec("id")\n\u2028X=1\n</script>${process.env.HOME}`$(id)`';
const hostile = artifactOf({
  server: { name: evil, version: evil, title: evil },
  documents: {
    petstore: documentOf({
      title: evil,
      version: evil,
      securitySchemes: {
        [evil]: {
          type: 'apiKey',
          in: 'header',
          name: 'X-Key',
          description: evil,
          deprecated: false,
        },
      },
    }),
  },
  tools: [
    toolOf('tool', {
      summary: evil,
      description: evil,
      security: [{ schemes: [{ scheme: evil, scopes: [] }] }],
    }),
  ],
});

describe('the files of a generated server', () => {
  it('are these, with bridge.json last', () => {
    expect(generateFiles(artifactOf(), bundle).map((file) => file.name)).toEqual([
      'server.mjs',
      'README.md',
      '.env.example',
      'mcp.json',
      'server.json',
      'manifest.json',
      'package.json',
      '.mcpbignore',
      '.gitignore',
      'bridge.json',
    ]);
  });

  it('are the same bytes for the same artifact', () => {
    expect(generateFiles(artifactOf(), bundle)).toEqual(generateFiles(artifactOf(), bundle));
  });

  it('hold the artifact as it is', () => {
    expect(decodeArtifact(textOf(artifactOf(), 'bridge.json'))).toEqual(artifactOf());
  });

  it('name no folder of this machine', () => {
    for (const { content } of generateFiles(artifactOf(), bundle)) {
      expect(String(content)).not.toContain(path.resolve('.'));
    }
  });
});

describe('.env.example', () => {
  it('lists the variables of every scheme that a tool wants, empty, and not those of others', () => {
    expect(parseEnv(textOf(artifactOf(), '.env.example'))).toEqual({ PETSTORE_KEY_API_KEY: '' });
  });

  it('asks for the base URL where the document has none', () => {
    const document = documentOf({
      servers: [{ kind: 'relative', url: '/v1', template: '/v1', variables: {} }],
    });
    const text = textOf(artifactOf({ documents: { petstore: document } }), '.env.example');
    expect(Object.keys(parseEnv(text))).toContain('PETSTORE_BASE_URL');
  });

  it('lists what headers of the settings refer to', () => {
    const artifact = artifactOf({
      runtime: { headers: { 'X-App': 'id ${APP_ID}, key ${APP_KEY}' } },
    });
    expect(parseEnv(textOf(artifact, '.env.example'))).toEqual({
      PETSTORE_KEY_API_KEY: '',
      APP_ID: '',
      APP_KEY: '',
    });
  });

  it('lets no text of a document set a variable', () => {
    const lines = textOf(hostile, '.env.example').split('\n');
    const set = lines.filter((line) => line !== '' && !line.startsWith('#'));
    expect(set).toEqual([expect.stringMatching(/^PETSTORE_[A-Z0-9_]+_API_KEY=$/)]);
    expect(Object.keys(parseEnv(textOf(hostile, '.env.example')))).toHaveLength(1);
  });
});

describe('JSON files', () => {
  it('are JSON whatever the document says', () => {
    for (const name of [
      'mcp.json',
      'server.json',
      'manifest.json',
      'package.json',
      'bridge.json',
    ]) {
      expect(() => jsonOf(hostile, name), name).not.toThrow();
    }
  });

  it('mcp.json runs the server with node', () => {
    expect(jsonOf(artifactOf(), 'mcp.json')).toEqual({
      mcpServers: {
        petstore: { command: 'node', args: ['/absolute/path/to/petstore-mcp/server.mjs'] },
      },
    });
  });

  it('package.json has a legal name and version', () => {
    expect(jsonOf(hostile, 'package.json')).toMatchObject({
      name: expect.stringMatching(/^[a-z0-9][a-z0-9-]{0,212}$/) as unknown,
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/) as unknown,
      type: 'module',
    });
  });

  it('server.json keeps the limits of the registry', () => {
    const long = artifactOf({
      server: { name: 'n'.repeat(300), version: '1', title: 't'.repeat(300) },
    });
    const entry = jsonOf(long, 'server.json') as Record<string, string>;
    expect(entry['name']).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
    expect(entry['name']?.length).toBeLessThanOrEqual(200);
    expect(entry['title']?.length).toBeLessThanOrEqual(100);
    expect(entry['description']?.length).toBeLessThanOrEqual(100);
    expect(entry['version']).toBe('1.0.0');
  });

  it('manifest.json hands every variable over and asks for it as a secret', () => {
    expect(jsonOf(artifactOf(), 'manifest.json')).toMatchObject({
      manifest_version: '0.3',
      server: {
        type: 'node',
        entry_point: 'server.mjs',
        mcp_config: {
          args: ['${__dirname}/server.mjs'],
          env: { PETSTORE_KEY_API_KEY: '${user_config.petstore_key_api_key}' },
        },
      },
      tools: [
        { name: 'listPets', description: 'Does listPets' },
        { name: 'deletePet', description: 'Does deletePet' },
      ],
      user_config: { petstore_key_api_key: { type: 'string', sensitive: true, default: '' } },
    });
  });

  it('manifest.json lists no tools that clients do not see in deferred mode', () => {
    const manifest = jsonOf(artifactOf({ mode: 'deferred' }), 'manifest.json');
    expect(manifest).toMatchObject({ tools_generated: true });
    expect(manifest).not.toHaveProperty('tools');
  });
});

describe('files that say what stays out', () => {
  it.each(['.gitignore', '.mcpbignore'])('%s keeps secrets and records out', (name) => {
    const lines = textOf(artifactOf(), name).split('\n');
    expect(lines).toEqual(expect.arrayContaining(['.env', 'audit*.jsonl']));
  });
});

describe('README.md', () => {
  it('tells of each tool its effect and its operation', () => {
    const text = textOf(artifactOf(), 'README.md');
    expect(text).toContain('| `listPets` | reads | `GET /listPets` | Does listPets |');
    expect(text).toContain('| `deletePet` | may destroy, repeatable | `GET /deletePet` |');
    expect(text).toContain('`PETSTORE_KEY_API_KEY`');
  });

  it('says so where no credential is wanted', () => {
    expect(textOf(artifactOf({ tools: [toolOf('a')] }), 'README.md')).toContain(
      'No tool wants a credential.',
    );
  });

  it('keeps the command that it shows on one line and quoted', () => {
    const line = textOf(hostile, 'README.md')
      .split('\n')
      .find((candidate) => candidate.startsWith('claude mcp add'));
    expect(line).toMatch(/^claude mcp add '.*' -- node \S+$/);
  });
});

describe('names of packages', () => {
  it.each([
    ['petstore', 'petstore'],
    ['Pet Store (v2)', 'pet-store-v2'],
    ['Größe', 'gro-e'],
    ['日本', 'server'],
    ['../../etc', 'etc'],
  ])('makes %j %j', (name, slug) => {
    expect(slugOf(name)).toBe(slug);
  });

  it('end in -mcp', () => {
    expect(packageNameOf(artifactOf())).toBe('petstore-mcp');
  });

  it.each([
    ['1.2.3', '1.2.3'],
    ['1.2.3-beta.1', '1.2.3-beta.1'],
    ['v2', '2.0.0'],
    ['2024-05-06', '2024.5.6'],
    ['latest', '0.0.0'],
    ['01.2.3', '1.2.3'],
  ])('read the version %j as %j', (version, expected) => {
    expect(packageVersionOf(artifactOf({ server: { name: 'a', version } }))).toBe(expected);
  });
});
