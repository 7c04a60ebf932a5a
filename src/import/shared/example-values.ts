import { isJsonObject } from '../../model/json.ts';
import type { JsonValue } from '../../model/json.ts';
import type { DocumentNode } from '../document-set.ts';
import { itemsOf, jsonAt } from './nodes.ts';
import type { NodeReading } from './reading.ts';

/**
 * The value of an example. Examples are data and taken as they stand, except for one that is nothing but a
 * `$ref`: no API answers with that, and its author means what it leads to. `undefined`, with a report, where
 * that is not at hand; no document is read for the sake of an example.
 */
export function readExampleValue(reading: NodeReading, node: DocumentNode): JsonValue | undefined {
  const reference = bareReference(node.value);
  if (reference === undefined) return jsonAt(node);
  const resolution = reading.documents.resolve(reference, node);
  if (resolution.ok) return jsonAt(resolution.node);
  reading.report({ ...resolution.diagnostic, severity: 'info' });
  return undefined;
}

/** The values of a list of examples. */
export function readExampleList(reading: NodeReading, node: DocumentNode): readonly JsonValue[] {
  const values: JsonValue[] = [];
  for (const item of itemsOf(reading.documents, node)) {
    const value = readExampleValue(reading, item);
    if (value !== undefined) values.push(value);
  }
  return values;
}

function bareReference(value: unknown): string | undefined {
  if (!isJsonObject(value)) return undefined;
  const [first, ...others] = Object.entries(value);
  if (first === undefined || others.length > 0 || first[0] !== '$ref') return undefined;
  return typeof first[1] === 'string' ? first[1] : undefined;
}
