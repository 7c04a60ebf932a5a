import { type ArtifactDocument, artifactFormat, type BridgeArtifact } from '../model/artifact.ts';
import type { ServerIdentity } from '../model/artifact.ts';
import { type Diagnostic, diagnostic, refused, staged, type Staged } from '../model/diagnostic.ts';
import { environmentName } from '../model/environment.ts';
import { type JsonValue, objectFromEntries } from '../model/json.ts';
import type { PartialRuntimeSettings } from '../model/settings.ts';
import type { Tool } from '../model/tool.ts';
import { apiMapOf } from './api-map.ts';
import {
  type ChosenList,
  chooseList,
  type ListOptions,
  withoutUnwantedSchema,
} from './choose-list.ts';
import { environmentClashes } from './environment-clashes.ts';
import { compareText, groupBy } from './group.ts';
import type { MappedApi } from './mapped-api.ts';
import { middlewareSettings } from './overlay/merge.ts';
import { type MergedServer, mergeRuntime } from './overlay/server.ts';
import { resourceClashes } from './resources/shared-parts.ts';

/** What is decided about the server as a whole. */
export interface ArtifactOptions extends ListOptions {
  readonly generator: BridgeArtifact['generator'];
  /** Settings that flags give, over what overlays say. */
  readonly runtime?: PartialRuntimeSettings;
  /** Builds the search index of deferred mode. */
  readonly buildSearchIndex?: (tools: readonly Tool[]) => JsonValue;
}

/** Names of the tools that deferred mode lists in place of all others. */
const deferredToolNames: readonly string[] = [
  'search_tools',
  'describe_tools',
  'call_read_tool',
  'call_tool',
];

/**
 * Puts mapped documents together as the one value that crosses to run time. Deterministic: documents by namespace,
 * tools by path and method, nothing of this machine or moment.
 */
export function buildArtifact(
  documents: readonly [MappedApi, ...MappedApi[]],
  options: ArtifactOptions,
): Staged<BridgeArtifact> {
  const sorted = documents.toSorted((a, b) => compareText(a.namespace, b.namespace));
  const [first = documents[0]] = sorted;
  const { server } = first;
  const described = objectFromEntries(
    sorted.map((each) => [each.namespace, describeDocument(each, sorted.length > 1)] as const),
  );
  const list = chooseList(
    sorted.flatMap(({ tools }) => tools),
    server.mode,
    options,
  );
  const { tools, pinned } = list;
  const read = readableParts(sorted, first);
  const unusedSchemes = objectFromEntries(
    sorted.map((each) => [each.namespace, each.unusedSchemes] as const),
  );
  const artifact: BridgeArtifact = {
    format: artifactFormat,
    generator: { name: options.generator.name, version: options.generator.version },
    server: withApiMap(identify(first, sorted.length > 1), list),
    documents: described,
    tools,
    ...read,
    mode: list.mode,
    pinned,
    ...(list.mode === 'deferred' && options.buildSearchIndex !== undefined
      ? { search: options.buildSearchIndex(tools) }
      : {}),
    runtime: runtimeOf(sorted, server, options),
    middleware: middlewareSettings(server.middleware ?? []).middleware,
  };
  return settle(artifact, [
    ...unmatchedEverywhere(sorted),
    ...sameNamespaces(sorted),
    ...environmentClashes(described, unusedSchemes),
    ...sameNames([...tools, ...(read.resourceTools ?? [])]),
    ...resourceClashes(read.resources ?? []),
    ...reservedNames(list.mode, pinned),
    ...(tools.length === 0 && read.resources === undefined ? [noTools(sorted)] : []),
    ...list.diagnostics,
  ]);
}

/** Resources and prompts; a part of which there is nothing is absent. */
function readableParts(
  documents: readonly MappedApi[],
  { shared }: MappedApi,
): Pick<BridgeArtifact, 'resources' | 'resourceTools' | 'prompts'> {
  const resources = [...shared.resources, ...documents.flatMap((each) => each.resources)];
  const resourceTools = documents
    .flatMap((each) => each.resourceTools)
    .map((mapped) => withoutUnwantedSchema(mapped).tool);
  return {
    ...(resources.length === 0 ? {} : { resources }),
    ...(resourceTools.length === 0 ? {} : { resourceTools }),
    ...(shared.prompts.length === 0 ? {} : { prompts: shared.prompts }),
  };
}

function settle(
  artifact: BridgeArtifact,
  diagnostics: readonly Diagnostic[],
): Staged<BridgeArtifact> {
  const error = diagnostics.find(({ severity }) => severity === 'error');
  if (error === undefined) return staged(artifact, diagnostics);
  return refused(error, ...diagnostics.filter((each) => each !== error));
}

function describeDocument(mapped: MappedApi, several: boolean): ArtifactDocument {
  const prefix = environmentName(several ? mapped.namespace : mapped.serverName);
  return {
    title: mapped.info.title,
    version: mapped.info.version,
    specification: mapped.specification,
    sourceHash: mapped.sourceHash,
    // The name of a variable does not begin with a digit (POSIX, Base Definitions 8.1).
    environmentPrefix: /^\d/.test(prefix) ? `_${prefix}` : prefix,
    servers: mapped.servers,
    securitySchemes: mapped.securitySchemes,
  };
}

function identify({ serverName, server, info }: MappedApi, several: boolean): ServerIdentity {
  const title = server.title ?? (several ? undefined : info.title);
  return {
    name: serverName,
    version: server.version ?? info.version,
    ...(title === undefined ? {} : { title }),
    ...(server.websiteUrl === undefined ? {} : { websiteUrl: server.websiteUrl }),
    ...(server.icons === undefined ? {} : { icons: server.icons }),
    ...(server.instructions === undefined ? {} : { instructions: server.instructions }),
  };
}

/** Where tools are found by search, the instructions say what there is to find. */
function withApiMap(server: ServerIdentity, { mode, tools, pinned }: ChosenList): ServerIdentity {
  if (mode === 'direct') return server;
  const said = server.instructions === undefined ? [] : [server.instructions];
  return { ...server, instructions: [...said, apiMapOf(tools, pinned)].join('\n\n') };
}

function runtimeOf(
  documents: readonly MappedApi[],
  server: MergedServer,
  options: ArtifactOptions,
): PartialRuntimeSettings {
  const readOnly = documents.some((each) => each.readOnly);
  const said = mergeRuntime(server.runtime ?? {}, options.runtime ?? {});
  return readOnly ? { ...said, readOnly: true } : said;
}

function placeOf({ location, message }: Diagnostic): string {
  return location === undefined ? message : `${location.document}#${location.pointer}`;
}

/** What matches nothing in any document; an entry that has no effect in one may have some in another. */
function unmatchedEverywhere(documents: readonly MappedApi[]): readonly Diagnostic[] {
  const found = groupBy(
    documents.flatMap(({ unmatched }) => [
      ...new Map(unmatched.map((each) => [placeOf(each), each])).values(),
    ]),
    placeOf,
  );
  return [...found.values()]
    .filter((group) => group.length === documents.length)
    .map((group) => group.find(({ code }) => code === 'overlay-no-effect') ?? group[0]);
}

function sameNamespaces(documents: readonly MappedApi[]): readonly Diagnostic[] {
  return [...groupBy(documents, ({ namespace }) => namespace)]
    .filter(([, group]) => group.length > 1)
    .map(([namespace]) =>
      diagnostic('namespace-unusable', {
        message: `Two documents have the namespace ${JSON.stringify(namespace)}.`,
        fix: 'Name them apart with NAME=SPEC.',
      }),
    );
}

/** Within a document names are unique already; prefixes may still make two equal. */
function sameNames(tools: readonly Tool[]): readonly Diagnostic[] {
  return [...groupBy(tools, ({ name }) => name.toLowerCase()).values()]
    .filter((group) => group.length > 1)
    .map((group) =>
      diagnostic('name-clash', {
        message: `${group.length} tools are called ${JSON.stringify(group[0].name)}, in ${[...new Set(group.map(({ operation }) => operation.document))].join(' and ')}.`,
        fix: 'Name one of them in an overlay, or give the documents other names with NAME=SPEC.',
      }),
    );
}

function reservedNames(
  mode: BridgeArtifact['mode'],
  pinned: readonly string[],
): readonly Diagnostic[] {
  if (mode === 'direct') return [];
  return pinned
    .filter((name) => deferredToolNames.includes(name))
    .map((name) =>
      diagnostic('name-clash', {
        message: `The pinned tool ${JSON.stringify(name)} has the name of a tool of deferred mode.`,
        fix: 'Name it otherwise in an overlay, or do not pin it.',
      }),
    );
}

function noTools(documents: readonly MappedApi[]): Diagnostic {
  const dropped = documents.reduce((sum, each) => sum + each.dropped.length, 0);
  return diagnostic('no-tools', {
    message: 'No operation became a tool.',
    fix:
      dropped > 0
        ? `Loosen --include, --exclude, --read-only or the overlay: they leave out ${dropped} operations.`
        : 'See why each operation was left out.',
  });
}
