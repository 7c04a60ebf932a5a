import type { OperationResource, StaticResource } from '../../model/resource.ts';
import type { ContentBlock, Exchange, ToolOutcome } from '../call.ts';
import { settleCall } from '../call-result.ts';
import type { ReadOutcome, ResourceContents } from './resource-port.ts';

/** What stands in the artifact. */
export function staticContents({ uri, mimeType, content }: StaticResource): ReadOutcome {
  const common = { uri, ...(mimeType === undefined ? {} : { mimeType }) };
  return {
    kind: 'contents',
    contents: [
      content.kind === 'text'
        ? { ...common, text: content.text }
        : { ...common, blob: content.base64 },
    ],
  };
}

/** What a call answered, as contents of the URI that was asked for. */
export async function outcomeOfRead(
  uri: string,
  resource: OperationResource,
  call: { readonly running: Promise<ToolOutcome>; readonly exchange: Exchange },
): Promise<ReadOutcome> {
  const outcome = await settleCall(call.running);
  if (outcome.kind === 'failure') {
    const { status } = call.exchange;
    return {
      kind: 'failure',
      notFound: outcome.reason === 'status' && (status === 404 || status === 410),
      reason: outcome.reason,
      text: outcome.content
        .flatMap((block) => (block.type === 'text' ? [block.text] : []))
        .join('\n'),
    };
  }
  const isJson = outcome.structuredContent !== undefined;
  const mimeType = isJson ? jsonType(resource.mimeType) : (resource.mimeType ?? 'text/plain');
  return {
    kind: 'contents',
    contents: outcome.content.map((block, index) =>
      // What follows the answer itself are remarks about it.
      contentsOf(block, uri, index === 0 ? mimeType : 'text/plain'),
    ),
    ...(outcome.meta === undefined ? {} : { meta: outcome.meta }),
  };
}

/** The documented type where it is a JSON one. */
function jsonType(documented: string | undefined): string {
  return documented !== undefined && /[/+]json\b/.test(documented)
    ? documented
    : 'application/json';
}

function contentsOf(block: ContentBlock, uri: string, mimeType: string): ResourceContents {
  switch (block.type) {
    case 'text':
      return { uri, mimeType, text: block.text };
    case 'image':
    case 'audio':
      return { uri, mimeType: block.mimeType, blob: block.data };
    case 'resource':
      return { ...block.resource, uri };
    case 'resource_link':
      return { uri, mimeType: 'text/uri-list', text: block.uri };
  }
}
