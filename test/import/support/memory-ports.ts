import path from 'node:path';
import type { HttpAnswer, HttpRequest, ReadPorts } from '../../../src/import/index.ts';

/** A world in memory: files, web servers, names and standard input. */
export interface World {
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  /** Symbolic links: path to absolute target. */
  readonly links?: Readonly<Record<string, string>>;
  readonly urls?: Readonly<Record<string, string | Partial<HttpAnswer> | Error>>;
  /** Addresses by host name; other names are unknown. */
  readonly hosts?: Readonly<Record<string, readonly string[]>>;
  readonly stdin?: string;
}

/** Ports over a {@link World}, and what was asked of them. */
export interface MemoryPorts {
  readonly ports: ReadPorts;
  readonly requests: HttpRequest[];
  readonly filesRead: string[];
}

export function memoryPorts(world: World): MemoryPorts {
  const requests: HttpRequest[] = [];
  const filesRead: string[] = [];
  const files = world.files ?? {};
  const ports: ReadPorts = {
    inspectFile: async (written) => {
      const real = followLinks(written, world.links ?? {});
      if (Object.hasOwn(files, real)) return { path: real, kind: 'file' };
      const isFolder = Object.keys(files).some((file) => file.startsWith(`${real}/`));
      if (!isFolder) throw systemError('ENOENT', written);
      return { path: real, kind: 'folder' };
    },
    readFile: async (written, maxBytes) => {
      const real = followLinks(written, world.links ?? {});
      const content = files[real];
      if (content === undefined) throw systemError('ENOENT', written);
      filesRead.push(real);
      return toBytes(content).subarray(0, maxBytes + 1);
    },
    readStdin: async (maxBytes) => toBytes(world.stdin ?? '').subarray(0, maxBytes + 1),
    resolveHost: async (hostname) => {
      const addresses = world.hosts?.[hostname];
      if (addresses === undefined) throw systemError('ENOTFOUND', hostname);
      return addresses;
    },
    fetch: async (request) => {
      requests.push(request);
      const answer = world.urls?.[request.url];
      if (answer === undefined) return { status: 404, body: new Uint8Array() };
      if (answer instanceof Error) throw answer;
      if (typeof answer === 'string') return { status: 200, body: toBytes(answer) };
      return { status: 200, body: new Uint8Array(), ...answer };
    },
  };
  return { ports, requests, filesRead };
}

export function toBytes(content: string | Uint8Array): Uint8Array {
  return typeof content === 'string' ? new TextEncoder().encode(content) : content;
}

function followLinks(written: string, links: Readonly<Record<string, string>>): string {
  for (const [link, target] of Object.entries(links)) {
    if (written === link || written.startsWith(`${link}/`)) {
      return followLinks(path.join(target, path.relative(link, written)), links);
    }
  }
  return written;
}

function systemError(code: string, about: string): Error {
  return Object.assign(new Error(`${code}: ${about}`), { code });
}
