import type { JSONPathEnvironmentOptions } from 'json-p3';
import { JSONPathEnvironment, JSONPathError, JSONPathQuery } from 'json-p3';
import type { JsonValue } from '../../model/json.ts';

/** The keys and indices that lead from the root to a node. */
export type NodePath = readonly (string | number)[];

/** A query of RFC 9535, ready to be evaluated. */
export interface JsonPath {
  /** As written. */
  readonly text: string;
  /** It is written as RFC 9535 does not allow: a name with a hyphen outside of brackets, or a final `~`. */
  readonly isLoose: boolean;
  /** The places of all nodes that it selects, in the order of the query, each once. */
  select(root: JsonValue): readonly NodePath[];
  /** Shorter queries, each without the last segment of the one before; the last is the root alone. */
  prefixes(): readonly JsonPath[];
}

/** Reading a query: the query, or what is wrong with it. */
export type JsonPathResult =
  | { readonly ok: true; readonly path: JsonPath }
  | { readonly ok: false; readonly reason: string };

// Documents are no deeper than 1,000 levels, and an overlay may add to that before it is refused.
const options = { maxRecursionDepth: 5_000 } satisfies JSONPathEnvironmentOptions;
const environment = new JSONPathEnvironment(options);

/**
 * Reads a JSONPath query (RFC 9535). Two habits of older dialects are read as meant: names with hyphens may
 * stand without brackets, and a final `~`, which asked for the key of a node, names the node.
 */
export function parseJsonPath(text: string): JsonPathResult {
  try {
    return { ok: true, path: wrap(environment.compile(text.replace(/~$/, '')), text) };
  } catch (thrown) {
    if (thrown instanceof JSONPathError) return { ok: false, reason: thrown.message };
    return { ok: false, reason: thrown instanceof Error ? thrown.message : String(thrown) };
  }
}

function wrap(query: JSONPathQuery, text: string): JsonPath {
  return {
    text,
    isLoose: isLooselyWritten(text),
    select: (root) => distinct(select(query, root)),
    prefixes: () =>
      query.segments.map((_, index) => {
        const shorter = new JSONPathQuery(environment, query.segments.slice(0, -1 - index));
        return wrap(shorter, shorter.toString());
      }),
  };
}

function select(query: JSONPathQuery, root: JsonValue): readonly NodePath[] {
  // The library's JSON type is mutable; it only reads.
  const value = root as Parameters<JSONPathQuery['query']>[0];
  return query.query(value).nodes.map(({ location }) => location);
}

function distinct(paths: readonly NodePath[]): readonly NodePath[] {
  return [...new Map(paths.map((path) => [JSON.stringify(path), path])).values()];
}

function isLooselyWritten(text: string): boolean {
  const unquoted = text.replaceAll(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/g, '');
  return /\.[\p{L}\p{N}_]+-[\p{L}\p{N}_-]|~$/u.test(unquoted);
}
