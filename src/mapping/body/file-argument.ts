import type { JsonSchema } from '../../model/json.ts';
import { joinTexts } from '../schema/describe.ts';

/** What is known of a file that a caller gives. */
export interface FileDescription {
  /** What the document says of it. */
  readonly description?: string;
  /** Media types or ranges that it may have; empty: any. */
  readonly contentTypes: readonly string[];
}

/**
 * The schema of raw bytes as an argument (rules B13, B14): base64 text, or an object that also names the
 * file and its type.
 */
export function fileArgument({ description, contentTypes }: FileDescription): JsonSchema {
  const accepted = contentTypes.length === 0 ? undefined : `Accepted: ${contentTypes.join(', ')}.`;
  const concrete = contentTypes.filter((type) => !type.includes('*'));
  const isListed = concrete.length > 1 && concrete.length === contentTypes.length;
  return {
    description:
      joinTexts(
        description,
        'A file: base64 text, a data: URI, or an object with data, filename and contentType.',
        accepted,
      ) ?? '',
    anyOf: [
      { type: 'string', contentEncoding: 'base64' },
      {
        type: 'object',
        properties: {
          data: {
            type: 'string',
            contentEncoding: 'base64',
            description: 'The bytes as base64 text.',
          },
          filename: { type: 'string' },
          contentType: isListed ? { type: 'string', enum: concrete } : { type: 'string' },
        },
        required: ['data'],
        additionalProperties: false,
      },
    ],
  };
}
