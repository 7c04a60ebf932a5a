import type { ArtifactDocument } from '../model/artifact.ts';
import { credentialVariables } from '../model/environment.ts';
import type { JsonObject } from '../model/json.ts';
import { ownValue } from '../model/json.ts';
import type { Tool } from '../model/tool.ts';
import { compileArguments } from './arguments/prepare-arguments.ts';
import { baseOf } from './base-urls.ts';
import type { BridgeParts } from './bridge-options.ts';
import type { ToolCallContext, ToolHandler, ToolOutcome } from './call.ts';
import { failure } from './call.ts';
import { describeArgumentFaults } from './describe-argument-faults.ts';
import { recordAttempt } from './record-attempt.ts';
import type { SchemaCompiler } from './middleware/validate/compile-schema.ts';
import { createSchemaCompiler } from './middleware/validate/compile-schema.ts';
import { compileRequest } from './request/build-request.ts';
import type { ArgumentFault, HeaderPair, RequestPlan } from './request/plan.ts';
import { mapFailure } from './response/failure-outcome.ts';
import { followPages } from './response/follow-pages.ts';
import { mapResponse } from './response/map-response.ts';
import { watchStream } from './response/watch-stream.ts';
import { shownUrl, urlTemplate } from './shown-url.ts';
import type { ObservedAttempt } from './telemetry-port.ts';
import type { SlotSources } from './tool-slots.ts';
import { withTraceHeaders } from './trace-context.ts';
import type { SendResult } from './upstream-port.ts';

/** What the handlers of all generated tools share. */
interface Shared<S> {
  readonly parts: BridgeParts<S>;
  readonly bases: SlotSources<S>['bases'];
  /** Headers of the configuration; the same array at every call. */
  readonly headers: readonly HeaderPair[];
  readonly outputSchemas: SchemaCompiler;
}

/**
 * Gives the innermost handler of each generated tool: arguments, request, upstream, answer. What a tool needs is
 * compiled with its first call.
 */
export function createOperationHandlers<S>({
  parts,
  bases,
}: Pick<SlotSources<S>, 'parts' | 'bases'>): (tool: Tool) => ToolHandler<S> {
  const shared: Shared<S> = {
    parts,
    bases,
    headers: Object.entries(parts.settings.headers),
    outputSchemas: createSchemaCompiler(),
  };
  return (tool) => {
    const base = baseOf(tool, bases);
    return async (context) => {
      const built = buildPlan(tool, base.url, context, shared);
      if ('kind' in built) return built;
      const first = await sendOnce(tool, built, context, shared);
      if (!first.ok || tool.response.paginate === undefined) {
        return mapResult(tool, first, context, shared);
      }
      const response = await followPages(first.response, {
        pagination: tool.response.paginate,
        arguments: context.request.arguments,
        maxBytes: maxResponseBytesOf(tool, shared),
        fetchPage: async (page) => {
          const next =
            page.kind === 'url'
              ? { ...built, url: page.url, target: page.target }
              : buildPlan(tool, base.url, withArguments(context, page.arguments), shared);
          return 'kind' in next ? undefined : sendOnce(tool, next, context, shared);
        },
      });
      return mapResult(tool, { ok: true, response }, context, shared);
    };
  };
}

/** The request, or the failure that says why there is none. */
function buildPlan<S>(
  tool: Tool,
  baseUrl: string,
  context: ToolCallContext<S>,
  { parts, headers }: Shared<S>,
): RequestPlan | ToolOutcome {
  const { request, credentials, exchange } = context;
  const prepared = compileArguments(tool)(request.arguments);
  if (!prepared.ok) return argumentFailure(tool, prepared.faults);
  const built = compileRequest(tool)(prepared.values, {
    baseUrl,
    credentials,
    headers: operatorHeaders(headers, context),
    maxRequestBytes: parts.settings.limits.maxRequestBytes,
  });
  if (built.ok) {
    // Noted once, however often the request is built again for another attempt.
    if (exchange.attempts === 0) exchange.notes.push(...prepared.remarks, ...built.remarks);
    return built.plan;
  }
  if (built.reason !== 'internal') return argumentFailure(tool, built.faults);
  for (const { argument, message } of built.faults) {
    parts.report({ tool: tool.name, part: argument, cause: new Error(message) });
  }
  return failure(
    'internal',
    `The request of ${tool.name} could not be built. That is not the fault of the arguments: ` +
      built.faults.map(({ message }) => message).join(' '),
  );
}

/** Configured headers with those of middleware in their place, and of the cache; the same array where there are none. */
function operatorHeaders<S>(
  configured: readonly HeaderPair[],
  { headers: added = [], conditional }: ToolCallContext<S>,
): readonly HeaderPair[] {
  const asked = conditional?.headers ?? [];
  if (added.length === 0 && asked.length === 0) return configured;
  const names = new Set(added.map(([name]) => name.toLowerCase()));
  return [...configured.filter(([name]) => !names.has(name.toLowerCase())), ...added, ...asked];
}

function argumentFailure(tool: Tool, faults: readonly ArgumentFault[]): ToolOutcome {
  const sentences = faults.map(({ message }) => message);
  return failure('arguments', describeArgumentFaults(tool.name, sentences));
}

function maxResponseBytesOf<S>(tool: Tool, { parts }: Shared<S>): number {
  return tool.response.maxBytes ?? parts.settings.limits.maxResponseBytes;
}

function withArguments<S>(context: ToolCallContext<S>, given: JsonObject): ToolCallContext<S> {
  return { ...context, request: { ...context.request, arguments: given } };
}

/** Sends one request and records what comes of it. */
async function sendOnce<S>(
  tool: Tool,
  plan: RequestPlan,
  context: ToolCallContext<S>,
  shared: Shared<S>,
): Promise<SendResult> {
  const { clock, upstream, settings } = shared.parts;
  const { exchange, progress } = context;
  const { limits } = settings;
  const maxResponseBytes = maxResponseBytesOf(tool, shared);
  const watch = watchStream({ maxStreamItems: limits.maxStreamItems, progress, from: 1 });
  const span = context.span?.attempt(observedAttempt(tool, plan, context, shared));
  const sent = withTraceHeaders(plan, span?.trace ?? context.trace, shared.parts.traceHeaders);
  const begun = clock.elapsed();
  progress({ progress: 1, message: `Sent ${plan.method} ${tool.operation.path}` });
  const result = await upstream.send(sent, { ...limits, maxResponseBytes }, context.signal, watch);
  span?.end(result);
  recordAttempt(exchange, {
    plan,
    result,
    elapsedMs: clock.elapsed() - begun,
    now: clock.now(),
  });
  if (result.ok) context.conditional?.onAnswer(result.response);
  return result;
}

function observedAttempt<S>(
  tool: Tool,
  { method, url, origin }: RequestPlan,
  { request, credentials }: ToolCallContext<S>,
  { parts, bases }: Shared<S>,
): ObservedAttempt {
  const template = urlTemplate(tool, bases);
  return {
    method,
    url,
    template,
    shownUrl: () =>
      shownUrl({
        tool,
        url,
        withoutValues: origin + template,
        arguments: request.arguments,
        policy: parts.settings.audit.arguments,
        redactor: parts.redactor.including(credentials.map(({ value }) => value)),
      }),
  };
}

function mapResult<S>(
  tool: Tool,
  result: SendResult,
  { request, credentials, exchange }: ToolCallContext<S>,
  { parts, outputSchemas }: Shared<S>,
): ToolOutcome | Promise<ToolOutcome> {
  const redactor = parts.redactor.including(credentials.map(({ value }) => value));
  if (!result.ok) return mapFailure(tool, result.failure, redactor);
  const document = ownValue(parts.artifact.documents, tool.operation.document);
  return mapResponse(tool, result.response, {
    arguments: request.arguments,
    credentials,
    exchange,
    redactor,
    schemas: outputSchemas,
    maxStreamItems: parts.settings.limits.maxStreamItems,
    now: () => parts.clock.now(),
    credentialSetting: (scheme) => credentialSetting(document, scheme),
  });
}

/** The first variable that supplies a scheme. */
function credentialSetting(
  document: ArtifactDocument | undefined,
  scheme: string,
): string | undefined {
  const definition = ownValue(document?.securitySchemes ?? {}, scheme);
  if (document === undefined || definition === undefined) return undefined;
  return credentialVariables(document.environmentPrefix, scheme, definition)[0]?.name;
}
