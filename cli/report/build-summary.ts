import type { BridgeArtifact, LeftOut, ToolChange } from '../../src/index.ts';
import { titleOf } from '../generate/names.ts';
import { shellQuote } from '../server/shell-quote.ts';
import type { Paint } from '../terminal.ts';
import { credentialLines, missingBaseUrlLines } from './credentials.ts';
import type { Effect } from './effects.ts';
import { effects, toolsByEffect } from './effects.ts';
import { sizeOfDirectList } from './list-size.ts';
import { changeText } from './overlay-changes.ts';
import { bytes, clip, columns, count, grouped, indent, oneLine } from './text.ts';

/** What there is to say after a build. */
export interface BuildSummary {
  readonly artifact: BridgeArtifact;
  readonly leftOut: readonly LeftOut[];
  readonly changes: readonly ToolChange[];
  /** As the person named it. */
  readonly folder: string;
  /** Absolute path of server.mjs. */
  readonly program: string;
}

/** How the summary is shown. */
export interface SummaryOptions {
  readonly paint: Paint;
  /** Show every line, however many there are. */
  readonly all: boolean;
}

const width = 100;
const manyLines = 12;

/** The summary as text, in paragraphs with a blank line between them. */
export function buildSummary(summary: BuildSummary, options: SummaryOptions): string {
  const { artifact } = summary;
  const { paint } = options;
  const paragraphs = [
    [headline(artifact, paint), ...effectLines(artifact, paint)],
    titled('left out', leftOutLines(summary.leftOut), options),
    titled('changed by overlays', summary.changes.map(changeLine), options),
    [listLine(summary, paint)],
    titled('credentials', credentialLines(artifact, paint), { ...options, all: true }),
    missingBaseUrlLines(artifact).map((line) => paint.yellow(line)),
    [`${paint.green('written')} ${summary.folder}`],
    titled('next', nextLines(summary), { ...options, all: true }),
  ];
  return `${paragraphs
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

function headline(artifact: BridgeArtifact, paint: Paint): string {
  const name = titleOf(artifact);
  const documents = Object.values(artifact.documents)
    .map(({ title, version, specification }) =>
      [...(title === name ? [] : [title]), version, `OpenAPI ${specification}`].join(', '),
    )
    .join('; ');
  const tools = count(artifact.tools.length, 'tool');
  return `${paint.bold(oneLine(name))}: ${tools} ${paint.dim(oneLine(`(${documents})`))}`;
}

const effectTexts: Readonly<Record<Effect, string>> = {
  read: 'read',
  write: 'write',
  destroy: 'may destroy',
};

function effectLines(artifact: BridgeArtifact, paint: Paint): readonly string[] {
  const byEffect = toolsByEffect(artifact.tools);
  const colors = { read: paint.green, write: paint.yellow, destroy: paint.red };
  const rows = effects
    .filter((effect) => byEffect[effect].length > 0)
    .map((effect) => {
      const names = byEffect[effect].map((tool) => tool.name).join(', ');
      return [effectTexts[effect], grouped(byEffect[effect].length), names] as const;
    });
  const wordWidth = Math.max(...rows.map(([word]) => word.length), 0);
  const numberWidth = Math.max(...rows.map(([, number]) => number.length), 0);
  return rows.map(([word, number, names]) => {
    const lead = `  ${word.padEnd(wordWidth)}  ${number.padStart(numberWidth)}  `;
    const effect = effects.find((candidate) => effectTexts[candidate] === word) ?? 'destroy';
    return `${colors[effect](lead)}${clip(names, width - lead.length)}`;
  });
}

/** Operations with why they went; reasons that many share are counted. */
function leftOutLines(leftOut: readonly LeftOut[]): readonly string[] {
  return columns(
    leftOut.map(({ method, path, code, message }) => [
      oneLine(`${method} ${path}`),
      code,
      clip(oneLine(message), width),
    ]),
  );
}

function changeLine({ tool, field, before, after }: ToolChange): string {
  return oneLine(`${tool}: ${field} ${changeText(before, after)}`);
}

function listLine({ artifact }: BuildSummary, paint: Paint): string {
  const { bytes: size, tokens } = sizeOfDirectList(artifact);
  const cost = `${bytes(size)}, about ${grouped(tokens)} tokens`;
  return artifact.mode === 'direct'
    ? `${paint.bold('list')} every tool: ${cost}`
    : `${paint.bold('list')} tools that search, describe and call the others (deferred), instead of ${cost}; --direct lists all`;
}

function nextLines({ artifact, folder, program }: BuildSummary): readonly string[] {
  const folderWord = shellQuote(folder);
  const first = artifact.tools[0]?.name;
  const rows = [
    [
      `claude mcp add ${shellQuote(artifact.server.name)} -- node ${shellQuote(program)}`,
      'give it to Claude Code',
    ],
    [`node ${shellQuote(`${folder}/server.mjs`)}`, 'serve MCP over stdio'],
    ...(first === undefined
      ? []
      : [[`openapi-mcp call ${folderWord} ${first} --dry-run`, 'see the request of one tool']]),
    [`${folderWord}/README.md`, 'credentials and other clients'],
  ];
  return columns(rows);
}

/** Lines under a word; beyond a dozen only their number, unless all are wanted. */
function titled(
  word: string,
  lines: readonly string[],
  { paint, all }: SummaryOptions,
): readonly string[] {
  if (lines.length === 0) return [];
  const shown = all || lines.length <= manyLines ? lines : lines.slice(0, manyLines - 2);
  const rest = lines.length - shown.length;
  return [
    `${paint.bold(word)}${lines.length > manyLines ? paint.dim(` (${grouped(lines.length)})`) : ''}`,
    ...shown.map((line) => indent(line, '  ')),
    ...(rest === 0 ? [] : [paint.dim(`  … and ${grouped(rest)} more; --all shows each`)]),
  ];
}
