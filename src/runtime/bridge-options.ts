import type { BridgeArtifact } from '../model/artifact.ts';
import type { RuntimeSettings } from '../model/settings.ts';
import type { BridgePort } from './call.ts';
import type { HintScopes } from './caller-scopes.ts';
import type { Clock } from './clock.ts';
import type { MiddlewareRegistry } from './dispatch.ts';
import type { SearchVectors } from './deferred/search-vectors.ts';
import type { ReportProblem } from './guard.ts';
import type { HandwrittenTool } from './handwritten-tool.ts';
import type { AuditChain } from './middleware/audit/audit-log.ts';
import type { AuditSink } from './middleware/audit/audit-sink.ts';
import type { CredentialSource } from './middleware/auth/credential-source.ts';
import type { LoginKey, LoginStore } from './middleware/auth/login-store.ts';
import type { TokenProvider } from './middleware/auth/token-provider.ts';
import type { CallerKey } from './middleware/rate-limit.ts';
import type { ScopesOfSession } from './middleware/scopes.ts';
import type { MissingCredentials } from './missing-credentials.ts';
import type { Redactor } from './redact.ts';
import type { SharedStore } from './shared-store.ts';
import type { Telemetry } from './telemetry-port.ts';
import type { TraceContext } from './trace-context.ts';
import type { Upstream } from './upstream-port.ts';

/** What a bridge is made of. Only the artifact is needed; nothing is read from environment or disk. */
export interface BridgeOptions<S = undefined> {
  readonly artifact: BridgeArtifact;
  /** The settings that hold, after flags and variables, `${NAME}` references resolved; the artifact's by default. */
  readonly settings?: RuntimeSettings;
  /** Base URLs by the namespace of the document; see `resolveBases`. */
  readonly baseUrls?: Readonly<Record<string, string>>;
  /** Where upstream credentials come from; none by default. */
  readonly credentials?: CredentialSource<S>;
  /** Gets OAuth tokens; by default with the bridge's own upstream, store and clock. */
  readonly tokens?: TokenProvider;
  /** Where logins are kept whose tokens run out; without it a login is used until its end. */
  readonly logins?: LoginStore;
  /** Whether client secrets may go to token endpoints over plain http, beyond those of this machine. */
  readonly allowHttpTokenUrls?: boolean;
  /** The command that logs somebody in for a scheme, for texts that say what is missing. */
  readonly loginCommand?: (key: LoginKey) => string;
  /** A person's middleware by the names that the artifact uses. */
  readonly middleware?: MiddlewareRegistry<S>;
  /** Hand-written tools, beside those of the artifact. */
  readonly tools?: readonly HandwrittenTool<S>[];
  /** Sends requests; an HTTP client of our own by default. */
  readonly upstream?: Upstream;
  /** Where calls are recorded; not at all by default. The bridge closes it. */
  readonly audit?: AuditSink;
  /** Continues the chain of another bridge that writes to the same sink; one of its own by default. */
  readonly auditChain?: AuditChain;
  /** Keys the fingerprints of the audit; random by default, so that they compare within one run only. */
  readonly fingerprintKey?: Uint8Array;
  /** Takes secrets out of texts; one that knows no secrets by default. */
  readonly redactor?: Redactor;
  /** What replicas share; memory by default. */
  readonly store?: SharedStore;
  /** Headers of a client's trace context that go on to the API; all by default. */
  readonly traceHeaders?: readonly (keyof TraceContext)[];
  /** Watches requests and calls; nobody by default. */
  readonly telemetry?: Telemetry;
  readonly clock?: Clock;
  /** Scopes of a caller; see `ScopesOfSession`. Without it the scopes of tools are not checked. */
  readonly scopesOf?: ScopesOfSession<S>;
  /** Scopes that tools ask for by their hints, beside their own. */
  readonly hintScopes?: HintScopes;
  /** Who the caller is, for the audit and for limits of each caller. */
  readonly principalOf?: (session: S) => string | undefined;
  /** Lets deferred search find by meaning too; by words alone without it. */
  readonly searchVectors?: SearchVectors;
  /** Told about faults inside the server, for its log; nothing by default. */
  readonly onProblem?: ReportProblem;
}

/** A running bridge: tools to list and to call. */
export interface Bridge<S = undefined> extends BridgePort<S> {
  /** Scopes that a caller must hold to call this tool, each once; none for a tool that does not exist. */
  scopesOfTool(name: string): readonly string[];
  /** Whether a call of this tool may ask the person: it is to be confirmed, or foreign code takes part in it. */
  mayAsk(name: string): boolean;
  /** Tools that cannot be called for lack of credentials, for a message at start; makes no request. */
  missingCredentials(session: S): Promise<readonly MissingCredentials[]>;
  /** Closes the upstream, the store and the audit; calls in flight fail. */
  close(): Promise<void>;
}

/** The options with every default filled in, as the parts of a bridge see them. */
export interface BridgeParts<S> {
  readonly artifact: BridgeArtifact;
  readonly settings: RuntimeSettings;
  readonly registry: MiddlewareRegistry<S>;
  readonly credentials: CredentialSource<S>;
  readonly tokens: TokenProvider;
  readonly loginCommand?: (key: LoginKey) => string;
  readonly upstream: Upstream;
  readonly redactor: Redactor;
  readonly store: SharedStore;
  /** Memory of this process, for what must go on while the store is away. */
  readonly ownStore: SharedStore;
  readonly clock: Clock;
  readonly scopesOf?: ScopesOfSession<S>;
  readonly callerKey?: CallerKey<S>;
  readonly traceHeaders: readonly (keyof TraceContext)[];
  readonly report: ReportProblem;
}
