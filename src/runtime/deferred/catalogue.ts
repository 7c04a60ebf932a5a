import { withDefaults } from '../../model/hints.ts';
import { nearestNames } from '../../model/nearest-names.ts';
import type { ToolMetadata, ToolOperation } from '../../model/tool.ts';
import type { JsonObject } from '../../model/json.ts';
import type { WireTool } from '../call.ts';
import { signatureOf } from './signature.ts';

/** A tool that search knows: a generated one, or a hand-written one without an operation. */
export type Findable = ToolMetadata & { readonly operation?: ToolOperation };

/** The deferred tools that one caller may find, by name. */
export type Visible = ReadonlyMap<string, WireTool>;

/** Words for what a tool does, as a search can ask for them. */
export const hintFilters = ['read', 'write', 'destroy', 'idempotent', 'closedWorld'] as const;

/** The words of {@link hintFilters} that hold for a tool. */
export function hintWordsOf({ hints }: Pick<Findable, 'hints'>): readonly string[] {
  const { readOnly, destructive, idempotent, openWorld } = withDefaults(hints);
  const effect = readOnly ? 'read' : destructive ? 'destroy' : 'write';
  return [effect, ...(idempotent ? ['idempotent'] : []), ...(openWorld ? [] : ['closedWorld'])];
}

/** What a search tells of a tool. */
export function entryOf(tool: Findable): JsonObject {
  const { name, summary, operation } = tool;
  return {
    name,
    summary,
    ...(operation === undefined ? {} : { method: operation.method, path: operation.path }),
    hints: hintWordsOf(tool),
    signature: signatureOf(tool.inputSchema),
  };
}

/** Tags with the number of their tools, most tools first. */
export function tagCounts(tools: readonly Findable[]): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const { tags } of tools) for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
}

/** `No tool is named "x". Did you mean "y"?`, among what the caller may see. */
export function unknownText(name: string, visible: Visible): string {
  const near = nearestNames(name, visible.keys());
  const help =
    near.length === 0
      ? 'Find tools with search_tools.'
      : `Did you mean ${near.map((other) => JSON.stringify(other)).join(' or ')}?`;
  return `No tool is named ${JSON.stringify(name.slice(0, 200))}. ${help}`;
}
