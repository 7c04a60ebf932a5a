import type { HttpHandler } from './transports/http/handler.ts';
import type { HttpHandlerOptions } from './transports/http/options.ts';
import type { HttpServer, ServeHttpOptions } from './transports/http/server.ts';

/**
 * Serves a bridge over HTTP on a port of its own: the endpoint, `/healthz`, `/readyz`, and the metadata of its
 * sign-in. Loads what HTTP needs with the first call, so that stdio never pays for it.
 *
 * @throws BridgeError `configuration-invalid` for a server that the whole network could use without sign-in,
 * `port-unavailable` for an address that cannot be had.
 */
export async function serveHttp(options: ServeHttpOptions): Promise<HttpServer> {
  const http = await import('./transports/http/http.ts');
  return http.serveHttp(options);
}

/**
 * Makes a bridge a handler of HTTP requests, to be mounted on `node:http`, Express, Fastify, Hono or anything with
 * the Fetch API. Only names of this machine and of `publicUrl` are answered, web pages are kept out unless they are
 * listed.
 *
 * @throws BridgeError `configuration-invalid` for options with which nobody, or anybody, could call.
 */
export async function createHttpHandler(options: HttpHandlerOptions): Promise<HttpHandler> {
  const http = await import('./transports/http/http.ts');
  return http.createHttpHandler(options);
}
