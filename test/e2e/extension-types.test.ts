import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildServer, projectRoot, temporaryFolder } from '../support/built-program.ts';

const middleware = `// @ts-check
/** @type {import('./server.mjs').ServerMiddleware} */
export const tenant = (next) => async (context) => {
  const { request, session, exchange, resolved } = context;
  /** @type {readonly string[] | undefined} */
  const scopes = session?.scopes;
  if (scopes?.length === 0) {
    return { kind: 'failure', reason: 'refused', content: [{ type: 'text', text: 'no' }] };
  }
  // @ts-expect-error what a caller is called is no number
  const wrong = session?.id.toFixed();
  const outcome = await next({
    ...context,
    request: { ...request, arguments: { ...request.arguments, tenant: resolved.tool.name } },
  });
  return { ...outcome, meta: { ...outcome.meta, 'com.example/status': exchange.status ?? 0, wrong } };
};

/** @type {import('./server.mjs').ServerMiddleware} */
// @ts-expect-error an outcome has content
export const empty = () => async () => ({ kind: 'success' });
`;

const tools = `// @ts-check
/** @type {import('./server.mjs').ServerTool} */
export const greet = {
  name: 'greet',
  description: 'Greets.',
  inputSchema: { type: 'object', properties: { who: { type: 'string' } } },
  handler: async ({ request, progress }) => {
    progress({ progress: 1 });
    return { kind: 'success', content: [{ type: 'text', text: String(request.arguments['who']) }] };
  },
};

/** @type {import('./server.mjs').ServerTool} */
// @ts-expect-error a tool has a description
export const nameless = { name: 'x', handler: greet.handler };
`;

describe('the types beside a generated server', () => {
  it(
    'check middleware.mjs and tools.mjs, with nothing installed',
    { timeout: 60_000 },
    async () => {
      const folder = path.join(temporaryFolder(), 'shop');
      await buildServer(path.join(projectRoot, 'specs/petstore.yaml'), folder);
      const types = readFileSync(path.join(folder, 'server.d.mts'), 'utf8');
      expect(types).not.toMatch(/^(?:import|export \{|export \*)/m);
      writeFileSync(path.join(folder, 'middleware.mjs'), middleware);
      writeFileSync(path.join(folder, 'tools.mjs'), tools);
      expect(existsSync(path.join(folder, 'node_modules'))).toBe(false);
      const tsc = path.join(projectRoot, 'node_modules/typescript/bin/tsc');
      const strict = ['--strict', '--exactOptionalPropertyTypes', '--skipLibCheck', 'false'];
      const words = ['--noEmit', '--allowJs', '--checkJs', '--module', 'nodenext', ...strict];
      const files = ['middleware.mjs', 'tools.mjs', 'server.d.mts'];
      const checked = spawnSync(process.execPath, [tsc, ...words, ...files], {
        cwd: folder,
        encoding: 'utf8',
      });
      expect(checked.stdout).toBe('');
      expect(checked.status).toBe(0);
    },
  );
});
