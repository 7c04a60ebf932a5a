import type { AppliedCredential, ToolCallContext, ToolOutcome } from '../../call.ts';
import { failure } from '../../call.ts';
import { adviseOnToken, describeUnmet } from './describe-missing.ts';
import { bearerCredential } from './scheme-use.ts';
import type { SelectionContext, UnmetScheme, UsableScheme } from './select-credentials.ts';
import { selectCredentials } from './select-credentials.ts';
import type { TokenAnswer, TokenRequest } from './token-provider.ts';

/** What a call sends along, or why it cannot be made. */
export type Gathered =
  | { readonly kind: 'anonymous' }
  | ReadyCredentials
  | { readonly kind: 'refused'; readonly outcome: ToolOutcome };

/** Credentials that are ready to be sent. */
export interface ReadyCredentials {
  readonly kind: 'ready';
  readonly credentials: readonly AppliedCredential[];
  /** Tokens that were fetched for this call. */
  readonly fetched: readonly { readonly request: TokenRequest; readonly token: string }[];
  /** Sources that may have something else after a refusal. */
  readonly renewals: readonly (() => Promise<boolean>)[];
}

/** Finds the credentials of a call, fetching tokens where they are needed. */
export async function gatherCredentials<S>(
  selection: SelectionContext<S>,
  context: ToolCallContext<S>,
): Promise<Gathered> {
  const chosen = await selectCredentials(selection, context.session);
  switch (chosen.kind) {
    case 'anonymous':
      return chosen;
    case 'none':
      return noCredentials(selection, context, chosen.unmet);
    case 'chosen':
      return gatherAll(selection, context, chosen.schemes);
  }
}

/**
 * Gives up what the upstream has refused (rule K9).
 *
 * @returns Whether gathering again would give something else.
 */
export async function replaceCredentials<S>(
  { tokens }: SelectionContext<S>,
  { fetched, renewals }: ReadyCredentials,
): Promise<boolean> {
  for (const { request, token } of fetched) tokens?.forget(request, token);
  const renewed = await Promise.all(renewals.map((renew) => renew()));
  return fetched.length > 0 || renewed.includes(true);
}

async function gatherAll<S>(
  selection: SelectionContext<S>,
  context: ToolCallContext<S>,
  schemes: readonly UsableScheme[],
): Promise<Gathered> {
  const credentials: AppliedCredential[] = [];
  const fetched: ReadyCredentials['fetched'][number][] = [];
  const renewals: (() => Promise<boolean>)[] = [];
  for (const scheme of schemes) {
    if (scheme.kind === 'ready') {
      credentials.push(...scheme.credentials);
      if (scheme.renew !== undefined) renewals.push(scheme.renew);
      continue;
    }
    const { request, use } = scheme;
    const answer = await selection.tokens?.token(request, context.signal);
    if (answer?.ok !== true) return noToken(selection, context, { scheme: use.name, answer });
    fetched.push({ request, token: answer.token });
    credentials.push(...bearerCredential(use, answer.token).credentials);
  }
  return { kind: 'ready', credentials, fetched, renewals };
}

function noCredentials<S>(
  selection: SelectionContext<S>,
  { request, exchange }: ToolCallContext<S>,
  unmet: readonly (readonly UnmetScheme[])[],
): Gathered {
  exchange.notes.push('auth: no credentials');
  return refused(
    `${request.name} needs credentials that this server does not have. Nothing was sent. ` +
      `${describeUnmet(selection, unmet)} ` +
      'The person who runs the server can do that; calling again does not help before.',
  );
}

function noToken<S>(
  selection: SelectionContext<S>,
  { exchange, signal }: ToolCallContext<S>,
  {
    scheme,
    answer,
  }: {
    readonly scheme: string;
    readonly answer: Extract<TokenAnswer, { readonly ok: false }> | undefined;
  },
): Gathered {
  if (signal.aborted) {
    return { kind: 'refused', outcome: failure('cancelled', 'The call was cancelled.') };
  }
  exchange.notes.push(`auth: no token${answer === undefined ? '' : ` (${answer.fault})`}`);
  const why =
    answer === undefined
      ? ''
      : ` ${answer.message} ${adviseOnToken(selection, scheme, answer.fault)}`.trimEnd();
  return refused(
    `No access token could be had for the scheme "${scheme}". Nothing was sent.${why}`,
  );
}

function refused(text: string): Gathered {
  return { kind: 'refused', outcome: failure('credentials', text) };
}
