import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { documentText, folderWith, runHere } from './in-process.ts';

/** An API that declares no security, beside a token endpoint; notes what it is sent. */
async function startApi(): Promise<{
  readonly url: string;
  readonly seen: Readonly<Record<string, unknown>>[];
}> {
  const seen: Readonly<Record<string, unknown>>[] = [];
  const server = createServer((request, response) => {
    const { url, headers } = request;
    seen.push({
      url,
      authorization: headers.authorization,
      key: headers['x-key'],
      tenant: headers['x-tenant'],
    });
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify(
        url === '/token'
          ? { access_token: 'token-from-endpoint', token_type: 'bearer', expires_in: 60 }
          : [],
      ),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // A server that listens on TCP has an address with a port.
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

const get = (operationId: string, more: Readonly<Record<string, unknown>> = {}) => ({
  get: { operationId, responses: { 200: { description: 'Done.' } }, ...more },
});

const documentAt = (url: string): string =>
  documentText({
    servers: [{ url }],
    paths: { '/jars': get('listJars'), '/health': get('health', { security: [] }) },
  });

describe('a document that declares no security', () => {
  it('gets schemes, requirements and headers from the short form', async () => {
    const { url, seen } = await startApi();
    const folder = folderWith({
      'jars.json': documentAt(url),
      'overlay.yaml': `openapi-mcp: 1
server:
  securitySchemes:
    key: { type: apiKey, in: header, name: X-Key }
  security: [{ key: [] }]
  headers:
    X-Tenant: "tenant-\${JARS_TENANT}"
`,
    });
    const built = await runHere(['build', 'jars.json', '-o', 'out', '--overlay', 'overlay.yaml'], {
      folder,
    });
    expect(built.said).toContain('JARS_KEY_API_KEY');
    expect(built.code).toBe(0);
    const example = readFileSync(path.join(folder, 'out', '.env.example'), 'utf8');
    expect(example).toMatch(/^JARS_KEY_API_KEY=$/m);
    expect(example).toMatch(/^JARS_TENANT=$/m);

    const environment = { JARS_KEY_API_KEY: 'key-1', JARS_TENANT: 'north' };
    const called = await runHere(['call', 'out', 'listJars'], { folder, environment });
    expect(called.code).toBe(0);
    await runHere(['call', 'out', 'health'], { folder, environment });
    expect(seen).toEqual([
      { url: '/jars', key: 'key-1', tenant: 'tenant-north' },
      // K3: what says that it wants nothing gets no credential.
      { url: '/health', tenant: 'tenant-north' },
    ]);

    const without = await runHere(['call', 'out', 'listJars'], {
      folder,
      environment: { JARS_TENANT: 'north' },
    });
    expect(without.code).toBe(1);
    expect(without.stderr).toContain('Set JARS_KEY_API_KEY (scheme "key")');
    const headerless = await runHere(['call', 'out', 'listJars'], { folder });
    expect(headerless.stderr).toContain('JARS_TENANT');
    expect(seen).toHaveLength(2);
  });

  it('gets tokens of client credentials from the short form', async () => {
    const { url, seen } = await startApi();
    const folder = folderWith({
      'jars.json': documentAt(url),
      'overlay.yaml': `openapi-mcp: 1
server:
  securitySchemes:
    idp:
      type: oauth2
      flows: { clientCredentials: { tokenUrl: "${url}/token", scopes: { "jars:read": Read. } } }
  security: [{ idp: ["jars:read"] }]
`,
    });
    const called = await runHere(['call', 'jars.json', 'listJars', '--overlay', 'overlay.yaml'], {
      folder,
      environment: { JARS_IDP_CLIENT_ID: 'cid', JARS_IDP_CLIENT_SECRET: 'sec' },
    });
    expect(called.code).toBe(0);
    expect(seen).toEqual([
      { url: '/token', authorization: `Basic ${Buffer.from('cid:sec').toString('base64')}` },
      { url: '/jars', authorization: 'Bearer token-from-endpoint' },
    ]);
  });
});
