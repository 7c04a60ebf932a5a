import { isArray, isJsonObject, ownValue } from '../../model/json.ts';
import type { JsonSchema, JsonValue } from '../../model/json.ts';
import type { DocumentNode } from '../document-set.ts';
import { readExampleList, readExampleValue } from './example-values.ts';
import { membersOf } from './nodes.ts';
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
  const named = documents.child(owner, 'examples');
  const own = named === undefined ? [] : [...readExampleList(reading, named)];
  const nodes = [
    documents.child(owner, 'example'),
    ...membersOf(documents, named).map(([, node]) => valueNodeOf(reading, node)),
  ];
  for (const node of nodes) {
    const value = node && readExampleValue(reading, node);
    if (value !== undefined) own.push(value);
  }
  const ofSchema = schema === undefined ? undefined : ownValue(schema, 'examples');
  return isArray(ofSchema) ? [...own, ...ofSchema] : own;
}

/** Where the value of an Example Object stands; 3.2 calls it `dataValue`. */
function valueNodeOf(reading: Reading, written: DocumentNode): DocumentNode | undefined {
  if (!isJsonObject(written.value)) return undefined;
  const { documents } = reading;
  const example = followReference(reading, written)?.node;
  return example && (documents.child(example, 'dataValue') ?? documents.child(example, 'value'));
}
