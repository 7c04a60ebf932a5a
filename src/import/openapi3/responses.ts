import type { ResponseCase, ResponseHeader } from '../../model/api.ts';
import { diagnostic } from '../../model/diagnostic.ts';
import type { DocumentNode } from '../document-set.ts';
import { locationKey, membersOf, readObjectField, readText } from '../shared/nodes.ts';
import type { Reading } from '../shared/reading.ts';
import { followReference } from '../shared/references.ts';
import { responseStatusOf } from '../shared/response-status.ts';
import { readHeaderSchema } from './headers.ts';
import { readLinks } from './links.ts';
import { readContentMap } from './media-types.ts';

type Response = Omit<ResponseCase, 'status'>;

const nothing: Response = { content: [], headers: [], links: [] };

/** Reads Responses Objects of 3.x, each component once. */
export class ResponseReader {
  readonly #reading: Reading;
  readonly #known = new Map<string, Response>();

  constructor(reading: Reading) {
    this.#reading = reading;
  }

  /** The documented cases in order; a response that cannot be read stays as a case about which nothing is known. */
  read(operation: DocumentNode): readonly ResponseCase[] {
    const reading = this.#reading;
    const responses = readObjectField(reading, operation, 'responses');
    const cases = new Map<string, ResponseCase>();
    for (const [key, written] of membersOf(reading.documents, responses)) {
      if (key.startsWith('x-')) continue;
      const status = responseStatusOf(key);
      if (status === undefined) reportStatus(reading, key, written);
      else if (!cases.has(status)) cases.set(status, { status, ...this.#readOne(written) });
    }
    return [...cases.values()];
  }

  #readOne(written: DocumentNode): Response {
    const followed = followReference(this.#reading, written);
    if (followed === undefined) return nothing;
    const key = locationKey(followed.node.location);
    const response = this.#known.get(key) ?? readResponse(this.#reading, followed.node);
    this.#known.set(key, response);
    const { description } = followed;
    return description === undefined ? response : { ...response, description };
  }
}

function readResponse(reading: Reading, node: DocumentNode): Response {
  // 3.2 makes the description optional and adds a summary, which then says what the response is.
  const description = readText(reading, node, 'description') ?? readText(reading, node, 'summary');
  return {
    ...(description === undefined ? {} : { description }),
    content: readContentMap(reading, node),
    headers: readResponseHeaders(reading, node),
    links: readLinks(reading, node),
  };
}

/** Documented headers; `Content-Type` is what `content` says (3.2 §Response Object). */
function readResponseHeaders(reading: Reading, response: DocumentNode): readonly ResponseHeader[] {
  const headers = readObjectField(reading, response, 'headers');
  return membersOf(reading.documents, headers).flatMap(([name, written]) => {
    if (name.toLowerCase() === 'content-type') return [];
    const header = followReference(reading, written);
    if (header === undefined) return [];
    const description = header.description ?? readText(reading, header.node, 'description');
    return {
      name,
      ...(description === undefined ? {} : { description }),
      schema: readHeaderSchema(reading, header.node),
    };
  });
}

function reportStatus(reading: Reading, key: string, node: DocumentNode): void {
  reading.report(
    diagnostic('response-status-invalid', {
      message: `The response ${JSON.stringify(key)} is named after no status and is left out.`,
      fix: 'Name it by a status code, a range such as 2XX, or default.',
      location: node.location,
    }),
  );
}
