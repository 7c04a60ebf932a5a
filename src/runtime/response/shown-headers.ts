import type { Tool } from '../../model/tool.ts';
import type { HeaderPair } from '../request/plan.ts';

/** How an answer is read, which decides about the headers that are worth showing. */
export type HeaderOccasion = 'success' | 'empty' | 'error' | 'conflict';

const shownCharacters = 500;

/**
 * The headers that reach the model (rule R22): those that the document describes, where something is, and when to come
 * back. Tags of a version are shown where there is no body to tell it by, limits on the rate where they may be the
 * cause. Never a cookie or a challenge, documented or not.
 */
export function shownHeaders(
  tool: Tool,
  headers: readonly HeaderPair[],
  occasion: HeaderOccasion,
): readonly string[] {
  const lines: string[] = [];
  for (const [name, value] of headers) {
    if (!isShown(tool, name, occasion) || value === '') continue;
    const short = value.length > shownCharacters ? `${value.slice(0, shownCharacters)}…` : value;
    lines.push(`${spelled(name)}: ${short}`);
  }
  return lines;
}

const neverShown: ReadonlySet<string> = new Set([
  'authorization',
  'cookie',
  // Its pages are told in the tool's own arguments.
  'link',
  'proxy-authenticate',
  'proxy-authorization',
  'set-cookie',
  'set-cookie2',
  'www-authenticate',
]);

/** What the body says better, where there is one; documented, they are the point of HEAD. */
const toldOtherwise: ReadonlySet<string> = new Set([
  'content-encoding',
  'content-length',
  'content-type',
]);

function isShown(tool: Tool, name: string, occasion: HeaderOccasion): boolean {
  if (neverShown.has(name)) return false;
  if (toldOtherwise.has(name) && occasion !== 'empty') return false;
  if (name === 'location' || name === 'operation-location' || name === 'retry-after') return true;
  if (name === 'etag' && (occasion === 'empty' || occasion === 'conflict')) return true;
  const failed = occasion === 'error' || occasion === 'conflict';
  if (/^(?:x-)?rate-?limit(?:$|-)/.test(name) && failed) return true;
  return tool.response.headers.includes(name);
}

/** `x-total-count` as `X-Total-Count`, the way in which headers are usually written. */
function spelled(name: string): string {
  if (name === 'etag') return 'ETag';
  return name.replaceAll(/(?<![a-z0-9])[a-z]/g, (letter) => letter.toUpperCase());
}
