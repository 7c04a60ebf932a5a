import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { BridgeError } from '../../src/index.ts';

/** One file that is copied into a generated server. */
export interface BundleFile {
  readonly name: string;
  readonly content: Uint8Array;
}

/** Where the built server stands: beside the built command line, or below the sources. */
const folders = ['../../server/', '../../dist/server/'].map(
  (path) => new URL(path, import.meta.url),
);

/**
 * The files of the generated server's program, made when this package was built, in the order of their
 * names.
 *
 * @throws BridgeError `bundle-missing` where the package has not been built.
 */
export async function readServerBundle(): Promise<readonly BundleFile[]> {
  for (const folder of folders) {
    const names = await namesIn(folder);
    if (!names.includes('server.mjs')) continue;
    return Promise.all(
      names.map(async (name) => ({ name, content: await readFile(new URL(name, folder)) })),
    );
  }
  const places = folders.map((folder) => fileURLToPath(folder)).join(' or ');
  throw new BridgeError('bundle-missing', `The server's program is not at ${places}.`, {
    fix: 'Run `npm run build` in the folder of openapi-mcp, or install the package again.',
  });
}

/** Sorted by code unit; empty where there is no such folder. */
async function namesIn(folder: URL): Promise<readonly string[]> {
  const names = await readdir(folder).catch((): string[] => []);
  return names.sort((a, b) => (a < b ? -1 : 1));
}
