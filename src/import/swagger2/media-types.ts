import type { DocumentNode } from '../document-set.ts';
import { fieldOf, readTexts } from '../shared/nodes.ts';
import type { Reading } from '../shared/reading.ts';

/** The media types that an operation takes: its own list replaces the root's, an empty one clears it (rule V4). */
export function consumedTypes(reading: Reading, operation: DocumentNode): readonly string[] {
  return typesOf(reading, operation, 'consumes');
}

/** The media types that an operation answers with, by the same rule. */
export function producedTypes(reading: Reading, operation: DocumentNode): readonly string[] {
  return typesOf(reading, operation, 'produces');
}

function typesOf(reading: Reading, operation: DocumentNode, key: string): readonly string[] {
  const { documents } = reading;
  const owner = fieldOf(documents, operation, key) === undefined ? documents.entry.root : operation;
  return [...new Set(readTexts(reading, owner, key).map((type) => type.trim()))].filter(
    (type) => type !== '',
  );
}
