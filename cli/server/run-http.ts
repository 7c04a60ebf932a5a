import type { BridgeArtifact } from '../../src/model/artifact.ts';
import type {
  Bridge,
  ListChanges,
  Principal,
  Readiness,
  UpstreamOptions,
} from '../../src/runtime/index.ts';
import { createLazyUpstream, createUpstreamFetch, serveHttp } from '../../src/runtime/index.ts';
import type { HttpConfiguration } from './http-configuration.ts';

/** What a server over HTTP is run with. */
export interface RunHttpOptions {
  readonly artifact: BridgeArtifact;
  readonly bridge: Bridge<Principal | undefined>;
  readonly http: HttpConfiguration;
  /** How authorization servers of the sign-in are reached. */
  readonly reach: UpstreamOptions;
  /** Ends the server when it aborts. */
  readonly signal: AbortSignal;
  readonly redact: (text: string) => string;
  /** Tells the person. */
  readonly say: (sentence: string) => void;
  /** Tells when the lists of the bridge change. */
  readonly changes?: ListChanges;
  /** Whether what the server stands on is there. */
  readonly readiness?: () => Readiness;
}

/**
 * Serves until the signal aborts, then lets requests in progress end.
 *
 * @throws BridgeError for anything that keeps the server from starting.
 */
export async function runHttp({
  artifact,
  bridge,
  http,
  reach,
  signal,
  redact,
  say,
  changes,
  readiness,
}: RunHttpOptions): Promise<void> {
  const authorization = createLazyUpstream({ ...reach, maxRedirects: 0 });
  const server = await serveHttp({
    ...http.serve,
    fetch: createUpstreamFetch(authorization),
    bridge,
    identity: artifact.server,
    ...(changes === undefined ? {} : { changes }),
    ...(readiness === undefined ? {} : { readiness }),
    onProblem: (problem) => say(redact(problem.message)),
  });
  say(`serving MCP at ${server.url}`);
  if (server.metricsUrl !== undefined) say(`serving metrics at ${server.metricsUrl}`);
  if (http.serve.insecurePublic === true && http.serve.signIn === undefined) {
    say('everybody who reaches this port can call the API with the credentials of this server.');
  }
  await aborted(signal);
  say('stopping; requests in progress may end.');
  await server.stop();
  await authorization.close();
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
