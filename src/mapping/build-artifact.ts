import { type ArtifactDocument, artifactFormat, type BridgeArtifact } from '../model/artifact.ts';
import type { ServerIdentity } from '../model/artifact.ts';
import { type Diagnostic, diagnostic, refused, staged, type Staged } from '../model/diagnostic.ts';
import { environmentName } from '../model/environment.ts';
import { type JsonValue, objectFromEntries } from '../model/json.ts';
import type { PartialRuntimeSettings } from '../model/settings.ts';
import type { Tool } from '../model/tool.ts';
import { environmentClashes } from './environment-clashes.ts';
import { compareText, groupBy } from './group.ts';
import type { MappedApi, MappedTool } from './mapped-api.ts';
import { middlewareSettings } from './overlay/merge.ts';
import { type MergedServer, mergeRuntime } from './overlay/server.ts';
import { resourceClashes } from './resources/shared-parts.ts';
import { directTokenBudget, estimateTokens } from './tokens.ts';

/** What is decided about the server as a whole. */
export interface ArtifactOptions {
  readonly generator: BridgeArtifact['generator'];
  /** `--direct` or `--deferred`; by default an overlay's word, else the size of the list decides. */
  readonly mode?: BridgeArtifact['mode'];
  /** Settings that flags give, over what overlays say. */
  readonly runtime?: PartialRuntimeSettings;
  /** The list may cost this many tokens before tools are found by search; 25,000 by default. */
  readonly directTokenBudget?: number;
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
  const list = chooseMode(
    sorted.flatMap(({ tools }) => tools),
    server,
    options,
  );
  const tools = list.tools.map(({ tool }) => tool);
  const pinned = list.tools.filter((each) => each.pinned).map(({ tool }) => tool.name);
  const read = readableParts(sorted, first);
  const unusedSchemes = objectFromEntries(
    sorted.map((each) => [each.namespace, each.unusedSchemes] as const),
  );
  const artifact: BridgeArtifact = {
    format: artifactFormat,
    generator: { name: options.generator.name, version: options.generator.version },
    server: identify(first, sorted.length > 1),
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

function runtimeOf(
  documents: readonly MappedApi[],
  server: MergedServer,
  options: ArtifactOptions,
): PartialRuntimeSettings {
  const readOnly = documents.some((each) => each.readOnly);
  const said = mergeRuntime(server.runtime ?? {}, options.runtime ?? {});
  return readOnly ? { ...said, readOnly: true } : said;
}

interface ChosenList {
  readonly tools: readonly MappedTool[];
  readonly mode: BridgeArtifact['mode'];
  readonly diagnostics: readonly Diagnostic[];
}

/** Output schemas that nobody asked for are published for at most this many tools (rule J18). */
const mostToolsWithOutputSchemas = 100;

/**
 * Chooses between listing every tool and finding them by search. Output schemas that nobody asked for go before
 * direct listing does: few clients show them to a model.
 */
function chooseMode(
  tools: readonly MappedTool[],
  server: MergedServer,
  options: ArtifactOptions,
): ChosenList {
  const budget = options.directTokenBudget ?? directTokenBudget;
  const bare = tools.map(withoutUnwantedSchema);
  const full = tools.length > mostToolsWithOutputSchemas ? bare : tools;
  const wanted = options.mode ?? server.mode;
  if (wanted !== undefined) return { tools: full, mode: wanted, diagnostics: [] };
  if (costOf(full) <= budget) return { tools: full, mode: 'direct', diagnostics: [] };
  const cost = costOf(bare);
  if (cost <= budget) {
    return {
      tools: bare,
      mode: 'direct',
      diagnostics: [
        diagnostic('output-schemas-omitted', {
          message: `Output schemas are left out: with them the list of tools would cost about ${costOf(full)} tokens.`,
          fix: 'Ask for them with outputSchema: relaxed in an overlay, or use --deferred.',
        }),
      ],
    };
  }
  return {
    tools: full,
    mode: 'deferred',
    diagnostics: [
      diagnostic('deferred-chosen', {
        message: `The list of ${tools.length} tools would cost about ${cost} tokens, so agents find tools by search.`,
        fix: 'Use --direct to list them all, or select fewer with --include and --exclude.',
      }),
    ],
  };
}

function withoutUnwantedSchema(mapped: MappedTool): MappedTool {
  if (mapped.outputSchemaWanted || mapped.tool.outputSchema === undefined) return mapped;
  const { outputSchema: _unwanted, ...rest } = mapped.tool;
  const tool: Tool = { ...rest, settings: { ...rest.settings, outputSchema: 'off' } };
  return { ...mapped, tool, tokens: estimateTokens(tool) };
}

function costOf(tools: readonly MappedTool[]): number {
  return tools.reduce((sum, { tokens }) => sum + tokens, 0);
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
