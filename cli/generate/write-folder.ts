import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { BridgeError, isJsonObject } from '../../src/index.ts';
import type { GeneratedFile } from './files.ts';
import { artifactFile } from './files.ts';

/** Parts of the program that an earlier build may have left and this one does not write. */
const programPart = /^server-[\w-]+\.mjs$/;

/**
 * Writes a generated server. Only the given files are replaced, each at once by a rename after all of
 * them have been written, `bridge.json` last; parts of an older program are removed; everything else in
 * the folder stays. A folder that holds nothing but what people write for a server is taken too.
 *
 * @throws BridgeError `folder-not-ours` for a folder that holds other things, `output-unwritable` where the
 * system refuses.
 */
export async function writeServerFolder(
  folder: string,
  files: readonly GeneratedFile[],
): Promise<void> {
  const present = await namesIn(folder);
  if (present !== undefined && present.length > 0) await assertOurs(folder, present);
  try {
    await mkdir(folder, { recursive: true });
    await replaceFiles(folder, files);
    const written = new Set(files.map((file) => file.name));
    for (const name of present ?? []) {
      if (programPart.test(name) && !written.has(name)) await rm(path.join(folder, name));
    }
  } catch (cause) {
    throw unwritable(folder, cause);
  }
}

/** That a folder cannot be written, and why. */
export function unwritable(folder: string, cause: unknown): BridgeError {
  return new BridgeError('output-unwritable', `${folder} cannot be written: ${reasonOf(cause)}.`, {
    cause,
    fix: 'Name another folder with -o, or make this one writable.',
  });
}

/** Writes one file so that readers see the old or the new text and never a part. */
export async function writeFileAtomically(file: string, content: string): Promise<void> {
  await replaceFiles(path.dirname(file), [{ name: path.basename(file), content }]);
}

async function replaceFiles(folder: string, files: readonly GeneratedFile[]): Promise<void> {
  const temporary = (name: string): string => path.join(folder, `.${name}.${process.pid}.tmp`);
  try {
    for (const { name, content } of files)
      await writeFile(temporary(name), content, { flag: 'wx' });
    for (const { name } of files) await rename(temporary(name), path.join(folder, name));
  } catch (cause) {
    for (const { name } of files) await rm(temporary(name), { force: true });
    throw cause;
  }
}

/** Names in a folder; `undefined` where there is none. */
async function namesIn(folder: string): Promise<readonly string[] | undefined> {
  try {
    return await readdir(folder);
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return undefined;
    if (codeOf(cause) === 'ENOTDIR') {
      throw new BridgeError('folder-not-ours', `${folder} is a file.`, {
        cause,
        fix: 'Name another folder with -o.',
      });
    }
    throw new BridgeError('output-unwritable', `${folder} cannot be read: ${reasonOf(cause)}.`, {
      cause,
      fix: 'Name another folder with -o, or make this one readable.',
    });
  }
}

/** What people write for a server, perhaps before it is built. */
const ownFiles: ReadonlySet<string> = new Set(['.env', 'middleware.mjs', 'tools.mjs']);

async function assertOurs(folder: string, present: readonly string[]): Promise<void> {
  if (present.every((name) => ownFiles.has(name))) return;
  if (present.includes(artifactFile) && isArtifact(await readArtifactText(folder))) return;
  const examples = present.slice(0, 3).join(', ');
  throw new BridgeError(
    'folder-not-ours',
    `${folder} holds something that openapi-mcp did not write (${examples}).`,
    { fix: 'Name an empty or new folder with -o.' },
  );
}

async function readArtifactText(folder: string): Promise<string> {
  return readFile(path.join(folder, artifactFile), 'utf8').catch(() => '');
}

/** Of whatever format: a folder of an older version may be built again. */
function isArtifact(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return (
      isJsonObject(value) &&
      typeof value['format'] === 'number' &&
      isJsonObject(value['generator']) &&
      value['generator']['name'] === 'openapi-mcp'
    );
  } catch {
    return false;
  }
}

function codeOf(thrown: unknown): unknown {
  return thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;
}

/** What the system says, without the path that the message has already. */
function reasonOf(thrown: unknown): string {
  switch (codeOf(thrown)) {
    case 'EACCES':
    case 'EPERM':
      return 'permission denied';
    case 'EROFS':
      return 'the file system is read-only';
    case 'ENOSPC':
      return 'the disk is full';
    default:
      return thrown instanceof Error ? thrown.message : String(thrown);
  }
}
