/**
 * Text for a terminal. What documents say is data: control characters, escape sequences and marks that
 * turn the direction of writing are shown, never obeyed.
 */

// C0 and C1 controls but not tab and line feed; line and paragraph separators; marks of direction; lone
// surrogates.
const unprintable =
  // oxlint-disable-next-line no-control-regex -- finding control characters is the purpose
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\ud800-\udfff]/gu;

/** Shows what must not reach a terminal as `\u{…}`; line feeds and tabs stay. */
export function printable(text: string): string {
  return text.replaceAll(unprintable, (mark) => `\\u{${(mark.codePointAt(0) ?? 0).toString(16)}}`);
}

/** {@link printable} on one line: every run of white space becomes one space. */
export function oneLine(text: string): string {
  return printable(text.replaceAll(/\s+/gu, ' ').trim());
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
// Scripts and signs that a terminal shows over two columns.
const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u303f\uff01-\uff60]/u;

/** Columns that a line takes on a terminal: one for what a reader sees as one character, two for wide ones. */
export function columnsOf(line: string): number {
  let width = 0;
  for (const { segment } of graphemes.segment(line)) width += wide.test(segment) ? 2 : 1;
  return width;
}

/** Cuts a line to a number of columns, with `…` where something was cut. */
export function clip(line: string, width: number): string {
  if (columnsOf(line) <= width) return line;
  let kept = '';
  let used = 1;
  for (const { segment } of graphemes.segment(line)) {
    used += columnsOf(segment);
    if (used > width) break;
    kept += segment;
  }
  return `${kept}…`;
}

/** `1 tool`, `2 tools`, `1,223 tools`. */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${grouped(number)} ${number === 1 ? one : many}`;
}

/** Digits in groups of three, whatever the machine's language. */
export function grouped(number: number): string {
  return String(number).replaceAll(/\B(?=(?:\d{3})+$)/gu, ',');
}

/** `512 B`, `14.2 kB`, `1.1 MB`; decimal units. */
export function bytes(number: number): string {
  if (number < 1_000) return `${number} B`;
  return number < 999_950
    ? `${(number / 1_000).toFixed(1)} kB`
    : `${(number / 1_000_000).toFixed(1)} MB`;
}

/** Puts the same text before every line that is not empty. */
export function indent(text: string, by: string): string {
  return text
    .split('\n')
    .map((line) => (line === '' ? line : by + line))
    .join('\n');
}

/** Breaks text at spaces so that no line is longer than `width`, unless a single word is. */
export function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}

/** Lines with their cells in columns, two spaces apart; the last cell of a row is not padded. */
export function columns(rows: readonly (readonly string[])[]): readonly string[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [index, cell] of row.entries()) {
      widths[index] = Math.max(widths[index] ?? 0, columnsOf(cell));
    }
  }
  return rows.map((row) =>
    row
      .map((cell, index) =>
        index === row.length - 1 ? cell : cell + ' '.repeat((widths[index] ?? 0) - columnsOf(cell)),
      )
      .join('  ')
      .trimEnd(),
  );
}
