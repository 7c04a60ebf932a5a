import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Finished } from './in-process.ts';
import { documentText, folderWith, runHere } from './in-process.ts';

const tools = `import { writeFileSync } from 'node:fs';
export const quote = {
  name: 'quote_price',
  description: 'Says what a delivery costs.',
  inputSchema: { type: 'object', properties: { kilograms: { type: 'number' }, to: { type: 'string' } } },
  handler: async ({ request }) => {
    writeFileSync(new URL('ran', import.meta.url), '');
    return { kind: 'success', content: [{ type: 'text', text: JSON.stringify(request.arguments) }] };
  },
};
`;

/** Builds a server with a tool of its own, and runs a command line on it. */
async function onServer(
  ...words: readonly string[]
): Promise<Finished & { readonly folder: string }> {
  const folder = folderWith({ 'jars.json': documentText(), 'out/tools.mjs': tools });
  await runHere(['build', 'jars.json', '-o', 'out'], { folder });
  return { ...(await runHere(words, { folder })), folder };
}

describe('openapi-mcp inspect on a server with tools of its own', () => {
  it('says that there are some, and runs nothing', async () => {
    const folder = folderWith({
      'jars.json': documentText(),
      'out/tools.mjs': 'throw new Error("was run");',
    });
    await runHere(['build', 'jars.json', '-o', 'out'], { folder });
    const { code, stderr, stdout } = await runHere(['inspect', 'out'], { folder });
    expect(stderr).toContain('tools.mjs adds tools that are not shown here');
    expect(stdout).toContain('listJars');
    expect(code).toBe(0);
  });
});

describe('openapi-mcp call on a server with tools of its own', () => {
  it('calls one of them, with arguments as its schema wants them', async () => {
    const words = ['--arg', 'kilograms=3', '--arg', 'to=7'];
    const { stdout, code } = await onServer('call', 'out', 'quote_price', ...words);
    expect(stdout).toBe('{"kilograms":3,"to":"7"}\n');
    expect(code).toBe(0);
  });

  it('does not run it for --dry-run', async () => {
    const { code, stderr, folder } = await onServer('call', 'out', 'quote_price', '--dry-run');
    expect(stderr).toContain('--dry-run shows requests to the API, and quote_price of tools.mjs');
    expect(code).toBe(2);
    expect(existsSync(path.join(folder, 'out/ran'))).toBe(false);
  });

  it('names it where it is misspelled', async () => {
    const { code, said } = await onServer('call', 'out', 'quote_prise');
    expect(said).toContain('"quote_price"');
    expect(code).toBe(1);
  });
});
