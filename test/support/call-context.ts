import type { JsonObject } from '../../src/model/json.ts';
import type {
  ElicitationAnswer,
  Elicitation,
  ResolvedTool,
  ToolCallContext,
  ToolHandler,
  ToolOutcome,
} from '../../src/runtime/call.ts';
import { newExchange } from '../../src/runtime/call.ts';
import { toolOf } from './artifact-builder.ts';

/** What a test says of a call. */
export interface CallParts {
  readonly resolved?: ResolvedTool;
  readonly arguments?: JsonObject;
  readonly signal?: AbortSignal;
  readonly sessionId?: string;
  readonly elicit?: (question: Elicitation) => Promise<ElicitationAnswer>;
}

/** A call on its way, as a layer of the onion gets it. */
export function contextOf(parts: CallParts = {}): ToolCallContext {
  const resolved = parts.resolved ?? { kind: 'operation', tool: toolOf() };
  return {
    request: { name: resolved.tool.name, arguments: parts.arguments ?? { id: '1' }, meta: {} },
    resolved,
    session: undefined,
    signal: parts.signal ?? new AbortController().signal,
    credentials: [],
    exchange: newExchange(),
    progress: () => undefined,
    ...(parts.sessionId === undefined ? {} : { sessionId: parts.sessionId }),
    ...(parts.elicit === undefined ? {} : { elicit: parts.elicit }),
  };
}

/** The success that recording handlers give. */
export const done: ToolOutcome = { kind: 'success', content: [{ type: 'text', text: 'done' }] };

/** A handler that remembers the contexts it was called with. */
export function recordingHandler(outcome: ToolOutcome = done): {
  readonly handler: ToolHandler;
  readonly calls: readonly ToolCallContext[];
} {
  const calls: ToolCallContext[] = [];
  return {
    calls,
    handler: (context) => {
      calls.push(context);
      return Promise.resolve(outcome);
    },
  };
}

/** The text of an outcome's first block. */
export function textOf(outcome: ToolOutcome): string {
  const [block] = outcome.content;
  return block.type === 'text' ? block.text : '';
}

/** The reason of a failure; `success` for a success. */
export function reasonOf(outcome: ToolOutcome): string {
  return outcome.kind === 'failure' ? outcome.reason : 'success';
}
