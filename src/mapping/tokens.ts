import { withDefaults } from '../model/hints.ts';
import type { Tool } from '../model/tool.ts';

/** Characters of JSON in a token, as measured on tool lists with o200k. */
const charactersPerToken = 4.5;

/** The list of all tools may cost this many tokens before they are found by search instead. */
export const directTokenBudget = 25_000;

/** What the four tools of deferred mode cost in a list; a test holds it to the real list. */
export const metaToolsTokens = 488;

/**
 * About how many tokens a tool costs in a list: the characters of what a client is sent, without icons and `_meta`,
 * which no client shows to a model.
 */
export function estimateTokens(tool: Tool): number {
  return tokensOfLength(wireLength(tool));
}

/** About how many tokens this many characters of JSON cost. */
export function tokensOfLength(characters: number): number {
  return Math.ceil(characters / charactersPerToken);
}

function wireLength(tool: Tool): number {
  const { readOnly, destructive, idempotent, openWorld, title } = withDefaults(tool.hints);
  return JSON.stringify({
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: tool.inputSchema,
    outputSchema: tool.outputSchema,
    annotations: {
      title,
      readOnlyHint: readOnly,
      destructiveHint: destructive,
      idempotentHint: idempotent,
      openWorldHint: openWorld,
    },
    execution: tool.execution,
  }).length;
}
