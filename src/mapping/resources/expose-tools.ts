import type { Operation } from '../../model/api.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { OperationResource } from '../../model/resource.ts';
import type { DraftTool } from '../map-tool.ts';
import type { OperationDirectives } from '../overlay/resolve.ts';
import { exposeOperation } from './expose-operation.ts';

/** Which operations are read, and which of those are not called by name as well. */
export interface ExposedTools {
  /** Operations that are read alone. */
  readonly unlisted: ReadonlySet<Operation>;
  /** In the order of the drafts. */
  readonly resources: readonly OperationResource[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Makes resources of the operations that `expose` asks for; what cannot be read stays a tool. */
export function exposeTools(
  drafts: readonly DraftTool[],
  said: ReadonlyMap<Operation, OperationDirectives>,
): ExposedTools {
  const unlisted = new Set<Operation>();
  const resources: OperationResource[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const draft of drafts) {
    const about = said.get(draft.operation);
    const expose = about?.directives.expose ?? 'tool';
    if (about === undefined || expose === 'tool') continue;
    const resource = exposeOperation({ ...draft, ...about });
    diagnostics.push(...resource.diagnostics);
    if (!resource.ok) continue;
    resources.push(resource.value);
    if (expose === 'resource') unlisted.add(draft.operation);
  }
  return { unlisted, resources, diagnostics };
}
