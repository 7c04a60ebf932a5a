import type { Tool } from '../model/tool.ts';
import { compareText } from './group.ts';

/** The map may take this many characters, which are fewer than 400 tokens of names and numbers. */
const mapLength = 1_200;

/** Longer names of groups are cut. */
const groupLength = 40;

/**
 * What an API has, for the instructions of a server whose tools are found by search: its groups with the number of
 * their tools, largest first, as far as they fit into 400 tokens. Tools are grouped by their first tag, those without
 * one by the first word of their path.
 */
export function apiMapOf(tools: readonly Tool[], pinned: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const tool of tools) {
    const group = groupOf(tool);
    counts.set(group, (counts.get(group) ?? 0) + 1);
  }
  const groups = [...counts].sort((a, b) => b[1] - a[1] || compareText(a[0], b[0]));
  const lead =
    `This API has ${tools.length} tools, found with search_tools and called with call_read_tool or call_tool` +
    `${pinned.length === 0 ? '' : `; ${pinned.length} of them are listed`}.`;
  const shown: string[] = [];
  let left = mapLength - lead.length;
  for (const [group, count] of groups) {
    const text = `${group} ${count}`;
    left -= text.length + 2;
    if (left < 0) break;
    shown.push(text);
  }
  const rest = groups.length - shown.length;
  const more = rest === 0 ? '' : ` and ${rest} smaller groups`;
  return shown.length === 0 ? lead : `${lead} By group: ${shown.join(', ')}${more}.`;
}

function groupOf({ tags: [tag], operation }: Tool): string {
  const group = tag ?? firstWordOf(operation.path);
  const line = group.replaceAll(/\s+/g, ' ').trim();
  return line.length > groupLength ? `${line.slice(0, groupLength - 1)}…` : line;
}

/** The first segment that is a name: no template, and no version such as `v1`. */
function firstWordOf(path: string): string {
  const words = path.split('/').filter((segment) => /^[^{}]+$/.test(segment));
  return words.find((word) => !/^(?:api|rest|v\d[\d.]*)$/i.test(word)) ?? words[0] ?? '/';
}
