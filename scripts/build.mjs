// Builds the package: `src` and `cli` to JavaScript and types in dist/, the generated server's program to
// dist/server/.
import { spawnSync } from 'node:child_process';
import { chmod, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleServer } from './bundle-server.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = path.join(root, 'dist');

await rm(dist, { recursive: true, force: true });
const tsc = path.join(root, 'node_modules', 'typescript', 'bin', 'tsc');
const { status } = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.build.json'], {
  cwd: root,
  stdio: 'inherit',
});
if (status === 0) {
  await chmod(path.join(dist, 'cli', 'main.js'), 0o755);
  await bundleServer({
    root,
    entry: 'cli/server/main.ts',
    folder: path.join(dist, 'server'),
    scratch: path.join(root, '.cache', 'bundle'),
  });
} else {
  process.exitCode = 1;
}
