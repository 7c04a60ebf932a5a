// The gate: everything that must hold before a change is merged. Runs every check even when one fails, says
// at the end which did, and prints the tests' counts last.
import { spawnSync } from 'node:child_process';
import { mkdir, readFile, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { installClients } from './clients.mjs';
import { installIfNeeded } from './install.mjs';
import { installNodeVersions } from './node-versions.mjs';
import { installServices } from './services.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const cache = path.join(root, '.cache', 'verify');
const testReport = path.join(cache, 'tests.json');
const failed = [];

/** Runs one program of node_modules/.bin, or npm itself. */
function run(title, command, args) {
  console.log(`\n> ${title}`);
  const began = performance.now();
  const binaries = path.join(root, 'node_modules', '.bin');
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PATH: `${binaries}${path.delimiter}${process.env.PATH}` },
    shell: process.platform === 'win32',
  });
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`${status === 0 ? 'ok' : 'FAILED'}  ${title}  ${seconds} s`);
  if (status !== 0) failed.push(title);
  return status === 0;
}

/** Packs what would be published and looks at it from outside. */
async function checkPackage() {
  if (
    !run('npm pack', 'npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', cache])
  ) {
    return;
  }
  const tarball = (await readdir(cache)).find((name) => name.endsWith('.tgz'));
  run('publint', 'publint', ['--strict', path.join(cache, tarball)]);
  run('attw', 'attw', [path.join(cache, tarball), '--profile', 'esm-only']);
}

/** `N passed, N failed, N skipped`, from vitest's own report. */
async function testCounts() {
  try {
    const report = JSON.parse(await readFile(testReport, 'utf8'));
    const skipped = report.numPendingTests + report.numTodoTests;
    // A file that cannot be loaded has no tests to fail.
    const broken = report.testResults.filter(
      (file) => file.status === 'failed' && file.assertionResults.length === 0,
    ).length;
    return `${report.numPassedTests} passed, ${report.numFailedTests + broken} failed, ${skipped} skipped`;
  } catch {
    return '0 passed, 0 failed, 0 skipped';
  }
}

await installIfNeeded();
await rm(cache, { recursive: true, force: true });
await mkdir(cache, { recursive: true });

// The long way, for a machine that decides about a change: more versions of Node,
// other people's clients, the whole corpus.
const thorough = (process.env.CI ?? '') !== '';
const absentServices = installServices();
if (absentServices.length > 0) {
  console.log(`\nNot installed: ${absentServices.join(', ')}. Tests of replicas are skipped.`);
  if (thorough) failed.push(`${absentServices.join(' and ')} could not be installed`);
}
if (thorough) {
  const missing = await installNodeVersions();
  if (missing.length > 0) failed.push(`Node ${missing.join(' and ')} could not be installed`);
  // Tests skip the clients that are not there; here they must be.
  const absent = await installClients();
  if (absent.length > 0) failed.push(`${absent.join(' and ')} could not be installed`);
}

run('tsc', 'tsc', ['--noEmit']);
run('oxlint', 'oxlint', ['--type-aware', '--deny-warnings']);
run('oxfmt', 'oxfmt', ['--check', '.']);
const built = run('build', process.execPath, ['scripts/build.mjs']);
run('vitest', 'vitest', [
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${testReport}`,
]);
run('knip', 'knip', []);
if (built) await checkPackage();
if (built)
  run('corpus calls', process.execPath, ['scripts/corpus-calls.mjs', '--stdio', '--sample']);
if (thorough && built) run('corpus', process.execPath, ['scripts/corpus.mjs']);
if (thorough && built) run('autorest', process.execPath, ['scripts/autorest.mjs']);
if (thorough && built) run('conformance', process.execPath, ['scripts/conformance.mjs']);
if (thorough && built && process.platform === 'linux')
  run('load', process.execPath, ['scripts/load.mjs']);

console.log(failed.length === 0 ? '\nEverything holds.' : `\nFailed: ${failed.join(', ')}.`);
console.log(await testCounts());
process.exitCode = failed.length === 0 ? 0 : 1;
