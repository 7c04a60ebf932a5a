import type { ToolHandler, ToolMiddleware } from './call.ts';
import { failure } from './call.ts';
import { outcomeFault } from './check-outcome.ts';
import { ElicitationPending } from './elicitation.ts';

/** Something that failed inside a call, for the person who runs the server; never for the model. */
export interface InternalProblem {
  readonly tool: string;
  /** What failed, for instance `the middleware "tenant"`. */
  readonly part: string;
  readonly cause: unknown;
}

/** Told about internal problems; must not throw. */
export type ReportProblem = (problem: InternalProblem) => void;

/**
 * Turns whatever a handler throws into a clean failure: the model learns that it is not the arguments' fault,
 * and nothing of the message, which may hold a URL with a password or a header.
 */
export function guardHandler<S>(
  handler: ToolHandler<S>,
  part: string,
  report: ReportProblem,
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

/**
 * Guards what a person wrote: what it throws, and what it returns. Values that MCP or JSON cannot carry would
 * leave the client without an answer.
 */
export function guardForeign<S>(
  handler: ToolHandler<S>,
  part: string,
  report: ReportProblem,
): ToolHandler<S> {
  return guardHandler(
    async (context) => {
      const outcome = await handler(context);
      const fault = outcomeFault(outcome);
      if (fault !== undefined) throw new TypeError(`${part} ${fault}.`);
      return outcome;
    },
    part,
    report,
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
  report: ReportProblem,
): ToolMiddleware<S> {
  const part = `the middleware "${name}"`;
  return (next) => guardForeign(middleware(next), part, report);
}

function internalFailure(): ReturnType<typeof failure> {
  return failure(
    'internal',
    'The server failed while it handled this call. That is not the fault of the arguments; ' +
      'the person who runs the server finds the cause in its log.',
  );
}
