import type { JsonObject } from '../model/json.ts';
import type { ContentBlock, ToolOutcome } from './call.ts';
import type { HandwrittenCallContext, HandwrittenTool, ToolSchema } from './handwritten-tool.ts';
import type { StandardSchema } from './standard-schema.ts';

/** What a handler gets for an input schema: the output of a Standard Schema, else plain JSON. */
export type ArgumentsOf<Input> =
  Input extends StandardSchema<infer _Given, infer Parsed> ? Parsed : JsonObject;

/** What a handler returns for an output schema: what a Standard Schema takes, else plain JSON. */
export type StructuredContentOf<Output> =
  Output extends StandardSchema<infer Given, infer _Parsed> ? Given : JsonObject;

/** An outcome whose structured content is typed by an output schema, and there wherever one promises it. */
export type TypedOutcome<Output> =
  | Extract<ToolOutcome, { readonly kind: 'failure' }>
  | ({
      readonly kind: 'success';
      readonly content: readonly [ContentBlock, ...ContentBlock[]];
      readonly meta?: JsonObject;
    } & (Output extends undefined
      ? { readonly structuredContent?: JsonObject }
      : { readonly structuredContent: StructuredContentOf<Output> }));

/** A {@link HandwrittenTool} whose handler is typed by its schemas. */
export type ToolDefinition<Input, Output, S> = Omit<
  HandwrittenTool<S>,
  'inputSchema' | 'outputSchema' | 'handler'
> & {
  readonly inputSchema?: Input;
  readonly outputSchema?: Output;
  readonly handler: (
    context: HandwrittenCallContext<S, ArgumentsOf<Input>>,
  ) => Promise<TypedOutcome<Output>>;
};

/**
 * Types a hand-written tool: the handler's arguments by the input schema, its structured content by the output schema,
 * its session by what the handler says. Returns the tool as it is.
 */
export function defineTool<
  Input extends ToolSchema | undefined = undefined,
  Output extends ToolSchema | undefined = undefined,
  S = unknown,
>(tool: ToolDefinition<Input, Output, S>): HandwrittenTool<S> {
  // The runtime hands over what the input schema made, and checks what the output schema promises.
  return tool as unknown as HandwrittenTool<S>;
}
