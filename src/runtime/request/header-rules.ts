/** RFC 9110 §5.6.2. */
const token = /^[\w!#$%&'*+.^`|~-]+$/;

/** Visible characters, space, tab and what HTTP calls obsolete text (RFC 9110 §5.5). */
const carried = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Headers that HTTP itself or this program owns; nobody else may set them (rule P3). */
const ownedHeaders: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'content-type',
  'cookie',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Why a header of this name cannot be sent, as the rest of a sentence; `undefined` where it can. */
export function headerNameProblem(name: string): string | undefined {
  if (!token.test(name)) return 'has a name that is no HTTP token';
  const key = name.toLowerCase();
  return ownedHeaders.has(key) || key.startsWith('proxy-')
    ? 'belongs to HTTP itself and cannot be set'
    : undefined;
}

/** Why a value cannot stand in a header (rule P19), as the rest of a sentence. */
export function headerValueProblem(value: string): string | undefined {
  if (carried.test(value)) return undefined;
  return /[^\0-\xff]/.test(value)
    ? 'has characters above U+00FF, which headers cannot carry'
    : 'has line breaks or other control characters, which headers cannot carry';
}

/** Why text cannot stand in a cookie (rule P31; RFC 6265 §4.1.1), as the rest of a sentence. */
export function cookieProblem(text: string): string | undefined {
  if (text.includes(';')) return 'has a semicolon, which would start another cookie';
  return headerValueProblem(text);
}

/** What RFC 6265 keeps out of cookie values, although servers commonly take it. */
export function isUnusualInCookie(value: string): boolean {
  return /[\t ",\\\x7f-\xff]/.test(value);
}
