// npm run bench:search: how well search finds what people ask for. Builds each document with labelled queries, asks
// `search_tools` of its deferred server in this process, and prints, for each kind, how often a right tool is among
// the first 1, 5 and 10, the mean reciprocal rank, and how often a search for what the API cannot do comes back
// empty; beside it the same for MiniSearch as it comes, and what answers cost.
//
//   npm run bench:search -- [--half tuning|reporting] [--only ID] [--worst N] [--plain] [--ablation] [--time] [--json FILE]
//
// `--worst` prints the queries that are found worst, of the tuning half unless `--half reporting` is said; `--ablation` asks
// the same of the index without each of its parts, `--time` measures with 1,200 and 20,000 tools.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { buildBridge } from '../../dist/src/index.js';
import { createBridge } from '../../dist/src/runtime/index.js';
import { ablations, savedBytes } from './ablation.mjs';
import { documentFile, kinds, operationKey, readQuerySets } from './labelled-queries.mjs';
import { measureTime } from './measure-time.mjs';
import { plainSearch } from './plain-search.mjs';
import { summarize, tableOf } from './score.mjs';

const { values: options } = parseArgs({
  options: {
    half: { type: 'string' },
    only: { type: 'string', multiple: true },
    worst: { type: 'string' },
    plain: { type: 'boolean', default: false },
    time: { type: 'boolean', default: false },
    ablation: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
});

const generator = { name: 'openapi-mcp', version: '0.0.0' };
const tokensOf = (text) => Math.ceil(text.length / 4);

/** The artifact of a deferred server of a document. */
async function build(id) {
  const result = await buildBridge([{ source: { kind: 'file', path: documentFile(id) } }], {
    generator,
    mode: 'deferred',
    baseUrl: 'https://api.example',
  });
  if (result.artifact === undefined) throw new Error(`${id} cannot be built`);
  return result.artifact;
}

/** A deferred bridge of an artifact, with the operations by tool name. */
function serve(artifact) {
  const operations = new Map(
    artifact.tools.map(({ name, operation }) => [
      name,
      operationKey({ ...operation, operationId: operation.id }),
    ]),
  );
  return { operations, bridge: createBridge({ artifact }) };
}

async function call(bridge, name, given) {
  const running = bridge.callTool(name, {
    arguments: given,
    meta: {},
    session: undefined,
    signal: new AbortController().signal,
  });
  return running;
}

/** The rank of the first right answer from 1; Infinity where it is not found. */
function rankOf(found, answers) {
  const place = found.findIndex((key) => answers.includes(key));
  return place === -1 ? Infinity : place + 1;
}

const ablated = [];

/** Asks the same of the index without each of its parts. */
async function ablate({ artifact, operations, half, queries }) {
  for (const [name, change] of ablations) {
    const { bridge } = serve({ ...artifact, search: change(artifact.search) });
    const saved = savedBytes(artifact.search, change);
    for (const { kind, query, answers } of queries) {
      const outcome = await call(bridge, 'search_tools', { query, limit: 10 });
      const { tools, sure } = outcome.structuredContent;
      const rank = rankOf(
        tools.map((tool) => operations.get(tool.name)),
        answers,
      );
      ablated.push({ name, half, kind, rank, sure, saved });
    }
    await bridge.close();
  }
}

const rows = [];
const costs = { search: [], round: [], milliseconds: [] };
for (const { document, half, queries } of readQuerySets()) {
  if (options.half !== undefined && half !== options.half) continue;
  if (options.only !== undefined && !options.only.includes(document)) continue;
  const artifact = await build(document);
  const { operations, bridge } = serve(artifact);
  if (options.ablation) await ablate({ artifact, operations, half, queries });
  const plain = options.plain ? plainSearch(artifact.tools) : undefined;
  await call(bridge, 'search_tools', { query: 'warm up' });
  for (const { kind, query, answers } of queries) {
    const began = performance.now();
    const outcome = await call(bridge, 'search_tools', { query, limit: 10 });
    costs.milliseconds.push(performance.now() - began);
    const names = outcome.structuredContent.tools.map(({ name }) => name);
    const found = names.map((name) => operations.get(name));
    const rank = rankOf(found, answers);
    const { sure } = outcome.structuredContent;
    const asked = plain?.(query).map((name) => operations.get(name));
    rows.push({
      document,
      half,
      kind,
      query,
      answers,
      found,
      rank,
      sure,
      ...(asked === undefined
        ? {}
        : { plain: rankOf(asked, answers), plainSure: asked.length > 0 }),
    });
    const usual = await call(bridge, 'search_tools', { query });
    const searchTokens = tokensOf(usual.content[0].text);
    costs.search.push(searchTokens);
    if (names.length > 0 && rank <= 10) {
      const name = names[rank - 1];
      const described = await call(bridge, 'describe_tools', { names: [name] });
      const asked = tokensOf(JSON.stringify({ query }) + JSON.stringify({ names: [name] }));
      costs.round.push(searchTokens + asked + tokensOf(described.content[0].text));
    }
  }
  await bridge.close();
}

for (const half of ['tuning', 'reporting']) {
  const own = rows.filter((row) => row.half === half);
  if (own.length === 0) continue;
  console.log(`\n${half}`);
  console.log(tableOf(summarize(own, kinds, (row) => row.rank)));
  if (options.plain) {
    console.log(`\n${half}, MiniSearch as it comes`);
    console.log(
      tableOf(
        summarize(
          own.map((row) => ({ ...row, sure: row.plainSure })),
          kinds,
          (row) => row.plain,
        ),
      ),
    );
  }
}

for (const half of options.ablation ? ['tuning', 'reporting'] : []) {
  if (!ablated.some((row) => row.half === half)) continue;
  console.log(`\n${half}: recall@5 by kind (none: recognized), bytes of index saved`);
  console.log(''.padEnd(24) + kinds.map((kind) => kind.slice(0, 9).padStart(10)).join(''));
  for (const [name] of ablations) {
    const own = ablated.filter((row) => row.half === half && row.name === name);
    const figures = summarize(own, kinds, ({ rank }) => rank)
      .filter(({ kind }) => kinds.includes(kind))
      .map(({ at5, recognized }) => (recognized ?? at5).toFixed(1).padStart(10));
    const saved = own.reduce((sum, row) => sum + row.saved, 0) / own.length;
    console.log(`${name.padEnd(24)}${figures.join('')}  ${Math.round(saved)}`);
  }
}

const sorted = (values) => [...values].sort((a, b) => a - b);
const quantile = (values, share) => sorted(values)[Math.floor((values.length - 1) * share)] ?? 0;
console.log(
  `\nanswers: ${quantile(costs.search, 0.5)} tokens median, ${quantile(costs.search, 0.99)} at p99; find and describe ${quantile(costs.round, 0.5)} tokens median, ${quantile(costs.round, 0.9)} at p90`,
);
console.log(
  `time: ${quantile(costs.milliseconds, 0.5).toFixed(1)} ms median, ${quantile(costs.milliseconds, 0.99).toFixed(1)} ms at p99`,
);

if (options.worst !== undefined) {
  const bad = rows
    .filter(({ half }) => half === (options.half ?? 'tuning'))
    .filter(({ kind, rank, sure }) => (kind === 'none' ? sure : rank > 5))
    .slice(0, Number(options.worst));
  for (const { document, kind, query, answers, found, rank } of bad) {
    console.log(`\n${document}  ${kind}  "${query}"  rank ${rank}`);
    console.log(`  wanted ${answers.join(', ') || 'nothing'}`);
    console.log(`  found  ${found.slice(0, 6).join(', ')}`);
  }
}
if (options.json !== undefined) writeFileSync(options.json, JSON.stringify(rows));
if (options.time) {
  const queries = rows.map(({ query }) => query);
  await measureTime(1_200, queries, ['github-rest']);
  await measureTime(20_000, queries);
}
