import { randomBytes } from 'node:crypto';
import { everyTool } from '../model/artifact.ts';
import { BridgeError } from '../model/errors.ts';
import type { Resource } from '../model/resource.ts';
import { mergeRuntimeSettings, defaultRuntimeSettings } from '../model/settings.ts';
import type { ToolMetadata, ToolSettings } from '../model/tool.ts';
import { resolveBases } from './base-urls.ts';
import type { Bridge, BridgeOptions, BridgeParts } from './bridge-options.ts';
import type { ResolvedTool, ToolMiddleware } from './call.ts';
import { createOperationHandlers } from './call-operation.ts';
import type { ScopedTool } from './caller-scopes.ts';
import { createCallerLists, scopesOfHints } from './caller-scopes.ts';
import { systemClock } from './clock.ts';
import { buildOnion, checkRegistry, resolveMiddleware } from './dispatch.ts';
import { deepFreeze } from './freeze.ts';
import type { GuardOptions } from './guard.ts';
import type { HandwrittenParts } from './handwritten-handler.ts';
import { handwrittenParts } from './handwritten-handler.ts';
import { metadataOf, settingsOf } from './handwritten-tool.ts';
import { createLazyTokenProvider } from './lazy-token-provider.ts';
import { createLazyUpstream } from './lazy-upstream.ts';
import { createMemoryStore } from './memory-store.ts';
import { createAuditLog } from './middleware/audit/audit-log.ts';
import { createAudit } from './middleware/audit/audit.ts';
import { noCredentials } from './middleware/auth/credential-source.ts';
import { createCacheSource } from './middleware/cache/cache-source.ts';
import { isReadOnlyTool } from './middleware/read-only.ts';
import { createSchemaCompiler } from './middleware/validate/compile-schema.ts';
import { findMissingCredentials } from './missing-credentials.ts';
import { createPrompts } from './prompts.ts';
import { createRedactor } from './redact.ts';
import { redactTelemetry } from './redact-telemetry.ts';
import { createResources } from './resources/create-resources.ts';
import type { ResourcePort } from './resources/resource-port.ts';
import { scopeIndex } from './scope-index.ts';
import type { CallableTool } from './start-call.ts';
import { startCall } from './start-call.ts';
import type { SlotSources } from './tool-slots.ts';
import { createSlots } from './tool-slots.ts';
import { traceHeaders } from './trace-context.ts';
import { toWireTools } from './wire-tools.ts';

/**
 * Turns an artifact into a running bridge. Everything that can be wrong with settings, middleware, tools and base
 * URLs shows here, not at the first call. Nothing is read from the environment, the command line or disk.
 *
 * @throws BridgeError for a configuration with which no server can start.
 */
export function createBridge<S = undefined>(options: BridgeOptions<S>): Bridge<S> {
  const parts = partsOf(options);
  checkRegistry(parts.registry);
  // Only foreign code could change the tools that every call shares.
  if (Object.keys(parts.registry).length > 0) deepFreeze(everyTool(options.artifact));
  const sources = slotSourcesOf(options, parts);
  const all = entriesOf(options, sources);
  const entries = new Map([...all].filter(([, { isListed }]) => isListed));
  const listed = [...entries.values()].filter((entry) => mayServe(entry, parts));
  const { resources, prompts } = options.artifact;
  return {
    ...(options.telemetry === undefined
      ? {}
      : { telemetry: redactTelemetry(options.telemetry, parts) }),
    ...(resources === undefined ? {} : { resources: resourcesOf(resources, all, parts) }),
    ...(prompts === undefined ? {} : { prompts: createPrompts(prompts) }),
    listTools: createCallerLists(listed, toWireTools, parts.scopesOf),
    mayAsk: (name) => entries.get(name)?.mayAsk ?? false,
    scopesOfTool: (name) => entries.get(name)?.scopes ?? [],
    callTool: (name, input) => {
      const entry = entries.get(name);
      return entry && startCall(entry, input).running;
    },
    missingCredentials: (session) =>
      findMissingCredentials(
        [...all.values()].flatMap((entry) =>
          entry.resolved.kind === 'operation' && mayServe(entry, parts)
            ? [entry.resolved.tool]
            : [],
        ),
        sources,
        session,
      ),
    close: async () => {
      await Promise.all([parts.upstream.close(), parts.store.close()]);
      await options.audit?.close();
    },
  };
}

/** In read-only mode a tool that changes something does not show. */
function mayServe<S>({ resolved }: Entry<S>, { settings }: BridgeParts<S>): boolean {
  return !settings.readOnly || isReadOnlyTool(resolved.tool);
}

function resourcesOf<S>(
  resources: readonly Resource[],
  entries: ReadonlyMap<string, Entry<S>>,
  parts: BridgeParts<S>,
): ResourcePort<S> {
  return createResources<S>(resources, {
    ...(parts.scopesOf === undefined ? {} : { granted: parts.scopesOf }),
    scopesOf: (tool) => {
      const entry = entries.get(tool);
      return entry !== undefined && mayServe(entry, parts) ? entry.scopes : undefined;
    },
    call: (tool, input) => {
      const entry = entries.get(tool);
      return entry && startCall(entry, input);
    },
  });
}

function partsOf<S>(options: BridgeOptions<S>): BridgeParts<S> {
  const { artifact, principalOf } = options;
  const clock = options.clock ?? systemClock;
  const settings =
    options.settings ?? mergeRuntimeSettings(defaultRuntimeSettings, artifact.runtime);
  const upstream =
    options.upstream ??
    createLazyUpstream({
      version: artifact.generator.version,
      maxRedirects: settings.limits.maxRedirects,
    });
  const redactor = options.redactor ?? createRedactor();
  const ownStore = createMemoryStore(clock);
  const store = options.store ?? ownStore;
  const { limits } = settings;
  const { logins, loginCommand, allowHttpTokenUrls: allowHttp = false } = options;
  return {
    artifact,
    settings,
    clock,
    registry: options.middleware ?? {},
    credentials: options.credentials ?? noCredentials,
    tokens:
      options.tokens ??
      createLazyTokenProvider({
        upstream,
        redactor,
        store,
        clock,
        limits,
        allowHttp,
        ...(logins === undefined ? {} : { logins }),
      }),
    ...(loginCommand === undefined ? {} : { loginCommand }),
    upstream,
    redactor,
    store,
    ownStore,
    ...(options.scopesOf === undefined ? {} : { scopesOf: options.scopesOf }),
    ...(principalOf === undefined
      ? {}
      : { callerKey: ({ session, sessionId }) => principalOf(session) ?? sessionId ?? '' }),
    traceHeaders: options.traceHeaders ?? traceHeaders,
    report: options.onProblem ?? (() => undefined),
  };
}

function slotSourcesOf<S>(options: BridgeOptions<S>, parts: BridgeParts<S>): SlotSources<S> {
  const { artifact } = options;
  const audit = auditOf(options, parts);
  const cache = createCacheSource(parts);
  return {
    parts,
    ...(cache === undefined ? {} : { cache }),
    ...(audit === undefined ? {} : { audit }),
    inputSchemas: createSchemaCompiler(),
    bases: resolveBases(artifact, options.baseUrls ?? {}),
    scopesOf: scopeIndex(everyTool(artifact)),
  };
}

function auditOf<S>(
  { artifact, audit: sink, auditChain, fingerprintKey, principalOf }: BridgeOptions<S>,
  { clock, redactor, settings, report }: BridgeParts<S>,
): ToolMiddleware<S> | undefined {
  if (sink === undefined) return undefined;
  const { name, version } = artifact.server;
  return createAudit({
    log: createAuditLog({
      sink,
      clock,
      redact: (line) => redactor.redact(line),
      ...(auditChain === undefined ? {} : { chain: auditChain }),
    }),
    clock,
    settings: settings.audit,
    fingerprintKey: fingerprintKey ?? randomBytes(32),
    start: {
      type: 'start',
      server: { name, version },
      documents: Object.fromEntries(
        Object.entries(artifact.documents).map(([key, { sourceHash }]) => [key, sourceHash]),
      ),
      arguments: settings.audit.arguments,
    },
    ...(principalOf === undefined ? {} : { principalOf }),
    onProblem: (cause) => {
      report({ tool: '', part: 'the audit', cause });
    },
  });
}

/** One tool with its whole onion. */
interface Entry<S> extends ScopedTool, CallableTool<S> {
  readonly mayAsk: boolean;
  /** Clients see it and call it by name; else only resources are read with it. */
  readonly isListed: boolean;
}

/** Every tool by name, generated ones first, in the artifact's order. */
function entriesOf<S>(
  { artifact, tools = [], hintScopes = {} }: BridgeOptions<S>,
  sources: SlotSources<S>,
): ReadonlyMap<string, Entry<S>> {
  const { parts } = sources;
  const guards: GuardOptions = { report: parts.report, redactor: parts.redactor };
  const serverWide = resolveMiddleware(artifact.middleware, parts.registry, 'the server');
  const handlerOf = createOperationHandlers(sources);
  const entries = new Map<string, Entry<S>>();
  const unlisted = new Set<ToolMetadata>(artifact.resourceTools);

  function add(
    resolved: ResolvedTool,
    own: ToolSettings,
    { handler, validate }: HandwrittenParts<S>,
  ): void {
    const { name, hints } = resolved.tool;
    const scopes = [...new Set([...own.scopes, ...scopesOfHints(hints, hintScopes)])];
    const settings = { ...own, scopes };
    if (entries.has(name)) {
      throw new BridgeError('tool-clash', `Two tools are named "${name}".`, {
        fix: 'Give the hand-written one another name.',
      });
    }
    const layers = {
      builtIn: {
        ...createSlots(resolved, settings, sources),
        ...(validate === undefined ? {} : { validate }),
      },
      serverWide,
      perTool: resolveMiddleware(settings.middleware, parts.registry, name),
    };
    entries.set(name, {
      resolved,
      scopes,
      isListed: !unlisted.has(resolved.tool),
      handler: buildOnion(layers, handler, guards),
      mayAsk:
        resolved.kind === 'handwritten' ||
        layers.builtIn.confirm !== undefined ||
        layers.serverWide.length + layers.perTool.length > 0,
    });
  }

  for (const tool of everyTool(artifact)) {
    add({ kind: 'operation', tool }, tool.settings, { handler: handlerOf(tool) });
  }
  const outputSchemas = createSchemaCompiler();
  for (const tool of tools) {
    const shown = deepFreeze(metadataOf(tool));
    const { outputSchema } = shown;
    add(
      { kind: 'handwritten', tool: shown },
      settingsOf(tool),
      handwrittenParts(tool, { outputSchema, outputSchemas, guards }),
    );
  }
  return entries;
}
