import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isLoopbackAddress } from '../../loopback.ts';
import { TokenFailure } from '../token-failure.ts';

/** How the redirect of a browser is waited for. */
export interface RedirectOptions {
  /** Only a request with this state is the one. */
  readonly state: string;
  readonly redirectUri?: string;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

/** A server on this machine that waits for one redirect. */
export interface RedirectListener {
  /** With its port. */
  readonly redirectUri: string;
  /** The parameters of the redirect; rejects with a TokenFailure where none comes. */
  readonly redirected: Promise<URLSearchParams>;
  /** Tells the browser how it ended, and closes the server. The first call counts. */
  finish(end: 'done' | 'failed'): void;
}

/**
 * Listens for the redirect of a browser (RFC 8252 §7.3). Requests with another path or state get an error and change
 * nothing.
 *
 * @throws TokenFailure `endpoint` for a redirect URI that is not of this machine, or a port that is taken.
 */
export async function listenForRedirect(options: RedirectOptions): Promise<RedirectListener> {
  const uri = checkRedirectUri(options.redirectUri ?? 'http://127.0.0.1/callback');
  const waiting: ServerResponse[] = [];
  let receive: ((parameters: URLSearchParams) => void) | undefined;
  const received = new Promise<URLSearchParams>((resolve) => {
    receive = resolve;
  });

  const servers = await listen(uri, (request, response) => {
    const url = new URL(request.url ?? '', uri);
    const isOurs =
      request.method === 'GET' &&
      url.pathname === uri.pathname &&
      url.searchParams.get('state') === options.state;
    if (!isOurs || waiting.length > 0) {
      writePage(response, 400, 'This is not the login that is waited for.');
      return;
    }
    waiting.push(response);
    receive?.(url.searchParams);
  });

  const redirected = orFailure(received, options);
  // Nobody may be waiting any more when it fails.
  redirected.catch(() => undefined);
  let isFinished = false;
  return {
    redirectUri: uri.href,
    redirected,
    finish: (end) => {
      if (isFinished) return;
      isFinished = true;
      const [status, text] = pages[end];
      for (const response of waiting) writePage(response, status, text);
      for (const server of servers) {
        server.close();
        server.closeIdleConnections();
      }
    },
  };
}

const pages = {
  done: [200, 'You are logged in. You can close this page and go back to the terminal.'],
  failed: [400, 'The login failed. The terminal says why.'],
} as const;

function checkRedirectUri(text: string): URL {
  const uri = URL.canParse(text) ? new URL(text) : undefined;
  if (
    uri?.protocol !== 'http:' ||
    !isLoopbackAddress(uri.hostname) ||
    uri.search + uri.hash !== ''
  ) {
    throw new TokenFailure(
      'endpoint',
      `"${text}" cannot be the redirect URI: it has to be an http URL of this machine, such as http://127.0.0.1:8765/callback.`,
    );
  }
  return uri;
}

/** Listens at the address of the URI, and puts the port into it. `localhost` is both of its addresses. */
async function listen(
  uri: URL,
  handle: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<readonly Server[]> {
  const [host = '', ...others] =
    uri.hostname === 'localhost' ? ['127.0.0.1', '::1'] : [uri.hostname.replace(/^\[|\]$/g, '')];
  const wanted = uri.port === '' ? 0 : Number(uri.port);
  const first = createServer(handle);
  try {
    await listenAt(first, host, wanted);
  } catch (cause) {
    throw new TokenFailure('endpoint', `Nothing can listen at ${uri.origin}.`, cause);
  }
  // A server that listens on TCP has an address with a port.
  const { port } = first.address() as AddressInfo;
  uri.port = String(port);
  const servers = [first];
  for (const other of others) {
    const server = createServer(handle);
    // Machines without IPv6 have one address.
    await listenAt(server, other, port).then(
      () => servers.push(server),
      () => undefined,
    );
  }
  return servers;
}

async function listenAt(server: Server, host: string, port: number): Promise<void> {
  server.listen(port, host);
  await once(server, 'listening');
}

function orFailure(
  received: Promise<URLSearchParams>,
  { signal, timeoutMs }: RedirectOptions,
): Promise<URLSearchParams> {
  return new Promise((resolve, reject) => {
    const settle = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    };
    const stop = (): void => {
      settle();
      reject(new TokenFailure('cancelled', 'The login was given up.'));
    };
    const timer = setTimeout(() => {
      settle();
      reject(new TokenFailure('login', 'Nobody logged in within the time that there was.'));
    }, timeoutMs);
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    void received.then((parameters) => {
      settle();
      resolve(parameters);
    });
  });
}

/** Nothing of the request is in the page, and the page can do nothing. */
function writePage(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'",
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    connection: 'close',
  });
  response.end(`<!doctype html><meta charset="utf-8"><title>openapi-mcp</title><p>${text}</p>\n`);
}
