// Starts the generated server of an artifact as a client does, and calls its tools over stdio.
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { credentialVariables, encodeArtifact } from '../../dist/src/index.js';

const program = fileURLToPath(new URL('../../dist/server/', import.meta.url));

/** @returns `{ call, close }`, like the bridge in this process. */
export async function openServer(artifact) {
  const folder = mkdtempSync(path.join(tmpdir(), 'openapi-mcp-calls-'));
  cpSync(program, folder, { recursive: true });
  writeFileSync(path.join(folder, 'bridge.json'), encodeArtifact(artifact));
  const child = spawn(process.execPath, [path.join(folder, 'server.mjs')], {
    env: { PATH: process.env.PATH, OPENAPI_MCP_AUDIT: 'off', ...credentialsFor(artifact) },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const waiting = new Map();
  let rest = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop();
    for (const line of lines) {
      const message = JSON.parse(line);
      waiting.get(message.id)?.(message);
      waiting.delete(message.id);
    }
  });
  let nextId = 1;
  const request = (method, params) =>
    new Promise((resolve) => {
      const id = nextId++;
      waiting.set(id, resolve);
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    });
  await request('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'corpus', version: '1' },
  });
  child.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
  return {
    call: async (name, values) => {
      const { result, error } = await request('tools/call', { name, arguments: values });
      if (error !== undefined) return { failed: true, text: `protocol error: ${error.message}` };
      const text = result.content.map((block) => block.text ?? '').join('\n');
      return { failed: result.isError === true, text };
    },
    close: async () => {
      const ended = new Promise((resolve) => child.once('close', resolve));
      child.stdin.end();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function credentialsFor(artifact) {
  const variables = Object.values(artifact.documents).flatMap((document) =>
    Object.entries(document.securitySchemes).flatMap(([name, scheme]) =>
      credentialVariables(document.environmentPrefix, name, scheme),
    ),
  );
  return Object.fromEntries(
    variables
      .filter(({ part }) => !part.startsWith('CLIENT'))
      .map(({ name }) => [name, 'dummy-credential']),
  );
}
