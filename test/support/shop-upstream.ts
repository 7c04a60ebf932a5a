import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A shop with tokens, for tests of several servers that stand before one API. */
export interface ShopUpstream {
  readonly url: string;
  /** How often each order was asked for, by its key. */
  readonly requests: ReadonlyMap<string, number>;
  /** How many orders there are, by the key they were asked for with. */
  readonly orders: ReadonlyMap<string, number>;
  /** Requests by their path. */
  readonly paths: ReadonlyMap<string, number>;
  readonly tokensIssued: () => number;
  readonly close: () => Promise<void>;
}

/** The shop's document. */
export function shopDocument(url: string): Readonly<Record<string, unknown>> {
  const ok = { 200: { description: 'Done', content: { 'application/json': { schema: {} } } } };
  const key = { name: 'Idempotency-Key', in: 'header', required: true, schema: { type: 'string' } };
  return {
    openapi: '3.1.0',
    info: { title: 'Shop', version: '1' },
    servers: [{ url }],
    components: {
      securitySchemes: {
        login: {
          type: 'oauth2',
          flows: { clientCredentials: { tokenUrl: `${url}/token`, scopes: {} } },
        },
      },
    },
    paths: {
      '/orders': {
        post: { operationId: 'placeOrder', summary: 'Order', parameters: [key], responses: ok },
      },
      '/prices': { get: { operationId: 'listPrices', summary: 'Prices', responses: ok } },
      '/rare': { get: { operationId: 'getRare', summary: 'Rare', responses: ok } },
      '/private': {
        get: {
          operationId: 'getPrivate',
          summary: 'Private',
          security: [{ login: [] }],
          responses: ok,
        },
      },
    },
  };
}

/**
 * Starts a shop. An order with a key that it knows is the order of before, as APIs with such keys do it; prices may
 * be kept for an hour.
 */
export async function startShopUpstream(): Promise<ShopUpstream> {
  const requests = new Map<string, number>();
  const orders = new Map<string, number>();
  const paths = new Map<string, number>();
  let tokens = 0;
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    addOne(paths, path);
    request.resume().once('end', () => {
      const answer = (value: unknown, headers: Readonly<Record<string, string>> = {}): void => {
        response.writeHead(200, { 'content-type': 'application/json', ...headers });
        response.end(JSON.stringify(value));
      };
      if (path === '/token') {
        tokens += 1;
        answer({
          access_token: `token-${tokens}-of-shop`,
          token_type: 'Bearer',
          expires_in: 3_600,
        });
      } else if (path === '/orders') {
        const key = keyOf(request);
        addOne(requests, key);
        if (!orders.has(key)) orders.set(key, orders.size + 1);
        answer({ order: orders.get(key) });
      } else {
        const headers = path === '/prices' ? { 'cache-control': 'max-age=3600' } : {};
        answer({ count: paths.get(path), by: request.headers.authorization ?? 'nobody' }, headers);
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on TCP has an address with a port.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    orders,
    paths,
    tokensIssued: () => tokens,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function keyOf({ headers }: IncomingMessage): string {
  const key = headers['idempotency-key'];
  return typeof key === 'string' ? key : '';
}

function addOne(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
