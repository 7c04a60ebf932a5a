import type { ServerIdentity } from '../../../model/artifact.ts';
import type { Bridge } from '../../bridge-options.ts';
import type { Clock } from '../../clock.ts';
import type { ListChanges } from '../../list-changes.ts';
import type { Principal } from '../../principal.ts';
import type { UpstreamFetch } from '../../upstream-fetch.ts';
import type { HttpLimits, SessionLimits } from './limits.ts';
import type { Metrics } from './metrics.ts';
import type { SignInOptions } from './sign-in/options.ts';

/** What an HTTP handler needs of a bridge. Its session value is who calls; absent without sign-in. */
export type HttpBridge = Pick<
  Bridge<Principal | undefined>,
  'listTools' | 'callTool' | 'scopesOfTool' | 'resources' | 'prompts' | 'telemetry'
>;

/** How a bridge is served over HTTP. */
export interface HttpHandlerOptions {
  readonly bridge: HttpBridge;
  readonly identity: ServerIdentity;
  /** Which revisions are served; all by default. `legacy`: before 2026-07-28, `modern`: from it on. */
  readonly revisions?: 'all' | 'modern' | 'legacy';
  /** Gives clients of before 2026-07-28 sessions; without it they are served without state, like all others. */
  readonly sessions?: Partial<SessionLimits>;
  /** The URL at which clients reach the endpoint, for instance `https://mcp.example/mcp`. */
  readonly publicUrl?: string;
  /** Further host names that clients may use; those of the public URL and of this machine always count. */
  readonly allowedHosts?: readonly string[];
  /** Whether every address counts as a host name; for servers that listen on a network. */
  readonly anyAddress?: boolean;
  /** Origins of web pages that may call and read answers (CORS); none by default. */
  readonly corsOrigins?: readonly string[];
  /** Who may call; everybody by default. */
  readonly signIn?: SignInOptions;
  /** Headers of callers that are kept for credentials of their own; see `secretsOf`. Never `Authorization`. */
  readonly callerHeaders?: readonly string[];
  readonly limits?: Partial<HttpLimits>;
  /** Signs what clients carry between a question and its answer; at least 32 bytes, the same for all replicas. */
  readonly stateKey?: Uint8Array;
  readonly metrics?: Metrics;
  /** Tells when the lists change, so that clients are told; for a bridge that is replaced while it is served. */
  readonly changes?: ListChanges;
  readonly clock?: Clock;
  /** Asks authorization servers; Node's own `fetch` by default, which knows no proxies and no other authorities. */
  readonly fetch?: UpstreamFetch;
  /** Told about faults that are not the client's; must not throw. */
  readonly onProblem?: (problem: Error) => void;
}
