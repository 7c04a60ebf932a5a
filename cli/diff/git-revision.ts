import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { ReadPorts } from '../../src/index.ts';
import { BridgeError, nodePorts } from '../../src/index.ts';

const run = promisify(execFile);

/** Files as a revision of a git repository has them. */
export interface GitRevision {
  /** Reads files of the repository at the revision; everything else as it is. */
  readonly ports: ReadPorts;
  /** What stands at a path at the revision. */
  kindOf(file: string): Promise<'file' | 'folder' | undefined>;
}

/** Largest file that is read, in bytes. */
const largestFile = 256 * 1024 * 1024;

/**
 * Opens a revision of the repository that a folder belongs to. Only reads objects: nothing is checked out.
 *
 * @throws BridgeError `configuration-invalid` where there is no such repository or revision.
 */
export async function openGitRevision(revision: string, folder: string): Promise<GitRevision> {
  const top = await ask(['rev-parse', '--show-toplevel'], folder, {
    message: `${folder} is not in a git repository.`,
    fix: 'Run the command inside of the repository that git:REV:PATH is about.',
  });
  const prefix = await ask(['rev-parse', '--show-prefix'], folder, {
    message: `${folder} is not in the files of a git repository.`,
    fix: 'Run the command inside of the repository that git:REV:PATH is about.',
  });
  const commit = await ask(
    ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`],
    folder,
    {
      message: `The git repository ${top} has no revision ${JSON.stringify(revision)}.`,
      fix: 'Name a branch, a tag or a commit: git:main:openapi.yaml.',
    },
  );

  /** A path as the repository has it; `undefined` for what lies outside of it. */
  function inRepository(file: string): string | undefined {
    const relative = path.relative(folder, file).split(path.sep).join('/');
    const joined = path.posix.normalize(path.posix.join(prefix, relative));
    return joined === '..' || joined.startsWith('../') || path.isAbsolute(joined)
      ? undefined
      : joined;
  }

  async function kindOf(file: string): Promise<'file' | 'folder' | undefined> {
    const inside = inRepository(file);
    if (inside === undefined) return undefined;
    try {
      const object = `${commit}:${inside === '.' || inside === './' ? '' : inside.replace(/\/$/, '')}`;
      const { stdout } = await run('git', ['cat-file', '-t', object], { cwd: folder });
      return stdout.trim() === 'tree' ? 'folder' : 'file';
    } catch {
      return undefined;
    }
  }

  return {
    kindOf,
    ports: {
      ...nodePorts,
      inspectFile: async (file) => {
        if (inRepository(file) === undefined) return nodePorts.inspectFile(file);
        const kind = await kindOf(file);
        if (kind === undefined) throw notThere(file, revision);
        return { path: file, kind };
      },
      readFile: async (file, maxBytes) => {
        const inside = inRepository(file);
        if (inside === undefined) return nodePorts.readFile(file, maxBytes);
        const { stdout } = await run('git', ['cat-file', 'blob', `${commit}:${inside}`], {
          cwd: folder,
          encoding: 'buffer',
          maxBuffer: largestFile,
        });
        return stdout.subarray(0, maxBytes + 1);
      },
    },
  };
}

/** One line of git, or the error that says what it means. */
async function ask(
  words: readonly string[],
  folder: string,
  problem: { readonly message: string; readonly fix: string },
): Promise<string> {
  try {
    const { stdout } = await run('git', [...words], { cwd: folder });
    return stdout.replace(/\r?\n$/, '');
  } catch (cause) {
    throw new BridgeError('configuration-invalid', problem.message, { cause, fix: problem.fix });
  }
}

/** As Node says it of a file that is not there. */
function notThere(file: string, revision: string): Error {
  return Object.assign(new Error(`${file} is not in ${revision}.`), { code: 'ENOENT' });
}
