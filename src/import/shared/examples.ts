import { isArray, isJsonObject, ownValue } from '../../model/json.ts';
import type { JsonSchema, JsonValue } from '../../model/json.ts';
import type { DocumentNode } from '../document-set.ts';
import { jsonAt, membersOf } from './nodes.ts';
import type { Reading } from './reading.ts';
import { followReference } from './references.ts';

/**
 * The example values of a parameter or media type, its own before those of its schema. Only values that the
 * document itself holds count: `externalValue` and `serializedValue` do not.
 */
export function readExamples(
  reading: Reading,
  owner: DocumentNode,
  schema: JsonSchema | undefined,
): readonly JsonValue[] {
  const { documents } = reading;
  const own: JsonValue[] = [];
  const single = documents.child(owner, 'example');
  if (single !== undefined) own.push(jsonAt(single));
  const named = documents.child(owner, 'examples');
  if (named !== undefined && isArray(named.value))
    own.push(...(named.value as readonly JsonValue[]));
  for (const [, node] of membersOf(documents, named)) {
    const example = isJsonObject(node.value) ? followReference(reading, node) : undefined;
    const value =
      example &&
      (documents.child(example.node, 'dataValue') ?? documents.child(example.node, 'value'));
    if (value !== undefined) own.push(jsonAt(value));
  }
  const ofSchema = schema === undefined ? undefined : ownValue(schema, 'examples');
  return isArray(ofSchema) ? [...own, ...ofSchema] : own;
}
