import { Buffer } from 'node:buffer';
import type { TextRedactor } from './redact.ts';

/** Takes secrets out of a file, which is damaged by that; the same bytes where there are none. */
export function redactBytes(bytes: Uint8Array, redactor: Pick<TextRedactor, 'redact'>): Uint8Array {
  // One character for each byte, so that every other byte stays as it is.
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const redacted = redactor.redact(text);
  return redacted === text ? bytes : Buffer.from(redacted, 'latin1');
}

/** {@link redactBytes} for a file in Base64. */
export function redactBase64(base64: string, redactor: Pick<TextRedactor, 'redact'>): string {
  const bytes = Buffer.from(base64, 'base64');
  const redacted = redactBytes(bytes, redactor);
  return redacted === bytes ? base64 : Buffer.from(redacted).toString('base64');
}
