import type { ApiModel, Operation } from '../model/api.ts';
import { type Diagnostic, diagnostic } from '../model/diagnostic.ts';
import { childLocation, type SourceLocation } from '../model/source.ts';
import { groupBy } from './group.ts';
import { type DocumentLock, type LockedOperation, lockedOperations } from './lock.ts';
import { type AssignedName, assignNames, nameBudget, type NameOptions } from './names.ts';
import { operationKey, operationName } from './operation-name.ts';
import type { OverlayEntry } from './overlay/entry.ts';
import type { OperationDirectives } from './overlay/resolve.ts';
import { yamlText } from './yaml-text.ts';

/** Names of every operation, with what there is to say about those that become tools. */
export interface ToolNames {
  readonly names: ReadonlyMap<Operation, AssignedName>;
  /** What each would be called if no overlay named any. */
  readonly derived: ReadonlyMap<Operation, string>;
  readonly diagnostics: readonly Diagnostic[];
}

/** What names depend on. */
export interface ToolNameOptions extends NameOptions {
  readonly lock: DocumentLock | undefined;
  readonly directives: ReadonlyMap<Operation, OperationDirectives>;
}

/**
 * Names all operations of a document, also those that become no tools: leaving one out must not rename another
 * (rules N1 to N6).
 */
export function nameTools(
  api: ApiModel,
  kept: ReadonlySet<Operation>,
  options: ToolNameOptions,
): ToolNames {
  const locked = lockedOperations(options.lock, api.operations);
  const requests = api.operations.map((operation) => {
    const given = options.directives.get(operation)?.directives.name;
    const lockedName = locked.get(operation)?.name;
    return {
      operation,
      ...(given === undefined || !kept.has(operation) ? {} : { given }),
      ...(lockedName === undefined ? {} : { locked: lockedName }),
    };
  });
  const names = pair(api.operations, assignNames(requests, options));
  const anyGiven = requests.some(({ given }) => given !== undefined);
  const plain = anyGiven
    ? pair(
        api.operations,
        assignNames(
          requests.map(({ given: _person, ...rest }) => rest),
          options,
        ),
      )
    : names;
  const tools = [...names].filter(([operation]) => kept.has(operation));
  return {
    names,
    derived: new Map([...plain].map(([operation, { name }]) => [operation, name])),
    diagnostics: [
      ...clashes(tools, options),
      ...tools.flatMap(([operation, assigned]) =>
        remarks(operation, assigned, { options, locked: locked.get(operation) }),
      ),
    ],
  };
}

type Named = readonly [Operation, AssignedName];

function pair(
  operations: readonly Operation[],
  names: readonly AssignedName[],
): ReadonlyMap<Operation, AssignedName> {
  return new Map(
    operations.flatMap((operation, index) => {
      const name = names[index];
      return name === undefined ? [] : [[operation, name] as const];
    }),
  );
}

/** Two tools that people give one name: nobody can say which is meant. */
function clashes(tools: readonly Named[], options: ToolNameOptions): readonly Diagnostic[] {
  const given = tools.filter(([, { origin }]) => origin === 'given');
  return [...groupBy(given, ([, { base }]) => base.toLowerCase()).values()]
    .filter((group) => group.length > 1)
    .flatMap((group) =>
      group.map(([operation, { base }]) =>
        diagnostic('name-clash', {
          // Between names of the document's own x-mcp nobody here can choose; they got suffixes instead.
          severity: group.some(([each]) => (nameEntryOf(each, options)?.rank ?? 0) > 0)
            ? 'error'
            : 'warning',
          message: `${group.length} tools are to be called ${JSON.stringify(base)}, one of them ${operationKey(operation)}.`,
          fix: 'Give each its own name; case does not count.',
          location: placeOfName(operation, options),
          operation: operationName(operation),
        }),
      ),
    );
}

interface RemarkContext {
  readonly options: ToolNameOptions;
  readonly locked: LockedOperation | undefined;
}

function remarks(
  operation: Operation,
  assigned: AssignedName,
  { options, locked }: RemarkContext,
): readonly Diagnostic[] {
  const { name, origin, base, shortened, suffixed } = assigned;
  const about = { location: placeOfName(operation, options), operation: operationName(operation) };
  const budget = nameBudget(options.serverName);
  const found: Diagnostic[] = [];
  const { operationId } = operation;
  if (origin === 'locked' && locked !== undefined && locked.operationId !== operationId) {
    found.push(
      diagnostic('name-kept', {
        message: `${operationKey(operation)} has the operationId ${JSON.stringify(operationId ?? null)} now; its tool keeps the name ${JSON.stringify(name)} of the lock.`,
        fix: 'Nothing, or name the tool in an overlay and tell its users.',
        ...about,
      }),
    );
  }
  if (locked !== undefined && locked.name !== name) {
    found.push(
      diagnostic('name-changed', {
        message: `The tool ${JSON.stringify(locked.name)} is now called ${JSON.stringify(name)}, which breaks whoever uses the old name.`,
        fix: 'Keep the old name, or tell the users of the tool.',
        ...about,
      }),
    );
  }
  if (shortened && !suffixed) {
    found.push(
      diagnostic('name-shortened', {
        message: `${JSON.stringify(base)} is longer than ${budget} characters with its prefix and became ${JSON.stringify(name)}.`,
        fix: 'Name the tool in an overlay if another name is better.',
        overlay: nameLines(operation, name),
        ...about,
      }),
    );
  }
  if (suffixed && origin !== 'given') {
    found.push(
      diagnostic('name-suffixed', {
        message: `Several operations would be called ${JSON.stringify(base)}; ${operationKey(operation)} is ${JSON.stringify(name)}.`,
        fix: 'Name the tool in an overlay if another name is better.',
        overlay: nameLines(operation, name),
        ...about,
      }),
    );
  }
  if (origin === 'given' && name.length > budget) {
    found.push(
      diagnostic('name-long', {
        message: `${JSON.stringify(name)} is longer than ${budget} characters, which some clients refuse beside the server's name ${JSON.stringify(options.serverName)}.`,
        fix: 'Shorten the name of the tool or of the server.',
        ...about,
      }),
    );
  }
  return found;
}

/** By method and path: operations that share an operationId need names of their own. */
function nameLines(operation: Operation, name: string): string {
  return `tools:\n  ${yamlText(operationKey(operation))}: { name: ${yamlText(name)} }`;
}

function placeOfName(operation: Operation, options: ToolNameOptions): SourceLocation {
  const entry = nameEntryOf(operation, options);
  return entry === undefined ? operation.location : childLocation(entry.location, 'name');
}

/** The strongest entry that names an operation. */
function nameEntryOf(operation: Operation, options: ToolNameOptions): OverlayEntry | undefined {
  const applied = options.directives.get(operation)?.applied ?? [];
  return applied.findLast(({ layers }) => layers.some(({ name }) => name !== undefined))?.entry;
}
