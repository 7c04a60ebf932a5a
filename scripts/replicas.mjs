// The run of two replicas with one Redis at its full length: 20,000 calls of 64 clients, while one replica is killed
// and comes back. The gate makes the same run with fewer calls.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { installServices } from './services.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const absent = installServices();
if (absent.length > 0) {
  console.error(`Not installed: ${absent.join(', ')}.`);
  process.exit(1);
}
const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs');
const words = [
  'run',
  'test/e2e/replicas.test.ts',
  '--testTimeout=900000',
  ...process.argv.slice(2),
];
const { status } = spawnSync(process.execPath, [vitest, ...words], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, REPLICA_CALLS: process.env.REPLICA_CALLS ?? '20000' },
});
process.exitCode = status ?? 1;
