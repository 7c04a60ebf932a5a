import { existsSync, fstatSync, readdirSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';

/** When a file is full, and how the next one is opened. */
export interface RotationOptions {
  readonly maxBytes?: number;
  readonly maxAgeMs?: number;
  /** The open file. */
  readonly file: number;
  /** Its bytes. */
  readonly size: number;
  /** When its first record was written, in milliseconds since the epoch; `undefined` where it has none. */
  readonly firstTime: number | undefined;
  readonly open: (filePath: string) => number;
}

/** A new file, and what the one before it is called now. */
export interface TurnedOver {
  readonly file: number;
  readonly previousFile: string;
}

/** Decides when a further file begins, and begins it. */
export interface Rotation {
  /**
   * Whether a further file is to be begun before the next record.
   *
   * @param pending Bytes that are not written yet.
   */
  isDue(now: number, pending: number): boolean;
  /** Begins a further file; `undefined` where that cannot be done, which is tried again a second later. */
  turnOver(now: number): TurnedOver | undefined;
  /** Told how many bytes went into the file. */
  wrote(bytes: number): void;
}

/** How long nothing is tried after a failure, and how seldom it is looked whether another process has turned over. */
const patienceMs = 1_000;

/** A rotation of this file by size and age; `undefined` where neither is limited. */
export function createRotation(filePath: string, options: RotationOptions): Rotation | undefined {
  const { maxBytes = Number.POSITIVE_INFINITY, maxAgeMs = Number.POSITIVE_INFINITY } = options;
  if (maxBytes === Number.POSITIVE_INFINITY && maxAgeMs === Number.POSITIVE_INFINITY) {
    return undefined;
  }
  let { file, size, firstTime } = options;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let failedAt = Number.NEGATIVE_INFINITY;

  /** Somebody else gave our file another name. */
  function isMoved(now: number): boolean {
    if (now - lookedAt < patienceMs) return false;
    lookedAt = now;
    return !isSameFile(file, filePath);
  }

  function isFull(now: number, pending: number): boolean {
    // A file of one record is never too full: the next one would be as well.
    return (
      size + pending > 0 && (size + pending >= maxBytes || now - (firstTime ?? now) >= maxAgeMs)
    );
  }

  return {
    isDue: (now, pending) => {
      firstTime ??= now;
      return now - failedAt >= patienceMs && (isFull(now, pending) || isMoved(now));
    },
    turnOver: (now) => {
      try {
        const previousFile = moveAway(filePath, file, now);
        const next = options.open(filePath);
        file = next;
        size = fstatSync(next).size;
        firstTime = now;
        return { file: next, previousFile };
      } catch {
        failedAt = now;
        return undefined;
      }
    },
    wrote: (bytes) => {
      size += bytes;
    },
  };
}

/** Renames the file, unless another process has done so already. */
function moveAway(filePath: string, file: number, now: number): string {
  const { dir, name, ext } = path.parse(filePath);
  if (!isSameFile(file, filePath)) return nameOf(file, dir) ?? path.basename(filePath);
  // Names in the order of the files: what is taken within one millisecond gives way to the next.
  for (let time = now; ; time += 1) {
    const previousFile = `${name}.${new Date(time).toISOString().replaceAll(/[-:.]/g, '')}${ext}`;
    if (existsSync(path.join(dir, previousFile))) continue;
    renameSync(filePath, path.join(dir, previousFile));
    return previousFile;
  }
}

/** What an open file is called now in this folder. */
function nameOf(file: number, folder: string): string | undefined {
  return readdirSync(folder).find((name) => isSameFile(file, path.join(folder, name)));
}

function isSameFile(file: number, filePath: string): boolean {
  const there = statSync(filePath, { throwIfNoEntry: false });
  const { ino, dev } = fstatSync(file);
  return there !== undefined && there.ino === ino && there.dev === dev;
}
