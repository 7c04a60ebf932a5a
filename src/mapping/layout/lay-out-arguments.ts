import type { Parameter } from '../../model/api.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import { objectFromEntries } from '../../model/json.ts';
import type { BodyBinding, ParameterBinding } from '../../model/request-binding.ts';
import { assignArgumentNames, type NameRequest, type RefusedName } from '../argument-names.ts';
import { layOutBody } from './body-layout.ts';
import {
  LayoutContext,
  rankOf,
  type LaidOutArgument,
  type LayoutRequest,
  type Origin,
} from './layout-context.ts';
import {
  bindParameter,
  isRequired,
  publishParameter,
  type DirectedParameter,
} from './parameters.ts';

/** The arguments of an operation in the order of rule A6, and the way of each to the wire. */
export interface ArgumentLayout {
  readonly arguments: readonly LaidOutArgument[];
  readonly parameters: readonly ParameterBinding[];
  readonly body?: BodyBinding;
  /** By place and wire name. */
  readonly names: Readonly<Record<string, string>>;
  readonly diagnostics: readonly Diagnostic[];
}

/** Gives every parameter and the body a name, a binding and a place in the list (rules A1 to A9). */
export function layOutArguments(request: LayoutRequest): ArgumentLayout {
  const context = new LayoutContext(request);
  const parameters = request.operation.parameters.map((parameter) => direct(parameter, context));
  const body = request.body === undefined ? undefined : layOutBody(request.body, context);
  const requests = [...parameters.flatMap(nameRequests), ...(body?.nameRequests ?? [])];
  const { names, refused } = assignArgumentNames(requests, request.lockedNames);
  for (const name of refused) reportRefused(name, context);
  const nameOf = (key: string): string => names.get(key) ?? key;
  const placed = parameters.flatMap((part) => placeParameter(part, nameOf, context));
  const placedBody = body?.place(nameOf);
  const visible = [
    ...placed.flatMap(({ argument }) => (argument === undefined ? [] : [argument])),
    ...(placedBody?.arguments ?? []),
  ];
  return {
    arguments: visible.sort((a, b) => a.rank - b.rank),
    parameters: placed.map(({ binding }) => binding),
    ...(placedBody?.binding === undefined ? {} : { body: placedBody.binding }),
    names: objectFromEntries(names),
    diagnostics: context.diagnostics,
  };
}

interface PlannedParameter extends DirectedParameter {
  readonly key: string;
  readonly origin: Origin;
}

function direct(parameter: Parameter, context: LayoutContext): PlannedParameter {
  const key = `${parameter.in}:${parameter.name}`;
  const directive = context.directiveOf(key, parameter.name);
  const required = isRequired({ parameter, directive });
  // What the path key writes itself is no choice of anybody's.
  const origin: Origin =
    parameter.in === 'query' && parameter.fixed !== undefined
      ? { kind: 'fixed', value: parameter.fixed }
      : context.originOf(directive, { name: parameter.name, required });
  return { parameter, directive, key, origin };
}

function nameRequests({
  parameter,
  directive,
  key,
  origin,
}: PlannedParameter): readonly NameRequest[] {
  if (origin.kind !== 'caller') return [];
  const given = directive?.name;
  return [
    {
      key,
      place: parameter.in,
      wireName: parameter.name,
      ...(given === undefined ? {} : { given }),
    },
  ];
}

function placeParameter(
  part: PlannedParameter,
  nameOf: (key: string) => string,
  { request: { library } }: LayoutContext,
): readonly { readonly binding: ParameterBinding; readonly argument?: LaidOutArgument }[] {
  const { origin } = part;
  if (origin.kind === 'nowhere') return [];
  if (origin.kind === 'fixed') return [{ binding: bindParameter(part, origin, library.facts) }];
  const name = nameOf(part.key);
  const required = isRequired(part);
  return [
    {
      binding: bindParameter(part, { kind: 'argument', argument: name }, library.facts),
      argument: {
        name,
        required,
        rank: rankOf(part.parameter.in, required),
        publish: (definitions) => publishParameter(part, name, definitions),
      },
    },
  ];
}

function reportRefused({ key, given, reason }: RefusedName, context: LayoutContext): void {
  const location = context.directiveOf(key, key.slice(key.indexOf(':') + 1))?.location;
  if (reason === 'illegal') {
    context.report('argument-name-illegal', {
      message: `The overlay calls ${key} of ${context.operationText()} "${given}", a name that clients refuse.`,
      fix: 'Use letters, digits, "_", "-" and ".", at most 64, and begin with a letter.',
      location,
    });
  } else {
    context.report('argument-name-taken', {
      message: `The overlay calls ${key} of ${context.operationText()} "${given}", a name that another argument has.`,
      fix: 'Choose another name.',
      location,
    });
  }
}
