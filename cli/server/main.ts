import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BridgeArtifact } from '../../src/model/artifact.ts';
import { decodeArtifact } from '../../src/model/artifact.ts';
import { BridgeError, toBridgeError } from '../../src/model/errors.ts';
import { claimStdout } from '../../src/runtime/index.ts';
import { keepCompiledParts } from './compile-cache.ts';
import { runServer } from './run-server.ts';
import { parseServerArguments, serverHelp } from './server-flags.ts';

/** The program of a generated server: `node server.mjs`, with `bridge.json` beside it. */
const folder = path.dirname(fileURLToPath(import.meta.url));

/** Exit codes: 0 done, 1 failed, 2 wrong usage. */
async function main(): Promise<number> {
  const { argv, env, stdin, stdout: plainStdout, stderr } = process;
  stderr.on('error', () => undefined); // nobody reads it any more; that must not end the server
  const parsed = parseServerArguments(argv.slice(2));
  switch (parsed.kind) {
    case 'wrong':
      stderr.write(`${parsed.message}. --help tells the options.\n`);
      return 2;
    case 'help':
      plainStdout.write(serverHelp(readArtifact().server.name));
      return 0;
    case 'version':
      plainStdout.write(`${readArtifact().server.version}\n`);
      return 0;
    case 'serve': {
      const stdout = claimStdout();
      keepCompiledParts((name) => env[name]);
      const artifact = readArtifact();
      const { flags } = parsed;
      const signal = abortOnSignals();
      await runServer({ artifact, folder, flags, variables: env, stdin, stdout, stderr, signal });
      // Every answer has been written; an input that is still open would keep the process.
      return process.exit(0);
    }
  }
}

function readArtifact(): BridgeArtifact {
  const file = path.join(folder, 'bridge.json');
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    throw new BridgeError('artifact-invalid', `${file} cannot be read.`, {
      cause,
      fix: 'Keep bridge.json beside server.mjs, or run `openapi-mcp build` again.',
    });
  }
  return decodeArtifact(text);
}

/** A first signal lets the server end in order; a second one ends it at once. */
function abortOnSignals(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.once(name, () => {
      controller.abort();
      process.once(name, () => process.exit(1));
    });
  }
  return controller.signal;
}

/** A promise that a person's middleware left alone must not end the server. */
process.on('unhandledRejection', (reason) => {
  const text = reason instanceof Error ? reason.name : typeof reason;
  process.stderr.write(`An unhandled rejection (${text}) in middleware.mjs or tools.mjs.\n`);
});

try {
  const code = await main();
  process.exitCode = code;
} catch (thrown) {
  const error = toBridgeError(thrown);
  process.stderr.write(`${error.message}${error.fix === undefined ? '' : `\n${error.fix}`}\n`);
  process.exitCode = 1;
}
// What was written is on its way; sockets and timers of a person's middleware must not keep the process.
setTimeout(() => process.exit(), 500).unref();
