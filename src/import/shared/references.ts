import { isJsonObject, ownValue } from '../../model/json.ts';
import type { DocumentNode } from '../document-set.ts';
import { reportField } from './nodes.ts';
import type { NodeReading, Reading } from './reading.ts';

/** What stands at a place after following Reference Objects. */
export interface Followed {
  /** Always an object. */
  readonly node: DocumentNode;
  /** The place that the reference was written at; the node itself where there is none. */
  readonly site: DocumentNode;
  /** Texts beside the `$ref` that replace those of the target (3.1, rule V9). */
  readonly description?: string;
  readonly summary?: string;
}

/** The text of a node's `$ref`, where it is a Reference Object. */
export function referenceOf(node: DocumentNode): string | undefined {
  if (!isJsonObject(node.value)) return undefined;
  const reference = ownValue(node.value, '$ref');
  return typeof reference === 'string' ? reference : undefined;
}

/**
 * Follows the Reference Object at a node, if it is one. What leads nowhere, and what is no object, is
 * reported and gives `undefined`.
 */
export function followReference(
  reading: NodeReading & Pick<Reading, 'specification'>,
  node: DocumentNode,
): Followed | undefined {
  const reference = referenceOf(node);
  if (reference === undefined) {
    if (isJsonObject(node.value)) return { node, site: node };
    reportField(reading, node, 'an object');
    return undefined;
  }
  const resolution = reading.documents.resolve(reference, node);
  if (!resolution.ok) {
    reading.report(resolution.diagnostic);
    return undefined;
  }
  if (!isJsonObject(resolution.node.value)) {
    reportField(reading, resolution.node, 'an object');
    return undefined;
  }
  const overrides = overridesCount(reading) ? resolution.overrides : {};
  return { node: resolution.node, site: node, ...overrides };
}

/** 2.0 and 3.0 ignore whatever stands beside a reference. */
function overridesCount(reading: Pick<Reading, 'specification'>): boolean {
  return reading.specification === '3.1' || reading.specification === '3.2';
}
