import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { testAuthority, testServerCertificate, testServerKey } from './certificates.ts';
import { freePort } from './free-port.ts';

const program = ['redis-server', 'valkey-server'].find(
  (name) => spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0,
);

/**
 * Whether a real Redis or Valkey can be started here. Where the tests decide about a change it must be, and what
 * needs it fails instead of being skipped.
 */
export const hasRedis: boolean = program !== undefined || (process.env['CI'] ?? '') !== '';

/** A Redis of a test's own. */
export interface RedisServer {
  readonly url: string;
  /** Kills it, with everything it knows. */
  readonly kill: () => Promise<void>;
  /** Starts it again on its port, empty. */
  readonly start: () => Promise<void>;
  /** Lets it live without answering, until it is resumed. */
  readonly pause: () => void;
  readonly resume: () => void;
  readonly stop: () => Promise<void>;
}

/** Starts a Redis on a free port of this machine; whoever starts it stops it. */
export async function startRedis({
  password,
  tls = false,
}: {
  readonly password?: string;
  /** Speak TLS alone, with a certificate of the tests' own authority. */
  readonly tls?: boolean;
} = {}): Promise<RedisServer> {
  if (program === undefined) throw new Error('redis-server is not installed.');
  const folder = await mkdtemp(path.join(tmpdir(), 'redis-'));
  const port = await freePort();
  let child: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    const words = [
      tls ? '--tls-port' : '--port',
      String(port),
      '--bind',
      '127.0.0.1',
      '--dir',
      folder,
      '--save',
      '',
      '--appendonly',
      'no',
    ];
    if (tls) words.push('--port', '0', ...(await tlsWords(folder)));
    if (password !== undefined) words.push('--requirepass', password);
    const started = spawn(program, words, { stdio: ['ignore', 'pipe', 'ignore'] });
    child = started;
    for await (const line of createInterface({ input: started.stdout })) {
      if (line.includes('eady to accept connections')) break;
    }
    started.stdout.resume();
  };
  const kill = async (): Promise<void> => {
    const running = child;
    child = undefined;
    if (running === undefined || running.exitCode !== null) return;
    const ended = once(running, 'exit');
    running.kill('SIGKILL');
    await ended;
  };
  await start();
  const login = password === undefined ? '' : `:${encodeURIComponent(password)}@`;
  return {
    url: `${tls ? 'rediss' : 'redis'}://${login}127.0.0.1:${port}`,
    kill,
    start,
    pause: () => void child?.kill('SIGSTOP'),
    resume: () => void child?.kill('SIGCONT'),
    stop: async () => {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function tlsWords(folder: string): Promise<readonly string[]> {
  const file = async (name: string, text: string): Promise<string> => {
    const place = path.join(folder, name);
    await writeFile(place, text);
    return place;
  };
  return [
    '--tls-cert-file',
    await file('server.pem', testServerCertificate),
    '--tls-key-file',
    await file('server.key', testServerKey),
    '--tls-ca-cert-file',
    await file('authority.pem', testAuthority),
    '--tls-auth-clients',
    'no',
  ];
}
