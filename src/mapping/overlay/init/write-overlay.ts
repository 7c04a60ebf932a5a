import type { ApiModel, Operation, Parameter } from '../../../model/api.ts';
import type { Diagnostic } from '../../../model/diagnostic.ts';
import { isJsonObject, ownValue } from '../../../model/json.ts';
import { hintAxes, type ToolHints } from '../../../model/hints.ts';
import type { Tool } from '../../../model/tool.ts';
import { groupBy } from '../../group.ts';
import type { MappedApi } from '../../mapped-api.ts';
import { operationKey } from '../../operation-name.ts';
import { plainOneLine } from '../../plain-text.ts';
import { argumentKey } from '../argument-keys.ts';
import { yamlComment, yamlField, yamlKey, yamlList, yamlScalar } from './yaml-text.ts';

/** One document of an overlay that is begun. */
export interface InitDocument {
  readonly api: ApiModel;
  /** Mapped without any overlay. */
  readonly mapped: MappedApi;
}

/** What an overlay is begun with. */
export interface InitOptions {
  /** Where editors find the schema of the file. */
  readonly schemaUrl: string;
  /** Keep to operations that one of these is about, and say what it is. */
  readonly problems?: readonly Diagnostic[];
}

/**
 * Begins a short-form overlay: an entry for every operation, by tag, with what is derived for it as comments. As it is
 * the file changes nothing, and neither does removing the `#` before any of its lines.
 */
export function writeOverlay(
  documents: readonly [InitDocument, ...InitDocument[]],
  options: InitOptions,
): string {
  const taken = new Set<string>();
  const sections = documents.flatMap((document) => [
    ...(documents.length > 1
      ? ['', `  # ===== ${yamlComment(document.api.info.title)} =====`]
      : []),
    ...documentLines(document, { ...options, taken }),
  ]);
  return `${[
    `# yaml-language-server: $schema=${options.schemaUrl}`,
    `# What agents see of ${yamlComment(documents.map(({ api }) => api.info.title).join(', '))}.`,
    '# Every line that begins with # shows what holds now: remove the # and write what you want instead.',
    'openapi-mcp: 1',
    '',
    ...serverLines(documents),
    '',
    ...(sections.length === 0 ? ['tools: {}'] : ['tools:', ...sections]),
  ].join('\n')}\n`;
}

function serverLines([{ api, mapped }, ...others]: readonly [
  InitDocument,
  ...InitDocument[],
]): readonly string[] {
  const fields = [
    `name: ${yamlScalar(mapped.serverName)}`,
    ...(others.length > 0 ? [] : yamlField('title', api.info.title)),
  ];
  return ['server:', ...commented(fields).map((line) => `  ${line}`)];
}

interface DocumentContext extends InitOptions {
  /** Keys that stand in the file already. */
  readonly taken: Set<string>;
}

/** Diagnostics by the operation that they are about. */
type Problems = ReadonlyMap<string, readonly Diagnostic[]>;

function documentLines({ api, mapped }: InitDocument, context: DocumentContext): readonly string[] {
  const tools = new Map(
    [...mapped.tools, ...mapped.resourceTools].map(({ tool }) => [placeOf(tool.operation), tool]),
  );
  const problems: Problems = groupBy(context.problems ?? [], ({ operation }) =>
    operation === undefined ? '' : placeOf(operation),
  );
  const wanted = api.operations.filter(
    (operation) =>
      tools.has(placeOf(operation)) &&
      (context.problems === undefined || problems.has(placeOf(operation))),
  );
  const byTag = groupBy(wanted, ({ tags }) => tags[0]);
  const tags = [...new Set([...api.tags.map(({ name }) => name), ...byTag.keys()])];
  const lines = tags.flatMap((tag): readonly string[] => {
    const group = byTag.get(tag);
    if (group === undefined) return [];
    return [
      '',
      `  # ----- ${tagTitle(tag, api)} -----`,
      ...group.flatMap((operation) => {
        const tool = tools.get(placeOf(operation));
        if (tool === undefined) return [];
        const found = problems.get(placeOf(operation)) ?? [];
        return ['', ...entryLines(operation, tool, { api, context, problems: found })];
      }),
    ];
  });
  return [...lines, ...leftOutLines(api, mapped, problems)];
}

function placeOf({ method, path }: { readonly method: string; readonly path: string }): string {
  return `${method} ${path}`;
}

function tagTitle(tag: string | undefined, api: ApiModel): string {
  if (tag === undefined) return 'without a tag';
  const described = api.tags.find(({ name }) => name === tag);
  const about = plainOneLine(described?.summary ?? described?.description ?? '').slice(0, 80);
  return yamlComment(about === '' ? `tag:${tag}` : `tag:${tag}: ${about}`);
}

interface EntryContext {
  readonly api: ApiModel;
  readonly context: DocumentContext;
  readonly problems: readonly Diagnostic[];
}

function entryLines(
  operation: Operation,
  tool: Tool,
  { api, context, problems }: EntryContext,
): readonly string[] {
  const key = keyOf(operation, api);
  const told = problemLines(problems);
  // Two operations that one key would mean: the second cannot have an entry of its own.
  if (context.taken.has(key)) return [...told, `  # ${yamlComment(operationKey(operation))}`];
  context.taken.add(key);
  const place = key === operationKey(operation) ? '' : ` # ${yamlComment(operationKey(operation))}`;
  return [
    ...told,
    `  ${yamlKey(key)}:${place}`,
    ...commented(fieldLines(operation, tool)).map((line) => `    ${line}`),
  ];
}

function problemLines(problems: readonly Diagnostic[]): readonly string[] {
  return problems.flatMap(({ severity, code, message, fix }) => [
    `  # ${severity} ${code}: ${yamlComment(message)}`,
    `  #   ${yamlComment(fix)}`,
  ]);
}

/** The operationId, or method and path where there is none or several operations have it. */
function keyOf(operation: Operation, { operations }: ApiModel): string {
  const { operationId } = operation;
  const isUnique =
    operationId !== undefined &&
    operations.filter((each) => each.operationId === operationId).length === 1;
  return isUnique ? operationId : operationKey(operation);
}

function fieldLines(operation: Operation, tool: Tool): readonly string[] {
  const { title, name, description, summary, tags, hints } = tool;
  return [
    `name: ${yamlScalar(name)}`,
    ...(title === undefined ? [] : yamlField('title', title)),
    ...yamlField('description', description),
    ...yamlField('summary', summary),
    `tags: ${yamlList(tags)}`,
    `hints: ${yamlList(hintWordsOf(hints))}`,
    ...argumentLines(operation, tool),
  ];
}

function hintWordsOf(hints: ToolHints): readonly string[] {
  const { readOnly, destructive, idempotent, openWorld } = hints;
  const effect = readOnly === true ? 'read' : destructive === false ? 'write' : 'destroy';
  return hintAxes.flatMap((axis): readonly string[] => {
    switch (axis) {
      case 'readOnly':
        return readOnly === undefined && destructive === undefined ? [] : [effect];
      case 'destructive':
        return [];
      case 'idempotent':
        return idempotent === undefined ? [] : [idempotent ? 'idempotent' : 'notIdempotent'];
      case 'openWorld':
        return openWorld === undefined ? [] : [openWorld ? 'openWorld' : 'closedWorld'];
    }
  });
}

/** Every argument under the key that an entry names it by; the name that agents see stands behind it where it differs. */
function argumentLines(operation: Operation, tool: Tool): readonly string[] {
  const written = operation.parameters.flatMap((parameter) => {
    const name = argumentOf(parameter, tool);
    return name === undefined ? [] : [[argumentKey(parameter, operation), name] as const];
  });
  const body = tool.request.body?.source;
  const all = body?.kind === 'argument' ? [...written, ['body', body.argument] as const] : written;
  if (all.length === 0) return [];
  return ['arguments:', ...all.map(([key, name]) => `  ${argumentLine(key, name, tool)}`)];
}

function argumentLine(key: string, name: string, { inputSchema }: Tool): string {
  const properties = ownValue(inputSchema, 'properties');
  const schema = isJsonObject(properties) ? ownValue(properties, name) : undefined;
  const description = isJsonObject(schema) ? ownValue(schema, 'description') : undefined;
  const said = typeof description === 'string' ? ownWords(description) : '';
  const fields = said === '' ? '{}' : `{ description: ${yamlScalar(said)} }`;
  return `${yamlKey(key)}: ${fields}${key === name ? '' : ` # ${yamlComment(name)}`}`;
}

/** A description without the note of where its argument goes (rule A5), which comes by itself. */
function ownWords(description: string): string {
  return description.replace(/^(?:path|query|querystring|header|cookie|body) `[^`]*`(?:: |$)/, '');
}

function argumentOf(parameter: Parameter, { request }: Tool): string | undefined {
  const binding = request.parameters.find(
    (each) => each.in === parameter.in && each.name === parameter.name,
  );
  return binding?.source.kind === 'argument' ? binding.source.argument : undefined;
}

function leftOutLines(api: ApiModel, mapped: MappedApi, problems: Problems): readonly string[] {
  const reasons = new Map(mapped.leftOut.map((each) => [placeOf(each), each.message]));
  const lines = [...api.leftOut, ...mapped.leftOut].flatMap((operation) => {
    const place = placeOf(operation);
    const reason = reasons.get(place);
    return [
      `  # ${yamlComment(place)}${reason === undefined ? '' : `: ${yamlComment(reason)}`}`,
      ...problemLines(problems.get(place) ?? []),
    ];
  });
  return lines.length === 0 ? [] : ['', '  # ----- cannot become tools -----', ...lines];
}

/** Lines as comments; an empty line stays one of the block that it stands in. */
function commented(lines: readonly string[]): readonly string[] {
  return lines.map((line) => (line === '' ? '#' : `# ${line}`));
}
