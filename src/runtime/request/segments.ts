import type { ArgumentObject } from '../arguments/argument-value.ts';
import type { PathPiece } from './path.ts';
import { BuildReport } from './report.ts';

/**
 * Segments that servers, proxies and URL parsers resolve or drop: `.`, `..` and empty ones, percent-encoded
 * or not (RFC 3986 §6.2.2.3; WHATWG URL §4.4), and encoded separators behind which they may hide.
 */
const suspicious = /\/(?:\.|%2e){0,2}(?:\/|$)|%(?:2f|5c|25)/i;

/** Whether a finished path has anything that {@link refuseUnsafeSegments} must look at. */
export function needsSegmentCheck(path: string): boolean {
  return suspicious.test(path);
}

/**
 * Refuses a path whose values make a segment that leads elsewhere (rules P21, P22, P24). Segments are
 * checked, not values: two values of one dot each make a dot segment. What the template itself says is its
 * own business. Returns whether a fault was noted.
 */
export function refuseUnsafeSegments(
  pieces: readonly PathPiece[],
  values: ArgumentObject,
  report: BuildReport,
): boolean {
  let refused = false;
  for (const { text, labels } of segmentsOf(pieces, values)) {
    const reason = labels.length === 0 ? undefined : unsafeReason(text);
    if (reason === undefined) continue;
    const names = labels.map((label) => `\`${label}\``).join(' and ');
    report.refuse(labels.join(', '), `${names} ${reason}.`);
    refused = true;
  }
  return refused;
}

interface Segment {
  readonly text: string;
  /** The arguments that the segment is made of. */
  readonly labels: readonly string[];
}

function segmentsOf(pieces: readonly PathPiece[], values: ArgumentObject): readonly Segment[] {
  // Every piece has been written once before; what it remarks is on record already.
  const again = new BuildReport();
  const segments: { text: string; labels: string[] }[] = [];
  let current: { text: string; labels: string[] } = { text: '', labels: [] };
  for (const piece of pieces) {
    const text = typeof piece === 'string' ? piece : (piece.write(values, again) ?? '');
    for (const [index, part] of text.split('/').entries()) {
      if (index > 0) {
        segments.push(current);
        current = { text: '', labels: [] };
      }
      current.text += part;
      if (typeof piece !== 'string') current.labels.push(piece.label);
    }
  }
  return [...segments, current];
}

function unsafeReason(segment: string): string | undefined {
  if (segment === '') {
    return 'makes an empty path segment, which leads to another resource; send a value without leading, trailing or doubled slashes';
  }
  let text = decode(segment);
  const parts = text.split(separators);
  if (parts.length > 1 && parts.includes('') && !parts.some(isDotSegment)) {
    return 'has an empty part beside a slash or backslash, which servers may read as another path; send the plain identifier';
  }
  // A server that decodes once more than it should must not find a way out either.
  for (let round = 0; round < decodingRounds; round += 1) {
    if (text.split(separators).some(isDotSegment)) return dotReason;
    text = decode(text);
  }
  return undefined;
}

const separators = /[/\\]/;
const decodingRounds = 4;

const dotReason =
  'makes a path segment of one or two dots, which leads to another resource; send the plain identifier';

function isDotSegment(text: string): boolean {
  return text === '.' || text === '..';
}

function decode(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    // Not UTF-8: single octets are decoded, which is all that separators and dots need.
    return text.replace(/%([0-7][0-9a-f])/gi, (_triple, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  }
}
