import type { JsonObject, JsonValue, SourceIndex, ToolChange } from '../../src/index.ts';
import type { Paint } from '../terminal.ts';
import { placeOf } from './code-frame.ts';
import { clip, columns, count, oneLine } from './text.ts';

/** Longest value that is shown of a change. */
const valueWidth = 60;

/** What overlays change, tool by tool, each with the place that says so. */
export function overlayChangesAsText(
  changes: readonly ToolChange[],
  sources: SourceIndex,
  paint: Paint,
): string {
  const byTool = new Map<string, ToolChange[]>();
  for (const change of changes) {
    const known = byTool.get(change.tool);
    if (known === undefined) byTool.set(change.tool, [change]);
    else known.push(change);
  }
  const blocks = [...byTool].map(([tool, list]) => {
    const [{ method, path } = { method: '', path: '' }] = list;
    const rows = list.map(({ field, before, after, location }) => [
      field,
      changeText(before, after),
      placeOf(location, sources),
    ]);
    return [
      `${paint.bold(oneLine(tool))} ${paint.dim(oneLine(`${method} ${path}`))}`,
      ...columns(rows).map((line) => `  ${line}`),
    ].join('\n');
  });
  const total = `${count(changes.length, 'change')} of ${count(byTool.size, 'tool')}`;
  return `\n${[...blocks, total].join('\n\n')}\n`;
}

/** How a value changed, in a few words. */
export function changeText(before: JsonValue | undefined, after: JsonValue | undefined): string {
  if (after === undefined) {
    return before === undefined ? 'changed' : `${valueText(before)} taken away`;
  }
  return before === undefined
    ? `is ${valueText(after)}`
    : `is ${valueText(after)} instead of ${valueText(before)}`;
}

function valueText(value: JsonValue): string {
  return clip(oneLine(typeof value === 'string' ? value : JSON.stringify(value)), valueWidth);
}

/** Changes as `--json` gives them. */
export function overlayChangesAsJson(
  changes: readonly ToolChange[],
  sources: SourceIndex,
): readonly JsonObject[] {
  return changes.map(({ tool, method, path, field, before, after, location }) => ({
    tool,
    method,
    path,
    field,
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
    file: sources.displayName(location.document),
    ...sources.position(location),
  }));
}
