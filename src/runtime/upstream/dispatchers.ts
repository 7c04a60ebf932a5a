import { Buffer } from 'node:buffer';
import type { Dispatcher } from 'undici';
import { Pool, ProxyAgent, buildConnector } from 'undici';
import type { TlsSettings, UpstreamOptions } from './options.ts';
import { proxyFor } from './proxy.ts';

/** What requests to one origin are sent with. */
export interface Route {
  readonly dispatcher: Dispatcher;
  readonly proxied: boolean;
}

/** The connections of an upstream client: one pool for each origin. */
export interface Dispatchers {
  /** The pool of an origin; the first request sets how long its connections may take. */
  routeTo(origin: string, connectTimeoutMs: number): Route;
  /** A route of its own, sure to open a new connection; whoever asked for it closes it. */
  freshRouteTo(origin: string, connectTimeoutMs: number): Route;
  /** Whether an error came from a connection that had carried an answer before. */
  isOfUsedConnection(error: unknown): boolean;
  close(): Promise<void>;
}

const defaultMaxConnections = 128;
const defaultMaxHeaderBytes = 65_536;

/** Makes pools on first use and keeps them until closed. */
export function createDispatchers(options: UpstreamOptions): Dispatchers {
  const routes = new Map<string, Route>();
  const watch = createConnectionWatch();
  let closed = false;

  const open = (origin: string, connectTimeoutMs: number): Route => {
    const route = openRoute({ options, origin, connectTimeoutMs, watch });
    if (closed) void route.dispatcher.destroy();
    return route;
  };

  return {
    routeTo: (origin, connectTimeoutMs) => {
      let route = routes.get(origin);
      if (route === undefined) {
        route = open(origin, connectTimeoutMs);
        routes.set(origin, route);
      }
      return route;
    },
    freshRouteTo: open,
    isOfUsedConnection: (error) => watch.isOfUsedConnection(error),
    close: async () => {
      closed = true;
      await Promise.all([...routes.values()].map(({ dispatcher }) => dispatcher.destroy()));
    },
  };
}

/** Notes of each connection's error whether the connection had received anything before. */
interface ConnectionWatch {
  watched(connector: buildConnector.connector): buildConnector.connector;
  isOfUsedConnection(error: unknown): boolean;
}

function createConnectionWatch(): ConnectionWatch {
  const errors = new WeakSet<object>();
  return {
    watched: (connector) => (target, callback) => {
      connector(target, (...[error, socket]) => {
        // undici's types promise a null socket beside an error; there is none at all.
        if (error !== null) {
          callback(error, null);
          return;
        }
        // The bytes of a TLS handshake were received before this.
        const received = socket.bytesRead;
        socket.once('error', (fault) => {
          if (socket.bytesRead > received) errors.add(fault);
        });
        callback(null, socket);
      });
    },
    isOfUsedConnection: (error) => typeof error === 'object' && error !== null && errors.has(error),
  };
}

function openRoute({
  options,
  origin,
  connectTimeoutMs,
  watch,
}: {
  readonly options: UpstreamOptions;
  readonly origin: string;
  readonly connectTimeoutMs: number;
  readonly watch: ConnectionWatch;
}): Route {
  const connect = connectOptions(options, origin, connectTimeoutMs);
  const limits = {
    connections: options.maxConnections ?? defaultMaxConnections,
    maxHeaderSize: options.maxHeaderBytes ?? defaultMaxHeaderBytes,
  };
  const proxy = proxyFor(origin, options.proxy);
  if (proxy === undefined) {
    const connector = watch.watched(buildConnector(connect));
    return { dispatcher: new Pool(origin, { ...limits, connect: connector }), proxied: false };
  }
  const { uri, token } = splitProxy(proxy);
  const agent = new ProxyAgent({
    ...limits,
    uri,
    ...(token === undefined ? {} : { token }),
    // http goes to the proxy as an absolute URL; https always takes a tunnel.
    proxyTunnel: false,
    requestTls: connect,
    proxyTls: connectOptions({ ...options, tls: {}, tlsByOrigin: {} }, uri, connectTimeoutMs),
    factory: (target: URL, given: object) => {
      // undici hands over the options of a pool; only the connector among them is looked at.
      const pool = given as Pool.Options;
      const { connect: connector } = pool;
      return new Pool(target, {
        ...pool,
        ...(typeof connector === 'function' ? { connect: watch.watched(connector) } : {}),
      });
    },
  });
  return { dispatcher: agent, proxied: true };
}

function connectOptions(
  options: UpstreamOptions,
  origin: string,
  timeout: number,
): buildConnector.BuildOptions {
  const tls = options.tlsByOrigin?.[origin] ?? options.tls ?? {};
  return {
    timeout,
    ...(options.lookup === undefined ? {} : { lookup: options.lookup }),
    ...tlsOptions(tls),
  };
}

function tlsOptions({ ca, cert, key, passphrase }: TlsSettings): buildConnector.BuildOptions {
  return {
    ...(ca === undefined
      ? {}
      : { ca: typeof ca === 'string' || ca instanceof Uint8Array ? pem(ca) : ca.map(pem) }),
    ...(cert === undefined ? {} : { cert: pem(cert) }),
    ...(key === undefined ? {} : { key: pem(key) }),
    ...(passphrase === undefined ? {} : { passphrase }),
  };
}

function pem(value: string | Uint8Array): string | Buffer {
  return typeof value === 'string' ? value : Buffer.from(value);
}

/** Takes the user and password out of a proxy's URL, as the value of `Proxy-Authorization`. */
function splitProxy(proxy: string): { readonly uri: string; readonly token?: string } {
  const url = new URL(proxy.includes('://') ? proxy : `http://${proxy}`);
  if (url.username === '') return { uri: url.href };
  const user = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  url.username = '';
  url.password = '';
  return { uri: url.href, token: `Basic ${Buffer.from(user, 'utf8').toString('base64')}` };
}
