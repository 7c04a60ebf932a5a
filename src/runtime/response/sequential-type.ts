/** How the items of a sequential media type are told apart (3.2 §Sequential Media Types). */
export type SequentialFraming = 'lines' | 'recordSeparator' | 'events';

const framings: ReadonlyMap<string, SequentialFraming> = new Map([
  ['text/event-stream', 'events'],
  ['application/jsonl', 'lines'],
  ['application/json-lines', 'lines'],
  ['application/jsonlines', 'lines'],
  ['application/ndjson', 'lines'],
  ['application/x-jsonl', 'lines'],
  ['application/x-jsonlines', 'lines'],
  ['application/x-ndjson', 'lines'],
  ['application/stream+json', 'lines'],
  ['application/json-seq', 'recordSeparator'],
]);

/** The framing of a media type without parameters, in lower case; `undefined` where it is not sequential. */
export function framingOf(essence: string): SequentialFraming | undefined {
  return framings.get(essence) ?? (essence.endsWith('+json-seq') ? 'recordSeparator' : undefined);
}

/** Whether a media type, without parameters and in lower case, is a sequence of items. */
export function isSequential(essence: string): boolean {
  return framingOf(essence) !== undefined;
}
