import type { HeaderPair } from './request/plan.ts';

/** The value of a header of an answer, the first where it came several times; the name in lower case. */
export function headerValue(headers: readonly HeaderPair[], name: string): string | undefined {
  for (const [key, value] of headers) {
    if (key === name) return value;
  }
  return undefined;
}

/** Every value of a header of an answer, in order; the name in lower case. */
export function headerValues(headers: readonly HeaderPair[], name: string): readonly string[] {
  return headers.filter(([key]) => key === name).map(([, value]) => value);
}
