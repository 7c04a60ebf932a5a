// Calls every operation of every document of the corpus, with arguments made from its published input schema and its
// own examples, through the real runtime against a mock of the same document, which checks each request. Prints what
// became of the calls, by document and by reason. What is not accepted must be explained by a fault of the document
// in scripts/corpus/explained-calls.json; an explanation that explains nothing any more is wrong as well.
//
//   npm run corpus:calls -- [--only ID] [--corpus DIR] [--stdio] [--sample] [--jobs N] [--json FILE]
//
// `--stdio` goes through the generated server as a client does; without it the runtime is in the process. `--sample`
// takes a few small documents that between them have every kind of parameter and body.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values: options } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    corpus: { type: 'string', default: path.join(root, '../shared/corpus') },
    stdio: { type: 'boolean', default: false },
    sample: { type: 'boolean', default: false },
    jobs: { type: 'string', default: '2' },
    json: { type: 'string' },
  },
});
const sample = [
  'autorest-body-formdata',
  'microsoft-openapinet-query-v32',
  'nhs-pds',
  'pihole-ftl',
  'readme-parameters-style-v31',
  'redocly-museum',
  'swagger-petstore-v2',
  'trpc-edge-cases',
];
const timeoutMs = 900_000;

const folder = path.resolve(options.corpus);
if (!existsSync(folder)) {
  console.log('corpus: no documents here (give --corpus DIR)');
  process.exit(0);
}
const documents = JSON.parse(readFileSync(path.join(folder, 'manifest.json'), 'utf8')).filter(
  ({ id }) =>
    options.only === undefined
      ? !options.sample || sample.includes(id)
      : options.only.some((part) => id.includes(part)),
);
const explanations = JSON.parse(
  readFileSync(path.join(root, 'scripts/corpus/explained-calls.json'), 'utf8'),
);

function callDocument({ id, entry }) {
  return new Promise((resolve) => {
    const script = path.join(root, 'scripts/corpus/call-document.mjs');
    const words = [script, folder, entry, ...(options.stdio ? ['--stdio'] : [])];
    const began = performance.now();
    const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'pipe'] });
    const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text));
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      const seconds = (performance.now() - began) / 1000;
      const failure = { tools: 0, calls: [], crash: signal ?? stderr.slice(-600) };
      resolve({ id, seconds, ...(code === 0 ? JSON.parse(stdout) : failure) });
    });
  });
}

/** Every exception of a document: calls that were not accepted, and parts that no value was found for. */
function exceptionsOf({ calls = [] }) {
  return calls.flatMap(({ operation, variant, result, why, unsampled = [], target }) => [
    ...(result === 'accepted' || result === 'skipped'
      ? []
      : [{ operation, variant, result, why, target }]),
    ...unsampled.map((part) => ({ operation, variant, result: 'unsampled', why: part })),
  ]);
}

function explain(id, exception) {
  return [...explanations['*'], ...(explanations[id] ?? [])].find(
    ({ operations, result, says }) =>
      result === exception.result &&
      exception.why.includes(says) &&
      (operations === undefined || operations.includes(exception.operation)),
  );
}

const results = [];
const used = new Set();
const queue = [...documents];
async function worker() {
  for (let document = queue.shift(); document !== undefined; document = queue.shift()) {
    const result = await callDocument(document);
    const exceptions = exceptionsOf(result).map((exception) => {
      const explanation = explain(document.id, exception);
      if (explanation !== undefined) used.add(explanation);
      return { ...exception, explanation: explanation?.why };
    });
    results.push({ ...result, exceptions });
    if (result.crash !== undefined) console.log(`CRASH ${document.id}: ${result.crash}`);
    for (const { operation, variant, result: kind, why, explanation } of exceptions) {
      if (explanation !== undefined) continue;
      console.log(`UNEXPLAINED ${document.id}: ${operation} (${variant}) ${kind}: ${why}`);
    }
  }
}
await Promise.all(Array.from({ length: Number(options.jobs) }, worker));
results.sort((a, b) => (a.id < b.id ? -1 : 1));

const kinds = ['accepted', 'refused', 'unsent', 'altered', 'answer', 'not-buildable', 'unsampled'];
const countsOf = ({ calls = [], exceptions }) => {
  const counts = Object.fromEntries(kinds.map((kind) => [kind, 0]));
  counts.accepted = calls.filter(({ result }) => result === 'accepted').length;
  for (const { result } of exceptions) counts[result] += 1;
  return counts;
};
const row = (title, tools, counts, seconds) =>
  `${title.padEnd(40)}${[tools, ...kinds.map((kind) => counts[kind])]
    .map((number) => String(number).padStart(14))
    .join('')}${seconds.padStart(9)}`;
console.log(
  `\n${'document'.padEnd(40)}${['tools', ...kinds].map((name) => name.padStart(14)).join('')}${'seconds'.padStart(9)}`,
);
const total = Object.fromEntries(kinds.map((kind) => [kind, 0]));
let tools = 0;
for (const result of results) {
  const counts = countsOf(result);
  for (const kind of kinds) total[kind] += counts[kind];
  tools += result.tools ?? 0;
  if (result.stopped !== undefined) console.log(`${result.id.padEnd(40)}  ${result.stopped}`);
  else console.log(row(result.id, result.tools, counts, result.seconds.toFixed(1)));
}
console.log(row('all', tools, total, ''));

const reasons = new Map();
for (const { id, exceptions } of results) {
  for (const { result, explanation = 'UNEXPLAINED' } of exceptions) {
    const key = `${result}: ${explanation}`;
    const { calls = 0, ids = new Set() } = reasons.get(key) ?? {};
    reasons.set(key, { calls: calls + 1, ids: ids.add(id) });
  }
}
console.log('\nexceptions by reason');
for (const [reason, { calls, ids }] of [...reasons].toSorted((a, b) => b[1].calls - a[1].calls)) {
  console.log(`  ${String(calls).padStart(5)}  ${reason} (${[...ids].join(', ')})`);
}

// What holds for any document is used somewhere in the whole corpus, though not in every part of it.
const isWhole = options.only === undefined && !options.sample;
const stale = [...documents.map(({ id }) => id), ...(isWhole ? ['*'] : [])].flatMap((id) =>
  (explanations[id] ?? []).filter((each) => !used.has(each)).map(({ why }) => `${id}: ${why}`),
);
for (const text of stale) console.log(`STALE ${text}`);
const unexplained = results.flatMap(({ exceptions }) =>
  exceptions.filter(({ explanation }) => explanation === undefined),
);
const crashed = results.filter(({ crash }) => crash !== undefined);
const reached = results
  .map(({ calls = [] }) => calls.filter(({ result }) => result === 'accepted'))
  .reduce((sum, calls) => sum + new Set(calls.map(({ tool }) => tool)).size, 0);
console.log(
  `\n${results.length} documents, ${tools} tools, ${reached} of them with an accepted call; ` +
    `${total.accepted} calls accepted; ${unexplained.length} exceptions unexplained, ${stale.length} explanations stale, ${crashed.length} crashed`,
);
if (options.json !== undefined) writeFileSync(options.json, JSON.stringify(results, undefined, 2));
process.exitCode = unexplained.length + stale.length + crashed.length > 0 ? 1 : 0;
