import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  bareEnvironment,
  buildServer,
  projectRoot,
  runCli,
  temporaryFolder,
} from '../support/built-program.ts';
import { freePort } from '../support/free-port.ts';

const petstore = path.join(projectRoot, 'specs/petstore.yaml');

/** What nobody may be in an image, and what people write beside a server. */
const others = ['.env', '.env.local', '.logins.json', 'audit.jsonl', 'audit.1.jsonl', 'notes.txt'];

describe('the image of a generated server', () => {
  it('gets every file that it needs, and no other', async () => {
    const { context, image } = await packed();
    expect(context).toEqual(expect.arrayContaining([...image]));
    expect(image).toEqual(
      expect.arrayContaining(['server.mjs', 'server-http.mjs', 'server-redis.mjs', 'tools.mjs']),
    );
    for (const name of others) expect(context).not.toContain(name);
  });

  it('serves HTTP from a folder in which nobody can write, and tells how it is', async () => {
    const { app, instruction } = await packed();
    const port = await freePort();
    const env = {
      OPENAPI_MCP_HTTP: `0.0.0.0:${port}`,
      OPENAPI_MCP_AUTH_TOKENS: 'carol:carols-token-0123456789',
    };
    const [, probe = ''] = /^HEALTHCHECK .*?CMD (\[.*\])$/m.exec(instruction) ?? [];
    const isHealthy = async (more: Readonly<Record<string, string>>): Promise<number | null> =>
      (await run(JSON.parse(probe) as readonly string[], app, more)).code;
    expect(await isHealthy(env)).toBe(1);

    const server = start(entrypointOf(instruction), app, env);
    await expect.poll(() => server.stderr(), { timeout: 10_000 }).toMatch(/serving MCP at/);
    expect(await isHealthy(env)).toBe(0);
    const answer = await fetch(`http://127.0.0.1:${port}/mcp`, {
      method: 'POST',
      headers: {
        authorization: 'Bearer carols-token-0123456789',
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
    });
    expect(await answer.text()).toContain('findPetsByStatus');
    server.child.kill('SIGTERM');
    expect(await server.exited).toBe(0);
    // Over stdio there is nobody to ask.
    expect(await isHealthy({})).toBe(0);
  });

  it('serves stdio from there, and records its calls on standard error', async () => {
    const { app, instruction } = await packed();
    const call = { name: 'getPetById', arguments: { petId: 1 } };
    const lines = [
      {
        id: 1,
        method: 'initialize',
        params: {
          protocolVersion: '2025-06-18',
          capabilities: {},
          clientInfo: { name: 'test', version: '1' },
        },
      },
      { method: 'notifications/initialized' },
      { id: 2, method: 'tools/call', params: call },
    ].map((message) => JSON.stringify({ jsonrpc: '2.0', ...message }));
    const base = { PETSTORE_BASE_URL: `http://127.0.0.1:${await freePort()}` };
    const { stdout, stderr } = await run(entrypointOf(instruction), app, base, lines.join('\n'));
    expect(stdout).toContain('"id":2');
    expect(stderr).toMatch(/"tool":"getPetById"/);
  });
});

describe('files that run a server in containers', () => {
  it("are written where they are asked for, and are the person's from then on", async () => {
    const folder = path.join(temporaryFolder(), 'petstore-mcp');
    await buildServer(petstore, folder);
    expect(readdirSync(folder)).not.toContain('Dockerfile');
    const build = (): ReturnType<typeof runCli> =>
      runCli(['build', petstore, '-o', folder, '--docker', '--k8s']);
    const first = await build();
    expect(first.stderr).not.toMatch(/stays as you have it/);
    const written = ['Dockerfile', '.dockerignore', 'kubernetes.yaml'];
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(written));
    writeFileSync(path.join(folder, 'Dockerfile'), 'FROM mine\n');
    const again = await build();
    expect(again.stderr).toMatch(/^Dockerfile stays as you have it/m);
    expect(again.stderr.match(/stays as you have it/g)).toHaveLength(1);
    expect(readFileSync(path.join(folder, 'Dockerfile'), 'utf8')).toBe('FROM mine\n');
  });
});

/** A server as its image would hold it: the files that Docker is sent, and of them those that are copied. */
async function packed(): Promise<{
  readonly app: string;
  readonly instruction: string;
  readonly context: readonly string[];
  readonly image: readonly string[];
}> {
  const folder = path.join(temporaryFolder(), 'petstore-mcp');
  await buildServer(petstore, folder, '--docker');
  for (const name of others) writeFileSync(path.join(folder, name), 'SECRET=hunter2');
  writeFileSync(path.join(folder, 'tools.mjs'), 'export const none = [];');
  const instruction = readFileSync(path.join(folder, 'Dockerfile'), 'utf8');
  const ignore = readFileSync(path.join(folder, '.dockerignore'), 'utf8');
  const context = readdirSync(folder).filter((name) => !isIgnored(name, ignore));
  const [, copied = ''] = /^COPY --chmod=444 (.*) \.\/$/m.exec(instruction) ?? [];
  const patterns = copied.split(' ').map(patternOf);
  const image = context.filter((name) => patterns.some((pattern) => pattern.test(name)));
  const app = path.join(temporaryFolder(), 'app');
  mkdirSync(app);
  for (const name of image) {
    copyFileSync(path.join(folder, name), path.join(app, name));
    chmodSync(path.join(app, name), 0o444);
  }
  chmodSync(path.dirname(app), 0o755);
  chmodSync(app, 0o555);
  onTestFinished(() => chmodSync(app, 0o755));
  return { app, instruction, context, image };
}

/** By the rules of Docker, as far as the file uses them: of the patterns that fit, the last one decides. */
function isIgnored(name: string, ignore: string): boolean {
  const rules = ignore.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const last = rules.findLast((rule) => patternOf(rule.replace(/^!/, '')).test(name));
  return last !== undefined && !last.startsWith('!');
}

/** A pattern of Go's `filepath.Match`: any characters, and sets of them. */
function patternOf(glob: string): RegExp {
  return new RegExp(`^${glob.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}$`);
}

function entrypointOf(instruction: string): readonly string[] {
  const [, words = '[]'] = /^ENTRYPOINT (\[.*\])$/m.exec(instruction) ?? [];
  return JSON.parse(words) as readonly string[]; // an array of words is what ENTRYPOINT takes
}

interface Started {
  readonly child: ReturnType<typeof spawn>;
  readonly stderr: () => string;
  readonly exited: Promise<number | null>;
}

/** Starts a program as the image does: in its folder, as nobody in particular. */
function start(
  [program = '', ...words]: readonly string[],
  app: string,
  env: Readonly<Record<string, string>>,
): Started & { readonly stdout: () => string } {
  const child = spawn(program === 'node' ? process.execPath : program, words, {
    cwd: app,
    env: bareEnvironment({ NODE_ENV: 'production', ...env, HOME: '/nonexistent' }),
    stdio: ['pipe', 'pipe', 'pipe'],
    ...(process.getuid?.() === 0 ? { uid: 65_532, gid: 65_532 } : {}),
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const exited = once(child, 'close').then(() => child.exitCode);
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await exited;
  });
  return { child, stdout: () => stdout, stderr: () => stderr, exited };
}

async function run(
  words: readonly string[],
  app: string,
  env: Readonly<Record<string, string>>,
  input = '',
): Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }> {
  const program = start(words, app, env);
  program.child.stdin?.end(input === '' ? '' : `${input}\n`);
  const code = await program.exited;
  return { code, stdout: program.stdout(), stderr: program.stderr() };
}
