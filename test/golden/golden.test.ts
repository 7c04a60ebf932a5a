import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { diagnosticsAsJson } from '../../cli/report/diagnostics.ts';
import type { BuildResult, JsonValue } from '../../src/index.ts';
import { buildBridge, parseDocumentSource, stringifyDocument } from '../../src/index.ts';

/**
 * What agents get of every document in specs/, as whole files. `npm run golden` writes them; they are
 * reviewed like code.
 */
const root = fileURLToPath(new URL('../..', import.meta.url));
const here = fileURLToPath(new URL('.', import.meta.url));
const update = process.env['UPDATE_GOLDEN'] === '1';

const documents = readdirSync(path.join(root, 'specs'))
  .filter((name) => /\.(?:ya?ml|json)$/.test(name) && !name.includes('overlay') && !name.includes('lock'))
  .sort();

/** A document is built with the overlay of its name, where there is one. */
function build(document: string): Promise<BuildResult> {
  const overlay = `specs/${document.replace(/\.\w+$/, '.overlay.yaml')}`;
  return buildBridge([{ source: parseDocumentSource(`specs/${document}`) }], {
    generator: { name: 'openapi-mcp', version: 'golden' },
    workingFolder: root,
    overlays: existsSync(path.join(root, overlay)) ? [parseDocumentSource(overlay)] : [],
  });
}

/** The tools with all that the runtime knows of them, by name. */
function toolsOf({ artifact }: BuildResult): JsonValue {
  const tools = [...(artifact?.tools ?? [])].sort((a, b) => (a.name < b.name ? -1 : 1));
  // Tools are JSON by construction.
  return JSON.parse(JSON.stringify(tools)) as JsonValue;
}

function expectGolden(name: string, value: JsonValue): void {
  const file = path.join(here, name);
  const text = stringifyDocument(value);
  if (update) writeFileSync(file, text);
  expect(existsSync(file), `${name} is missing; write it with npm run golden`).toBe(true);
  expect(text).toBe(readFileSync(file, 'utf8'));
}

describe('the documents in specs', () => {
  it('are there', () => {
    expect(documents.length).toBeGreaterThanOrEqual(5);
  });

  describe.each(documents)('%s', (document) => {
    const stem = document.replace(/\.\w+$/, '');

    it('gives these tools', async () => {
      expectGolden(`${stem}.tools.json`, toolsOf(await build(document)));
    });

    it('gives these resources and prompts', async () => {
      const { artifact } = await build(document);
      const { resources, resourceTools, prompts } = artifact ?? {};
      if (resources === undefined && prompts === undefined) return;
      const { server } = artifact ?? {};
      const parts = { server, resources, resourceTools: resourceTools?.map(({ name }) => name), prompts };
      // The artifact is JSON by construction.
      expectGolden(`${stem}.readables.json`, JSON.parse(JSON.stringify(parts)) as JsonValue);
    });

    it('has these diagnostics', async () => {
      const { diagnostics, sources } = await build(document);
      expectGolden(`${stem}.diagnostics.json`, diagnosticsAsJson(diagnostics, sources));
    });
  });

  it('have no golden too many', () => {
    const expected = documents
      .map((document) => document.replace(/\.\w+$/, ''))
      .flatMap((stem) => [`${stem}.tools.json`, `${stem}.diagnostics.json`]);
    const present = readdirSync(here).filter((name) => name.endsWith('.json'));
    expect(present.filter((name) => !name.endsWith('.readables.json')).sort()).toEqual(expected.sort());
    expect(present.filter((name) => name.endsWith('.readables.json'))).toEqual(['clinic.readables.json']);
  });
});
