/**
 * Longest text that is read, in UTF-16 code units: what is published is far shorter, and the patterns below
 * stay cheap whatever stands in the document.
 */
const readLength = 50_000;

/**
 * Reduces Markdown with HTML to the text that a person would read (rule N7): comments, markup and what is
 * invisible go; words, code, list marks and line breaks stay. Total: any input gives some text.
 */
export function plainText(markdown: string): string {
  const unixLines = markdown.slice(0, readLength).replaceAll(/\r\n?/g, '\n');
  const readable = stripInvisible(unixLines);
  const lines = stripComments(readable).split('\n');
  const kept: string[] = [];
  let fence: string | undefined;
  for (const line of lines) {
    const mark = fenceOf(line);
    if (fence === undefined && mark !== undefined) fence = mark;
    else if (fence !== undefined && mark !== undefined && mark.startsWith(fence)) fence = undefined;
    else kept.push(fence === undefined ? plainLine(line) : line.trimEnd());
  }
  return kept
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

/** The same on one line. */
export function plainOneLine(markdown: string): string {
  return plainText(markdown).replaceAll(/\s+/g, ' ').trim();
}

/**
 * What people do not see but models read: control, direction, zero-width and tag characters, and halves of
 * surrogate pairs, which are not text at all. Joiners inside words and emoji stay.
 */
function stripInvisible(text: string): string {
  return text
    .replaceAll(/[\u{E0000}-\u{E007F}\u{2060}-\u{2064}\u{202A}-\u{202E}\u{2066}-\u{2069}]/gu, '')
    .replaceAll(/[\u{200B}\u{200E}\u{200F}\u{FEFF}\u{AD}]/gu, '')
    .replaceAll(/[^\P{Cc}\t\n]/gu, ' ')
    .replaceAll(/\p{Surrogate}/gu, '\u{FFFD}');
}

/** HTML comments; one that is never closed reaches to the end, as in CommonMark. */
function stripComments(text: string): string {
  let rest = text;
  let result = '';
  for (;;) {
    const start = rest.indexOf('<!--');
    if (start === -1) return result + rest;
    result += rest.slice(0, start);
    const end = rest.indexOf('-->', start + 4);
    if (end === -1) return result;
    rest = rest.slice(end + 3);
  }
}

function fenceOf(line: string): string | undefined {
  return /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
}

/** One line outside fenced code. */
function plainLine(line: string): string {
  if (isRule(line) || isReferenceDefinition(line)) return '';
  const block = line
    .replace(/^\s*(?:>\s?)+/, '')
    .replace(/^\s{0,3}#{1,6}\s+/, '')
    .replace(/\s#+\s*$/, '')
    .replace(/^(\s*)[*+]\s+/, '$1- ');
  const row = isTableRow(block) ? cellsOf(block) : block;
  // Code spans and escapes keep their text as it is; everything between them is inline Markdown.
  return row
    .split(/(`+[^`]+`+|\\[!-/:-@[-`{-~])/)
    .map((piece, index) => (index % 2 === 1 ? literalOf(piece) : plainInline(piece)))
    .join('')
    .replaceAll(/(?<=\S)[ \t]+/g, ' ')
    .trimEnd();
}

function literalOf(piece: string): string {
  return piece.startsWith('`') ? piece.replaceAll('`', '') : piece.slice(1);
}

/** Thematic breaks, underlines of headings, and the second line of a table. */
function isRule(line: string): boolean {
  const marks = line.replaceAll(/\s/g, '');
  return (
    /^(?:-{3,}|\*{3,}|_{3,}|={3,})$/.test(marks) || (marks.includes('|') && /^[-|:]+$/.test(marks))
  );
}

function isReferenceDefinition(line: string): boolean {
  return /^ {0,3}\[[^\]]{1,200}\]:\s*\S+/.test(line);
}

function isTableRow(line: string): boolean {
  const row = line.trim();
  return row.length > 2 && row.startsWith('|') && row.endsWith('|');
}

function cellsOf(row: string): string {
  return row
    .trim()
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim())
    .join(' | ');
}

const htmlTags =
  'a abbr address article aside b blockquote br caption center code col colgroup dd del details div dl dt ' +
  'em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i iframe img input ins kbd li main mark nav ' +
  'ol p pre q s samp script section small span strike strong style sub summary sup table tbody td tfoot th ' +
  'thead tr tt u ul var video';

/** Known tags only: `<id>` and `<owner>/<repo>` are placeholders that people write. */
const htmlTag = new RegExp(
  `</?(?:${htmlTags.replaceAll(' ', '|')})(?=[\\s/>])[^<>]{0,2000}>`,
  'gi',
);

function plainInline(text: string): string {
  const marked = text
    .replaceAll(/<br\s*\/?>/gi, '\n')
    .replaceAll(htmlTag, '')
    .replaceAll(/<((?:https?|mailto):[^<>\s]{1,2000})>/g, '$1')
    .replaceAll(/!\[([^[\]]{0,500})\]\([^()]{0,2000}\)/g, '$1')
    .replaceAll(/\[([^[\]]{1,500})\]\([^()]{0,2000}\)/g, '$1')
    .replaceAll(/\[([^[\]]{1,500})\]\[[^[\]]{0,200}\]/g, '$1')
    .replaceAll(/(\*{1,3})(?=\S)([^*\n]{1,2000}?)(?<=\S)\1/g, '$2')
    .replaceAll(
      /(?<![\p{L}\p{N}_])(_{1,3})(?=\S)([^_\n]{1,2000}?)(?<=\S)\1(?![\p{L}\p{N}_])/gu,
      '$2',
    )
    .replaceAll(/~~(?=\S)([^~\n]{1,2000}?)~~/g, '$1');
  return decodeEntities(marked);
}

const entities: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
  ['ndash', '–'],
  ['mdash', '—'],
  ['hellip', '…'],
]);

function decodeEntities(text: string): string {
  return text.replaceAll(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return entities.get(name.toLowerCase()) ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
      // What is invisible as a character is no more visible as a reference.
      return code <= 0x10ffff ? stripInvisible(String.fromCodePoint(code)) : whole;
    },
  );
}
