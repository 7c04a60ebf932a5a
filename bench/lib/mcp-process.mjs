// A server under measurement: spawned, spoken to in raw JSON lines, its CPU time and memory read from /proc.
import { spawn } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';

/** CPU time of a process in milliseconds, all threads, by the scheduler's own accounting. */
function cpuMs(pid) {
  let nanoseconds = 0;
  for (const task of readdirSync(`/proc/${pid}/task`)) {
    nanoseconds += Number(
      readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0],
    );
  }
  return nanoseconds / 1e6;
}

function residentMb(pid) {
  const line = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(line?.[1] ?? 0) / 1024;
}

export class McpProcess {
  #next = 1;
  #waiting = new Map();
  #parts = [];

  constructor(args, env = {}) {
    this.started = performance.now();
    this.child = spawn(process.execPath, args, {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    });
    this.child.stdout.on('data', (chunk) => this.#read(chunk));
  }

  #read(chunk) {
    let start = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      this.#parts.push(chunk.subarray(start, end));
      const message = JSON.parse(Buffer.concat(this.#parts).toString());
      this.#parts = [];
      start = end + 1;
      this.#waiting.get(message.id)?.(message);
      this.#waiting.delete(message.id);
    }
    if (start < chunk.length) this.#parts.push(chunk.subarray(start));
  }

  async request(method, params = {}) {
    const id = this.#next++;
    const answer = new Promise((resolve) => this.#waiting.set(id, resolve));
    this.child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    const message = await answer;
    if (message.error) throw new Error(`${method}: ${message.error.message}`);
    return message.result;
  }

  async initialize() {
    await this.request('initialize', {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'bench', version: '1' },
    });
    this.child.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
  }

  usage() {
    return { cpuMs: cpuMs(this.child.pid), residentMb: residentMb(this.child.pid) };
  }

  async stop() {
    const closed = new Promise((resolve) => this.child.once('close', resolve));
    this.child.stdin.end();
    const timer = setTimeout(() => this.child.kill('SIGKILL'), 5_000);
    await closed;
    clearTimeout(timer);
  }
}
