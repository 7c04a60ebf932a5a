import type { Tool, ToolOperation } from '../../model/tool.ts';

/** Tools of two artifacts, side by side. */
export interface MatchedTools {
  /** Tools that are still there, under their name or another. */
  readonly pairs: readonly (readonly [before: Tool, after: Tool])[];
  readonly gone: readonly Tool[];
  readonly added: readonly Tool[];
}

/**
 * Finds each tool again: by its name, which is what agents know, else by its operation, which then has been renamed. A
 * name that another operation has taken over, while its own lives on under another name, is not the same tool.
 */
export function matchTools(before: readonly Tool[], after: readonly Tool[]): MatchedTools {
  const byName = new Map(after.map((tool) => [tool.name, tool]));
  const taken = new Set<Tool>();
  const pairs: (readonly [Tool, Tool])[] = [];
  const open: Tool[] = [];
  for (const tool of before) {
    const same = byName.get(tool.name);
    const isOther =
      same !== undefined &&
      !isSameOperation(tool.operation, same.operation) &&
      after.some((each) => each !== same && isSameOperation(tool.operation, each.operation));
    if (same === undefined || isOther) {
      open.push(tool);
    } else {
      pairs.push([tool, same]);
      taken.add(same);
    }
  }
  const gone: Tool[] = [];
  for (const tool of open) {
    const renamed = after.find(
      (each) => !taken.has(each) && isSameOperation(tool.operation, each.operation),
    );
    if (renamed === undefined) {
      gone.push(tool);
    } else {
      pairs.push([tool, renamed]);
      taken.add(renamed);
    }
  }
  return { pairs, gone, added: after.filter((tool) => !taken.has(tool)) };
}

/** By place, or by an operationId where the operation has moved. */
export function isSameOperation(left: ToolOperation, right: ToolOperation): boolean {
  if (left.document !== right.document) return false;
  return isSamePlace(left, right) || (left.id !== undefined && left.id === right.id);
}

/** Whether both stand under the same method and path. */
export function isSamePlace(left: ToolOperation, right: ToolOperation): boolean {
  return left.method === right.method && left.path === right.path;
}
