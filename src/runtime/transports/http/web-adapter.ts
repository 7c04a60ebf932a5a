import { isStreamed } from './answers.ts';
import type { AdapterParts } from './node-adapter.ts';
import { watchEnd } from './watch-end.ts';

/** A handler as Hono and every runtime with the Fetch API calls it. */
export type FetchHandler = (request: Request) => Promise<Response>;

/** Serves requests of the Fetch API. Never rejects. */
export function createFetchHandler({ handle, bodies, exchanges }: AdapterParts): FetchHandler {
  return async (request) => {
    const exchange = exchanges.begin();
    const onAbort = (): void => exchange.abort();
    if (request.signal.aborted) onAbort();
    else request.signal.addEventListener('abort', onAbort, { once: true });
    const url = new URL(request.url);
    const headers = new Headers(request.headers);
    // A request that never was on the wire has its host in the URL alone.
    if (!headers.has('host')) headers.set('host', url.host);
    const answer = await handle({
      method: request.method,
      path: url.pathname,
      headers,
      exchange,
      readBody: () => bodies.readWeb(request),
    });
    if (!isStreamed(answer)) {
      exchange.end();
      return answer;
    }
    return watchEnd(answer, {
      signal: exchange.signal,
      onEnd: (how) => {
        if (how === 'cancelled') exchange.abort();
        exchange.end();
      },
    });
  };
}
