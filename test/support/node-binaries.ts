import { existsSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from './built-program.ts';

/**
 * The Node binaries that end-to-end tests run servers on: this one, and those that `scripts/verify.mjs` has
 * installed below `.cache/node` when `CI` is set.
 */
export const nodeBinaries: readonly { readonly name: string; readonly path: string }[] = [
  { name: `Node ${process.versions.node}`, path: process.execPath },
  ...['22', '24'].flatMap((major) => {
    const binary = path.join(
      projectRoot,
      '.cache/node',
      major,
      `node_modules/node-${process.platform}-${process.arch}/bin/node`,
    );
    return existsSync(binary) ? [{ name: `Node ${major}`, path: binary }] : [];
  }),
];
