import { plainText } from '../plain-text.ts';
import { cutText } from '../text.ts';

/** One description of what the document says and what we add; empty parts fall away. */
export function joinTexts(...parts: readonly (string | undefined)[]): string | undefined {
  const present = parts.map((part) => part?.trim() ?? '').filter((part) => part !== '');
  if (present.length === 0) return undefined;
  return present
    .map((part, index) =>
      index < present.length - 1 && !/[.!?:;…)\]]$/.test(part) ? `${part}.` : part,
    )
    .join(' ');
}

/** What a document says of a part, as plain text of a bounded length; empty text where it says nothing. */
export function documentText(value: unknown, maxLength: number): string {
  return typeof value === 'string' && value !== '' ? cutText(plainText(value), maxLength) : '';
}
