import { diagnostic, type Diagnostic } from '../../model/diagnostic.ts';
import { isJsonObject, type JsonSchema } from '../../model/json.ts';
import type { Tool } from '../../model/tool.ts';
import { operationName } from '../operation-name.ts';
import type { Closure, ReachedDefinition } from '../schema/closure.ts';
import { closureBytes, componentsOf } from '../schema/closure.ts';
import { unrollReferences } from '../schema/inline.ts';
import { withoutKeys } from '../schema/keywords.ts';
import { cutDeepest, isWithinLimits } from '../schema/limits.ts';
import { measure } from '../schema/measure.ts';
import { lowerKeywords } from './lower-keywords.ts';
import { profiles, type ProfileName } from './profile.ts';

/** References followed where definitions recur, and where they do not. */
const maxDepth = { recurring: 3, plain: 20 };

/** How much larger a schema may become by following references, and what it may be in any case, in bytes. */
const maxGrowth = 4;
const leastRoom = 16_384;

/**
 * Rewrites the input schema of a tool into what a client reads (rules C3, C5, C11, C12). The result admits
 * at least what the schema admitted, and bindings stay as they are, so every call still becomes the same
 * request; what the schema no longer says stands in descriptions.
 */
export function lowerTool(
  tool: Tool,
  profile: ProfileName,
): { readonly tool: Tool; readonly diagnostics: readonly Diagnostic[] } {
  const { references, keywords, title } = profiles[profile];
  const changes = new Set<string>();
  const plain =
    references === 'none' ? withoutReferences(tool.inputSchema, changes) : tool.inputSchema;
  const inputSchema = cutDeepest(lowerKeywords(plain, keywords, changes));
  if (changes.size === 0) return { tool, diagnostics: [] };
  const { id, method, path } = tool.operation;
  const note = diagnostic('client-lowered', {
    message: `The input schema of "${tool.name}" is rewritten for ${title}: ${[...changes].sort().join(', ')}.`,
    fix: 'Nothing has to be done; the API checks what the schema no longer says.',
    operation: operationName({ method, path, ...(id === undefined ? {} : { operationId: id }) }),
  });
  return { tool: { ...tool, inputSchema }, diagnostics: [note] };
}

/** Follows every reference, recurring ones to a limited depth (U43). */
function withoutReferences(schema: JsonSchema, changes: Set<string>): JsonSchema {
  const root = withoutKeys(schema, '$defs');
  const closure = closureOfPublished(root, schema['$defs']);
  if (closure.size.references.size === 0) return schema['$defs'] === undefined ? schema : root;
  changes.add('references were followed');
  const components = componentsOf(closure);
  const recurs = [...closure.definitions].some(([key, { size }]) =>
    [...size.references.keys()].some((target) => components.onOneCycle(key, target)),
  );
  const maxBytes = Math.max(leastRoom, closureBytes(closure) * maxGrowth);
  let depth = recurs ? maxDepth.recurring : maxDepth.plain;
  for (; depth > 0; depth -= 1) {
    const unrolled = unrollReferences(closure, depth);
    const size = measure(unrolled);
    if (isWithinLimits(size) && size.bytes <= maxBytes) return unrolled;
  }
  return unrollReferences(closure, 0);
}

function closureOfPublished(root: JsonSchema, definitions: unknown): Closure {
  const reached = new Map<string, ReachedDefinition>();
  for (const [key, schema] of Object.entries(isJsonObject(definitions) ? definitions : {})) {
    if (isJsonObject(schema)) reached.set(key, { schema, size: measure(schema) });
  }
  return { root, size: measure(root), definitions: reached, diagnostics: [] };
}
