import type { AuthInfo, McpServerFactory } from '@modelcontextprotocol/server';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import { goneAnswer, isStreamed } from './answers.ts';
import { watchEnd } from './watch-end.ts';

/** A request to a server of before 2026-07-28, its body read. */
export interface LegacyRequest {
  /** Without its body. */
  readonly request: Request;
  readonly body: unknown;
  readonly authInfo?: AuthInfo;
}

/** How an old request is answered. */
export interface LegacyAnswer {
  /** As an event stream, on which progress can be told; else as JSON. */
  readonly asEvents: boolean;
  readonly keepAliveMs: number;
}

/**
 * Answers one old request by a server of its own. The SDK would answer all of them with event streams, and refuse
 * clients that do not name both kinds of answer in `Accept`; many do not. An event stream is needed only where the
 * client wants progress.
 */
export async function answerOnce(
  factory: McpServerFactory,
  { request, body, authInfo }: LegacyRequest,
  { asEvents, keepAliveMs }: LegacyAnswer,
): Promise<Response> {
  const auth = authInfo === undefined ? {} : { authInfo };
  const server = await factory({ era: 'legacy', requestInfo: request, ...auth });
  const transport = new WebStandardStreamableHTTPServerTransport({
    enableJsonResponse: !asEvents,
    keepAliveMs,
  });
  await server.connect(transport);
  const close = (): void => {
    server.close().catch(() => undefined);
  };
  request.signal.addEventListener('abort', close, { once: true });
  try {
    const answer = await Promise.race([
      transport.handleRequest(request, { parsedBody: body, ...auth }),
      whenGone(request.signal),
    ]);
    if (isStreamed(answer)) return watchEnd(answer, { onEnd: close });
    close();
    return answer;
  } catch (error) {
    close();
    throw error;
  }
}

/** Resolves when the client is gone, with an answer that nobody reads. */
export function whenGone(signal: AbortSignal): Promise<Response> {
  return new Promise((resolve) => {
    const onAbort = (): void => resolve(goneAnswer());
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
}
