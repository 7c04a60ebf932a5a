import type { Encoding, MediaType, RequestBody } from '../../model/api.ts';
import { diagnostic } from '../../model/diagnostic.ts';
import { objectFromEntries } from '../../model/json.ts';
import type { JsonSchema } from '../../model/json.ts';
import type { DocumentNode } from '../document-set.ts';
import { readExamples } from '../shared/examples.ts';
import { pointerText, readFlag, readText } from '../shared/nodes.ts';
import type { BodyReading, OperationSite } from '../shared/operations.ts';
import type { RawParameter } from '../shared/raw-parameters.ts';
import type { Reading } from '../shared/reading.ts';
import { readCollectionFormat } from './collection-format.ts';
import { consumedTypes } from './media-types.ts';
import { readFieldSchema } from './parameters.ts';

const form = 'application/x-www-form-urlencoded';
const multipart = 'multipart/form-data';

/** The body of a 2.0 operation: its `body` parameter, or its form fields as one object. */
export function readBody(
  reading: Reading,
  site: OperationSite,
  raw: readonly RawParameter[],
): BodyReading {
  const body = raw.find(({ place }) => place === 'body');
  const fields = raw.filter(({ place }) => place === 'formData');
  if (body !== undefined && fields.length > 0) {
    reading.report(
      diagnostic('body-and-form', {
        message: `The operation at ${pointerText(site.node.location)} has both a body and form fields; the form fields are left out.`,
        fix: 'Keep one of the two.',
        location: site.node.location,
      }),
    );
  }
  if (body !== undefined) return { kind: 'body', body: readWhole(reading, site, body) };
  if (fields.length === 0) return { kind: 'none' };
  return { kind: 'body', body: readForm(reading, site, fields) };
}

function readWhole(reading: Reading, site: OperationSite, { node }: RawParameter): RequestBody {
  const schemaNode = reading.documents.child(node, 'schema');
  const schema = schemaNode && reading.schemas.read(schemaNode);
  const description = readText(reading, node, 'description');
  const media = (mediaType: string): MediaType => ({
    mediaType,
    ...(schema === undefined ? {} : { schema }),
    encoding: {},
    prefixEncoding: [],
    examples: readExamples(reading, node, schema),
    location: node.location,
  });
  const [first = 'application/json', ...others] = consumedTypes(reading, site.node);
  return {
    ...(description === undefined ? {} : { description }),
    required: readFlag(reading, node, 'required') ?? false,
    content: [media(first), ...others.map(media)],
    location: node.location,
    extensions: reading.context.extensionsOf(node),
  };
}

function readForm(
  reading: Reading,
  site: OperationSite,
  fields: readonly RawParameter[],
): RequestBody {
  const properties = fields.map(({ name, node }) => [name, readField(reading, node)] as const);
  const required = fields
    .filter(({ node }) => readFlag(reading, node, 'required') === true)
    .map(({ name }) => name);
  const encoding = fields.flatMap(({ name, node }) => {
    const serialization = readCollectionFormat(reading, node, 'formData');
    const entry = { headers: [], encoding: {}, prefixEncoding: [] };
    return serialization === undefined ? [] : [[name, { ...entry, serialization }] as const];
  });
  const hasFile = properties.some(([, schema]) => isBinary(schema));
  return {
    required: required.length > 0,
    content: [
      {
        mediaType: formTypeOf(consumedTypes(reading, site.node), hasFile),
        schema: {
          type: 'object',
          properties: objectFromEntries(properties),
          ...(required.length === 0 ? {} : { required }),
        },
        encoding: objectFromEntries<Encoding>(encoding),
        prefixEncoding: [],
        examples: [],
        location: site.node.location,
      },
    ],
    location: site.node.location,
    extensions: fields.flatMap(({ node }) => reading.context.extensionsOf(node)),
  };
}

/** A form field as a property: its description belongs to the schema here. */
function readField(reading: Reading, node: DocumentNode): JsonSchema {
  const schema = readFieldSchema(reading, node);
  const description = readText(reading, node, 'description');
  const examples = readExamples(reading, node, schema);
  return {
    ...(description === undefined ? {} : { description }),
    ...schema,
    ...(examples.length === 0 ? {} : { examples }),
  };
}

/** A file, or a list of files, which some authors write. */
function isBinary(schema: JsonSchema): boolean {
  const items = schema['items'];
  const isItem = typeof items === 'object' && items !== null && !Array.isArray(items);
  return schema['format'] === 'binary' || (isItem && isBinary(items as JsonSchema));
}

/** A file needs multipart; else urlencoded, unless only multipart is listed (rule V4). */
function formTypeOf(consumes: readonly string[], hasFile: boolean): string {
  const listed = (type: string): string | undefined =>
    consumes.find((candidate) => candidate.toLowerCase().startsWith(type));
  if (hasFile) return listed(multipart) ?? multipart;
  return listed(form) ?? listed(multipart) ?? form;
}
