/** A place in one of the user's files. */
export interface SourceLocation {
  /** The document's URI: a `file:` or `http(s):` URL, `stdin:` or `inline:`. */
  readonly document: string;
  /** JSON Pointer (RFC 6901) to the value; the empty string is the whole document. */
  readonly pointer: string;
}

/** A line and column of a text, both counted from 1; the column counts UTF-16 code units. */
export interface SourcePosition {
  readonly line: number;
  readonly column: number;
}

/**
 * Finds the line and column of a location, and the lines around it. Import hands it out beside its
 * result, so that positions are worked out only for what is reported.
 */
export interface SourceIndex {
  /**
   * The position of the value, or of its nearest ancestor that exists; of a YAML block that of its key.
   * `undefined` for an unknown document.
   */
  position(location: SourceLocation): SourcePosition | undefined;
  /** One line of a document's text without its line break, counted from 1. */
  line(document: string, line: number): string | undefined;
  /** A short name for people: the path relative to the working folder, or the URL without credentials. */
  displayName(document: string): string;
}

/** Escapes one key for use in a JSON Pointer (RFC 6901 §3). */
export function escapePointerToken(token: string): string {
  // Nearly every key needs no escape, and documents have hundreds of thousands of them.
  if (!token.includes('/') && !token.includes('~')) return token;
  return token.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** Splits a JSON Pointer into unescaped tokens (RFC 6901 §4); the empty pointer has none. */
export function parsePointer(pointer: string): readonly string[] {
  if (pointer === '') return [];
  return pointer
    .slice(1)
    .split('/')
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The location of a member of the value at `parent`, reached by these keys or indices. */
export function childLocation(
  parent: SourceLocation,
  ...tokens: readonly (string | number)[]
): SourceLocation {
  let { pointer } = parent;
  for (const token of tokens) pointer += `/${escapePointerToken(String(token))}`;
  return { document: parent.document, pointer };
}
