import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nodePorts } from '../../../src/import/index.ts';

let folder: string;
let server: Server;
let origin: string;
const seen: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'read-ports-'));
  await writeFile(path.join(folder, 'a.yaml'), 'openapi: 3.0.0');
  await symlink(path.join(folder, 'a.yaml'), path.join(folder, 'link.yaml'));
  server = createServer((request, response) => {
    seen.push(`${request.headers.host} ${String(request.headers['x-key'] ?? '')}`);
    switch (request.url ?? '') {
      case '/zipped':
        response.writeHead(200, { 'content-encoding': 'gzip', 'content-type': 'application/json' });
        return response.end(gzipSync('x'.repeat(100_000)));
      case '/moved':
        response.writeHead(302, { location: '/elsewhere' });
        return response.end('moved');
      case '/silent':
        return undefined;
      default:
        return response.end('hello');
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true });
});

const limits = { headers: {}, maxBytes: 1000, timeoutMs: 10_000 };

describe('files', () => {
  it('are read up to one byte beyond the limit', async () => {
    const file = path.join(folder, 'a.yaml');
    expect(Buffer.from(await nodePorts.readFile(file, 100)).toString()).toBe('openapi: 3.0.0');
    expect(await nodePorts.readFile(file, 4)).toHaveLength(5);
  });

  it('are inspected behind their links', async () => {
    const real = await nodePorts.inspectFile(path.join(folder, 'a.yaml'));
    expect(await nodePorts.inspectFile(path.join(folder, 'link.yaml'))).toEqual(real);
    expect((await nodePorts.inspectFile(folder)).kind).toBe('folder');
    await expect(nodePorts.inspectFile(path.join(folder, 'none'))).rejects.toMatchObject({
      code: 'ENOENT',
    });
  });
});

describe('requests', () => {
  it('carry their headers', async () => {
    const answer = await nodePorts.fetch({
      ...limits,
      url: `${origin}/`,
      headers: { 'x-key': 'k' },
    });
    expect(answer.status).toBe(200);
    expect(Buffer.from(answer.body).toString()).toBe('hello');
    expect(seen.at(-1)).toBe(`${new URL(origin).host} k`);
  });

  it('follow no redirect', async () => {
    const answer = await nodePorts.fetch({ ...limits, url: `${origin}/moved` });
    expect(answer).toMatchObject({ status: 302, location: '/elsewhere' });
  });

  it('count bytes after decompression', async () => {
    const answer = await nodePorts.fetch({ ...limits, url: `${origin}/zipped` });
    expect(answer).toMatchObject({ contentType: 'application/json' });
    expect(answer.body).toHaveLength(1001);
  });

  it('go to the pinned address whatever the name says', async () => {
    const { port } = new URL(origin);
    const answer = await nodePorts.fetch({
      ...limits,
      url: `http://pinned.invalid:${port}/`,
      addresses: ['127.0.0.1'],
    });
    expect(answer.status).toBe(200);
    expect(seen.at(-1)).toBe(`pinned.invalid:${port} `);
  });

  it('end when no answer comes in time', async () => {
    const waiting = nodePorts.fetch({ ...limits, url: `${origin}/silent`, timeoutMs: 30 });
    await expect(waiting).rejects.toMatchObject({ name: 'TimeoutError' });
  });
});
