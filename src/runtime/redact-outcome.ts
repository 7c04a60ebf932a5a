import type { JsonObject } from '../model/json.ts';
import type { ContentBlock, ToolOutcome } from './call.ts';
import type { Redactor } from './redact.ts';
import { redactBase64 } from './redact-bytes.ts';

/**
 * Takes known secrets out of the texts of an outcome (rule R11). The same object where there are none.
 */
export function redactOutcome(outcome: ToolOutcome, redactor: Redactor): ToolOutcome {
  const [first, ...rest] = outcome.content;
  const content: [ContentBlock, ...ContentBlock[]] = [
    redactBlock(first, redactor),
    ...rest.map((block) => redactBlock(block, redactor)),
  ];
  const sameContent = content.every((block, index) => block === outcome.content[index]);
  if (outcome.kind === 'failure' || outcome.structuredContent === undefined) {
    return sameContent ? outcome : { ...outcome, content };
  }
  const structuredContent = redactObject(outcome.structuredContent, redactor);
  return sameContent && structuredContent === outcome.structuredContent
    ? outcome
    : { ...outcome, content, structuredContent };
}

function redactBlock(block: ContentBlock, redactor: Redactor): ContentBlock {
  switch (block.type) {
    case 'text': {
      const text = redactor.redact(block.text);
      return text === block.text ? block : { ...block, text };
    }
    case 'image':
    case 'audio': {
      const data = redactBase64(block.data, redactor);
      return data === block.data ? block : { ...block, data };
    }
    case 'resource': {
      const { resource } = block;
      if ('blob' in resource) {
        const blob = redactBase64(resource.blob, redactor);
        return blob === resource.blob ? block : { ...block, resource: { ...resource, blob } };
      }
      const text = redactor.redact(resource.text);
      return text === resource.text ? block : { ...block, resource: { ...resource, text } };
    }
    case 'resource_link': {
      const uri = redactor.redact(block.uri);
      return uri === block.uri ? block : { ...block, uri };
    }
  }
}

function redactObject(object: JsonObject, redactor: Redactor): JsonObject {
  const text = JSON.stringify(object);
  const redacted = redactor.redact(text);
  // The redactor keeps JSON text JSON text.
  return redacted === text ? object : (JSON.parse(redacted) as JsonObject);
}
