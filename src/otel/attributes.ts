/**
 * Names of attributes and metrics: semantic conventions for MCP (in development, as of 2026) and for HTTP clients
 * (stable). What they have no name for begins with `openapi_mcp`.
 */
export const names = {
  errorType: 'error.type',
  failureReason: 'openapi_mcp.failure.reason',
  genAiOperation: 'gen_ai.operation.name',
  httpMethod: 'http.request.method',
  httpOriginalMethod: 'http.request.method_original',
  httpResendCount: 'http.request.resend_count',
  httpStatus: 'http.response.status_code',
  operation: 'openapi_mcp.operation',
  promptName: 'gen_ai.prompt.name',
  protocolName: 'network.protocol.name',
  requestId: 'jsonrpc.request.id',
  resourceUri: 'mcp.resource.uri',
  revision: 'mcp.protocol.version',
  rpcStatus: 'rpc.response.status_code',
  rpcMethod: 'mcp.method.name',
  serverAddress: 'server.address',
  serverPort: 'server.port',
  sessionId: 'mcp.session.id',
  toolCalledThrough: 'openapi_mcp.tool.name',
  toolName: 'gen_ai.tool.name',
  transport: 'network.transport',
  urlFull: 'url.full',
  urlScheme: 'url.scheme',
  urlTemplate: 'url.template',
} as const;

/** What stands for a value that could be anything, where few values may be. */
export const otherValue = '_OTHER';

/** Methods that requests of MCP clients have; others are a client's own invention. */
const mcpMethods: ReadonlySet<string> = new Set([
  'completion/complete',
  'initialize',
  'logging/setLevel',
  'ping',
  'prompts/get',
  'prompts/list',
  'resources/list',
  'resources/read',
  'resources/subscribe',
  'resources/templates/list',
  'resources/unsubscribe',
  'server/discover',
  'subscriptions/listen',
  'tasks/cancel',
  'tasks/get',
  'tasks/list',
  'tasks/result',
  'tools/call',
  'tools/list',
]);

/** A method as names of spans and attributes of metrics may hold it. */
export function boundedMcpMethod(method: string): string {
  return mcpMethods.has(method) ? method : otherValue;
}

/** RFC 9110, RFC 5789, and QUERY: the methods that the conventions know. */
const httpMethods: ReadonlySet<string> = new Set([
  'CONNECT',
  'DELETE',
  'GET',
  'HEAD',
  'OPTIONS',
  'PATCH',
  'POST',
  'PUT',
  'QUERY',
  'TRACE',
]);

/** A method of HTTP as attributes hold it. */
export function boundedHttpMethod(method: string): string {
  return httpMethods.has(method) ? method : otherValue;
}
