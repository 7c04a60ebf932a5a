import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { NameLock, SpecSource } from '../src/index.ts';
import { BridgeError, decodeLock, emptyLock, encodeLock } from '../src/index.ts';
import { writeFileAtomically } from './generate/write-folder.ts';

/** Name of the file that keeps names stable from build to build (rule N6). */
export const lockFileName = 'bridge.lock.json';

/** A lock file of a build. */
export interface LockFile {
  readonly path: string;
  readonly exists: boolean;
  /** Somebody asked for this very file. */
  readonly named: boolean;
  readonly lock: NameLock;
}

/** Where a lock file is looked for. */
export interface LockPlace {
  /** `--lock FILE`, `--no-lock` (false), or nothing (true, as commander has it). */
  readonly flag: string | boolean | undefined;
  readonly overlays: readonly string[];
  readonly specs: readonly SpecSource[];
  readonly folder: string;
}

/**
 * Reads the lock file of a build: the one that is named, else the one beside the first overlay, else beside the first
 * document. Nobody who only tries a document out finds a file beside it: without an overlay and without `--lock` a
 * lock is kept only where there is one.
 *
 * @returns `undefined` where the build is to keep no lock.
 * @throws BridgeError `configuration-invalid` for a file that is no lock.
 */
export async function readLockFile(place: LockPlace): Promise<LockFile | undefined> {
  if (place.flag === false) return undefined;
  const file = pathOf(place);
  if (file === undefined) return undefined;
  const named = typeof place.flag === 'string';
  const text = await readIfThere(file);
  if (text !== undefined) return { path: file, exists: true, named, lock: decode(text, file) };
  const wanted = named || place.overlays.length > 0;
  return wanted ? { path: file, exists: false, named, lock: emptyLock } : undefined;
}

/**
 * Writes a lock where it says something new.
 *
 * @returns A sentence where the file cannot be written and nobody had named it; the server is whole without it.
 * @throws BridgeError `output-unwritable` where it was named.
 */
export async function writeLockFile(file: LockFile, lock: NameLock): Promise<string | undefined> {
  const text = encodeLock(lock);
  if (file.exists && text === encodeLock(file.lock)) return undefined;
  try {
    await writeFileAtomically(file.path, text);
    return undefined;
  } catch (cause) {
    const message = `The lock file ${file.path} cannot be written.`;
    const fix = 'Name another with --lock FILE, or build with --no-lock.';
    if (file.named) throw new BridgeError('output-unwritable', message, { cause, fix });
    return `${message} ${fix}`;
  }
}

function pathOf({ flag, overlays, specs, folder }: LockPlace): string | undefined {
  if (typeof flag === 'string') return path.resolve(folder, flag);
  const [overlay] = overlays;
  const beside = overlay ?? specs.map(({ source }) => filePathOf(source)).find(isText);
  if (beside === undefined || /^https?:/i.test(beside)) return undefined;
  return path.resolve(folder, path.dirname(beside), lockFileName);
}

function filePathOf(source: SpecSource['source']): string | undefined {
  return source.kind === 'file' ? source.path : undefined;
}

function isText(value: string | undefined): value is string {
  return value !== undefined;
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return undefined;
    throw new BridgeError('configuration-invalid', `The lock file ${file} cannot be read.`, {
      cause,
      fix: 'Make it readable, or build with --no-lock.',
    });
  }
}

function decode(text: string, file: string): NameLock {
  const decoded = decodeLock(text, file);
  if (decoded.ok) return decoded.value;
  const [{ message, fix }] = decoded.diagnostics;
  throw new BridgeError('configuration-invalid', `${file}: ${message}`, { fix });
}
