import type { ProgressUpdate } from '../call.ts';
import { headerValue } from '../header-pairs.ts';
import { essenceOf } from '../request/media-type.ts';
import type { ObserveChunk, ResponseHead } from '../upstream-port.ts';
import type { SequentialFraming } from './sequential-type.ts';
import { framingOf } from './sequential-type.ts';

/** What the watching of an answer needs. */
export interface WatchOptions {
  /** Items after which a stream is ended. */
  readonly maxStreamItems: number;
  /** Gets a rising count: each item of a stream, each piece of another answer. */
  readonly progress: (update: ProgressUpdate) => void;
  /** Where the count begins. */
  readonly from?: number;
}

/**
 * Watches an answer while it arrives: ends a sequence after enough items, and tells the client how far the call is
 * (rule R17). Items are only counted here; the mapping parses them once.
 */
export function watchStream({ maxStreamItems, progress, from = 0 }: WatchOptions): ObserveChunk {
  let count = from;
  let items = 0;
  let counter: ((chunk: Uint8Array) => number) | undefined;
  return (chunk, head) => {
    const framing = framingOfHead(head);
    if (framing === undefined) {
      count += 1;
      progress({ progress: count, message: `Receiving the answer (${head.status})` });
      return 'continue';
    }
    counter ??= createItemCounter(framing);
    const added = counter(chunk);
    if (added > 0) {
      items += added;
      count += added;
      progress({ progress: count, message: `${items} item${items === 1 ? '' : 's'} received` });
    }
    return items >= maxStreamItems ? 'stop' : 'continue';
  };
}

/** Errors are read to their end, whatever they are written in. */
function framingOfHead({ status, headers }: ResponseHead): SequentialFraming | undefined {
  if (status < 200 || status > 299) return undefined;
  return framingOf(essenceOf(headerValue(headers, 'content-type') ?? ''));
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const recordSeparator = 0x1e;
/** `data` is the only field of server-sent events that begins so. */
const letterD = 0x64;

/**
 * Counts the items that a piece completes: lines with content, blocks with data before an empty line, records that
 * another follows.
 */
function createItemCounter(framing: SequentialFraming): (chunk: Uint8Array) => number {
  let lineHasContent = false;
  let blockHasData = false;
  let lastByte = 0;
  let records = 0;

  function endLine(): number {
    const lineEnds = lineHasContent;
    lineHasContent = false;
    if (framing === 'lines') return lineEnds ? 1 : 0;
    const blockEnds = !lineEnds && blockHasData;
    if (!lineEnds) blockHasData = false;
    return blockEnds ? 1 : 0;
  }

  function count(byte: number): number {
    if (framing === 'recordSeparator') {
      if (byte !== recordSeparator) return 0;
      records += 1;
      return records > 1 ? 1 : 0;
    }
    // CR LF is one line break.
    if (byte === lineFeed) return lastByte === carriageReturn ? 0 : endLine();
    if (byte === carriageReturn) return endLine();
    if (!lineHasContent && byte === letterD) blockHasData = true;
    lineHasContent = true;
    return 0;
  }

  return (chunk) => {
    let ended = 0;
    for (const byte of chunk) {
      ended += count(byte);
      lastByte = byte;
    }
    return ended;
  };
}
