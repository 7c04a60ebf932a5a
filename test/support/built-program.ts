import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

/** The checkout's root. */
export const projectRoot: string = fileURLToPath(new URL('../..', import.meta.url));

/** The built command line; `npm run build` makes it. */
export const cliMain: string = path.join(projectRoot, 'dist/cli/main.js');

/** What a finished program left. */
export interface ProgramResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** How to run a program. */
export interface RunOptions {
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** An environment with nothing of this machine's configuration but what a program needs to run. */
export function bareEnvironment(
  more: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const kept = Object.entries(process.env).filter(([name]) =>
    ['PATH', 'HOME', 'TMPDIR'].includes(name),
  );
  return {
    // Tests leave nothing in the cache folder of whoever runs them.
    XDG_CACHE_HOME: path.join(projectRoot, '.cache', 'home'),
    ...Object.fromEntries(kept.map(([name, value]) => [name, value ?? ''])),
    ...more,
  };
}

/** Runs the built command line to its end. */
export function runCli(
  arguments_: readonly string[],
  options: RunOptions = {},
): Promise<ProgramResult> {
  if (!existsSync(cliMain))
    throw new Error('dist/cli/main.js is missing: run `npm run build` first');
  return runProgram([cliMain, ...arguments_], options);
}

/** Runs a Node program to its end. */
export function runProgram(
  arguments_: readonly string[],
  options: RunOptions = {},
): Promise<ProgramResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, arguments_, {
      cwd: options.cwd ?? projectRoot,
      env: bareEnvironment(options.env),
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.stdin.on('error', () => undefined);
    child.stdin.end(options.input ?? '');
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, stdout, stderr }));
  });
}

/** A folder that is removed when the test ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'openapi-mcp-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Builds a server into a folder and returns the folder; fails with the program's own words. */
export async function buildServer(
  spec: string,
  folder: string,
  ...more: readonly string[]
): Promise<string> {
  const result = await runCli(['build', spec, '-o', folder, ...more]);
  if (result.code !== 0) throw new Error(`build failed (${result.code}):\n${result.stderr}`);
  return folder;
}
