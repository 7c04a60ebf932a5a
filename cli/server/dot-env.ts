/** Variables of a `.env` file, and the lines that are none. */
export interface DotEnv {
  readonly variables: Readonly<Record<string, string>>;
  /** Numbers of lines that could not be read, counted from 1. */
  readonly unreadable: readonly number[];
}

const assignment = /^\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=\s*(.*)$/s;

/**
 * Reads the text of a `.env` file: `NAME=value` lines, `#` comments, `export` in front, single quotes for text
 * as it is, double quotes for text with `\n`, `\"` and `\\`, also over several lines. Nothing is expanded.
 */
export function parseDotEnv(text: string): DotEnv {
  const variables: Record<string, string> = {};
  const unreadable: number[] = [];
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  for (let index = 0; index < lines.length; index += 1) {
    const first = lines[index] ?? '';
    if (/^\s*(?:#|$)/.test(first)) continue;
    const match = assignment.exec(first);
    const [, name, rest] = match ?? [];
    if (name === undefined || rest === undefined) {
      unreadable.push(index + 1);
      continue;
    }
    const value = readValue(rest, lines.slice(index + 1));
    if (value === undefined) {
      unreadable.push(index + 1);
      continue;
    }
    // A name has letters, digits and _ only, but `__proto__` is one.
    Object.defineProperty(variables, name, { value: value.text, enumerable: true });
    index += value.moreLines;
  }
  return { variables, unreadable };
}

interface ReadValue {
  readonly text: string;
  /** How many lines after the first belong to the value. */
  readonly moreLines: number;
}

/** `undefined` where a quote is never closed or something stands after it. */
function readValue(rest: string, following: readonly string[]): ReadValue | undefined {
  const quote = rest.charAt(0);
  if (quote !== '"' && quote !== "'") {
    return { text: rest.replace(/\s+#.*$/, '').trim(), moreLines: 0 };
  }
  const pattern = quote === '"' ? /^"((?:[^"\\]|\\.)*)"\s*(?:#.*)?$/s : /^'([^']*)'\s*(?:#.*)?$/s;
  let text = rest;
  for (let moreLines = 0; moreLines <= following.length; moreLines += 1) {
    const inside = pattern.exec(text)?.[1];
    if (inside !== undefined) return { text: unescape(inside, quote), moreLines };
    text += `\n${following[moreLines] ?? ''}`;
  }
  return undefined;
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

function unescape(text: string, quote: string): string {
  if (quote === "'") return text;
  return text.replaceAll(/\\(.)/gs, (_match, character: string) => escapes[character] ?? character);
}
