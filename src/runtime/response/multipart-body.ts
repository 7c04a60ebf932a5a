import type { Tool } from '../../model/tool.ts';
import type { ContentBlock } from '../call.ts';
import { headerValue } from '../header-pairs.ts';
import { redactBytes } from '../redact-bytes.ts';
import { essenceOf } from '../request/media-type.ts';
import type { UpstreamResponse } from '../upstream-port.ts';
import { kindOfType } from './body-kind.ts';
import { contentLocation } from './content-location.ts';
import { parameterOf } from './content-type.ts';
import type { ResponseContext } from './context.ts';
import { decodeText } from './decode-text.ts';
import { fileBlock, textResource } from './file-body.ts';
import type { MappedBody } from './mapped-body.ts';
import type { ReceivedPart } from './parse-multipart.ts';
import { parseMultipart } from './parse-multipart.ts';

/** Parts inside parts are blocks of the same list; deeper ones are not looked for. */
const maxNesting = 3;

/**
 * Maps a multipart body to one block for each part, in order; `undefined` where it has no boundary or not one part
 * can be read, so that it has to be taken as it is.
 */
export function mapMultipart(
  tool: Tool,
  response: UpstreamResponse,
  context: ResponseContext,
): MappedBody | undefined {
  const contentType = headerValue(response.headers, 'content-type') ?? '';
  const boundary = parameterOf(contentType, 'boundary');
  if (boundary === undefined || boundary === '') return undefined;
  const { parts, complete } = parseMultipart(response.body, boundary);
  const place = { tool, context, base: response.url };
  const [first, ...others] = parts.flatMap((part) => blocksOf(part, place, 1));
  if (first === undefined) return undefined;
  return {
    content: [first, ...others],
    notes: complete
      ? []
      : [`The answer is incomplete: it was cut off after ${parts.length} parts.`],
  };
}

interface Place {
  readonly tool: Tool;
  readonly context: ResponseContext;
  readonly base: string;
}

function blocksOf(part: ReceivedPart, place: Place, depth: number): readonly ContentBlock[] {
  // A part without a type is plain text (RFC 2046 §5.1).
  const contentType = headerValue(part.headers, 'content-type') ?? 'text/plain';
  const { kind, mediaType } = kindOfType(essenceOf(contentType));
  const location = contentLocation(headerValue(part.headers, 'content-location'), place.base);
  switch (kind) {
    case 'multipart': {
      const inner = parseMultipart(part.bytes, parameterOf(contentType, 'boundary') ?? '');
      if (depth < maxNesting && inner.parts.length > 0) {
        return inner.parts.flatMap((each) => blocksOf(each, place, depth + 1));
      }
      return [textBlock(part, contentType, place)];
    }
    case 'image':
    case 'audio':
    case 'file':
      return [
        fileBlock({
          kind,
          mediaType,
          bytes: redactBytes(part.bytes, place.context.redactor),
          disposition: headerValue(part.headers, 'content-disposition'),
          location,
          toolName: place.tool.name,
        }),
      ];
    case 'json':
    case 'sequence':
    case 'html':
    case 'text': {
      const block = textBlock(part, contentType, place);
      return [location === undefined ? block : textResource(location, mediaType, block.text)];
    }
  }
}

function textBlock(
  part: ReceivedPart,
  contentType: string,
  { context }: Place,
): Extract<ContentBlock, { readonly type: 'text' }> {
  const { text } = decodeText(part.bytes, { contentType });
  return { type: 'text', text: context.redactor.redact(text) };
}
