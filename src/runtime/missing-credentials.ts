import type { Tool } from '../model/tool.ts';
import { peekCredentials } from './middleware/auth/credential-source.ts';
import { describeUnmet } from './middleware/auth/describe-missing.ts';
import type { SelectionContext } from './middleware/auth/select-credentials.ts';
import { selectCredentials } from './middleware/auth/select-credentials.ts';
import { isReadOnlyTool } from './middleware/read-only.ts';
import type { SlotSources } from './tool-slots.ts';
import { selectionOf } from './tool-slots.ts';

/** Tools that cannot be called because their credentials are not configured. */
export interface MissingCredentials {
  readonly tools: readonly string[];
  /** What would have to be set; names of variables, no values. */
  readonly fix: string;
}

/** Finds out before the first call which tools lack credentials; tools of equal needs are told together. */
export async function findMissingCredentials<S>(
  tools: readonly Tool[],
  sources: SlotSources<S>,
  session: S,
): Promise<readonly MissingCredentials[]> {
  const groups = new Map<string, Tool[]>();
  for (const tool of tools) {
    const key = JSON.stringify([
      tool.operation.document,
      tool.request.server,
      isReadOnlyTool(tool),
      tool.security.map(({ schemes }) => schemes.map(({ scheme }) => scheme)),
    ]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [tool]);
    else group.push(tool);
  }
  const missing: MissingCredentials[] = [];
  for (const group of groups.values()) {
    const [first] = group;
    const selection = first === undefined ? undefined : selectionOf(first, sources);
    if (selection === undefined) continue;
    const chosen = await selectCredentials(peeking(selection), session);
    if (chosen.kind !== 'none') continue;
    missing.push({
      tools: group.map(({ name }) => name),
      fix: describeUnmet(selection, chosen.unmet),
    });
  }
  return missing;
}

/** Looks only at what is configured: a server that starts runs no commands and fetches nothing. */
function peeking<S>(selection: SelectionContext<S>): SelectionContext<S> {
  const { source } = selection;
  return { ...selection, source: { find: (query) => peekCredentials(source, query) } };
}
