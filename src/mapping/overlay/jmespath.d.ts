/** The part of jmespath 0.16 that is used here; the package has no types of its own. */
declare module 'jmespath' {
  /** Parses an expression; throws an Error whose message says what is wrong with it. */
  export function compile(expression: string): unknown;
  /** Evaluates an expression over JSON data. */
  export function search(data: unknown, expression: string): unknown;
}
