import type { McpServer, ServerCapabilities, ServerOptions } from '@modelcontextprotocol/server';
import type { ServerIdentity } from '../model/artifact.ts';
import type { McpServerOptions } from './mcp-server.ts';

/** The server as it identifies itself. */
export function implementationOf(
  identity: ServerIdentity,
): ConstructorParameters<typeof McpServer>[0] {
  return {
    name: identity.name,
    version: identity.version,
    ...(identity.title === undefined ? {} : { title: identity.title }),
    ...(identity.websiteUrl === undefined ? {} : { websiteUrl: identity.websiteUrl }),
    ...(identity.icons === undefined
      ? {}
      : {
          icons: identity.icons.map(({ sizes, ...icon }) => ({
            ...icon,
            ...(sizes === undefined ? {} : { sizes: [...sizes] }),
          })),
        }),
  };
}

/** What the server says it can do. */
export function capabilitiesOf<S>({ bridge, changes }: McpServerOptions<S>): ServerCapabilities {
  const listChanged = changes !== undefined;
  return {
    tools: { listChanged },
    ...(bridge.resources === undefined && !listChanged ? {} : { resources: { listChanged } }),
    ...(bridge.prompts === undefined && !listChanged ? {} : { prompts: { listChanged } }),
  };
}

/** How long clients may keep what they are told; what is read is the upstream's, now. */
export function cacheHintsOf<S>({ changes, cacheHint }: McpServerOptions<S>): CacheHints {
  const hint = cacheHint ?? {
    ttlMs: changes === undefined ? 300_000 : 1_000,
    cacheScope: 'private',
  };
  return {
    'tools/list': hint,
    'server/discover': hint,
    'resources/list': hint,
    'resources/templates/list': hint,
    'prompts/list': hint,
    'resources/read': { ttlMs: 0, cacheScope: 'private' },
  };
}

type CacheHints = NonNullable<ServerOptions['cacheHints']>;
