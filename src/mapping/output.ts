import type { ApiModel, Operation, ResponseCase, ResponseLink } from '../model/api.ts';
import { diagnostic, type Diagnostic } from '../model/diagnostic.ts';
import { objectFromEntries, type JsonObject, type JsonSchema } from '../model/json.ts';
import type { ResponseBinding, ResponseLinkBinding } from '../model/tool.ts';
import { essenceOf } from './body/media-type.ts';
import type { ResponseDirectives } from './directives.ts';
import { operationName } from './operation-name.ts';
import type { ResponseOptions } from './options.ts';
import { answersOf, type Answers } from './output/answers.ts';
import { relaxedSchema } from './output/relaxed.ts';
import { strictRoot } from './output/strict.ts';
import { libraryOf, type SchemaLibrary } from './schema/library.ts';
import { publishSchema } from './schema/publish.ts';

/** What is published and known of an operation's answers. */
export interface MappedResponses {
  /** Root is `type: object` and admits `{}`; absent where none is published (rules J18, J19). */
  readonly outputSchema?: JsonSchema;
  /** Its `links` are empty until {@link bindLinks} fills them. */
  readonly response: ResponseBinding;
  /** Links of successful answers that name an operation (rule R21). */
  readonly links: readonly PendingLink[];
  readonly diagnostics: readonly Diagnostic[];
}

/** A link whose target is still an operation, not a tool. */
export interface PendingLink {
  readonly status: string;
  readonly name: string;
  readonly target:
    | { readonly kind: 'id'; readonly operationId: string }
    | { readonly kind: 'place'; readonly method: string; readonly path: string };
  /** By parameter name as the document writes it: `id`, or `path.id` where the place matters. */
  readonly parameters: JsonObject;
}

/** A tool that a link may lead to. */
export interface LinkTarget {
  /** The tool's name. */
  readonly tool: string;
  /** `argumentNames` of the target's mapped arguments. */
  readonly argumentNames: Readonly<Record<string, string>>;
}

const defaultRelaxedBytes = 4_096;
const defaultDescriptionLength = 1_024;

/** Documents the answers of one operation (rules R1, R2, R6, J18, J19). Never throws. */
export function mapResponses(
  operation: Operation,
  api: ApiModel,
  mode: 'off' | 'relaxed' | 'strict',
  options: ResponseOptions & { readonly directives: ResponseDirectives },
): MappedResponses {
  const { select, maxBytes, paginate } = options.directives;
  const response: ResponseBinding = {
    cases: operation.responses.map(({ status, content }) => ({
      status,
      mediaTypes: [...new Set(content.map(({ mediaType }) => essenceOf(mediaType)))],
    })),
    headers: headersOf(operation.responses),
    links: [],
    ...(select === undefined ? {} : { select }),
    ...(maxBytes === undefined ? {} : { maxBytes }),
    ...(paginate === undefined ? {} : { paginate }),
  };
  const links = operation.responses.flatMap(pendingLinks);
  const published = mode === 'off' ? { diagnostics: [] } : publish(operation, api, mode, options);
  return { response, links, ...published };
}

function publish(
  operation: Operation,
  api: ApiModel,
  mode: 'relaxed' | 'strict',
  options: ResponseOptions & { readonly directives: ResponseDirectives },
): Pick<MappedResponses, 'outputSchema' | 'diagnostics'> {
  try {
    const library = libraryOf(api.schemas);
    const answers = answersOf(operation, library.facts, options.directives.select);
    if (answers === undefined) return { diagnostics: [] };
    return mode === 'relaxed'
      ? publishRelaxed(operation, answers, library, options)
      : publishStrict(operation, answers, library, options);
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    return { diagnostics: [reportOmitted(operation, `it could not be read (${reason})`)] };
  }
}

function publishRelaxed(
  operation: Operation,
  answers: Answers,
  library: SchemaLibrary,
  options: ResponseOptions,
): Pick<MappedResponses, 'outputSchema' | 'diagnostics'> {
  const maxBytes = options.maxRelaxedBytes ?? defaultRelaxedBytes;
  const { schema, isTooLarge } = relaxedSchema(answers, library, maxBytes);
  if (schema !== undefined) return { outputSchema: schema, diagnostics: [] };
  const reason = `even its shortest form is larger than ${maxBytes} bytes`;
  return { diagnostics: isTooLarge ? [reportOmitted(operation, reason)] : [] };
}

function publishStrict(
  operation: Operation,
  answers: Answers,
  library: SchemaLibrary,
  options: ResponseOptions,
): Pick<MappedResponses, 'outputSchema' | 'diagnostics'> {
  const { schema, diagnostics } = publishSchema({
    library,
    perspective: {
      direction: 'output',
      expand: false,
      maxDescriptionLength: options.maxDescriptionLength ?? defaultDescriptionLength,
    },
    references: 'defs',
    build: (definitions) => strictRoot(answers, definitions),
    operation: operationName(operation),
    location: operation.location,
  });
  return { outputSchema: schema, diagnostics };
}

function reportOmitted(operation: Operation, reason: string): Diagnostic {
  return diagnostic('output-schema-omitted', {
    message: `No output schema is published for ${operation.method} ${operation.path}: ${reason}.`,
    fix: 'Nothing has to be done; answers come as text and as structured content all the same.',
    operation: operationName(operation),
    location: operation.location,
  });
}

/** Headers that carry credentials never reach a model (rule R11). */
const secretHeaders = new Set(['set-cookie', 'authorization', 'www-authenticate']);

function headersOf(responses: readonly ResponseCase[]): readonly string[] {
  const names = responses.flatMap(({ headers }) => headers.map(({ name }) => name.toLowerCase()));
  return [...new Set(names)].filter((name) => !secretHeaders.has(name));
}

function pendingLinks({ status, links }: ResponseCase): readonly PendingLink[] {
  const isSuccess = status.startsWith('2') || status === 'default';
  return isSuccess ? links.flatMap((link) => pendingLink(status, link)) : [];
}

function pendingLink(status: string, link: ResponseLink): readonly PendingLink[] {
  const { name, operationId, operation, parameters } = link;
  if (operationId !== undefined) {
    return [{ status, name, target: { kind: 'id', operationId }, parameters }];
  }
  return operation === undefined
    ? []
    : [{ status, name, target: { kind: 'place', ...operation }, parameters }];
}

/**
 * Turns links to operations into links to tools (rule R21). A target that is no tool, and a parameter that
 * its tool does not have, is left out: a link is a hint, not a promise.
 */
export function bindLinks(
  links: readonly PendingLink[],
  find: (target: PendingLink['target']) => LinkTarget | undefined,
): readonly ResponseLinkBinding[] {
  return links.flatMap(({ status, target, parameters }) => {
    const found = find(target);
    if (found === undefined) return [];
    const bound = Object.entries(parameters).flatMap(([name, value]) => {
      const argument = argumentFor(name, found.argumentNames);
      return argument === undefined ? [] : [[argument, value] as const];
    });
    return [{ status, tool: found.tool, arguments: objectFromEntries(bound) }];
  });
}

/** The argument of a link's parameter: by place and name (`path.id`), else by name alone. */
function argumentFor(
  name: string,
  argumentNames: Readonly<Record<string, string>>,
): string | undefined {
  const placed = /^(path|query|header|cookie)\.(.+)$/s.exec(name);
  const keys = [
    ...(placed === null ? [] : [`${placed[1]}:${placed[2]}`]),
    ...['path', 'query', 'header', 'cookie'].map((place) => `${place}:${name}`),
  ];
  const key = keys.find((candidate) => Object.hasOwn(argumentNames, candidate));
  return key === undefined ? undefined : argumentNames[key];
}
