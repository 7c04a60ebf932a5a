import type { Tool } from '../../model/tool.ts';
import { headerValue } from '../header-pairs.ts';
import { essenceOf } from '../request/media-type.ts';
import type { UpstreamResponse } from '../upstream-port.ts';
import type { ResponseContext } from './context.ts';
import { decodeText } from './decode-text.ts';
import type { MappedBody } from './mapped-body.ts';
import { textBody } from './mapped-body.ts';
import { selectFrom } from './select.ts';
import { splitSequence } from './sequence-items.ts';
import type { SequentialFraming } from './sequential-type.ts';

/**
 * Maps a sequence of items to an array, as the specification models it (rule R17). An end by a limit is a success
 * with a note. The items of JSON Lines keep the bytes of the upstream.
 */
export function mapSequence(
  framing: SequentialFraming,
  { tool, response, context }: { tool: Tool; response: UpstreamResponse; context: ResponseContext },
): MappedBody {
  const contentType = headerValue(response.headers, 'content-type') ?? '';
  const { truncated } = response;
  const decoded = decodeText(response.body, { contentType, json: true, truncated });
  const whole = context.redactor.redact(decoded.text);
  const { items, broken } = splitSequence(whole, framing, {
    maxItems: context.maxStreamItems,
    truncated,
  });
  if (items.length === 0 && broken > 0) {
    const note = `The answer says that it is ${essenceOf(contentType)}, but it is not.`;
    return textBody(whole, [note]);
  }
  const text = items.length === 0 ? '[]' : `[\n${items.map((item) => item.text).join(',\n')}\n]`;
  const notes: string[] = decoded.note === undefined ? [] : [decoded.note];
  if (broken > 0) notes.push(`${broken} pieces of the stream were no JSON and were left out.`);
  if (truncated || items.length === context.maxStreamItems) {
    notes.push(
      `The stream (${essenceOf(contentType)}) was ended by a limit of this server after ${items.length} items; there may be more.`,
    );
  }
  const value = items.map((item) => item.value);
  if (tool.response.select !== undefined) {
    const selected = selectFrom(value, tool.response.select);
    if (selected.ok) {
      return { content: [{ type: 'text', text: selected.text }], value: selected.value, notes };
    }
    notes.push(`The items could not be reduced as this server is set up to: ${selected.message}.`);
  }
  return { content: [{ type: 'text', text }], value, notes };
}
