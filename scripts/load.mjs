// npm run load: a generated server under idle and slow connections, while another client goes on calling. Says how its
// memory and that client's waiting change, and fails where calls fail. Options: --connections N (default 10000). The
// client needs a file descriptor for each; where the system allows fewer, fewer are opened, and the report says so.
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const flag = process.argv.indexOf('--connections');
const wanted = flag === -1 ? 10_000 : Number(process.argv[flag + 1]);
const [, allowed = '1024'] = /^Max open files\s+(\d+)/m.exec(
  readFileSync('/proc/self/limits', 'utf8'),
) ?? [undefined];
const count = Math.min(wanted, Number(allowed) - 200);
const calls = 200;

function residentMb(pid) {
  const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(kilobytes) / 1024;
}

/** Starts a server that keeps as many connections as come. */
function startServer(folder) {
  const child = spawn(
    process.execPath,
    [path.join(folder, 'server.mjs'), '--http', '0', '--audit', 'off'],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, OPENAPI_MCP_HTTP_MAX_CONNECTIONS: String(count + 100) },
    },
  );
  return new Promise((resolve, reject) => {
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text) => {
      said += text;
      const [, url] = /serving MCP at (\S+)/.exec(said) ?? [];
      if (url !== undefined) resolve({ child, url });
    });
    child.once('exit', () => reject(new Error(`The server ended:\n${said}`)));
  });
}

/** Opens connections that send these bytes and then nothing; resolves when all are open. */
async function openConnections(port, howMany, bytes) {
  const sockets = [];
  const batch = 500;
  while (sockets.length < howMany) {
    const opened = Array.from({ length: Math.min(batch, howMany - sockets.length) }, () => {
      const socket = connect(port, '127.0.0.1').on('error', () => undefined);
      sockets.push(socket);
      return new Promise((resolve, reject) => {
        socket.once('error', reject).once('connect', () => {
          if (bytes !== '') socket.write(bytes);
          resolve();
        });
      });
    });
    await Promise.all(opened);
  }
  return sockets;
}

/** Lists tools one after the other; the median in milliseconds, and how many failed. */
async function callOneByOne(url) {
  const times = [];
  let failed = 0;
  for (let call = 0; call < calls; call += 1) {
    const began = performance.now();
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
    });
    const { result } = await answer.json();
    if (result?.tools?.length !== 19) failed += 1;
    times.push(performance.now() - began);
  }
  return { failed, medianMs: times.toSorted((a, b) => a - b)[calls / 2] };
}

const attacks = {
  'idle connections': '',
  'slow headers': 'POST /mcp HTTP/1.1\r\nHost: localhost\r\nX-A: ',
  'slow bodies':
    'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{',
};

const folder = await mkdtemp(path.join(tmpdir(), 'openapi-mcp-load-'));
let failures = 0;
try {
  const main = path.join(root, 'dist', 'cli', 'main.js');
  const words = ['build', path.join(root, 'specs', 'petstore.yaml'), '-o', folder, '--direct'];
  const built = spawnSync(process.execPath, [main, ...words], { encoding: 'utf8' });
  if (built.status !== 0) throw new Error(built.stderr);
  if (count < wanted) console.log(`${allowed} open files are allowed: ${count} connections.`);
  for (const [name, bytes] of Object.entries(attacks)) {
    const { child, url } = await startServer(folder);
    await callOneByOne(url);
    const before = { ...(await callOneByOne(url)), memory: residentMb(child.pid) };
    // Requests that have begun count against the bound of requests, beyond which others are refused.
    const howMany = name === 'slow bodies' ? Math.min(count, 1_000) : count;
    const sockets = await openConnections(Number(new URL(url).port), howMany, bytes);
    const during = { ...(await callOneByOne(url)), memory: residentMb(child.pid) };
    failures += before.failed + during.failed;
    console.log(
      `${name.padEnd(18)} ${String(howMany).padStart(6)}  failed ${during.failed} of ${calls}` +
        `  wait ${(during.medianMs / before.medianMs).toFixed(2)}×` +
        `  memory ${before.memory.toFixed(0)} → ${during.memory.toFixed(0)} MB` +
        ` (${(((during.memory - before.memory) * 1024) / howMany).toFixed(1)} kB each)`,
    );
    for (const socket of sockets) socket.destroy();
    child.kill('SIGKILL');
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
process.exitCode = failures === 0 ? 0 : 1;
