import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { explainError } from './failures.ts';
import type { ReadOutcome } from './outcome.ts';
import { readFailure, tooLarge } from './outcome.ts';
import type { ReadLimits, ReadPorts } from './ports.ts';

/** What reading files needs to know. */
export interface FileContext {
  readonly ports: ReadPorts;
  readonly limits: ReadLimits;
  readonly workingFolder: string;
}

/** The folder that referenced files must stand in (rule L6). */
export interface ReferenceRoot {
  /** As given, absolute. */
  readonly folder: string;
  /** After all symbolic links. */
  readonly realFolder: string;
}

/** Reads the entry document from a path. */
export async function readEntryFile(written: string, context: FileContext): Promise<ReadOutcome> {
  const { ports, limits, workingFolder } = context;
  const absolute = written.startsWith('file:')
    ? pathOf(written)
    : path.resolve(workingFolder, written);
  if (absolute === undefined) {
    return readFailure(
      'unreadable',
      `${written} is no path of this computer.`,
      'Name a local file.',
    );
  }
  const name = displayPath(absolute, workingFolder);
  try {
    const found = await ports.inspectFile(absolute);
    if (found.kind === 'folder') {
      return readFailure(
        'unreadable',
        `${name} is a folder.`,
        'Give the path of the document in it, for instance openapi.yaml.',
      );
    }
    const bytes = await ports.readFile(absolute, limits.maxDocumentBytes);
    if (bytes.length > limits.maxDocumentBytes) return tooLarge(name, limits.maxDocumentBytes);
    const uri = pathToFileURL(absolute).href;
    return { ok: true, document: { uri, base: uri, name, bytes } };
  } catch (thrown) {
    return explainError(name, thrown);
  }
}

/** The folder that references may read: `refRoot`, else the folder of the entry file. */
export async function openReferenceRoot(
  folder: string,
  context: FileContext,
): Promise<ReferenceRoot | undefined> {
  const absolute = path.resolve(context.workingFolder, folder);
  try {
    const found = await context.ports.inspectFile(absolute);
    return found.kind === 'folder' ? { folder: absolute, realFolder: found.path } : undefined;
  } catch {
    return undefined;
  }
}

/** The folder of a `file:` URI as a path. */
export function folderOf(uri: string): string {
  return path.dirname(fileURLToPath(uri));
}

/** The URI of a folder, with a final slash so that relative references resolve inside it. */
export function folderUri(folder: string): string {
  return pathToFileURL(`${folder}${path.sep}`).href;
}

/** Reads a referenced file, if it stands in the root after all symbolic links. */
export async function readReferencedFile(
  uri: string,
  root: ReferenceRoot,
  context: FileContext,
): Promise<ReadOutcome> {
  const { ports, limits, workingFolder } = context;
  const absolute = pathOf(uri);
  if (absolute === undefined) {
    return readFailure('refused', `${uri} is no path of this computer.`, 'Name a local file.');
  }
  const name = displayPath(absolute, workingFolder);
  const outside = readFailure(
    'refused',
    `${name} stands outside ${displayPath(root.folder, workingFolder)}, where references may read files.`,
    `Move the file there, or allow more with --ref-root ${displayFolder(commonFolder(root.folder, absolute), workingFolder)}.`,
  );
  try {
    const found = await ports.inspectFile(absolute);
    if (!isInside(root.realFolder, found.path)) return outside;
    if (found.kind !== 'file') {
      return readFailure('unreadable', `${name} is no regular file.`, 'Name a document.');
    }
    const bytes = await ports.readFile(found.path, limits.maxDocumentBytes);
    if (bytes.length > limits.maxDocumentBytes) return tooLarge(name, limits.maxDocumentBytes);
    return { ok: true, document: { uri, base: uri, name, bytes } };
  } catch (thrown) {
    // Whether a file outside the root exists is nobody's business either.
    return isInside(root.folder, absolute) || isInside(root.realFolder, absolute)
      ? explainError(name, thrown)
      : outside;
  }
}

/** A path as people like to read it: relative where it lies in the working folder. */
function displayPath(absolute: string, workingFolder: string): string {
  const relative = path.relative(workingFolder, absolute);
  return isInside(workingFolder, absolute) ? relative : absolute;
}

function displayFolder(absolute: string, workingFolder: string): string {
  return absolute === workingFolder ? '.' : displayPath(absolute, workingFolder);
}

/** The nearest folder above both. */
function commonFolder(folder: string, file: string): string {
  let common = folder;
  while (!isInside(common, file) && path.dirname(common) !== common) common = path.dirname(common);
  return common;
}

function isInside(folder: string, file: string): boolean {
  const relative = path.relative(folder, file);
  return (
    relative !== '' &&
    relative !== '..' &&
    !relative.startsWith(`..${path.sep}`) &&
    !path.isAbsolute(relative)
  );
}

function pathOf(uri: string): string | undefined {
  try {
    return fileURLToPath(uri);
  } catch {
    return undefined;
  }
}
