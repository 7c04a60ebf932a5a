import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Runs `npm ci` where node_modules/ is missing or is not what package-lock.json names. Works offline otherwise. */
export async function installIfNeeded() {
  if (await isInstalled()) return;
  console.log('> npm ci');
  const { status } = spawnSync('npm', ['ci'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error('npm ci failed.');
}

async function isInstalled() {
  const [wanted, present] = await Promise.all([
    packagesIn('package-lock.json'),
    packagesIn('node_modules/.package-lock.json'),
  ]);
  return (
    present !== undefined &&
    Object.entries(wanted)
      // What is optional is for other machines.
      .filter(([place, { optional, devOptional }]) => place !== '' && !optional && !devOptional)
      .every(([place, { version, integrity }]) => {
        const found = present[place];
        return found?.version === version && found?.integrity === integrity;
      })
  );
}

async function packagesIn(file) {
  try {
    return JSON.parse(await readFile(path.join(root, file), 'utf8')).packages;
  } catch {
    return undefined;
  }
}
