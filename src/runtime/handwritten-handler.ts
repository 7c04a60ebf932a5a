import type { JsonObject, JsonSchema } from '../model/json.ts';
import { isJsonObject } from '../model/json.ts';
import type { ToolHandler, ToolMiddleware, ToolOutcome } from './call.ts';
import { failure } from './call.ts';
import { describeArgumentFaults } from './describe-argument-faults.ts';
import type { GuardOptions } from './guard.ts';
import { guardForeign } from './guard.ts';
import type { HandwrittenCallContext, HandwrittenTool } from './handwritten-tool.ts';
import type { SchemaCompiler } from './middleware/validate/compile-schema.ts';
import { describeFault } from './middleware/validate/describe-fault.ts';
import { selectFaults } from './middleware/validate/select-faults.ts';
import type { CheckedValue, StandardSchema } from './standard-schema.ts';
import { checkStandard, isStandardSchema } from './standard-schema.ts';

/** Faults that are told at most; more would not help to mend them. */
const toldFaults = 20;

/** A hand-written tool in parts of the onion. */
export interface HandwrittenParts<S> {
  /** In the place of `validate`, for a Standard Schema: refuses before anybody is asked or anything is counted. */
  readonly validate?: ToolMiddleware<S>;
  /** The innermost layer: the handler with its arguments, and the check of what it returns. */
  readonly handler: ToolHandler<S>;
}

/** What a hand-written tool stands on. */
export interface HandwrittenOptions {
  /** As clients see it. */
  readonly outputSchema: JsonSchema | undefined;
  readonly outputSchemas: SchemaCompiler;
  readonly guards: GuardOptions;
}

/** Takes a hand-written tool apart; whatever its own code throws is a clean failure. */
export function handwrittenParts<S>(
  tool: HandwrittenTool<S>,
  { outputSchema, outputSchemas, guards }: HandwrittenOptions,
): HandwrittenParts<S> {
  const { name, inputSchema } = tool;
  const part = `the tool "${name}"`;
  const check = outputCheck(tool, outputSchema, outputSchemas);
  const answer = async (context: HandwrittenCallContext<S>): Promise<ToolOutcome> =>
    check(await tool.handler(context));
  if (!isStandardSchema(inputSchema)) return { handler: guardForeign(answer, part, guards) };
  const input = rememberChecks(inputSchema);
  return {
    validate: (next) =>
      guardForeign(
        async (context) => {
          const { arguments: given } = context.request;
          const checked = await input.check(given);
          if (!checked.ok) {
            context.exchange.notes.push(`validate: refused ${checked.faults.length}`);
            return argumentsFailure(name, checked.faults);
          }
          input.remember(given, checked);
          return next(context);
        },
        `the input schema of ${part}`,
        guards,
      ),
    handler: guardForeign(
      async (context) => {
        const checked = await input.take(context.request.arguments);
        if (!checked.ok) return argumentsFailure(name, checked.faults);
        // The handler was typed by its schema: JSON for those that only check, whatever others make of it.
        const values = checked.value as JsonObject;
        return answer({ ...context, request: { ...context.request, arguments: values } });
      },
      part,
      guards,
    ),
  };
}

function argumentsFailure(tool: string, faults: readonly string[]): ToolOutcome {
  const told = [...new Set(faults.slice(0, toldFaults))];
  const more = faults.length - toldFaults;
  return failure(
    'arguments',
    describeArgumentFaults(tool, more > 0 ? [...told, `and ${more} more`] : told),
  );
}

/**
 * Checks arguments once where the layers between leave them as they are, and again where one of them changed them or
 * calls again: every run of the handler gets values of its own.
 */
function rememberChecks(schema: StandardSchema): {
  readonly check: (given: JsonObject) => Promise<CheckedValue<unknown>>;
  readonly remember: (given: JsonObject, checked: CheckedValue<unknown>) => void;
  readonly take: (given: JsonObject) => Promise<CheckedValue<unknown>>;
} {
  const known = new WeakMap<JsonObject, CheckedValue<unknown>>();
  const check = (given: JsonObject): Promise<CheckedValue<unknown>> => checkStandard(schema, given);
  return {
    check,
    remember: (given, checked) => void known.set(given, checked),
    take: async (given) => {
      const before = known.get(given);
      known.delete(given);
      return before ?? check(given);
    },
  };
}

/**
 * Holds a tool to its output schema: a client refuses a success without structured content where one is promised
 * (rule C15), and a model reads what the schema says.
 */
function outputCheck<S>(
  { name, outputSchema: own }: HandwrittenTool<S>,
  shown: JsonSchema | undefined,
  schemas: SchemaCompiler,
): (outcome: ToolOutcome) => Promise<ToolOutcome> {
  if (own === undefined || shown === undefined) return (outcome) => Promise.resolve(outcome);
  return async (outcome) => {
    // What is no outcome at all is told by the guard.
    if (!isJsonObject(outcome) || outcome.kind !== 'success') return outcome;
    const { structuredContent } = outcome;
    if (structuredContent === undefined) {
      throw new TypeError(`"${name}" has an output schema and returned no structured content.`);
    }
    if (isStandardSchema(own)) {
      const checked = await checkStandard(own, structuredContent);
      if (!checked.ok) throw outputFault(name, checked.faults);
      // The guard refuses what is no object.
      return { ...outcome, structuredContent: checked.value as JsonObject };
    }
    const check = await schemas.compile(name, shown);
    const faults = selectFaults(check(structuredContent));
    if (faults.length > 0) throw outputFault(name, faults.map(describeFault));
    return outcome;
  };
}

function outputFault(name: string, faults: readonly string[]): TypeError {
  return new TypeError(
    `"${name}" returned structured content that its output schema does not allow: ` +
      faults.slice(0, toldFaults).join('; '),
  );
}
