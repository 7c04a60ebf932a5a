// Real services for the tests. `redis-server` comes from Debian's own package where this may install it; the tests
// start it themselves, each on a port and in a folder of its own, and stop it again.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Programs that serve as the shared store, the first that is there. */
export const storePrograms = ['redis-server', 'valkey-server'];

function isThere(program) {
  return spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;
}

/** Installs what is missing, as root on Debian; returns what could not be had. */
export function installServices() {
  if (storePrograms.some(isThere)) return [];
  const canInstall = process.getuid?.() === 0 && existsSync('/etc/debian_version');
  if (canInstall) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const options = { stdio: 'inherit', env };
    // Another installation may be under way. Where the machine has an init system, Debian starts a service of its
    // own with it; the tests leave that one alone.
    const patience = ['-o', 'DPkg::Lock::Timeout=300'];
    const words = ['install', '-y', '--no-install-recommends', ...patience, 'redis-server'];
    const install = () => spawnSync('apt-get', words, options);
    if (install().status !== 0) {
      spawnSync('apt-get', ['update', ...patience], options);
      install();
    }
  }
  return storePrograms.some(isThere) ? [] : ['redis-server'];
}
