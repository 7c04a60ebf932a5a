import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as the upstream saw it. */
export interface SeenRequest {
  /** Method and target, as in the request line. */
  readonly line: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** A pet store for end-to-end tests. Pet ids choose the answer. */
export interface PetstoreUpstream {
  readonly url: string;
  readonly seen: SeenRequest[];
  /** Resolves when a request for the slow pet has arrived. */
  readonly slowArrived: Promise<void>;
  /** Resolves when the client of the slow request has gone away. */
  readonly slowAbandoned: Promise<void>;
  /** Answers the slow request. */
  releaseSlow(): void;
  close(): Promise<void>;
}

/** Pet ids with a behaviour of their own; every other id is a pet. */
export const petIds = { missing: 404, broken: 500, slow: 9 } as const;

/** Starts the store on a free loopback port. */
export async function startPetstoreUpstream(): Promise<PetstoreUpstream> {
  const seen: SeenRequest[] = [];
  const arrived = deferred();
  const abandoned = deferred();
  let slow: ServerResponse | undefined;
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      seen.push({ line: `${request.method} ${request.url}`, headers: request.headers, body });
      if (request.url === `/pet/${petIds.slow}`) {
        slow = response;
        response.once('close', () => abandoned.resolve());
        arrived.resolve();
        return;
      }
      answer(request, response, body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on TCP has an address with a port.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    slowArrived: arrived.promise,
    slowAbandoned: abandoned.promise,
    releaseSlow: () => slow?.writeHead(200, { 'content-type': 'application/json' }).end('{"id":9}'),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function answer(request: IncomingMessage, response: ServerResponse, body: string): void {
  const json = (status: number, text: string): void => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(text);
  };
  const id = /^\/pet\/(\d+)$/.exec(request.url ?? '')?.[1];
  if (request.method === 'DELETE') response.writeHead(204).end();
  else if (id === String(petIds.missing)) json(404, '{"code":1,"message":"No such pet"}');
  else if (id === String(petIds.broken)) json(500, '{"message":"The store is on fire"}');
  else if (request.method === 'GET' && id !== undefined)
    json(200, `{"id":${id},"name":"Rex","photoUrls":[]}`);
  else json(200, body === '' ? '[]' : body);
}

function deferred(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}
