import type { ApiModel, Operation } from '../model/api.ts';
import { staged, type Staged } from '../model/diagnostic.ts';
import type { JsonSchema } from '../model/json.ts';
import type { BodyBinding, ParameterBinding } from '../model/request-binding.ts';
import type { RequestDirectives } from './directives.ts';
import type { ArgumentOptions } from './options.ts';

/** The arguments of one tool, and the way from each to the wire. */
export interface MappedArguments {
  /** Root is a closed object with `properties`, without composition (rule J17). */
  readonly inputSchema: JsonSchema;
  /** In the order in which they are written to the request. */
  readonly parameters: readonly ParameterBinding[];
  readonly body?: BodyBinding;
  /** Value of the `Accept` header (rule R4). */
  readonly accept: string;
  /**
   * Argument name by place and wire name: `query:filter[name]`, `path:id`, `body`, and `body:title` for
   * the property of a flattened body. What the lock file keeps, and what links are resolved with.
   */
  readonly argumentNames: Readonly<Record<string, string>>;
}

/**
 * Lays out the arguments of one operation (rules A1 to A10) and publishes their schema (J1 to J17).
 * Never throws: where no request could be built, the result holds a diagnostic that leaves the
 * operation out.
 */
export function mapArguments(
  operation: Operation,
  api: ApiModel,
  directives: RequestDirectives,
  options: ArgumentOptions,
): Staged<MappedArguments> {
  void operation;
  void api;
  void directives;
  void options;
  return staged({
    inputSchema: { type: 'object', properties: {}, additionalProperties: false },
    parameters: [],
    accept: '*/*',
    argumentNames: {},
  });
}
