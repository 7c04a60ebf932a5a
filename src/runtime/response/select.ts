import { search } from 'jmespath';
import type { JsonValue } from '../../model/json.ts';

/** What an expression picked out of an answer. */
export type Selection =
  | { readonly ok: true; readonly value: JsonValue; readonly text: string }
  | { readonly ok: false; readonly message: string };

/** Applies a JMESPath expression, which always ends. What it does not find is `null`. */
export function selectFrom(value: JsonValue, expression: string): Selection {
  try {
    // Written and read again: a name such as `constructor` would find a function, which JSON drops.
    const text = JSON.stringify(search(value, expression)) ?? 'null';
    return { ok: true, value: JSON.parse(text) as JsonValue, text };
  } catch (error) {
    const message = error instanceof Error ? error.message : 'the expression is not usable';
    return { ok: false, message: message.slice(0, 200) };
  }
}
