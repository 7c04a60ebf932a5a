import { parsePointer } from '../../../model/source.ts';
import { formatPath } from '../../arguments/argument-path.ts';

/** Writes a JSON Pointer into the arguments, and a key below it, as people write paths: `body.tags[0]`. */
export function argumentPath(pointer: string, ...keys: readonly string[]): string {
  const tokens = [...parsePointer(pointer), ...keys];
  return formatPath(
    tokens.map((token, depth) => (depth > 0 && /^\d+$/.test(token) ? Number(token) : token)),
  );
}
