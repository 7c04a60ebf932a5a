// npm run bench:tokens: what lists of tools cost in tokens of a real tokenizer, for the petstore, GitHub and Stripe:
// every tool as clients are sent it, as they show it to a model (without annotations, icons and `_meta`), with shorter
// texts, and deferred; beside it other programs, as the bench beside the checkout has recorded them. Says as well how
// far the program's own estimate is off.
//
//   npm run bench:tokens -- [--bench DIR]
//
// The tokenizer is that of the bench; it is installed into a temporary copy. Without the bench nothing is measured.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { buildBridge, estimateTokens } from '../dist/src/index.js';
import { createBridge } from '../dist/src/runtime/index.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const shared = path.join(root, '../shared');
const { values: options } = parseArgs({
  options: { bench: { type: 'string', default: path.join(shared, 'bench') } },
});

const documents = {
  'petstore-3.0': path.join(options.bench, 'specs/petstore-3.0.json'),
  github: path.join(shared, 'corpus/github-rest/api.github.com.json'),
  stripe: path.join(shared, 'corpus/stripe-api/spec3.yaml'),
};

const ways = [
  { label: 'every tool, as sent', more: { mode: 'direct' }, part: (tool) => tool },
  { label: 'every tool, as shown to a model', more: { mode: 'direct' }, part: shownPart },
  { label: '… names, descriptions, input schemas', more: { mode: 'direct' }, part: inputPart },
  {
    label: '… within 300 characters',
    more: { mode: 'direct', maxDescriptionLength: 300 },
    part: shownPart,
  },
  {
    label: '… within 100 characters',
    more: { mode: 'direct', maxDescriptionLength: 100 },
    part: shownPart,
  },
  { label: 'deferred, with instructions', more: { mode: 'deferred' }, part: shownPart },
];

function shownPart({ name, title, description, inputSchema, outputSchema }) {
  return { name, title, description, inputSchema, outputSchema };
}

/** What other programs send as well. */
function inputPart({ name, description, inputSchema }) {
  return { name, description, inputSchema };
}

/** Counts tokens of o200k; the tokenizer comes with the bench. */
async function loadTokenizer(folder) {
  const { status } = spawnSync(
    'npm',
    ['install', '--no-save', '--ignore-scripts', 'gpt-tokenizer@3'],
    {
      cwd: folder,
      stdio: 'ignore',
    },
  );
  if (status !== 0) throw new Error('gpt-tokenizer cannot be installed.');
  const require = createRequire(path.join(folder, 'package.json'));
  const file = require.resolve('gpt-tokenizer/encoding/o200k_base');
  const { encode } = await import(pathToFileURL(file).href);
  return (text) => encode(text).length;
}

async function measure(file, countTokens) {
  const rows = [];
  let estimate = 0;
  for (const { label, more, part } of ways) {
    const { artifact } = await buildBridge([{ source: { kind: 'file', path: file } }], {
      generator: { name: 'openapi-mcp', version: '0' },
      ...more,
    });
    const bridge = createBridge({ artifact });
    const listed = bridge.listTools(undefined).map(part);
    await bridge.close();
    const instructions = more.mode === 'deferred' ? (artifact.server.instructions ?? '') : '';
    const tokens = countTokens(JSON.stringify(listed)) + countTokens(instructions);
    if (rows.length === 0) {
      const withoutMeta = artifact.tools.reduce((sum, tool) => sum + estimateTokens(tool), 0);
      const sent = bridge.listTools(undefined).map(({ _meta, icons: _icons, ...tool }) => tool);
      estimate = withoutMeta / countTokens(JSON.stringify(sent));
    }
    rows.push({ label, tokens, operations: artifact.tools.length });
  }
  return { rows, estimate };
}

function print(name, { rows, estimate }, recorded) {
  const line = (label, tokens, operations) =>
    `  ${label.padEnd(40)}${String(tokens).padStart(12)}${(tokens / operations).toFixed(0).padStart(10)}`;
  console.log(`\n${name}: ${rows[0].operations} operations`);
  console.log(`  ${''.padEnd(40)}${'tokens'.padStart(12)}${'for each'.padStart(10)}`);
  for (const { label, tokens, operations } of rows) console.log(line(label, tokens, operations));
  for (const [peer, { tokens, operations, tools }] of recorded) {
    if (tokens !== undefined) console.log(line(`${peer} (${tools} tools)`, tokens, operations));
  }
  console.log(`  the estimate is ${((estimate - 1) * 100).toFixed(1)} % off`);
}

if (!existsSync(options.bench)) {
  console.log('bench:tokens: the bench is not here (give --bench DIR)');
  process.exit(0);
}
const work = mkdtempSync(path.join(tmpdir(), 'openapi-mcp-tokens-'));
try {
  cpSync(path.join(options.bench, 'package.json'), path.join(work, 'package.json'));
  const countTokens = await loadTokenizer(work);
  const recordFile = path.join(options.bench, 'results/tokens.json');
  const recorded = existsSync(recordFile) ? JSON.parse(readFileSync(recordFile, 'utf8')) : {};
  for (const [name, file] of Object.entries(documents)) {
    if (!existsSync(file)) continue;
    const peers = Object.entries(recorded)
      .filter(([peer, figures]) => peer !== 'openapi-mcp' && figures[name] !== undefined)
      .map(([peer, figures]) => [peer, figures[name]])
      .sort(([, a], [, b]) => (a.tokens ?? 0) - (b.tokens ?? 0));
    print(name, await measure(file, countTokens), peers);
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}
