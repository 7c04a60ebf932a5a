import { readIconFiles, readResourceFiles } from './import/index.ts';
import type {
  DroppedOperation,
  LeftOutTool,
  MappedApi,
  MappedTool,
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
import type { SourceIndex } from './model/source.ts';
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
  readonly baseUrl?: string;
  /** Which of several servers: its number from 0, its name, or its URL. */
  readonly server?: string;
  /** What the server is called. */
  readonly name?: string;
  readonly nameStyle?: NameStyle;
  readonly maxDescriptionLength?: number;
  readonly references?: ReferenceMode;
  /** Clients that tools are checked against. */
  readonly targets?: readonly ProfileName[];
  /** Rewrite schemas so that the targets read them, instead of only saying what they would refuse. */
  readonly lowerForTargets?: boolean;
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
}

/**
 * Imports documents with their overlays, maps them and puts the artifact together. Trouble with documents and
 * overlays is in the diagnostics; nothing about them is thrown.
 */
export async function buildBridge(
  specs: readonly [SpecSource, ...SpecSource[]],
  options: BuildOptions,
): Promise<BuildResult> {
  const { apis, shortForms, diagnostics, sources } = await readApis(specs, options);
  const nothing: BuildResult = {
    diagnostics,
    sources,
    leftOut: [],
    dropped: [],
    changes: [],
    lock: options.lock ?? emptyLock,
  };
  if (apis === undefined) return nothing;
  return finishBuild(apis, await mapDocuments(specs, apis, options, shortForms), {
    options,
    before: nothing,
  });
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
  });
  const diagnostics = [...mapped.diagnostics, ...fitted.diagnostics, ...artifact.diagnostics];
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

async function mapDocuments(
  specs: readonly SpecSource[],
  apis: readonly ApiModel[],
  options: BuildOptions,
  overlays: readonly Extension[],
): Promise<Staged<readonly MappedApi[]>> {
  const namespaces = apis.map(
    ({ document, info }, index) => specs[index]?.namespace ?? namespaceOf(document, info.title),
  );
  const { lock, references, ...shared } = options;
  const iconFiles = await readIconFiles(
    findIconFiles([...overlays, ...apis.flatMap(extensionsOf)]),
    options.ports,
  );
  const resourceFiles = await readResourceFiles(findResourceFiles(overlays), options.ports);
  const mapped = apis.map((api, index) => {
    const namespace = namespaces[index] ?? '';
    const locked = ownValue(lock?.documents ?? {}, namespace);
    return mapTools(api, {
      ...shared,
      namespace,
      overlays,
      iconFiles,
      resourceFiles,
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
