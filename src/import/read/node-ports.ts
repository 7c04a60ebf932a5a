import { lookup } from 'node:dns/promises';
import { open, realpath, stat } from 'node:fs/promises';
import type { LookupFunction } from 'node:net';
import { isIP } from 'node:net';
import { Agent, fetch } from 'undici';
import type { HttpAnswer, HttpRequest, InspectedFile, ReadPorts } from './ports.ts';

/** The real ports, over Node and undici. */
export const nodePorts: ReadPorts = {
  inspectFile,
  readFile,
  readStdin: (maxBytes) => collect(process.stdin, maxBytes),
  resolveHost: async (hostname) => {
    const found = await lookup(hostname, { all: true });
    return found.map(({ address }) => address);
  },
  fetch: fetchOnce,
};

async function inspectFile(path: string): Promise<InspectedFile> {
  const real = await realpath(path);
  const found = await stat(real);
  if (found.isFile()) return { path: real, kind: 'file' };
  return { path: real, kind: found.isDirectory() ? 'folder' : 'other' };
}

async function readFile(path: string, maxBytes: number): Promise<Uint8Array> {
  const file = await open(path, 'r');
  try {
    return await collect(file.createReadStream({ autoClose: false }), maxBytes);
  } finally {
    await file.close();
  }
}

async function fetchOnce(request: HttpRequest): Promise<HttpAnswer> {
  const { addresses } = request;
  const pinned =
    addresses === undefined ? undefined : new Agent({ connect: { lookup: pinTo(addresses) } });
  try {
    const response = await fetch(request.url, {
      headers: request.headers,
      redirect: 'manual',
      signal: AbortSignal.timeout(request.timeoutMs),
      ...(pinned === undefined ? {} : { dispatcher: pinned }),
    });
    const location = response.headers.get('location');
    const contentType = response.headers.get('content-type');
    return {
      status: response.status,
      ...(location === null ? {} : { location }),
      ...(contentType === null ? {} : { contentType }),
      body:
        response.body === null ? new Uint8Array() : await collect(response.body, request.maxBytes),
    };
  } finally {
    await pinned?.destroy();
  }
}

/** A name lookup that only knows these addresses, so that a second answer of DNS cannot change the target. */
function pinTo(addresses: readonly string[]): LookupFunction {
  const known = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_hostname, options, callback) => {
    const [first] = known;
    if (options.all === true) callback(null, known);
    else callback(null, first?.address ?? '', first?.family);
  };
}

/** Reads a stream up to one byte beyond the limit, then lets go of it. */
async function collect(stream: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of stream) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > maxBytes) break;
  }
  return Buffer.concat(chunks, Math.min(length, maxBytes + 1));
}
