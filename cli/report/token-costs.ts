import type { BridgeArtifact, BuildOptions, CompactRule, JsonObject } from '../../src/index.ts';
import {
  compactRules,
  createBridge,
  estimateTokens,
  objectFromEntries,
  tokensOfLength,
} from '../../src/index.ts';
import type { Paint } from '../terminal.ts';
import { sizeOfDirectList } from './list-size.ts';
import { clip, columns, count, grouped, oneLine } from './text.ts';

/** What the tools of one tag cost in a list. */
export interface TagCost {
  /** Absent for tools without one; a tool of several tags counts for the first, so that all sum up to the list. */
  readonly tag?: string;
  readonly tools: number;
  /** An estimate. */
  readonly tokens: number;
}

/** What the same documents would cost with other options. */
export interface OptionCost {
  /** As on the command line, or in words where no option does it. */
  readonly option: string;
  /** An estimate of what clients are sent at the start. */
  readonly tokens: number;
}

/** What a rule leaves out of the schemas of a list. */
export interface RuleSaving {
  /** Of `compactRules`. */
  readonly rule: CompactRule;
  /** An estimate. */
  readonly tokens: number;
}

/** What a list costs, and would cost. */
export interface TokenCosts {
  /** About what a client is sent at the start. */
  readonly start: number;
  /** Empty for a folder, which cannot be built with other options. */
  readonly options: readonly OptionCost[];
  /** What compact schemas leave out, the most first; empty for a folder. */
  readonly leftOut: readonly RuleSaving[];
}

/** A way to build that is compared with how it is built. */
export interface OptionTrial {
  readonly option: string;
  readonly build: Partial<BuildOptions>;
}

/** Options that make a list cheaper, and the list without the overlays where there are some. */
export function optionTrials(hasOverlays: boolean): readonly OptionTrial[] {
  return [
    ...(hasOverlays ? [{ option: 'without the overlays', build: { overlays: [] } }] : []),
    { option: '--direct', build: { mode: 'direct' } },
    { option: '--deferred', build: { mode: 'deferred' } },
    {
      option: '--direct --full-descriptions',
      build: { mode: 'direct', maxDescriptionLength: Infinity },
    },
    {
      option: '--direct --max-description 300',
      build: { mode: 'direct', maxDescriptionLength: 300 },
    },
    {
      option: '--direct --max-description 100',
      build: { mode: 'direct', maxDescriptionLength: 100 },
    },
    { option: '--direct --refs defs', build: { mode: 'direct', references: 'defs' } },
    { option: '--direct --no-compact', build: { mode: 'direct', compact: false } },
    { option: '--direct --skip-deprecated', build: { mode: 'direct', skipDeprecated: true } },
    { option: '--direct --read-only', build: { mode: 'direct', readOnly: true } },
  ];
}

/** What the tools of each tag cost in a list of all tools, the dearest first. */
export function tagCosts({ tools }: Pick<BridgeArtifact, 'tools'>): readonly TagCost[] {
  const byTag = new Map<string | undefined, TagCost>();
  for (const tool of tools) {
    const [tag] = tool.tags;
    const before = byTag.get(tag) ?? { tools: 0, tokens: 0 };
    byTag.set(tag, {
      ...(tag === undefined ? {} : { tag }),
      tools: before.tools + 1,
      tokens: before.tokens + estimateTokens(tool),
    });
  }
  return [...byTag.values()].sort(
    (a, b) => b.tokens - a.tokens || ((a.tag ?? '') < (b.tag ?? '') ? -1 : 1),
  );
}

/**
 * About how many tokens a client is sent at the start, whatever the mode: the list of tools as they are, without
 * icons and `_meta`, and the instructions.
 */
export async function startTokens(artifact: BridgeArtifact): Promise<number> {
  // Nothing is called, so it does not matter where the API is; not every document says it.
  const anywhere = Object.keys(artifact.documents).map(
    (name) => [name, 'https://api.example'] as const,
  );
  const bridge = createBridge({ artifact, baseUrls: objectFromEntries(anywhere) });
  const listed = bridge.listTools(undefined).map(({ _meta, icons: _icons, ...shown }) => shown);
  await bridge.close();
  return tokensOfLength(
    JSON.stringify(listed).length + (artifact.server.instructions ?? '').length,
  );
}

/** What a list costs, by tag, by tool, and with other options. */
export function tokenReport(
  artifact: BridgeArtifact,
  { start, options, leftOut }: TokenCosts,
  paint: Paint,
): string {
  const dearest = artifact.tools
    .map((tool) => ({ name: tool.name, tokens: estimateTokens(tool) }))
    .sort((a, b) => b.tokens - a.tokens)
    .slice(0, shownTools);
  const sections = [
    [
      `${paint.bold('at the start')} about ${grouped(start)} tokens (${artifact.mode})`,
      `${paint.bold('all tools')} about ${grouped(sizeOfDirectList(artifact).tokens)} tokens for ${count(artifact.tools.length, 'tool')}`,
    ],
    [
      paint.bold('by tag'),
      ...rows(tagCosts(artifact), ({ tag, tools, tokens }) => [
        tag === undefined ? '(none)' : clip(oneLine(tag), 60),
        count(tools, 'tool'),
        grouped(tokens),
      ]),
    ],
    [paint.bold('dearest tools'), ...rows(dearest, ({ name, tokens }) => [name, grouped(tokens)])],
    leftOut.length === 0
      ? []
      : [
          paint.bold('left out of schemas'),
          ...rows(leftOut, ({ rule, tokens }) => [grouped(tokens), compactRules[rule]]),
        ],
    options.length === 0
      ? []
      : [
          paint.bold('at the start with'),
          ...rows(options, ({ option, tokens }) => [
            option,
            grouped(tokens),
            tokens === start
              ? 'the same'
              : `${grouped(Math.abs(start - tokens))} ${tokens < start ? 'fewer' : 'more'}`,
          ]),
        ],
  ];
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

const shownTools = 10;

/** The same as data. */
export function tokenCosts(
  artifact: BridgeArtifact,
  { start, options, leftOut }: TokenCosts,
): JsonObject {
  return {
    start,
    byTag: tagCosts(artifact).map((each) => ({ ...each })),
    options: options.map((each) => ({ ...each })),
    leftOut: leftOut.map((each) => ({ ...each })),
  };
}

function rows<T>(items: readonly T[], cells: (item: T) => readonly string[]): readonly string[] {
  return columns(items.map(cells)).map((line) => `  ${line}`);
}
