import { createReadStream } from 'node:fs';
import path from 'node:path';
import { BridgeError } from '../../src/index.ts';

/** One line of an audit file. */
export interface AuditLine {
  /** As it was given on the command line. */
  readonly file: string;
  /** In its file, counted from 1. */
  readonly number: number;
  readonly text: string;
}

/**
 * The lines of files, one file after the other. Lines end with a line feed and with nothing else: text in records may
 * hold every other mark that editors take for the end of a line.
 *
 * @throws BridgeError `document-unreadable` for a file that cannot be read.
 */
export async function* readAuditLines(
  files: readonly string[],
  folder: string,
): AsyncGenerator<AuditLine> {
  for (const file of files) {
    let number = 0;
    for await (const text of linesOf(path.resolve(folder, file), file)) {
      number += 1;
      yield { file, number, text };
    }
  }
}

async function* linesOf(resolved: string, file: string): AsyncGenerator<string> {
  let rest = '';
  try {
    const stream = createReadStream(resolved, { encoding: 'utf8', highWaterMark: 1_048_576 });
    for await (const chunk of stream) {
      const lines = (rest + String(chunk)).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } catch (cause) {
    throw new BridgeError('document-unreadable', `The audit file ${file} cannot be read.`, {
      cause,
      fix: 'Name the file that the server writes, audit.jsonl in its folder by default.',
    });
  }
  if (rest !== '') yield rest;
}
