import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { BridgeArtifact, BuildOptions, BuildResult, SpecSource } from '../../src/index.ts';
import {
  BridgeError,
  buildBridge,
  decodeArtifact,
  nodePorts,
  parseDocumentSource,
} from '../../src/index.ts';
import { artifactFile } from '../generate/files.ts';
import type { SpecRequest } from '../load.ts';
import { readLockFile } from '../lock-file.ts';
import { buildOptionsOf } from '../options/spec-options.ts';
import { withStatus } from '../report/status.ts';
import type { GitRevision } from './git-revision.ts';
import { openGitRevision } from './git-revision.ts';

/** One side of a comparison, as found: an artifact to be read, or a document to be built. */
export type Side =
  | { readonly kind: 'artifact'; readonly file: string; readonly git: GitRevision | undefined }
  | { readonly kind: 'document'; readonly place: string; readonly git: GitRevision | undefined };

const largestArtifact = 256 * 1024 * 1024;

/**
 * Finds out what one side is: a folder or `bridge.json` that `build` has written, or a document; each also at a revision
 * of git, written `git:REV:PATH`.
 */
export async function openSide(written: string, folder: string): Promise<Side> {
  const [, revision, inside] = /^git:([^:]+):(.+)$/s.exec(written) ?? [];
  const isGit = revision !== undefined && inside !== undefined;
  const git = isGit ? await openGitRevision(revision, folder) : undefined;
  const place = isGit ? inside : written;
  if (place === '-' || /^https?:/i.test(place)) return { kind: 'document', place, git };
  const file = path.resolve(folder, place);
  if ((await kindOf(file, git)) === 'folder') {
    return { kind: 'artifact', file: path.join(file, artifactFile), git };
  }
  return path.basename(file) === artifactFile
    ? { kind: 'artifact', file, git }
    : { kind: 'document', place, git };
}

async function kindOf(
  file: string,
  git: GitRevision | undefined,
): Promise<'file' | 'folder' | undefined> {
  if (git !== undefined) return git.kindOf(file);
  const found = await stat(file).catch(() => undefined);
  return found?.isDirectory() === true ? 'folder' : 'file';
}

/** Reads the artifact of a side. */
export async function readArtifactSide(
  file: string,
  git: GitRevision | undefined,
): Promise<BridgeArtifact> {
  const ports = git?.ports ?? nodePorts;
  let bytes: Uint8Array;
  try {
    bytes = await ports.readFile(file, largestArtifact);
  } catch (cause) {
    throw new BridgeError('artifact-invalid', `${file} cannot be read.`, {
      cause,
      fix: 'Name a document, or a folder that `openapi-mcp build` has written.',
    });
  }
  return decodeArtifact(new TextDecoder().decode(bytes));
}

/** How a document of one side is built. */
export interface BuildSide {
  readonly place: string;
  readonly git: GitRevision | undefined;
  /** For this side, in order. */
  readonly overlays: readonly string[];
  /** The name that the documents of both sides go by. */
  readonly namespace: string;
}

/**
 * Builds the document of a side in memory. At a revision of git its overlays are read there too, and one that the
 * revision does not have yet is left out.
 */
export async function buildSide(
  { place, git, overlays, namespace }: BuildSide,
  request: SpecRequest,
): Promise<BuildResult> {
  const { flags, rules, terminal } = request;
  const spec: SpecSource = { source: parseDocumentSource(place), namespace };
  const there = await overlaysOf(overlays, git, terminal.folder);
  const locked = await readLockFile({
    flag: flags.lock,
    overlays,
    specs: [spec],
    folder: terminal.folder,
  });
  const options: BuildOptions = {
    ...buildOptionsOf({ ...flags, overlay: there }, rules),
    workingFolder: terminal.folder,
    ...(git === undefined ? {} : { ports: git.ports }),
    ...(locked === undefined ? {} : { lock: locked.lock }),
  };
  return withStatus(terminal, `reading ${place} …`, () => buildBridge([spec], options));
}

async function overlaysOf(
  overlays: readonly string[],
  git: GitRevision | undefined,
  folder: string,
): Promise<readonly string[]> {
  if (git === undefined) return overlays;
  const found = await Promise.all(
    overlays.map(async (file) => {
      const isUrl = /^https?:/i.test(file);
      return isUrl || (await git.kindOf(path.resolve(folder, file))) !== undefined ? [file] : [];
    }),
  );
  return found.flat();
}
