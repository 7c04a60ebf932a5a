// MCP's official conformance suite against a generated server. The suite needs Node 22, which is taken from npm where
// this is an older one; it is no dependency of the package, and stands below .cache.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startUpstream } from '../test/conformance/upstream.mjs';
import { installNodeVersions, nodeBinary } from './node-versions.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const fixtures = path.join(root, 'test', 'conformance');
const suite = '@modelcontextprotocol/conformance';
const suiteVersion = '0.2.0-alpha.12';
const suiteFolder = path.join(root, '.cache', 'conformance');
const suiteProgram = path.join(suiteFolder, 'node_modules', suite, 'dist', 'index.js');

/** What each revision requires, and what of it cannot apply. */
const requirementSets = ['2026-07-28', '2025-11-25'];

/** Installs the suite where it is missing or of another version. */
async function installSuite() {
  const stamp = path.join(suiteFolder, `${suiteVersion}.stamp`);
  if (existsSync(stamp) && existsSync(suiteProgram)) return;
  await rm(suiteFolder, { recursive: true, force: true });
  await mkdir(suiteFolder, { recursive: true });
  const options = ['--no-save', '--no-package-lock', '--ignore-scripts', '--no-engine-strict'];
  const { status } = spawnSync(
    'npm',
    ['install', '--prefix', suiteFolder, ...options, `${suite}@${suiteVersion}`],
    { stdio: 'inherit' },
  );
  if (status !== 0) throw new Error(`${suite} cannot be installed.`);
  await writeFile(stamp, '');
}

/** Builds the server of the fixture document into a folder. */
async function buildServer(folder, upstreamUrl) {
  const { status } = spawnSync(
    process.execPath,
    [
      path.join(root, 'dist', 'cli', 'main.js'),
      'build',
      path.join(fixtures, 'conformance.yaml'),
      '-o',
      folder,
      '--direct',
      '--base-url',
      upstreamUrl,
      '--overlay',
      path.join(fixtures, 'overlay.yaml'),
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  if (status !== 0) throw new Error('The server cannot be built; run `npm run build` first.');
  await copyFile(path.join(fixtures, 'tools.mjs'), path.join(folder, 'tools.mjs'));
}

/** Starts the server and resolves with it and its address. */
function startServer(folder) {
  const child = spawn(
    process.execPath,
    [path.join(folder, 'server.mjs'), '--http', '0', '--sessions'],
    { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, OPENAPI_MCP_AUDIT: 'off' } },
  );
  return new Promise((resolve, reject) => {
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text) => {
      said += text;
      const [, url] = /serving MCP at (\S+)/.exec(said) ?? [];
      if (url !== undefined) resolve({ child, url });
    });
    child.once('exit', () => reject(new Error(`The server ended:\n${said}`)));
  });
}

/** Runs one requirement set; its own words go to the terminal. */
function runSuite(url, requirements) {
  console.log(`\n> conformance ${requirements}`);
  const child = spawn(
    nodeBinary('22'),
    [
      suiteProgram,
      'server',
      '--url',
      url.replace('127.0.0.1', 'localhost'),
      '--requirements',
      requirements,
      '--expected-failures',
      path.join(fixtures, `baseline-${requirements}.yaml`),
    ],
    // The suite writes its results to where it stands.
    { stdio: 'inherit', cwd: suiteFolder },
  );
  return new Promise((resolve) => {
    child.once('close', (code) => resolve(code === 0));
  });
}

await installSuite();
if ((await installNodeVersions()).includes('22')) throw new Error('There is no Node 22.');
const folder = await mkdtemp(path.join(tmpdir(), 'openapi-mcp-conformance-'));
const upstream = await startUpstream();
try {
  await buildServer(folder, upstream.url);
  const { child, url } = await startServer(folder);
  const failed = [];
  for (const requirements of requirementSets) {
    if (!(await runSuite(url, requirements))) failed.push(requirements);
  }
  child.kill('SIGTERM');
  console.log(failed.length === 0 ? '\nConforms.' : `\nDoes not conform: ${failed.join(', ')}.`);
  process.exitCode = failed.length === 0 ? 0 : 1;
} finally {
  upstream.close();
  await rm(folder, { recursive: true, force: true });
}
