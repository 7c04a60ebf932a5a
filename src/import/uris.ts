/** A reference cut at its first `#`. */
export interface SplitReference {
  /** Empty for a reference inside the same document. */
  readonly uri: string;
  /** Without the `#`, still percent-encoded. */
  readonly fragment: string;
}

/** Cuts a URI reference into the document and the place in it (RFC 3986 §3.5). */
export function splitReference(reference: string): SplitReference {
  const at = reference.indexOf('#');
  return at === -1
    ? { uri: reference, fragment: '' }
    : { uri: reference.slice(0, at), fragment: reference.slice(at + 1) };
}

/** Resolves a URI reference (RFC 3986 §5) and drops its fragment; `undefined` where that cannot be done. */
export function resolveUri(reference: string, base: string): string | undefined {
  if (!URL.canParse(reference, base)) return undefined;
  const url = new URL(reference, base);
  url.hash = '';
  return url.href;
}

/** Percent-decodes text; text that is not percent-encoded rightly stays as it is. */
export function decodePercent(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
