/** Keys and indices from an argument's name down to a value inside it. */
export type ArgumentPath = readonly (string | number)[];

/** Writes a path as people do: `body.tags[0]["a b"]`. */
export function formatPath(path: ArgumentPath): string {
  return path.reduce<string>((text, key) => text + formatKey(key, text === ''), '');
}

function formatKey(key: string | number, first: boolean): string {
  if (typeof key === 'number') return `[${key}]`;
  if (first) return key;
  return /^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}
