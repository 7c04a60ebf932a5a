import type { AgentChange, Impact, JsonObject } from '../../src/index.ts';
import { impacts } from '../../src/index.ts';
import type { Paint } from '../terminal.ts';
import { columns, count, grouped, oneLine } from './text.ts';

/** Longest list of harmless changes that is shown whole. */
const manyChanges = 40;

/** Changes as text: by impact, then by what they are about, with a count at the end. */
export function changesAsText(
  changes: readonly AgentChange[],
  { paint, all }: { readonly paint: Paint; readonly all: boolean },
): string {
  const colors: Readonly<Record<Impact, (text: string) => string>> = {
    breaking: paint.red,
    behavioral: paint.yellow,
    additive: paint.green,
  };
  const blocks = impacts.flatMap((impact) => {
    const group = changes.filter((change) => change.impact === impact);
    if (group.length === 0) return [];
    const isLong = !all && impact !== 'breaking' && group.length > manyChanges;
    const shown = isLong ? group.slice(0, manyChanges) : group;
    const rest = group.length - shown.length;
    const rows = shown.map((change) => [subjectText(change), oneLine(sentenceOf(change))]);
    return [
      [
        colors[impact](paint.bold(impact)),
        ...columns(rows).map((line) => `  ${line}`),
        ...(rest === 0 ? [] : [paint.dim(`  … and ${grouped(rest)} more; --all shows each`)]),
      ].join('\n'),
    ];
  });
  return `${[...blocks, tallyText(changes)].join('\n\n')}\n`;
}

function sentenceOf({ path, message }: AgentChange): string {
  return path === undefined ? message : `${path} ${message}`;
}

function subjectText({ subject: { kind, name } }: AgentChange): string {
  return oneLine(kind === 'tool' ? name : `${kind} ${name}`);
}

function tallyText(changes: readonly AgentChange[]): string {
  if (changes.length === 0) return 'nothing changes for agents';
  return impacts
    .map((impact) => {
      const number = changes.filter((change) => change.impact === impact).length;
      return impact === 'breaking'
        ? count(number, 'breaking change')
        : `${grouped(number)} ${impact}`;
    })
    .join(', ');
}

/** Changes as `--json` gives them. */
export function changesAsJson(
  changes: readonly AgentChange[],
  [before, after]: readonly [string, string],
): JsonObject {
  const numberOf = (impact: Impact): number =>
    changes.filter((change) => change.impact === impact).length;
  return {
    old: before,
    new: after,
    breaking: numberOf('breaking'),
    behavioral: numberOf('behavioral'),
    additive: numberOf('additive'),
    changes: changes.map(({ subject, ...change }) => ({ ...change, subject: { ...subject } })),
  };
}

const titles: Readonly<Record<Impact, string>> = {
  breaking: 'Breaking',
  behavioral: 'Behavior',
  additive: 'New',
};

/** Longest Markdown in characters, short of what GitHub takes in a comment. */
const longestMarkdown = 60_000;

/** Changes as Markdown for a pull request. */
export function changesAsMarkdown(changes: readonly AgentChange[]): string {
  const head = `### What changes for agents\n\n${markdownTally(changes)}\n`;
  let text = head;
  let left = changes.length;
  for (const impact of impacts) {
    const group = changes.filter((change) => change.impact === impact);
    if (group.length === 0) continue;
    const table = [`\n#### ${titles[impact]}\n`, '| What | Change |', '| --- | --- |'].join('\n');
    if (text.length + table.length > longestMarkdown) break;
    text += `${table}\n`;
    for (const change of group) {
      const row = markdownRow(change);
      if (text.length + row.length > longestMarkdown) break;
      text += row;
      left -= 1;
    }
  }
  return left === 0 ? text : `${text}\n… and ${grouped(left)} more changes.\n`;
}

function markdownTally(changes: readonly AgentChange[]): string {
  const text = tallyText(changes);
  return changes.some(({ impact }) => impact === 'breaking')
    ? `**${text.replace(', ', '**, ')}.`
    : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function markdownRow({ subject: { kind, name }, path, message }: AgentChange): string {
  const what = `${kind === 'tool' ? '' : `${kind} `}${code(name)}`;
  const change = `${path === undefined ? '' : `${code(path)} `}${plainText(message)}`;
  return `| ${what} | ${change} |\n`;
}

/** Text of documents as code, whatever is in it. */
function code(text: string): string {
  const line = oneLine(text).replaceAll('|', '\\|');
  const fence = '`'.repeat(
    Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length)) + 1,
  );
  const pad = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${fence}${pad}${line}${pad}${fence}`;
}

/** Text of documents as words: no markup, no mention of anybody, no HTML. */
function plainText(text: string): string {
  return oneLine(text)
    .replaceAll(/[\\`*_{}[\]<>()#+!|~]/g, (mark) => `\\${mark}`)
    .replaceAll('&', '&amp;')
    .replaceAll('@', '&#64;');
}
