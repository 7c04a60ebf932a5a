import { diagnostic } from '../../model/diagnostic.ts';
import { isArray, isJsonObject } from '../../model/json.ts';
import type { JsonObject, JsonValue } from '../../model/json.ts';
import type { SourceLocation } from '../../model/source.ts';
import type { DocumentNode, DocumentSet } from '../document-set.ts';
import { followMisplaced } from './misplaced-references.ts';
import type { NodeReading } from './reading.ts';

/** One text for one place, to remember by. A URI holds no line break, so the two parts never run together. */
export function locationKey(location: SourceLocation): string {
  return `${location.document}\n${location.pointer}`;
}

/** The members of an object node in document order; none for any other value. */
export function membersOf(
  documents: DocumentSet,
  node: DocumentNode | undefined,
): readonly (readonly [string, DocumentNode])[] {
  if (node === undefined || !isJsonObject(node.value)) return [];
  const members: (readonly [string, DocumentNode])[] = [];
  for (const key of Object.keys(node.value)) {
    const member = documents.child(node, key);
    if (member !== undefined) members.push([key, member]);
  }
  return members;
}

/** The items of an array node; none for any other value. */
export function itemsOf(
  documents: DocumentSet,
  node: DocumentNode | undefined,
): readonly DocumentNode[] {
  if (node === undefined || !isArray(node.value)) return [];
  const items: DocumentNode[] = [];
  for (let index = 0; index < node.value.length; index += 1) {
    const item = documents.child(node, index);
    if (item !== undefined) items.push(item);
  }
  return items;
}

/** The value of a node as an object; an empty one for any other value. */
export function objectAt(node: DocumentNode | undefined): JsonObject {
  return node !== undefined && isJsonObject(node.value) ? node.value : {};
}

/** The value of a node as JSON. */
export function jsonAt(node: DocumentNode): JsonValue {
  // The parser builds nothing but JSON data; the node says `unknown` only to force checks of its shape.
  return node.value as JsonValue;
}

/** A member of an object node, where it is there and not `null`. */
export function fieldOf(
  documents: DocumentSet,
  node: DocumentNode,
  key: string,
): DocumentNode | undefined {
  const field = documents.child(node, key);
  return field === undefined || field.value === null ? undefined : field;
}

/**
 * A text field, or a reference to a file of text. Numbers and booleans, which YAML makes of unquoted text,
 * become text; other values are reported.
 */
export function readText(
  reading: NodeReading,
  node: DocumentNode,
  key: string,
): string | undefined {
  const field = fieldOf(reading.documents, node, key);
  if (field === undefined) return undefined;
  const { value } = followMisplaced(reading, field) ?? field;
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  reportField(reading, field, 'text');
  return undefined;
}

/** A boolean field; `undefined` where it is absent. The words `"true"` and `"false"` count, other values are reported. */
export function readFlag(
  reading: NodeReading,
  node: DocumentNode,
  key: string,
): boolean | undefined {
  const field = fieldOf(reading.documents, node, key);
  if (field === undefined) return undefined;
  const { value } = field;
  if (typeof value === 'boolean') return value;
  if (value === 'true' || value === 'false') return value === 'true';
  reportField(reading, field, 'true or false');
  return undefined;
}

/** A field that must be an object, or a reference to one; other values are reported and read as absent. */
export function readObjectField(
  reading: NodeReading,
  node: DocumentNode,
  key: string,
): DocumentNode | undefined {
  const field = fieldOf(reading.documents, node, key);
  if (field === undefined) return undefined;
  const meant = followMisplaced(reading, field) ?? field;
  if (isJsonObject(meant.value)) return meant;
  reportField(reading, field, 'an object');
  return undefined;
}

/** A field that must be an array, or a reference to one; other values are reported and read as absent. */
export function readArrayField(
  reading: NodeReading,
  node: DocumentNode,
  key: string,
): DocumentNode | undefined {
  const field = fieldOf(reading.documents, node, key);
  if (field === undefined) return undefined;
  const meant = followMisplaced(reading, field) ?? field;
  if (isArray(meant.value)) return meant;
  reportField(reading, field, 'a list');
  return undefined;
}

/** The texts of a list field; items that are no text are reported. */
export function readTexts(
  reading: NodeReading,
  node: DocumentNode,
  key: string,
): readonly string[] {
  const texts: string[] = [];
  for (const item of itemsOf(reading.documents, readArrayField(reading, node, key))) {
    const { value } = item;
    if (typeof value === 'string') texts.push(value);
    else if (typeof value === 'number' || typeof value === 'boolean') texts.push(String(value));
    else reportField(reading, item, 'text');
  }
  return texts;
}

/** Says that a value is not what its place in the document asks for. */
export function reportField(reading: NodeReading, node: DocumentNode, wanted: string): void {
  reading.report(
    diagnostic('field-invalid', {
      message: `The value at ${pointerText(node.location)} is ${kindOf(node.value)}, not ${wanted}, and is read as absent.`,
      fix: `Give ${wanted} here, or remove the field.`,
      location: node.location,
    }),
  );
}

/** A pointer for a message; the root has a name of its own. */
export function pointerText(location: SourceLocation): string {
  return location.pointer === '' ? 'the root' : location.pointer;
}

/** What a JSON value is, for a message. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
