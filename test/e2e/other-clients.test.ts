import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildServer, projectRoot } from '../support/built-program.ts';
import { startHttpProcess } from '../support/http-process.ts';
import type { OtherClient } from '../support/other-clients.ts';
import { findClient } from '../support/other-clients.ts';
import type { PetstoreUpstream } from '../support/petstore-upstream.ts';
import { petIds, startPetstoreUpstream } from '../support/petstore-upstream.ts';

// Clients whose authors never saw this program. `npm run clients` installs them; the gate does where CI is set.

const folder = mkdtempSync(path.join(tmpdir(), 'openapi-mcp-clients-'));
const server = path.join(folder, 'petstore-mcp/server.mjs');
let upstream: PetstoreUpstream;

const mcporter = findClient('mcporter', {
  major: '24',
  program: 'mcporter/node_modules/mcporter/dist/cli.js',
});
const inspector = findClient('MCP Inspector', {
  major: '22',
  program:
    'modelcontextprotocol-inspector/node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js',
});

beforeAll(async () => {
  if (mcporter === undefined && inspector === undefined) return;
  upstream = await startPetstoreUpstream();
  const spec = path.join(projectRoot, 'specs/petstore.yaml');
  await buildServer(spec, path.dirname(server), '--base-url', upstream.url, '--direct');
});
afterAll(async () => {
  await upstream?.close();
  rmSync(folder, { recursive: true, force: true });
});

const credentials = {
  PETSTORE_API_KEY_API_KEY: 'special-key',
  PETSTORE_PETSTORE_AUTH_TOKEN: 't0ken',
};

const transports = ['stdio', 'HTTP', 'HTTP with sessions'] as const;
type TransportName = (typeof transports)[number];

/** The URL of a server over HTTP, or `undefined` for stdio, where the client starts it. */
async function serve(transport: TransportName): Promise<string | undefined> {
  if (transport === 'stdio') return undefined;
  const sessions = transport === 'HTTP' ? [] : ['--sessions'];
  const { url } = await startHttpProcess([server, '--http', '0', ...sessions], {
    env: credentials,
  });
  return url;
}

describe.each(transports)('over %s', (transport) => {
  describe.skipIf(mcporter === undefined)('mcporter', () => {
    const { run } = mcporter ?? noClient;

    async function target(): Promise<readonly string[]> {
      const url = await serve(transport);
      return url === undefined
        ? [
            '--stdio',
            process.execPath,
            '--stdio-arg',
            server,
            '--name',
            'pet',
            ...Object.entries(credentials).flatMap(([name, value]) => [
              '--env',
              `${name}=${value}`,
            ]),
          ]
        : ['--http-url', url, '--allow-http', '--name', 'pet'];
    }

    it('lists every tool with its arguments', async () => {
      const { code, stdout, stderr } = await run(['list', ...(await target()), '--json']);
      expect(code, stderr).toBe(0);
      const listed = JSON.parse(stdout) as {
        readonly status: string;
        readonly tools: readonly { readonly name: string; readonly inputSchema: object }[];
      };
      expect(listed.status).toBe('ok');
      expect(listed.tools).toHaveLength(19);
      expect(listed.tools.find(({ name }) => name === 'getPetById')?.inputSchema).toMatchObject({
        properties: { petId: { type: 'integer' } },
        required: ['petId'],
      });
    });

    it('calls, and shows results and failures', async () => {
      const at = await target();
      const call = (...words: string[]): ReturnType<typeof run> =>
        run(['call', ...at, ...words, '--output', 'json']);
      const read = await call('getPetById', 'petId=7');
      expect(read.code, read.stderr).toBe(0);
      expect(JSON.parse(read.stdout)).toMatchObject({ id: 7, name: 'Rex' });
      const absent = await call('getPetById', `petId=${petIds.missing}`);
      expect(absent.code).toBe(1);
      expect(absent.stdout).toContain('No such pet');
      const unknown = await call('noSuchTool');
      expect(unknown.code).toBe(1);
      expect(unknown.stdout).toContain('Unknown tool: noSuchTool');
    });
  });

  describe.skipIf(inspector === undefined)('MCP Inspector', () => {
    const { run } = inspector ?? noClient;

    async function target(): Promise<readonly string[]> {
      const url = await serve(transport);
      return url === undefined
        ? [
            process.execPath,
            server,
            ...Object.entries(credentials).flatMap(([name, value]) => ['-e', `${name}=${value}`]),
          ]
        : [url, '--transport', 'http'];
    }

    describe.each(['legacy', 'auto', 'modern'])('in its era "%s"', (era) => {
      const ask = (
        at: readonly string[],
        method: string,
        ...words: readonly string[]
      ): ReturnType<typeof run> =>
        run(['--cli', ...at, '--method', method, ...words, '--protocol-era', era, '--quiet']);

      it('lists every tool, and finds no schema that a client could refuse', async () => {
        const { code, stdout, stderr } = await ask(await target(), 'tools/list', '--strict');
        expect(code, stderr).toBe(0);
        const { tools } = JSON.parse(stdout) as { readonly tools: readonly object[] };
        expect(tools).toHaveLength(19);
      });

      it('calls, and shows results and failures', async () => {
        const at = await target();
        const call = (name: string, ...given: string[]): ReturnType<typeof run> =>
          ask(at, 'tools/call', '--tool-name', name, '--tool-arg', ...given);
        const read = await call('getPetById', 'petId=7');
        expect(read.code, read.stderr).toBe(0);
        expect(JSON.parse(read.stdout)).toMatchObject({
          structuredContent: { id: 7, name: 'Rex' },
        });
        const absent = await call('getPetById', `petId=${petIds.missing}`);
        expect(JSON.parse(absent.stdout)).toMatchObject({ isError: true });
        expect(absent.stdout).toContain('No such pet');
        const unknown = await call('noSuchTool', 'petId=7');
        expect(unknown.code).not.toBe(0);
        expect(unknown.stderr).toContain('noSuchTool');
      });
    });
  });
});

/** Stands where a client is not installed, and its tests are skipped. */
const noClient: Pick<OtherClient, 'run'> = {
  run: () => Promise.reject(new Error('This client is not installed.')),
};
