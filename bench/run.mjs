// npm run bench: this program beside the floor, interleaved, in one run. Figures of different runs or machines do not
// compare; the ratios of one run do. Options: --rounds N (default 7), --github FILE, --json.
import { fork, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { CORE_SCHEMA, load, mergeTag } from 'js-yaml';
import { McpProcess } from './lib/mcp-process.mjs';
import { benchOnion } from './onion.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const option = (name) => {
  const index = process.argv.indexOf(`--${name}`);
  return index === -1 ? undefined : process.argv[index + 1];
};
const rounds = Number(option('rounds') ?? 7);
const work = mkdtempSync(path.join(tmpdir(), 'openapi-mcp-bench-'));
const upstream = fork(fileURLToPath(new URL('lib/upstream.mjs', import.meta.url)));
const port = await new Promise((resolve) => upstream.once('message', (m) => resolve(m.port)));
const baseUrl = `http://127.0.0.1:${port}`;

const corpusGithub = path.join(root, '../shared/corpus/github-rest');
const github = option('github') ?? firstJson(corpusGithub);

function firstJson(folder) {
  if (!existsSync(folder)) return undefined;
  const manifest = JSON.parse(readFileSync(path.join(folder, '../manifest.json'), 'utf8'));
  const entry = manifest.find((record) => record.id === 'github-rest')?.entry;
  return entry === undefined ? undefined : path.join(folder, '..', entry);
}

/** What the petstore's operations ask for. */
const credentials = { PETSTORE_API_KEY_API_KEY: 'key', PETSTORE_PETSTORE_AUTH_TOKEN: 'token' };

/** Builds a server and returns the two command lines to compare. */
function prepare(name, documentPath) {
  const text = readFileSync(documentPath, 'utf8');
  const json = path.join(work, `${name}.json`);
  const yaml = CORE_SCHEMA.withTags([mergeTag]);
  writeFileSync(
    json,
    documentPath.endsWith('.json') ? text : JSON.stringify(load(text, { schema: yaml })),
  );
  const folder = path.join(work, `${name}-mcp`);
  const started = performance.now();
  const arguments_ = ['build', documentPath, '-o', folder, '--direct', '--base-url', baseUrl];
  const built = spawnSync(process.execPath, [path.join(root, 'dist/cli/main.js'), ...arguments_], {
    encoding: 'utf8',
  });
  if (built.status !== 0) throw new Error(`build of ${name} failed:\n${built.stderr}`);
  const seconds = (performance.now() - started) / 1000;
  console.log(`build ${name}: ${seconds.toFixed(2)} s wall`);
  return {
    floor: () => new McpProcess([path.join(root, 'bench/floor/server.mjs'), json, baseUrl]),
    'openapi-mcp': () =>
      new McpProcess([path.join(folder, 'server.mjs'), '--audit', 'off'], credentials),
    'openapi-mcp, audit to a file': () =>
      new McpProcess(
        [path.join(folder, 'server.mjs'), '--audit', path.join(work, `${name}.jsonl`)],
        credentials,
      ),
  };
}

async function measureStart(start) {
  const server = start();
  await server.initialize();
  const { tools } = await server.request('tools/list');
  const wallMs = performance.now() - server.started;
  const usage = server.usage();
  await server.stop();
  return { wallMs, ...usage, tools: tools.length };
}

async function measureCalls(start, call, { total, inFlight }) {
  const server = start();
  await server.initialize();
  const one = async () => {
    const result = await server.request('tools/call', call);
    if (result.isError) throw new Error(JSON.stringify(result.content));
  };
  for (let warm = 0; warm < 200; warm += 1) await one();
  const before = server.usage().cpuMs;
  const begun = performance.now();
  let left = total;
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      await one();
    }
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
  const wallMs = (performance.now() - begun) / total;
  const usage = server.usage();
  await server.stop();
  return { wallMs, cpuMs: (usage.cpuMs - before) / total, residentMb: usage.residentMb };
}

const ratio = (value) => `${value.toFixed(2)}×`.padStart(7);
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

async function compare(title, contenders, measure) {
  const samples = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, start] of Object.entries(contenders))
      samples[name].push(await measure(start));
  }
  const middle = (name, key) => median(samples[name].map((sample) => sample[key]));
  const rows = Object.keys(contenders).map((name) => ({
    title,
    name,
    cpuMs: middle(name, 'cpuMs'),
    wallMs: middle(name, 'wallMs'),
    residentMb: middle(name, 'residentMb'),
    cpuRatio: middle(name, 'cpuMs') / middle('floor', 'cpuMs'),
    wallRatio: middle(name, 'wallMs') / middle('floor', 'wallMs'),
    memoryRatio: middle(name, 'residentMb') / middle('floor', 'residentMb'),
  }));
  console.log(`\n${title} (median of ${rounds})`);
  for (const row of rows) {
    console.log(
      `  ${row.name.padEnd(30)} CPU ${row.cpuMs.toFixed(3).padStart(9)} ms ${ratio(row.cpuRatio)}` +
        `  wall ${row.wallMs.toFixed(3).padStart(9)} ms ${ratio(row.wallRatio)}` +
        `  memory ${row.residentMb.toFixed(0).padStart(4)} MB ${ratio(row.memoryRatio)}`,
    );
  }
  return rows;
}

const results = [];
try {
  const petstore = prepare('petstore', path.join(root, 'specs/petstore.yaml'));
  results.push(...(await compare('start → tools/list, petstore', petstore, measureStart)));
  if (github !== undefined) {
    const large = prepare('github', github);
    results.push(...(await compare('start → tools/list, GitHub', large, measureStart)));
  } else {
    console.log('\nGitHub: no document (give --github FILE)');
  }
  const call = { name: 'getPetById', arguments: { petId: 7 } };
  const sequential = { total: 1_000, inFlight: 1 };
  const parallel = { total: 4_000, inFlight: 64 };
  results.push(
    ...(await compare('tools/call, one at a time, per call', petstore, (s) =>
      measureCalls(s, call, sequential),
    )),
  );
  results.push(
    ...(await compare('tools/call, 64 in flight, per call', petstore, (s) =>
      measureCalls(s, call, parallel),
    )),
  );
  const onion = await benchOnion({
    specification: path.join(root, 'specs/petstore.yaml'),
    rounds,
  });
  results.push(...onion);
  console.log();
  const httpTools = fileURLToPath(new URL('http-tools.mjs', import.meta.url));
  const words = [httpTools, '--rounds', String(rounds)];
  process.exitCode = spawnSync(process.execPath, words, { stdio: 'inherit' }).status ?? 1;
  if (process.argv.includes('--json'))
    writeFileSync(option('json'), JSON.stringify(results, undefined, 2));
} finally {
  upstream.disconnect();
  rmSync(work, { recursive: true, force: true });
}
