import type { ApiModel, Operation } from '../model/api.ts';
import { type Diagnostic, refused, staged, type Staged } from '../model/diagnostic.ts';
import { objectFromEntries } from '../model/json.ts';
import { defaultToolSettings, type Tool, type ToolSettings } from '../model/tool.ts';
import { credentialOrigins } from './credential-origins.ts';
import { deriveHints } from './derive-hints.ts';
import { compareText, groupBy } from './group.ts';
import { type DocumentLock, type LockedOperation, lockedOperations } from './lock.ts';
import { type DraftTool, mapTool } from './map-tool.ts';
import type { LeftOutTool, MappedApi, MappedTool, ToolChange } from './mapped-api.ts';
import type { MappingOptions } from './mapping-options.ts';
import { type MappingPlan, planMapping } from './mapping-plan.ts';
import { operationKey, operationName } from './operation-name.ts';
import { bindLinks, type LinkTarget, type PendingLink } from './output.ts';
import { type DerivedTool, listChanges } from './overlay/effects.ts';
import { findIdleEntries } from './overlay/idle-entries.ts';
import { middlewareSettings } from './overlay/merge.ts';
import { noDirectives } from './directives.ts';
import { exposeTools } from './resources/expose-tools.ts';
import { buildServers, type ServerTable } from './servers.ts';
import { describeOperation, type ToolText } from './text.ts';
import { estimateTokens } from './tokens.ts';
import { nameTools, type ToolNames } from './tool-names.ts';

/** Output schemas are published unasked up to this many tools (rule J18). */
const mostToolsWithOutputSchemas = 100;

/**
 * Maps one API to tools. Refused where an overlay, a rule or an option is wrong; an operation that cannot be called
 * is left out with a diagnostic and stops nothing.
 */
export function mapTools(api: ApiModel, options: MappingOptions): Staged<MappedApi> {
  const planned = planMapping(api, options);
  if (!planned.ok) return planned;
  const plan = planned.value;
  const servers = buildServers(plan.api, plan.kept, options);
  if (!servers.ok) return refused(servers.diagnostics[0], ...planned.diagnostics);
  const names = nameTools(plan.api, new Set(plan.kept), {
    serverName: plan.serverName,
    prefix: plan.prefix,
    style: options.nameStyle ?? 'verbatim',
    lock: options.lock,
    directives: plan.directives,
  });
  const texts = textsOf(plan);
  const built = buildTools(plan, { servers: servers.value, names, texts });
  const effects = effectsOf(plan, names, texts);
  const exposed = exposeTools(built.drafts, plan.directives);
  const isUnlisted = ({ operation }: DraftTool): boolean => exposed.unlisted.has(operation);
  const drafts = linkTools(
    built.drafts,
    built.drafts.filter((draft) => !isUnlisted(draft)),
  );
  const tools = drafts.map(({ tool }) => tool);
  const origins = credentialOrigins(tools, plan, servers.value.servers);
  const idle = [...effects.idle, ...plan.unmatched];
  return settle(
    {
      namespace: options.namespace,
      serverName: plan.serverName,
      info: api.info,
      specification: api.specification,
      sourceHash: api.sourceHash,
      servers: servers.value.servers,
      ...sortSchemes(plan.api, tools),
      tools: drafts.filter((draft) => !isUnlisted(draft)).map(mappedTool),
      resources: exposed.resources,
      resourceTools: drafts.filter(isUnlisted).map(mappedTool),
      shared: plan.shared,
      leftOut: built.leftOut,
      dropped: plan.dropped,
      changes: effects.changes,
      server: plan.server,
      readOnly: options.readOnly ?? false,
      lock: { origins: origins.origins, operations: lockOf(drafts) },
      unmatched: plan.several ? idle : [],
    },
    [
      ...planned.diagnostics,
      ...servers.diagnostics,
      ...servers.value.diagnostics,
      ...names.diagnostics,
      ...built.diagnostics,
      ...exposed.diagnostics,
      ...origins.diagnostics,
      ...(plan.several ? [] : idle),
    ],
  );
}

/** The same report for two operations that share what is wrong is one report. */
function settle(mapped: MappedApi, diagnostics: readonly Diagnostic[]): Staged<MappedApi> {
  const distinct = [
    ...new Map(
      diagnostics.map((each) => [
        `${each.code} ${each.location?.document}#${each.location?.pointer} ${each.message}`,
        each,
      ]),
    ).values(),
  ];
  const [error] = distinct.filter(
    ({ severity, effect }) => severity === 'error' && effect === undefined,
  );
  if (error === undefined) return staged(mapped, distinct);
  return refused(error, ...distinct.filter((each) => each !== error));
}

type Texts = ReadonlyMap<Operation, ToolText>;

function textsOf({ api, options }: MappingPlan): Texts {
  const limit = textLimitOf(options);
  return new Map(api.operations.map((each) => [each, describeOperation(each, limit)]));
}

/** How long texts may be, where something was said of it: those of tools, of arguments and of answers. */
function textLimitOf({ maxDescriptionLength }: MappingOptions): {
  readonly maxDescriptionLength?: number;
} {
  return maxDescriptionLength === undefined ? {} : { maxDescriptionLength };
}

interface BuildContext {
  readonly servers: ServerTable;
  readonly names: ToolNames;
  readonly texts: Texts;
}

interface BuiltTools {
  readonly drafts: readonly DraftTool[];
  readonly leftOut: readonly LeftOutTool[];
  readonly diagnostics: readonly Diagnostic[];
}

function buildTools(plan: MappingPlan, context: BuildContext): BuiltTools {
  const { api, options, kept } = plan;
  const locked = lockedOperations(options.lock, api.operations);
  const defaults = defaultSettings(plan);
  const limit = textLimitOf(options);
  const results = kept.map((operation) => {
    const lockedNames = locked.get(operation)?.arguments;
    const result = mapTool({
      api,
      operation,
      said: plan.directives.get(operation) ?? { directives: noDirectives, applied: [] },
      name: context.names.names.get(operation)?.name ?? operationKey(operation),
      text: context.texts.get(operation) ?? describeOperation(operation),
      hints: plan.hints.get(operation)?.final ?? {},
      namespace: options.namespace,
      server: context.servers.indexOf(operation),
      defaults,
      flags: options.settings ?? {},
      compact: options.compact ?? true,
      sharedParts: options.sharedParts ?? true,
      arguments: {
        ...limit,
        ...options.arguments,
        ...(lockedNames === undefined ? {} : { lockedNames }),
      },
      responses: { ...limit, ...options.responses },
    });
    return { operation, result };
  });
  return {
    drafts: results.flatMap(({ result }) => (result.ok ? [result.value] : [])).toSorted(byPlace),
    leftOut: results.flatMap(({ operation, result }) => {
      if (result.ok) return [];
      const [{ code, message }] = result.diagnostics;
      return [{ ...operationName(operation), code, message }];
    }),
    diagnostics: results.flatMap(({ result }) => result.diagnostics),
  };
}

function defaultSettings({ kept, server }: MappingPlan): ToolSettings {
  const { configure } = middlewareSettings(server.middleware ?? []);
  const outputSchema = kept.length > mostToolsWithOutputSchemas ? 'off' : 'relaxed';
  return { ...defaultToolSettings, outputSchema, configure };
}

/** By path, then method: the same whatever the order in the document. */
function byPlace({ operation: a }: DraftTool, { operation: b }: DraftTool): number {
  return compareText(a.path, b.path) || compareText(a.method, b.method);
}

/** @param targets The tools that a link may lead to: those that are listed. */
function linkTools(
  drafts: readonly DraftTool[],
  targets: readonly DraftTool[],
): readonly DraftTool[] {
  const byId = groupBy(targets, ({ operation }) => operation.operationId);
  const byKey = new Map(targets.map((draft) => [operationKey(draft.operation), draft]));
  const find = (target: PendingLink['target']): LinkTarget | undefined => {
    const same = target.kind === 'id' ? byId.get(target.operationId) : undefined;
    const draft = target.kind === 'place' ? byKey.get(operationKey(target)) : same?.[0];
    // Two operations with one operationId: the link could mean either.
    if (draft === undefined || (same !== undefined && same.length > 1)) return undefined;
    return { tool: draft.tool.name, argumentNames: draft.argumentNames };
  };
  return drafts.map((draft) => {
    if (draft.links.length === 0) return draft;
    const response = { ...draft.tool.response, links: bindLinks(draft.links, find) };
    return { ...draft, tool: { ...draft.tool, response } };
  });
}

function mappedTool({ tool, pinned, outputSchemaWanted }: DraftTool): MappedTool {
  return { tool, pinned, outputSchemaWanted, tokens: estimateTokens(tool) };
}

/** The security schemes by whether a tool needs them. */
function sortSchemes(
  { securitySchemes }: ApiModel,
  tools: readonly Tool[],
): Pick<MappedApi, 'securitySchemes' | 'unusedSchemes'> {
  const used = new Set(
    tools.flatMap(({ security }) =>
      security.flatMap(({ schemes }) => schemes.map(({ scheme }) => scheme)),
    ),
  );
  const sorted = Object.entries(securitySchemes).toSorted(([a], [b]) => compareText(a, b));
  return {
    securitySchemes: objectFromEntries(sorted.filter(([name]) => used.has(name))),
    unusedSchemes: objectFromEntries(sorted.filter(([name]) => !used.has(name))),
  };
}

function lockOf(drafts: readonly DraftTool[]): DocumentLock['operations'] {
  return objectFromEntries(
    drafts.map(({ operation, tool, argumentNames }) => {
      const { operationId } = operation;
      const locked: LockedOperation = {
        ...(operationId === undefined ? {} : { operationId }),
        name: tool.name,
        arguments: argumentNames,
      };
      return [operationKey(operation), locked] as const;
    }),
  );
}

interface Effects {
  readonly changes: readonly ToolChange[];
  readonly idle: readonly Diagnostic[];
}

function effectsOf(plan: MappingPlan, names: ToolNames, texts: Texts): Effects {
  const touched = [...plan.directives].flatMap(([operation, { applied }]) =>
    applied.length === 0
      ? []
      : [{ operation, applied, derived: derivedOf(operation, { plan, names, texts }) }],
  );
  return {
    changes: touched.flatMap(({ operation, applied, derived }) =>
      listChanges(applied, derived).map((change) => ({
        tool: names.names.get(operation)?.name ?? derived.name,
        method: operation.method,
        path: operation.path,
        ...change,
      })),
    ),
    idle: findIdleEntries(touched),
  };
}

function derivedOf(
  operation: Operation,
  {
    plan,
    names,
    texts,
  }: { readonly plan: MappingPlan; readonly names: ToolNames; readonly texts: Texts },
): DerivedTool {
  const { trustReadNames = false } = plan.options;
  return {
    ...(texts.get(operation) ?? describeOperation(operation)),
    name: names.derived.get(operation) ?? operationKey(operation),
    tags: operation.tags,
    hints: plan.hints.get(operation)?.derived ?? deriveHints(operation, { trustReadNames }).hints,
  };
}
