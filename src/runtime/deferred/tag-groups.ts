import type { Findable } from './catalogue.ts';
import { tagCounts } from './catalogue.ts';

/** When tools are told by tag: more are found than one looks through, and those shown are of so many tags. */
const broad = { found: 15, tags: 3 } as const;

/** How tools are told that have no tag. */
const untagged = 'without a tag';

/** Tools of one tag. */
export interface TagGroup {
  readonly tag: string;
  /** How many of the tools found have the tag, shown or not. */
  readonly count: number;
  /** Those that are shown, best first. */
  readonly tools: readonly Findable[];
}

/**
 * The tools of a broad answer by their first tag, the group of the best tool first; nothing where a plain list tells
 * more.
 */
export function groupByTag(
  shown: readonly Findable[],
  found: readonly Findable[],
): readonly TagGroup[] | undefined {
  if (found.length <= broad.found) return undefined;
  const groups = new Map<string, Findable[]>();
  for (const tool of shown) {
    const tag = tool.tags[0] ?? untagged;
    const group = groups.get(tag);
    if (group === undefined) groups.set(tag, [tool]);
    else group.push(tool);
  }
  if (groups.size < broad.tags) return undefined;
  const counts = new Map(tagCounts(found));
  const bare = found.filter(({ tags }) => tags.length === 0).length;
  return [...groups].map(([tag, tools]) => ({ tag, count: counts.get(tag) ?? bare, tools }));
}
