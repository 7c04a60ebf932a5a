import path from 'node:path';
import type { BridgeArtifact } from '../../src/model/artifact.ts';
import type {
  AuditSink,
  Bridge,
  ClaimedStdout,
  ListChanges,
  Principal,
  ReplaceableBridge,
} from '../../src/runtime/index.ts';
import { createLoginFile, serveStdio } from '../../src/runtime/index.ts';
import type { ServerConfiguration } from './configuration.ts';
import { configureServer } from './configuration.ts';
import { loginFileOf } from './credentials/login-place.ts';
import type { ServerEnvironment } from './environment.ts';
import { readEnvironment } from './environment.ts';
import type { HttpConfiguration } from './http-configuration.ts';
import { configureHttp } from './http-configuration.ts';
import type { SharedSink } from './open-audit.ts';
import { openAudit, shareSink } from './open-audit.ts';
import { openStore } from './open-store.ts';
import { runHttp } from './run-http.ts';
import type { ServerFlags } from './server-flags.ts';
import { unknownSettingVariables } from './setting-variables.ts';
import type { BridgeContext, StartContext, StartedBridge } from './start-bridge.ts';
import { startBridge } from './start-bridge.ts';
import { openTelemetry } from './telemetry.ts';
import { sharedUpstreamOptions } from './upstream-options.ts';

/** What a server is started with. */
export interface RunServerOptions {
  readonly artifact: BridgeArtifact;
  /** Folder of a generated server: its `.env`, audit, `middleware.mjs` and `tools.mjs`; absent for `serve SPEC`. */
  readonly folder?: string;
  readonly flags: ServerFlags;
  /** The documents as the person named them, where there is no folder. */
  readonly written?: readonly string[];
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
  const { artifact, folder, flags, variables, stderr, signal, renewal } = options;
  const say = (sentence: string): void => {
    stderr.write(`${artifact.server.name}: ${sentence}\n`);
  };
  const environment = readEnvironment(
    variables,
    folder === undefined ? undefined : path.join(folder, '.env'),
  );
  for (const warning of environment.warnings) say(warning);
  for (const warning of unknownSettingVariables(environment.names)) say(warning);
  const logins = createLoginFile(loginFileOf(artifact, folder, environment.read));
  const settle = (next: BridgeArtifact): ServerConfiguration =>
    configureServer(next, flags, environment.read, { logins });
  const configuration = settle(artifact);
  const http = configureHttp(artifact, flags, environment.read);
  const loginTarget = loginTargetOf(options, http);
  const context = { configuration, http, read: environment.read, say, loginTarget };
  const shared = await openShared(options, environment, context);
  const first = await startBridge(artifact, { ...context, ...shared });
  const { redact } = first;
  const served = renewal?.wrap(first.bridge);
  const bridge = served?.bridge ?? first.bridge;
  const endRenewal = renewal?.begin(async (next) => {
    const started = await startBridge(next, {
      ...context,
      configuration: settle(next),
      ...shared,
    });
    served?.replace(started.bridge);
  });
  const changes = served === undefined ? {} : { changes: served.changes };
  const end = async (): Promise<void> => {
    endRenewal?.();
    await bridge.close();
    await shared.close();
  };
  if (http !== undefined) {
    await tellMissingCredentials(bridge, artifact, say);
    const reach = sharedUpstreamOptions(artifact, environment.read);
    const ready = shared.store === undefined ? {} : { readiness: shared.store.readiness };
    await runHttp({ artifact, bridge, http, reach, signal, redact, say, ...changes, ...ready });
    await end();
    return;
  }
  await runStdio(options, { ...first, bridge, say, ...changes });
  await end();
}

/** What outlives a bridge, also while one replaces another. */
type SharedParts = Required<Pick<BridgeContext, 'folder' | 'audit' | 'telemetry' | 'store'>> & {
  readonly close: () => Promise<void>;
};

async function openShared(
  options: RunServerOptions,
  environment: ServerEnvironment,
  context: StartContext,
): Promise<SharedParts> {
  const { artifact, folder, stderr } = options;
  const { configuration, say } = context;
  const telemetry = await openTelemetry({
    artifact,
    environment,
    audit: {
      sink: configuration.auditSink?.sink ?? configuration.settings.audit.sink,
      required: configuration.settings.audit.required,
    },
    say,
    stderr,
  });
  const audit = openServerAudit(options, context, telemetry?.auditSink);
  const store = await openStore({ artifact, read: environment.read, say });
  return {
    folder,
    audit,
    telemetry,
    store,
    close: async () => {
      await audit?.close();
      await telemetry?.close();
      await store?.close();
    },
  };
}

/** A remote caller learns nothing of the folders of this machine. */
function loginTargetOf(
  { folder, written }: RunServerOptions,
  http: HttpConfiguration | undefined,
): readonly string[] {
  if (folder === undefined) return written ?? ['SPEC'];
  return [http === undefined ? folder : path.basename(folder)];
}

function openServerAudit(
  { folder, stderr }: RunServerOptions,
  { configuration: { settings, auditSink }, http, say }: StartContext,
  otel: AuditSink | undefined,
): SharedSink | undefined {
  const audit = openAudit({
    settings: settings.audit,
    ...(auditSink === undefined ? {} : { explicit: auditSink }),
    // Platforms that run HTTP servers collect what they say, and often let them write nowhere else.
    ...(folder === undefined || (http !== undefined && auditSink === undefined) ? {} : { folder }),
    stderr,
    otel,
  });
  if (audit.warning !== undefined) say(audit.warning);
  return audit.sink && shareSink(audit.sink);
}

/** Serves until the client is gone or the signal aborts. */
async function runStdio(
  { artifact, stdin, stdout, signal }: RunServerOptions,
  { bridge, redact, say, changes }: StdioParts,
): Promise<void> {
  const connection = serveStdio({
    bridge,
    identity: artifact.server,
    sessionOf: () => undefined,
    input: stdin,
    output: stdout.output,
    ...(changes === undefined ? {} : { changes }),
    onProblem: (problem) => {
      say(redact(problem.message));
    },
  });
  const stop = (): void => void connection.close();
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  await tellMissingCredentials(bridge, artifact, say);
  await connection.closed;
}

interface StdioParts extends StartedBridge {
  readonly say: (sentence: string) => void;
  readonly changes?: ListChanges;
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
