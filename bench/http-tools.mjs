// node bench/http-tools.mjs: CPU of one call over HTTP where a server has 20 tools and where it has 1,000, interleaved.
// What is done for each request must not grow with the list. Fails beyond 1.2 times. Option: --rounds N (default 7).
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const flag = process.argv.indexOf('--rounds');
const rounds = flag === -1 ? 7 : Number(process.argv[flag + 1]);
const calls = 1_500;
const allowedRatio = 1.2;

const upstream = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":7,"name":"Rex"}');
});
await new Promise((resolve) => upstream.listen(0, '127.0.0.1', resolve));
const baseUrl = `http://127.0.0.1:${upstream.address().port}`;
const work = mkdtempSync(path.join(tmpdir(), 'openapi-mcp-bench-'));

/** Builds a server with so many tools; returns its folder. */
function buildServer(tools) {
  const operation = (number) => ({
    get: {
      operationId: `getThing${number}`,
      summary: `Gets thing ${number}`,
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      responses: { 200: { description: 'The thing.' } },
    },
  });
  const paths = Object.fromEntries(
    Array.from({ length: tools }, (_, number) => [`/things${number}/{id}`, operation(number)]),
  );
  const folder = path.join(work, String(tools));
  mkdirSync(folder);
  const document = path.join(folder, 'things.json');
  const info = { title: 'Things', version: '1' };
  writeFileSync(document, JSON.stringify({ openapi: '3.1.0', info, paths }));
  const words = ['build', document, '-o', `${folder}/mcp`, '--direct', '--base-url', baseUrl];
  const main = path.join(root, 'dist/cli/main.js');
  const { status, stderr } = spawnSync(process.execPath, [main, ...words], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return `${folder}/mcp`;
}

function startServer(folder) {
  const words = [path.join(folder, 'server.mjs'), '--http', '0', '--audit', 'off'];
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'ignore', 'pipe'] });
  return new Promise((resolve) => {
    child.stderr.setEncoding('utf8').on('data', (text) => {
      const [, url] = /serving MCP at (\S+)/.exec(text) ?? [];
      if (url !== undefined) resolve({ child, url });
    });
  });
}

/** CPU time of a process in milliseconds, all threads, by the scheduler's own accounting. */
function cpuMs(pid) {
  const nanoseconds = readdirSync(`/proc/${pid}/task`).map((task) =>
    Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]),
  );
  return nanoseconds.reduce((sum, value) => sum + value, 0) / 1e6;
}

const agent = new Agent({ keepAlive: true, maxSockets: 16 });
const body =
  '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"getThing7","arguments":{"id":"1"}}}';
const headers = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'content-length': body.length,
};

function callOnce(url) {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', agent, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (piece) => (text += piece));
      response.on('end', () => (text.includes('Rex') ? resolve() : reject(new Error(text))));
    });
    sent.on('error', reject).end(body);
  });
}

async function callMany(url, total) {
  let left = total;
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      await callOnce(url);
    }
  };
  await Promise.all(Array.from({ length: 16 }, worker));
}

try {
  const sizes = [20, 1_000];
  const folders = sizes.map(buildServer);
  const samples = sizes.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, folder] of folders.entries()) {
      const { child, url } = await startServer(folder);
      await callMany(url, 300);
      const before = cpuMs(child.pid);
      await callMany(url, calls);
      samples[index].push((cpuMs(child.pid) - before) / calls);
      child.kill('SIGKILL');
    }
  }
  const [few, many] = samples.map(
    (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)],
  );
  console.log(
    `tools/call over HTTP, CPU (median of ${rounds}): 20 tools ${few.toFixed(3)} ms, ` +
      `1,000 tools ${many.toFixed(3)} ms, ${(many / few).toFixed(2)}×`,
  );
  process.exitCode = many / few <= allowedRatio ? 0 : 1;
} finally {
  agent.destroy();
  upstream.close();
  upstream.closeAllConnections();
  rmSync(work, { recursive: true, force: true });
}
