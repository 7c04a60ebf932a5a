import type { BridgeArtifact, JsonObject, Tool } from '../../src/index.ts';
import { estimateTokens, stringifyDocument, withDefaults } from '../../src/index.ts';
import { titleOf } from '../generate/names.ts';
import type { Paint } from '../terminal.ts';
import type { ArgumentView } from './arguments.ts';
import { argumentsOf } from './arguments.ts';
import { credentialLines, missingBaseUrlLines } from './credentials.ts';
import { effectOf, hintWordsOf } from './effects.ts';
import { sizeOfDirectList } from './list-size.ts';
import { bytes, clip, columns, count, grouped, indent, oneLine, printable, wrap } from './text.ts';

const width = 100;

/** Every tool of an artifact on a few lines each, with sizes and credentials. */
export function inspectOverview(artifact: BridgeArtifact, paint: Paint): string {
  const { bytes: size, tokens } = sizeOfDirectList(artifact);
  const documents = Object.entries(artifact.documents).map(([namespace, document]) => [
    namespace,
    `${oneLine(document.title)} ${oneLine(document.version)}`,
    `OpenAPI ${document.specification}`,
    document.servers.map(({ url }) => oneLine(url)).join(', '),
  ]);
  const credentials = credentialLines(artifact, paint);
  const sections = [
    [
      `${paint.bold(oneLine(titleOf(artifact)))}: ${count(artifact.tools.length, 'tool')}, ${bytes(size)}, ` +
        `about ${grouped(tokens)} tokens${artifact.mode === 'direct' ? '' : ' if all were listed (deferred)'}`,
      ...columns(documents).map((line) => `  ${line}`),
    ],
    ...artifact.tools.map((tool) => overviewOf(tool, paint)),
    ...readableLines(artifact, paint),
    credentials.length === 0
      ? ['no credentials']
      : [paint.bold('credentials'), ...credentials.map((line) => `  ${line}`)],
    missingBaseUrlLines(artifact),
  ];
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

/** Resources and prompts, where there are any. */
function readableLines(
  { resources = [], prompts = [] }: BridgeArtifact,
  paint: Paint,
): readonly (readonly string[])[] {
  const resourceRows = resources.map((resource) => [
    oneLine(resource.uri),
    oneLine(resource.title ?? resource.name),
    resource.kind === 'operation' ? `read with ${resource.tool}` : (resource.mimeType ?? ''),
  ]);
  const promptRows = prompts.map((prompt) => [
    prompt.name,
    prompt.arguments.map(({ name, required }) => `${name}${required ? '*' : ''}`).join(', '),
    oneLine(prompt.description ?? prompt.title ?? ''),
  ]);
  return (
    [
      ['resources', resourceRows],
      ['prompts', promptRows],
    ] as const
  ).map(([word, rows]) =>
    rows.length === 0
      ? []
      : [paint.bold(word), ...columns(rows).map((line) => `  ${clip(line, width)}`)],
  );
}

function overviewOf(tool: Tool, paint: Paint): readonly string[] {
  const { method, path } = tool.operation;
  const title = tool.title === undefined ? '' : `  ${oneLine(tool.title)}`;
  return [
    `${paint.bold(tool.name)}${clip(title, width - tool.name.length)}`,
    paint.dim(
      `  ${oneLine(`${method} ${path}`)} · ${hintWordsOf(tool.hints)} · ${grouped(estimateTokens(tool))} tokens` +
        securityText(tool),
    ),
    ...columns(argumentsOf(tool).map(argumentCells)).map((line) => `  ${clip(line, width)}`),
  ];
}

function argumentCells({ name, type, to, required, description }: ArgumentView): readonly string[] {
  return [
    `  ${name}${required ? '*' : ''}`,
    type,
    to.endsWith(` ${name}`) ? to.slice(0, -name.length - 1) : to,
    oneLine(description ?? ''),
  ];
}

function securityText({ security }: Tool): string {
  if (security.length === 0) return '';
  const alternatives = security.map(({ schemes }) =>
    schemes.length === 0 ? 'nothing' : schemes.map(({ scheme }) => oneLine(scheme)).join(' and '),
  );
  return ` · with ${alternatives.join(', or ')}`;
}

/** One tool whole: texts, hints, arguments, body, schemas. */
export function inspectTool(tool: Tool, paint: Paint): string {
  const { request, outputSchema } = tool;
  const { readOnly, destructive, idempotent, openWorld } = withDefaults(tool.hints);
  const facts = columns([
    ['operation', oneLine(`${tool.operation.method} ${tool.operation.path}`)],
    [
      'hints',
      `readOnly ${readOnly}, destructive ${destructive}, idempotent ${idempotent}, openWorld ${openWorld}`,
    ],
    ['effect', effectOf(tool.hints)],
    ['tags', tool.tags.map(oneLine).join(', ')],
    ['accept', request.accept],
    ['body', request.body?.encoding.mediaType ?? 'none'],
    ['security', securityText(tool).replace(' · with ', '') || 'none'],
    ['tokens', `about ${grouped(estimateTokens(tool))}`],
  ]);
  const sections: readonly (readonly string[])[] = [
    [paint.bold(tool.name) + (tool.title === undefined ? '' : `  ${oneLine(tool.title)}`)],
    tool.description.split('\n').flatMap((line) => wrap(printable(line), width)),
    facts,
    [paint.bold('arguments'), ...columns(argumentsOf(tool).map(argumentCells))],
    [paint.bold('input schema'), schemaText(tool.inputSchema)],
    ...(outputSchema === undefined
      ? []
      : [[paint.bold('output schema'), schemaText(outputSchema)]]),
  ];
  return `${sections.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

function schemaText(schema: JsonObject): string {
  return indent(printable(stringifyDocument(schema)).trimEnd(), '  ');
}
