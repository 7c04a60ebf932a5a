import type { Operation, PathPart } from '../../model/api.ts';
import {
  type Diagnostic,
  diagnostic,
  refused,
  staged,
  type Staged,
} from '../../model/diagnostic.ts';
import { isJsonObject, type JsonSchema, objectFromEntries, ownValue } from '../../model/json.ts';
import type { ParameterBinding } from '../../model/request-binding.ts';
import type { OperationResource } from '../../model/resource.ts';
import { childLocation } from '../../model/source.ts';
import type { Tool } from '../../model/tool.ts';
import { successCases } from '../accept.ts';
import { essenceOf, isRange } from '../body/media-type.ts';
import type { ToolDirectives } from '../directives.ts';
import type { DraftTool } from '../map-tool.ts';
import { operationName } from '../operation-name.ts';
import type { OverlayEntry } from '../overlay/entry.ts';
import { strengths } from '../overlay/entry.ts';
import type { AppliedEntry } from '../overlay/resolve.ts';
import { parseUriTemplate, variablesOf } from '../overlay/uri-template.ts';

/** The part of a draft that says how its operation looks as a resource. */
export type ExposedDraft = Pick<DraftTool, 'operation' | 'tool'> & {
  readonly directives: Pick<ToolDirectives, 'resource'>;
  readonly applied: readonly AppliedEntry[];
};

/** An argument that a reader must give, as a variable of the template. */
interface Variable {
  readonly argument: string;
  readonly name: string;
  readonly binding: ParameterBinding;
}

/**
 * The resource that an operation is. Its template has a variable for every path parameter and every query parameter
 * that must be given; what else may be given is left to the tool. Refused where a read could never be a call.
 */
export function exposeOperation(draft: ExposedDraft): Staged<OperationResource> {
  const { operation, tool, directives } = draft;
  const problem = unfitness(operation, tool);
  if (problem !== undefined) return refused(unfit(draft, problem));
  const variables = variablesFor(tool);
  const uri = directives.resource?.uri ?? defaultTemplate(operation, tool, variables);
  const wanted = variables.map(({ name }) => name).toSorted();
  const written = variablesOf(parseUriTemplate(uri) ?? []).toSorted();
  if (wanted.join(' ') !== written.join(' ')) {
    return refused(
      unfit(
        draft,
        `its URI ${JSON.stringify(uri)} has not the variables ${wanted.join(', ') || '(none)'}`,
      ),
    );
  }
  const { mimeType = mimeTypeOf(operation), annotations } = directives.resource ?? {};
  const { name, title, description, icons, meta } = tool;
  return staged({
    kind: 'operation',
    uri,
    variables: objectFromEntries(variables.map((each) => [each.name, each.argument] as const)),
    tool: name,
    name,
    ...(title === undefined ? {} : { title }),
    description,
    ...(mimeType === undefined ? {} : { mimeType }),
    ...(icons === undefined ? {} : { icons }),
    ...(annotations === undefined ? {} : { annotations }),
    ...(meta === undefined ? {} : { meta }),
  });
}

/** Why an operation cannot be read; `undefined` where it can. */
function unfitness(operation: Operation, tool: Tool): string | undefined {
  if (operation.method !== 'GET') return 'only GET is reading';
  if (tool.request.body?.required === true) return 'it needs a body';
  for (const { binding, argument } of givenParameters(tool)) {
    if (binding.in !== 'path' && !binding.required) continue;
    if (binding.in !== 'path' && binding.in !== 'query') {
      return `it needs the ${binding.in} parameter ${binding.name}, which no URI can give`;
    }
    const schema = argumentSchema(tool, argument);
    if (!isScalar(schema)) return `the parameter ${binding.name} is no single value`;
    if (!tool.settings.coerceArguments && !takesText(schema)) {
      return `the parameter ${binding.name} is not text, and coerce is off`;
    }
  }
  return undefined;
}

/** Whether the whole entry or the whole request is only meant for those that fit. */
function isExact(entry: OverlayEntry, operation: Operation): boolean {
  return (entry.strength(operation) ?? 0) >= strengths.exact;
}

/** What is asked of one operation and cannot be is an error; of many at once, it is meant for those that fit. */
function unfit({ operation, applied }: ExposedDraft, problem: string): Diagnostic {
  const entry = applied.findLast(({ layers }) =>
    layers.some(({ expose }) => expose !== undefined && expose !== 'tool'),
  )?.entry;
  const exact = entry !== undefined && isExact(entry, operation);
  return diagnostic('overlay-expose-unfit', {
    severity: exact ? (entry.rank === 0 ? 'warning' : 'error') : 'info',
    message: `${operation.method} ${operation.path} cannot be read as a resource: ${problem}.`,
    fix: exact ? 'Leave it a tool, or correct its entry.' : 'It stays a tool.',
    location: entry === undefined ? operation.location : childLocation(entry.location, 'expose'),
    operation: operationName(operation),
  });
}

function givenParameters(
  tool: Tool,
): readonly { readonly binding: ParameterBinding; readonly argument: string }[] {
  return tool.request.parameters.flatMap((binding) =>
    binding.source.kind === 'argument' ? [{ binding, argument: binding.source.argument }] : [],
  );
}

function variablesFor(tool: Tool): readonly Variable[] {
  const taken = new Set<string>();
  return givenParameters(tool)
    .filter(({ binding }) => binding.in === 'path' || (binding.in === 'query' && binding.required))
    .map(({ binding, argument }) => {
      const plain = argument.replaceAll(/[^A-Za-z0-9_.]/g, '_');
      let name = plain;
      for (let number = 2; taken.has(name); number += 1) name = `${plain}_${number}`;
      taken.add(name);
      return { binding, argument, name };
    });
}

function argumentSchema(tool: Tool, argument: string): JsonSchema | undefined {
  const properties = tool.inputSchema['properties'];
  const schema = isJsonObject(properties) ? ownValue(properties, argument) : undefined;
  return isJsonObject(schema) ? schema : undefined;
}

const composite: ReadonlySet<unknown> = new Set(['object', 'array']);

function isScalar(schema: JsonSchema | undefined): boolean {
  const types = [schema?.['type'] ?? []].flat();
  return types.length === 0 || types.some((type) => !composite.has(type));
}

function takesText(schema: JsonSchema | undefined): boolean {
  const types = [schema?.['type'] ?? []].flat();
  return types.length === 0 || types.includes('string');
}

/** `openapi://<document>/pets/{petId}`: the path as the document writes it, variables under the tool's names. */
function defaultTemplate(operation: Operation, tool: Tool, variables: readonly Variable[]): string {
  const path = operation.pathTemplate.map((part) => pathPiece(part, tool, variables)).join('');
  const query = variables.filter(({ binding }) => binding.in === 'query').map(({ name }) => name);
  const base = `openapi://${tool.operation.document}`;
  return `${base}${path}${query.length === 0 ? '' : `{?${query.join(',')}}`}`;
}

function pathPiece(part: PathPart, tool: Tool, variables: readonly Variable[]): string {
  if (part.kind === 'literal') return encodeLiteral(part.text);
  const variable = variables.find(
    ({ binding }) => binding.in === 'path' && binding.name === part.name,
  );
  if (variable !== undefined) {
    const slashes = variable.binding.in === 'path' && variable.binding.multiSegment;
    return `{${slashes ? '+' : ''}${variable.name}}`;
  }
  const binding = tool.request.parameters.find(
    (each) => each.in === 'path' && each.name === part.name,
  );
  const fixed = binding?.source.kind === 'fixed' ? binding.source.value : '';
  return encodeURIComponent(wellFormed(typeof fixed === 'string' ? fixed : JSON.stringify(fixed)));
}

/** URIs have no lone surrogates. */
function wellFormed(text: string): string {
  return text.replaceAll(/\p{Surrogate}/gu, '\uFFFD');
}

/** Characters that no URI has, and braces, which would be read as an expression. */
function encodeLiteral(text: string): string {
  return encodeURI(wellFormed(text)).replaceAll(/[?#]/g, encodeURIComponent);
}

/** The documented type of a success: JSON where there is one, else the first; absent where nothing is said. */
function mimeTypeOf(operation: Operation): string | undefined {
  const types = successCases(operation.responses)
    .flatMap(({ content }) => content.map(({ mediaType }) => essenceOf(mediaType)))
    .filter((type) => !isRange(type));
  return types.find((type) => /[/+]json$/.test(type)) ?? types[0];
}
