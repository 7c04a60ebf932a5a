import type { AuthInfo, McpHttpHandler, McpServerFactory } from '@modelcontextprotocol/server';
import { ProtocolError, createMcpHandler, isLegacyRequest } from '@modelcontextprotocol/server';
import { isArray, isJsonObject } from '../../../model/json.ts';
import type { Clock } from '../../clock.ts';
import type { ListChanges } from '../../list-changes.ts';
import type { Principal } from '../../principal.ts';
import { rpcError } from './answers.ts';
import type { Exchange } from './exchanges.ts';
import { keepAlive } from './keep-alive.ts';
import { answerOnce } from './legacy.ts';
import type { SessionLimits } from './limits.ts';
import { Sessions } from './sessions.ts';

/** What the endpoint is made of. */
export interface EndpointOptions {
  readonly factory: McpServerFactory;
  readonly revisions: 'all' | 'modern' | 'legacy';
  readonly sessions: SessionLimits | undefined;
  readonly keepAliveMs: number;
  readonly clock: Clock;
  /** Tells when what clients may list has changed. */
  readonly changes?: ListChanges;
  /** Told about faults inside. */
  readonly report: (problem: Error) => void;
}

/** A request whose sender is known and whose body is read. */
export interface EndpointRequest {
  readonly method: 'POST' | 'GET' | 'DELETE';
  readonly headers: Headers;
  /** Absent for GET and DELETE. */
  readonly body?: unknown;
  readonly principal: Principal | undefined;
  readonly exchange: Exchange;
}

/** What the SDK wants to see in `Accept`, whatever the client sent. */
const bothKinds = 'application/json, text/event-stream';
const maxBatch = 100;

/** The MCP endpoint: every revision of the protocol at one place. */
export class Endpoint {
  readonly #options: EndpointOptions;
  readonly #modern: McpHttpHandler;
  readonly #sessions: Sessions | undefined;
  readonly #endChanges: (() => void) | undefined;

  constructor(options: EndpointOptions) {
    const { factory, revisions, sessions: limits, keepAliveMs, clock, report } = options;
    this.#options = options;
    this.#modern = createMcpHandler(factory, {
      legacy: 'reject',
      keepAliveMs,
      onerror: (error) => {
        if (!isClientFault(error)) report(error);
      },
    });
    this.#endChanges = options.changes?.subscribe(() => {
      this.#modern.notify.toolsChanged();
      this.#modern.notify.resourcesChanged();
      this.#modern.notify.promptsChanged();
    });
    this.#sessions =
      limits === undefined || revisions === 'modern'
        ? undefined
        : new Sessions({ factory, limits, keepAliveMs, clock });
  }

  /** Methods that it answers, as `Allow` lists them. */
  get allow(): string {
    return this.#sessions === undefined ? 'POST' : 'POST, GET, DELETE';
  }

  get sessionCount(): number {
    return this.#sessions?.size ?? 0;
  }

  async handle(incoming: EndpointRequest): Promise<Response> {
    const { method, headers, body, exchange } = incoming;
    const accepted = acceptedKinds(headers);
    const request = sdkRequest(incoming);
    if (method !== 'POST') {
      exchange.isOpenEnded = method === 'GET';
      return this.#inSession(request, incoming, accepted);
    }
    if (!isMessageOrBatch(body)) return rpcError(400, 'The body is not a JSON-RPC message.');
    return keepAlive(this.#answer(request, incoming, accepted), {
      format: accepted.events ? 'events' : 'json',
      intervalMs: this.#options.keepAliveMs,
      onGone: () => exchange.abort(),
    });
  }

  async close(): Promise<void> {
    this.#endChanges?.();
    this.#sessions?.close();
    await this.#modern.close();
  }

  async #answer(
    request: Request,
    incoming: EndpointRequest,
    accepted: AcceptedKinds,
  ): Promise<Response> {
    const { factory, revisions, keepAliveMs } = this.#options;
    const { body, principal, exchange } = incoming;
    if (
      revisions === 'modern' ||
      (revisions === 'all' && !(await isLegacyRequest(request, body)))
    ) {
      exchange.isOpenEnded = isJsonObject(body) && body['method'] === 'subscriptions/listen';
      return this.#modern.fetch(request, { parsedBody: body, ...authOf(principal) });
    }
    if (this.#sessions !== undefined) return this.#inSession(request, incoming, accepted);
    return answerOnce(
      factory,
      { request, body, ...authOf(principal) },
      { asEvents: accepted.events && (!accepted.json || wantsProgress(body)), keepAliveMs },
    );
  }

  async #inSession(
    request: Request,
    { body, principal }: EndpointRequest,
    { events: readsEvents }: AcceptedKinds,
  ): Promise<Response> {
    if (this.#sessions === undefined) return methodNotAllowed(this.allow);
    const owner = principal?.id ?? '';
    return this.#sessions.handle({ request, body, owner, readsEvents, ...authOf(principal) });
  }
}

/** The kinds of answers that a client reads. */
interface AcceptedKinds {
  readonly events: boolean;
  readonly json: boolean;
}

/** Clients that name neither kind, or everything, are served in JSON. */
function acceptedKinds(headers: Headers): AcceptedKinds {
  const accept = headers.get('accept') ?? '';
  const events = accept.includes('text/event-stream');
  return { events, json: !events || /application\/(?:json|\*)|\*\/\*/.test(accept) };
}

/** The answer to a method that the endpoint does not know. */
export function methodNotAllowed(allow: string): Response {
  return rpcError(405, 'This method is not allowed here.', { headers: { allow } });
}

/** The request as the SDK gets it: without the token, which is nobody's business from here on. */
function sdkRequest({ method, headers, exchange }: EndpointRequest): Request {
  const seen = new Headers(headers);
  seen.delete('authorization');
  if (method === 'POST') seen.set('accept', bothKinds);
  return new Request('http://mcp.invalid/', { method, headers: seen, signal: exchange.signal });
}

/** The SDK hands this to whoever builds servers and requests; the token itself stays out of it. */
function authOf(principal: Principal | undefined): { readonly authInfo?: AuthInfo } {
  if (principal === undefined) return {};
  const { id, scopes = [] } = principal;
  return { authInfo: { token: '', clientId: id, scopes: [...scopes], extra: { principal } } };
}

/** The principal in what {@link authOf} made. */
export function principalIn(authInfo: AuthInfo | undefined): Principal | undefined {
  // Nobody else fills this in.
  return authInfo?.extra?.['principal'] as Principal | undefined;
}

/** The SDK reports what it refuses as it reports what fails. */
function isClientFault(error: Error): boolean {
  return error instanceof ProtocolError || error.message.startsWith('Rejected ');
}

function isMessageOrBatch(body: unknown): boolean {
  if (isArray(body)) return body.length > 0 && body.length <= maxBatch;
  return isJsonObject(body);
}

function wantsProgress(body: unknown): boolean {
  return (isArray(body) ? body : [body]).some((message) => {
    const parameters = isJsonObject(message) ? message['params'] : undefined;
    const meta = isJsonObject(parameters) ? parameters['_meta'] : undefined;
    return isJsonObject(meta) && meta['progressToken'] !== undefined;
  });
}
