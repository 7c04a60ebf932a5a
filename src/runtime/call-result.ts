import type { JsonObject } from '../model/json.ts';
import type { ContentBlock, ToolOutcome } from './call.ts';
import { failure } from './call.ts';

/** The result of `tools/call`, as every protocol revision sends it. */
export interface CallResult {
  readonly content: readonly ContentBlock[];
  readonly structuredContent?: JsonObject;
  readonly isError?: true;
  readonly _meta?: JsonObject;
}

/** An outcome as MCP's result. */
export function toCallResult(outcome: ToolOutcome): CallResult {
  const structured = outcome.kind === 'success' ? outcome.structuredContent : undefined;
  return {
    content: outcome.content,
    ...(structured === undefined ? {} : { structuredContent: structured }),
    ...(outcome.kind === 'failure' ? { isError: true } : {}),
    ...(outcome.meta === undefined ? {} : { _meta: outcome.meta }),
  };
}

/** A bridge promises never to reject; a rejection that comes all the same must not show its message. */
export async function settleCall(running: Promise<ToolOutcome>): Promise<ToolOutcome> {
  try {
    return await running;
  } catch {
    return failure('internal', 'The server failed. This is not the fault of the arguments.');
  }
}
