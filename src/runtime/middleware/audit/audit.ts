import { randomUUID } from 'node:crypto';
import { withDefaults } from '../../../model/hints.ts';
import type { AuditSettings } from '../../../model/settings.ts';
import type { ToolCallContext, ToolMiddleware, ToolOutcome } from '../../call.ts';
import { failure } from '../../call.ts';
import type { Clock } from '../../clock.ts';
import { auditIdMetaKey } from '../../meta-keys.ts';
import type { TraceContext } from '../../trace-context.ts';
import type { AuditLog } from './audit-log.ts';
import type { AuditEntry } from './audit-record.ts';
import { recordArguments } from './record-arguments.ts';

/** What the audit needs. */
export interface AuditOptions<S> {
  readonly log: AuditLog;
  readonly clock: Clock;
  readonly settings: Pick<AuditSettings, 'required' | 'arguments'>;
  readonly fingerprintKey: Uint8Array;
  /** The server and its documents, for the record that opens the run. */
  readonly start: Extract<AuditEntry, { readonly type: 'start' }>;
  /** Who the caller is, for servers with sign-in. */
  readonly principalOf?: (session: S) => string | undefined;
  /** Told about a record that could not be written. */
  readonly onProblem: (problem: unknown) => void;
}

/**
 * Records an intent before anything leaves and an outcome afterwards. When the intent cannot be recorded and
 * the audit is required, the call is refused.
 */
export function createAudit<S = undefined>(options: AuditOptions<S>): ToolMiddleware<S> {
  const { log, clock, settings, start, onProblem } = options;
  let started = false;
  return (next) => async (context) => {
    const id = randomUUID();
    const begun = clock.elapsed();
    try {
      if (!started) {
        started = true;
        await log.append(start);
      }
      await log.append(intentOf(id, context, options));
    } catch (thrown) {
      onProblem(thrown);
      started = false;
      if (settings.required) {
        return failure(
          'audit',
          `The audit record of this call could not be written, and this server makes no call without one. ` +
            'Nothing was sent. The person who runs the server has to look after its audit.',
        );
      }
    }
    const outcome = await next(context);
    const ended = outcomeOf(id, context, outcome, clock.elapsed() - begun);
    // The call has been made: its answer counts more than its record, and waits for it only where that is required.
    const recorded = log.append(ended, settings.required ? 'now' : 'soon').catch(onProblem);
    if (settings.required) await recorded;
    return { ...outcome, meta: { ...outcome.meta, [auditIdMetaKey]: id } };
  };
}

function intentOf<S>(
  id: string,
  { request, resolved, sessionId, session, trace }: ToolCallContext<S>,
  { settings, fingerprintKey, principalOf }: AuditOptions<S>,
): AuditEntry {
  const principal = principalOf?.(session);
  return {
    type: 'intent',
    id,
    tool: request.name,
    ...(resolved.kind === 'operation' ? { operation: resolved.tool.operation } : {}),
    readOnly: withDefaults(resolved.tool.hints).readOnly,
    ...(request.client === undefined ? {} : { client: request.client }),
    ...(sessionId === undefined ? {} : { session: sessionId }),
    ...(principal === undefined ? {} : { principal }),
    ...traceOf(trace),
    ...argumentsOf(request.arguments, resolved.tool.inputSchema, {
      policy: settings.arguments,
      fingerprintKey,
    }),
  };
}

function argumentsOf(
  ...[given, schema, recording]: Parameters<typeof recordArguments>
): Pick<Extract<AuditEntry, { readonly type: 'intent' }>, 'arguments'> {
  const recorded = recordArguments(given, schema, recording);
  return recorded === undefined ? {} : { arguments: recorded };
}

function outcomeOf<S>(
  id: string,
  { request, exchange, trace }: ToolCallContext<S>,
  outcome: ToolOutcome,
  durationMs: number,
): AuditEntry {
  return {
    type: 'outcome',
    id,
    tool: request.name,
    outcome: outcome.kind,
    ...(outcome.kind === 'failure' ? { reason: outcome.reason } : {}),
    ...(exchange.status === undefined ? {} : { status: exchange.status }),
    attempts: exchange.attempts,
    durationMs: rounded(durationMs),
    upstreamMs: rounded(exchange.upstreamMs),
    requestBytes: exchange.requestBytes,
    responseBytes: exchange.responseBytes,
    notes: exchange.notes,
    ...traceOf(trace),
  };
}

function traceOf(trace: TraceContext | undefined): { readonly traceparent?: string } {
  return trace?.traceparent === undefined ? {} : { traceparent: trace.traceparent };
}

function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10;
}
