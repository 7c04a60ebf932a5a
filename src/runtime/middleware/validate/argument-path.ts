import { parsePointer } from '../../../model/source.ts';

/** Writes a JSON Pointer into the arguments as people write paths: `body.tags[0]["a b"]`. */
export function argumentPath(pointer: string): string {
  return parsePointer(pointer).reduce((path, token) => joinPath(path, token), '');
}

/** Appends one key or index to a path of {@link argumentPath}. */
export function joinPath(path: string, token: string): string {
  if (path !== '' && /^\d+$/.test(token)) return `${path}[${token}]`;
  if (path === '') return token;
  return /^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(token)
    ? `${path}.${token}`
    : `${path}[${JSON.stringify(token)}]`;
}
