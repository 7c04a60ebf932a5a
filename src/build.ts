import { readIconFiles, readResourceFiles } from './import/index.ts';
import type {
  DroppedOperation,
  LeftOutTool,
  MappedApi,
  MappedTool,
  MappingOptions,
  NameLock,
  NameStyle,
  ProfileName,
  ReferenceMode,
  SelectionRule,
  ToolChange,
} from './mapping/index.ts';
import {
  buildArtifact,
  buildSearchIndex,
  checkTools,
  emptyLock,
  estimateTokens,
  findIconFiles,
  findResourceFiles,
  followReferences,
  lintApi,
  lowerTool,
  mapTools,
  namespaceOf,
  updateLock,
} from './mapping/index.ts';
import type { ApiModel, Extension } from './model/api.ts';
import type { BridgeArtifact } from './model/artifact.ts';
import type { Diagnostic, Staged } from './model/diagnostic.ts';
import { refused, staged } from './model/diagnostic.ts';
import { objectFromEntries, ownValue } from './model/json.ts';
import type { SourceIndex, SourceLocation } from './model/source.ts';
import type { ReadApisOptions, SpecSource } from './read-apis.ts';
import { everyValue, readApis } from './read-apis.ts';

/** What a build is asked for; only the generator is needed. */
export interface BuildOptions extends ReadApisOptions {
  /** The program that builds, for the artifact. */
  readonly generator: BridgeArtifact['generator'];
  /** `--include` and `--exclude` in the order given. */
  readonly rules?: readonly SelectionRule[];
  readonly readOnly?: boolean;
  readonly skipDeprecated?: boolean;
  readonly trustReadNames?: boolean;
  /** By default `direct` up to a budget of tokens, `deferred` beyond. */
  readonly mode?: BridgeArtifact['mode'];
  /** Names of tools that stay listed in deferred mode, beside those that overlays pin. */
  readonly pinned?: readonly string[];
  /** Tokens that the list may cost: beyond, tools are found by search, and a list that is wanted fails the build. */
  readonly budget?: number;
  readonly baseUrl?: string;
  /** Which of several servers: its number from 0, its name, or its URL. */
  readonly server?: string;
  /** What the server is called. */
  readonly name?: string;
  readonly nameStyle?: NameStyle;
  readonly maxDescriptionLength?: number;
  readonly references?: ReferenceMode;
  /** Leave out of schemas what carries no information; default true. */
  readonly compact?: boolean;
  /** Clients that tools are checked against. */
  readonly targets?: readonly ProfileName[];
  /** Rewrite schemas so that the targets read them, instead of only saying what they would refuse. */
  readonly lowerForTargets?: boolean;
  /** Also say what agents would stumble over. */
  readonly lint?: boolean;
  /** Overlay entries that match nothing are warnings. */
  readonly lenient?: boolean;
  /** What an earlier build settled. */
  readonly lock?: NameLock;
}

/** An operation that is no tool because it cannot be, with the document it stands in. */
export interface LeftOut extends LeftOutTool {
  readonly document: string;
}

/** An operation that is no tool because somebody did not want it. */
export interface Dropped extends DroppedOperation {
  readonly document: string;
}

/** What came of a build. */
export interface BuildResult {
  /** Absent where nothing can be built, and under `strict` where there are warnings. */
  readonly artifact?: BridgeArtifact;
  readonly diagnostics: readonly Diagnostic[];
  /** Positions and lines of every file read. */
  readonly sources: SourceIndex;
  readonly leftOut: readonly LeftOut[];
  readonly dropped: readonly Dropped[];
  /** What overlays changed, tool by tool. */
  readonly changes: readonly ToolChange[];
  /** What the next build should keep, together with what was locked before. */
  readonly lock: NameLock;
  /** URIs of every document, overlay, icon and resource file that was read. */
  readonly files: readonly string[];
}

/**
 * Imports documents with their overlays, maps them and puts the artifact together. Trouble with documents and
 * overlays is in the diagnostics; nothing about them is thrown.
 */
export async function buildBridge(
  specs: readonly [SpecSource, ...SpecSource[]],
  options: BuildOptions,
): Promise<BuildResult> {
  const { apis, mapped, ...read } = await mapSpecs(specs, options);
  const before: BuildResult = {
    ...read,
    leftOut: [],
    dropped: [],
    changes: [],
    lock: options.lock ?? emptyLock,
  };
  return apis === undefined || mapped === undefined
    ? before
    : finishBuild(apis, mapped, { options, before });
}

/** Documents as tools, before they are put together. */
export interface MappedSpecs {
  /** Absent where a document or an overlay cannot be used. */
  readonly apis?: readonly ApiModel[];
  /** One for each document; its diagnostics come beside those of reading. */
  readonly mapped?: Staged<readonly MappedApi[]>;
  /** Of reading. */
  readonly diagnostics: readonly Diagnostic[];
  /** Positions and lines of every file read. */
  readonly sources: SourceIndex;
  /** URIs of every document, overlay, icon and resource file that was read. */
  readonly files: readonly string[];
}

/** Imports documents with their overlays and maps them. */
export async function mapSpecs(
  specs: readonly SpecSource[],
  options: BuildOptions,
): Promise<MappedSpecs> {
  const { apis, shortForms, ...read } = await readApis(specs, options);
  if (apis === undefined) return read;
  const inlined = await readInlinedFiles(apis, shortForms, options);
  return {
    ...read,
    apis,
    mapped: mapDocuments(specs, apis, options, { overlays: shortForms, ...inlined.contents }),
    files: [...read.files, ...inlined.files],
  };
}

type InlinedContents = Required<Pick<MappingOptions, 'iconFiles' | 'resourceFiles'>>;

/** Reads the files whose contents go into the artifact. */
async function readInlinedFiles(
  apis: readonly ApiModel[],
  overlays: readonly Extension[],
  { ports }: BuildOptions,
): Promise<{ readonly contents: InlinedContents; readonly files: readonly string[] }> {
  const icons = findIconFiles([...overlays, ...apis.flatMap(extensionsOf)]);
  const resources = findResourceFiles(overlays);
  const [iconFiles, resourceFiles] = await Promise.all([
    readIconFiles(icons, ports),
    readResourceFiles(resources, ports),
  ]);
  return { contents: { iconFiles, resourceFiles }, files: [...icons, ...resources] };
}

interface FinishContext {
  readonly options: BuildOptions;
  /** What was found before mapping. */
  readonly before: BuildResult;
}

function finishBuild(
  apis: readonly ApiModel[],
  mapping: Staged<readonly MappedApi[]>,
  { options, before }: FinishContext,
): BuildResult {
  const mapped = { ...before, diagnostics: [...before.diagnostics, ...mapping.diagnostics] };
  if (!mapping.ok) return mapped;
  const fitted = fitToTargets(mapping.value, options);
  const [first, ...others] = fitted.documents;
  if (first === undefined) return mapped;
  const artifact = buildArtifact([first, ...others], {
    generator: options.generator,
    buildSearchIndex,
    ...(options.mode === undefined ? {} : { mode: options.mode }),
    ...(options.pinned === undefined ? {} : { pinned: options.pinned }),
    ...(options.budget === undefined ? {} : { directTokenBudget: options.budget }),
  });
  const diagnostics = [
    ...mapped.diagnostics,
    ...locate(fitted.diagnostics, apis),
    ...artifact.diagnostics,
    ...(options.lint === true ? lintDocuments(apis, fitted.documents) : []),
  ];
  const accepted =
    options.strict !== true || diagnostics.every(({ severity }) => severity === 'info');
  return {
    ...before,
    ...(artifact.ok && accepted ? { artifact: artifact.value } : {}),
    ...accountFor(apis, fitted.documents, diagnostics),
    diagnostics,
    lock: updateLock(before.lock, {
      documents: objectFromEntries(fitted.documents.map((each) => [each.namespace, each.lock])),
    }),
  };
}

/** What is the same for every document. */
type SharedMapping = InlinedContents & { readonly overlays: readonly Extension[] };

function mapDocuments(
  specs: readonly SpecSource[],
  apis: readonly ApiModel[],
  options: BuildOptions,
  given: SharedMapping,
): Staged<readonly MappedApi[]> {
  const namespaces = apis.map(
    ({ document, info }, index) => specs[index]?.namespace ?? namespaceOf(document, info.title),
  );
  const { lock, references, ...shared } = options;
  const mapped = apis.map((api, index) => {
    const namespace = namespaces[index] ?? '';
    const locked = ownValue(lock?.documents ?? {}, namespace);
    return mapTools(api, {
      ...shared,
      ...given,
      // What is shared would have to be unrolled again, to a limited depth and size.
      sharedParts: followReferences(options.targets ?? []),
      namespace,
      ...(namespaces.length > 1 ? { namespaces } : {}),
      ...(references === undefined ? {} : { arguments: { references } }),
      ...(locked === undefined ? {} : { lock: locked }),
    });
  });
  return everyStaged(mapped);
}

/** Every `x-mcp` of a document. */
function extensionsOf({ extension, operations, tags }: ApiModel): readonly Extension[] {
  return [extension, ...tags.map((tag) => tag.extension)]
    .filter((each) => each !== undefined)
    .concat(operations.flatMap(({ extensions }) => extensions));
}

/** Says what the targets would refuse, after rewriting the tools for them where that is wanted. */
function fitToTargets(
  documents: readonly MappedApi[],
  { targets = [], lowerForTargets = false }: BuildOptions,
): { readonly documents: readonly MappedApi[]; readonly diagnostics: readonly Diagnostic[] } {
  const diagnostics: Diagnostic[] = [];
  const lower = (mapped: MappedTool, target: ProfileName): MappedTool => {
    const lowered = lowerTool(mapped.tool, target);
    diagnostics.push(...lowered.diagnostics);
    return { ...mapped, tool: lowered.tool, tokens: estimateTokens(lowered.tool) };
  };
  const fitted = !lowerForTargets
    ? documents
    : documents.map((document) => ({
        ...document,
        tools: document.tools.map((mapped) => targets.reduce(lower, mapped)),
      }));
  const tools = fitted.flatMap((document) => document.tools.map(({ tool }) => tool));
  const serverName = fitted[0]?.serverName ?? '';
  for (const target of targets) diagnostics.push(...checkTools(tools, target, { serverName }));
  return { documents: fitted, diagnostics };
}

/** Adds the place of the operation to what is said of a tool, where one document alone has it. */
function locate(
  diagnostics: readonly Diagnostic[],
  apis: readonly ApiModel[],
): readonly Diagnostic[] {
  const places = new Map<string, SourceLocation | undefined>();
  for (const operation of apis.flatMap(({ operations }) => operations)) {
    const key = keyOfOperation(operation);
    places.set(key, places.has(key) ? undefined : operation.location);
  }
  return diagnostics.map((each) => {
    const place = each.operation && places.get(keyOfOperation(each.operation));
    return place === undefined || each.location !== undefined ? each : { ...each, location: place };
  });
}

function lintDocuments(
  apis: readonly ApiModel[],
  documents: readonly MappedApi[],
): readonly Diagnostic[] {
  return documents.flatMap((document, index) => {
    const api = apis[index];
    return api === undefined ? [] : lintApi(api, document);
  });
}

/** Every operation that is no tool, with the reason. */
function accountFor(
  apis: readonly ApiModel[],
  documents: readonly MappedApi[],
  found: readonly Diagnostic[],
): Pick<BuildResult, 'leftOut' | 'dropped' | 'changes'> {
  const reasons = new Map(
    found.flatMap((each) =>
      each.effect === 'operation-left-out' && each.operation !== undefined
        ? [[keyOfOperation(each.operation), each]]
        : [],
    ),
  );
  const unread = apis.flatMap((api, index) =>
    api.leftOut.flatMap((operation): LeftOut[] => {
      const reason = reasons.get(keyOfOperation(operation));
      const document = documents[index]?.namespace ?? '';
      if (reason === undefined) return [];
      return [{ ...operation, document, code: reason.code, message: reason.message }];
    }),
  );
  const of = <T extends object>(
    pick: (mapped: MappedApi) => readonly T[],
  ): readonly (T & { readonly document: string })[] =>
    documents.flatMap((mapped) =>
      pick(mapped).map((each) => ({ ...each, document: mapped.namespace })),
    );
  return {
    leftOut: [...unread, ...of((mapped) => mapped.leftOut)],
    dropped: of((mapped) => mapped.dropped),
    changes: documents.flatMap((mapped) => mapped.changes),
  };
}

function keyOfOperation(operation: { readonly method: string; readonly path: string }): string {
  return `${operation.method} ${operation.path}`;
}

/** All values and diagnostics as one; refused where one of them is. */
function everyStaged<T>(results: readonly Staged<T>[]): Staged<readonly T[]> {
  const diagnostics = results.flatMap((result) => result.diagnostics);
  const values = everyValue(results);
  const [first, ...others] = diagnostics;
  return values === undefined && first !== undefined
    ? refused(first, ...others)
    : staged(values ?? [], diagnostics);
}
