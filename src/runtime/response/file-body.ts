import { Buffer } from 'node:buffer';
import type { ContentBlock } from '../call.ts';
import { percentEncode } from '../secret-forms.ts';
import { parameterOf } from './content-type.ts';

/** A file as a block needs it, whether it is a whole answer or a part of one. */
export interface FileContent {
  readonly kind: 'image' | 'audio' | 'file';
  readonly mediaType: string;
  readonly bytes: Uint8Array;
  readonly disposition: string | undefined;
  /** What the upstream calls the place of this very content (Content-Location), absolute. */
  readonly location: string | undefined;
  /** Names the file where nothing else does. */
  readonly toolName: string;
}

/**
 * A file as a block (rule R12): pictures and sound as such, anything else as an embedded resource with its bytes.
 * Never a path on this machine. Content with a place of its own is an embedded resource of that URI.
 */
export function fileBlock(file: FileContent): ContentBlock {
  const data = Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.byteLength);
  const base64 = data.toString('base64');
  if (file.kind !== 'file' && file.location === undefined) {
    return { type: file.kind, data: base64, mimeType: file.mediaType };
  }
  const uri = file.location ?? answerUri(file.toolName, fileNameOf(file));
  return { type: 'resource', resource: { uri, mimeType: file.mediaType, blob: base64 } };
}

/** Says what a resource block holds, for clients that show only text. */
export function fileNote(file: FileContent): string {
  return `${fileNameOf(file)} (${file.mediaType}, ${file.bytes.length} bytes)`;
}

/** A text with a place of its own as an embedded resource. */
export function textResource(uri: string, mediaType: string, text: string): ContentBlock {
  return { type: 'resource', resource: { uri, mimeType: mediaType, text } };
}

/** A URI for content that has none; it says where the content came from and leads nowhere. */
function answerUri(toolName: string, fileName: string): string {
  return `openapi-mcp:/${percentEncode(toolName)}/${percentEncode(fileName)}`;
}

function fileNameOf({ disposition, toolName, mediaType }: FileContent): string {
  return fileNameIn(disposition) ?? `${toolName}${extensions[mediaType] ?? ''}`;
}

const extensions: Readonly<Record<string, string>> = {
  'application/gzip': '.gz',
  'application/pdf': '.pdf',
  'application/zip': '.zip',
  'image/bmp': '.bmp',
  'image/tiff': '.tiff',
};

/** The last segment of the name that Content-Disposition gives (RFC 6266 §4.3), without control characters. */
export function fileNameIn(disposition: string | undefined): string | undefined {
  if (disposition === undefined) return undefined;
  const extended = parameterOf(disposition, 'filename*');
  const name = decodeExtended(extended) ?? parameterOf(disposition, 'filename');
  const last = name
    ?.split(/[/\\]/)
    .at(-1)
    // oxlint-disable-next-line no-control-regex -- control characters are what must go
    ?.replaceAll(/[\u0000-\u001f\u007f]/g, '')
    .trim()
    .slice(0, 200);
  return last === undefined || last === '' || last === '.' || last === '..' ? undefined : last;
}

/** `UTF-8''na%C3%AFve.txt` (RFC 8187 §3.2). */
function decodeExtended(value: string | undefined): string | undefined {
  const match = /^utf-8'[^']*'(.*)$/i.exec(value ?? '');
  if (match?.[1] === undefined) return undefined;
  try {
    return decodeURIComponent(match[1]);
  } catch {
    return undefined;
  }
}
