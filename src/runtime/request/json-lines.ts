import type { ArgumentValue } from '../arguments/argument-value.ts';
import { isArgumentArray } from '../arguments/argument-value.ts';
import type { BodyReport } from './body-report.ts';
import { bodyPath, refuseInBody } from './body-report.ts';
import { jsonText } from './json-text.ts';

/** Starts every text of a JSON text sequence (RFC 7464 §2.2). */
const recordSeparator = '\u001E';

/** Writes one JSON text for each item (rule B18); `undefined` after a fault. */
export function jsonLinesText(
  framing: 'newline' | 'recordSeparator',
  value: ArgumentValue,
  body: BodyReport,
): string | undefined {
  if (!isArgumentArray(value)) {
    return refuseInBody(body, bodyPath(body), 'is sent item by item; send a list');
  }
  const start = framing === 'recordSeparator' ? recordSeparator : '';
  return value.map((item) => `${start}${jsonText(item)}\n`).join('');
}
