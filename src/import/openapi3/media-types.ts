import type { Encoding, EncodingHeader, MediaType } from '../../model/api.ts';
import { objectFromEntries } from '../../model/json.ts';
import type { DocumentNode } from '../document-set.ts';
import { readExamples } from '../shared/examples.ts';
import {
  itemsOf,
  membersOf,
  objectAt,
  readFlag,
  readObjectField,
  readText,
} from '../shared/nodes.ts';
import type { Reading } from '../shared/reading.ts';
import { followReference } from '../shared/references.ts';
import { readHeaderSchema } from './headers.ts';
import { readFieldStyle } from './styles.ts';

/** Nested encodings that are read; the specification asks for one level (rule B12). */
const deepestEncoding = 4;

/** The entries of a `content` map, as written and in order; those that cannot be read are reported. */
export function readContentMap(reading: Reading, owner: DocumentNode): readonly MediaType[] {
  return membersOf(reading.documents, readObjectField(reading, owner, 'content')).flatMap(
    ([mediaType, node]) => readMediaType(reading, mediaType, node) ?? [],
  );
}

function readMediaType(
  reading: Reading,
  mediaType: string,
  written: DocumentNode,
): MediaType | undefined {
  const { documents, schemas } = reading;
  // An empty entry is often written as nothing at all.
  const node =
    written.value === null ? { ...written, value: {} } : followReference(reading, written)?.node;
  if (node === undefined) return undefined;
  const schemaNode = documents.child(node, 'schema');
  const itemNode = documents.child(node, 'itemSchema');
  const schema = schemaNode && schemas.read(schemaNode);
  const itemSchema = itemNode && schemas.read(itemNode);
  return {
    mediaType: mediaType.trim(),
    ...(schema === undefined ? {} : { schema }),
    ...(itemSchema === undefined ? {} : { itemSchema }),
    ...readEncodings(reading, node, 0),
    examples: readExamples(reading, node, schema),
    location: node.location,
  };
}

type Encodings = Pick<MediaType, 'encoding' | 'prefixEncoding' | 'itemEncoding'>;

function readEncodings(reading: Reading, owner: DocumentNode, depth: number): Encodings {
  const { documents } = reading;
  if (depth > deepestEncoding) return { encoding: {}, prefixEncoding: [] };
  const fields = objectAt(owner);
  const isAbsent = !['encoding', 'prefixEncoding', 'itemEncoding'].some((key) =>
    Object.hasOwn(fields, key),
  );
  if (isAbsent) return { encoding: {}, prefixEncoding: [] };
  const named = membersOf(documents, readObjectField(reading, owner, 'encoding'));
  const item = documents.child(owner, 'itemEncoding');
  return {
    encoding: objectFromEntries(
      named.map(([name, node]) => [name, readEncoding(reading, node, depth)] as const),
    ),
    prefixEncoding: itemsOf(documents, documents.child(owner, 'prefixEncoding')).map((node) =>
      readEncoding(reading, node, depth),
    ),
    ...(item === undefined ? {} : { itemEncoding: readEncoding(reading, item, depth) }),
  };
}

function readEncoding(reading: Reading, node: DocumentNode, depth: number): Encoding {
  const contentType = readText(reading, node, 'contentType');
  const serialization = readFieldStyle(reading, node);
  return {
    ...(contentType === undefined ? {} : { contentType }),
    ...(serialization === undefined ? {} : { serialization }),
    headers: readHeaders(reading, node),
    ...readEncodings(reading, node, depth + 1),
  };
}

/** Headers of a part; `Content-Type` is what `contentType` says (rule B11). */
function readHeaders(reading: Reading, encoding: DocumentNode): readonly EncodingHeader[] {
  const headers = readObjectField(reading, encoding, 'headers');
  return membersOf(reading.documents, headers).flatMap(([name, written]) => {
    if (name.toLowerCase() === 'content-type') return [];
    const header = followReference(reading, written);
    if (header === undefined) return [];
    const schema = readHeaderSchema(reading, header.node);
    return {
      name,
      required: readFlag(reading, header.node, 'required') ?? false,
      schema,
      examples: readExamples(reading, header.node, schema),
    };
  });
}
