import type { ToolHandler, ToolMiddleware, ToolOutcome } from './call.ts';
import { failure } from './call.ts';
import { outcomeFault } from './check-outcome.ts';
import { ElicitationPending } from './elicitation.ts';
import type { Redactor } from './redact.ts';
import { redactOutcome } from './redact-outcome.ts';

/** Something that failed inside a call, for the person who runs the server; never for the model. */
export interface InternalProblem {
  readonly tool: string;
  /** What failed, for instance `the middleware "tenant"`. */
  readonly part: string;
  readonly cause: unknown;
}

/** Told about internal problems; must not throw. */
export type ReportProblem = (problem: InternalProblem) => void;

/** What guards need. */
export interface GuardOptions {
  readonly report: ReportProblem;
  readonly redactor: Redactor;
}

/**
 * Turns whatever a handler throws into a clean failure: the model learns that it is not the arguments' fault,
 * and nothing of the message, which may hold a URL with a password or a header.
 */
export function guardHandler<S>(
  handler: ToolHandler<S>,
  part: string,
  { report }: Pick<GuardOptions, 'report'>,
): ToolHandler<S> {
  return async (context) => {
    try {
      return await handler(context);
    } catch (thrown) {
      if (thrown instanceof ElicitationPending) {
        return failure('refused', 'The person is asked first. Nothing was sent.');
      }
      if (context.signal.aborted) return failure('cancelled', 'The call was cancelled.');
      report({ tool: context.request.name, part, cause: thrown });
      return internalFailure();
    }
  };
}

/** Outcomes that were checked; most middleware hands back what it got. */
const checkedOutcomes = new WeakSet<ToolOutcome>();

/**
 * Guards what a person wrote: what it throws, and what it returns. Values that MCP or JSON cannot carry would
 * leave the client without an answer, and known secrets must not show.
 */
export function guardForeign<S>(
  handler: ToolHandler<S>,
  part: string,
  options: GuardOptions,
): ToolHandler<S> {
  return guardHandler(
    async (context) => {
      const outcome = await handler(context);
      const fault = checkedOutcomes.has(outcome) ? undefined : outcomeFault(outcome);
      if (fault !== undefined) throw new TypeError(`${part} ${fault}.`);
      const redacted = redactOutcome(outcome, options.redactor);
      checkedOutcomes.add(redacted);
      return redacted;
    },
    part,
    options,
  );
}

/** A person's middleware with its name, which reports show. */
export interface NamedMiddleware<S> {
  readonly name: string;
  readonly middleware: ToolMiddleware<S>;
}

/** {@link guardForeign} around a middleware. */
export function guardMiddleware<S>(
  { name, middleware }: NamedMiddleware<S>,
  options: GuardOptions,
): ToolMiddleware<S> {
  return (next) => guardForeign(middleware(next), `the middleware "${name}"`, options);
}

function internalFailure(): ToolOutcome {
  return failure(
    'internal',
    'The server failed while it handled this call. That is not the fault of the arguments; ' +
      'the person who runs the server finds the cause in its log.',
  );
}
