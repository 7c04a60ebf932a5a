import { diagnostic } from '../../model/diagnostic.ts';
import { isJsonObject, ownValue } from '../../model/json.ts';
import type { DocumentNode } from '../document-set.ts';
import type { NodeReading } from './reading.ts';

/**
 * Follows a `$ref` where the specification knows none, such as `paths: { $ref: ./paths.yaml }`: tools that
 * join files allow it everywhere, and its author can have meant nothing else. `undefined` where there is
 * none, or where it leads nowhere, which is reported.
 */
export function followMisplaced(
  reading: NodeReading,
  node: DocumentNode,
): DocumentNode | undefined {
  const reference = isJsonObject(node.value) ? ownValue(node.value, '$ref') : undefined;
  if (typeof reference !== 'string') return undefined;
  const resolution = reading.documents.resolve(reference, node);
  if (!resolution.ok) {
    reading.report(resolution.diagnostic);
    return undefined;
  }
  reading.report(
    diagnostic('reference-misplaced', {
      message: `The specification allows no reference here; ${reference} is taken in its place.`,
      fix: 'Nothing needs to be done for this program; other tools may need the documents joined first.',
      location: node.location,
    }),
  );
  return resolution.node;
}
