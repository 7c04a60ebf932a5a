import type { MediaType, ResponseCase, ResponseHeader } from '../../model/api.ts';
import { diagnostic } from '../../model/diagnostic.ts';
import type { JsonSchema, JsonValue } from '../../model/json.ts';
import type { DocumentNode } from '../document-set.ts';
import { jsonAt, membersOf, readObjectField, readText } from '../shared/nodes.ts';
import type { Reading } from '../shared/reading.ts';
import { followReference } from '../shared/references.ts';
import { responseStatusOf } from '../shared/response-status.ts';
import { producedTypes } from './media-types.ts';
import { readFieldSchema } from './parameters.ts';

/** The documented cases of a 2.0 operation, in order. */
export function readResponses(reading: Reading, operation: DocumentNode): readonly ResponseCase[] {
  const produces = producedTypes(reading, operation);
  const responses = readObjectField(reading, operation, 'responses');
  const cases = new Map<string, ResponseCase>();
  for (const [key, written] of membersOf(reading.documents, responses)) {
    if (key.startsWith('x-')) continue;
    const status = responseStatusOf(key);
    if (status === undefined) {
      reading.report(
        diagnostic('response-status-invalid', {
          message: `The response ${JSON.stringify(key)} is named after no status and is left out.`,
          fix: 'Name it by a status code, or default.',
          location: written.location,
        }),
      );
    } else if (!cases.has(status)) {
      cases.set(status, readResponse(reading, { status, written, produces }));
    }
  }
  return [...cases.values()];
}

interface WrittenResponse {
  readonly status: string;
  readonly written: DocumentNode;
  readonly produces: readonly string[];
}

function readResponse(reading: Reading, response: WrittenResponse): ResponseCase {
  const { status, written, produces } = response;
  const node = followReference(reading, written)?.node;
  if (node === undefined) return { status, content: [], headers: [], links: [] };
  const description = readText(reading, node, 'description');
  const schema = reading.documents.child(node, 'schema');
  return {
    status,
    ...(description === undefined ? {} : { description }),
    // Without a schema there is no content (rule V6).
    content: schema === undefined ? [] : readContent(reading, node, schema, produces),
    headers: readHeaders(reading, node),
    links: [],
  };
}

function readContent(
  reading: Reading,
  response: DocumentNode,
  schemaNode: DocumentNode,
  produces: readonly string[],
): readonly MediaType[] {
  const schema = reading.schemas.read(schemaNode);
  const examples = new Map(
    membersOf(reading.documents, reading.documents.child(response, 'examples')),
  );
  const types = produces.length > 0 ? produces : [defaultType(schema)];
  return types.map((mediaType) => {
    const example = examples.get(mediaType);
    return {
      mediaType,
      schema,
      encoding: {},
      prefixEncoding: [],
      examples: [...(example === undefined ? [] : [jsonAt(example)]), ...schemaExamples(schema)],
      location: response.location,
    };
  });
}

/** 2.0 names no default; a file is bytes, anything else is JSON in practice. */
function defaultType(schema: JsonSchema): string {
  return schema['format'] === 'binary' ? 'application/octet-stream' : 'application/json';
}

function schemaExamples(schema: JsonSchema): readonly JsonValue[] {
  const { examples } = schema;
  return Array.isArray(examples) ? (examples as readonly JsonValue[]) : [];
}

function readHeaders(reading: Reading, response: DocumentNode): readonly ResponseHeader[] {
  const headers = readObjectField(reading, response, 'headers');
  return membersOf(reading.documents, headers).flatMap(([name, written]) => {
    const node = followReference(reading, written)?.node;
    if (node === undefined || name.toLowerCase() === 'content-type') return [];
    const description = readText(reading, node, 'description');
    return {
      name,
      ...(description === undefined ? {} : { description }),
      schema: readFieldSchema(reading, node),
    };
  });
}
