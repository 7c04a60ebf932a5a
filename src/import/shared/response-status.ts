/** A key of `responses` in its canonical form: `200`, `2XX` or `default`; `undefined` for any other key. */
export function responseStatusOf(key: string): string | undefined {
  const text = key.trim();
  if (/^[1-5]\d\d$/.test(text)) return text;
  if (/^[1-5]xx$/i.test(text)) return text.toUpperCase();
  return text.toLowerCase() === 'default' ? 'default' : undefined;
}
