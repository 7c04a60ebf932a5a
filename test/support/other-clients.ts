import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { bareEnvironment, projectRoot, temporaryFolder } from './built-program.ts';
import type { ProgramResult } from './built-program.ts';

/** A client that other people wrote, as `scripts/clients.mjs` has installed it. */
export interface OtherClient {
  readonly name: string;
  /** Runs it with a home of its own, so that it finds no configuration of this machine. */
  readonly run: (
    arguments_: readonly string[],
    env?: Readonly<Record<string, string>>,
  ) => Promise<ProgramResult>;
}

/** The client of this name and the major of Node that it needs; `undefined` where one of them is not there. */
export function findClient(
  name: string,
  { major, program }: { readonly major: string; readonly program: string },
): OtherClient | undefined {
  const node = path.join(
    projectRoot,
    `.cache/node/${major}/node_modules/node-${process.platform}-${process.arch}/bin/node`,
  );
  const file = path.join(projectRoot, '.cache/clients', program);
  if (!existsSync(node) || !existsSync(file)) return undefined;
  return { name, run: (arguments_, env) => run([node, file, ...arguments_], env) };
}

function run(
  [command = '', ...arguments_]: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<ProgramResult> {
  const home = temporaryFolder();
  return new Promise((resolve, reject) => {
    const child = spawn(command, arguments_, {
      cwd: home,
      env: bareEnvironment({ ...env, HOME: home }),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, stdout, stderr }));
  });
}
