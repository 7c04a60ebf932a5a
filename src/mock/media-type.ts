import type { MediaType } from '../model/api.ts';

/** A media type without its parameters, in lower case. */
export function essence(mediaType: string): string {
  return (mediaType.split(';')[0] ?? '').trim().toLowerCase();
}

/** The value of a parameter such as `boundary`, unquoted. */
export function mediaTypeParameter(mediaType: string, name: string): string | undefined {
  const match = new RegExp(`;\\s*${name}=(?:"([^"]*)"|([^;\\s]*))`, 'i').exec(mediaType);
  return match?.[1] ?? match?.[2];
}

/** Whether content of this type is JSON (RFC 6839). */
export function isJsonType(mediaType: string): boolean {
  return /^(?:application|text)\/json$|\+json$/.test(essence(mediaType));
}

/** Whether content of this type is a sequence of JSON texts (JSON Lines, RFC 7464). */
export function isLinesType(mediaType: string): boolean {
  return /jsonl|ndjson|json-seq/.test(essence(mediaType));
}

/** Whether content of this type is XML (RFC 7303). */
export function isXmlType(mediaType: string): boolean {
  return /^(?:application|text)\/xml$|\+xml$/.test(essence(mediaType));
}

/** The most specific entry that a received Content-Type fits (3.2 §Request Body Object). */
export function matchMediaType(
  received: string,
  documented: readonly MediaType[],
): MediaType | undefined {
  const wanted = essence(received);
  const [family = ''] = wanted.split('/');
  return [wanted, `${family}/*`, '*/*', '*']
    .map((key) => documented.find(({ mediaType }) => essence(mediaType) === key))
    .find((entry) => entry !== undefined);
}
