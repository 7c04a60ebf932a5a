import type { BindingSource, RequestBinding } from '../../model/request-binding.ts';

/** One argument that a request is built from. */
export interface BoundArgument {
  readonly argument: string;
  /** Its name on the wire; absent for the body as a whole. */
  readonly wireName?: string;
  readonly required: boolean;
}

/** The arguments of a binding: parameters first, each once. Constants of the overlay are none (rule A9). */
export function boundArguments({ parameters, body }: RequestBinding): readonly BoundArgument[] {
  const ofParameters = parameters.flatMap(({ source, name, required }) =>
    fromSource(source, name, required),
  );
  if (body === undefined) return ofParameters;
  const { source, required } = body;
  if (source.kind === 'argument') {
    return [...ofParameters, { argument: source.argument, required }];
  }
  // Which of the lifted properties are required, only the input schema says.
  return [
    ...ofParameters,
    ...source.properties.flatMap((lifted) => fromSource(lifted.source, lifted.property, false)),
  ];
}

function fromSource(
  source: BindingSource,
  wireName: string,
  required: boolean,
): readonly BoundArgument[] {
  return source.kind === 'argument' ? [{ argument: source.argument, wireName, required }] : [];
}
