import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { decodeArtifact, type Tool } from '../../../src/index.ts';
import { documentText, folderWith, runHere } from './in-process.ts';

/** A tree that recurs, a definition that is used twice, a choice, and an enum of numbers. */
const jars = documentText({
  paths: {
    '/jars': {
      post: {
        operationId: 'fillJars',
        summary: 'Fills jars.',
        parameters: [{ name: 'size', in: 'query', schema: { type: 'integer', enum: [1, 2] } }],
        requestBody: {
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Shelf' } } },
        },
        responses: { 204: { description: 'None.' } },
      },
    },
  },
  components: {
    schemas: {
      Lid: { type: 'object', properties: { color: { type: 'string' } } },
      Shelf: {
        type: 'object',
        properties: {
          label: { oneOf: [{ type: 'integer' }, { type: 'string' }] },
          left: { $ref: '#/components/schemas/Lid' },
          right: { $ref: '#/components/schemas/Lid' },
          shelves: { type: 'array', items: { $ref: '#/components/schemas/Shelf' } },
        },
      },
    },
  },
});

async function buildWith(
  ...words: readonly string[]
): Promise<{ readonly folder: string; readonly tool: Tool; readonly said: string }> {
  const folder = folderWith({ 'jars.json': jars });
  const { code, said } = await runHere(['build', 'jars.json', '-o', 'out', '--all', ...words], {
    folder,
  });
  expect(code).toBe(0);
  const artifact = decodeArtifact(readFileSync(path.join(folder, 'out', 'bridge.json'), 'utf8'));
  return { folder, tool: artifact.tools[0] as Tool, said };
}

describe('openapi-mcp build --target', () => {
  it('rewrites schemas for the client, and says what they no longer say', async () => {
    const plain = await buildWith();
    expect(JSON.stringify(plain.tool.inputSchema)).toContain('"oneOf"');
    expect(plain.said).not.toContain('client-');
    const { tool, said } = await buildWith('--target', 'gemini');
    const text = JSON.stringify(tool.inputSchema);
    for (const refused of ['"oneOf"', '"$ref"', '"$defs"', '"enum"', 'additionalProperties']) {
      expect(text).not.toContain(refused);
    }
    expect(said).toContain('info client-lowered');
    expect(said).toContain(
      'POST /jars (fillJars): The input schema of "fillJars" is rewritten for Gemini',
    );
    expect(said).not.toContain('warning client-');
  });

  it('changes nothing but schemas: the request is the same', async () => {
    const plain = await buildWith();
    const { folder, tool } = await buildWith('--target', 'gemini', '--target', 'vscode');
    const { inputSchema: _before, ...rest } = plain.tool;
    expect(tool).toMatchObject(rest);
    const args = ['--arg', 'size=2', '--arg', 'body={"label":"a","shelves":[{"label":1}]}'];
    const curlOf = async (at: string): Promise<string> =>
      (await runHere(['call', 'out', 'fillJars', ...args, '--dry-run'], { folder: at })).stdout;
    const curl = await curlOf(folder);
    expect(curl).toContain('/jars?size=2');
    expect(curl).toBe(await curlOf(plain.folder));
  });

  it('knows no other clients', async () => {
    const folder = folderWith({ 'jars.json': jars });
    const { code, stderr } = await runHere(['build', 'jars.json', '--target', 'emacs'], { folder });
    expect(code).toBe(2);
    expect(stderr).toContain('vscode');
  });
});

describe('openapi-mcp build --refs', () => {
  it('J5 puts definitions in place where they do not recur', async () => {
    const { tool } = await buildWith('--refs', 'inline');
    expect(Object.keys(tool.inputSchema['$defs'] as object)).toEqual(['Shelf']);
    expect((await buildWith()).tool.inputSchema).toEqual(tool.inputSchema);
  });

  it('J5 keeps every definition', async () => {
    const { tool } = await buildWith('--refs', 'defs');
    expect(Object.keys(tool.inputSchema['$defs'] as object).toSorted()).toEqual(['Lid', 'Shelf']);
  });

  it('J5 follows references to a depth', async () => {
    const shallow = await buildWith('--refs', 'depth:1');
    const deep = await buildWith('--refs', 'depth:3');
    for (const { tool } of [shallow, deep]) {
      expect(JSON.stringify(tool.inputSchema)).not.toContain('$ref');
    }
    const depthOf = (tool: Tool): number =>
      JSON.stringify(tool.inputSchema).split('"shelves"').length;
    expect(depthOf(deep.tool)).toBeGreaterThan(depthOf(shallow.tool));
  });

  it('knows no other way', async () => {
    const folder = folderWith({ 'jars.json': jars });
    const { code } = await runHere(['build', 'jars.json', '--refs', 'depth:x'], { folder });
    expect(code).toBe(2);
  });
});
