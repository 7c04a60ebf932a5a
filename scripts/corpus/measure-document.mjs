// Builds one document in this process and prints one JSON record: what came of it, and everything that does not
// hold. Called by scripts/corpus.mjs, one process a document, so that time and memory are its own.
import { realpathSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkTools } from './check-tools.mjs';

const [dist, folder, entry] = process.argv.slice(2);
const load = (file) => import(pathToFileURL(path.join(dist, 'src', file)).href);
// Not the main entry, which brings the runtime along.
const { buildBridge } = await load('build.js');
const source = { kind: 'file', path: path.join(folder, entry) };
const megabyte = 1024 * 1024;

function build(more = {}) {
  return buildBridge([{ source }], {
    generator: { name: 'openapi-mcp', version: '0' },
    name: 'corpus',
    mode: 'direct',
    workingFolder: folder,
    refRoot: path.join(folder, entry.split('/')[0]),
    ...more,
  });
}

const first = await build();
// The whole process until here, its start and the loading of the program included.
const { user, system } = process.cpuUsage();
const peakMb = (process.resourceUsage().maxRSS * 1024) / megabyte;

const { encodeArtifact } = await load('model/artifact.js');
const { estimateTokens, tokensOfLength } = await load('mapping/index.js');
const { toWireTools } = await load('runtime/wire-tools.js');
const { createBridge } = await load('runtime/create-bridge.js');
/** What a model is shown at the start may cost so much where tools are found by search. */
const mostStartTokens = 1_000;

const tools = first.artifact?.tools ?? [];
const startTokens = first.artifact === undefined ? undefined : await startTokensOf();
const leftOut = leftOutOf(first.diagnostics);
process.stdout.write(
  JSON.stringify({
    tools: tools.length,
    leftOut,
    codes: countBy(first.diagnostics, ({ code }) => code),
    stopped: first.artifact === undefined,
    errors: first.diagnostics.filter(isStop).map(({ message }) => message),
    cpuMs: (user + system) / 1000,
    peakMb,
    ...sizesOf(tools),
    startTokens,
    misses: [
      ...checkDiagnostics(first),
      ...(await checkArtifact(first.artifact)),
      ...(startTokens > mostStartTokens ? [`${startTokens} tokens at the start`] : []),
    ],
  }),
);

/** Operations that a diagnostic names as left out, each once. */
function leftOutOf(diagnostics) {
  const named = diagnostics.filter(({ effect }) => effect === 'operation-left-out');
  const byName = new Map(
    named
      .filter(({ operation }) => operation !== undefined)
      .map(({ code, message, operation }) => [
        `${operation.method} ${operation.path}`,
        { method: operation.method, path: operation.path, code, message },
      ]),
  );
  return [...byName.values()];
}

function isStop({ severity, effect }) {
  return severity === 'error' && effect === undefined;
}

function countBy(items, keyOf) {
  const counts = {};
  for (const item of items) counts[keyOf(item)] = (counts[keyOf(item)] ?? 0) + 1;
  return counts;
}

function sizesOf(list) {
  const costs = list.map((tool) => ({ name: tool.name, tokens: estimateTokens(tool) }));
  const largest = costs.reduce((most, each) => (each.tokens > most.tokens ? each : most), {
    name: '',
    tokens: 0,
  });
  const wireTools = toWireTools(list.map((tool) => ({ kind: 'operation', tool })));
  return {
    bytes: Buffer.byteLength(JSON.stringify({ tools: wireTools })),
    tokens: costs.reduce((total, each) => total + each.tokens, 0),
    largest,
  };
}

/** The deferred list and its instructions, as a client shows them to a model: without icons and `_meta`. */
async function startTokensOf() {
  const { artifact } = await build({ mode: 'deferred', baseUrl: 'https://api.example' });
  const bridge = createBridge({ artifact });
  const shown = bridge.listTools(undefined).map(({ _meta, icons: _icons, ...tool }) => tool);
  await bridge.close();
  return tokensOfLength(JSON.stringify(shown).length + (artifact.server.instructions ?? '').length);
}

function checkDiagnostics({ artifact, diagnostics, leftOut: listed }) {
  const misses = diagnostics
    .filter(({ message, fix }) => message === '' || fix === '')
    .map(({ code }) => `${code} without a message or a remedy`);
  if (artifact === undefined && !diagnostics.some(isStop)) misses.push('stopped without an error');
  const named = new Set(leftOut.map((each) => `${each.method} ${each.path}`));
  const silent = listed.filter((each) => !named.has(`${each.method} ${each.path}`));
  return [...misses, ...silent.map((each) => `no diagnostic names ${each.method} ${each.path}`)];
}

async function checkArtifact(artifact) {
  if (artifact === undefined) return [];
  const misses = checkTools(artifact.tools, artifact.server.name);
  const again = await build();
  if (again.artifact === undefined || bytesOf(again.artifact) !== bytesOf(artifact)) {
    misses.push('a second build gives other bytes');
  }
  const turned = await build({ ports: await turningPorts() });
  if (namesOf(turned.artifact) !== namesOf(artifact)) {
    misses.push('the order of paths changes names');
  }
  return misses;
}

function bytesOf(artifact) {
  return encodeArtifact(artifact);
}

function namesOf(artifact) {
  return (artifact?.tools ?? [])
    .map(({ name, operation }) => `${operation.method} ${operation.path} = ${name}`)
    .toSorted()
    .join('\n');
}

/** Reads files as they are, but the entry with its paths, and the methods of each, in reverse order. */
async function turningPorts() {
  const { nodePorts, overlayDocument } = await load('import/index.js');
  const { result } = await overlayDocument(source, { workingFolder: folder });
  const document = result.ok ? result.value : {};
  const paths = Object.entries(document.paths ?? {}).map(([key, item]) => [key, turned(item)]);
  const text = JSON.stringify({
    ...document,
    ...(document.paths === undefined ? {} : { paths: Object.fromEntries(paths.toReversed()) }),
  });
  const real = realpathSync(source.path);
  return {
    ...nodePorts,
    readFile: async (file, maxBytes) =>
      realpathSync(file) === real ? Buffer.from(text) : nodePorts.readFile(file, maxBytes),
  };
}

function turned(item) {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return item;
  return Object.fromEntries(Object.entries(item).toReversed());
}
