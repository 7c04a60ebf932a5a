// Calls the operations of autorest's documents through the runtime against autorest's own test server, which checks
// every request to the letter, and prints what the server counts as covered.
//
//   npm run autorest -- [--only ID] [--corpus DIR]
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildBridge, createBridge } from '../dist/src/index.js';
import {
  argumentsByOperation,
  leftOut,
  notCovered,
  refusedByClient,
} from './autorest/arguments.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values: options } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    corpus: { type: 'string', default: path.join(root, '../shared/corpus') },
  },
});
const folder = path.resolve(options.corpus);
if (!existsSync(folder)) {
  console.log('autorest: no documents here (give --corpus DIR)');
  process.exit(0);
}
const documents = JSON.parse(readFileSync(path.join(folder, 'manifest.json'), 'utf8'))
  .filter(({ id }) => id.startsWith('autorest-'))
  .filter(({ id }) => options.only === undefined || options.only.includes(id));

/** Names of the server's coverage that belong to a document. */
const coverageOf = {
  'autorest-body-array': /^(?:get|put)Array/,
  'autorest-body-complex': /^(?:get|put)Complex/,
  'autorest-body-file': /^FileStream/,
  'autorest-body-formdata': /^FormdataStream|^StreamUploadFile/,
  'autorest-header': /^(?:Header|CustomHeader)/,
  'autorest-url': /^(?:UrlPaths|UrlQueries(?!ArrayMulti)|UrlPathItem)/,
  'autorest-url-multi': /^UrlQueriesArrayMulti/,
};

async function startServer() {
  const port = await freePort();
  const cli = createRequire(import.meta.url).resolve('@microsoft.azure/autorest.testserver');
  const coverage = mkdtempSync(path.join(tmpdir(), 'openapi-mcp-autorest-'));
  const words = [cli, 'run', '--port', String(port), '--coverageDirectory', coverage];
  const child = spawn(process.execPath, words, { cwd: coverage, stdio: 'ignore' });
  const url = `http://localhost:${port}`;
  const answers = () =>
    fetch(`${url}/report`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await answers())) {
    if (child.exitCode !== null) throw new Error("autorest's test server does not start");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const close = () => {
    child.kill();
    rmSync(coverage, { recursive: true, force: true });
  };
  const report = async () => ({
    ...(await (await fetch(`${url}/report`)).json()),
    ...(await (await fetch(`${url}/report/optional`)).json()),
  });
  return { url, report, close };
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

async function openBridge({ entry }, url) {
  const { artifact, diagnostics } = await buildBridge(
    [{ source: { kind: 'file', path: path.join(folder, entry) } }],
    { generator: { name: 'openapi-mcp', version: '0' }, mode: 'direct', baseUrl: url },
  );
  if (artifact === undefined) throw new Error(`${entry}: ${diagnostics[0].message}`);
  const settings = { limits: { maxResponseBytes: 2 ** 26 } };
  return { artifact, bridge: createBridge({ artifact: { ...artifact, runtime: settings } }) };
}

async function call(bridge, name, values) {
  const outcome = await bridge.callTool(name, {
    arguments: values,
    meta: {},
    signal: AbortSignal.timeout(60_000),
    session: undefined,
  });
  const [{ text = '' }] = outcome.content;
  return { failed: outcome.kind === 'failure', outcome, text };
}

/** The one value that each required argument can have. */
function onlyValues({ inputSchema }) {
  const only = (schema) => schema.const ?? (schema.enum?.length === 1 ? schema.enum[0] : undefined);
  const names = inputSchema.required ?? [];
  const entries = names.map((name) => [name, only(inputSchema.properties[name])]);
  return entries.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(entries);
}

/** What a GET of the same path answers, as the body of a PUT. */
async function fromGet(bridge, artifact, tool) {
  const getter = artifact.tools.find(
    ({ operation }) => operation.method === 'GET' && operation.path === tool.operation.path,
  );
  if (tool.operation.method !== 'PUT' || getter === undefined) return undefined;
  const { failed, text } = await call(bridge, getter.name, onlyValues(getter) ?? {});
  return failed
    ? undefined
    : { body: JSON.parse(text), ...onlyValues({ inputSchema: rest(tool) }) };
}

/** The input schema without the body. */
function rest({ inputSchema }) {
  return { ...inputSchema, required: inputSchema.required.filter((name) => name !== 'body') };
}

const failures = [];
const operationsSeen = new Set();
async function runDocument(document, url) {
  const { id } = document;
  const { artifact, bridge } = await openBridge(document, url);
  let calls = 0;
  for (const tool of artifact.tools) {
    const { id: operation } = tool.operation;
    operationsSeen.add(operation);
    if (Object.hasOwn(leftOut, operation)) {
      console.log(`${operation}: ${leftOut[operation]}`);
      continue;
    }
    if (Object.hasOwn(refusedByClient, operation)) {
      const { outcome, text } = await call(bridge, tool.name, refusedByClient[operation] ?? {});
      if (outcome.reason !== 'arguments') failures.push(`${id} ${operation}: was sent: ${text}`);
      continue;
    }
    const sets = argumentsByOperation[operation] ?? [
      (await fromGet(bridge, artifact, tool)) ?? onlyValues(tool) ?? {},
    ];
    for (const values of sets) {
      const { failed, text } = await call(bridge, tool.name, values);
      calls += 1;
      // Bodies that are no JSON are what these operations are about.
      if (failed && !/invalid/i.test(operation)) {
        failures.push(`${id} ${operation} ${JSON.stringify(values)}: ${text.slice(0, 400)}`);
      }
    }
  }
  await bridge.close();
  console.log(`${id.padEnd(28)}${String(artifact.tools.length).padStart(5)} tools, ${calls} calls`);
}

const server = await startServer();
try {
  for (const document of documents) await runDocument(document, server.url);
  const report = await server.report();
  console.log("\ncoverage, by autorest's test server");
  for (const { id } of documents) {
    const names = Object.keys(report).filter((name) => coverageOf[id].test(name));
    const missed = names.filter((name) => report[name] === 0);
    for (const name of missed) {
      if (!notCovered.has(name)) failures.push(`${id}: ${name} is not covered`);
    }
    for (const name of names) {
      if (notCovered.has(name) && report[name] > 0) failures.push(`${name} is covered by now`);
    }
    const note = missed.length === 0 ? '' : `: not ${missed.join(', ')}`;
    console.log(`${id.padEnd(28)}${names.length - missed.length} of ${names.length}${note}`);
  }
  const patterns = Object.values(coverageOf);
  const elsewhere = Object.keys(report).filter((name) => !patterns.some((each) => each.test(name)));
  console.log(`${elsewhere.length} other scenarios are of documents that are not in the corpus`);
  if (options.only === undefined) {
    const named = [argumentsByOperation, leftOut, refusedByClient].flatMap(Object.keys);
    for (const name of named) {
      if (!operationsSeen.has(name)) failures.push(`${name} is in no document`);
    }
  }
} finally {
  server.close();
}
for (const text of failures) console.log(`FAILED ${text}`);
process.exitCode = failures.length > 0 ? 1 : 0;
