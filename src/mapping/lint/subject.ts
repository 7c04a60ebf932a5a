import type { ApiModel, Operation } from '../../model/api.ts';
import type { Tool } from '../../model/tool.ts';
import { groupBy } from '../group.ts';
import type { MappedApi, MappedTool } from '../mapped-api.ts';
import { operationKey } from '../operation-name.ts';
import { deprecatedNote } from '../text.ts';
import { yamlText } from '../yaml-text.ts';

/** One tool beside the operation that it was made of. */
export interface LintSubject {
  readonly api: ApiModel;
  readonly operation: Operation;
  readonly mapped: MappedTool;
  /** Key of the operation, and of no other, in a short-form overlay, as YAML. */
  readonly overlayKey: string;
}

/** The tools of a document with their operations. */
export function lintSubjects(api: ApiModel, { tools }: MappedApi): readonly LintSubject[] {
  const operations = new Map(api.operations.map((each) => [operationKey(each), each]));
  const byId = groupBy(api.operations, ({ operationId }) => operationId);
  return tools.flatMap((mapped) => {
    const operation = operations.get(operationKey(mapped.tool.operation));
    if (operation === undefined) return [];
    const { operationId } = operation;
    // An operationId may read as a pattern, and may stand twice; method and path never do.
    const isClear = operationId !== undefined && byId.get(operationId)?.length === 1;
    const key = isClear ? operationId : operationKey(operation);
    return [{ api, operation, mapped, overlayKey: yamlText(key) }];
  });
}

/** What the description says beyond method, path and the note that mapping adds. */
export function ownDescription(tool: Tool): string {
  return tool.description
    .split('\n')
    .filter((line) => line !== operationKey(tool.operation) && line !== deprecatedNote)
    .join('\n')
    .trim();
}
