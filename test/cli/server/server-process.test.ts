import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { encodeArtifact } from '../../../src/model/artifact.ts';
import type { BridgeArtifact } from '../../../src/model/artifact.ts';
import { verifyAuditChain } from '../../../src/runtime/middleware/audit/audit-chain.ts';
import { artifactOf, toolOf } from '../../support/artifact-builder.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const program = mkdtempSync(path.join(os.tmpdir(), 'program-'));
let folder = '';
let upstream: Server;
let upstreamUrl = '';

beforeAll(async () => {
  await build({
    absWorkingDir: root,
    entryPoints: { server: 'cli/server/main.ts' },
    outdir: program,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    banner: {
      js: "import{createRequire as $r}from'node:module';const require=$r(import.meta.url);",
    },
    logLevel: 'error',
  });
  upstream = createServer((request, response) => {
    // Slow enough that the client's input has ended before the answer comes.
    setImmediate(() => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ path: request.url, key: request.headers['x-key'] ?? null }));
    });
  });
  await new Promise<void>((resolve) => {
    upstream.listen(0, '127.0.0.1', resolve);
  });
  // A listening TCP server has an address and a port.
  upstreamUrl = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
});
afterAll(() => {
  upstream.close();
  upstream.closeAllConnections();
  rmSync(program, { recursive: true });
});
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'generated-'));
  writeFileSync(path.join(folder, 'server.mjs'), readFileSync(path.join(program, 'server.mjs')));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface RunOptions {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
  /** Keeps the input open, and hands the process to the test once it has answered. */
  readonly whenAnswered?: (child: ReturnType<typeof spawn>) => void;
}

function run(
  artifact: BridgeArtifact,
  { args = [], env = {}, input = '', whenAnswered }: RunOptions = {},
): Promise<Run> {
  writeFileSync(path.join(folder, 'bridge.json'), encodeArtifact(artifact));
  const child = spawn(process.execPath, [path.join(folder, 'server.mjs'), ...args], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    whenAnswered?.(child);
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  child.stdin.on('error', () => undefined);
  if (whenAnswered === undefined) child.stdin.end(input);
  else child.stdin.write(input);
  return new Promise((resolve) => {
    child.on('close', (code) => {
      resolve({ code, stdout, stderr });
    });
  });
}

const message = (id: number | undefined, method: string, params: unknown): string =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;
const hello =
  message(1, 'initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'pipe', version: '1' },
  }) + message(undefined, 'notifications/initialized', {});
const call = (id: number, name = 'getThing'): string =>
  message(id, 'tools/call', { name, arguments: name === 'getThing' ? { id: `t${id}` } : {} });

const here = (parts: Parameters<typeof artifactOf>[0] = {}): BridgeArtifact =>
  artifactOf({
    ...parts,
    document: {
      servers: [{ kind: 'absolute', url: upstreamUrl, template: upstreamUrl, variables: {} }],
      ...parts.document,
    },
  });

const replies = (
  stdout: string,
): readonly {
  readonly id: number;
  readonly result?: {
    readonly content?: readonly { readonly text: string }[];
    readonly isError?: boolean;
  };
}[] =>
  stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as never);

describe('the program of a generated server', () => {
  it('answers what came through a pipe before it ends', async () => {
    const { code, stdout, stderr } = await run(here(), { input: hello + call(2) + call(3) });
    expect(
      replies(stdout)
        .map(({ id }) => id)
        .toSorted((a, b) => a - b),
    ).toEqual([1, 2, 3]);
    expect(
      JSON.parse(replies(stdout).find(({ id }) => id === 3)?.result?.content?.[0]?.text ?? ''),
    ).toEqual({ path: '/things/t3', key: null });
    expect(stderr).toBe('');
    expect(code).toBe(0);
  });

  it('U109 keeps standard output clean, whatever middleware and tools print', async () => {
    writeFileSync(
      path.join(folder, 'middleware.mjs'),
      `console.log('loading');
       export const noisy = (next) => async (context) => { console.log('call'); process.stdout.write('raw'); console.info('x'); return next(context); };`,
    );
    writeFileSync(
      path.join(folder, 'tools.mjs'),
      `export const own = { name: 'own', description: 'Our own.', handler: async () => { console.log('own'); return { kind: 'success', content: [{ type: 'text', text: 'mine' }] }; } };`,
    );
    const { stdout, stderr } = await run(here({ middleware: ['noisy'] }), {
      input: hello + call(2) + call(3, 'own'),
    });
    expect(replies(stdout)).toHaveLength(3);
    expect(replies(stdout).find(({ id }) => id === 3)?.result?.content).toEqual([
      { type: 'text', text: 'mine' },
    ]);
    expect(stderr).toMatch(/loading[^]*call[^]*raw/);
  });

  it('records calls in audit.jsonl beside it, in a whole chain', async () => {
    await run(here(), { input: hello + call(2) });
    await run(here(), { input: hello + call(2) });
    const lines = readFileSync(path.join(folder, 'audit.jsonl'), 'utf8').trimEnd().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { type: string }).type)).toEqual([
      'start',
      'intent',
      'outcome',
      'start',
      'intent',
      'outcome',
    ]);
    expect(verifyAuditChain(lines)).toEqual([]);
  });

  const secured = (): BridgeArtifact =>
    here({
      tools: [toolOf({ security: [{ schemes: [{ scheme: 'key', scopes: [] }] }] })],
      document: {
        securitySchemes: {
          key: { type: 'apiKey', in: 'header', name: 'X-Key', deprecated: false },
        },
      },
    });

  it('K6 takes credentials from .env, below the environment', async () => {
    writeFileSync(path.join(folder, '.env'), 'SHOP_KEY_API_KEY=from-file\n');
    const fromFile = await run(secured(), { input: hello + call(2) });
    const fromEnvironment = await run(secured(), {
      input: hello + call(2),
      env: { SHOP_KEY_API_KEY: 'from-env' },
    });
    const keys = [fromFile, fromEnvironment].map(
      ({ stdout }) => replies(stdout).find(({ id }) => id === 2)?.result?.content?.[0]?.text,
    );
    // The upstream echoes the key, which is redacted; that it arrived shows in the audit's status.
    for (const text of keys) expect(text).toContain('[redacted]');
  });

  it('K2 starts without credentials, tells it once, and each call says it', async () => {
    const { stdout, stderr, code } = await run(secured(), { input: hello + call(2) + call(3) });
    expect(stderr.match(/SHOP_KEY_API_KEY/g)).toHaveLength(1);
    expect(replies(stdout).filter(({ result }) => result?.isError === true)).toHaveLength(2);
    expect(code).toBe(0);
  });

  it('S2 exits with 1 where it is not known where the API is, and names flag and variable', async () => {
    const relative = here({
      document: { servers: [{ kind: 'relative', url: '/v1', template: '/v1', variables: {} }] },
    });
    const { code, stdout, stderr } = await run(relative, { input: hello });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/--base-url[^]*SHOP_BASE_URL/);
    for (const options of [
      { args: ['--base-url', upstreamUrl] },
      { env: { SHOP_BASE_URL: upstreamUrl } },
    ]) {
      expect(
        replies((await run(relative, { ...options, input: hello + call(2) })).stdout),
      ).toHaveLength(2);
    }
  });

  it.each<[string, () => RunOptions, number, RegExp]>([
    ['an unknown option', () => ({ args: ['--nope'] }), 2, /--nope[^]*--help/],
    [
      'an audit file that cannot be written',
      () => ({ args: ['--audit', '/nowhere/at/all.jsonl'] }),
      1,
      /cannot be written/,
    ],
    [
      'a setting that cannot be used',
      () => ({ env: { OPENAPI_MCP_MAX_RETRIES: 'x' } }),
      1,
      /OPENAPI_MCP_MAX_RETRIES/,
    ],
    ['a middleware that is missing', () => ({ args: [] }), 1, /"tenant"/],
  ])('exits over %s without a word on standard output', async (_case, options, code, said) => {
    const result = await run(here(_case.includes('middleware') ? { middleware: ['tenant'] } : {}), {
      ...options(),
      input: hello,
    });
    expect([result.code, result.stdout]).toEqual([code, '']);
    expect(result.stderr).toMatch(said);
    expect(result.stderr).not.toMatch(/\n {4}at /);
  });

  it('tells its version and its help', async () => {
    expect(await run(here(), { args: ['--version'] })).toEqual({
      code: 0,
      stdout: '1.2.3\n',
      stderr: '',
    });
    expect((await run(here(), { args: ['--help'] })).stdout).toMatch(/^shop: an MCP server/);
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('ends in order on %s', async (signal) => {
    const { code } = await run(here(), {
      input: hello,
      whenAnswered: (child) => child.kill(signal),
    });
    expect(code).toBe(0);
  });

  it('survives a client that stops reading', async () => {
    const { code, stderr } = await run(here(), {
      input: hello,
      whenAnswered: (child) => {
        child.stdout?.destroy();
        child.stdin?.end(call(2));
      },
    });
    expect(code).toBe(0);
    expect(stderr).not.toMatch(/\n {4}at /);
  });
});
