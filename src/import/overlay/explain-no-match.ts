import type { Diagnostic } from '../../model/diagnostic.ts';
import { diagnostic } from '../../model/diagnostic.ts';
import type { JsonValue } from '../../model/json.ts';
import { isArray, isJsonObject, ownValue } from '../../model/json.ts';
import { memberOf } from './draft.ts';
import type { JsonPath, NodePath } from './json-path.ts';
import type { OverlayAction } from './overlay-document.ts';

/** Reports an action whose target selects nothing (rule O4), with how far the query got. */
export function explainNoMatch(action: OverlayAction, root: JsonValue): Diagnostic {
  const { target, location } = action;
  const nearest = nearestPrefix(target, root);
  // Among many nodes, one reference explains nothing.
  const [only, ...others] = nearest.paths;
  const reference = only && others.length === 0 ? referenceAt(root, only) : undefined;
  const reach =
    nearest.prefix.text === '$' ? '' : ` ${nearest.prefix.text} exists, but not what follows.`;
  return diagnostic('overlay-matches-nothing', {
    message:
      reference === undefined
        ? `${target.text} selects nothing.${reach}`
        : `${target.text} selects nothing: ${nearest.prefix.text} is a reference to ${reference}, and overlays do not follow references.`,
    fix:
      reference === undefined
        ? 'Correct the target; names are case-sensitive, and paths are written as in the document.'
        : 'Select what the reference names instead.',
    location,
  });
}

/** The longest beginning of a query that selects something; the root always does. */
function nearestPrefix(
  target: JsonPath,
  root: JsonValue,
): { readonly prefix: JsonPath; readonly paths: readonly NodePath[] } {
  for (const prefix of target.prefixes()) {
    const paths = prefix.select(root);
    if (paths.length > 0) return { prefix, paths };
  }
  return { prefix: target, paths: [] };
}

/** What a reference, or the first one among the items of an array, refers to. */
function referenceAt(root: JsonValue, path: NodePath): string | undefined {
  let value: JsonValue | undefined = root;
  for (const token of path) value = memberOf(value, token);
  const candidates: readonly unknown[] = isArray(value) ? value : [value];
  for (const candidate of candidates) {
    const reference = isJsonObject(candidate) ? ownValue(candidate, '$ref') : undefined;
    if (typeof reference === 'string') return reference;
  }
  return undefined;
}
