import type { Operation } from '../model/api.ts';
import type { OperationName } from '../model/diagnostic.ts';

/** What a diagnostic calls an operation. */
export function operationName(
  operation: Pick<Operation, 'method' | 'path' | 'operationId'>,
): OperationName {
  return {
    method: operation.method,
    path: operation.path,
    ...(operation.operationId === undefined ? {} : { operationId: operation.operationId }),
  };
}

/** `METHOD path`, which names one operation of a document in overlays, rules and the lock. */
export function operationKey(operation: Pick<Operation, 'method' | 'path'>): string {
  return `${operation.method} ${operation.path}`;
}

/** The key under which a person finds an operation in a short-form overlay, as a YAML key. */
export function quoteForYaml(
  operation: Pick<Operation, 'method' | 'path' | 'operationId'>,
): string {
  const key = operation.operationId ?? operationKey(operation);
  // A JSON string is a YAML double-quoted scalar; words that YAML reads as another type are not plain.
  const plain =
    /^[A-Za-z_][A-Za-z0-9_-]*$/.test(key) && !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(key);
  return plain ? key : JSON.stringify(key);
}
