import type { EventSourceMessage } from 'eventsource-parser';
import { createParser } from 'eventsource-parser';
import type { JsonValue } from '../../model/json.ts';
import { parseLossless } from './lossless-json.ts';
import type { SequentialFraming } from './sequential-type.ts';

/** One item of a sequence. */
export interface SequenceItem {
  readonly text: string;
  readonly value: JsonValue;
}

/** The items of a sequence. */
export interface SequenceItems {
  readonly items: readonly SequenceItem[];
  /** Pieces that are no JSON and were left out. */
  readonly broken: number;
}

/** How much of a sequence is read. */
export interface SequenceOptions {
  readonly maxItems: number;
  /** The text was cut off, so that its last item may be broken. */
  readonly truncated: boolean;
}

/** Splits the text of a sequential media type into its items (rule R17). */
export function splitSequence(
  text: string,
  framing: SequentialFraming,
  options: SequenceOptions,
): SequenceItems {
  switch (framing) {
    case 'events':
      return splitEvents(text, options);
    case 'lines':
      return keepJson(text.split(/\r?\n/), options);
    case 'recordSeparator':
      return keepJson(text.split('\u001e'), options);
  }
}

function keepJson(pieces: readonly string[], options: SequenceOptions): SequenceItems {
  const items: SequenceItem[] = [];
  let broken = 0;
  for (const [index, piece] of pieces.entries()) {
    if (items.length === options.maxItems) break;
    const text = piece.trim();
    if (text === '') continue;
    const cutOff = options.truncated && index === pieces.length - 1;
    const parsed = parseLossless(text);
    if (parsed.ok) items.push({ text, value: parsed.value });
    else if (!cutOff) broken += 1;
  }
  return { items, broken };
}

/**
 * Server-sent events as objects of `event`, `id`, `retry` and `data` (3.2 §Special Considerations for text/event-stream).
 * Data that is a JSON object or array is given as such, with the bytes of its own text.
 */
function splitEvents(text: string, { maxItems }: SequenceOptions): SequenceItems {
  const items: SequenceItem[] = [];
  let retry: number | undefined;
  const parser = createParser({
    onEvent: (event) => {
      if (items.length < maxItems) items.push(eventItem(event, retry));
      retry = undefined;
    },
    onRetry: (milliseconds) => {
      retry = milliseconds;
    },
  });
  parser.feed(text);
  return { items, broken: 0 };
}

function eventItem(
  { event, id, data }: EventSourceMessage,
  retry: number | undefined,
): SequenceItem {
  const parsed = /^\s*[[{]/.test(data) ? parseLossless(data) : undefined;
  const item = parsed?.ok === true ? { text: data.trim(), value: parsed.value } : undefined;
  const members: Record<string, JsonValue> = {};
  if (event !== undefined) members['event'] = event;
  if (id !== undefined) members['id'] = id;
  if (retry !== undefined) members['retry'] = retry;
  const head = Object.entries(members).map(
    ([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)},`,
  );
  return {
    text: `{${head.join('')}"data":${item?.text ?? JSON.stringify(data)}}`,
    value: { ...members, data: item?.value ?? data },
  };
}
