/** One value in `application/x-www-form-urlencoded` (RFC 6749 appendix B). */
export function formEncode(text: string): string {
  return new URLSearchParams({ '': text }).toString().slice(1);
}
