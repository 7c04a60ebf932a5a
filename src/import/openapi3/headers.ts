import type { JsonSchema } from '../../model/json.ts';
import type { DocumentNode } from '../document-set.ts';
import { membersOf } from '../shared/nodes.ts';
import type { Reading } from '../shared/reading.ts';

/** The schema of a Header Object: its own, or that of its content; `{}` where it has neither. */
export function readHeaderSchema(reading: Reading, header: DocumentNode): JsonSchema {
  const { documents, schemas } = reading;
  const [content] = membersOf(documents, documents.child(header, 'content'));
  const schema =
    documents.child(header, 'schema') ?? (content && documents.child(content[1], 'schema'));
  return schema === undefined ? {} : schemas.read(schema);
}
