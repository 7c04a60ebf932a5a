import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { BridgeArtifact } from '../../src/model/artifact.ts';
import { BridgeError } from '../../src/model/errors.ts';
import type {
  Bridge,
  BridgeOptions,
  ClaimedStdout,
  CredentialSource,
  Principal,
  ReplaceableBridge,
  UpstreamOptions,
} from '../../src/runtime/index.ts';
import {
  createBridge,
  createCallerCredentials,
  createLazyUpstream,
  createRedactor,
  serveStdio,
} from '../../src/runtime/index.ts';
import type { ServerConfiguration } from './configuration.ts';
import { configureServer } from './configuration.ts';
import { readEnvironment } from './environment.ts';
import { loadExtensions } from './extensions.ts';
import type { HttpConfiguration } from './http-configuration.ts';
import { configureHttp } from './http-configuration.ts';
import type { SharedSink } from './open-audit.ts';
import { openAudit, shareSink } from './open-audit.ts';
import { proxySettings } from './proxy-settings.ts';
import { runHttp } from './run-http.ts';
import type { ServerFlags } from './server-flags.ts';
import { unknownSettingVariables } from './setting-variables.ts';
import type { ReadVariable } from './variable-values.ts';

/** What a server is started with. */
export interface RunServerOptions {
  readonly artifact: BridgeArtifact;
  /** Folder of a generated server: its `.env`, audit, `middleware.mjs` and `tools.mjs`; absent for `serve SPEC`. */
  readonly folder?: string;
  readonly flags: ServerFlags;
  /** Variables of the process; those of `.env` come below them. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly stdin: NodeJS.ReadStream;
  /** Standard output, taken before anything foreign was loaded. */
  readonly stdout: ClaimedStdout;
  readonly stderr: NodeJS.WriteStream;
  /** Ends the server when it aborts. */
  readonly signal: AbortSignal;
  /** Brings newer artifacts while the server runs; without it the first one is served for good. */
  readonly renewal?: ArtifactRenewal;
}

/** Where newer artifacts come from. Handed in, so that a generated server holds nothing of it. */
export interface ArtifactRenewal {
  /** Makes the first bridge replaceable. */
  readonly wrap: <S>(first: Bridge<S>) => ReplaceableBridge<S>;
  /**
   * Begins to bring artifacts.
   *
   * @param replace Rejects with a BridgeError for an artifact that cannot be served; the one before stays.
   * @returns What ends it.
   */
  readonly begin: (replace: (next: BridgeArtifact) => Promise<void>) => () => void;
}

/**
 * Serves an artifact until its client is gone or the signal aborts. Standard error is for the person: what is missing, once
 * at start, and faults inside the server.
 *
 * @throws BridgeError for anything that keeps the server from starting.
 */
export async function runServer(options: RunServerOptions): Promise<void> {
  const { artifact, folder, flags, variables, stdin, stdout, stderr, signal, renewal } = options;
  const say = (sentence: string): void => {
    stderr.write(`${artifact.server.name}: ${sentence}\n`);
  };
  const environment = readEnvironment(
    variables,
    folder === undefined ? undefined : path.join(folder, '.env'),
  );
  for (const warning of environment.warnings) say(warning);
  for (const warning of unknownSettingVariables(environment.names)) say(warning);
  const configuration = configureServer(artifact, flags, environment.read);
  const http = configureHttp(artifact, flags, environment.read);
  const context = { configuration, http, read: environment.read, say };
  const audit = openServerAudit(options, context);
  const first = await startBridge(artifact, { ...context, folder, audit });
  const { redact } = first;
  const served = renewal?.wrap(first.bridge);
  const bridge = served?.bridge ?? first.bridge;
  const endRenewal = renewal?.begin(async (next) => {
    const settled = configureServer(next, flags, environment.read);
    const started = await startBridge(next, { ...context, configuration: settled, folder, audit });
    served?.replace(started.bridge);
  });
  const changes = served === undefined ? {} : { changes: served.changes };
  const end = async (): Promise<void> => {
    endRenewal?.();
    await bridge.close();
    await audit?.close();
  };
  if (http !== undefined) {
    // What callers bring is not missing before they come.
    if (http.callerCredentials.length === 0) await tellMissingCredentials(bridge, artifact, say);
    await runHttp({ artifact, bridge, http, signal, redact, say, ...changes });
    await end();
    return;
  }
  const connection = serveStdio({
    bridge,
    identity: artifact.server,
    sessionOf: () => undefined,
    input: stdin,
    output: stdout.output,
    ...changes,
    onProblem: (problem) => {
      say(redact(problem.message));
    },
  });
  const stop = (): void => void connection.close();
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  await tellMissingCredentials(bridge, artifact, say);
  await connection.closed;
  await end();
}

interface StartContext {
  readonly configuration: ServerConfiguration;
  readonly http: HttpConfiguration | undefined;
  readonly read: ReadVariable;
  readonly say: (sentence: string) => void;
}

function openServerAudit(
  { folder, stderr }: RunServerOptions,
  { configuration: { settings, auditSink }, http, say }: StartContext,
): SharedSink | undefined {
  const audit = openAudit({
    settings: settings.audit,
    ...(auditSink === undefined ? {} : { explicit: auditSink }),
    // Platforms that run HTTP servers collect what they say, and often let them write nowhere else.
    ...(folder === undefined || (http !== undefined && auditSink === undefined) ? {} : { folder }),
    stderr,
  });
  if (audit.warning !== undefined) say(audit.warning);
  return audit.sink && shareSink(audit.sink);
}

interface BridgeContext extends StartContext {
  readonly folder: string | undefined;
  /** Outlives the bridges that write to it. */
  readonly audit: SharedSink | undefined;
}

async function startBridge(
  artifact: BridgeArtifact,
  { configuration, http, read, say, folder, audit }: BridgeContext,
): Promise<{
  readonly bridge: Bridge<Principal | undefined>;
  readonly redact: (text: string) => string;
}> {
  const { settings, secrets, secretQueryKeys } = configuration;
  const redactor = createRedactor([...secrets, ...(http?.secrets ?? [])], {
    queryKeys: secretQueryKeys,
  });
  const extensions = await loadExtensions(folder);
  const auditKey = read('OPENAPI_MCP_AUDIT_KEY');
  const bridge = createBridge<Principal | undefined>({
    artifact,
    settings,
    baseUrls: configuration.baseUrls,
    ...(http === undefined
      ? { credentials: configuration.credentials }
      : callerOptions(http, configuration.credentials)),
    ...extensions,
    upstream: createLazyUpstream(upstreamOptions(artifact, settings.limits.maxRedirects, read)),
    ...(audit === undefined ? {} : { audit: audit.lend() }),
    ...(auditKey === undefined
      ? {}
      : { fingerprintKey: createHash('sha256').update(auditKey, 'utf8').digest() }),
    redactor,
    onProblem: ({ tool, part, cause }) => {
      const text = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
      say(redactor.scrub(`${tool === '' ? '' : `in a call of ${tool}, `}${part} failed: ${text}`));
    },
  });
  return { bridge, redact: (text) => redactor.scrub(text) };
}

/** How requests are sent: proxies, certificates and redirects by variables and settings. */
export function upstreamOptions(
  artifact: BridgeArtifact,
  maxRedirects: number,
  read: ReadVariable,
): UpstreamOptions {
  const proxy = proxySettings(read);
  const tls = {
    ...pemOf('ca', 'OPENAPI_MCP_TLS_CA', read),
    ...pemOf('cert', 'OPENAPI_MCP_CLIENT_CERTIFICATE', read),
    ...pemOf('key', 'OPENAPI_MCP_CLIENT_KEY', read),
  };
  const passphrase = read('OPENAPI_MCP_CLIENT_KEY_PASSPHRASE');
  return {
    version: artifact.generator.version,
    maxRedirects,
    ...(proxy === undefined ? {} : { proxy }),
    ...(Object.keys(tls).length === 0
      ? {}
      : { tls: { ...tls, ...(passphrase === undefined ? {} : { passphrase }) } }),
  };
}

/** A variable that names a PEM file. */
function pemOf<K extends string>(
  key: K,
  variable: string,
  read: ReadVariable,
): Partial<Record<K, Buffer>> {
  const file = read(variable);
  if (file === undefined) return {};
  try {
    return { [key]: readFileSync(file) } as Partial<Record<K, Buffer>>; // the one key
  } catch (cause) {
    throw new BridgeError(
      'credential-source-failed',
      `The file that ${variable} names cannot be read: ${file}.`,
      { cause, fix: 'Name a PEM file that this process may read.' },
    );
  }
}

/** What an HTTP server knows about its callers. */
function callerOptions(
  { hintScopes, callerCredentials }: HttpConfiguration,
  own: CredentialSource<unknown>,
): Pick<
  BridgeOptions<Principal | undefined>,
  'credentials' | 'hintScopes' | 'scopesOf' | 'principalOf'
> {
  return {
    credentials: createCallerCredentials(own, callerCredentials),
    hintScopes,
    scopesOf: (principal) => principal?.scopes,
    principalOf: (principal) => (principal?.kind === 'anonymous' ? undefined : principal?.id),
  };
}

/** Once, at start: the server runs all the same, and calls say it again. */
async function tellMissingCredentials(
  bridge: Bridge<Principal | undefined>,
  artifact: BridgeArtifact,
  say: (sentence: string) => void,
): Promise<void> {
  for (const { tools, fix } of await bridge.missingCredentials(undefined)) {
    const [first = ''] = tools;
    const which =
      tools.length === 1
        ? `${first} has no credentials`
        : `${tools.length} of ${artifact.tools.length} tools have no credentials, for instance ${first}`;
    say(`${which}. ${fix}`);
  }
}
