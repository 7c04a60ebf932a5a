import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createChainCheck } from '../../src/index.ts';
import { buildServer, projectRoot } from '../support/built-program.ts';
import { RawClient } from '../support/raw-client.ts';

/** How often the server is killed: a sample in the gate, more where somebody asks for it. */
const kills = Number(process.env['AUDIT_CRASH_KILLS'] ?? 5);
/** Calls that are under way at once. */
const inFlight = 32;

const folder = mkdtempSync(path.join(tmpdir(), 'openapi-mcp-crash-'));
const serverFolder = path.join(folder, 'petstore-mcp');
const reached: string[] = [];
let onReached: () => void = () => undefined;
let upstream: Server;

beforeAll(async () => {
  upstream = createServer((request, response) => {
    reached.push(/^\/pet\/(\d+)$/.exec(request.url ?? '')?.[1] ?? '');
    onReached();
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end('{"id":1,"name":"Rex","photoUrls":[]}');
  });
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
  const { port } = upstream.address() as AddressInfo; // it listens on TCP
  await buildServer(
    path.join(projectRoot, 'specs/petstore.yaml'),
    serverFolder,
    '--base-url',
    `http://127.0.0.1:${port}`,
    '--direct',
  );
});
afterAll(() => {
  upstream.closeAllConnections();
  upstream.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Calls without a pause until so many requests have arrived, then kills the server in the middle of the others. */
async function killUnderLoad(first: number, after: number): Promise<void> {
  const client = new RawClient([path.join(serverFolder, 'server.mjs')], {
    env: {
      PETSTORE_API_KEY_API_KEY: 'key',
      PETSTORE_PETSTORE_AUTH_TOKEN: 'token',
      OPENAPI_MCP_AUDIT_ARGUMENTS: 'full',
      OPENAPI_MCP_AUDIT_MAX_FILE_BYTES: '60000',
    },
  });
  await client.initialize();
  const before = reached.length;
  const enough = new Promise<void>((resolve) => {
    onReached = () => {
      if (reached.length - before >= after) resolve();
    };
  });
  let next = first;
  const callOn = async (): Promise<void> => {
    const petId = next;
    next += 1;
    await client.request('tools/call', { name: 'getPetById', arguments: { petId } });
    void callOn();
  };
  for (let lane = 0; lane < inFlight; lane += 1) void callOn();
  await enough;
  client.child.kill('SIGKILL');
  await client.exited;
}

/** The audit's lines over all of its files, the oldest first. */
function auditLines(): readonly string[] {
  return readdirSync(serverFolder)
    .filter((name) => /^audit\..*jsonl$/.test(name))
    .sort()
    .flatMap((name) => readFileSync(path.join(serverFolder, name), 'utf8').split('\n'))
    .filter((line) => line !== '');
}

function petIdOf(line: string): string | undefined {
  if (!line.includes('"type":"intent"')) return undefined;
  try {
    const { arguments: given } = JSON.parse(line) as { arguments: { petId: number } };
    return String(given.petId);
  } catch {
    return undefined; // a torn line is no record
  }
}

describe('a server that is killed under load', () => {
  it(
    `has every request that left on record, and an audit that is whole but for torn last lines, ${kills} times`,
    async () => {
      for (let round = 0; round < kills; round += 1) {
        // Other moments in each round: within a batch, between two, while a file turns over.
        await killUnderLoad(1 + round * 1_000_000, 40 + ((round * 37) % 211));
        const lines = auditLines();
        const intents = new Set(lines.map(petIdOf));
        expect(reached.filter((id) => !intents.has(id))).toEqual([]);
        const check = createChainCheck();
        const faults = lines.flatMap((line) => check.add(line) ?? []);
        expect(faults.filter(({ message }) => !message.startsWith('is torn'))).toEqual([]);
        expect(faults.length).toBeLessThanOrEqual(round + 1);
      }
      expect(reached.length).toBeGreaterThanOrEqual(kills * 40);
      expect(auditLines().length).toBeGreaterThan(reached.length);
    },
    30_000 + kills * 5_000,
  );
});
