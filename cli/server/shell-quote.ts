/** Words that every POSIX shell takes as they are. */
const harmless = /^[A-Za-z0-9_/:=.,@%+-]+$/;

/** Quotes one word for a POSIX shell, whatever is in it; a NUL, which no word can hold, is dropped. */
export function shellQuote(word: string): string {
  const text = word.replaceAll('\0', '');
  return harmless.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
