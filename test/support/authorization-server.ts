import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CryptoKey, JWTHeaderParameters } from 'jose';
import { SignJWT, exportJWK, generateKeyPair } from 'jose';
import { onTestFinished } from 'vitest';

/** What a test says of a token; the rest is alice's, for the server under test, and good for a minute. */
export interface TokenParts {
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly header?: Partial<JWTHeaderParameters>;
  /** Signs instead of the server's current key. */
  readonly key?: CryptoKey | Uint8Array;
}

/** An authorization server that does what a test wants, also what no good one does. */
export interface TestAuthorizationServer {
  readonly issuer: string;
  /** Paths that were asked for. */
  readonly asked: readonly string[];
  readonly sign: (parts?: TokenParts) => Promise<string>;
  /** Begins to sign with a new key; the old one is no longer published. */
  readonly rotate: () => Promise<void>;
  /** Publishes another key without a sign of which one signs. */
  readonly publishUnnamed: () => Promise<void>;
  /** Answers of the introspection endpoint by token. */
  readonly opaque: Map<string, Readonly<Record<string, unknown>>>;
  /** Fails every request from now on, or no longer. */
  readonly fail: (failing: boolean) => void;
  /** The public key as PEM-like text, for attacks that take it for a shared secret. */
  readonly publicKeyBytes: () => Promise<Uint8Array>;
}

/** Where the server under test says that it is. */
export const testResource = 'http://localhost/mcp';

/** Client of the introspection endpoint. */
export const testClient = { clientId: 'bridge', clientSecret: 's3cret: +/' };

interface SigningKey {
  readonly id: string | undefined;
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
}

/** Starts one until the test ends. */
export async function startAuthorizationServer(): Promise<TestAuthorizationServer> {
  const asked: string[] = [];
  const opaque = new Map<string, Readonly<Record<string, unknown>>>();
  let isFailing = false;
  let issued = 0;
  const newKey = async (): Promise<SigningKey> => ({
    id: `key-${(issued += 1)}`,
    ...(await generateKeyPair('ES256', { extractable: true })),
  });
  let keys = [await newKey()];
  let issuer = '';
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      void answer(request.url ?? '', body, request.headers.authorization).then(
        ({ status, value }) => {
          response.writeHead(status, { 'content-type': 'application/json' });
          response.end(JSON.stringify(value));
        },
      );
    });
  });

  async function answer(
    path: string,
    body: string,
    authorization: string | undefined,
  ): Promise<{ readonly status: number; readonly value: unknown }> {
    if (isFailing) return { status: 500, value: {} };
    switch (path) {
      case '/.well-known/oauth-authorization-server':
        return { status: 200, value: { issuer, jwks_uri: `${issuer}/jwks` } };
      case '/jwks':
        return {
          status: 200,
          value: {
            keys: await Promise.all(
              keys.map(async ({ id, publicKey }) => ({
                ...(await exportJWK(publicKey)),
                ...(id === undefined ? {} : { kid: id }),
                alg: 'ES256',
                use: 'sig',
              })),
            ),
          },
        };
      case '/introspect': {
        const [name, secret] = Buffer.from(authorization?.slice('Basic '.length) ?? '', 'base64')
          .toString('utf8')
          .split(':')
          .map((part) => decodeURIComponent(part.replaceAll('+', ' ')));
        if (name !== testClient.clientId || secret !== testClient.clientSecret) {
          return { status: 401, value: {} };
        }
        const token = new URLSearchParams(body).get('token') ?? '';
        return { status: 200, value: opaque.get(token) ?? { active: false } };
      }
      default:
        return { status: 404, value: {} };
    }
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on TCP has an address with a port.
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const current = (): SigningKey => {
    const key = keys.at(-1);
    if (key === undefined) throw new Error('no key');
    return key;
  };
  return {
    issuer,
    asked,
    opaque,
    sign: ({ claims = {}, header = {}, key } = {}) => {
      const now = Math.floor(Date.now() / 1_000);
      const { id, privateKey } = current();
      const payload = Object.fromEntries(
        Object.entries({
          iss: issuer,
          aud: testResource,
          sub: 'alice',
          client_id: 'agent',
          iat: now,
          exp: now + 60,
          scope: 'things:read',
          ...claims,
        }).filter(([, value]) => value !== undefined),
      );
      return new SignJWT(payload)
        .setProtectedHeader({
          alg: 'ES256',
          typ: 'at+jwt',
          ...(id === undefined ? {} : { kid: id }),
          ...header,
        })
        .sign(key ?? privateKey);
    },
    rotate: async () => {
      keys = [await newKey()];
    },
    publishUnnamed: async () => {
      keys = [
        { ...(await newKey()), id: undefined },
        { ...(await newKey()), id: undefined },
        { ...(await newKey()), id: undefined },
      ];
    },
    fail: (failing) => {
      isFailing = failing;
    },
    publicKeyBytes: async () =>
      new TextEncoder().encode(JSON.stringify(await exportJWK(current().publicKey))),
  };
}
