import type { HttpLimits, SessionLimits } from '../../src/runtime/index.ts';

/** Limits of the HTTP server by their variables. */
export const httpLimitVariables: Readonly<Record<string, keyof HttpLimits>> = {
  OPENAPI_MCP_HTTP_BODY_TIMEOUT_MS: 'bodyTimeoutMs',
  OPENAPI_MCP_HTTP_DRAIN_MS: 'drainMs',
  OPENAPI_MCP_HTTP_HEADERS_TIMEOUT_MS: 'headersTimeoutMs',
  OPENAPI_MCP_HTTP_IDLE_TIMEOUT_MS: 'idleTimeoutMs',
  OPENAPI_MCP_HTTP_KEEP_ALIVE_MS: 'keepAliveMs',
  OPENAPI_MCP_HTTP_MAX_BODY_BYTES: 'maxBodyBytes',
  OPENAPI_MCP_HTTP_MAX_BUFFERED_BYTES: 'maxBufferedBytes',
  OPENAPI_MCP_HTTP_MAX_CONNECTIONS: 'maxConnections',
  OPENAPI_MCP_HTTP_MAX_HEADER_BYTES: 'maxHeaderBytes',
  OPENAPI_MCP_HTTP_MAX_JSON_DEPTH: 'maxJsonDepth',
  OPENAPI_MCP_HTTP_MAX_REQUESTS: 'maxRequests',
  OPENAPI_MCP_HTTP_STALL_TIMEOUT_MS: 'stallTimeoutMs',
};

/** Limits of sessions by their variables. */
export const sessionLimitVariables: Readonly<Record<string, keyof SessionLimits>> = {
  OPENAPI_MCP_HTTP_MAX_SESSIONS: 'maxSessions',
  OPENAPI_MCP_HTTP_SESSION_IDLE_MS: 'idleMs',
};

/** Every variable that holds a setting of the HTTP server. */
export const httpVariables: readonly string[] = [
  'OPENAPI_MCP_AUTH_ALGORITHMS',
  'OPENAPI_MCP_AUTH_AUDIENCES',
  'OPENAPI_MCP_AUTH_DESTROY_SCOPES',
  'OPENAPI_MCP_AUTH_INTROSPECTION_CLIENT_ID',
  'OPENAPI_MCP_AUTH_INTROSPECTION_CLIENT_SECRET',
  'OPENAPI_MCP_AUTH_INTROSPECTION_ISSUER',
  'OPENAPI_MCP_AUTH_INTROSPECTION_URL',
  'OPENAPI_MCP_AUTH_ISSUERS',
  'OPENAPI_MCP_AUTH_JWKS_URL',
  'OPENAPI_MCP_AUTH_READ_SCOPES',
  'OPENAPI_MCP_AUTH_SCOPES',
  'OPENAPI_MCP_AUTH_TOKENS',
  'OPENAPI_MCP_AUTH_WRITE_SCOPES',
  'OPENAPI_MCP_CALLER_CREDENTIALS',
  'OPENAPI_MCP_HTTP',
  'OPENAPI_MCP_HTTP_ALLOWED_HOSTS',
  'OPENAPI_MCP_HTTP_CORS_ORIGINS',
  'OPENAPI_MCP_HTTP_INSECURE_PUBLIC',
  'OPENAPI_MCP_HTTP_METRICS',
  'OPENAPI_MCP_HTTP_PUBLIC_URL',
  'OPENAPI_MCP_HTTP_REVISIONS',
  'OPENAPI_MCP_HTTP_SESSIONS',
  'OPENAPI_MCP_HTTP_STATE_KEY',
  ...Object.keys(httpLimitVariables),
  ...Object.keys(sessionLimitVariables),
];
