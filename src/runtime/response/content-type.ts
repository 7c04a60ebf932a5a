/**
 * The value of a parameter of a media type or of Content-Disposition, quoted or not, the first of its name. Tolerant:
 * what is no parameter is passed over, as a trailing semicolon is.
 */
export function parameterOf(header: string, name: string): string | undefined {
  if (!header.includes(';')) return undefined;
  const bounded = header.slice(0, longestHeader);
  for (const [, key = '', quoted, token] of bounded.matchAll(parameterPattern)) {
    if (key.toLowerCase() !== name) continue;
    return quoted === undefined ? token : quoted.replaceAll(/\\(.)/gs, '$1');
  }
  return undefined;
}

/** Keeps the pattern's worst case, unclosed quotes, harmless. */
const longestHeader = 2_000;

/** A parameter after a semicolon (RFC 9110 §5.6.6): `key="quoted"` or `key=token`. */
const parameterPattern = /;\s*([^\s=;"]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))/g;
