import type { ApiModel, Operation, Server } from '../model/api.ts';
import type { ArtifactServer } from '../model/artifact.ts';
import { diagnostic, type Diagnostic, refused, staged, type Staged } from '../model/diagnostic.ts';
import { canonicalStringify, type JsonValue } from '../model/json.ts';
import { didYouMean } from '../model/nearest-names.ts';

/** Which servers are used. */
export interface ServerOptions {
  /** Replaces the document's own server, for instance `https://api.example.com/v1`. */
  readonly baseUrl?: string;
  /** Which of several servers: its number from 0, its 3.2 name, or its URL (rule S6). */
  readonly server?: string;
}

/** The distinct servers of a document's tools; the first is the document's own. */
export interface ServerTable {
  readonly servers: readonly [ArtifactServer, ...ArtifactServer[]];
  /** Index of an operation's server. */
  indexOf(operation: Operation): number;
  readonly diagnostics: readonly Diagnostic[];
}

/** Settles where the requests of each operation go (rules S1, S2, S6). The model never chooses. */
export function buildServers(
  api: ApiModel,
  operations: readonly Operation[],
  options: ServerOptions,
): Staged<ServerTable> {
  const root = rootServer(api, options);
  if (!root.ok) return root;
  const base = options.baseUrl === undefined ? undefined : root.value;
  const table = new Map<string, { readonly server: ArtifactServer; readonly index: number }>();
  const enter = (server: ArtifactServer): number => {
    // A server is JSON by its type; the interface only lacks the index signature.
    const key = canonicalStringify(server as unknown as JsonValue);
    const known = table.get(key) ?? { server, index: table.size };
    table.set(key, known);
    return known.index;
  };
  enter(root.value);
  const indices = new Map(
    operations.map((each) => [each, enter(serverOf(each, { root: root.value, base, options }))]),
  );
  const [first, ...rest] = [...table.values()].map(({ server }) => server);
  return staged({
    servers: [first ?? root.value, ...rest],
    indexOf: (operation) => indices.get(operation) ?? 0,
    diagnostics: missingBase([first ?? root.value, ...rest]),
  });
}

function rootServer(api: ApiModel, { baseUrl, server }: ServerOptions): Staged<ArtifactServer> {
  if (baseUrl !== undefined) return givenServer(baseUrl);
  if (server === undefined) return staged(artifactServer(preferred(api.servers)));
  const chosen = chooseServer(api.servers, server);
  if (chosen !== undefined) return staged(artifactServer(chosen));
  const names = api.servers.flatMap(({ name, url }) => (name === undefined ? [url] : [name, url]));
  return refused(
    diagnostic('server-unknown', {
      message: `The document has no server ${JSON.stringify(server)}.`,
      fix: `${didYouMean(server, names)} There are: ${names.join(', ')}; or give a number from 0 to ${api.servers.length - 1}.`.trim(),
    }),
  );
}

/** The first https server, else the first absolute one (rule S6). */
function preferred(servers: readonly [Server, ...Server[]]): Server {
  const absolute = servers.filter(({ kind }) => kind === 'absolute');
  return absolute.find(({ url }) => url.startsWith('https:')) ?? absolute[0] ?? servers[0];
}

function chooseServer(servers: readonly Server[], choice: string): Server | undefined {
  const url = choice.replace(/\/$/, '');
  return (
    servers.find(({ name }) => name === choice) ??
    servers.find((each) => each.url === url || each.template.replace(/\/$/, '') === url) ??
    (/^\d{1,4}$/.test(choice) ? servers[Number(choice)] : undefined)
  );
}

function givenServer(baseUrl: string): Staged<ArtifactServer> {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  const usable =
    (url?.protocol === 'https:' || url?.protocol === 'http:') &&
    !/[?#]/.test(baseUrl) &&
    url.username === '' &&
    url.password === '';
  if (!usable) {
    return refused(
      diagnostic('base-url-invalid', {
        message: `The base URL ${JSON.stringify(withoutPassword(baseUrl))} cannot be used.`,
        fix: 'Give an absolute http or https URL without credentials, query and fragment, for instance https://api.example.com/v1.',
      }),
    );
  }
  const trimmed = url.href.replace(/\/$/, '');
  return staged({ kind: 'absolute', url: trimmed, template: trimmed, variables: {} });
}

function withoutPassword(url: string): string {
  return url.replace(/\/\/[^/@]*@/, '//…@');
}

interface ServerContext {
  readonly root: ArtifactServer;
  /** Set where a base URL was given: what is relative resolves against it. */
  readonly base: ArtifactServer | undefined;
  readonly options: ServerOptions;
}

function serverOf(operation: Operation, { root, base, options }: ServerContext): ArtifactServer {
  if (operation.servers === undefined) return root;
  const { server: choice } = options;
  const chosen = choice === undefined ? undefined : chooseServer(operation.servers, choice);
  const own = artifactServer(chosen ?? preferred(operation.servers));
  return own.kind === 'relative' && base !== undefined ? resolveServer(own, base.url) : own;
}

function artifactServer({ kind, url, template, variables }: Server): ArtifactServer {
  return { kind, url, template, variables };
}

/** An absolute path on the origin of the base URL (RFC 3986 §5). */
function resolveServer(server: ArtifactServer, base: string): ArtifactServer {
  const { origin } = new URL(base);
  const url = `${origin}${server.url}`.replace(/\/$/, '');
  const template = server.template.startsWith('/') ? `${origin}${server.template}` : url;
  return {
    kind: 'absolute',
    url,
    template,
    variables: template === url ? {} : server.variables,
  };
}

function missingBase(servers: readonly ArtifactServer[]): readonly Diagnostic[] {
  if (servers.every(({ kind }) => kind === 'absolute')) return [];
  return [
    diagnostic('base-url-missing', {
      message: 'The document does not say on which host its API is served.',
      fix: 'Give --base-url now, or the base URL when the server starts.',
    }),
  ];
}
