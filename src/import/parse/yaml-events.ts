import type { Event } from 'js-yaml';
import { parseEvents, YAMLException } from 'js-yaml';
import { maxDocumentDepth } from './inspect-tree.ts';

/** The parser's events of a YAML text. */
export interface YamlEvents {
  readonly events: readonly Event[];
  /** The text that the events' offsets count in: the given one, or one with lines moved to the right. */
  readonly source: string;
  /** Offsets, in the given text, of the lines that had to be moved. */
  readonly movedLines: readonly number[];
}

/** Spaces put before a line that is indented too little; deeper than documents indent. */
const extraIndent = ' '.repeat(256);

/** Characters that all attempts at one text may read together. */
const maxRepairCharacters = 50_000_000;

/**
 * Parses a text into events. A line inside quotes or brackets that YAML 1.2 wants deeper than its
 * parent key, though its indentation means nothing, is moved to the right, as parsers of YAML 1.1
 * accept it.
 *
 * @throws YAMLException of the first attempt, with offsets of the given text.
 */
export function readYamlEvents(text: string): YamlEvents {
  const maxAttempts = Math.min(200, Math.floor(maxRepairCharacters / (text.length + 1)));
  const movedLines: number[] = [];
  let source = text;
  let first: unknown;
  for (;;) {
    try {
      const events = parseEvents(source, { maxDepth: maxDocumentDepth });
      return { events, source, movedLines };
    } catch (thrown) {
      first ??= thrown;
      const lineStart = shallowLine(thrown, source);
      if (lineStart === undefined || movedLines.length >= maxAttempts) throw first;
      const original = originalOffset(lineStart, movedLines);
      if (original === movedLines.at(-1)) throw first;
      movedLines.push(original);
      source = source.slice(0, lineStart) + extraIndent + source.slice(lineStart);
    }
  }
}

/** The place in the given text of an offset in a text with moved lines, which are in ascending order. */
export function originalOffset(offset: number, movedLines: readonly number[]): number {
  let result = offset;
  for (const line of movedLines) {
    if (result <= line) break;
    result = Math.max(line, result - extraIndent.length);
  }
  return result;
}

/** The beginning of the line whose indentation is the only thing wrong. */
function shallowLine(thrown: unknown, source: string): number | undefined {
  if (!(thrown instanceof YAMLException) || thrown.reason !== 'deficient indentation')
    return undefined;
  return source.lastIndexOf('\n', (thrown.mark?.position ?? 0) - 1) + 1;
}
