import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { onTestFinished } from 'vitest';
import { bareEnvironment } from './built-program.ts';

/** A server over HTTP in a process of its own. */
export interface HttpProcess {
  readonly child: ChildProcess;
  /** Of the endpoint; empty where the server did not start. */
  readonly url: string;
  readonly output: { stdout: string; stderr: string };
  readonly exited: Promise<number | null>;
}

/** How a server is started. */
export interface HttpProcessOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** The Node binary; default: this one. */
  readonly node?: string;
}

/** Starts a server, until the test ends, and waits until it says where it listens or is gone. */
export async function startHttpProcess(
  arguments_: readonly string[],
  { env = {}, node = process.execPath }: HttpProcessOptions = {},
): Promise<HttpProcess> {
  const child = spawn(node, arguments_, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: bareEnvironment(env),
  });
  const output = { stdout: '', stderr: '' };
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await exited;
  });
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text));
  const url = await new Promise<string>((resolve) => {
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output.stderr += text;
      const [, found] = /serving MCP at (\S+)/.exec(output.stderr) ?? [];
      if (found !== undefined) resolve(found);
    });
    void exited.then(() => resolve(''));
  });
  return { child, url, output, exited };
}
