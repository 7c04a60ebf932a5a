import { fileURLToPath } from 'node:url';
import { nodePorts } from './node-ports.ts';
import type { ReadPorts } from './ports.ts';

/** The artifact holds them whole. */
const maxResourceBytes = 1024 * 1024;

/** A file for the artifact. */
export type InlinedFile =
  | { readonly kind: 'text'; readonly text: string; readonly mimeType: string }
  | { readonly kind: 'bytes'; readonly base64: string; readonly mimeType: string };

const mediaTypes: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  gif: 'image/gif',
  htm: 'text/html',
  html: 'text/html',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  json: 'application/json',
  markdown: 'text/markdown',
  md: 'text/markdown',
  pdf: 'application/pdf',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain',
  webp: 'image/webp',
  xml: 'application/xml',
  yaml: 'application/yaml',
  yml: 'application/yaml',
};

/**
 * Reads files that are to be resources, at most 1 MiB each: UTF-8 as text, everything else as bytes. What cannot be
 * read or is too large is absent, and whoever asked says so.
 *
 * @param urls `file:` URLs.
 */
export async function readResourceFiles(
  urls: readonly string[],
  ports: Pick<ReadPorts, 'inspectFile' | 'readFile'> = nodePorts,
): Promise<ReadonlyMap<string, InlinedFile>> {
  const read = await Promise.all(
    urls.map(async (url) => [url, await readOne(url, ports)] as const),
  );
  return new Map(read.flatMap(([url, content]) => (content === undefined ? [] : [[url, content]])));
}

async function readOne(
  url: string,
  ports: Pick<ReadPorts, 'inspectFile' | 'readFile'>,
): Promise<InlinedFile | undefined> {
  try {
    const found = await ports.inspectFile(fileURLToPath(url));
    if (found.kind !== 'file') return undefined;
    const bytes = await ports.readFile(found.path, maxResourceBytes);
    return bytes.length > maxResourceBytes ? undefined : inlined(bytes, url);
  } catch {
    return undefined;
  }
}

function inlined(bytes: Uint8Array, url: string): InlinedFile {
  const known = mediaTypes[/\.([a-z]+)$/i.exec(url)?.[1]?.toLowerCase() ?? ''];
  const isBinary = known !== undefined && /^(?:image\/(?!svg)|application\/pdf)/.test(known);
  const text = isBinary ? undefined : textOf(bytes);
  return text === undefined
    ? {
        kind: 'bytes',
        base64: Buffer.from(bytes).toString('base64'),
        mimeType: known ?? 'application/octet-stream',
      }
    : { kind: 'text', text, mimeType: known ?? 'text/plain' };
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}
