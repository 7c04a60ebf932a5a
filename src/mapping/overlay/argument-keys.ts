import type { Operation, Parameter } from '../../model/api.ts';
import { objectFromEntries } from '../../model/json.ts';
import type { ArgumentDirective } from '../directives.ts';

/** Directives under the keys that the operation has, and the keys as written that it has not. */
export interface ResolvedArguments {
  readonly known: Readonly<Record<string, ArgumentDirective>>;
  readonly unknown: readonly string[];
}

/**
 * Finds what each key of `arguments` means for one operation: a parameter by name or `place:name`, `body`, or a
 * property of a flattened body. A bare name that stands in two places means neither.
 */
export function resolveArguments(
  written: Readonly<Record<string, ArgumentDirective>>,
  operation: Operation,
  flatten: boolean,
): ResolvedArguments {
  const known: (readonly [string, ArgumentDirective])[] = [];
  const unknown: string[] = [];
  for (const [key, directive] of Object.entries(written)) {
    const resolved = resolveKey(key, operation, flatten);
    if (resolved === undefined) unknown.push(key);
    else known.push([resolved, directive]);
  }
  return { known: objectFromEntries(known), unknown };
}

function resolveKey(key: string, operation: Operation, flatten: boolean): string | undefined {
  if (key === 'body' && operation.requestBody !== undefined) return key;
  const parameter = findParameter(key, operation.parameters);
  if (parameter !== undefined) return argumentKey(parameter, operation);
  if (operation.requestBody === undefined || !flatten) return undefined;
  return key.startsWith('body:') ? key : `body:${key}`;
}

/** The key of a parameter: its name, or `place:name` where the name alone would not do. */
export function argumentKey(parameter: Parameter, operation: Operation): string {
  const alike = operation.parameters.filter(({ name }) => name === parameter.name);
  return alike.length > 1 || parameter.name === 'body'
    ? `${parameter.in}:${parameter.name}`
    : parameter.name;
}

/** The keys that an operation has, for suggestions. */
export function argumentKeys(operation: Operation): readonly string[] {
  const keys = operation.parameters.map((parameter) => argumentKey(parameter, operation));
  return operation.requestBody === undefined ? keys : [...keys, 'body'];
}

function findParameter(key: string, parameters: readonly Parameter[]): Parameter | undefined {
  const placed = parameters.find(({ in: place, name }) => `${place}:${name}` === key);
  if (placed !== undefined) return placed;
  const named = parameters.filter(({ name }) => name === key);
  if (named.length > 0) return named.length === 1 ? named[0] : undefined;
  // Header names have no case (RFC 9110 §5.1).
  const folded = key.toLowerCase();
  return parameters.find(
    ({ in: place, name }) =>
      place === 'header' && [name, `header:${name}`].some((each) => each.toLowerCase() === folded),
  );
}
