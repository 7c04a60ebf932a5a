import { Buffer } from 'node:buffer';

interface MagicNumber {
  readonly mediaType: string;
  /** Bytes at these offsets, as Latin-1 text. */
  readonly marks: readonly (readonly [offset: number, text: string])[];
}

const magicNumbers: readonly MagicNumber[] = [
  { mediaType: 'image/png', marks: [[0, '\x89PNG\r\n\x1a\n']] },
  { mediaType: 'image/jpeg', marks: [[0, '\xff\xd8\xff']] },
  { mediaType: 'image/gif', marks: [[0, 'GIF87a']] },
  { mediaType: 'image/gif', marks: [[0, 'GIF89a']] },
  {
    mediaType: 'image/webp',
    marks: [
      [0, 'RIFF'],
      [8, 'WEBP'],
    ],
  },
  {
    mediaType: 'audio/wav',
    marks: [
      [0, 'RIFF'],
      [8, 'WAVE'],
    ],
  },
  { mediaType: 'audio/mpeg', marks: [[0, 'ID3']] },
  { mediaType: 'audio/flac', marks: [[0, 'fLaC']] },
  { mediaType: 'audio/ogg', marks: [[0, 'OggS\0']] },
  { mediaType: 'application/pdf', marks: [[0, '%PDF-']] },
  { mediaType: 'application/zip', marks: [[0, 'PK\x03\x04']] },
  { mediaType: 'application/gzip', marks: [[0, '\x1f\x8b\x08']] },
];

/** The media type that the first bytes of a file show, by the signatures of WHATWG MIME Sniffing §6; no guess at text. */
export function sniff(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  return magicNumbers.find(({ marks }) =>
    marks.every(([offset, text]) => head.startsWith(text, offset)),
  )?.mediaType;
}
