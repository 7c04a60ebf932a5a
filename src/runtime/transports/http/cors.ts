/** Headers of an answer that scripts of a listed origin may read. */
const exposedHeaders = 'mcp-session-id, mcp-protocol-version, www-authenticate, retry-after';

/** Headers that MCP clients in a browser send; `Mcp-Param-*` are named by the tools. */
const requestHeaders = [
  'accept',
  'authorization',
  'content-type',
  'last-event-id',
  'mcp-method',
  'mcp-name',
  'mcp-protocol-version',
  'mcp-session-id',
  'traceparent',
  'tracestate',
];

/** Answers the question that a browser asks before it sends a request of a listed origin. */
export function preflightAnswer(headers: Headers, callerHeaders: readonly string[]): Response {
  const asked = (headers.get('access-control-request-headers') ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase());
  const parameters = asked.filter((name) => /^mcp-param-[a-z0-9-]{1,100}$/.test(name));
  return new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-methods': 'POST, GET, DELETE',
      'access-control-allow-headers': [...requestHeaders, ...callerHeaders, ...parameters].join(
        ', ',
      ),
      'access-control-max-age': '600',
    },
  });
}

/** Lets scripts of a listed origin read the answer. */
export function allowReading(headers: Headers, origin: string): void {
  headers.set('access-control-allow-origin', origin);
  headers.set('access-control-expose-headers', exposedHeaders);
  headers.append('vary', 'origin');
}
