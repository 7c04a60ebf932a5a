import { Buffer } from 'node:buffer';
import type { HeaderPair } from '../request/plan.ts';

/** One part of a multipart body, its transfer encoding undone. */
export interface ReceivedPart {
  /** Names in lower case. */
  readonly headers: readonly HeaderPair[];
  readonly bytes: Uint8Array;
}

/** The parts that could be read. */
export interface ParsedMultipart {
  readonly parts: readonly ReceivedPart[];
  /** Whether the closing delimiter was found, and no part was left out. */
  readonly complete: boolean;
}

/** More parts than anybody wants to see as blocks of one result. */
const maxParts = 100;
const maxPartHeaderBytes = 16_384;

/** Splits a multipart body at its boundary (RFC 2046 §5.1). Preamble and epilogue are no parts. */
export function parseMultipart(body: Uint8Array, boundary: string): ParsedMultipart {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const parts: ReceivedPart[] = [];
  let delimiter = findDelimiter(bytes, boundary, 0);
  while (delimiter !== undefined && !delimiter.closes) {
    const next = findDelimiter(bytes, boundary, delimiter.end);
    if (next === undefined) return { parts, complete: false };
    if (parts.length === maxParts) return { parts, complete: false };
    parts.push(parsePart(bytes.subarray(delimiter.end, next.start)));
    delimiter = next;
  }
  return { parts, complete: delimiter !== undefined };
}

interface Delimiter {
  /** Where the part before it ends. */
  readonly start: number;
  /** Where the part after it begins. */
  readonly end: number;
  readonly closes: boolean;
}

/** A delimiter stands at the beginning of a line; the line break before it belongs to it. */
function findDelimiter(bytes: Buffer, boundary: string, from: number): Delimiter | undefined {
  const mark = Buffer.from(`--${boundary}`, 'latin1');
  let at = from;
  for (;;) {
    const found = bytes.indexOf(mark, at);
    if (found === -1) return undefined;
    const after = found + mark.length;
    const line = /^(--)?[ \t]*(?:\r?\n|$)/.exec(bytes.toString('latin1', after, after + 80));
    const atLineStart = found === 0 || bytes[found - 1] === 0x0a;
    if (line !== null && atLineStart) {
      const breakLength = found === 0 ? 0 : bytes[found - 2] === 0x0d ? 2 : 1;
      return {
        // The first line break after a delimiter can also be the one before the next: an empty part.
        start: Math.max(found - breakLength, from),
        end: after + line[0].length,
        closes: line[1] !== undefined,
      };
    }
    at = found + 1;
  }
}

function parsePart(bytes: Buffer): ReceivedPart {
  const head = bytes.toString('latin1', 0, maxPartHeaderBytes);
  // A part without headers begins with the empty line.
  const empty = /^\r?\n/.exec(head);
  const end = empty ?? /\r?\n\r?\n/.exec(head);
  if (end === null) return { headers: [], bytes };
  const headers = parseHeaders(head.slice(0, end.index));
  const encoding = headers.find(([name]) => name === 'content-transfer-encoding')?.[1];
  return {
    headers,
    bytes: undoTransferEncoding(bytes.subarray(end.index + end[0].length), encoding),
  };
}

function parseHeaders(text: string): readonly HeaderPair[] {
  return text
    .replaceAll(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/)
    .flatMap((line): HeaderPair[] => {
      const colon = line.indexOf(':');
      if (colon < 1) return [];
      const value = Buffer.from(line.slice(colon + 1).trim(), 'latin1').toString('utf8');
      return [[line.slice(0, colon).trim().toLowerCase(), value]];
    });
}

/** HTTP needs no transfer encoding, but mail gateways leave theirs (RFC 2045 §6). */
function undoTransferEncoding(bytes: Buffer, encoding: string | undefined): Uint8Array {
  switch (encoding?.toLowerCase() ?? '') {
    case 'base64':
      return Buffer.from(bytes.toString('latin1'), 'base64');
    case 'quoted-printable':
      return Buffer.from(
        bytes
          .toString('latin1')
          .replaceAll(/=[ \t]*\r?\n/g, '')
          .replaceAll(/=([\da-f]{2})/gi, (_, hex: string) =>
            String.fromCharCode(Number.parseInt(hex, 16)),
          ),
        'latin1',
      );
    default:
      return bytes;
  }
}
