// What audit and auth cost: the same calls in this process, through an onion with both and through one with neither.
// Everything else is the same, an upstream that answers at once included. CPU time of the whole process, the threads
// of the file system too; rounds of both take turns, and the median counts.
import { setMaxListeners } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildBridge } from '../dist/src/index.js';
import { createBridge, createRedactor, openFileSink } from '../dist/src/runtime/index.js';

const callsOfRound = 10_000;
const goalMicroseconds = 25;

const answer = {
  ok: true,
  response: {
    status: 200,
    headers: [['content-type', 'application/json']],
    body: Buffer.from('{"id":7,"name":"Rex","photoUrls":[]}'),
    truncated: false,
    url: 'https://petstore.example/pet/7',
  },
};
const upstream = { send: () => Promise.resolve(answer), close: () => Promise.resolve() };

async function petstore(specification) {
  const { artifact } = await buildBridge([{ source: { kind: 'file', path: specification } }], {
    generator: { name: 'bench', version: '0' },
    mode: 'direct',
  });
  return artifact;
}

/** Tools that ask for no credentials, so that no layer stands there for them. */
function withoutSecurity(artifact) {
  return { ...artifact, tools: artifact.tools.map((tool) => ({ ...tool, security: [] })) };
}

async function measure(bridge, inFlight, calls) {
  const controller = new AbortController();
  const { signal } = controller;
  setMaxListeners(0, signal);
  // As a transport lends it; without it the time limit makes a signal of its own, which costs more than either layer.
  const abort = (reason) => controller.abort(reason);
  let left = calls;
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      const input = { arguments: { petId: 7 }, meta: {}, signal, abort, session: undefined };
      const outcome = await bridge.callTool('getPetById', input);
      if (outcome.kind !== 'success') throw new Error(JSON.stringify(outcome.content));
    }
  };
  const before = process.cpuUsage();
  await Promise.all(Array.from({ length: inFlight }, worker));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / calls;
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/**
 * Prints and returns the cost of audit and auth in microseconds of CPU a call.
 *
 * @param {object} options
 * @param {string} options.specification the petstore's document
 * @param {number} options.rounds of each onion
 */
export async function benchOnion({ specification, rounds }) {
  const folder = mkdtempSync(path.join(tmpdir(), 'openapi-mcp-onion-'));
  const artifact = await petstore(specification);
  const credentials = {
    find: () => ({ apiKey: 'a-key-of-the-bench', token: 'a-token-of-the-bench' }),
  };
  const redactor = createRedactor(['a-key-of-the-bench', 'a-token-of-the-bench']);
  const baseUrls = { petstore: 'https://petstore.example' };
  const common = { upstream, redactor, baseUrls };
  const bare = createBridge({ ...common, artifact: withoutSecurity(artifact) });
  const audit = openFileSink(path.join(folder, 'audit.jsonl'), { sync: 'never' });
  const guarded = createBridge({ ...common, artifact, credentials, audit });
  const rows = [];
  const title = 'audit and auth over the bare onion, in process, per call';
  try {
    for (const inFlight of [1, 64]) {
      const samples = { bare: [], guarded: [] };
      for (const bridge of [bare, guarded]) await measure(bridge, inFlight, callsOfRound);
      for (let round = 0; round < rounds; round += 1) {
        samples.bare.push(await measure(bare, inFlight, callsOfRound));
        samples.guarded.push(await measure(guarded, inFlight, callsOfRound));
      }
      const [bareUs, guardedUs] = [median(samples.bare), median(samples.guarded)];
      rows.push({ title, inFlight, bareUs, guardedUs, costUs: guardedUs - bareUs });
    }
  } finally {
    await Promise.all([bare.close(), guarded.close()]);
    rmSync(folder, { recursive: true, force: true });
  }
  console.log(`\n${title} (median of ${rounds})`);
  for (const { inFlight, bareUs, guardedUs, costUs } of rows) {
    console.log(
      `  ${String(inFlight).padStart(2)} in flight   bare ${bareUs.toFixed(1).padStart(6)} µs` +
        `   with both ${guardedUs.toFixed(1).padStart(6)} µs   ${(guardedUs / bareUs).toFixed(2)}×` +
        `   cost ${costUs.toFixed(1).padStart(5)} µs of CPU (goal: at most ${goalMicroseconds})`,
    );
  }
  return rows;
}

if (process.argv[1] === import.meta.filename) {
  const specification = path.join(import.meta.dirname, '../specs/petstore.yaml');
  await benchOnion({ specification, rounds: 9 });
}
