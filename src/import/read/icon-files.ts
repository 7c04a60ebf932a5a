import { fileURLToPath } from 'node:url';
import { nodePorts } from './node-ports.ts';
import type { ReadPorts } from './ports.ts';

/** Larger images stay files: every client would be sent them with the list. */
const maxIconBytes = 64 * 1024;

const mediaTypes: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  gif: 'image/gif',
  ico: 'image/x-icon',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  png: 'image/png',
  svg: 'image/svg+xml',
  webp: 'image/webp',
};

/**
 * Reads image files as `data:` URIs, at most 64 KiB each. What cannot be read, is too large or has no ending of an
 * image is absent, and whoever asked says so.
 *
 * @param urls `file:` URLs.
 */
export async function readIconFiles(
  urls: readonly string[],
  ports: Pick<ReadPorts, 'inspectFile' | 'readFile'> = nodePorts,
): Promise<ReadonlyMap<string, string>> {
  const read = await Promise.all(
    urls.map(async (url) => [url, await readIcon(url, ports)] as const),
  );
  return new Map(read.flatMap(([url, content]) => (content === undefined ? [] : [[url, content]])));
}

async function readIcon(
  url: string,
  ports: Pick<ReadPorts, 'inspectFile' | 'readFile'>,
): Promise<string | undefined> {
  const mediaType = mediaTypes[/\.([a-z]+)$/i.exec(url)?.[1]?.toLowerCase() ?? ''];
  if (mediaType === undefined) return undefined;
  try {
    const found = await ports.inspectFile(fileURLToPath(url));
    if (found.kind !== 'file') return undefined;
    const bytes = await ports.readFile(found.path, maxIconBytes);
    if (bytes.length > maxIconBytes) return undefined;
    return `data:${mediaType};base64,${Buffer.from(bytes).toString('base64')}`;
  } catch {
    return undefined;
  }
}
