import type { Operation } from '../model/api.ts';
import type { OperationName } from '../model/diagnostic.ts';
import { yamlText } from './yaml-text.ts';

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
  return yamlText(operation.operationId ?? operationKey(operation));
}
