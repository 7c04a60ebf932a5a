import type { ToolMiddleware } from '../call.ts';
import { failure } from '../call.ts';

/**
 * The scopes that a caller's sign-in grants; `undefined` where the transport has no sign-in (stdio), which
 * leaves the tool to the person who started the server.
 */
export type ScopesOfSession<S> = (session: S) => readonly string[] | undefined;

/** Refuses a caller who lacks one of the scopes that the tool asks for. */
export function createScopesGate<S = undefined>(
  required: readonly string[],
  scopesOf: ScopesOfSession<S>,
): ToolMiddleware<S> {
  return (next) => async (context) => {
    const granted = scopesOf(context.session);
    if (granted === undefined) return next(context);
    const missing = required.filter((scope) => !granted.includes(scope));
    if (missing.length === 0) return next(context);
    context.exchange.notes.push(`scopes: missing ${missing.join(' ')}`);
    return failure(
      'refused',
      `The caller's sign-in does not grant ${missing.map((scope) => `"${scope}"`).join(', ')}, ` +
        `which ${context.request.name} needs. Nothing was sent. Sign in again with these scopes: ` +
        `${required.join(' ')}.`,
    );
  };
}
