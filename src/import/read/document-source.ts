/** Where the entry document comes from. */
export type DocumentSource =
  /** A path, absolute or relative to the working folder. */
  | { readonly kind: 'file'; readonly path: string }
  /** An http or https URL; credentials in it become an Authorization header. */
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'stdin' }
  /** A text at hand; `uri` says where it came from, `inline:` by default. */
  | { readonly kind: 'text'; readonly text: string; readonly uri?: string };

/** Reads what people write for a document: `-` is standard input, then a URL, else a path. */
export function parseDocumentSource(written: string): DocumentSource {
  if (written === '-') return { kind: 'stdin' };
  if (/^https?:\/\//i.test(written)) return { kind: 'url', url: written };
  return { kind: 'file', path: written };
}
