/**
 * The public face of openapi-mcp: everything that may be imported from the package's main entry. What
 * is not named here is internal and may change at any time.
 */
export { buildBridge, mapSpecs } from './build.ts';
export type { BuildOptions, BuildResult, Dropped, LeftOut, MappedSpecs } from './build.ts';
export {
  importDocument,
  loadOverlay,
  nodePorts,
  overlayDocument,
  parseDocumentSource,
} from './import/index.ts';
export type {
  DocumentSource,
  ImportOptions,
  ImportResult,
  LoadedOverlay,
  OverlayResult,
  ReadPorts,
} from './import/index.ts';
export {
  buildArtifact,
  compactionOf,
  compactRules,
  compareArtifacts,
  decodeLock,
  directTokenBudget,
  emptyLock,
  encodeLock,
  estimateTokens,
  followReferences,
  impacts,
  mapTools,
  namespaceOf,
  profileNames,
  slugOf,
  tokensOfLength,
  writeOverlay,
} from './mapping/index.ts';
export type {
  AgentChange,
  ArtifactOptions,
  ChangeSubject,
  CompactOptions,
  CompactRule,
  Impact,
  InitDocument,
  InitOptions,
  MappedApi,
  MappingOptions,
  NameLock,
  NameStyle,
  ProfileName,
  ReferenceMode,
  SelectionRule,
  ToolChange,
} from './mapping/index.ts';
export { createMock, recordOf, startMockServer } from './mock/index.ts';
export type {
  CredentialNames,
  Mismatch,
  Mock,
  MockAnswer,
  MockResult,
  MockServer,
  MockServerOptions,
  ReceivedRequest,
  RequestRecord,
} from './mock/index.ts';
export type {
  ApiModel,
  ApiInfo,
  Operation,
  Parameter,
  RequestBody,
  ResponseCase,
  Server,
  SpecificationVersion,
} from './model/api.ts';
export { artifactFormat, decodeArtifact, encodeArtifact, everyTool } from './model/artifact.ts';
export type { ArtifactDocument, BridgeArtifact, ServerIdentity } from './model/artifact.ts';
export { diagnosticRules } from './model/diagnostic.ts';
export type {
  Diagnostic,
  DiagnosticCode,
  DiagnosticRule,
  Severity,
  Staged,
} from './model/diagnostic.ts';
export {
  baseUrlVariable,
  credentialVariable,
  credentialVariables,
  environmentName,
} from './model/environment.ts';
export type { CredentialVariable } from './model/environment.ts';
export { BridgeError, errorCodes, toBridgeError } from './model/errors.ts';
export type { BridgeErrorOptions, ErrorCode } from './model/errors.ts';
export {
  combineHints,
  hintPresets,
  hintsOf,
  loweredCaution,
  noHints,
  overrideHints,
  withDefaults,
} from './model/hints.ts';
export type { CompleteHints, Hint, HintAxis, ToolHints } from './model/hints.ts';
export {
  canonicalStringify,
  isArray,
  isJsonObject,
  objectFromEntries,
  ownValue,
  setOwn,
  stringifyDocument,
} from './model/json.ts';
export type { JsonObject, JsonSchema, JsonValue } from './model/json.ts';
export { didYouMean } from './model/nearest-names.ts';
export type { OAuthFlow, SecurityRequirement, SecurityScheme } from './model/security.ts';
export { defaultRuntimeSettings, mergeRuntimeSettings } from './model/settings.ts';
export type { PartialRuntimeSettings, RuntimeSettings } from './model/settings.ts';
export type { SourceIndex, SourceLocation, SourcePosition } from './model/source.ts';
export { defaultToolSettings } from './model/tool.ts';
export type { Icon, Tool, ToolMetadata, ToolOperation } from './model/tool.ts';
export {
  claimStdout,
  createBridge,
  createChainCheck,
  createLazyUpstream,
  absoluteUrl,
  createCallerCredentials,
  authenticationOf,
  baseOf,
  createLoginFile,
  createRedactor,
  createReplaceableBridge,
  defineTool,
  failure,
  metadataOf,
  peekCredentials,
  resolveBases,
  scopeIndex,
  systemClock,
  takesLogin,
  serveStdio,
} from './runtime/index.ts';
export type {
  AuditRecord,
  Clock,
  CredentialParts,
  CredentialQuery,
  CredentialSource,
  LoginKey,
  LoginStore,
  StoredLogin,
  OAuthClient,
  TokenProvider,
  Bridge,
  BridgeOptions,
  ChainCheck,
  ChainFault,
  ContentBlock,
  HandwrittenCallContext,
  HandwrittenTool,
  MiddlewareRegistry,
  StandardSchema,
  ElicitationAnswer,
  Redactor,
  RequestPlan,
  SendResult,
  ToolCallContext,
  ToolHandler,
  ToolMiddleware,
  ToolOutcome,
  Upstream,
  UpstreamOptions,
  WireTool,
} from './runtime/index.ts';
export { logIn } from './runtime/load-login.ts';
export type {
  BrowserFlow,
  DeviceCode,
  DeviceFlow,
  LoginAnswer,
  LoginOptions,
} from './runtime/oauth/login/options.ts';
export { toWireTools } from './runtime/wire-tools.ts';
export { applyToDocument, readApis } from './read-apis.ts';
export type { ReadApis, ReadApisOptions, SpecSource } from './read-apis.ts';
