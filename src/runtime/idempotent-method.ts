const idempotentMethods: ReadonlySet<string> = new Set([
  'GET',
  'HEAD',
  'OPTIONS',
  'QUERY',
  'TRACE',
  'PUT',
  'DELETE',
]);

/** Whether a request of this method may be repeated without a second effect (RFC 9110 §9.2.2; rule H5). */
export function isIdempotentMethod(method: string): boolean {
  return idempotentMethods.has(method);
}
