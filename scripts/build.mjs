// Builds the package: `src` and `cli` to JavaScript and types in dist/, the generated server's program to
// dist/server/, with the types of what people write beside it. A build that fails leaves the dist/ of the one before as it was.
import { spawnSync } from 'node:child_process';
import { chmod, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleServer } from './bundle-server.mjs';
import { extensionTypes } from './extension-types.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = path.join(root, 'dist');
const scratch = path.join(root, '.cache', `build-${process.pid}`);
const next = path.join(scratch, 'dist');

function compile() {
  const tsc = path.join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const words = [tsc, '-p', 'tsconfig.build.json', '--outDir', next];
  return spawnSync(process.execPath, words, { cwd: root, stdio: 'inherit' }).status === 0;
}

await mkdir(scratch, { recursive: true });
try {
  if (compile()) {
    await chmod(path.join(next, 'cli', 'main.js'), 0o755);
    await bundleServer({
      root,
      entry: 'cli/server/main.ts',
      folder: path.join(next, 'server'),
      scratch: path.join(scratch, 'bundle'),
    });
    await writeFile(path.join(next, 'server', 'server.d.mts'), await extensionTypes(next));
    // Two renames instead of a removal: dist/ is away for no longer than it takes to blink.
    await rename(dist, path.join(scratch, 'old')).catch(() => undefined);
    await rename(next, dist);
  } else {
    process.exitCode = 1;
  }
} finally {
  await rm(scratch, { recursive: true, force: true });
}
