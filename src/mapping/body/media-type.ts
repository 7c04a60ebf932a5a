/** The type and subtype of a media type in lower case, without parameters. */
export function essenceOf(mediaType: string): string {
  const end = mediaType.indexOf(';');
  return (end === -1 ? mediaType : mediaType.slice(0, end)).trim().toLowerCase();
}

/** Whether a media type leaves something open: `*` + `/*`, `image/*`. */
export function isRange(mediaType: string): boolean {
  return essenceOf(mediaType).includes('*');
}

/** What kind of value a media type carries; decides how a body of it is written. */
export type MediaKind =
  | 'json'
  | 'form'
  | 'multipart'
  | 'jsonLines'
  | 'jsonSequence'
  | 'yaml'
  | 'xml'
  | 'text'
  | 'binary'
  | 'unknown';

const kinds: ReadonlyMap<string, MediaKind> = new Map<string, MediaKind>([
  ['application/json', 'json'],
  ['text/json', 'json'],
  ['application/x-www-form-urlencoded', 'form'],
  ['application/jsonl', 'jsonLines'],
  ['application/json-lines', 'jsonLines'],
  ['application/jsonlines', 'jsonLines'],
  ['application/x-jsonlines', 'jsonLines'],
  ['application/x-ndjson', 'jsonLines'],
  ['application/ndjson', 'jsonLines'],
  ['text/x-ndjson', 'jsonLines'],
  ['application/json-seq', 'jsonSequence'],
  ['application/yaml', 'yaml'],
  ['application/x-yaml', 'yaml'],
  ['text/yaml', 'yaml'],
  ['text/x-yaml', 'yaml'],
  ['application/vnd.yaml', 'yaml'],
  ['application/xml', 'xml'],
  ['text/xml', 'xml'],
  ['application/octet-stream', 'binary'],
  ['application/pdf', 'binary'],
  ['application/zip', 'binary'],
  ['application/gzip', 'binary'],
  ['application/x-gzip', 'binary'],
  ['application/x-tar', 'binary'],
  ['application/x-binary', 'binary'],
  ['application/x-protobuf', 'binary'],
  ['application/protobuf', 'binary'],
  ['application/msgpack', 'binary'],
  ['application/x-msgpack', 'binary'],
  ['application/cbor', 'binary'],
  ['application/wasm', 'binary'],
  ['application/graphql', 'text'],
  ['application/javascript', 'text'],
  ['application/sql', 'text'],
  ['application/*', 'json'],
  ['*/*', 'json'],
  ['*', 'json'],
]);

/** The {@link MediaKind} of a media type or range, by its name alone. */
export function kindOfMedia(mediaType: string): MediaKind {
  const essence = essenceOf(mediaType);
  const known = kinds.get(essence);
  if (known !== undefined) return known;
  const [type] = essence.split('/', 1);
  if (essence.endsWith('+json-seq')) return 'jsonSequence';
  if (essence.endsWith('+json')) return 'json';
  if (essence.endsWith('+yaml')) return 'yaml';
  if (essence.endsWith('+xml')) return 'xml';
  if (type === 'multipart' || type === 'text') return type;
  const isBinary =
    binaryTypes.has(type ?? '') || binaryWords.some((word) => essence.includes(word));
  return isBinary ? 'binary' : 'unknown';
}

const binaryTypes = new Set(['image', 'audio', 'video', 'font', 'model']);

const binaryWords = [
  'zip',
  'octet-stream',
  'excel',
  'spreadsheet',
  'msword',
  'wordprocessing',
  'powerpoint',
];

/** Position of a media type in the order of preference of rule B1; the smaller comes first. */
export function preferenceOf(mediaType: string): number {
  const essence = essenceOf(mediaType);
  const kind = kindOfMedia(mediaType);
  switch (kind) {
    case 'json':
      if (isRange(essence)) return 4;
      if (essence === 'application/json' || essence === 'text/json') return 0;
      return essence === 'application/json-patch+json'
        ? 3
        : essence.includes('merge-patch')
          ? 1
          : 2;
    case 'form':
      return 5;
    case 'multipart':
      return essence === 'multipart/form-data' ? 6 : 7;
    case 'text':
      return 8;
    case 'binary':
      return essence === 'application/octet-stream' ? 9 : 10;
    case 'xml':
      return 11;
    case 'yaml':
    case 'jsonLines':
    case 'jsonSequence':
      return 12;
    case 'unknown':
      return 13;
  }
}

/**
 * A concrete media type to send for a range (rule B1). Ranges of binary types stay ranges: the file
 * argument says which type it is.
 */
export function concreteType(mediaType: string): string {
  switch (essenceOf(mediaType)) {
    case '*/*':
    case '*':
    case 'application/*':
      return 'application/json';
    case 'text/*':
      return 'text/plain';
    case 'multipart/*':
      return 'multipart/form-data';
    default:
      return mediaType.trim();
  }
}

/** How well a key of a `content` map fits a media type: 3 exact, 2 by essence, 1 by range, 0 not at all. */
export function fitOf(key: string, mediaType: string): number {
  if (key.trim().toLowerCase() === mediaType.trim().toLowerCase()) return 3;
  const [range, wanted] = [essenceOf(key), essenceOf(mediaType)];
  if (range === wanted) return 2;
  if (range === '*/*' || range === '*') return 0.5;
  return range.endsWith('/*') && wanted.startsWith(range.slice(0, -1)) ? 1 : 0;
}

/** Whether text can stand in a header (RFC 9110 §5.5) as a media type with parameters. */
export function isSendable(mediaType: string): boolean {
  return (
    mediaType.length <= 200 &&
    /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+[ \t\x21-\x7e]*$/.test(mediaType)
  );
}
