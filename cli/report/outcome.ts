import type { ContentBlock, ToolOutcome } from '../../src/index.ts';
import { bytes, printable } from './text.ts';

/** What a call gave, as text: words as they are, everything else in brackets. */
export function outcomeText({ content }: ToolOutcome): string {
  return content.map(blockText).join('\n');
}

function blockText(block: ContentBlock): string {
  switch (block.type) {
    case 'text':
      return printable(block.text);
    case 'image':
    case 'audio':
      return `[${block.type} ${block.mimeType}, ${sizeOf(block.data)}; --json shows it]`;
    case 'resource':
      return 'text' in block.resource
        ? printable(block.resource.text)
        : `[${block.resource.mimeType ?? 'bytes'}, ${sizeOf(block.resource.blob)}; --json shows it]`;
    case 'resource_link':
      return printable(`[${block.name}: ${block.uri}]`);
  }
}

function sizeOf(base64: string): string {
  return bytes(Buffer.byteLength(base64, 'base64'));
}
