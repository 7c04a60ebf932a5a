import type {
  AppliedCredential,
  ToolCallContext,
  ToolMiddleware,
  ToolOutcome,
} from '../../call.ts';
import { failure } from '../../call.ts';
import { bearerCredential } from './apply-scheme.ts';
import { describeUnmet } from './describe-missing.ts';
import type { SelectionContext, UsableScheme } from './select-credentials.ts';
import { selectCredentials } from './select-credentials.ts';
import type { TokenRequest } from './token-provider.ts';

/** A token that was fetched for this call; the upstream may refuse it once. */
interface FetchedToken {
  readonly request: TokenRequest;
  readonly token: string;
}

type Gathered =
  | {
      readonly ok: true;
      readonly credentials: readonly AppliedCredential[];
      readonly fetched: readonly FetchedToken[];
    }
  | { readonly ok: false; readonly outcome: ToolOutcome };

/**
 * Adds the credentials of the first alternative that has all of them (rules K1 to K4). Where none has, the
 * call ends here and says which variables would help. A fetched token that the upstream refuses is replaced
 * once (rule K9).
 */
export function createAuth<S = undefined>(selection: SelectionContext<S>): ToolMiddleware<S> {
  return (next) => async (context) => {
    const chosen = await selectCredentials(selection, context.session);
    switch (chosen.kind) {
      case 'anonymous':
        return next(context);
      case 'none':
        context.exchange.notes.push('auth: no credentials');
        return failure(
          'credentials',
          `${context.request.name} needs credentials that this server does not have. Nothing was sent. ` +
            `${describeUnmet(selection.document, chosen.unmet)} ` +
            'The person who runs the server can do that; calling again does not help before.',
        );
      case 'chosen':
        return callWith(chosen.schemes, context);
    }

    async function callWith(
      schemes: readonly UsableScheme[],
      call: ToolCallContext<S>,
    ): Promise<ToolOutcome> {
      const first = await gather(schemes, call);
      if (!first.ok) return first.outcome;
      const outcome = await next(withCredentials(call, first.credentials));
      if (first.fetched.length === 0 || call.exchange.status !== 401) return outcome;
      for (const { request, token } of first.fetched) selection.tokens?.forget(request, token);
      call.exchange.notes.push('auth: token refused, fetched another');
      const second = await gather(schemes, call);
      return second.ok ? next(withCredentials(call, second.credentials)) : second.outcome;
    }
  };

  async function gather(
    schemes: readonly UsableScheme[],
    call: ToolCallContext<S>,
  ): Promise<Gathered> {
    const credentials: AppliedCredential[] = [];
    const fetched: FetchedToken[] = [];
    for (const scheme of schemes) {
      if (scheme.kind === 'ready') {
        credentials.push(...scheme.credentials);
        continue;
      }
      const answer = await selection.tokens?.token(scheme.request, call.signal);
      if (answer === undefined || !answer.ok)
        return noToken(scheme.use.name, answer?.message, call);
      fetched.push({ request: scheme.request, token: answer.token });
      const applied = bearerCredential(scheme.use, answer.token);
      if (applied.kind === 'ready') credentials.push(...applied.credentials);
    }
    return { ok: true, credentials, fetched };
  }
}

function noToken<S>(scheme: string, why: string | undefined, call: ToolCallContext<S>): Gathered {
  call.exchange.notes.push('auth: no token');
  const outcome = call.signal.aborted
    ? failure('cancelled', 'The call was cancelled.')
    : failure(
        'credentials',
        `No access token could be had for the scheme "${scheme}". Nothing was sent. ${why ?? ''}`.trim(),
      );
  return { ok: false, outcome };
}

function withCredentials<S>(
  context: ToolCallContext<S>,
  credentials: readonly AppliedCredential[],
): ToolCallContext<S> {
  return { ...context, credentials: [...context.credentials, ...credentials] };
}
