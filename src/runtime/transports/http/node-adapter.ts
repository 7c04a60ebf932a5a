import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { isStreamed } from './answers.ts';
import type { BodyReader } from './body.ts';
import type { Exchange, Exchanges } from './exchanges.ts';
import type { HandleRequest } from './inbound.ts';

/** A handler as `node:http`, Express and Fastify call it. */
export type NodeHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  /** What a framework has parsed of the body; a function, as Express hands in, is ignored. */
  parsedBody?: unknown,
) => Promise<void>;

/** What the adapters stand on. */
export interface AdapterParts {
  readonly handle: HandleRequest;
  readonly bodies: BodyReader;
  readonly exchanges: Exchanges;
}

/** Serves requests of Node's HTTP server. Never rejects. */
export function createNodeHandler({ handle, bodies, exchanges }: AdapterParts): NodeHandler {
  return async (request, response, parsedBody) => {
    const exchange = exchanges.begin();
    const ended = whenEnded(request, response).then(() => {
      if (!response.writableFinished) exchange.abort();
    });
    const given = typeof parsedBody === 'function' ? undefined : parsedBody;
    // Express keeps there what its own parser has read, and the target before it is cut for routers.
    const { body, originalUrl } = request as {
      readonly body?: unknown;
      readonly originalUrl?: string;
    };
    const parsed = given ?? body;
    try {
      const answer = await handle({
        method: request.method ?? 'GET',
        path: pathOf(originalUrl ?? request.url ?? ''),
        headers: headersOf(request),
        exchange,
        readBody: () =>
          parsed === undefined
            ? bodies.readNode(request)
            : Promise.resolve(bodies.readParsed(parsed)),
      });
      // Who is let go tells its client that this connection is no place for another request.
      if (exchanges.isDraining) answer.headers.set('connection', 'close');
      await write(answer, response, exchange);
      // The last byte may still be on its way; until then the connection must not be cut.
      await ended;
    } catch {
      // The answer broke off, or its reader is gone; either way there is nothing left to say.
      response.destroy();
    } finally {
      exchange.end();
    }
  };
}

/** Resolves when the last byte is out, or can never be: an answer that waits for another one has no socket yet. */
function whenEnded({ socket }: IncomingMessage, response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const waiting = waitingFor(socket);
    const end = (): void => {
      waiting.delete(end);
      resolve();
    };
    waiting.add(end);
    response.once('close', end);
    if (response.destroyed || socket.destroyed) end();
  });
}

const waitingBySocket = new WeakMap<Socket, Set<() => void>>();

/** What to call when a connection closes; one listener, however many requests come at once. */
function waitingFor(socket: Socket): Set<() => void> {
  const known = waitingBySocket.get(socket);
  if (known !== undefined) return known;
  const waiting = new Set<() => void>();
  waitingBySocket.set(socket, waiting);
  socket.once('close', () => {
    for (const end of waiting) end();
  });
  return waiting;
}

/** Every header with all of its values; HTTP/2 calls the host `:authority`. */
function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    const value = rawHeaders[index + 1] ?? '';
    if (name === ':authority') headers.append('host', value);
    else if (!name.startsWith(':')) headers.append(name, value);
  }
  return headers;
}

/** The path without the query; empty for every form of a target but the usual one. */
function pathOf(target: string): string {
  return target.startsWith('/') ? target.replace(/[?#].*$/s, '') : '';
}

async function write(
  answer: Response,
  response: ServerResponse,
  exchange: Exchange,
): Promise<void> {
  if (exchange.signal.aborted && answer.status === 499) {
    response.destroy();
    return;
  }
  const headers: Record<string, string> = Object.fromEntries(answer.headers);
  if (answer.body === null) {
    response.writeHead(answer.status, headers).end();
  } else if (isStreamed(answer)) {
    response.writeHead(answer.status, headers).flushHeaders();
    await writeStream(answer.body, response, exchange.signal);
  } else {
    const bytes = Buffer.from(await answer.arrayBuffer());
    headers['content-length'] = String(bytes.length);
    response.writeHead(answer.status, headers).end(bytes);
  }
}

/** Passes pieces on as they come, no faster than the client takes them. */
async function writeStream(
  body: ReadableStream<Uint8Array>,
  response: ServerResponse,
  signal: AbortSignal,
): Promise<void> {
  const reader = body.getReader();
  const gone = new Promise<void>((resolve) => {
    const stop = (): void => {
      reader.cancel().catch(() => undefined);
      resolve();
    };
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    if (!response.write(value)) await Promise.race([once(response, 'drain'), gone]);
  }
  response.end();
}
