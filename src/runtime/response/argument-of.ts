import type { JsonObject, JsonValue } from '../../model/json.ts';
import { ownValue } from '../../model/json.ts';
import type { ParameterBinding } from '../../model/request-binding.ts';
import type { Tool } from '../../model/tool.ts';

/** The argument that fills a parameter, by the parameter's name on the wire; `undefined` for a fixed or unknown one. */
export function argumentFor(
  tool: Tool,
  place: ParameterBinding['in'],
  name: string,
): string | undefined {
  const binding = parameterNamed(tool, place, name);
  return binding?.source.kind === 'argument' ? binding.source.argument : undefined;
}

/** The value that a parameter of this call had, given or fixed. */
export function parameterValue(
  tool: Tool,
  values: JsonObject,
  parameter: { readonly in: ParameterBinding['in']; readonly name: string },
): JsonValue | undefined {
  const source = parameterNamed(tool, parameter.in, parameter.name)?.source;
  if (source === undefined) return undefined;
  return source.kind === 'fixed' ? source.value : ownValue(values, source.argument);
}

/** Header names compare without regard to case, all others exactly. */
function parameterNamed(
  tool: Tool,
  place: ParameterBinding['in'],
  name: string,
): ParameterBinding | undefined {
  return tool.request.parameters.find(
    (each) =>
      each.in === place &&
      (place === 'header' ? each.name.toLowerCase() === name.toLowerCase() : each.name === name),
  );
}
