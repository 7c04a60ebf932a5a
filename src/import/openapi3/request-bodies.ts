import type { RequestBody } from '../../model/api.ts';
import { diagnostic } from '../../model/diagnostic.ts';
import type { DocumentNode } from '../document-set.ts';
import { fieldOf, locationKey, pointerText, readFlag, readText } from '../shared/nodes.ts';
import type { BodyReading } from '../shared/operations.ts';
import type { Reading } from '../shared/reading.ts';
import { followReference } from '../shared/references.ts';
import { readContentMap } from './media-types.ts';

/** Reads Request Body Objects of 3.x, each component once. */
export class RequestBodyReader {
  readonly #reading: Reading;
  readonly #known = new Map<string, RequestBody | undefined>();

  constructor(reading: Reading) {
    this.#reading = reading;
  }

  /** The body of an operation. A body without any media type says nothing and counts as none. */
  read(operation: DocumentNode): BodyReading {
    const reading = this.#reading;
    const written = fieldOf(reading.documents, operation, 'requestBody');
    if (written === undefined) return { kind: 'none' };
    const followed = followReference(reading, written);
    if (followed === undefined) return { kind: 'unreadable' };
    const key = locationKey(followed.node.location);
    if (!this.#known.has(key)) this.#known.set(key, readRequestBody(reading, followed.node));
    const body = this.#known.get(key);
    if (body === undefined) return { kind: 'none' };
    const { description } = followed;
    return { kind: 'body', body: description === undefined ? body : { ...body, description } };
  }
}

function readRequestBody(reading: Reading, node: DocumentNode): RequestBody | undefined {
  const description = readText(reading, node, 'description');
  const [first, ...others] = readContentMap(reading, node);
  if (first === undefined) {
    reading.report(
      diagnostic('body-without-content', {
        message: `The request body at ${pointerText(node.location)} has no media type, and nothing is sent for it.`,
        fix: 'Describe it by content.',
        location: node.location,
      }),
    );
    return undefined;
  }
  return {
    ...(description === undefined ? {} : { description }),
    required: readFlag(reading, node, 'required') ?? false,
    content: [first, ...others],
    location: node.location,
    extensions: reading.context.extensionsOf(node),
  };
}
