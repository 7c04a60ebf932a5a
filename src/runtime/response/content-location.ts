/**
 * The absolute URI of Content-Location (RFC 9110 §8.7), as the upstream writes it where it is absolute already;
 * `undefined` where there is none, or where it holds a user's name.
 */
export function contentLocation(value: string | undefined, base: string): string | undefined {
  if (value === undefined || value === '' || !URL.canParse(value, base)) return undefined;
  const url = new URL(value, base);
  if (url.username !== '' || url.password !== '') return undefined;
  return URL.canParse(value) ? value : url.href;
}
