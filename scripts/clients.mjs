// npm run clients: clients that other people wrote, against generated servers. They are no dependencies of the package
// (a hundred packages each, for newer versions of Node): they stand below .cache and run on the binaries of
// node-versions.mjs. test/e2e/other-clients.test.ts uses them wherever they are there.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { installNodeVersions } from './node-versions.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Pinned, because what a client says and how it is asked change with every version. */
const clients = [
  { name: 'mcporter', version: '0.12.3' },
  { name: '@modelcontextprotocol/inspector', version: '2.12.0' },
];

function folderOf(name) {
  return path.join(root, '.cache', 'clients', name.replace(/^@/, '').replace('/', '-'));
}

/** Installs what is missing or of another version; returns the names that could not be had. */
export async function installClients() {
  const missing = [];
  for (const { name, version } of clients) {
    const folder = folderOf(name);
    const stamp = path.join(folder, `${version}.stamp`);
    if (existsSync(stamp)) continue;
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    const options = ['--no-save', '--no-package-lock', '--ignore-scripts', '--no-engine-strict'];
    const { status } = spawnSync(
      'npm',
      ['install', '--prefix', folder, ...options, `${name}@${version}`],
      { stdio: 'inherit', shell: process.platform === 'win32' },
    );
    if (status === 0) await writeFile(stamp, '');
    else missing.push(name);
  }
  return missing;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const missing = [...(await installNodeVersions()), ...(await installClients())];
  if (missing.length > 0) throw new Error(`${missing.join(', ')} could not be installed.`);
  const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const { status } = spawnSync(
    process.execPath,
    [vitest, 'run', 'test/e2e/other-clients.test.ts'],
    { cwd: root, stdio: 'inherit' },
  );
  process.exitCode = status ?? 1;
}
