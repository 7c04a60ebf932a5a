// Node 22 and 24 for the end-to-end tests, from npm's own binary packages, below .cache/node. Needs no tool beyond npm.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Majors beside the one that runs the tests. */
const majors = ['22', '24'];

/** Where the binary of a major stands once it is installed. */
export function nodeBinary(major) {
  const name = `node-${process.platform}-${process.arch}`;
  return path.join(root, '.cache', 'node', major, 'node_modules', name, 'bin', 'node');
}

/** Installs what is missing; returns the majors that could not be had. */
export async function installNodeVersions() {
  const missing = [];
  for (const major of majors) {
    if (existsSync(nodeBinary(major))) continue;
    const folder = path.join(root, '.cache', 'node', major);
    await mkdir(folder, { recursive: true });
    const name = `node-${process.platform}-${process.arch}@${major}`;
    const options = ['--no-save', '--no-package-lock', '--ignore-scripts', '--no-engine-strict'];
    spawnSync('npm', ['install', '--prefix', folder, ...options, name], { stdio: 'inherit' });
    if (!existsSync(nodeBinary(major))) missing.push(major);
  }
  return missing;
}
