import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { GeneratedFile } from '../files.ts';
import { unwritable } from '../write-folder.ts';

/**
 * Writes files that belong to the person from then on; one that is there stays.
 *
 * @returns Names of those that stayed and say something else than what would have been written.
 * @throws BridgeError `output-unwritable` where the system refuses.
 */
export async function writeWhereAbsent(
  folder: string,
  files: readonly GeneratedFile[],
): Promise<readonly string[]> {
  const kept: string[] = [];
  for (const { name, content } of files) {
    const file = path.join(folder, name);
    try {
      // Fails for whatever stands there, also for a link that leads nowhere.
      await writeFile(file, content, { flag: 'wx' });
    } catch (cause) {
      if (!isPresent(cause)) throw unwritable(folder, cause);
      const present = await readFile(file).catch(() => undefined);
      if (present?.equals(Buffer.from(content)) !== true) kept.push(name);
    }
  }
  return kept;
}

function isPresent(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === 'EEXIST';
}
