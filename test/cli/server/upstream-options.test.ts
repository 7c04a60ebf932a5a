import tls from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import { configureServer } from '../../../cli/server/configuration.ts';
import { upstreamOptions } from '../../../cli/server/upstream-options.ts';
import type { BridgeArtifact } from '../../../src/model/artifact.ts';
import { createBridge } from '../../../src/runtime/bridge.ts';
import { createUpstream } from '../../../src/runtime/upstream.ts';
import { artifactOf, toolOf } from '../../support/artifact-builder.ts';
import { reasonOf, textOf } from '../../support/call-context.ts';
import {
  testAuthority,
  testClientCertificate,
  testClientKey,
  testServerCertificate,
  testServerKey,
} from '../../support/certificates.ts';

/** A server that wants certificates where it can, and notes whose it got. */
async function startTlsServer(seen: string[]): Promise<string> {
  const server = tls.createServer(
    {
      cert: testServerCertificate,
      key: testServerKey,
      ca: testAuthority,
      requestCert: true,
      rejectUnauthorized: false,
    },
    (socket) => {
      const { subject } = socket.getPeerCertificate();
      // Without a certificate the object is empty, whatever its type says.
      seen.push((subject as { readonly CN?: string } | undefined)?.CN ?? 'nobody');
      socket.once('data', () => {
        socket.end(
          'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}',
        );
      });
      socket.on('error', () => undefined);
    },
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `https://127.0.0.1:${address.port}`;
}

const cert = { type: 'mutualTLS', deprecated: false } as const;

/** One tool that wants a certificate, and one on another host that wants none. */
function artifactAt(secured: string, other: string): BridgeArtifact {
  const serverAt = (url: string) =>
    ({ kind: 'absolute', url, template: url, variables: {} }) as const;
  return artifactOf({
    document: {
      servers: [serverAt(secured), serverAt(other)],
      securitySchemes: { 'client cert': cert },
    },
    tools: [
      toolOf({ name: 'secured', security: [{ schemes: [{ scheme: 'client cert', scopes: [] }] }] }),
      toolOf({ name: 'open', request: { server: 1 } }),
    ],
  });
}

const given = {
  SHOP_CLIENT_CERT_CLIENT_CERTIFICATE: testClientCertificate,
  SHOP_CLIENT_CERT_CLIENT_KEY: testClientKey,
};

function bridgeWith(
  artifact: BridgeArtifact,
  variables: Readonly<Record<string, string>>,
): ReturnType<typeof createBridge> {
  const read = (name: string): string | undefined => variables[name];
  const configuration = configureServer(artifact, { baseUrls: [] }, read);
  const options = upstreamOptions(artifact, configuration, read);
  const bridge = createBridge({
    artifact,
    credentials: configuration.credentials,
    upstream: createUpstream({
      ...options,
      tls: { ...options.tls, ca: testAuthority },
      tlsByOrigin: Object.fromEntries(
        Object.entries(options.tlsByOrigin ?? {}).map(([origin, settings]) => [
          origin,
          { ...settings, ca: testAuthority },
        ]),
      ),
    }),
  });
  onTestFinished(() => bridge.close());
  return bridge;
}

const input = {
  arguments: { id: '1' },
  meta: {},
  signal: new AbortController().signal,
  session: undefined,
};

describe('a client certificate', () => {
  it('K4 K7 is presented to the hosts of the tools that want it, and to no other', async () => {
    const seen: string[] = [];
    const [secured, other] = [await startTlsServer(seen), await startTlsServer(seen)];
    const bridge = bridgeWith(artifactAt(secured, other), given);
    expect((await bridge.callTool('secured', input))?.kind).toBe('success');
    expect((await bridge.callTool('open', input))?.kind).toBe('success');
    expect(seen).toEqual(['openapi-mcp test client', 'nobody']);
  });

  it('K2 that is not configured keeps the call from being made', async () => {
    const seen: string[] = [];
    const url = await startTlsServer(seen);
    const outcome = await bridgeWith(artifactAt(url, url), {}).callTool('secured', input);
    if (outcome === undefined) throw new Error('no outcome');
    expect(reasonOf(outcome)).toBe('credentials');
    expect(textOf(outcome)).toContain(
      'SHOP_CLIENT_CERT_CLIENT_CERTIFICATE and SHOP_CLIENT_CERT_CLIENT_KEY',
    );
    expect(seen).toEqual([]);
  });

  it('K7 is one for each host', () => {
    const artifact = artifactOf({
      document: { securitySchemes: { one: cert, two: cert } },
      tools: ['one', 'two'].map((scheme) =>
        toolOf({ name: scheme, security: [{ schemes: [{ scheme, scopes: [] }] }] }),
      ),
    });
    expect(() =>
      bridgeWith(artifact, {
        SHOP_ONE_CLIENT_CERTIFICATE: testClientCertificate,
        SHOP_TWO_CLIENT_CERTIFICATE: testClientCertificate,
      }),
    ).toThrow(
      expect.objectContaining({
        code: 'configuration-invalid',
        message: expect.stringMatching(/SHOP_ONE_CLIENT_CERTIFICATE.*SHOP_TWO_CLIENT_CERTIFICATE/),
      }),
    );
  });
});
