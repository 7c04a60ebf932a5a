import type { JsonObject } from '../../../model/json.ts';
import type { ToolCallContext, ToolMiddleware } from '../../call.ts';
import { failure } from '../../call.ts';
import { describeArgumentFaults } from '../../describe-argument-faults.ts';
import type { SchemaCompiler } from './compile-schema.ts';
import { describeFault } from './describe-fault.ts';
import { selectFaults } from './select-faults.ts';

/** Faults that are told at most; more would not help to mend them. */
const toldFaults = 20;

/** What validation needs. */
export interface ValidateOptions<S> {
  readonly compiler: SchemaCompiler;
  /**
   * The arguments as they are checked: generated tools turn text into the type that the schema admits first,
   * as they do again when they bind the arguments.
   */
  readonly prepare?: (context: ToolCallContext<S>) => JsonObject;
}

/**
 * Checks the arguments against the tool's input schema before anything is sent. The failure names every wrong
 * argument, what was expected, and what to send.
 */
export function createValidation<S = undefined>({
  compiler,
  prepare,
}: ValidateOptions<S>): ToolMiddleware<S> {
  return (next) => async (context) => {
    const { tool } = context.resolved;
    const check = await compiler.compile(tool.name, tool.inputSchema);
    const faults = selectFaults(check(prepare?.(context) ?? context.request.arguments));
    if (faults.length === 0) return next(context);
    context.exchange.notes.push(`validate: refused ${faults.length}`);
    const told = [...new Set(faults.slice(0, toldFaults).map(describeFault))];
    const more = faults.length - toldFaults;
    const sentences = more > 0 ? [...told, `and ${more} more`] : told;
    return failure('arguments', describeArgumentFaults(tool.name, sentences));
  };
}
