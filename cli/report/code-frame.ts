import type { SourceIndex, SourceLocation, SourcePosition } from '../../src/index.ts';
import type { Paint } from '../terminal.ts';
import { columnsOf, printable } from './text.ts';

/** Columns of source text that a frame shows; longer lines are cut around the caret. */
const frameWidth = 100;

/** Where a location is, for people: `petstore.yaml:41:9`, or the file alone where no position is known. */
export function placeOf(location: SourceLocation, sources: SourceIndex): string {
  const position = sources.position(location);
  const name = printable(sources.displayName(location.document));
  return position === undefined ? name : `${name}:${position.line}:${position.column}`;
}

/**
 * The source line of a location with one line around it, numbers before them and a caret below the
 * place. Empty where the position or the text is not known.
 */
export function codeFrame(
  location: SourceLocation,
  sources: SourceIndex,
  paint: Paint,
): readonly string[] {
  const position = sources.position(location);
  if (position === undefined) return [];
  const window = windowAround(position, sources.line(location.document, position.line));
  if (window === undefined) return [];
  const digits = String(position.line + 1).length;
  const gutter = (label: string): string => paint.dim(`${label.padStart(digits + 2)} | `);
  const lines: string[] = [];
  for (const number of [position.line - 1, position.line, position.line + 1]) {
    const text = number < 1 ? undefined : sources.line(location.document, number);
    if (text === undefined) continue;
    const here = number === position.line;
    lines.push(gutter(`${here ? '> ' : ''}${number}`) + showWindow(text, window));
    if (here) lines.push(gutter('') + paint.red(`${' '.repeat(window.caret)}^`));
  }
  return lines;
}

/** The part of the lines that is shown, and the column of the caret in it. */
interface Window {
  /** In UTF-16 code units from the line's start. */
  readonly from: number;
  /** Spaces before the caret, as shown. */
  readonly caret: number;
}

function windowAround(position: SourcePosition, line: string | undefined): Window | undefined {
  if (line === undefined) return undefined;
  const column = Math.min(position.column - 1, line.length);
  const from = line.length <= frameWidth ? 0 : Math.max(0, column - frameWidth / 2);
  const ellipsis = from > 0 ? 1 : 0;
  return { from, caret: columnsOf(show(line.slice(from, column))) + ellipsis };
}

function showWindow(line: string, { from }: Window): string {
  if (from > line.length) return '';
  const part = show(line.slice(from, from + frameWidth));
  const cut = line.length > from + frameWidth;
  return `${from > 0 ? '…' : ''}${part}${cut ? '…' : ''}`.trimEnd();
}

/** One place of the source as one or more places of the terminal; the same text gives the same width. */
function show(text: string): string {
  return printable(text.replaceAll('\t', '  '));
}
