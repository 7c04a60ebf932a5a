// Calls every operation of one document of the corpus against a mock of the same document, and prints one JSON
// record: what became of each call. Called by scripts/corpus-calls.mjs, one process a document.
//
//   node scripts/corpus/call-document.mjs FOLDER ENTRY [--stdio] [--tool NAME]
import path from 'node:path';
import {
  buildArtifact,
  createBridge,
  createMock,
  importDocument,
  mapTools,
  startMockServer,
} from '../../dist/src/index.js';
import { createArgumentBuilder, variants } from './build-arguments.mjs';
import { compareDecoded } from './compare-decoded.mjs';
import { openServer } from './stdio-server.mjs';

const [folder, entry, ...flags] = process.argv.slice(2);
const only = flags.includes('--tool') ? flags[flags.indexOf('--tool') + 1] : undefined;

process.stdout.write(JSON.stringify(await callEverything()));

async function callEverything() {
  const imported = await importDocument(
    { kind: 'file', path: path.join(folder, entry) },
    { workingFolder: folder },
  );
  if (!imported.result.ok) return { stopped: imported.result.diagnostics[0].message };
  const api = imported.result.value;
  const received = [];
  const server = await startMockServer([createMock(api)], {
    port: 0,
    onRequest: (request, result) => received.push({ request, result }),
  });
  try {
    const artifact = buildFor(api, server.url);
    const caller = flags.includes('--stdio') ? await openServer(artifact) : openBridge(artifact);
    const calls = await callTools(artifact, api, { caller, received });
    await caller.close();
    return { tools: artifact.tools.length, calls };
  } finally {
    await server.close();
  }
}

function buildFor(api, url) {
  const mapped = mapTools(api, { namespace: 'corpus', name: 'corpus', baseUrl: url });
  if (!mapped.ok) throw new Error(mapped.diagnostics[0].message);
  const built = buildArtifact([mapped.value], {
    generator: { name: 'openapi-mcp', version: '0' },
    mode: 'direct',
  });
  if (!built.ok) throw new Error(built.diagnostics[0].message);
  return onlyLoopback(built.value, url);
}

async function callTools(artifact, api, { caller, received }) {
  const calls = [];
  for (const tool of artifact.tools) {
    if (only !== undefined && tool.name !== only) continue;
    const operation = api.operations.find(
      ({ method, path: template }) =>
        method === tool.operation.method && template === tool.operation.path,
    );
    const name = `${operation.method} ${operation.path}`;
    const build = createArgumentBuilder(tool, operation);
    for (const variant of variants) {
      received.length = 0;
      const built = build(variant);
      const outcome =
        built.skipped === undefined
          ? await callOnce(tool, operation, { built, caller, received })
          : { result: 'skipped', why: built.skipped };
      calls.push({ tool: tool.name, operation: name, variant, ...outcome });
    }
  }
  return calls;
}

/** Every server of the artifact on the mock: nothing that is called may leave this machine. */
function onlyLoopback(value, url) {
  const documents = Object.entries(value.documents).map(([namespace, document]) => [
    namespace,
    {
      ...document,
      servers: document.servers.map((each, index) => {
        const parsed = new URL(each.url, 'http://relative.invalid');
        const pathname = index === 0 ? '' : parsed.pathname.replace(/\/$/, '');
        return { ...each, kind: 'absolute', url: `${url}${pathname}` };
      }),
    },
  ]);
  return { ...value, documents: Object.fromEntries(documents) };
}

function openBridge(value) {
  const bridge = createBridge({
    artifact: value,
    credentials: {
      find: () => ({
        token: 'dummy-token',
        apiKey: 'dummy-key',
        username: 'dummy',
        password: 'dummy-password',
        clientCertificate: true,
      }),
    },
  });
  return {
    call: async (name, values) => {
      const outcome = await bridge.callTool(name, {
        arguments: values,
        meta: {},
        signal: AbortSignal.timeout(20_000),
        session: undefined,
      });
      return {
        failed: outcome.kind === 'failure',
        reason: outcome.reason,
        text: outcome.content.map(({ text }) => text ?? '').join('\n'),
      };
    },
    close: () => bridge.close(),
  };
}

async function callOnce(tool, operation, { built, caller, received }) {
  const { values, unsampled, faults } = built;
  if (faults !== undefined) return { result: 'not-buildable', why: faults[0], faults, values };
  const { failed, text } = await caller.call(tool.name, values);
  const [first, ...more] = received;
  const shown = { values, text: text.slice(0, 600), target: first?.request.target };
  if (first === undefined) return { result: 'unsent', why: text.slice(0, 300), ...shown };
  if (more.length > 0) return { result: 'refused', why: 'sent more than once', ...shown };
  const { result } = first;
  const expected = `${operation.method} ${operation.path}`;
  if (result.mismatches.length > 0 || result.operation === undefined) {
    const why = result.mismatches.map(({ place, message }) => `${place}: ${message}`).join('; ');
    return { result: 'refused', why: why || `status ${result.answer.status}`, ...shown };
  }
  if (!result.fits.includes(expected)) {
    return { result: 'refused', why: `reached ${result.operation}`, ...shown };
  }
  // Where paths overlap, what was decoded may be another operation's.
  const altered =
    result.operation === expected && compareDecoded(tool, operation, values, result.decoded);
  if (altered) return { result: 'altered', why: altered, ...shown };
  if (failed) return { result: 'answer', why: text.slice(0, 300), ...shown };
  return { result: 'accepted', ...(unsampled.length === 0 ? {} : { unsampled }) };
}
