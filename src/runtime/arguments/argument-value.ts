import type { JsonPrimitive } from '../../model/json.ts';

/**
 * A number that JavaScript cannot hold without rounding: its digits travel unchanged from the caller's
 * text to the wire, where JSON carries them as a number (rule J15).
 */
export class ExactNumber {
  /** A JSON number (RFC 8259 §6). */
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** Logs and audit records, written with `JSON.stringify`, show the digits as text. */
  toJSON(): string {
    return this.text;
  }
}

/** What an argument may be after coercion: JSON, or exact digits. Every JSON value is one. */
export type ArgumentValue = JsonPrimitive | ExactNumber | readonly ArgumentValue[] | ArgumentObject;

/** An object of argument values. Keys are data: read them with `ownValue`. */
export interface ArgumentObject {
  readonly [name: string]: ArgumentValue;
}

/** A value that has a text of its own. */
export type ArgumentScalar = string | number | boolean | ExactNumber;

/** Deepest nesting of arrays and objects that a request is built from. */
export const maxArgumentDepth = 1_000;

/** Whether a value is an array; narrows read-only arrays, which `Array.isArray` does not. */
export function isArgumentArray(
  value: ArgumentValue | undefined,
): value is readonly ArgumentValue[] {
  return Array.isArray(value);
}

/** Whether a value is an object with members. */
export function isArgumentObject(value: ArgumentValue | undefined): value is ArgumentObject {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof ExactNumber)
  );
}

/** Whether a value is neither an array nor an object nor `null`. */
export function isArgumentScalar(value: ArgumentValue | undefined): value is ArgumentScalar {
  return (
    typeof value === 'string' ||
    typeof value === 'number' ||
    typeof value === 'boolean' ||
    value instanceof ExactNumber
  );
}
