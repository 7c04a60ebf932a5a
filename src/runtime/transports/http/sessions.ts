import { randomUUID } from 'node:crypto';
import type { JSONRPCMessage, McpServerFactory } from '@modelcontextprotocol/server';
import {
  WebStandardStreamableHTTPServerTransport,
  isInitializeRequest,
} from '@modelcontextprotocol/server';
import { isArray, isJsonObject } from '../../../model/json.ts';
import type { Clock } from '../../clock.ts';
import { rpcError } from './answers.ts';
import type { LegacyRequest } from './legacy.ts';
import { whenGone } from './legacy.ts';
import type { SessionLimits } from './limits.ts';
import { watchEnd } from './watch-end.ts';

/** The code that clients know for a session that has ended; they begin a new one. */
const sessionNotFound = -32_001;

/** A request within sessions; who sends it must have begun the session. */
export interface SessionRequest extends LegacyRequest {
  /** Id of the principal; empty where nobody signs in. */
  readonly owner: string;
  /** Whether the client reads event streams. */
  readonly readsEvents: boolean;
}

/** What sessions are made of. */
export interface SessionsOptions {
  readonly factory: McpServerFactory;
  readonly limits: SessionLimits;
  readonly keepAliveMs: number;
  readonly clock: Clock;
}

interface Session {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly owner: string;
  /** Requests and open streams; a session with any is not idle. */
  busy: number;
  usedAt: number;
  readonly close: () => void;
}

/**
 * Sessions of clients before 2026-07-28, for those that need the server to ask them something. They live in this
 * process alone. Bounded: the longest idle one ends for a new one, and each ends by itself after a while.
 */
export class Sessions {
  readonly #options: SessionsOptions;
  /** In the order of their last use. */
  readonly #sessions = new Map<string, Session>();
  readonly #sweeper: NodeJS.Timeout;

  constructor(options: SessionsOptions) {
    this.#options = options;
    const interval = Math.max(1_000, Math.min(60_000, options.limits.idleMs / 4));
    this.#sweeper = setInterval(() => this.endIdle(), interval);
    this.#sweeper.unref();
  }

  get size(): number {
    return this.#sessions.size;
  }

  /** Answers a request within the session that it names, or begins one. */
  async handle(incoming: SessionRequest): Promise<Response> {
    const id = incoming.request.headers.get('mcp-session-id');
    if (id !== null) {
      const session = this.#sessions.get(id);
      return session === undefined || session.owner !== incoming.owner
        ? rpcError(404, 'This session does not exist, or has ended. Initialize a new one.', {
            code: sessionNotFound,
          })
        : this.#use(id, session, incoming);
    }
    if (incoming.request.method !== 'POST' || !isInitializeRequest(incoming.body)) {
      return rpcError(400, 'The Mcp-Session-Id header is missing. Send initialize first.');
    }
    if (!this.#makeRoom()) {
      return rpcError(503, 'Too many sessions are in use.', { headers: { 'retry-after': '10' } });
    }
    return this.#begin(incoming);
  }

  /** Ends the sessions that nobody has used for a while. */
  endIdle(): void {
    const oldest = this.#options.clock.elapsed() - this.#options.limits.idleMs;
    for (const [id, session] of this.#sessions) {
      if (session.busy === 0 && session.usedAt <= oldest) this.#end(id, session);
    }
  }

  /** Ends all sessions with everything that runs in them. */
  close(): void {
    clearInterval(this.#sweeper);
    for (const [id, session] of this.#sessions) this.#end(id, session);
  }

  async #begin(incoming: SessionRequest): Promise<Response> {
    const { factory, keepAliveMs, clock } = this.#options;
    const { request, authInfo, owner, readsEvents } = incoming;
    const server = await factory({
      era: 'legacy',
      requestInfo: request,
      ...(authInfo === undefined ? {} : { authInfo }),
    });
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      enableJsonResponse: !readsEvents,
      keepAliveMs,
    });
    const session: Session = {
      transport,
      owner,
      busy: 0,
      usedAt: clock.elapsed(),
      close: () => {
        server.close().catch(() => undefined);
      },
    };
    await server.connect(transport);
    const onClose = transport.onclose;
    transport.onclose = () => {
      onClose?.();
      if (transport.sessionId !== undefined) this.#sessions.delete(transport.sessionId);
    };
    const answer = await this.#use(undefined, session, incoming);
    if (transport.sessionId === undefined) session.close();
    else this.#sessions.set(transport.sessionId, session);
    return answer;
  }

  async #use(
    id: string | undefined,
    session: Session,
    { request, body, authInfo }: SessionRequest,
  ): Promise<Response> {
    const { transport } = session;
    session.busy += 1;
    if (id !== undefined) {
      this.#sessions.delete(id);
      this.#sessions.set(id, session);
    }
    const cancel = (): void => cancelRequests(transport, body);
    request.signal.addEventListener('abort', cancel, { once: true });
    const release = (): void => {
      session.busy -= 1;
      session.usedAt = this.#options.clock.elapsed();
      request.signal.removeEventListener('abort', cancel);
    };
    try {
      const answer = transport.handleRequest(request, {
        ...(authInfo === undefined ? {} : { authInfo }),
        ...(body === undefined ? {} : { parsedBody: body }),
      });
      // A request that is cancelled gets no answer, so that nothing would end the wait for it.
      return watchEnd(await Promise.race([answer, whenGone(request.signal)]), { onEnd: release });
    } catch (error) {
      release();
      throw error;
    }
  }

  /** Whether there is room for one more session, after the longest idle one has made some. */
  #makeRoom(): boolean {
    if (this.#sessions.size < this.#options.limits.maxSessions) return true;
    for (const [id, session] of this.#sessions) {
      if (session.busy > 0) continue;
      this.#end(id, session);
      return true;
    }
    return false;
  }

  #end(id: string, session: Session): void {
    this.#sessions.delete(id);
    session.close();
  }
}

/** The client that closes its connection cannot get the results any more, so their work ends. */
function cancelRequests(transport: WebStandardStreamableHTTPServerTransport, body: unknown): void {
  for (const message of isArray(body) ? body : [body]) {
    if (!isJsonObject(message) || typeof message['method'] !== 'string') continue;
    const { id } = message;
    if (typeof id !== 'string' && typeof id !== 'number') continue;
    transport.onmessage?.({
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId: id, reason: 'The connection was closed.' },
    } satisfies JSONRPCMessage);
  }
}
