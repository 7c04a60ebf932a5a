import type { BridgeArtifact } from '../model/artifact.ts';
import { type Diagnostic, diagnostic } from '../model/diagnostic.ts';
import { nearestNames } from '../model/nearest-names.ts';
import type { Tool } from '../model/tool.ts';
import type { MappedTool } from './mapped-api.ts';
import { directTokenBudget, estimateTokens, metaToolsTokens } from './tokens.ts';

/** What is wanted of the list that clients get. */
export interface ListOptions {
  /** `--direct` or `--deferred`; by default an overlay's word, else the size of the list decides. */
  readonly mode?: BridgeArtifact['mode'];
  /** Names of tools that stay listed in deferred mode, beside those that overlays pin. */
  readonly pinned?: readonly string[];
  /**
   * The list may cost this many tokens before tools are found by search; 25,000 by default. A budget that is given is
   * kept: a list that is wanted and costs more is an error.
   */
  readonly directTokenBudget?: number;
}

/** The tools of an artifact and how clients get them. */
export interface ChosenList {
  readonly tools: readonly Tool[];
  readonly mode: BridgeArtifact['mode'];
  /** Names, in the order of the tools. */
  readonly pinned: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Output schemas that nobody asked for are published for at most this many tools (rule J18). */
const mostToolsWithOutputSchemas = 100;

/** Chooses how clients get the tools, and checks what was asked of the list. */
export function chooseList(
  mapped: readonly MappedTool[],
  overlayMode: BridgeArtifact['mode'] | undefined,
  options: ListOptions,
): ChosenList {
  const { tools, mode, diagnostics } = chooseMode(mapped, options.mode ?? overlayMode, options);
  const wanted = new Set(options.pinned);
  const pinned = tools.filter((each) => each.pinned || wanted.has(each.tool.name));
  return {
    tools: tools.map(({ tool }) => tool),
    mode,
    pinned: pinned.map(({ tool }) => tool.name),
    diagnostics: [
      ...diagnostics,
      ...unknownPins(tools, options.pinned ?? []),
      ...overBudget(
        mode === 'direct' ? costOf(tools) : metaToolsTokens + costOf(pinned),
        mode,
        options,
      ),
    ],
  };
}

/** A tool without an output schema that nobody asked for. */
export function withoutUnwantedSchema(mapped: MappedTool): MappedTool {
  if (mapped.outputSchemaWanted || mapped.tool.outputSchema === undefined) return mapped;
  const { outputSchema: _unwanted, ...rest } = mapped.tool;
  const tool: Tool = { ...rest, settings: { ...rest.settings, outputSchema: 'off' } };
  return { ...mapped, tool, tokens: estimateTokens(tool) };
}

interface ChosenMode {
  readonly tools: readonly MappedTool[];
  readonly mode: BridgeArtifact['mode'];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Chooses between listing every tool and finding them by search. Output schemas that nobody asked for go before
 * direct listing does: few clients show them to a model.
 */
function chooseMode(
  tools: readonly MappedTool[],
  wanted: BridgeArtifact['mode'] | undefined,
  options: ListOptions,
): ChosenMode {
  const budget = options.directTokenBudget ?? directTokenBudget;
  const bare = tools.map(withoutUnwantedSchema);
  const full = tools.length > mostToolsWithOutputSchemas ? bare : tools;
  if (wanted !== undefined) return { tools: full, mode: wanted, diagnostics: [] };
  if (costOf(full) <= budget) return { tools: full, mode: 'direct', diagnostics: [] };
  const cost = costOf(bare);
  if (cost <= budget) {
    return {
      tools: bare,
      mode: 'direct',
      diagnostics: [
        diagnostic('output-schemas-omitted', {
          message: `Output schemas are left out: with them the list of tools would cost about ${costOf(full)} tokens.`,
          fix: 'Ask for them with outputSchema: relaxed in an overlay, or use --deferred.',
        }),
      ],
    };
  }
  return {
    tools: full,
    mode: 'deferred',
    diagnostics: [
      diagnostic('deferred-chosen', {
        message: `The list of ${tools.length} tools would cost about ${cost} tokens, so agents find tools by search.`,
        fix: 'Use --direct to list them all, or select fewer with --include and --exclude.',
      }),
    ],
  };
}

function unknownPins(
  tools: readonly MappedTool[],
  pinned: readonly string[],
): readonly Diagnostic[] {
  const names = tools.map(({ tool }) => tool.name);
  return [...new Set(pinned)]
    .filter((name) => !names.includes(name))
    .map((name) => {
      const near = nearestNames(name, names).map((other) => JSON.stringify(other));
      return diagnostic('pin-unknown', {
        message: `--pin names ${JSON.stringify(name)}, and no tool is called so.`,
        fix:
          near.length === 0
            ? '`openapi-mcp inspect` lists the tools.'
            : `Did you mean ${near.join(' or ')}?`,
      });
    });
}

function overBudget(
  cost: number,
  mode: BridgeArtifact['mode'],
  { directTokenBudget: budget }: ListOptions,
): readonly Diagnostic[] {
  if (budget === undefined || cost <= budget) return [];
  return [
    diagnostic('budget-exceeded', {
      message: `The list costs about ${cost} tokens, and the budget is ${budget}.`,
      fix:
        mode === 'direct'
          ? 'Leave --direct away so that tools are found by search, or select fewer with --include and --exclude.'
          : 'Pin fewer tools.',
    }),
  ];
}

function costOf(tools: readonly MappedTool[]): number {
  return tools.reduce((sum, { tokens }) => sum + tokens, 0);
}
