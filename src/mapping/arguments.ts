import type { ApiModel, Operation } from '../model/api.ts';
import { diagnostic, refused, staged, type Diagnostic, type Staged } from '../model/diagnostic.ts';
import { objectFromEntries, type JsonSchema } from '../model/json.ts';
import type { BodyBinding, ParameterBinding } from '../model/request-binding.ts';
import { acceptHeader } from './accept.ts';
import { layOutArguments, type ArgumentLayout } from './layout/lay-out-arguments.ts';
import type { LaidOutArgument } from './layout/layout-context.ts';
import { planBody } from './body.ts';
import type { RequestDirectives } from './directives.ts';
import { operationName } from './operation-name.ts';
import type { ArgumentOptions } from './options.ts';
import type { Converted, Definitions } from './schema/definitions.ts';
import { libraryOf } from './schema/library.ts';
import type { Perspective } from './schema/perspective.ts';
import { publishSchema } from './schema/publish.ts';

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

const defaultDescriptionLength = 1_024;

/**
 * Lays out the arguments of one operation (rules A1 to A10) and publishes their schema (J1 to J17).
 * Diagnostics about a schema of the document carry no operation and are the same for every tool that
 * reaches the schema. Never throws: where no request could be built, the result holds a diagnostic that
 * leaves the operation out.
 */
export function mapArguments(
  operation: Operation,
  api: ApiModel,
  directives: RequestDirectives,
  options: ArgumentOptions,
): Staged<MappedArguments> {
  try {
    const missing = missingPathParameter(operation);
    return missing === undefined
      ? mapKnownArguments(operation, api, directives, options)
      : refused(reportUnmappable(operation, `no path parameter is called "${missing}"`));
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    return refused(reportUnmappable(operation, reason));
  }
}

function missingPathParameter({ pathTemplate, parameters }: Operation): string | undefined {
  const known = new Set(parameters.flatMap((each) => (each.in === 'path' ? [each.name] : [])));
  return pathTemplate
    .flatMap((part) => (part.kind === 'expression' ? [part.name] : []))
    .find((name) => !known.has(name));
}

function reportUnmappable(operation: Operation, reason: string): Diagnostic {
  return diagnostic('operation-unmappable', {
    message: `No request can be built for ${operation.method} ${operation.path}: ${reason}.`,
    fix: 'Correct the operation in the document or with an overlay.',
    location: operation.location,
    operation: operationName(operation),
    effect: 'operation-left-out',
  });
}

function mapKnownArguments(
  operation: Operation,
  api: ApiModel,
  directives: RequestDirectives,
  options: ArgumentOptions,
): Staged<MappedArguments> {
  const library = libraryOf(api.schemas);
  const perspective: Perspective = {
    direction: 'input',
    expand: true,
    maxDescriptionLength: options.maxDescriptionLength ?? defaultDescriptionLength,
  };
  const planned = planBody(operation, api, directives);
  const layout = layOutArguments({
    operation,
    library,
    perspective,
    directives,
    ...(planned.body === undefined ? {} : { body: planned.body }),
    lockedNames: options.lockedNames ?? {},
  });
  const published = publishSchema({
    library,
    perspective,
    references: options.references ?? 'inline',
    build: (definitions) => buildRoot(layout, definitions),
    operation: operationName(operation),
    location: operation.location,
  });
  return staged(
    {
      inputSchema: published.schema,
      parameters: layout.parameters,
      ...(layout.body === undefined ? {} : { body: layout.body }),
      accept: acceptHeader(operation.responses),
      argumentNames: layout.names,
    },
    [...planned.diagnostics, ...layout.diagnostics, ...published.diagnostics],
  );
}

/** The root of an input schema: always our own closed object (rule J17). */
function buildRoot({ arguments: list }: ArgumentLayout, definitions: Definitions): Converted {
  const diagnostics: Diagnostic[] = [];
  const publish = ({ name, publish: of }: LaidOutArgument): readonly [string, JsonSchema] => {
    const converted = of(definitions);
    diagnostics.push(...converted.diagnostics);
    return [name, converted.schema];
  };
  const properties = objectFromEntries(list.map(publish));
  const required = list.flatMap(({ name, required: isAsked }) => (isAsked ? [name] : []));
  const schema: JsonSchema = {
    type: 'object',
    properties,
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  };
  return { schema, diagnostics };
}
