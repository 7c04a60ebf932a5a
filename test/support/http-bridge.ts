import { connect } from 'node:net';
import { onTestFinished } from 'vitest';
import type { Bridge, BridgeOptions } from '../../src/runtime/bridge-options.ts';
import { createBridge } from '../../src/runtime/bridge.ts';
import type { Principal } from '../../src/runtime/principal.ts';
import type { HttpServer, ServeHttpOptions } from '../../src/runtime/transports/http/server.ts';
import { serveHttp } from '../../src/runtime/transports/http/server.ts';
import { artifactOf, toolOf } from './artifact-builder.ts';
import type { FakeUpstream } from './fake-upstream.ts';
import { createFakeUpstream } from './fake-upstream.ts';

/** A bridge that is served on a free port of this machine. */
export interface ServedHttp {
  readonly server: HttpServer;
  /** Of the endpoint. */
  readonly url: string;
  readonly port: number;
  readonly upstream: FakeUpstream;
  readonly problems: readonly Error[];
}

/** What a test says of a server; the rest is the shop's one tool, stateless, for everybody on this machine. */
export interface HttpParts {
  readonly bridge?: Partial<BridgeOptions<Principal | undefined>>;
  readonly upstream?: FakeUpstream;
  readonly http?: Partial<ServeHttpOptions>;
}

/** A bridge whose session value is who calls. */
export function principalBridge(
  upstream: FakeUpstream,
  options: Partial<BridgeOptions<Principal | undefined>> = {},
): Bridge<Principal | undefined> {
  return createBridge<Principal | undefined>({
    artifact: artifactOf(),
    upstream,
    scopesOf: (principal) => principal?.scopes,
    principalOf: (principal) => principal?.id,
    ...options,
  });
}

/** Serves a bridge until the test ends. */
export async function startHttp(parts: HttpParts = {}): Promise<ServedHttp> {
  const upstream = parts.upstream ?? createFakeUpstream();
  const problems: Error[] = [];
  const server = await serveHttp({
    bridge: principalBridge(upstream, parts.bridge),
    identity: { name: 'shop', version: '1.2.3' },
    listen: { host: '127.0.0.1', port: 0 },
    onProblem: (problem) => problems.push(problem),
    ...parts.http,
    limits: { drainMs: 200, ...parts.http?.limits },
  });
  onTestFinished(() => server.stop());
  return { server, url: server.url, port: Number(new URL(server.url).port), upstream, problems };
}

/** A slow tool beside the shop's own: its upstream never answers. */
export const slowArtifact: ReturnType<typeof artifactOf> = artifactOf({
  tools: [
    toolOf(),
    toolOf({
      name: 'waitForThing',
      operation: { path: '/slow/{id}' },
      request: {
        pathTemplate: [
          { kind: 'literal', text: '/slow/' },
          { kind: 'expression', name: 'id' },
        ],
      },
    }),
  ],
});

/** An upstream that answers at once, except for `/slow/`. */
export function slowUpstream(): FakeUpstream {
  return createFakeUpstream((plan) => (plan.url.includes('/slow/') ? 'hang' : { body: { id: 1 } }));
}

/** An answer of the endpoint, its body read. */
export interface PostAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The JSON-RPC message in the body: the whole of it, or the last event of a stream. */
  readonly message: RpcAnswer;
}

/** A JSON-RPC response as far as tests look into it. */
export interface RpcAnswer {
  readonly id?: unknown;
  readonly result?: {
    readonly tools?: readonly { readonly name: string }[];
    readonly content?: readonly { readonly text?: string }[];
    readonly isError?: boolean;
    readonly resultType?: string;
    readonly cacheScope?: string;
    readonly protocolVersion?: string;
    readonly structuredContent?: unknown;
  };
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** Headers that every client of before 2026-07-28 sends. */
export const oldHeaders: Readonly<Record<string, string>> = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
};

/** Posts a message, or a text as it is. */
export async function post(
  url: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<PostAnswer> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { ...oldHeaders, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, text, message: messageIn(text) };
}

function messageIn(text: string): RpcAnswer {
  const data =
    text
      .match(/^data: (.*)$/gm)
      ?.at(-1)
      ?.slice('data: '.length) ?? text;
  try {
    // Tests assert on what the server wrote.
    return JSON.parse(data) as RpcAnswer;
  } catch {
    return {};
  }
}

/** A request of before 2026-07-28. */
export function rpc(
  method: string,
  params: Record<string, unknown> = {},
  id: number | string = 1,
): Record<string, unknown> {
  return { jsonrpc: '2.0', id, method, params };
}

/** A request of 2026-07-28 with the headers that belong to it. */
export function modern(
  method: string,
  params: Record<string, unknown> = {},
): { readonly body: Record<string, unknown>; readonly headers: Record<string, string> } {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
  };
  const { _meta: own = {}, ...rest } = params;
  const name = params['name'];
  return {
    body: rpc(method, { ...rest, _meta: { ...meta, ...(own as object) } }),
    headers: {
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(typeof name === 'string' ? { 'mcp-name': name } : {}),
    },
  };
}

/** Sends bytes over a connection of its own and reads until the server closes it. */
export function sendRaw(
  port: number,
  bytes: string | Uint8Array,
  { end = false }: { readonly end?: boolean } = {},
): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    socket.setEncoding('latin1').on('data', (data: string) => (text += data));
    socket.on('error', () => undefined).on('close', () => resolve(text));
    if (end) socket.end(bytes);
    else socket.write(bytes);
  });
}
