import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { BridgeError } from '../../../model/errors.ts';
import { isLoopbackAddress } from '../../loopback.ts';
import { boundConnections } from './connections.ts';

import type { HttpHandler } from './handler.ts';
import { createHttpHandler } from './handler.ts';
import type { HttpLimits } from './limits.ts';
import { defaultHttpLimits } from './limits.ts';
import type { Gauges, Metrics } from './metrics.ts';
import { createMetrics, expositionType } from './metrics.ts';
import type { HttpHandlerOptions } from './options.ts';

/** Where a server listens. */
export interface ListenAddress {
  /** A name or address of this machine. */
  readonly host: string;
  /** 0 takes any free one. */
  readonly port: number;
}

/** How a bridge is served on a port of its own. */
export interface ServeHttpOptions extends Omit<HttpHandlerOptions, 'metrics' | 'anyAddress'> {
  readonly listen: ListenAddress;
  /** Path of the endpoint; `/mcp` by default. */
  readonly path?: string;
  /** Listen on a network although nobody has to sign in. */
  readonly insecurePublic?: boolean;
  /** Serves `/metrics` for Prometheus here; off by default. */
  readonly metricsListen?: ListenAddress;
  /** Asked whenever `/readyz` is; always ready by default. */
  readonly readiness?: () => Readiness;
}

/** Whether a server should be sent requests, as far as what it stands on goes. */
export interface Readiness {
  readonly isReady: boolean;
  /** What it goes without at the moment, in a few words. Everybody may read it. */
  readonly note?: string;
}

/** A server that is running. */
export interface HttpServer {
  /** Of the endpoint. */
  readonly url: string;
  readonly metricsUrl?: string;
  /** Stops taking requests, lets those in progress end within the bound, then closes everything. */
  stop(): Promise<void>;
}

/**
 * Serves a bridge over HTTP: the endpoint, `/healthz`, `/readyz`, and the metadata of its sign-in.
 *
 * @throws BridgeError `configuration-invalid` for a server that the whole network could use without sign-in,
 * `port-unavailable` for an address that cannot be had.
 */
export async function serveHttp(options: ServeHttpOptions): Promise<HttpServer> {
  const { listen, path = '/mcp', metricsListen } = options;
  refuseOpenServer(options);
  const limits = { ...defaultHttpLimits, ...options.limits };
  const { telemetry } = options.bridge;
  const isCounted = metricsListen !== undefined || telemetry !== undefined;
  const metrics = isCounted ? createMetrics() : undefined;
  const handler = createHttpHandler({
    ...options,
    allowedHosts: [...(options.allowedHosts ?? []), bracketed(listen.host)],
    anyAddress: !isLoopbackAddress(listen.host),
    ...(metrics === undefined ? {} : { metrics }),
  });
  const state = { isStopping: false };
  const readiness = (): Readiness =>
    state.isStopping
      ? { isReady: false, note: 'stopping' }
      : (options.readiness?.() ?? { isReady: true });
  const server = createLimitedServer(route({ handler, path, readiness }), limits);
  const connections = boundConnections(server, limits.maxConnections);
  await listenOn(server, listen);
  const gauges = (): Gauges => {
    const { requests, sessions } = handler.load;
    return { requests_in_progress: requests, sessions, connections: connections.size };
  };
  const endObserving = metrics && telemetry?.observe(metrics.source(gauges));
  const scraped = await serveMetrics(metricsListen, metrics, gauges).catch(
    async (error: unknown) => {
      await closeServer(server);
      throw error;
    },
  );
  return {
    url: `${urlOf(server, listen)}${path}`,
    ...(scraped === undefined || metricsListen === undefined
      ? {}
      : { metricsUrl: `${urlOf(scraped, metricsListen)}/metrics` }),
    stop: async () => {
      state.isStopping = true;
      const closed = closeServer(server);
      server.closeIdleConnections();
      await handler.stop();
      endObserving?.();
      server.closeIdleConnections();
      // Requests that were on their way get to hear that the server is stopping.
      const late = setTimeout(() => server.closeAllConnections(), Math.min(limits.drainMs, 500));
      await closed;
      clearTimeout(late);
      if (scraped === undefined) return;
      scraped.closeAllConnections();
      await closeServer(scraped);
    },
  };
}

function refuseOpenServer({ listen, signIn, insecurePublic }: ServeHttpOptions): void {
  if (isLoopbackAddress(listen.host) || signIn !== undefined || insecurePublic === true) return;
  throw new BridgeError(
    'configuration-invalid',
    `On ${listen.host} everybody in the network could call the API with this server's credentials.`,
    {
      fix:
        'Configure a sign-in (docs/http.md), listen on 127.0.0.1, or say --insecure-public where ' +
        'something else keeps strangers out.',
    },
  );
}

/** A server that answers nothing but well-formed HTTP/1.1, and waits for nobody without end. */
function createLimitedServer(listener: RequestListener, limits: HttpLimits): Server {
  const server = createServer(
    {
      maxHeaderSize: limits.maxHeaderBytes,
      headersTimeout: limits.headersTimeoutMs,
      requestTimeout: limits.headersTimeoutMs + limits.bodyTimeoutMs,
      keepAliveTimeout: limits.idleTimeoutMs,
      connectionsCheckingInterval: Math.max(50, Math.min(5_000, limits.headersTimeoutMs / 2)),
      insecureHTTPParser: false,
      requireHostHeader: true,
      keepAlive: true,
    },
    listener,
  );
  // The size of headers is bounded; a bound of their number would drop the rest without a word.
  server.maxHeadersCount = 0;
  // Signs of life keep a connection busy while its client takes them.
  server.timeout = Math.max(limits.stallTimeoutMs, 2 * limits.keepAliveMs);
  return server;
}

interface Routes {
  readonly handler: HttpHandler;
  readonly path: string;
  readonly readiness: () => Readiness;
}

function route({ handler, path, readiness }: Routes): RequestListener {
  return (request, response) => {
    const asked = (request.url ?? '').replace(/[?#].*$/s, '');
    if (asked === path || asked === `${path}/` || handler.metadataPaths.includes(asked)) {
      void handler.node(request, response);
    } else if (asked === '/healthz') {
      answerProbe(request, response, { isReady: true });
    } else if (asked === '/readyz') {
      answerProbe(request, response, readiness());
    } else {
      answerText(response, 404, 'Not found. MCP is served at ' + path);
    }
  };
}

/** Probes of orchestrators name the server by any address they like, and learn little more than yes or no. */
function answerProbe(
  { method }: IncomingMessage,
  response: ServerResponse,
  { isReady, note }: Readiness,
): void {
  if (method !== 'GET' && method !== 'HEAD') {
    answerText(response, 405, 'Use GET.');
    return;
  }
  const words = [...(isReady ? ['ok'] : []), ...(note === undefined ? [] : [note])];
  answerText(response, isReady ? 200 : 503, words.join(': '));
}

function answerText(response: ServerResponse, status: number, text: string): void {
  response
    .writeHead(status, {
      'content-type': 'text/plain; charset=utf-8',
      'content-length': Buffer.byteLength(text) + 1,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    .end(`${text}\n`);
}

async function serveMetrics(
  listen: ListenAddress | undefined,
  metrics: Metrics | undefined,
  gauges: () => Gauges,
): Promise<Server | undefined> {
  if (listen === undefined || metrics === undefined) return undefined;
  const server = createLimitedServer((request, response) => {
    if (request.url !== '/metrics' || request.method !== 'GET') {
      answerText(response, 404, 'Metrics are at /metrics.');
      return;
    }
    response
      .writeHead(200, { 'content-type': expositionType, 'cache-control': 'no-store' })
      .end(metrics.expose(gauges()));
  }, defaultHttpLimits);
  await listenOn(server, listen);
  return server;
}

function listenOn(server: Server, { host, port }: ListenAddress): Promise<void> {
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

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}

function urlOf(server: Server, { host }: ListenAddress): string {
  // A server that listens on TCP has an address with a port.
  const { port } = server.address() as AddressInfo;
  return `http://${bracketed(host)}:${port}`;
}

function bracketed(host: string): string {
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
}
