import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { importDocument, parseDocumentSource } from '../../src/import/index.ts';
import { buildArtifact, mapTools } from '../../src/mapping/index.ts';
import { encodeArtifact } from '../../src/model/artifact.ts';
import type { JsonObject } from '../../src/model/json.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

const ajv = new Ajv2020({ allowUnionTypes: true, strict: true, strictRequired: false });
addFormats.default(ajv);
for (const name of ['x-mcp', 'openapi-mcp-overlay']) ajv.addSchema(schemaFile(name));
const validate = ajv.compile(schemaFile('bridge'));

function schemaFile(name: string): JsonObject {
  return JSON.parse(readFileSync(path.join(root, 'schema', `${name}.schema.json`), 'utf8'));
}

const overlay: JsonObject = {
  'openapi-mcp': 1,
  server: {
    icons: [{ src: 'https://a.example/i.svg', sizes: ['any'] }],
    instructions: 'Be kind.',
    runtime: { limits: { maxRedirects: 1 }, audit: { sink: 'off' } },
    headers: { 'X-Tenant': '${TENANT}' },
    middleware: ['mine'],
  },
  defaults: {
    hints: ['closedWorld', { title: 'T' }],
    icons: [{ src: 'https://a.example/i.svg' }],
    _meta: { a: [1, null] },
    execution: { taskSupport: 'optional' },
    middleware: [{ rateLimit: { perMinute: 5 } }],
    response: { select: '@', maxBytes: 9, paginate: { kind: 'link' } },
    pinned: true,
    expose: 'both',
    resource: { annotations: { audience: ['user'], priority: 1 } },
  },
  resources: {
    guide: { text: 'Be kind.', title: 'Guide', icons: [{ src: 'https://a.example/i.svg' }] },
  },
  prompts: { hello: { arguments: { who: { required: true } }, messages: 'Say hello to {{who}}.' } },
};

async function artifactOf(file: string, overlays: readonly JsonObject[]): Promise<JsonObject> {
  const imported = await importDocument(parseDocumentSource(file));
  if (!imported.result.ok) throw new Error(imported.result.diagnostics[0].message);
  const mapped = mapTools(imported.result.value, {
    namespace: 'api',
    overlays: overlays.map((value) => ({
      value,
      location: { document: 'file:///o.yaml', pointer: '' },
      rank: 1,
    })),
  });
  if (!mapped.ok) throw new Error(mapped.diagnostics[0].message);
  const artifact = buildArtifact([mapped.value], { generator: { name: 'x', version: '1' } });
  if (!artifact.ok) throw new Error(artifact.diagnostics[0].message);
  return JSON.parse(encodeArtifact(artifact.value));
}

const specs = readdirSync(path.join(root, 'specs'), { withFileTypes: true })
  .filter(
    (entry) => entry.isFile() && /\.ya?ml$/.test(entry.name) && !entry.name.includes('.overlay.'),
  )
  .map(({ name }) => path.join(root, 'specs', name));

describe('bridge.schema.json', () => {
  it.each(specs.map((file) => [path.basename(file), file]))(
    'describes the artifact of %s',
    async (_name, file) => {
      const plain = await artifactOf(file, []);
      expect(validate(plain), JSON.stringify(validate.errors?.slice(0, 3))).toBe(true);
      const rich = await artifactOf(file, [overlay]);
      expect(validate(rich), JSON.stringify(validate.errors?.slice(0, 3))).toBe(true);
    },
  );

  it.each([
    ['another format', { format: 2 }],
    ['an unknown member', { extra: true }],
    ['no tools', { tools: [] }],
    ['another mode', { mode: 'search' }],
    ['documents without any', { documents: {} }],
    ['settings that do not exist', { runtime: { limit: {} } }],
  ])('refuses %s', async (_what, change) => {
    const [file] = specs;
    if (file === undefined) throw new Error('specs/ is empty');
    const artifact = await artifactOf(file, []);
    expect(validate({ ...artifact, ...change })).toBe(false);
  });

  it('refuses a tool that lacks or has what a tool does not', async () => {
    const [file] = specs;
    if (file === undefined) throw new Error('specs/ is empty');
    const artifact = await artifactOf(file, []);
    const [tool] = artifact['tools'] as readonly [JsonObject];
    const withTool = (changed: JsonObject): JsonObject => ({ ...artifact, tools: [changed] });
    expect(validate(withTool(tool))).toBe(true);
    expect(validate(withTool({ ...tool, name: 'a.b' }))).toBe(false);
    expect(validate(withTool({ ...tool, secret: 'x' }))).toBe(false);
    for (const key of ['name', 'description', 'inputSchema', 'request', 'security', 'operation']) {
      const { [key]: _gone, ...rest } = tool;
      expect(validate(withTool(rest))).toBe(false);
    }
  });
});
