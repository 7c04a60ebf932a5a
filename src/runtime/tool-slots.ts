import { BridgeError } from '../model/errors.ts';
import type { JsonValue } from '../model/json.ts';
import { ownValue } from '../model/json.ts';
import type { Tool, ToolSettings } from '../model/tool.ts';
import { compileArguments, roundExactNumbers } from './arguments/prepare-arguments.ts';
import type { ServerBases } from './base-urls.ts';
import { baseOf } from './base-urls.ts';
import type { BridgeParts } from './bridge-options.ts';
import type { ResolvedTool, ToolCallContext, ToolMiddleware } from './call.ts';
import type { BuiltInName } from './dispatch.ts';
import { builtInNames, isBuiltIn } from './dispatch.ts';
import { createAuth } from './middleware/auth/auth.ts';
import type { SelectionContext } from './middleware/auth/select-credentials.ts';
import type { CacheSource } from './middleware/cache/cache.ts';
import { createCache, createCacheInvalidation } from './middleware/cache/cache.ts';
import { parseCache } from './middleware/cache/cache-settings.ts';
import { createConcurrencyLimit, parseConcurrency } from './middleware/concurrency.ts';
import { createConfirmGate } from './middleware/confirm.ts';
import { createRateLimit, parseRateLimit } from './middleware/rate-limit.ts';
import { createReadOnlyGate, isReadOnlyTool } from './middleware/read-only.ts';
import { createRetry, parseRetry } from './middleware/retry.ts';
import { createScopesGate } from './middleware/scopes.ts';
import { createTimeout, parseTimeout } from './middleware/timeout.ts';
import type { SchemaCompiler } from './middleware/validate/compile-schema.ts';
import { createValidation } from './middleware/validate/validate.ts';

/** What the slots of every tool share. */
export interface SlotSources<S> {
  readonly parts: BridgeParts<S>;
  readonly audit?: ToolMiddleware<S>;
  readonly inputSchemas: SchemaCompiler;
  /** Absent where no tool asks for a cache. */
  readonly cache?: CacheSource<S>;
  readonly bases: ReadonlyMap<string, ServerBases>;
  /** Scopes that tools of a document ask of a scheme (rule K5). */
  readonly scopesOf: (document: string, scheme: string) => readonly string[];
}

type Slots<S> = Partial<Record<BuiltInName, ToolMiddleware<S>>>;

/**
 * The built-in layers that one tool needs, by its own settings and the server's. Naming a built-in in a list of
 * middleware switches its slot on; `configure` says how.
 *
 * @throws BridgeError `configuration-invalid` for settings that cannot be used.
 */
export function createSlots<S>(
  resolved: ResolvedTool,
  settings: ToolSettings,
  sources: SlotSources<S>,
): Slots<S> {
  const { name } = resolved.tool;
  const unknown = Object.keys(settings.configure).filter((slot) => !isBuiltIn(slot));
  if (unknown.length > 0) {
    throw new BridgeError(
      'configuration-invalid',
      `${name} configures ${unknown.join(', ')}, which is not built in.`,
      { fix: `Built in are ${builtInNames.join(', ')}.` },
    );
  }
  const named = new Set([...sources.parts.artifact.middleware, ...settings.middleware]);
  const request = { resolved, settings, sources, named };
  return {
    ...(sources.audit === undefined ? {} : { audit: sources.audit }),
    ...gates(request),
    ...limits(request),
    ...caching(request),
    ...(resolved.kind === 'operation' ? upstreamLayers(resolved.tool, request) : {}),
  };
}

/** Answers that are given again, and what makes them stale; in use where some tool asks for it. */
function caching<S>({ resolved, settings, sources, named }: SlotRequest<S>): Slots<S> {
  const { name } = resolved.tool;
  const { cache } = sources;
  const given = ownValue(settings.configure, 'cache');
  if (resolved.kind === 'handwritten') {
    if (given === undefined && !settings.middleware.includes('cache')) return {};
    throw new BridgeError('configuration-invalid', `The hand-written tool ${name} has a cache.`, {
      fix: 'Only answers of the API are kept: take "cache" away from this tool.',
    });
  }
  if (cache === undefined) return {};
  const { tool } = resolved;
  const { method } = tool.request;
  if (method !== 'GET' && method !== 'HEAD') {
    return isSafeMethod(method) ? {} : { cache: createCacheInvalidation(tool, cache) };
  }
  if (given === undefined && !named.has('cache')) return {};
  return { cache: createCache(tool, parseCache(given, name), cache) };
}

/** Methods that ask for nothing to be changed (RFC 9110 §9.2.1, and QUERY). */
function isSafeMethod(method: string): boolean {
  return ['OPTIONS', 'TRACE', 'QUERY'].includes(method);
}

interface SlotRequest<S> {
  readonly resolved: ResolvedTool;
  readonly settings: ToolSettings;
  readonly sources: SlotSources<S>;
  /** Names in the lists of middleware, the server's and the tool's. */
  readonly named: ReadonlySet<string>;
}

/** What decides whether a call may be made. */
function gates<S>({ resolved, settings, sources, named }: SlotRequest<S>): Slots<S> {
  const { parts, inputSchemas } = sources;
  const slots: Slots<S> = {};
  if (settings.scopes.length > 0 && parts.scopesOf !== undefined) {
    slots.scopes = createScopesGate(settings.scopes, parts.scopesOf);
  }
  if (parts.settings.readOnly || named.has('readOnly')) slots.readOnly = createReadOnlyGate();
  if (settings.validateArguments || named.has('validate')) {
    slots.validate = createValidation({
      compiler: inputSchemas,
      ...(resolved.kind === 'operation' ? { prepare: coercedArguments(resolved.tool) } : {}),
    });
  }
  if (settings.confirm || named.has('confirm')) slots.confirm = createConfirmGate();
  return slots;
}

/** How often, how many at once, and how long. */
function limits<S>({ resolved, settings, sources, named }: SlotRequest<S>): Slots<S> {
  const { name } = resolved.tool;
  const { store, ownStore, callerKey, settings: server } = sources.parts;
  const given = (slot: BuiltInName): JsonValue | undefined => ownValue(settings.configure, slot);
  const wants = (slot: BuiltInName): boolean => named.has(slot) || given(slot) !== undefined;
  const { totalTimeoutMs } = server.limits;
  const slots: Slots<S> = {
    timeout: createTimeout({ totalTimeoutMs, ...parseTimeout(given('timeout'), name) }),
  };
  if (wants('rateLimit')) {
    slots.rateLimit = createRateLimit({
      settings: parseRateLimit(given('rateLimit'), name),
      store,
      ownStore,
      ...(callerKey === undefined ? {} : { callerKey }),
    });
  }
  if (wants('concurrency')) {
    slots.concurrency = createConcurrencyLimit(parseConcurrency(given('concurrency'), name));
  }
  return slots;
}

/** What stands between a generated tool and its upstream. */
function upstreamLayers<S>(tool: Tool, { settings, sources }: SlotRequest<S>): Slots<S> {
  const { parts } = sources;
  const slots: Slots<S> = {};
  const selection = selectionOf(tool, sources);
  if (selection !== undefined) slots.auth = createAuth(selection);
  const retry = parseRetry(ownValue(settings.configure, 'retry'), tool.name, parts.settings.retry);
  if (retry.maxRetries > 0) slots.retry = createRetry({ settings: retry, clock: parts.clock });
  return slots;
}

/**
 * Arguments as a generated tool will read them. What cannot be read at all is checked as it came, so that its
 * fault is told once, by the layer that builds the request.
 */
function coercedArguments<S>(
  tool: Tool,
): (context: ToolCallContext<S>) => ToolCallContext<S>['request']['arguments'] {
  return ({ request }) => {
    const prepared = compileArguments(tool)(request.arguments);
    return prepared.ok ? roundExactNumbers(prepared.values) : request.arguments;
  };
}

/** What choosing the credentials of a tool needs; absent where it never sends any (rule K3). */
export function selectionOf<S>(
  tool: Tool,
  { parts, bases, scopesOf }: SlotSources<S>,
): SelectionContext<S> | undefined {
  if (tool.security.every(({ schemes }) => schemes.length === 0)) return undefined;
  const namespace = tool.operation.document;
  const document = ownValue(parts.artifact.documents, namespace);
  if (document === undefined) return undefined;
  const { origin, url } = baseOf(tool, bases);
  const { loginCommand } = parts;
  return {
    document,
    namespace,
    security: tool.security,
    origin,
    baseUrl: url,
    access: isReadOnlyTool(tool) ? 'read' : 'write',
    source: parts.credentials,
    tokens: parts.tokens,
    scopesOf: (scheme) => scopesOf(namespace, scheme),
    ...(loginCommand === undefined
      ? {}
      : { loginCommand: (scheme) => loginCommand({ document: namespace, scheme }) }),
  };
}
