import type { JsonObject } from '../model/json.ts';
import type { ContentBlock, ToolOutcome } from './call.ts';
import type { Redactor } from './redact.ts';

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
  if (block.type === 'text') {
    const text = redactor.redact(block.text);
    return text === block.text ? block : { ...block, text };
  }
  if (block.type === 'resource' && 'text' in block.resource) {
    const text = redactor.redact(block.resource.text);
    return text === block.resource.text
      ? block
      : { ...block, resource: { ...block.resource, text } };
  }
  return block;
}

function redactObject(object: JsonObject, redactor: Redactor): JsonObject {
  const text = JSON.stringify(object);
  const redacted = redactor.redact(text);
  // The redactor keeps JSON text JSON text.
  return redacted === text ? object : (JSON.parse(redacted) as JsonObject);
}
