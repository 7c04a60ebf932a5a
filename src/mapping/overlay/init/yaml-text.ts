/** Writes values as YAML 1.2 for people to read and change. Nothing in a value can end the place where it stands. */

// Control characters, marks that YAML does not print, lone surrogates, and line breaks beyond the line feed.
const unprintable =
  // oxlint-disable-next-line no-control-regex -- finding control characters is the purpose
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]|\p{Surrogate}/gu;

/** Words that YAML, or a habit of reading it, takes for something else than text. */
const reserved = /^(?:true|false|null|yes|no|on|off|y|n|~|\.inf|\.nan)$/i;

/** Text on one line: plain where that is safe, else in double quotes. */
export function yamlScalar(text: string): string {
  return isPlain(text) ? text : quoted(text);
}

function isPlain(text: string): boolean {
  return (
    /^[\p{L}_/][^\n\t#:,[\]{}&*!|>'"%@`\\]*$/u.test(text) &&
    !reserved.test(text) &&
    text.trim() === text &&
    text.replaceAll(unprintable, '') === text
  );
}

/** A JSON string is a YAML string in double quotes; what YAML does not print is escaped as well. */
function quoted(text: string): string {
  return JSON.stringify(text).replaceAll(unprintable, escapeCharacter);
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** A key of a mapping. */
export function yamlKey(text: string): string {
  return /^[A-Za-z_][A-Za-z0-9_-]*$/.test(text) && !reserved.test(text) ? text : quoted(text);
}

/** `key: text`, as a block of lines where the text has several. */
export function yamlField(key: string, text: string): readonly string[] {
  const lines = text.split('\n');
  const isBlock =
    lines.length > 1 &&
    text.replaceAll(unprintable, '') === text &&
    !/[ \t]$|^\s|\n[ \t]*$|\n[ \t]+\n/.test(text) &&
    !lines.some((line) => /^[ \t]/.test(line) || /[ \t]$/.test(line));
  if (!isBlock) return [`${yamlKey(key)}: ${yamlScalar(text)}`];
  return [`${yamlKey(key)}: |-`, ...lines.map((line) => (line === '' ? '' : `  ${line}`))];
}

/** `[a, b]` on one line. */
export function yamlList(items: readonly string[]): string {
  return `[${items.map(yamlScalar).join(', ')}]`;
}

/** Text as part of a comment: on one line, without what YAML does not print. */
export function yamlComment(text: string): string {
  return text
    .replaceAll(/\s+/gu, ' ')
    .trim()
    .replaceAll(unprintable, (character) => escapeCharacter(character));
}
