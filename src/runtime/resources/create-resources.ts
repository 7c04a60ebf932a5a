import { type JsonObject, objectFromEntries, ownValue } from '../../model/json.ts';
import type { OperationResource, Resource, StaticResource } from '../../model/resource.ts';
import type { CallInput } from '../call.ts';
import type { ScopesOfSession } from '../middleware/scopes.ts';
import type { StartedCall } from '../start-call.ts';
import { toWireIcon } from '../wire-tools.ts';
import { compileUriTemplate, type UriMatcher } from './match-uri.ts';
import { outcomeOfRead, staticContents } from './read-outcome.ts';
import type {
  ReadInput,
  ReadOutcome,
  ResourcePort,
  WireResource,
  WireResourceTemplate,
} from './resource-port.ts';

/** What resources need of the bridge. */
export interface ResourceSources<S> {
  /** Scopes that a caller of the tool must hold; `undefined` where the tool is not served. */
  scopesOf(tool: string): readonly string[] | undefined;
  call(tool: string, input: CallInput<S>): StartedCall | undefined;
  /** Scopes that the sign-in grants; see `ScopesOfSession`. */
  readonly granted?: ScopesOfSession<S>;
}

interface Operation {
  readonly resource: OperationResource;
  readonly match: UriMatcher;
  readonly scopes: readonly string[];
}

/**
 * Serves the resources of an artifact. Reading what an operation answers is a call of its tool, with every layer of
 * that tool's onion; what stands in the artifact itself is read without one.
 */
export function createResources<S>(
  resources: readonly Resource[],
  sources: ResourceSources<S>,
): ResourcePort<S> {
  const statics = new Map(
    resources.flatMap((each) => (each.kind === 'static' ? [[each.uri, each] as const] : [])),
  );
  const operations = resources.flatMap((each) => operationOf(each, sources));
  // The most literal template is meant where several match, whatever their order.
  const byPrecision = [...operations].sort((a, b) => precision(b) - precision(a));
  const fixed = new Lists<S, WireResource>(
    [
      ...[...statics.values()].map((each) => ({ wire: wireStatic(each), scopes: [] })),
      ...operations
        .filter((each) => !isTemplate(each))
        .map(({ resource, scopes }) => ({
          wire: { uri: resource.uri, ...wireCommon(resource) },
          scopes,
        })),
    ],
    sources.granted,
  );
  const templates = new Lists<S, WireResourceTemplate>(
    operations.filter(isTemplate).map(({ resource, scopes }) => ({
      wire: { uriTemplate: resource.uri, ...wireCommon(resource) },
      scopes,
    })),
    sources.granted,
  );
  return {
    list: (session) => fixed.of(session),
    listTemplates: (session) => templates.of(session),
    read: (uri, input) => {
      const found = statics.get(uri);
      if (found !== undefined) return Promise.resolve(staticContents(found));
      return readOperation(uri, input, { operations: byPrecision, sources });
    },
  };
}

function operationOf<S>(resource: Resource, sources: ResourceSources<S>): readonly Operation[] {
  if (resource.kind === 'static') return [];
  const scopes = sources.scopesOf(resource.tool);
  return scopes === undefined
    ? []
    : [{ resource, scopes, match: compileUriTemplate(resource.uri) }];
}

/** Characters of the URI that are no variable. */
function precision({ resource }: Operation): number {
  return resource.uri.replaceAll(/\{[^{}]*\}/g, '').length;
}

interface ReadContext<S> {
  readonly operations: readonly Operation[];
  readonly sources: ResourceSources<S>;
}

function readOperation<S>(
  uri: string,
  input: ReadInput<S>,
  { operations, sources }: ReadContext<S>,
): Promise<ReadOutcome> | undefined {
  for (const { resource, match } of operations) {
    const values = match(uri);
    if (values === undefined) continue;
    const given = objectFromEntries(
      [...values].map(([name, value]) => [ownValue(resource.variables, name) ?? name, value]),
    );
    const call = sources.call(resource.tool, { ...input, arguments: given });
    return call && outcomeOfRead(uri, resource, call);
  }
  return undefined;
}

interface Listed<T> {
  readonly wire: T;
  readonly scopes: readonly string[];
}

/** A list as each caller sees it: only what its scopes let it read. Kept, so that equal callers get one array. */
class Lists<S, T> {
  readonly #all: readonly Listed<T>[];
  readonly #whole: readonly T[];
  readonly #asked: ReadonlySet<string>;
  readonly #granted: ScopesOfSession<S> | undefined;

  constructor(all: readonly Listed<T>[], granted: ScopesOfSession<S> | undefined) {
    this.#all = all;
    this.#whole = all.map(({ wire }) => wire);
    this.#asked = new Set(all.flatMap(({ scopes }) => scopes));
    this.#granted = granted;
  }

  of(session: S): readonly T[] {
    const scopes = this.#asked.size === 0 ? undefined : this.#granted?.(session);
    if (scopes === undefined) return this.#whole;
    const held = new Set(scopes);
    return this.#all
      .filter((each) => each.scopes.every((scope) => held.has(scope)))
      .map(({ wire }) => wire);
  }
}

function wireStatic(resource: StaticResource): WireResource {
  const { content, uri } = resource;
  const size =
    content.kind === 'text'
      ? Buffer.byteLength(content.text, 'utf8')
      : Buffer.byteLength(content.base64, 'base64');
  return { uri, ...wireCommon(resource), size };
}

function wireCommon(resource: Resource): Omit<WireResource, 'uri' | 'size'> {
  const { name, title, description, mimeType, icons = [], annotations, meta } = resource;
  return {
    name,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(mimeType === undefined ? {} : { mimeType }),
    ...(icons.length === 0 ? {} : { icons: icons.map(toWireIcon) }),
    // JSON by its type.
    ...(annotations === undefined ? {} : { annotations: annotations as JsonObject }),
    ...(meta === undefined ? {} : { _meta: meta }),
  };
}

function isTemplate({ resource }: { readonly resource: Resource }): boolean {
  return resource.uri.includes('{');
}
