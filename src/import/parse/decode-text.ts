/** The text of a document and whether all of its bytes were text. */
export interface DecodedText {
  /** Without byte order mark. */
  readonly text: string;
  /** Some bytes were no text in this encoding; each such run became U+FFFD. */
  readonly damaged: boolean;
}

/**
 * Decodes the bytes of a document: UTF-8, or UTF-16 where a byte order mark or the place of the first
 * zero byte says so (YAML 1.2.2 §5.2; JSON is UTF-8 alone, RFC 8259 §8.1).
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  const encoding = detectEncoding(bytes);
  try {
    return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes), damaged: false };
  } catch {
    return { text: new TextDecoder(encoding).decode(bytes), damaged: true };
  }
}

function detectEncoding(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (second === 0 && first !== 0 && first !== undefined) return 'utf-16le';
  if (first === 0 && second !== 0 && second !== undefined) return 'utf-16be';
  return 'utf-8';
}
