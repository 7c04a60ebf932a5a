import type { ArtifactDocument, BridgeArtifact } from '../model/artifact.ts';
import { everyTool } from '../model/artifact.ts';
import { baseUrlVariable } from '../model/environment.ts';
import { BridgeError } from '../model/errors.ts';
import { ownValue } from '../model/json.ts';
import type { Tool } from '../model/tool.ts';
import { parseBaseUrl } from './request/url.ts';

/** A server that requests can be sent to. */
export interface ServerBase {
  /** Absolute, without a trailing slash; operations are appended to it as text (rule S4). */
  readonly url: string;
  /** What credentials are bound to (rule K7). */
  readonly origin: string;
}

/** Where the requests of one document go, by the index of its servers; absent where no tool uses one. */
export type ServerBases = readonly (ServerBase | undefined)[];

/**
 * Settles where requests go (rules S2, S6). A configured base URL replaces the document's own server; other
 * servers of the same origin, and relative ones, follow it to its origin and keep their paths; servers of other
 * origins stay.
 *
 * @param baseUrls Configured base URLs by the namespace of the document.
 * @throws BridgeError `base-url-missing` where a tool's server is relative and nothing is configured,
 * `configuration-invalid` where a base URL cannot be used or is for no document.
 */
export function resolveBases(
  artifact: Pick<BridgeArtifact, 'documents' | 'tools' | 'resourceTools'>,
  baseUrls: Readonly<Record<string, string>>,
): ReadonlyMap<string, ServerBases> {
  for (const namespace of Object.keys(baseUrls)) {
    if (ownValue(artifact.documents, namespace) === undefined) {
      throw new BridgeError('configuration-invalid', `No document is named "${namespace}".`, {
        fix: `Give the base URL of one of: ${Object.keys(artifact.documents).join(', ')}.`,
      });
    }
  }
  const used = usedServers(artifact);
  return new Map(
    Object.entries(artifact.documents).map(([namespace, document]) => [
      namespace,
      basesOf(document, {
        namespace,
        configured: ownValue(baseUrls, namespace),
        used: used.get(namespace) ?? new Set(),
      }),
    ]),
  );
}

/**
 * Where the requests of a tool go.
 *
 * @throws BridgeError `artifact-invalid` for a tool whose server is not there.
 */
export function baseOf(tool: Tool, bases: ReadonlyMap<string, ServerBases>): ServerBase {
  const base = bases.get(tool.operation.document)?.[tool.request.server];
  if (base !== undefined) return base;
  throw new BridgeError('artifact-invalid', `${tool.name} names a server that is not there.`, {
    fix: 'Run `openapi-mcp build` again.',
  });
}

interface BaseRequest {
  readonly namespace: string;
  readonly configured: string | undefined;
  /** Indices of the servers that tools use; the others need no base. */
  readonly used: ReadonlySet<number>;
}

function basesOf(document: ArtifactDocument, request: BaseRequest): ServerBases {
  const { namespace, configured, used } = request;
  const base =
    configured === undefined ? undefined : usableBase(configured, `the base URL of ${namespace}`);
  const own = document.servers[0];
  const ownOrigin = own.kind === 'absolute' ? originOf(own.url) : undefined;
  return document.servers.map(({ kind, url }, index) => {
    if (base !== undefined && index === 0) return base;
    if (kind === 'absolute') {
      const moved = base !== undefined && originOf(url) === ownOrigin;
      return moved
        ? below(base, new URL(url).pathname)
        : usableBase(url, `a server of ${namespace}`);
    }
    if (base !== undefined) return below(base, url);
    if (!used.has(index)) return undefined;
    throw missingBase(document, namespace);
  });
}

function missingBase(document: ArtifactDocument, namespace: string): BridgeError {
  const variable = baseUrlVariable(document);
  return new BridgeError(
    'base-url-missing',
    `It is not known where the API of ${namespace} is: its document names the server only as "${document.servers[0].url}".`,
    { fix: `Start with --base-url https://…, or set ${variable}.` },
  );
}

/** The same origin with another path. */
function below({ origin }: ServerBase, path: string): ServerBase {
  return { origin, url: `${origin}${path.replace(/\/$/, '')}` };
}

function usableBase(text: string, what: string): ServerBase {
  const parsed = parseBaseUrl(text);
  if (parsed.ok) {
    const { origin, prefix } = parsed.base;
    return { origin, url: `${origin}${prefix}` };
  }
  throw new BridgeError('configuration-invalid', `${parsed.message} It is ${what}.`, {
    fix: 'Give an absolute http or https URL without user name, query and fragment.',
  });
}

function originOf(url: string): string | undefined {
  const parsed = parseBaseUrl(url);
  return parsed.ok ? parsed.base.origin : undefined;
}

function usedServers(
  artifact: Pick<BridgeArtifact, 'tools' | 'resourceTools'>,
): ReadonlyMap<string, ReadonlySet<number>> {
  const used = new Map<string, Set<number>>();
  for (const { operation, request } of everyTool(artifact)) {
    const indices = used.get(operation.document) ?? new Set();
    used.set(operation.document, indices.add(request.server));
  }
  return used;
}
