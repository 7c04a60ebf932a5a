import type { Tool } from '../../model/tool.ts';
import type { ToolOutcome } from '../call.ts';
import { failure } from '../call.ts';
import { isIdempotentMethod } from '../idempotent-method.ts';
import type { TextRedactor } from '../redact.ts';
import type { UpstreamFailure } from '../upstream-port.ts';

/** Maps the lack of an answer: what happened, and whether calling again is safe (rules R18, H5). */
export function mapFailure(
  tool: Tool,
  given: UpstreamFailure,
  redactor: TextRedactor,
): ToolOutcome {
  const text =
    given.kind === 'cancelled'
      ? given.message
      : `${given.message} ${adviseOnRepetition(tool.request.method, given.sent)}`;
  return failure(given.kind, redactor.scrub(text));
}

function adviseOnRepetition(method: string, sent: boolean): string {
  if (!sent) return 'Nothing was sent.';
  return isIdempotentMethod(method)
    ? `The ${method} can be repeated without harm.`
    : `The ${method} may have taken effect all the same: check that before calling again, or it may happen twice.`;
}
