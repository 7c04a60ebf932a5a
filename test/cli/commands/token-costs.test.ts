import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createBridge } from '../../../src/runtime/index.ts';
import { decodeArtifact } from '../../../src/index.ts';
import { readFileSync } from 'node:fs';
import { projectRoot } from '../../support/built-program.ts';
import { documentText, folderWith, runHere } from './in-process.ts';

const petstore = path.join(projectRoot, 'specs/petstore.yaml');

interface Costs {
  readonly start: number;
  readonly byTag: readonly {
    readonly tag?: string;
    readonly tools: number;
    readonly tokens: number;
  }[];
  readonly options: readonly { readonly option: string; readonly tokens: number }[];
}

async function costsOf(...words: readonly string[]): Promise<{
  readonly costs: Costs;
  readonly tokens: { readonly total: number };
  readonly tools: readonly unknown[];
}> {
  const { stdout } = await runHere(['inspect', ...words, '--tokens', '--json']);
  return JSON.parse(stdout) as Awaited<ReturnType<typeof costsOf>>;
}

describe('openapi-mcp inspect --tokens', () => {
  it('counts every tool for one tag, so that the tags sum up to the list', async () => {
    const { costs, tokens, tools } = await costsOf(petstore);
    expect(costs.byTag.map(({ tag }) => tag)).toEqual(['pet', 'user', 'store']);
    expect(costs.byTag.reduce((sum, each) => sum + each.tools, 0)).toBe(tools.length);
    expect(costs.byTag.reduce((sum, each) => sum + each.tokens, 0)).toBe(tokens.total);
  });

  it('tells what other options would cost, and each of them costs that', async () => {
    const { costs } = await costsOf(petstore);
    expect(costs.options.map(({ option }) => option)).toContain('--deferred');
    for (const { option, tokens } of costs.options) {
      const { costs: tried } = await costsOf(petstore, ...option.split(' '));
      expect(tried.start, option).toBe(tokens);
    }
  });

  it('counts what a client is really sent', async () => {
    for (const mode of ['--direct', '--deferred']) {
      const folder = path.join(folderWith(), 'out');
      await runHere(['build', petstore, mode, '-o', folder]);
      const artifact = decodeArtifact(readFileSync(path.join(folder, 'bridge.json'), 'utf8'));
      const bridge = createBridge({ artifact });
      const shown = bridge.listTools(undefined).map(({ _meta, icons: _icons, ...rest }) => rest);
      await bridge.close();
      const characters = JSON.stringify(shown).length + (artifact.server.instructions ?? '').length;
      const { costs } = await costsOf(folder);
      expect(costs.start).toBe(Math.ceil(characters / 4.5));
      expect(costs.options).toEqual([]);
    }
  });

  it('does not need to know where the API is', async () => {
    const folder = folderWith({ 'api.yaml': documentText({ servers: [] }) });
    const { costs } = await costsOf(path.join(folder, 'api.yaml'));
    expect(costs.start).toBeGreaterThan(0);
  });

  it('tells what the overlays saved', async () => {
    const folder = folderWith({
      'tools.yaml': 'openapi-mcp: 1\ntools:\n  "tag:user": { enabled: false }\n',
    });
    const overlaid = await costsOf(petstore, '--overlay', path.join(folder, 'tools.yaml'));
    const plain = await costsOf(petstore);
    expect(overlaid.costs.options[0]).toEqual({
      option: 'without the overlays',
      tokens: plain.costs.start,
    });
    expect(overlaid.costs.start).toBeLessThan(plain.costs.start);
  });

  it('prints the same as text', async () => {
    const { stdout } = await runHere(['inspect', petstore, '--tokens']);
    expect(stdout).toMatch(/^at the start about [\d,]+ tokens \(direct\)\n/);
    expect(stdout).toMatch(/\nby tag\n {2}pet +8 tools {2}[\d,]+\n/);
    expect(stdout).toMatch(/\ndearest tools\n {2}updatePet +\d+\n/);
    expect(stdout).toMatch(/\n {2}--deferred +\d+ +[\d,]+ fewer\n/);
  });
});

describe('--max-description', () => {
  const spec = documentText({
    paths: {
      '/things': {
        get: {
          operationId: 'listThings',
          summary: 'Things',
          description: `First sentence. ${'Further words follow. '.repeat(40)}`,
          parameters: [
            {
              name: 'q',
              in: 'query',
              schema: { type: 'string' },
              description: 'One. Two. '.repeat(40),
            },
          ],
          responses: { 200: { description: 'ok' } },
        },
      },
    },
  });

  it.each([100, 300])('cuts texts of tools and arguments at a sentence within %s', async (most) => {
    const folder = folderWith({ 'api.yaml': spec });
    const words = ['inspect', path.join(folder, 'api.yaml'), '--json'];
    const { stdout } = await runHere([...words, '--max-description', String(most)]);
    const [tool] = (JSON.parse(stdout) as { readonly tools: readonly Listed[] }).tools;
    expect(tool?.description.length).toBeLessThanOrEqual(most);
    expect(tool?.description).toMatch(/\.\n\nGET \/things$/);
    expect(tool?.inputSchema.properties.q.description).toMatch(/^One\. .*\.$/s);
    expect(tool?.inputSchema.properties.q.description.length).toBeLessThanOrEqual(most);
  });

  it.each(['0', '-1', 'many'])('refuses %s', async (value) => {
    const { code } = await runHere(['inspect', petstore, '--max-description', value]);
    expect(code).toBe(2);
  });
});

interface Listed {
  readonly description: string;
  readonly inputSchema: { readonly properties: { readonly q: { readonly description: string } } };
}
