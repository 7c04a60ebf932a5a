import { readFileSync } from 'node:fs';
import path from 'node:path';
import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { parseShortForm } from '../src/mapping/overlay/short-form.ts';
import type { JsonObject, JsonValue } from '../src/model/json.ts';
import { projectRoot } from './support/built-program.ts';

const read = (name: string): string => readFileSync(path.join(projectRoot, name), 'utf8');
const page = read('docs/overlays.md');

/** Fields of a definition in a published schema, without those that append to or replace another. */
function fieldsOf(file: string, definition: string): readonly string[] {
  const schema: { readonly $defs: Readonly<Record<string, JsonObject>> } = JSON.parse(
    read(`schema/${file}.schema.json`),
  );
  const found = schema.$defs[definition] ?? {};
  const body = (found['properties'] === undefined ? found['else'] : found) as JsonObject;
  return Object.keys(body['properties'] as JsonObject).filter((key) => !/[+=]$/.test(key));
}

describe('docs/overlays.md', () => {
  it.each([...fieldsOf('x-mcp', 'tool'), ...fieldsOf('x-mcp', 'resource')])(
    'names the field %s',
    (field) => {
      expect(page).toMatch(new RegExp(`\`[^\`]*\\b${field}\\b[^\`]*\``));
    },
  );

  it('shows what can be read', () => {
    const blocks = [...page.matchAll(/```yaml\n(tools|resources|server|defaults):[\s\S]*?```/g)];
    expect(blocks.length).toBeGreaterThanOrEqual(3);
    for (const [block] of blocks) {
      const text = block.replaceAll(/```(?:yaml)?\n?/g, '');
      const value = { 'openapi-mcp': 1, ...(load(text) as JsonObject) } satisfies JsonValue;
      const source = { value, location: { document: 'file:///a.yaml', pointer: '' }, rank: 1 };
      const files = { icons: new Map(), resources: new Map([['file:///clinic-guide.md', guide]]) };
      const messages = parseShortForm(source, files).diagnostics.map(({ message }) => message);
      expect(messages).toEqual([]);
    }
  });
});

const guide = { kind: 'text', text: 'x', mimeType: 'text/markdown' } as const;

describe('README.md', () => {
  it.each(['title', 'description', 'icons', 'execution', '_meta', 'inputSchema', 'outputSchema'])(
    'says of %s where it comes from and how it is set',
    (field) => {
      const row = read('README.md')
        .split('\n')
        .find((line) => new RegExp(`^\\| \`?${field}\\b`).test(line));
      expect(row?.split(' | ')).toHaveLength(5);
    },
  );
});
