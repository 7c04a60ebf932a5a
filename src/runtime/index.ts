/**
 * The public face of `openapi-mcp/runtime`: what serves an artifact. It reaches neither import nor mapping.
 */
export { decodeArtifact } from '../model/artifact.ts';
export type { ArtifactDocument, BridgeArtifact, ServerIdentity } from '../model/artifact.ts';
export { BridgeError } from '../model/errors.ts';
export type { ErrorCode } from '../model/errors.ts';
export type { JsonObject, JsonSchema, JsonValue } from '../model/json.ts';
export { defaultRuntimeSettings, mergeRuntimeSettings } from '../model/settings.ts';
export type { PartialRuntimeSettings, RuntimeSettings } from '../model/settings.ts';
export { baseOf, resolveBases } from './base-urls.ts';
export { createBridge } from './create-bridge.ts';
export type { Bridge, BridgeOptions } from './bridge-options.ts';
export { failure } from './call.ts';
export type { HintScopes } from './caller-scopes.ts';
export type {
  AppliedCredential,
  BridgePort,
  CallInput,
  ContentBlock,
  Elicitation,
  ElicitationAnswer,
  Exchange,
  FailureReason,
  ProgressUpdate,
  ResolvedTool,
  ToolCallContext,
  ToolCallRequest,
  ToolHandler,
  ToolMiddleware,
  ToolOutcome,
  WireTool,
} from './call.ts';
export { systemClock } from './clock.ts';
export type { Clock } from './clock.ts';
export type { MiddlewareRegistry } from './dispatch.ts';
export { ElicitationPending } from './elicitation.ts';
export type { SearchVectors } from './deferred/search-vectors.ts';
export type { InternalProblem, ReportProblem } from './guard.ts';
export { defineTool } from './define-tool.ts';
export type {
  ArgumentsOf,
  StructuredContentOf,
  ToolDefinition,
  TypedOutcome,
} from './define-tool.ts';
export { metadataOf } from './handwritten-tool.ts';
export type {
  HandwrittenCallContext,
  HandwrittenTool,
  ToolAnnotations,
  ToolSchema,
} from './handwritten-tool.ts';
export type { StandardSchema } from './standard-schema.ts';
export { createLazyUpstream } from './lazy-upstream.ts';
export { createHttpHandler, serveHttp } from './load-http.ts';
export { connectSharedStore } from './load-redis.ts';
export { createMcpServerFactory } from './mcp-server.ts';
export type { McpServerOptions } from './mcp-server.ts';
export { createMemoryStore } from './memory-store.ts';
export { sealStore } from './sealed-store.ts';
export { createChainCheck, verifyAuditChain } from './middleware/audit/audit-chain.ts';
export type { ChainCheck, ChainFault } from './middleware/audit/audit-chain.ts';
export { beginAuditChain } from './middleware/audit/audit-log.ts';
export type { AuditChain } from './middleware/audit/audit-log.ts';
export type { AuditRecord } from './middleware/audit/audit-record.ts';
export type { AuditSink } from './middleware/audit/audit-sink.ts';
export { openFileSink } from './middleware/audit/file-sink.ts';
export { createStreamSink } from './middleware/audit/stream-sink.ts';
export { createCallerCredentials } from './middleware/auth/caller-credentials.ts';
export type { BroughtCredential, CallerCredential } from './middleware/auth/caller-credentials.ts';
export { absoluteUrl, authenticationOf, takesLogin } from './middleware/auth/apply-token.ts';
export type {
  ClientAuthenticationMethod,
  CredentialParts,
  CredentialQuery,
  CredentialSource,
} from './middleware/auth/credential-source.ts';
export { peekCredentials } from './middleware/auth/credential-source.ts';
export { createLoginFile } from './middleware/auth/login-file.ts';
export type { LoginKey, LoginStore, StoredLogin } from './middleware/auth/login-store.ts';
export type {
  ClientAuthentication,
  OAuthClient,
  TokenAnswer,
  TokenFault,
  TokenGrant,
  TokenProvider,
  TokenRequest,
} from './middleware/auth/token-provider.ts';
export type { MissingCredentials } from './missing-credentials.ts';
export { secretsOf } from './principal.ts';
export type { CallerSecrets, Principal } from './principal.ts';
export { createRedactor } from './redact.ts';
export type { Redactor } from './redact.ts';
export { createReplaceableBridge } from './replaceable-bridge.ts';
export type { ReplaceableBridge } from './replaceable-bridge.ts';
export type { ListChanges } from './list-changes.ts';
export type { FilledPrompt, PromptPort, WirePrompt } from './prompts.ts';
export type { RequestPlan } from './request/plan.ts';
export type {
  ReadInput,
  ReadOutcome,
  ResourceContents,
  ResourcePort,
  WireResource,
  WireResourceTemplate,
} from './resources/resource-port.ts';
export type { RedisStoreOptions, StoreChange } from './redis/redis.ts';
export { scopeIndex } from './scope-index.ts';
export type { SharedStore, TakenToken, TokenBucket } from './shared-store.ts';
export type {
  AttemptSpan,
  MetricPoint,
  MetricSource,
  ObservedAttempt,
  ObservedMetric,
  ObservedRequest,
  RequestEnd,
  RequestSpan,
  RequestTarget,
  Telemetry,
} from './telemetry-port.ts';
export { readTraceContext } from './trace-context.ts';
export type { TraceContext } from './trace-context.ts';
export type { HttpHandler } from './transports/http/handler.ts';
export type { HttpLimits, SessionLimits } from './transports/http/limits.ts';
export type { HttpBridge, HttpHandlerOptions } from './transports/http/options.ts';
export type {
  HttpServer,
  ListenAddress,
  Readiness,
  ServeHttpOptions,
} from './transports/http/server.ts';
export type {
  IntrospectionOptions,
  IssuerOptions,
  SignInOptions,
  StaticToken,
} from './transports/http/sign-in/options.ts';
export { serveStdio } from './transports/stdio.ts';
export type { StdioConnection, StdioOptions } from './transports/stdio.ts';
export { claimStdout } from './transports/stdout-guard.ts';
export type { ClaimedStdout } from './transports/stdout-guard.ts';
export { createUpstreamFetch } from './upstream-fetch.ts';
export type { UpstreamFetch, UpstreamFetchRequest } from './upstream-fetch.ts';
export type { SendResult, Upstream, UpstreamResponse } from './upstream-port.ts';
export type { ProxySettings, TlsSettings, UpstreamOptions } from './upstream/options.ts';
