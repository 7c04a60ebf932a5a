import type { AppliedCredential, Exchange, ToolCallContext, ToolMiddleware } from '../../call.ts';
import { gatherCredentials, replaceCredentials } from './gather-credentials.ts';
import type { SelectionContext } from './select-credentials.ts';

/**
 * Adds the credentials of the first alternative that has all of them (rules K1 to K4). Where none has, the
 * call ends here and says which variables would help. What was fetched and the upstream refuses is replaced
 * once, and the call made once more (rule K9).
 */
export function createAuth<S = undefined>(selection: SelectionContext<S>): ToolMiddleware<S> {
  return (next) => async (context) => {
    const first = await gatherCredentials(selection, context);
    if (first.kind === 'anonymous') return next(context);
    if (first.kind === 'refused') return first.outcome;
    const outcome = await next(withCredentials(context, first.credentials));
    if (outcome.kind === 'success' || !mayBeReplaced(context.exchange)) return outcome;
    if (!(await replaceCredentials(selection, first))) return outcome;
    context.exchange.notes.push('auth: refused, got another');
    const second = await gatherCredentials(selection, context);
    if (second.kind === 'anonymous') return outcome;
    if (second.kind === 'refused') return second.outcome;
    return next(withCredentials(context, second.credentials));
  };
}

/** Errors of a Bearer challenge that another token would not mend (RFC 6750 §3.1). */
const lastingErrors = /\berror="?(?:insufficient_scope|invalid_request)\b/i;

/** Only 401 says that the credentials were to blame, and that nothing was done (RFC 9110 §15.5.2). */
function mayBeReplaced({ status, lastAttempt }: Exchange): boolean {
  if ((lastAttempt?.status ?? status) !== 401) return false;
  return !(lastAttempt?.challenges ?? []).some((challenge) => lastingErrors.test(challenge));
}

function withCredentials<S>(
  context: ToolCallContext<S>,
  credentials: readonly AppliedCredential[],
): ToolCallContext<S> {
  return { ...context, credentials: [...context.credentials, ...credentials] };
}
