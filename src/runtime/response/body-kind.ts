import { isUtf8 } from 'node:buffer';
import { headerValue } from '../header-pairs.ts';
import { essenceOf, isJsonMediaType } from '../request/media-type.ts';
import type { UpstreamResponse } from '../upstream-port.ts';
import { sniff } from './magic-number.ts';
import { isSequential } from './sequential-type.ts';

/** What a body is, by its own Content-Type, which counts for more than the documented one. */
export interface BodyKind {
  readonly kind: 'json' | 'sequence' | 'multipart' | 'html' | 'text' | 'image' | 'audio' | 'file';
  /** Media type without parameters, in lower case; `application/octet-stream` where nothing is known. */
  readonly mediaType: string;
}

/** Only these are shown as images: others make the calls of some model APIs fail. */
const imageTypes: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
]);

/** Types outside `text/` that are text all the same. */
const textTypes: ReadonlySet<string> = new Set([
  'application/ecmascript',
  'application/graphql',
  'application/javascript',
  'application/sql',
  'application/toml',
  'application/x-javascript',
  'application/x-sh',
  'application/x-www-form-urlencoded',
  'application/x-yaml',
  'application/xml',
  'application/xml-dtd',
  'application/yaml',
  'image/svg+xml',
]);

/** Tells what a body is. Its bytes are looked at only where the type says nothing (rule R12). */
export function kindOfBody(response: UpstreamResponse): BodyKind {
  const mediaType = essenceOf(headerValue(response.headers, 'content-type') ?? '');
  if (mediaType !== '' && mediaType !== 'application/octet-stream') return kindOfType(mediaType);
  const found = sniff(response.body);
  if (found !== undefined) return kindOfType(found);
  if (mediaType === '' && !response.body.includes(0) && isUtf8(response.body)) {
    const first = /^\s*([[{"])/.exec(Buffer.from(response.body.subarray(0, 64)).toString('latin1'));
    return first === null
      ? { kind: 'text', mediaType: 'text/plain' }
      : { kind: 'json', mediaType: 'application/json' };
  }
  return { kind: 'file', mediaType: 'application/octet-stream' };
}

/** Tells what a media type, without parameters and in lower case, stands for. */
export function kindOfType(mediaType: string): BodyKind {
  return { kind: classify(mediaType), mediaType };
}

function classify(type: string): BodyKind['kind'] {
  if (isJsonMediaType(type)) return isSequential(type) ? 'sequence' : 'json';
  if (isSequential(type)) return 'sequence';
  if (type.startsWith('multipart/')) return 'multipart';
  if (type === 'text/html' || type === 'application/xhtml+xml') return 'html';
  if (type.startsWith('text/') || textTypes.has(type) || /\+(?:xml|yaml)$/.test(type)) {
    return 'text';
  }
  if (imageTypes.has(type)) return 'image';
  return type.startsWith('audio/') ? 'audio' : 'file';
}
