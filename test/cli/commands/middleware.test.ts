import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { documentText, folderWith, runHere } from './in-process.ts';

const perTool = `openapi-mcp: 1
tools:
  listJars:
    middleware: [validate, tenant]
`;
const serverWide = 'openapi-mcp: 1\nserver: { middleware: [audit, tenant] }\n';

/** Would fail if it ran: a build must not need what a server needs. */
const middleware = `export const tenant = (next) => next;
export { tenant as 'my-tenant' };
throw new Error('was run');
`;

async function build(
  files: Readonly<Record<string, string>>,
): Promise<{ readonly code: number; readonly said: string; readonly folder: string }> {
  const folder = folderWith({ 'jars.json': documentText(), ...files });
  const words = ['build', 'jars.json', '-o', 'out', '--overlay', 'tools.yaml'];
  const { code, said } = await runHere(words, { folder });
  return { code, said, folder };
}

describe('a middleware that an overlay names', () => {
  it.each([
    ['for one tool', perTool],
    ['for all', serverWide],
    ['by a name that is no word', perTool.replace('tenant', 'my-tenant')],
  ])('is looked for in middleware.mjs, which is not run: %s', async (_case, overlay) => {
    const { code, folder } = await build({
      'tools.yaml': overlay,
      'out/middleware.mjs': middleware,
    });
    expect(code).toBe(0);
    expect(existsSync(path.join(folder, 'out/bridge.json'))).toBe(true);
  });

  it('stays as it is when the server is built again', async () => {
    const { folder } = await build({ 'tools.yaml': perTool, 'out/middleware.mjs': middleware });
    const more = `${middleware}// more\n`;
    writeFileSync(path.join(folder, 'out/middleware.mjs'), more);
    const words = ['build', 'jars.json', '-o', 'out', '--overlay', 'tools.yaml'];
    expect((await runHere(words, { folder })).code).toBe(0);
    expect(readFileSync(path.join(folder, 'out/middleware.mjs'), 'utf8')).toBe(more);
  });

  it.each([
    [
      'that the file does not export',
      perTool,
      { 'out/middleware.mjs': 'export const tennant = 1;' },
      /out\/middleware\.mjs does not export the middleware "tenant", which the key "middleware" of listJars \(tools\.yaml:4:17\) names/,
    ],
    [
      'for every tool',
      serverWide,
      { 'out/middleware.mjs': '' },
      /does not export the middleware "tenant", which server\.middleware names/,
    ],
    [
      'where there is no file',
      perTool,
      {},
      /There is no out\/middleware\.mjs for the middleware "tenant".*tools\.yaml:4:17/,
    ],
    [
      'in a file that is no module',
      perTool,
      { 'out/middleware.mjs': 'export const = 1;' },
      /out\/middleware\.mjs cannot be loaded: /,
    ],
    [
      'whose own import is missing',
      perTool,
      { 'out/middleware.mjs': "import './helper.mjs';\nexport const tenant = (next) => next;" },
      /out\/middleware\.mjs cannot be loaded: .*helper\.mjs/,
    ],
  ])('fails the build, and nothing is written: %s', async (_case, overlay, files, message) => {
    const { code, said, folder } = await build({ 'tools.yaml': overlay, ...files });
    expect(said).toMatch(message);
    expect(code).toBe(1);
    expect(existsSync(path.join(folder, 'out/bridge.json'))).toBe(false);
  });

  it('is no middleware of ours', async () => {
    const overlay = perTool.replace('tenant', '{ rateLimit: { perMinute: 5 } }');
    expect((await build({ 'tools.yaml': overlay })).code).toBe(0);
  });
});
