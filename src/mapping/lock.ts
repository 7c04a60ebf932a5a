import type { Operation } from '../model/api.ts';
import { diagnostic, refused, staged, type Staged } from '../model/diagnostic.ts';
import { isJsonObject, objectFromEntries, ownValue, stringifyDocument } from '../model/json.ts';
import { compareText, groupBy } from './group.ts';
import { isLegalToolName } from './names.ts';
import { operationKey } from './operation-name.ts';

/** What an earlier build settled, by namespace: the content of `bridge.lock.json` (rule N6). */
export interface NameLock {
  readonly documents: Readonly<Record<string, DocumentLock>>;
}

/** What an earlier build settled for one document. */
export interface DocumentLock {
  /** Origins that credentials went to (rule K7), sorted. */
  readonly origins: readonly string[];
  /** By `METHOD path`, sorted. */
  readonly operations: Readonly<Record<string, LockedOperation>>;
}

/** The names of one operation. */
export interface LockedOperation {
  readonly operationId?: string;
  /** The tool's name, with its prefix. */
  readonly name: string;
  /** Argument names by place and wire name: `query:filter[name]`, `body`. */
  readonly arguments: Readonly<Record<string, string>>;
}

const formatKey = 'openapi-mcp-lock';

/** The number of the lock's layout. */
const lockFormat = 1;

/** A lock that knows nothing. */
export const emptyLock: NameLock = { documents: {} };

/** Writes a lock as text; equal locks give equal bytes, and one operation changes a few lines. */
export function encodeLock(lock: NameLock): string {
  const documents = mapSorted(lock.documents, ({ origins, operations }) => ({
    origins: origins.toSorted(compareText),
    operations: mapSorted(operations, ({ operationId, name, arguments: names }) => ({
      ...(operationId === undefined ? {} : { operationId }),
      name,
      arguments: mapSorted(names, (each) => each),
    })),
  }));
  return stringifyDocument({ [formatKey]: lockFormat, documents });
}

/** Reads the text of a lock. What is not a lock is refused: silently starting afresh would rename tools. */
export function decodeLock(text: string, document: string): Staged<NameLock> {
  const location = { document, pointer: '' };
  const invalid = (message: string): Staged<NameLock> =>
    refused(
      diagnostic('lock-invalid', {
        message,
        fix: 'Restore it from version control, or delete it and accept new names.',
        location,
      }),
    );
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return invalid('The lock is not JSON.');
  }
  if (
    !isJsonObject(value) ||
    value[formatKey] !== lockFormat ||
    !isJsonObject(value['documents'])
  ) {
    return invalid(`The file is not a lock of layout ${lockFormat}.`);
  }
  const documents: (readonly [string, DocumentLock])[] = [];
  for (const [namespace, written] of Object.entries(value['documents'])) {
    const lock = readDocument(written);
    if (lock === undefined) return invalid(`The part ${JSON.stringify(namespace)} cannot be read.`);
    documents.push([namespace, lock]);
  }
  return staged({ documents: objectFromEntries(documents) });
}

function readDocument(value: unknown): DocumentLock | undefined {
  if (!isJsonObject(value) || !isJsonObject(value['operations'])) return undefined;
  const origins = value['origins'];
  const operations = Object.entries(value['operations']).map(
    ([key, written]) => [key, readOperation(written)] as const,
  );
  const read = operations.flatMap(([key, each]) =>
    each === undefined ? [] : [[key, each] as const],
  );
  if (!isTextList(origins) || read.length < operations.length) return undefined;
  return { origins, operations: objectFromEntries(read) };
}

function readOperation(value: unknown): LockedOperation | undefined {
  if (!isJsonObject(value)) return undefined;
  const { name, operationId, arguments: names } = value;
  if (typeof name !== 'string' || !isLegalToolName(name) || !isTextMap(names)) return undefined;
  return {
    ...(typeof operationId === 'string' ? { operationId } : {}),
    name,
    arguments: names,
  };
}

function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function isTextMap(value: unknown): value is Readonly<Record<string, string>> {
  return isJsonObject(value) && Object.values(value).every((each) => typeof each === 'string');
}

function mapSorted<T, U>(
  record: Readonly<Record<string, T>>,
  map: (value: T) => U,
): Readonly<Record<string, U>> {
  return objectFromEntries(
    Object.entries(record)
      .toSorted(([a], [b]) => compareText(a, b))
      .map(([key, value]) => [key, map(value)] as const),
  );
}

/**
 * Finds what the lock says of each operation: under the same method and path, else under the same operationId,
 * where the operation has moved and both sides have it once.
 */
export function lockedOperations<T extends Pick<Operation, 'method' | 'path' | 'operationId'>>(
  lock: DocumentLock | undefined,
  operations: readonly T[],
): ReadonlyMap<T, LockedOperation> {
  if (lock === undefined) return new Map();
  const present = new Set(operations.map(operationKey));
  const moved = groupBy(
    Object.entries(lock.operations).filter(([key]) => !present.has(key)),
    ([, { operationId }]) => operationId,
  );
  const byId = groupBy(operations, ({ operationId }) => operationId);
  return new Map(
    operations.flatMap((operation) => {
      const same = ownValue(lock.operations, operationKey(operation));
      const { operationId } = operation;
      const once = operationId !== undefined && byId.get(operationId)?.length === 1;
      const elsewhere = once ? moved.get(operationId) : undefined;
      const found = same ?? (elsewhere?.length === 1 ? elsewhere[0][1] : undefined);
      return found === undefined ? [] : [[operation, found] as const];
    }),
  );
}

/**
 * The lock after a build: what was built, and of what was there before all that does not stand in its way, so that
 * an operation that is left out for a while comes back under its name.
 */
export function updateLock(before: NameLock, built: NameLock): NameLock {
  const documents = Object.entries(built.documents).map(([namespace, now]) => {
    const old = ownValue(before.documents, namespace);
    const names = new Set(Object.values(now.operations).map(({ name }) => name.toLowerCase()));
    const ids = new Set(
      Object.values(now.operations).flatMap(({ operationId }) => operationId ?? []),
    );
    const kept = Object.entries(old?.operations ?? {}).filter(
      ([, { name, operationId }]) =>
        !names.has(name.toLowerCase()) && (operationId === undefined || !ids.has(operationId)),
    );
    const operations = objectFromEntries([...kept, ...Object.entries(now.operations)]);
    return [namespace, { origins: now.origins, operations }] as const;
  });
  return { documents: objectFromEntries([...Object.entries(before.documents), ...documents]) };
}
