import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { run } from '../../../cli/run.ts';
import { plain } from '../../../cli/terminal.ts';
import { projectRoot } from '../../support/built-program.ts';

/** What a command left. */
export interface Finished {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Both, as somebody sees them. */
  readonly said: string;
}

/** Runs a command line in this process, with its words in buffers. */
export async function runHere(
  words: readonly string[],
  options: { readonly folder?: string; readonly environment?: Record<string, string> } = {},
): Promise<Finished> {
  let stdout = '';
  let stderr = '';
  const code = await run(words, {
    write: (text) => (stdout += text),
    tell: (text) => (stderr += text),
    writePaint: plain,
    tellPaint: plain,
    interactive: false,
    environment: options.environment ?? {},
    folder: options.folder ?? projectRoot,
  });
  return { code, stdout, stderr, said: stdout + stderr };
}

/** A folder with these files, removed when the test ends. */
export function folderWith(files: Readonly<Record<string, string>> = {}): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'openapi-mcp-cli-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  return folder;
}

/** A site on loopback that answers every GET with the same; its URL without a path. */
export async function siteWith(
  status: number,
  type: string,
  body: string,
  seen: string[] = [],
): Promise<string> {
  const site = createServer((request, response) => {
    seen.push(`${request.method} ${request.url} ${request.headers.authorization ?? ''}`.trim());
    response.writeHead(status, { 'Content-Type': type }).end(body);
  });
  await new Promise<void>((resolve) => {
    site.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    site.close();
    site.closeAllConnections();
  });
  // A TCP server has an address with a port.
  return `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
}

/** The smallest document with an operation; `more` stands at its root. */
export function documentText(more: Readonly<Record<string, unknown>> = {}): string {
  return JSON.stringify(
    {
      openapi: '3.0.3',
      info: { title: 'Jars', version: '1.0.0' },
      servers: [{ url: 'https://jars.example/v1' }],
      paths: {
        '/jars': {
          get: {
            operationId: 'listJars',
            summary: 'List jars',
            responses: { 200: { description: 'Jars' } },
          },
        },
      },
      ...more,
    },
    null,
    2,
  );
}
