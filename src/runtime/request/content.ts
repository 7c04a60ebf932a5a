import type { ArgumentValue } from '../arguments/argument-value.ts';
import { isArgumentArray, isArgumentObject } from '../arguments/argument-value.ts';
import { formEncode } from './encode.ts';
import { jsonText } from './json-text.ts';
import { essenceOf, isJsonMediaType } from './media-type.ts';
import { valueText } from './text-rules.ts';

/** The media type of HTML forms. */
export const formMediaType = 'application/x-www-form-urlencoded';

/**
 * Serialises a value by a media type, as `content` of a parameter or `contentType` of a form field ask
 * (rules P29, B6), before the place encodes it. Types without a rule of their own take text as it is and
 * anything else as JSON.
 */
export function contentText(mediaType: string, value: ArgumentValue): string {
  if (isJsonMediaType(mediaType)) return jsonText(value);
  if (essenceOf(mediaType) === formMediaType && isArgumentObject(value)) {
    return Object.entries(value)
      .flatMap(([name, member]) => fieldPairs(name, member))
      .join('&');
  }
  return valueText(value);
}

/**
 * One field of a form without a style (rule B5): scalars plain, arrays one pair for each item, objects
 * as JSON text. `null` has no form and gives no pair.
 */
export function fieldPairs(name: string, value: ArgumentValue): readonly string[] {
  if (value === null) return [];
  const prefix = `${formEncode(name)}=`;
  if (!isArgumentArray(value)) return [prefix + formEncode(valueText(value))];
  return value.filter((item) => item !== null).map((item) => prefix + formEncode(valueText(item)));
}
