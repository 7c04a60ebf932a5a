import type { JsonObject, JsonValue } from '../../model/json.ts';
import { isArray, isJsonObject, ownValue } from '../../model/json.ts';
import type { Tool } from '../../model/tool.ts';
import { headerValue } from '../header-pairs.ts';
import type { UpstreamResponse } from '../upstream-port.ts';
import { parameterValue } from './argument-of.ts';

/** What a runtime expression can speak of. */
export interface ExpressionScope {
  readonly tool: Tool;
  readonly response: UpstreamResponse;
  /** The call's arguments. */
  readonly arguments: JsonObject;
  /** The parsed body of the answer. */
  readonly value: JsonValue | undefined;
}

/**
 * The value of a constant or a runtime expression of a Link Object (3.2 §Runtime Expressions), with expressions in
 * braces inside a text replaced; `undefined` where it speaks of something that is not there.
 */
export function evaluateExpression(
  expression: JsonValue,
  scope: ExpressionScope,
): JsonValue | undefined {
  if (typeof expression !== 'string') return expression;
  if (expression.startsWith('$')) return evaluate(expression, scope);
  let missing = false;
  const text = expression.replaceAll(/\{(\$[^{}]+)\}/g, (_, inner: string) => {
    const value = evaluate(inner, scope);
    missing ||= value === undefined;
    return typeof value === 'string' ? value : JSON.stringify(value ?? null);
  });
  return missing ? undefined : text;
}

function evaluate(expression: string, scope: ExpressionScope): JsonValue | undefined {
  const { tool, response, value } = scope;
  if (expression === '$url') return response.url;
  if (expression === '$method') return tool.request.method;
  if (expression === '$statusCode') return response.status;
  const match = /^\$(request|response)\.(body|header|path|query)(?:([.#])(.*))?$/s.exec(expression);
  if (match === null) return undefined;
  const [, side, part, separator, rest = ''] = match;
  if (part === 'body') {
    const body = side === 'response' ? value : requestBody(tool, scope.arguments);
    return separator === '.' ? undefined : resolvePointer(body, rest);
  }
  if (separator !== '.') return undefined;
  if (side === 'response') {
    return part === 'header' ? headerValue(response.headers, rest.toLowerCase()) : undefined;
  }
  if (part !== 'header' && part !== 'path' && part !== 'query') return undefined;
  return parameterValue(tool, scope.arguments, { in: part, name: rest });
}

function requestBody(tool: Tool, values: JsonObject): JsonValue | undefined {
  const source = tool.request.body?.source;
  if (source === undefined) return undefined;
  if (source.kind === 'argument') return ownValue(values, source.argument);
  const entries = source.properties.flatMap(({ property, source: from }) => {
    const value = from.kind === 'fixed' ? from.value : ownValue(values, from.argument);
    return value === undefined ? [] : [[property, value] as const];
  });
  return Object.fromEntries(entries);
}

/** RFC 6901; an empty pointer is the whole value. */
function resolvePointer(value: JsonValue | undefined, pointer: string): JsonValue | undefined {
  if (pointer === '') return value;
  if (!pointer.startsWith('/')) return undefined;
  let current = value;
  for (const token of pointer.slice(1).split('/')) {
    const key = token.replaceAll('~1', '/').replaceAll('~0', '~');
    if (isArray(current)) current = /^\d+$/.test(key) ? current[Number(key)] : undefined;
    else current = isJsonObject(current) ? ownValue(current, key) : undefined;
  }
  return current;
}
