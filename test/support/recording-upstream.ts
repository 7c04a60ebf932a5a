import { once } from 'node:events';
import type { AddressInfo, Server, Socket } from 'node:net';
import net from 'node:net';
import tls from 'node:tls';

/** A request as it came over the wire; nothing is decoded or normalised. */
export interface RecordedRequest {
  /** The first line without its line break, byte for byte (Latin-1). */
  readonly requestLine: string;
  readonly method: string;
  /** Path and query as sent; an absolute URL where the client thinks that this is a proxy. */
  readonly target: string;
  /** Names as spelled, in order. */
  readonly rawHeaders: readonly (readonly [name: string, value: string])[];
  /** The body without chunk framing. */
  readonly body: Buffer;
  /** Which connection it came on, from 1. */
  readonly connection: number;
  /** The value of a header in any spelling, several joined by `, `. */
  header(name: string): string | undefined;
}

/** A connection in the hands of a test that writes the answer's bytes itself. */
export interface RawConnection {
  readonly write: (bytes: string | Uint8Array) => void;
  /** Ends the connection in an orderly way, after what was written. */
  readonly end: (bytes?: string | Uint8Array) => void;
  /** Breaks the connection with a TCP reset. */
  readonly reset: () => void;
  readonly socket: Socket;
}

/** An answer that the server frames itself. */
export interface ScriptedAnswer {
  /** Default 200. */
  readonly status?: number;
  readonly reason?: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** The body; a list is sent as chunks of Transfer-Encoding: chunked. */
  readonly body?: string | Uint8Array | readonly (string | Uint8Array)[];
  /** A value to send as `application/json`. */
  readonly json?: unknown;
  /** Close the connection after the answer. */
  readonly close?: boolean;
}

/** What the server does about one request: answers, or leaves the connection to the test. */
export type Answer =
  | ScriptedAnswer
  | ((request: RecordedRequest, connection: RawConnection) => ScriptedAnswer | undefined | void);

/** How a recording upstream is started. */
export interface RecordingOptions {
  /** Speak TLS with this certificate and key; `ca` asks for client certificates of that authority. */
  readonly tls?: tls.TlsOptions;
  /** What is answered when the script is empty; default `200` with `{}`. */
  readonly otherwise?: Answer;
  /** Default: a free one. */
  readonly port?: number;
}

/** A server on 127.0.0.1 that records each request in full and answers by a script. */
export interface RecordingUpstream {
  readonly origin: string;
  readonly port: number;
  /** Everything received so far, in order of arrival. */
  readonly requests: readonly RecordedRequest[];
  /** Connections accepted so far. */
  readonly connections: number;
  /** Adds answers to the script; each is used once. */
  script(...answers: readonly Answer[]): void;
  /** Resolves when this many requests have been received in all. */
  received(count: number): Promise<readonly RecordedRequest[]>;
  /** Resolves when this connection, counted from 1, is closed. */
  closed(connection: number): Promise<void>;
  /** Ends every open connection, as a server does with idle ones. */
  closeConnections(): void;
  close(): Promise<void>;
}

/** Starts one, on a free port where none is given. */
export async function startRecordingUpstream(
  options: RecordingOptions = {},
): Promise<RecordingUpstream> {
  const requests: RecordedRequest[] = [];
  const answers: Answer[] = [];
  const sockets = new Set<Socket>();
  const closed = new Set<number>();
  const waiting = new Set<() => void>();
  let connections = 0;

  function changed(): void {
    for (const check of waiting) check();
  }

  function until<T>(ready: () => T | undefined): Promise<T> {
    return new Promise((resolve) => {
      const check = (): void => {
        const value = ready();
        if (value === undefined) return;
        waiting.delete(check);
        resolve(value);
      };
      waiting.add(check);
      check();
    });
  }

  function accept(socket: Socket): void {
    connections += 1;
    const connection = connections;
    sockets.add(socket);
    socket.on('error', () => {
      // Clients that hang up are part of many tests.
    });
    socket.on('close', () => {
      sockets.delete(socket);
      closed.add(connection);
      changed();
    });
    readRequests(socket, connection, (request) => {
      requests.push(request);
      const answer = answers.shift() ?? options.otherwise ?? { json: {} };
      const scripted =
        typeof answer === 'function' ? answer(request, rawConnection(socket)) : answer;
      if (scripted) writeAnswer(socket, request, scripted);
      changed();
    });
  }

  const server: Server =
    options.tls === undefined ? net.createServer(accept) : tls.createServer(options.tls, accept);
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  // A TCP server that listens has an address with a port.
  const { port } = server.address() as AddressInfo;

  return {
    origin: `${options.tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`,
    port,
    requests,
    get connections() {
      return connections;
    },
    script: (...added) => {
      answers.push(...added);
    },
    received: (count) => until(() => (requests.length >= count ? requests : undefined)),
    closed: async (number) => {
      await until(() => (closed.has(number) ? true : undefined));
    },
    closeConnections: () => {
      for (const socket of sockets) socket.end();
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function rawConnection(socket: Socket): RawConnection {
  return {
    socket,
    write: (bytes) => {
      socket.write(bytes);
    },
    end: (bytes) => {
      if (bytes === undefined) socket.end();
      else socket.end(bytes);
    },
    reset: () => {
      socket.resetAndDestroy();
    },
  };
}

function readRequests(
  socket: Socket,
  connection: number,
  onRequest: (request: RecordedRequest) => void,
): void {
  let pending = Buffer.alloc(0);
  socket.on('data', (data: Buffer) => {
    pending = Buffer.concat([pending, data]);
    for (;;) {
      const parsed = parseRequest(pending, connection);
      if (parsed === undefined) return;
      pending = pending.subarray(parsed.length);
      onRequest(parsed.request);
    }
  });
}

function parseRequest(
  bytes: Buffer,
  connection: number,
): { readonly request: RecordedRequest; readonly length: number } | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const [requestLine = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const rawHeaders = lines.map((line): readonly [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
  const header = (name: string): string | undefined => {
    const values = rawHeaders
      .filter(([key]) => key.toLowerCase() === name.toLowerCase())
      .map(([, value]) => value);
    return values.length === 0 ? undefined : values.join(', ');
  };
  const body = parseBody(bytes.subarray(end + 4), header);
  if (body === undefined) return undefined;
  const [method = '', target = ''] = requestLine.split(' ');
  return {
    request: { requestLine, method, target, rawHeaders, body: body.bytes, connection, header },
    length: end + 4 + body.length,
  };
}

function parseBody(
  rest: Buffer,
  header: (name: string) => string | undefined,
): { readonly bytes: Buffer; readonly length: number } | undefined {
  if (header('transfer-encoding') !== 'chunked') {
    const length = Number(header('content-length') ?? '0');
    return rest.length < length ? undefined : { bytes: rest.subarray(0, length), length };
  }
  const chunks: Buffer[] = [];
  let at = 0;
  for (;;) {
    const lineEnd = rest.indexOf('\r\n', at);
    if (lineEnd === -1) return undefined;
    const size = Number.parseInt(rest.toString('latin1', at, lineEnd), 16);
    const start = lineEnd + 2;
    if (rest.length < start + size + 2) return undefined;
    chunks.push(rest.subarray(start, start + size));
    at = start + size + 2;
    if (size === 0) return { bytes: Buffer.concat(chunks), length: at };
  }
}

function writeAnswer(socket: Socket, request: RecordedRequest, answer: ScriptedAnswer): void {
  const { status = 200, reason = 'Scripted', headers = {}, close = false } = answer;
  const lines = [`HTTP/1.1 ${status} ${reason}`];
  const given = new Map<string, string | readonly string[]>(Object.entries(headers));
  const has = (name: string): boolean =>
    [...given.keys()].some((key) => key.toLowerCase() === name);
  const body = answer.json === undefined ? (answer.body ?? '') : JSON.stringify(answer.json);
  if (answer.json !== undefined && !has('content-type')) {
    given.set('Content-Type', 'application/json');
  }
  const chunked = typeof body === 'object' && !(body instanceof Uint8Array);
  const bodiless = status < 200 || status === 204 || status === 304;
  if (chunked) given.set('Transfer-Encoding', 'chunked');
  else if (!bodiless && !has('content-length')) {
    given.set('Content-Length', String(Buffer.byteLength(body)));
  }
  if (close) given.set('Connection', 'close');
  for (const [name, value] of given) {
    for (const single of [value].flat()) lines.push(`${name}: ${single}`);
  }
  socket.write(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  if (request.method !== 'HEAD' && !bodiless) {
    if (!chunked) socket.write(body);
    else {
      for (const chunk of body) {
        socket.write(`${Buffer.byteLength(chunk).toString(16)}\r\n`);
        socket.write(chunk);
        socket.write('\r\n');
      }
      socket.write('0\r\n\r\n');
    }
  }
  if (close) socket.end();
}
