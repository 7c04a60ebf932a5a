import type { ArgumentScalar, ArgumentValue } from '../arguments/argument-value.ts';
import { ExactNumber, isArgumentScalar } from '../arguments/argument-value.ts';
import type { Delimiter } from '../../model/serialization.ts';
import { assertWellFormed, percentEncode } from './encode.ts';
import { jsonText } from './json-text.ts';

/** How names, values and delimiters are written in one place of a request. */
export interface TextRules {
  /** Writes a name, or a key of an object. */
  readonly name: (text: string) => string;
  readonly value: (text: string) => string;
  readonly delimiters: Readonly<Record<Delimiter, string>>;
  /** What stands around a key of `deepObject`. */
  readonly brackets: readonly [open: string, close: string];
}

/** Literal where RFC 3986 allows the delimiter, encoded where it does not (rule P17). */
const encodedDelimiters = { comma: ',', space: '%20', tab: '%09', pipe: '%7C' } as const;

const rawDelimiters = { comma: ',', space: ' ', tab: '\t', pipe: '|' } as const;

/** Paths, queries and form bodies: everything is percent-encoded (rules P14, P18). */
export const percentRules: TextRules = {
  name: percentEncode,
  value: percentEncode,
  delimiters: encodedDelimiters,
  brackets: ['%5B', '%5D'],
};

/** Headers, cookies of the style `cookie`, and parts of a multipart body: text as it is (rule P19). */
export const rawRules: TextRules = {
  name: assertWellFormed,
  value: assertWellFormed,
  delimiters: rawDelimiters,
  brackets: ['[', ']'],
};

/** {@link percentRules} whose values pass through another encoding function, as `allowReserved` wants. */
export function withValueEncoding(value: (text: string) => string): TextRules {
  return { ...percentRules, value };
}

/** From here on numbers are written with an exponent by JavaScript. */
const firstExponential = 1e21;

/** The text of a scalar (rule P13): numbers in JSON form, integers without an exponent. */
export function scalarText(value: ArgumentScalar): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') {
    return Math.abs(value) >= firstExponential && Number.isInteger(value)
      ? BigInt(value).toString()
      : String(value);
  }
  return value instanceof ExactNumber ? value.text : String(value);
}

/** The text of any value; an array or object where the place defines none is JSON (rule P13). */
export function valueText(value: ArgumentValue): string {
  return isArgumentScalar(value) ? scalarText(value) : jsonText(value);
}
