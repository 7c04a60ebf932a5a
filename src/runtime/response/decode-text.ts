import { Buffer, isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { parameterOf } from './content-type.ts';

/** Text out of bytes, with what there is to say about it. */
export interface DecodedText {
  readonly text: string;
  readonly note?: string;
}

/** How {@link decodeText} reads bytes. */
export interface DecodeTextOptions {
  /** The Content-Type, for its `charset`. */
  readonly contentType?: string | undefined;
  /** JSON is UTF-8 whatever the header says (RFC 8259 §8.1); the header's charset helps only where it is not. */
  readonly json?: boolean;
  /** The bytes were cut off, so that they may end inside a character. */
  readonly truncated?: boolean;
}

/** Decodes text by the charset of the Content-Type, else by a byte order mark, else as UTF-8 (rule R13). */
export function decodeText(bytes: Uint8Array, options: DecodeTextOptions = {}): DecodedText {
  const whole = options.truncated === true ? withoutCutCharacter(bytes) : bytes;
  const charset = parameterOf(options.contentType ?? '', 'charset');
  const unicode = byteOrderMark(whole);
  if (unicode !== undefined) return { text: decodeAs(unicode, whole) ?? '' };
  const utf8 = charset === undefined || options.json === true || /^utf-?8$/i.test(charset);
  if (utf8 && isUtf8(whole)) return { text: utf8Text(whole) };
  if (charset === undefined) {
    return { text: utf8Text(whole), note: 'Bytes that are not UTF-8 were replaced by \ufffd.' };
  }
  const text = decodeAs(charset, whole);
  if (text !== undefined) {
    return text.includes('\ufffd')
      ? { text, note: `Bytes that are not ${charset} were replaced by \ufffd.` }
      : { text };
  }
  const shown = charset.slice(0, 40);
  return { text: utf8Text(whole), note: `The charset "${shown}" is not known; read as UTF-8.` };
}

function utf8Text(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return buffer.toString('utf8');
}

/** The encoding that a byte order mark names (WHATWG Encoding §6); decoding removes the mark. */
function byteOrderMark([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return first === 0xff && second === 0xfe ? 'utf-16le' : undefined;
}

const decoders = new Map<string, TextDecoder>();

/** More labels than the standard has mean that an upstream invents them. */
const maxDecoders = 64;

/** `undefined` for a label that the standard does not know. */
function decodeAs(label: string, bytes: Uint8Array): string | undefined {
  const decoder = decoderFor(label);
  const text = decoder?.decode(bytes);
  return decoder?.encoding === 'windows-1252'
    ? text?.replaceAll(/[\u0080-\u009f]/g, fromWindows1252)
    : text;
}

/** Bytes 0x80 to 0x9F of windows-1252, the index by WHATWG Encoding; a space where there is no character. */
const windows1252 = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

/** Node 20 and 22 decode windows-1252, which is also what `iso-8859-1` stands for, as plain Latin-1. */
function fromWindows1252(control: string): string {
  const character = windows1252.charAt(control.charCodeAt(0) - 0x80);
  return character === ' ' ? control : character;
}

function decoderFor(label: string): TextDecoder | undefined {
  const key = label.toLowerCase();
  const known = decoders.get(key);
  if (known !== undefined) return known;
  try {
    const decoder = new TextDecoder(key);
    if (decoders.size < maxDecoders) decoders.set(key, decoder);
    return decoder;
  } catch {
    return undefined;
  }
}

/** Drops the beginning of a UTF-8 character at the end, of which at most three bytes can stand. */
function withoutCutCharacter(bytes: Uint8Array): Uint8Array {
  for (let back = 1; back <= 3 && back <= bytes.length; back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0b1100_0000) === 0b1000_0000) continue;
    const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return needed > back ? bytes.subarray(0, bytes.length - back) : bytes;
  }
  return bytes;
}
