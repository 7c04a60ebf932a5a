import type { FSWatcher } from 'node:fs';
import { watch } from 'node:fs';
import path from 'node:path';

/** Files that are being watched. */
export interface FileWatch {
  /** Watches these files from now on, and no others. */
  update(files: Iterable<string>): void;
  close(): void;
}

/** How files are watched. */
export interface WatchOptions {
  /** Called once after a burst of changes. */
  readonly onChange: () => void;
  /** A folder that cannot be watched; told once for each. */
  readonly onProblem: (folder: string, cause: unknown) => void;
  /** A burst ends with this long a silence, in milliseconds. */
  readonly quietMs?: number;
}

/**
 * Watches files through their folders: editors replace a file by a new one, and a watch on the file itself would stay
 * with the old one. Files that do not exist yet are watched too.
 */
export function watchFiles({ onChange, onProblem, quietMs = 100 }: WatchOptions): FileWatch {
  const folders = new Map<string, { readonly watcher: FSWatcher; names: ReadonlySet<string> }>();
  const refused = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  function changed(): void {
    clearTimeout(timer);
    timer = setTimeout(onChange, quietMs);
  }

  function problem(folder: string, cause: unknown): void {
    drop(folder);
    if (refused.has(folder)) return;
    refused.add(folder);
    onProblem(folder, cause);
  }

  function drop(folder: string): void {
    folders.get(folder)?.watcher.close();
    folders.delete(folder);
  }

  function watchFolder(folder: string, names: ReadonlySet<string>): void {
    const known = folders.get(folder);
    if (known !== undefined) {
      known.names = names;
      return;
    }
    try {
      const watcher = watch(folder, { persistent: false }, (_event, name) => {
        // Some systems do not say which file it was.
        if (name === null || folders.get(folder)?.names.has(name) === true) changed();
      });
      watcher.on('error', (cause) => problem(folder, cause));
      folders.set(folder, { watcher, names });
    } catch (cause) {
      problem(folder, cause);
    }
  }

  return {
    update: (files) => {
      const wanted = new Map<string, Set<string>>();
      for (const file of files) {
        const { dir, base } = path.parse(path.resolve(file));
        wanted.set(dir, (wanted.get(dir) ?? new Set()).add(base));
      }
      for (const folder of folders.keys()) if (!wanted.has(folder)) drop(folder);
      for (const [folder, names] of wanted) watchFolder(folder, names);
    },
    close: () => {
      clearTimeout(timer);
      for (const folder of folders.keys()) drop(folder);
    },
  };
}
