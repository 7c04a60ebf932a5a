import type { Tool } from '../model/tool.ts';

/** Looks up every scope that tools of a document ask of one of its schemes, sorted (rule K5). */
export type ScopesOfScheme = (document: string, scheme: string) => readonly string[];

/** Gathers the scopes on first use; most servers never fetch a token. */
export function scopeIndex(tools: readonly Tool[]): ScopesOfScheme {
  let index: ReadonlyMap<string, ReadonlySet<string>> | undefined;
  return (document, scheme) => {
    index ??= gather(tools);
    return [...(index.get(keyOf(document, scheme)) ?? [])].sort();
  };
}

function gather(tools: readonly Tool[]): ReadonlyMap<string, ReadonlySet<string>> {
  const index = new Map<string, Set<string>>();
  for (const { operation, security } of tools) {
    for (const { scheme, scopes } of security.flatMap(({ schemes }) => schemes)) {
      const key = keyOf(operation.document, scheme);
      const known = index.get(key) ?? new Set();
      for (const scope of scopes) known.add(scope);
      index.set(key, known);
    }
  }
  return index;
}

function keyOf(document: string, scheme: string): string {
  return JSON.stringify([document, scheme]);
}
