// How long search takes with many tools: real tools of the corpus, in as many documents as it takes.
import { performance } from 'node:perf_hooks';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { buildBridge } from '../../dist/src/index.js';
import { buildSearchIndex } from '../../dist/src/mapping/index.js';
import { loadSearchIndex } from '../../dist/src/runtime/deferred/search-index.js';
import { corpusFolder, documentFile } from './labelled-queries.mjs';

const generator = { name: 'openapi-mcp', version: '0.0.0' };

/** Documents with many operations first. */
function documentsBySize() {
  const manifest = JSON.parse(readFileSync(path.join(corpusFolder, 'manifest.json'), 'utf8'));
  return manifest.sort((a, b) => b.operations - a.operations).map(({ id }) => id);
}

/** So many tools, of as few documents as have them; of all of them again where they have too few. */
async function collectTools(count, documents) {
  const tools = [];
  for (const id of documents) {
    if (tools.length >= count) break;
    const source = { kind: 'file', path: documentFile(id) };
    const { artifact } = await buildBridge([{ source }], { generator, mode: 'deferred' });
    if (artifact !== undefined) tools.push(...artifact.tools);
  }
  return Array.from({ length: count }, (_, place) => tools[place % tools.length]);
}

const quantile = (values, share) =>
  [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) * share)];

/** Prints bytes of the index, the time to load it, and the time of a search, with so many tools. */
export async function measureTime(count, queries, only) {
  const tools = await collectTools(count, only ?? documentsBySize());
  const text = JSON.stringify(buildSearchIndex(tools));
  const loads = [];
  let index;
  for (let round = 0; round < 7; round += 1) {
    const data = JSON.parse(text);
    const began = performance.now();
    index = loadSearchIndex(data, { firstId: count, tools: [] });
    loads.push(performance.now() - began);
  }
  const searches = [];
  for (let round = 0; round < 3; round += 1) {
    for (const query of queries) {
      const began = performance.now();
      index.search(query);
      if (round > 0) searches.push(performance.now() - began);
    }
  }
  console.log(
    `${count} tools: index ${(text.length / 1024).toFixed(0)} KiB, loaded in ${quantile(loads, 0.5).toFixed(1)} ms (the first time ${loads[0].toFixed(1)}); search ${quantile(searches, 0.5).toFixed(2)} ms median, ${quantile(searches, 0.99).toFixed(2)} at p99, ${Math.max(...searches).toFixed(2)} at most`,
  );
}
