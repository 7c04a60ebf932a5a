// npm run corpus: builds every document of a corpus, checks what must hold of each, prints a table, and fails on any
// miss. Without a corpus it says so and passes.
//   --corpus DIR   folder with a manifest.json; ../shared/corpus by default
//   --only TEXT    only documents whose id contains the text; repeatable
//   --json FILE    write all records to this file
//   --dist DIR     measure this build of the program; dist/ by default
//   --jobs N       documents at one time; one for each processor by default
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { reportRecords } from './corpus/report.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values: options } = parseArgs({
  options: {
    corpus: { type: 'string', default: path.join(root, '../shared/corpus') },
    only: { type: 'string', multiple: true, default: [''] },
    json: { type: 'string' },
    dist: { type: 'string', default: path.join(root, 'dist') },
    jobs: { type: 'string', default: String(availableParallelism()) },
  },
});

const documentTimeoutMs = 300_000;
/** No document takes so long on any machine; how long it does take is a goal, and goals of time are for quiet ones. */
const longestCpuMs = 10_000;
/** The largest document has goals of its own. */
const ownGoals = { 'github-rest': { cpuMs: 3_000, peakMb: 500 } };

/** What came of one document, by a process of its own. */
function measure(document) {
  return new Promise((resolve) => {
    const script = path.join(root, 'scripts/corpus/measure-document.mjs');
    const words = [
      script,
      path.resolve(options.dist),
      path.resolve(options.corpus),
      document.entry,
    ];
    const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'pipe'] });
    const timer = setTimeout(() => child.kill('SIGKILL'), documentTimeoutMs);
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text));
    child.once('error', (error) => (stderr += error.message));
    child.once('close', (code, signal) => {
      clearTimeout(timer);
      resolve(code === 0 ? JSON.parse(stdout) : crashed(stderr, signal));
    });
  });
}

function crashed(stderr, signal) {
  const error = /^\w*Error\b.*$/m.exec(stderr)?.[0] ?? stderr.slice(-400);
  const reason = signal === null ? error : `killed by ${signal}`;
  return {
    stopped: false,
    tools: 0,
    leftOut: [],
    codes: {},
    errors: [],
    misses: [`crashed: ${reason}`],
  };
}

/** Adds what does not hold of a record against what is known of its document. */
function judge({ id, operations }, record) {
  const misses = [...record.misses];
  const told = record.tools + record.leftOut.length;
  if (!record.stopped && told !== operations) {
    misses.push(
      `${operations} operations, but ${record.tools} tools and ${record.leftOut.length} named as left out`,
    );
  }
  const { cpuMs = longestCpuMs, peakMb = Infinity } = ownGoals[id] ?? {};
  if (record.cpuMs > longestCpuMs) misses.push(`${Math.round(record.cpuMs)} ms of processor time`);
  if (record.peakMb > peakMb) misses.push(`${Math.round(record.peakMb)} MB`);
  const slow = record.cpuMs > cpuMs ? { slow: cpuMs } : {};
  return { id, operations, ...record, ...slow, misses };
}

async function measureAll(documents) {
  // The longest first, so that none is left over when the others are done.
  const queue = documents.toSorted((a, b) => b.totalBytes - a.totalBytes);
  const records = [];
  const work = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      records.push(judge(next, await measure(next)));
    }
  };
  await Promise.all(Array.from({ length: Number(options.jobs) }, work));
  return records.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

const manifest = path.join(options.corpus, 'manifest.json');
if (!existsSync(manifest)) {
  console.log(`corpus: no ${manifest}, so there is nothing to measure`);
} else if (!existsSync(path.join(options.dist, 'src/index.js'))) {
  console.error('corpus: the program is not built; run `npm run build` first');
  process.exitCode = 1;
} else {
  const documents = JSON.parse(readFileSync(manifest, 'utf8')).filter(({ id }) =>
    options.only.some((text) => id.includes(text)),
  );
  const records = await measureAll(documents);
  if (options.json !== undefined)
    writeFileSync(options.json, JSON.stringify(records, undefined, 2));
  console.log(reportRecords(records));
  if (records.length === 0) console.error('corpus: no document has such an id');
  process.exitCode =
    records.length === 0 || records.some(({ misses }) => misses.length > 0) ? 1 : 0;
}
