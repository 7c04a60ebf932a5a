/**
 * Text of documents inside Markdown. What a document says stays text: no markup, no HTML, no link, no
 * new line. Escapes follow CommonMark 2.4; bare addresses are kept from becoming links as GitHub's
 * flavor makes them.
 */
import { oneLine } from '../report/text.ts';

/** Text of a document as Markdown that renders as that text, on one line; safe in a table's cell. */
export function markdownText(text: string): string {
  return (
    oneLine(text)
      .replaceAll(/[\\`*_[\]<>|~&$#]/gu, String.raw`\$&`)
      .replaceAll(/:(?=\/)/gu, String.raw`\:`)
      .replaceAll(/(www)\./giu, String.raw`$1\.`)
      // An address of mail becomes a link after escapes are read; an empty comment parts it.
      .replaceAll('@', '<!-- -->@')
      // What would begin a list, or underline a heading.
      .replace(/^[-+=]/u, String.raw`\$&`)
      .replace(/^(\d+)([.)])(?=\s|$)/u, String.raw`$1\$2`)
  );
}

/** Text of a document as inline code, on one line; safe in a table's cell. */
export function markdownCode(text: string): string {
  const line = oneLine(text).replaceAll('|', String.raw`\|`);
  if (line === '') return '';
  const longest = Math.max(0, ...[...line.matchAll(/`+/gu)].map((match) => match[0].length));
  const fence = '`'.repeat(longest + 1);
  const pad = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${fence}${pad}${line}${pad}${fence}`;
}

/** A table; the cells are Markdown already. */
export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}
