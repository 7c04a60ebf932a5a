/**
 * Whether a header parameter of this name is never offered to callers: the document's other parts decide
 * `Accept`, `Content-Type` and `Authorization` (rule P2), the connection decides the rest (rule P3).
 */
export function isReservedHeader(name: string): boolean {
  const lower = name.toLowerCase();
  return reserved.has(lower) || lower.startsWith('proxy-');
}

const reserved: ReadonlySet<string> = new Set([
  'accept',
  'authorization',
  'connection',
  'content-length',
  'content-type',
  'cookie',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
