import type { JsonValue } from '../../model/json.ts';
import type { Tool } from '../../model/tool.ts';
import { headerValue } from '../header-pairs.ts';
import type { UpstreamResponse } from '../upstream-port.ts';
import type { ResponseContext } from './context.ts';
import { decodeText } from './decode-text.ts';
import { parseLossless } from './lossless-json.ts';
import type { MappedBody } from './mapped-body.ts';
import { textBody } from './mapped-body.ts';
import { selectFrom } from './select.ts';
import { truncationNote } from './truncation.ts';

/**
 * Maps a JSON body: the text is the upstream's own, decoded (rule R7), the value is parsed from it. A text that is
 * no JSON stays text (rule R14). Of a cut-off body only the text remains, never broken JSON as a value (rule R16).
 */
export function mapJson(
  tool: Tool,
  response: UpstreamResponse,
  context: ResponseContext,
): MappedBody {
  const { body, truncated, headers } = response;
  const contentType = headerValue(headers, 'content-type');
  const decoded = decodeText(body, { contentType, json: true, truncated });
  const text = context.redactor.redact(decoded.text);
  const notes = decoded.note === undefined ? [] : [decoded.note];
  if (truncated) return textBody(text, [...notes, truncationNote(tool, response)]);
  if (!needsValue(tool)) return textBody(text, notes);
  const parsed = parseLossless(text);
  if (!parsed.ok) return textBody(text, [...notes, faultTexts[parsed.fault]]);
  if (tool.response.select === undefined) {
    return { ...textBody(text, notes), value: parsed.value };
  }
  return mapSelected(tool.response.select, { text, value: parsed.value, notes });
}

const faultTexts = {
  syntax: 'The answer says that it is JSON, but it is not well-formed.',
  depth: 'The answer is nested too deeply to be given as structured content.',
} as const;

/** Parsing is the dear part; a tool that shows the text alone does without. */
function needsValue(tool: Tool): boolean {
  return (
    tool.outputSchema !== undefined ||
    tool.settings.outputSchema !== 'off' ||
    tool.response.select !== undefined ||
    tool.response.links.length > 0
  );
}

function mapSelected(
  expression: string,
  whole: { readonly text: string; readonly value: JsonValue; readonly notes: readonly string[] },
): MappedBody {
  const selected = selectFrom(whole.value, expression);
  if (selected.ok) {
    return { ...textBody(selected.text, whole.notes), value: selected.value };
  }
  return {
    ...textBody(whole.text, [
      ...whole.notes,
      `The answer could not be reduced as this server is set up to: ${selected.message}. It is given whole.`,
    ]),
    value: whole.value,
  };
}
