import type { ToolHints } from '../model/hints.ts';
import { withDefaults } from '../model/hints.ts';
import type { ResolvedTool, WireTool } from './call.ts';
import type { ScopesOfSession } from './middleware/scopes.ts';

/** Scopes that every tool of a kind asks of its caller, beside those of the tool itself. */
export interface HintScopes {
  /** For tools that only read. */
  readonly read?: readonly string[];
  /** For tools that change something and destroy nothing. */
  readonly write?: readonly string[];
  /** For tools that may destroy. */
  readonly destroy?: readonly string[];
}

/** The scopes that the hints of a tool ask for; what is not declared counts as MCP's default. */
export function scopesOfHints(hints: ToolHints, scopes: HintScopes): readonly string[] {
  const { readOnly, destructive } = withDefaults(hints);
  if (readOnly) return scopes.read ?? [];
  return (destructive ? scopes.destroy : scopes.write) ?? [];
}

/** A tool that is listed, with the scopes that its caller must hold. */
export interface ScopedTool {
  readonly resolved: ResolvedTool;
  readonly scopes: readonly string[];
}

/** Lists that callers with different scopes get are kept, up to this many. */
const maxKeptLists = 256;

/**
 * The list as each caller sees it: only tools whose scopes the sign-in grants. Callers with equal rights get the
 * same array. Without `scopesOf`, or where a caller has no sign-in, everything is listed.
 *
 * @param toWire Called once, with every tool; gives one wire tool for each, in the same order.
 */
export function createCallerLists<S>(
  tools: readonly ScopedTool[],
  toWire: (tools: readonly ResolvedTool[]) => readonly WireTool[],
  scopesOf: ScopesOfSession<S> | undefined,
): (session: S) => readonly WireTool[] {
  let whole: readonly WireTool[] | undefined;
  const all = (): readonly WireTool[] => (whole ??= toWire(tools.map(({ resolved }) => resolved)));
  const asked = new Set(tools.flatMap(({ scopes }) => scopes));
  if (scopesOf === undefined || asked.size === 0) return all;
  const kept = new Map<string, readonly WireTool[]>();
  return (session) => {
    const scopes = scopesOf(session);
    if (scopes === undefined) return all();
    const granted = new Set(scopes.filter((scope) => asked.has(scope)));
    const key = [...granted].sort().join(' ');
    const known = kept.get(key);
    if (known !== undefined) return known;
    const list = all().filter(
      (_tool, index) => tools[index]?.scopes.every((scope) => granted.has(scope)) ?? false,
    );
    if (kept.size >= maxKeptLists) kept.clear();
    kept.set(key, list);
    return list;
  };
}
