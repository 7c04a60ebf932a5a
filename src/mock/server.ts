import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { BridgeError } from '../model/errors.ts';
import type { ReceivedRequest } from './exchange.ts';
import type { Mock, MockResult } from './mock.ts';

/** How a mock is served. */
export interface MockServerOptions {
  readonly port: number;
  /** `127.0.0.1` by default. */
  readonly host?: string;
  /** Longest request body, in bytes; 64 MiB by default. */
  readonly maxBodyBytes?: number;
  /** Told of every request, what was made of it, and by which of the mocks; never of one that is too long. */
  readonly onRequest?: (request: ReceivedRequest, result: MockResult, mock: Mock) => void;
}

/** A mock that listens. */
export interface MockServer {
  /** Without a trailing slash. */
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Serves mocks over HTTP; with several, the first that knows the request's path answers.
 *
 * @throws BridgeError `port-unavailable` for an address that cannot be had.
 */
export async function startMockServer(
  mocks: readonly Mock[],
  options: MockServerOptions,
): Promise<MockServer> {
  const server = createServer((request, response) => {
    receive(request, options.maxBodyBytes ?? 67_108_864).then(
      (received) => answer(mocks, received, response, options),
      () => response.writeHead(413).end(),
    );
  });
  // Longer than clients keep connections, so that it is never this end that closes one about to be used.
  server.keepAliveTimeout = 75_000;
  const host = options.host ?? '127.0.0.1';
  await listen(server, host, options.port);
  return { url: urlOf(server, host), close: () => close(server) };
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const onError = (cause: Error): void => {
      reject(
        new BridgeError('port-unavailable', `${host}:${port} cannot be listened on.`, {
          cause,
          fix: 'Take another port, or stop the program that has this one.',
        }),
      );
    };
    server.once('error', onError);
    server.listen(port, host, () => {
      server.off('error', onError);
      resolve();
    });
  });
}

function answer(
  mocks: readonly Mock[],
  received: ReceivedRequest,
  response: ServerResponse,
  options: MockServerOptions,
): void {
  const results = mocks.map((mock) => ({ mock, result: mock.handle(received) }));
  const chosen = results.find(({ result }) => result.operation !== undefined) ?? results[0];
  if (chosen === undefined) {
    response.writeHead(404).end();
    return;
  }
  const { mock, result } = chosen;
  options.onRequest?.(received, result, mock);
  response.writeHead(result.answer.status, result.answer.headers.flat());
  response.end(result.answer.body);
}

async function receive(request: IncomingMessage, maxBytes: number): Promise<ReceivedRequest> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    // A request without setEncoding yields buffers.
    const buffer = chunk as Buffer;
    bytes += buffer.length;
    if (bytes > maxBytes) throw new Error('the body is too long');
    chunks.push(buffer);
  }
  const headers: [string, string][] = [];
  for (let index = 0; index + 1 < request.rawHeaders.length; index += 2) {
    headers.push([
      (request.rawHeaders[index] ?? '').toLowerCase(),
      request.rawHeaders[index + 1] ?? '',
    ]);
  }
  return {
    method: request.method ?? 'GET',
    target: request.url ?? '/',
    headers,
    body: Buffer.concat(chunks),
  };
}

function urlOf(server: Server, host: string): string {
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
