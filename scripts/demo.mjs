// `npm run demo`: the whole way in one go. Installs and builds, writes the server for specs/petstore.yaml,
// starts a local upstream, connects a real MCP client to the generated server over stdio, lists the tools,
// calls one with each of GET, POST, PUT and DELETE, and shows what reached the upstream. Ends by itself.
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { installIfNeeded } from './install.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

const calls = [
  { name: 'getPetById', arguments: { petId: 1 } },
  {
    name: 'addPet',
    arguments: { body: { id: 2, name: 'Ada', photoUrls: [], status: 'available' } },
  },
  { name: 'updatePet', arguments: { body: { id: 2, name: 'Ada', photoUrls: [], status: 'sold' } } },
  { name: 'deletePet', arguments: { petId: 2 } },
];

/** Runs a Node program of this checkout; its words go to the terminal. */
function run(...words) {
  console.log(`$ node ${words.join(' ')}`);
  const { status } = spawnSync(process.execPath, words, { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error(`node ${words[0]} ended with ${status}.`);
}

function heading(text) {
  console.log(`\n== ${text}`);
}

/** The four operations of the petstore that the demo calls, on pets in memory. */
async function startUpstream() {
  const pets = new Map([[1, { id: 1, name: 'Rex', photoUrls: [], status: 'available' }]]);
  const requests = [];
  async function answer(request, response) {
    let body = '';
    for await (const piece of request.setEncoding('utf8')) body += piece;
    requests.push({ line: `${request.method} ${request.url}`, body });
    const id = Number(/\/pet\/(\d+)$/.exec(request.url)?.[1]);
    const reply = (status, value) =>
      response
        .writeHead(status, { 'Content-Type': 'application/json' })
        .end(value === undefined ? '' : JSON.stringify(value));
    if (request.method === 'POST' || request.method === 'PUT') {
      const pet = JSON.parse(body);
      pets.set(pet.id, pet);
      reply(200, pet);
    } else if (!pets.has(id)) {
      reply(404, { code: 'no-such-pet', message: `No pet has the id ${id}.` });
    } else if (request.method === 'DELETE') {
      pets.delete(id);
      reply(200);
    } else {
      reply(200, pets.get(id));
    }
  }
  const server = createServer((request, response) => {
    answer(request, response).catch((error) => response.destroy(error));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}/api/v3`,
    /** Requests since the last call. */
    take: () => requests.splice(0),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** A client of the MCP SDK, connected to the generated server. */
async function connect(folder, upstreamUrl) {
  const { Client } = await import('@modelcontextprotocol/client');
  const { StdioClientTransport } = await import('@modelcontextprotocol/client/stdio');
  const client = new Client(
    { name: 'openapi-mcp-demo', version: '1.0.0' },
    { versionNegotiation: { mode: 'auto' } },
  );
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [path.join(folder, 'server.mjs')],
      env: {
        PATH: process.env.PATH ?? '',
        PETSTORE_BASE_URL: upstreamUrl,
        PETSTORE_API_KEY_API_KEY: 'demo-key',
        PETSTORE_PETSTORE_AUTH_TOKEN: 'demo-token',
      },
      stderr: 'inherit',
    }),
  );
  return client;
}

async function showTools(client) {
  const { tools } = await client.listTools();
  heading(`${tools.length} tools over stdio`);
  for (const { name, title } of tools) console.log(`  ${name.padEnd(26)}${title ?? ''}`);
  return tools.length;
}

async function showCall(client, upstream, call) {
  heading(`${call.name} ${JSON.stringify(call.arguments)}`);
  const result = await client.callTool(call);
  const requests = upstream.take();
  for (const { line, body } of requests)
    console.log(`  upstream  ${line}${body === '' ? '' : `  ${body}`}`);
  const text = result.content.map((block) => block.text ?? `[${block.type}]`).join('\n');
  console.log(
    `  ${result.isError ? 'failure ' : 'result  '}  ${text.replaceAll('\n', '\n            ')}`,
  );
  return requests.length === 1 && !result.isError;
}

async function demo(folder, upstream) {
  heading('build');
  run('scripts/build.mjs');
  run('dist/cli/main.js', 'build', 'specs/petstore.yaml', '-o', folder);
  const client = await connect(folder, upstream.url);
  try {
    let right = (await showTools(client)) === 19;
    for (const call of calls) right = (await showCall(client, upstream, call)) && right;
    console.log(right ? '\nAll four requests arrived.' : '\nSomething did not go as it should.');
    return right;
  } finally {
    await client.close();
  }
}

await installIfNeeded();
const scratch = await mkdtemp(path.join(os.tmpdir(), 'openapi-mcp-demo-'));
const upstream = await startUpstream();
try {
  process.exitCode = (await demo(path.join(scratch, 'petstore-mcp'), upstream)) ? 0 : 1;
} finally {
  upstream.close();
  await rm(scratch, { recursive: true, force: true });
}
