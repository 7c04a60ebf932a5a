import { BridgeError } from '../../../model/errors.ts';
import { systemClock } from '../../clock.ts';
import { createMcpServerFactory } from '../../mcp-server.ts';
import type { Principal } from '../../principal.ts';
import { BodyReader } from './body.ts';
import { checkCallerHeader } from './caller.ts';
import { Endpoint, principalIn } from './endpoint.ts';
import { Exchanges } from './exchanges.ts';
import type { Guard } from './guard.ts';
import { createGuard } from './guard.ts';
import { defaultHttpLimits, defaultSessionLimits } from './limits.ts';
import { measureCalls } from './measure-calls.ts';
import type { NodeHandler } from './node-adapter.ts';
import { createNodeHandler } from './node-adapter.ts';
import type { HttpHandlerOptions } from './options.ts';
import type { PipelineParts } from './pipeline.ts';
import { createPipeline } from './pipeline.ts';
import { createSignIn, metadataPathOf } from './sign-in/sign-in.ts';
import type { FetchHandler } from './web-adapter.ts';
import { createFetchHandler } from './web-adapter.ts';

/** A bridge as a handler of HTTP requests, to be mounted wherever requests come in. */
export interface HttpHandler {
  /** For `node:http`, Express and Fastify. */
  readonly node: NodeHandler;
  /** For Hono and every runtime with the Fetch API. */
  readonly fetch: FetchHandler;
  /**
   * Paths at which the handler answers with the metadata of its sign-in (RFC 9728) when it is mounted there;
   * at every other path it is the MCP endpoint. Empty without an authorization server.
   */
  readonly metadataPaths: readonly string[];
  /** Requests that are being worked on, and sessions. */
  readonly load: { readonly requests: number; readonly sessions: number };
  /** Refuses new requests, lets those in progress end within the bound, then aborts what is left. */
  stop(): Promise<void>;
}

/**
 * Serves a bridge over Streamable HTTP, in every revision of the protocol, without state unless sessions are asked
 * for. Only names of this machine and of `publicUrl` are answered, web pages are kept out unless they are listed.
 *
 * @throws BridgeError `configuration-invalid` for options with which nobody, or anybody, could call.
 */
export function createHttpHandler(options: HttpHandlerOptions): HttpHandler {
  const parts = partsOf(options);
  const { exchanges, endpoint, limits, metadataPaths } = parts;
  const handle = createPipeline(parts);
  const adapter = { handle, bodies: new BodyReader(limits), exchanges };
  return {
    node: createNodeHandler(adapter),
    fetch: createFetchHandler(adapter),
    metadataPaths,
    get load() {
      return { requests: exchanges.size, sessions: endpoint.sessionCount };
    },
    stop: async () => {
      await exchanges.drain(limits.drainMs);
      await endpoint.close();
    },
  };
}

function partsOf(options: HttpHandlerOptions): PipelineParts {
  const { publicUrl, identity, clock = systemClock, metrics } = options;
  const limits = { ...defaultHttpLimits, ...options.limits };
  const report = options.onProblem ?? (() => undefined);
  const bridge =
    metrics === undefined ? options.bridge : measureCalls(options.bridge, metrics, clock);
  const resource = publicUrl === undefined ? undefined : checkPublicUrl(publicUrl);
  const signIn =
    options.signIn === undefined
      ? undefined
      : createSignIn({
          options: options.signIn,
          resource: resource?.href,
          resourceName: identity.title ?? identity.name,
          toolScopes: bridge.listTools(undefined).flatMap(({ name }) => bridge.scopesOfTool(name)),
          fetch: options.fetch ?? fetch,
          clock,
          report,
        });
  return {
    options,
    limits,
    bridge,
    signIn,
    exchanges: new Exchanges(),
    callerHeaders: (options.callerHeaders ?? []).map(checkCallerHeader),
    guard: guardOf(options, resource),
    metadataPaths:
      signIn?.metadata === undefined
        ? []
        : [...new Set([metadataPathOf(resource?.pathname ?? '/'), metadataPathOf('/')])],
    endpoint: new Endpoint({
      factory: createMcpServerFactory<Principal | undefined>({
        bridge,
        identity,
        sessionOf: ({ authInfo }) => principalIn(authInfo),
        ...(options.stateKey === undefined ? {} : { stateKey: options.stateKey }),
        ...(options.changes === undefined ? {} : { changes: options.changes }),
      }),
      ...(options.changes === undefined ? {} : { changes: options.changes }),
      revisions: options.revisions ?? 'all',
      sessions:
        options.sessions === undefined
          ? undefined
          : { ...defaultSessionLimits, ...options.sessions },
      keepAliveMs: limits.keepAliveMs,
      clock,
      report,
    }),
  };
}

function guardOf(
  { allowedHosts = [], corsOrigins = [], anyAddress = false }: HttpHandlerOptions,
  resource: URL | undefined,
): Guard {
  return createGuard({
    hosts: [...allowedHosts, ...(resource === undefined ? [] : [resource.hostname])],
    anyAddress,
    origins: [...corsOrigins, ...(resource === undefined ? [] : [resource.origin])],
  });
}

function checkPublicUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol) && url.hash === '' && url.search === '') {
    return url;
  }
  throw new BridgeError('configuration-invalid', `The public URL ${text} cannot be used.`, {
    fix: 'Give the absolute http or https URL of the endpoint, without query and fragment.',
  });
}
