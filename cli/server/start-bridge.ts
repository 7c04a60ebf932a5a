import { createHash } from 'node:crypto';
import type { BridgeArtifact } from '../../src/model/artifact.ts';
import { BridgeError } from '../../src/model/errors.ts';
import type { Bridge, BridgeOptions, Principal } from '../../src/runtime/index.ts';
import {
  createBridge,
  createCallerCredentials,
  createLazyUpstream,
  createRedactor,
} from '../../src/runtime/index.ts';
import type { ServerConfiguration } from './configuration.ts';
import { loginCommandOf } from './credentials/login-command.ts';
import { loadExtensions } from './extensions.ts';
import type { HttpConfiguration } from './http-configuration.ts';
import type { SharedSink } from './open-audit.ts';
import type { OpenedStore } from './open-store.ts';
import type { OpenedTelemetry } from './telemetry.ts';
import { passedTraceHeaders } from './telemetry-variables.ts';
import { upstreamOptions } from './upstream-options.ts';
import type { ReadVariable } from './variable-values.ts';

/** What a start knows, settled. */
export interface StartContext {
  readonly configuration: ServerConfiguration;
  readonly http: HttpConfiguration | undefined;
  readonly read: ReadVariable;
  readonly say: (sentence: string) => void;
  /** What `openapi-mcp login` is called with. */
  readonly loginTarget: readonly string[];
}

/** What the bridges of a server are made of. */
export interface BridgeContext extends StartContext {
  readonly folder: string | undefined;
  /** Outlives the bridges that write to it. */
  readonly audit: SharedSink | undefined;
  /** Outlives them, too. */
  readonly telemetry?: OpenedTelemetry | undefined;
  /** What replicas share; it outlives them as well. */
  readonly store?: OpenedStore | undefined;
}

/** A bridge, and what takes secrets out of texts beside it. */
export interface StartedBridge {
  readonly bridge: Bridge<Principal | undefined>;
  readonly redact: (text: string) => string;
}

/**
 * Makes the bridge of a server.
 *
 * @throws BridgeError for a configuration with which no server can start.
 */
export async function startBridge(
  artifact: BridgeArtifact,
  { configuration, http, read, say, folder, audit, telemetry, store, loginTarget }: BridgeContext,
): Promise<StartedBridge> {
  const { settings, secrets, secretQueryKeys } = configuration;
  const others = [
    ...(http?.secrets ?? []),
    ...(telemetry?.secrets ?? []),
    ...(store?.secrets ?? []),
  ];
  const redactor = createRedactor([...secrets, ...others], { queryKeys: secretQueryKeys });
  configuration.watchSecrets(redactor);
  const extensions = await loadExtensions(folder);
  const auditKey = read('OPENAPI_MCP_AUDIT_KEY');
  const traceHeaders = passedTraceHeaders(read);
  const bridge = createBridge<Principal | undefined>({
    artifact,
    settings,
    baseUrls: configuration.baseUrls,
    ...callerOptions(http, configuration),
    ...loginOptions(artifact, configuration, loginTarget),
    ...extensions,
    upstream: createLazyUpstream(upstreamOptions(artifact, configuration, read)),
    ...audit?.lent,
    ...(auditKey === undefined
      ? {}
      : { fingerprintKey: createHash('sha256').update(auditKey, 'utf8').digest() }),
    ...(traceHeaders === undefined ? {} : { traceHeaders }),
    ...(telemetry === undefined ? {} : { telemetry: telemetry.telemetry }),
    ...(store === undefined ? {} : { store: store.lent }),
    redactor,
    onProblem: ({ tool, part, cause }) => {
      const text = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
      say(redactor.scrub(`${tool === '' ? '' : `in a call of ${tool}, `}${part} failed: ${text}`));
    },
  });
  return { bridge, redact: (text) => redactor.scrub(text) };
}

/** What an HTTP server knows about its callers. */
function callerOptions(
  http: HttpConfiguration | undefined,
  { credentials, exchanges }: ServerConfiguration,
): Pick<
  BridgeOptions<Principal | undefined>,
  'credentials' | 'hintScopes' | 'scopesOf' | 'principalOf'
> {
  if (http !== undefined && http.serve.signIn === undefined && exchanges.length > 0) {
    throw new BridgeError(
      'configuration-invalid',
      'There is no token of a caller to exchange: nobody has to sign in.',
      { fix: 'Set OPENAPI_MCP_AUTH_ISSUERS, or take the _EXCHANGE variables away.' },
    );
  }
  const exchanged = exchanges.map((key) => ({ ...key, exchange: true as const }));
  const brought = http?.callerCredentials ?? [];
  const own = {
    credentials: createCallerCredentials(credentials, [...brought, ...exchanged]),
  };
  if (http === undefined) return own;
  return {
    ...own,
    hintScopes: http.hintScopes,
    scopesOf: (principal) => principal?.scopes,
    principalOf: (principal) => (principal?.kind === 'anonymous' ? undefined : principal?.id),
  };
}

/** What a server knows about logins and token endpoints. */
export function loginOptions(
  artifact: BridgeArtifact,
  { logins, allowHttpTokenUrls }: ServerConfiguration,
  target: readonly string[],
): Pick<BridgeOptions, 'logins' | 'allowHttpTokenUrls' | 'loginCommand'> {
  return {
    ...(logins === undefined ? {} : { logins }),
    allowHttpTokenUrls,
    loginCommand: loginCommandOf(artifact, target),
  };
}
